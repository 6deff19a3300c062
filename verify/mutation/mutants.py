"""Mutants: a rule set with one small change, and all of them in a fixed order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import DeclaredSet, RuleSet
from runtime.ruleset.statements import Choose, Each
from runtime.ruleset.types import TypeNode
from runtime.sizes import source
from verify.mutation.changes import KINDS, Change, Kind, changes, dropped

MUTANT = "mutant."
"""How the ids of mutants begin."""

_WALKED = ("sets", "records", "definitions", "norms", "decisions", "flows")
"""The parts of a rule set that say something that could be said otherwise."""


@dataclass(frozen=True)
class Key:
    """What tells a change from others, under other readings and supplements too.

    ``owner`` is the definition, decision, flow … it is in; ``number`` counts, from
    1, changes that are alike in all else.
    """

    kind: Kind
    ref: str
    owner: str
    before: str
    after: str
    number: int


@dataclass(frozen=True)
class Mutant:
    """The rule set ``rules`` with the one change ``key``.

    ``id``: ``mutant.kind.REF.n``, where n counts the changes of the kind in the paragraph,
    from 1. ``supplement``: the one that the changed piece comes from, if it does.
    """

    id: str
    key: Key
    supplement: str | None
    rules: RuleSet


@dataclass(frozen=True)
class _Place:
    """Where the walk is: the paragraph, the supplement, and what all that belongs to."""

    ref: str
    supplement: str | None
    owner: str

    def inside(self, item: Model) -> "_Place":
        # What stands in a turn whose order a supplement settles is still of the text.
        supplement = getattr(item, "supplement", self.supplement)
        return replace(self, ref=getattr(item, "ref", self.ref), supplement=supplement)


_Found = tuple[_Place, Change, RuleSet]


def mutants(rules: RuleSet, kinds: Iterable[Kind] = KINDS) -> list[Mutant]:
    """Every change of the kinds ``kinds`` in ``rules``, each in a rule set of its own.

    The order is that of the rule set; an id does not depend on ``kinds``.
    """
    wanted = set(kinds)
    numbers: dict[tuple[Kind, str], int] = {}
    alike: dict[Key, int] = {}
    found = []
    for place, change, changed in _of_rules(rules):
        of_kind = change.kind, place.ref
        numbers[of_kind] = numbers.get(of_kind, 0) + 1
        key = Key(change.kind, place.ref, place.owner, change.before, change.after, 0)
        alike[key] = alike.get(key, 0) + 1
        if change.kind in wanted:
            name = f"{MUTANT}{change.kind}.{place.ref}.{numbers[of_kind]}"
            mine = replace(key, number=alike[key])
            found.append(Mutant(name, mine, place.supplement, changed))
    return found


def _of_rules(rules: RuleSet) -> Iterator[_Found]:
    for field in _WALKED:
        value = getattr(rules, field)
        if isinstance(value, tuple):
            for place, change, items in _of_list(value, _Place("", None, field), rules):
                yield place, change, rules.model_copy(update={field: items})
            continue
        for name, item in value.items():
            at = _Place("", None, f"{field} {name}")
            several = isinstance(item, tuple)
            changed = _of_list(item, at, rules) if several else _of_item(item, at, rules)
            for place, change, other in changed:
                table = {**value, name: other}
                if isinstance(other, DeclaredSet):
                    table |= _followers(rules, name, other)
                yield place, change, rules.model_copy(update={field: table})


def _followers(rules: RuleSet, name: str, changed: DeclaredSet) -> dict[str, DeclaredSet]:
    """The sets that are as large as the set ``name``, with the bounds that it now has."""
    before = rules.sets[name]
    bounds = {"low": changed.low, "high": changed.high}
    return {
        one.id: one.model_copy(update=bounds)
        for one in rules.sets.values()
        if source(rules, one.id) == name != one.id
        and (one.low, one.high) == (before.low, before.high)
    }


def _of_item(item: Model, place: _Place, rules: RuleSet) -> Iterator[tuple[_Place, Change, object]]:
    """The changes in ``item``: of itself first, then of its parts; with what it then is."""
    place = place.inside(item)
    for change in changes(item, rules):
        yield place, change, change.item
    if isinstance(item, Each | Choose) and _is_settled(item, rules):
        place = replace(place, supplement=None)
    for field in type(item).model_fields:
        value = getattr(item, field)
        if isinstance(value, Model) and not isinstance(value, TypeNode):
            found = _of_item(value, place, rules)
        elif isinstance(value, tuple) and any(isinstance(one, Model) for one in value):
            found = _of_list(value, place, rules)
        else:
            continue
        for where, change, other in found:
            yield where, change, item.model_copy(update={field: other})


def _is_settled(item: Each | Choose, rules: RuleSet) -> bool:
    """Whether a supplement says of ``item`` only in which order, or who chooses."""
    settles = (f"order:{item.ref}", f"choice:{item.ref}")
    return any(one.id == item.supplement and one.gap in settles for one in rules.supplements)


def _of_list(
    items: Sequence[object], place: _Place, rules: RuleSet
) -> Iterator[tuple[_Place, Change, object]]:
    for at, item in enumerate(items):
        if not isinstance(item, Model) or isinstance(item, TypeNode):
            continue
        before, after = tuple(items[:at]), tuple(items[at + 1 :])
        gone = dropped(item, len(items) - 1)
        if gone is not None:
            yield place.inside(item), gone, (*before, *after)
        for where, change, other in _of_item(item, place, rules):
            yield where, change, (*before, other, *after)
