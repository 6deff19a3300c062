"""Which concepts a place gives something to, which it uses, and which places it refers to.

Receives a place of one version with its entries as they are written, under every
reading; hands on concept ids and short references. Names that mean no concept are
variables.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from compiler import tree as t
from compiler.references import references_in
from compiler.units import Place, short
from runtime.ruleset.model import Model

_DECLARED = (
    t.SetDeclaration,
    t.RecordDeclaration,
    t.StateDeclaration,
    t.RoleDeclaration,
    t.ParameterDeclaration,
    t.DefinitionItem,
    t.FlowItem,
)


class Mentions(Model):
    """What one place has to do with concepts and with other places.

    ``given`` maps the concepts that it declares, or gives a case, a part or a rule, to
    what it gives; ``used`` are those whose meaning it takes from elsewhere or states
    itself. ``wording`` are the places that its text refers to, ``encoding`` those that
    its entries name.
    """

    given: dict[str, str]
    used: tuple[str, ...]
    wording: tuple[str, ...]
    encoding: tuple[str, ...]


def mentions(place: Place, words: Mapping[str, str], code: str) -> Mentions:
    """The mentions of ``place``; ``words`` maps words of its language ``code`` to concepts."""
    given: dict[str, str] = {}
    used: list[str] = []
    named: list[str] = []
    items = tuple(item for passage in place.passages for item in passage.items)
    for role, word in _names(items):
        concept = words.get(word)
        if concept is not None and role is not None:
            given.setdefault(concept, role)
        elif concept is not None:
            used.append(concept)
    named += (short(reference.path) for reference in _references(items))
    return Mentions(
        given=given,
        used=tuple(dict.fromkeys(used)),
        wording=tuple(dict.fromkeys(map(short, references_in(place.text, code, place.path)))),
        encoding=tuple(dict.fromkeys(named)),
    )


def used_in(place: Place, words: Mapping[str, str]) -> Iterator[str]:
    """The concepts that ``place`` uses, as in :class:`Mentions`, with repetitions."""
    for passage in place.passages:
        for role, word in _names(passage.items):
            if role is None and word in words:
                yield words[word]


def names_in(node: Any) -> Iterator[str]:
    """Every name in a tree, or in several."""
    yield from (word for _, word in _names(node))


def _names(node: Any) -> list[tuple[str | None, str]]:
    """Every name in ``node``, with what is given to it there; None: it is used."""
    found: list[tuple[str | None, str]] = []
    _note_names(node, found)
    return found


def _note_names(node: Any, found: list[tuple[str | None, str]]) -> None:
    if isinstance(node, tuple):
        for part in node:
            _note_names(part, found)
    elif isinstance(node, t.Name):
        found.append((None, node.text))
    elif isinstance(node, Model):
        own = dict(_given(node))
        hidden = ("point", "name") if isinstance(node, (t.ReadingItem, t.ReadingStatement)) else ()
        found.extend((role, word) for word, role in own.items())
        for field, value in node:
            if field in hidden or (isinstance(value, t.Name) and value.text in own):
                continue
            if isinstance(value, (tuple, Model)):
                _note_names(value, found)


def _given(node: Model) -> Iterator[tuple[str, str]]:
    """The words to which ``node`` itself gives something, and what."""
    if isinstance(node, _DECLARED):
        yield node.name.text, node.kind
    if isinstance(node, t.SetDeclaration):
        yield from ((member.text, "member") for member in node.members)
    elif isinstance(node, t.FieldTree):
        yield node.name.text, "field"
    elif isinstance(node, t.RuleItem):
        yield node.decision.text, "decision"
    elif isinstance(node, t.GapStatement):
        yield node.gap.text, "gap"


def _references(node: Any) -> Iterator[t.Reference]:
    if isinstance(node, tuple):
        for part in node:
            yield from _references(part)
    elif isinstance(node, t.Reference):
        yield node
    elif isinstance(node, Model) and not isinstance(node, t.Foreign):
        for field in type(node).model_fields:
            yield from _references(getattr(node, field))
