"""Refutations as a pytest file: each witness is played again, and must show what it showed.

Whatever comes from a law stands in the file as a literal that ``repr`` wrote, and names
of tests have letters, digits and underscores only: nothing in a law becomes code.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from pprint import pformat
from typing import Any

from compiler.law import Law
from runtime.ruleset.properties import Property, SameUnder
from wortlaut.render.verdicts import readings_of

_HEAD = '''"""What `wortlaut verify` refuted of a law, played again; written by `--as-test`.

A test fails as soon as the law no longer does what was found: then verify it again.
"""

from pathlib import Path

from wortlaut.witnesses import Played, Version{worth}

LAW = {law}
{left}'''

_LEFT = '''
WITHOUT_A_RUN = {ids}
"""Refuted as well, but not by a run: there is nothing to play."""
'''

_WIDTH = 96
_MOST_NAME = 100


def as_test(law: Law, given: str, result: Mapping[str, Any], file: Path) -> str:
    """The text of the pytest file for the refutations in ``result``.

    ``result``: as :func:`wortlaut.verification.verdicts` gives it. ``given``: the law's
    name or folder, as on the command line. ``file``: where the text will stand; a folder is
    found from there.
    """
    refuted = [one for one in result["obligations"] if one["verdict"] == "refuted"]
    shown = [one for one in refuted if one["witness"] is not None]
    left = list(dict.fromkeys(one["id"] for one in refuted if one["witness"] is None))
    taken: set[str] = set()
    tests = [_Writer(law, result, one).test(_name(one, taken)) for one in shown]
    worth = ", worth" if any("compared" in one["witness"] for one in shown) else ""
    head = _HEAD.format(
        worth=worth,
        law=_located(given, file),
        left=_LEFT.format(ids=_literal(left, 0)) if left else "",
    )
    if "__file__" not in head:
        head = head.replace("from pathlib import Path\n\n", "")
    return "\n\n".join([head, *tests])


def _located(given: str, file: Path) -> str:
    """An expression for the law: its name, or its folder as seen from the file."""
    if not os.path.isdir(given):
        return repr(given)
    try:
        way = os.path.relpath(os.path.realpath(given), os.path.realpath(file.parent))
    except ValueError:  # another drive
        return repr(os.path.realpath(given))
    return f"str(Path(__file__).resolve().parent / {Path(way).as_posix()!r})"


def _name(one: Mapping[str, Any], taken: set[str]) -> str:
    """A name for the test: the obligation, the language and the sizes; each only once."""
    sizes = [f"{name}_{size}" for name, size in one["scope"].items()]
    words = re.sub(r"[^A-Za-z0-9_]+", "_", "_".join([one["id"], one["language"], *sizes]))
    base = f"test_{words.strip('_')}"[:_MOST_NAME]
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}_{number}"
    taken.add(name)
    return name


class _Writer:
    """Writes the test of one refutation."""

    def __init__(self, law: Law, result: Mapping[str, Any], one: Mapping[str, Any]) -> None:
        self.one = one
        self.witness: Mapping[str, Any] = one["witness"]
        self.readings = {**readings_of(dict(one)), **self.witness.get("reading", {})}
        self.supplements: Sequence[str] = () if one["text_alone"] else result["supplements"]
        self.amendments = tuple(
            amendment.name
            if os.path.dirname(amendment.path) == law.folder.file("amendments")
            else os.path.realpath(amendment.path)
            for amendment in law.amendments
        )
        stated = law.properties(one["language"], self.readings, self.supplements)
        self.property: Property | None = next((p for p in stated if p.id == one["id"]), None)

    def test(self, name: str) -> str:
        said = ", ".join(self.one["articles"]) or self.one["id"]
        lines = [
            f"def {name}() -> None:",
            f"    {said!r}",
            f"    version = {self._version()}",
            *self._body(),
        ]
        return "\n".join(lines) + "\n"

    def _version(self) -> str:
        given = [
            "LAW",
            repr(self.one["language"]),
            _literal(dict(sorted(self.readings.items())), 8),
            _literal(list(self.supplements), 8),
        ]
        if self.one["kind"] == "open_choice":
            given.append("open_choices=True")
        if self.amendments:
            given.append(f"amendments={self.amendments!r}")
        return _call("Version", given, 4)

    def _body(self) -> Iterator[str]:
        witness = self.witness
        if "compared" in witness:
            yield from self._compared(witness["compared"])
            return
        yield f"    run = {self._played('version', witness)}"
        yield from self._shown("run", witness)
        if "twin" in witness:
            yield f"    twin = {self._played('version', witness['twin'])}"
            yield from self._shown("twin", witness["twin"])
            yield "    assert (run.outcome, run.state) != (twin.outcome, twin.state)"
        elif "second" in witness:
            yield f"    second = {self._played('version', witness['second'])}"
            yield from self._shown("second", witness["second"])
        elif isinstance(self.property, SameUnder) and self.property.subject is not None:
            other = f"{self.property.point!r}, {self.property.readings[1]!r}"
            yield f"    assert run.outcome_under({other}) != run.outcome"
        elif "comes_back_to" in witness:
            yield "    assert run.comes_back()"
        elif self.one["kind"] in _JUDGED:
            yield f"    assert run.breaks({self.one['id']!r})"

    def _shown(self, name: str, witness: Mapping[str, Any]) -> Iterator[str]:
        """The end of a run, or the state that it enters at last."""
        last = witness["steps"][-1] if witness["steps"] else None
        ended = last is not None and last["step"] == "ended"
        if last is not None and ended:
            yield f"    assert {name}.ending == {(last['end'], last['article'])!r}"
        state = _literal(witness["state"], 8)
        if ended:
            yield f"    assert {name}.state == {state}"
        else:
            yield f"    assert {state} in {name}.states"

    def _played(self, version: str, witness: Mapping[str, Any]) -> str:
        given = [version, f"flow={witness['flow']!r}", f"sizes={_literal(witness['sizes'], 8)}"]
        for name in ("parameters", "initial"):
            if name in witness:
                given.append(f"{name}={_literal(witness[name], 8)}")
        given.append(f"choices={_literal(witness['choices'], 8)}")
        return _call("Played", given, 4)

    def _compared(self, compared: Mapping[str, Any]) -> Iterator[str]:
        """A definition under two readings, in the state of the witness."""
        assert isinstance(self.property, SameUnder)
        given = [
            repr(compared["definition"]),
            _literal(compared["arguments"], 8),
            f"flow={self.witness['flow']!r}",
            f"sizes={_literal(self.witness['sizes'], 8)}",
            f"state={_literal(self.witness['state'], 8)}",
        ]
        if "parameters" in self.witness:
            given.append(f"parameters={_literal(self.witness['parameters'], 8)}")
        for reading, value in zip(compared["readings"], compared["values"], strict=True):
            other = f"version.under({self.property.point!r}, {reading!r})"
            yield f"    assert {_call('worth', [other, *given], 4)} == {value!r}"


_JUDGED = ("never", "always", "every_step", "step_after", "at_the_end")


def _literal(data: Any, indent: int) -> str:
    """JSON data as a Python literal; its further lines begin at the column ``indent``."""
    lines = pformat(data, width=_WIDTH - indent, compact=True, sort_dicts=False).splitlines()
    return ("\n" + " " * indent).join(lines)


def _call(function: str, given: Sequence[str], indent: int) -> str:
    short = f"{function}({', '.join(given)})"
    if len(short) + indent <= _WIDTH - len("assert  in run.states") and "\n" not in short:
        return short
    inside = "".join(f"{' ' * (indent + 4)}{one},\n" for one in given)
    return f"{function}(\n{inside}{' ' * indent})"
