"""Where in a law something is: references, citations, and what links to them."""

import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from compiler.languages import language
from compiler.law import Law
from wortlaut.report.gathered import Gathered

_KIND = re.compile(r"^\w*:?[a-z_]+\.|@.*")


def named(code: str) -> str:
    """A language version by its language's own name, and its code."""
    return f"{language(code).name} ({code})"


def anchor(kind: str, name: str) -> str:
    """An id in the page: safe in a link, whatever ``name`` has in it."""
    return f"{kind}-" + re.sub(r"[^A-Za-z0-9.]", lambda m: f"_{ord(m[0]):x}_", name)


def cited(law: Law, ref: str, languages: Iterable[str]) -> str:
    """The citations of a place in ``languages``."""
    at = law.citations.get(ref, {})
    return " / ".join(dict.fromkeys(at[code] for code in languages if code in at)) or ref


def refs_of(law: Law, one: Mapping[str, Any]) -> list[str]:
    """The places that an obligation is about: the one in its id, and those its verdict rests on."""
    tail = _KIND.sub("", one["id"])
    while tail and tail not in law.citations:
        tail = tail.rpartition(".")[0]
    by_name = {
        at[one["language"]]: ref for ref, at in law.citations.items() if one["language"] in at
    }
    resting = [by_name[article] for article in one["articles"] if article in by_name]
    return list(dict.fromkeys([*([tail] if tail else []), *resting]))


def texts(law: Law, ref: str, languages: Iterable[str]) -> list[tuple[str, str, str]]:
    """Language, citation and text of a place in each version that has it."""
    return [
        (code, place.citation, place.text)
        for code in languages
        for place in law.versions[code].places
        if place.ref == ref and place.text
    ]


def line(gathered: Gathered, command: str, *options: str) -> str:
    """A command line to paste, with the law, its amendments and readings as they were given."""
    return shlex.join(["wortlaut", command, *gathered.arguments, *options])
