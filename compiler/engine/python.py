"""The engine: a rule set as one Python file that needs only the standard library.

Receives a rule set; hands on the text of the file. What is the same for every
law (:mod:`compiler.engine.kit`) is copied into it; the law's own part lies
between the table that it is played on and the game that plays it.
"""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from compiler.engine.declarations import Declarations, Lines, Paragraphs
from compiler.engine.entries import flow_entry
from compiler.engine.flows import FlowWriter
from compiler.engine.glances import with_glances
from compiler.engine.layout import Atom, Code, Entry, Items, Keyword, call, statement
from compiler.engine.names import docstring, literal, number
from compiler.engine.playing import PlayWriter
from compiler.engine.vocabulary import Vocabulary, as_code
from runtime.flows import main_flows
from runtime.ruleset.ruleset import RuleSet

_KIT = "compiler.engine.kit"
_BEFORE = ("outcomes", "table", "terms")
_AFTER = ("given", "written", "points", "play", "whole")


@dataclass(frozen=True)
class _Part:
    """A module of the kit: its code, and what it takes from the standard library."""

    text: str
    imports: dict[str, set[str]]
    names: tuple[str, ...]


class Unwritable(ValueError):
    """There is no engine of such a flow, or of a law without any."""


def compiled_flows(rules: RuleSet, flows: Sequence[str] = ()) -> tuple[str, ...]:
    """The flows that an engine has: those asked for, else those that nothing else runs.

    Raises :class:`Unwritable` for one that the law does not have, and where it has none.
    """
    if not rules.flows:
        raise Unwritable("the law has no flow that could be played")
    if unknown := [one for one in flows if one not in rules.flows]:
        known = ", ".join(rules.flows)
        raise Unwritable(f"there is no flow {unknown[0]!r}; there are: {known}")
    return tuple(dict.fromkeys(flows)) or main_flows(rules) or tuple(rules.flows)


def python_engine(
    rules: RuleSet, *, command: str = "", version: str = "", flows: Sequence[str] = ()
) -> str:
    """The text of the engine. ``command`` and ``version`` are told in its heading.

    ``flows``: as in :func:`compiled_flows`; one may be given for each game that the
    engine is to play. Raises :class:`Unwritable` for an unknown flow and
    :class:`~runtime.lowering.LoweringError` for one that runs itself.
    """
    chosen = compiled_flows(rules, flows)
    parts = {name: _part(name) for name in (*_BEFORE, *_AFTER)}
    taken = tuple(name for part in parts.values() for name in part.names)
    rules = with_glances(rules)
    words = Vocabulary(rules, (*taken, *_HEADING, "FLOWS", "RULES"))
    paragraphs = Paragraphs(rules)
    declarations = Declarations(words, paragraphs)
    writers = [
        FlowWriter(words, paragraphs, flow, f"{flow}_" if len(chosen) > 1 else "")
        for flow in chosen
    ]
    law = _law(rules, declarations, writers)
    players = [PlayWriter(words, paragraphs, one) for one in writers]
    law += [player.lines() for player in players]
    turns = [player.turns for player in players]
    game = _game(rules, words, chosen, writers, turns)
    records = [declarations.record(record) for record in rules.records]
    constants = declarations.constants()
    imports = _imports([*parts.values()], words.used)
    blocks: list[Lines] = [
        [*_opening(rules, command, version), "", *imports, "", *_heading(rules, version)],
    ]
    for name in _BEFORE:
        blocks.append(parts[name].text.splitlines())
    blocks += records
    if constants:
        blocks.append(constants)
    blocks += law
    for name in _AFTER:
        blocks.append(parts[name].text.splitlines())
    blocks += game
    return "\n".join(_joined(blocks)) + "\n"


def _joined(blocks: Iterable[Lines]) -> Lines:
    return [line for block in blocks if block for line in ("", "", *block)][2:]


# The kit.


@cache
def _part(name: str) -> _Part:
    text = files(_KIT).joinpath(f"{name}.py").read_text("utf-8")
    lines = text.splitlines()
    imports: dict[str, set[str]] = {}
    names: list[str] = []
    last = 0
    for node in ast.parse(text).body:
        match node:
            case ast.Expr() if not last:
                last = node.end_lineno or 0
            case ast.Import(names=found):
                for one in found:
                    imports.setdefault(one.name, set())
                    names.append(one.name)
                last = node.end_lineno or 0
            case ast.ImportFrom(module=module, names=found):
                if module is not None and not module.startswith(_KIT):
                    imports.setdefault(module, set()).update(one.name for one in found)
                    names += [one.name for one in found]
                last = node.end_lineno or 0
            case ast.ClassDef(name=defined) | ast.FunctionDef(name=defined):
                names.append(defined)
            case ast.AnnAssign(target=ast.Name(id=defined)):
                names.append(defined)
            case ast.Assign(targets=[ast.Name(id=defined)]):
                names.append(defined)
    return _Part("\n".join(lines[last:]).strip("\n"), imports, tuple(names))


