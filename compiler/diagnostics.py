"""What the compiler has to say about a file: a closed list of codes, each with its place.

The wording of each code stands in ``compiler/messages``, one table per language;
this module knows the codes and carries the values. A pass never stops at its
first mistake: it reports to a :class:`Diagnostics` and goes on with what is
still sound.
"""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

from compiler.languages import language
from compiler.tree import Span, file_of
from compiler.visible import visible
from runtime.ruleset.model import Model

_LONGEST_WORD = 200

_SIGNS = {"⏎": "end_of_line", "⇥": "indented_block", "⌫": "end_of_block", "✎": "a_name"}
"""What is no word of a file, where words of the file are shown."""


class Diagnostic(Model):
    """One finding of the compiler.

    ``file`` is the path as given, ``span`` the place in it (None: the file as a
    whole), ``heading`` where this is in the law ("Art. 7 Abs. 2"), ``values``
    what the message's wording leaves blank, ``suggestion`` the likely fix.
    """

    code: str
    severity: Literal["error", "warning"]
    file: str
    span: Span | None
    heading: str | None = None
    values: dict[str, str]
    suggestion: str | None = None

    def message(self, code: str) -> str:
        """The wording in language ``code``, values filled in."""
        return visible(messages(code)[self.code]["message"].format(**self._worded(code)))

    def remedy(self, code: str) -> str:
        """What to do about it, in language ``code``; the suggestion first where there is one."""
        table = messages(code)
        remedy = table[self.code]["remedy"].format(**self._worded(code))
        if self.suggestion is None:
            return visible(remedy)
        hint = table["did_you_mean"]["message"].format(suggestion=self.suggestion)
        return visible(f"{hint} {remedy}")

    def _worded(self, code: str) -> dict[str, str]:
        """The values, kinds of concepts in the words of the language."""
        kinds, table = language(code).kinds, messages(code)
        filled = dict(self.values)
        for key, value in self.values.items():
            if key in ("kind", "kinds"):
                filled[key] = ", ".join(kinds.get(one, one) for one in value.split(", "))
            elif key == "known" and not value:
                filled[key] = table["none_known"]["message"]
            elif key == "found" and value in _SIGNS:
                filled[key] = table[_SIGNS[value]]["message"]
            elif key == "expected":
                words = (
                    table[_SIGNS[one]]["message"] if one in _SIGNS else one
                    for one in value.split(", ")
                )
                filled[key] = ", ".join(words)
        return filled


def languages_of_messages() -> tuple[str, ...]:
    """The codes of the languages that messages are worded in, sorted.

    A language of laws need not be one of them.
    """
    tables = (entry.name for entry in resources.files("compiler").joinpath("messages").iterdir())
    return tuple(sorted(name[:-5] for name in tables if name.endswith(".toml")))


@cache
def messages(code: str) -> dict[str, dict[str, str]]:
    """The table of messages in language ``code``: code to ``message`` and ``remedy``."""
    table = resources.files("compiler").joinpath("messages", f"{code}.toml")
    return tomllib.loads(table.read_text("utf-8"))


def closest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known word most like ``word``, if any is as like as ``cutoff`` (from 0 to 1)."""
    return None if len(word) > _LONGEST_WORD else _closest(word, tuple(sorted(set(known))), cutoff)


@lru_cache(20_000)
def _closest(word: str, known: tuple[str, ...], cutoff: float) -> str | None:
    matches = difflib.get_close_matches(word, known, n=1, cutoff=cutoff)
    return matches[0] if matches else None


class Diagnostics:
    """Collects diagnostics, each only once."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Diagnostic] = {}
        self._lost: dict[str, set[str]] = {}

    def add(
        self,
        code: str,
        file: str,
        span: Span | None,
        *,
        heading: str | None = None,
        suggestion: str | None = None,
        severity: Literal["error", "warning"] = "error",
        values: Mapping[str, str] | None = None,
        **more: str,
    ) -> None:
        """Report ``code`` at ``span`` of ``file``; ``values`` and ``more`` fill the blanks.

        A place that knows its own file is reported there.
        """
        filled = {**(values or {}), **more}
        file = file_of(span, file)
        key = (code, severity, file, span, heading, suggestion, *sorted(filled.items()))
        if key not in self._found:
            self._found[key] = Diagnostic(
                code=code,
                severity=severity,
                file=file,
                span=span,
                heading=heading,
                values=filled,
                suggestion=suggestion,
            )

    def note(self, found: "Diagnostics") -> None:
        """Take over what was ``found`` elsewhere, none of it as an error."""
        for one in found.sorted():
            self.add(
                one.code,
                one.file,
                one.span,
                heading=one.heading,
                suggestion=one.suggestion,
                severity="warning",
                values=one.values,
            )

    def take(self, found: "Diagnostics") -> None:
        """Take over what was ``found`` elsewhere, as it is."""
        for key, one in found._found.items():
            self._found.setdefault(key, one)
        for file, words in found._lost.items():
            self.lose(file, words)

    def lose(self, file: str, words: Iterable[str]) -> None:
        """Remember words of ``file`` that stood in what was left out for a reported mistake."""
        self._lost.setdefault(file, set()).update(words)

    def lost(self, file: str) -> frozenset[str]:
        """The words of ``file`` that were left out: missing them is no mistake of its own."""
        return frozenset(self._lost.get(file, ()))

    def sorted(self) -> tuple[Diagnostic, ...]:
        """All of them, by file and place."""

        def place(found: Diagnostic) -> tuple[str, int, int, str]:
            span = found.span
            return (found.file, span.line if span else 0, span.column if span else 0, found.code)

        return tuple(sorted(self._found.values(), key=place))

    @property
    def errors(self) -> bool:
        """Whether there is any error, not only warnings."""
        return any(found.severity == "error" for found in self._found.values())
