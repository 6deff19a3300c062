"""Findings that are accepted, each with its reason, and entries that accept nothing any more."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape


def show_accepted(accepted: Mapping[str, str], say: dict[str, str], out: Console) -> None:
    """The ``accepted`` findings (id to reason), if there are any."""
    if accepted:
        out.print(f"{say['accepted_findings']}:")
    for id, reason in accepted.items():
        out.print(f"  [place]{escape(id)}[/place]: {escape(reason)}", soft_wrap=True)


def show_stale(stale: Iterable[Mapping[str, Any]], say: dict[str, str], out: Console) -> None:
    """The entries that no longer accept anything, as findings."""
    for entry in stale:
        restricted = [entry["language"]] if entry["language"] else []
        restricted += [f"{name} {size}" for name, size in entry["sizes"].items()]
        restricted += [f"{point}={name}" for point, name in entry["readings"].items()]
        about = f" ({', '.join(restricted)})" if restricted else ""
        out.print(
            f"[bad]{say['stale']}[/bad]: [place]{escape(entry['id'])}[/place]{escape(about)}. "
            f"{escape(say['stale_remedy'])}",
            soft_wrap=True,
        )