def _imports(parts: Sequence[_Part], used: set[str]) -> Lines:
    wanted: dict[str, set[str]] = {}
    for part in parts:
        for module, taken in part.imports.items():
            wanted.setdefault(module, set()).update(taken)
    homes = {
        "cache": "functools",
        "lru_cache": "functools",
        "permutations": "itertools",
        "product": "itertools",
    }
    for name in used:
        wanted.setdefault(homes[name], set()).add(name)
    plain = [f"import {module}" for module in sorted(wanted) if not wanted[module]]
    lines = []
    for module in sorted(wanted):
        if names := sorted(wanted[module], key=_as_sorted):
            line = f"from {module} import {', '.join(names)}"
            if len(line) <= 88:
                lines.append(line)
            else:
                lines += [f"from {module} import (", *(f"    {one}," for one in names), ")"]
    return [*plain, *lines]


def _as_sorted(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions."""
    if name.isupper() and len(name) > 1:
        return 0, name
    return (1, name) if name[0].isupper() else (2, name)


# The heading.

_HEADING = ("LAW", "LANGUAGE", "LAW_HASH", "READINGS", "SUPPLEMENTS", "VERSION")


def _opening(rules: RuleSet, command: str, version: str) -> Lines:
    readings = ", ".join(f"{point} = {name}" for point, name in sorted(rules.readings.items()))
    supplements = ", ".join(rules.supplement_ids)
    told = [
        f"{rules.law}: an engine that plays by the law, in its version {rules.language!r}.",
        f"Readings: {readings or 'none are open'}.",
        f"Supplements: {supplements or 'none'}; they settle what the text leaves open.",
        f"SHA-256 of the law's files: {rules.law_hash}.",
        "Written by wortlaut" + (f" {version}" if version else "") + "; it needs nothing but "
        "Python. Do not edit it: change the law, and write it again"
        + (f" with: {command}" if command else "."),
        "game = Game(); state = game.initial().state; game.lawful(state); "
        "game.why_not(state, value); game.apply(state, value).state",
    ]
    return docstring(told, 0)


def _heading(rules: RuleSet, version: str) -> Lines:
    values: tuple[object, ...] = (
        rules.law,
        rules.language,
        rules.law_hash,
        dict(sorted(rules.readings.items())),
        {one.id: one.reason for one in rules.supplements},
        version,
    )
    types = ("str", "str", "str", "dict[str, str]", "dict[str, str]", "str")
    lines: Lines = []
    for name, type, value in zip(_HEADING, types, values, strict=True):
        lines += statement(f"{name}: {type} = ", as_code(value))
    return lines


# The law and its game.


def _law(rules: RuleSet, declarations: Declarations, writers: Sequence[FlowWriter]) -> list[Lines]:
    blocks = [declarations.table(), declarations.states()]
    blocks += [declarations.definition(one) for one in rules.definitions.values()]
    entries: list[Code] = []
    for at, norm in enumerate(rules.norms):
        lines, entry = declarations.norm(at, norm)
        blocks.append(lines)
        entries.append(entry)
    norms = statement("Table.NORMS = ", Items("()", tuple(entries)))
    blocks.append([*norms, *declarations.watched()])
    blocks += [writer.lines() for writer in writers]
    return blocks


def _game(
    rules: RuleSet,
    words: Vocabulary,
    chosen: Sequence[str],
    writers: Sequence[FlowWriter],
    turns: Sequence[dict[int, str]],
) -> list[Lines]:
    cited = {ref: dict(one.citations) for ref, one in rules.paragraphs.items()}
    sets = {
        one.id: (one.low, one.high, one.same_as, tuple(one.members)) for one in rules.sets.values()
    }
    records = [
        Entry(
            Atom(literal(one.id)),
            Items(
                "()",
                (
                    Atom(words.record(one.id)),
                    as_code(tuple((field.id, field.low, field.high) for field in one.fields)),
                ),
            ),
        )
        for one in rules.records.values()
    ]
    parameters = [
        Entry(
            Atom(literal(one.id)),
            Items(
                "()",
                (
                    words.type_data(one.type),
                    Atom("None" if one.default is None else number(one.default)),
                ),
            ),
        )
        for one in rules.parameters.values()
    ]
    law = call(
        "Law",
        Atom("LANGUAGE"),
        Keyword("sets", as_code(sets)),
        Keyword("records", Items("{}", tuple(records))),
        Keyword("parameters", Items("{}", tuple(parameters))),
        Keyword("citations", Atom("Table.CITATIONS")),
        Keyword("table", Atom("Table")),
    )
    flows = tuple(
        Entry(Atom(literal(flow)), flow_entry(writer, turning))
        for flow, writer, turning in zip(chosen, writers, turns, strict=True)
    )
    return [
        statement("Table.CITATIONS = ", as_code(cited)),
        statement("FLOWS = ", Items("{}", flows)),
        statement("RULES = ", law),
        [
            "class Game(WholeGame):",
            '    """The law, to be played by. ``flow``: which of its procedures."""',
            "",
            "    def __init__(",
            "        self,",
            "        sizes: Mapping[str, int] | None = None,",
            "        parameters: Mapping[str, Value] | None = None,",
            f"        flow: str = {literal(chosen[0])},",
            "    ) -> None:",
            "        super().__init__(RULES, FLOWS, flow, sizes, parameters)",
        ],
    ]
