"""Sizes: how many members each declared set has in a game."""

from collections.abc import Iterator, Mapping
from itertools import product

from runtime.ruleset.ruleset import RuleSet


class BadSize(ValueError):
    """A size that the law does not allow, or one asked of a set that it does not know."""


def sizes(rules: RuleSet, requested: Mapping[str, int] | None = None) -> dict[str, int]:
    """The size of every set, by set id, in the order of the law.

    ``requested`` gives sizes for some sets. A set that is ``same_as`` another
    has that one's size, whichever of them is requested. What is not requested
    has the lowest size the law allows. Raises :class:`BadSize`.
    """
    asked = dict(requested or {})
    for set_id, size in asked.items():
        if set_id not in rules.sets:
            raise BadSize(f"there is no set {set_id!r}; there are: {', '.join(rules.sets)}")
        if isinstance(size, bool) or not isinstance(size, int):
            raise BadSize(f"the size of {set_id!r} must be a whole number, not {size!r}")
    chosen: dict[str, tuple[int, str]] = {}
    for set_id in rules.sets:
        if set_id not in asked:
            continue
        size, origin = asked[set_id], source(rules, set_id)
        before = chosen.setdefault(origin, (size, set_id))
        if before[0] != size:
            raise BadSize(
                f"{before[1]!r} and {set_id!r} have equally many members: "
                f"{before[0]} and {size} do not fit"
            )
    result = {}
    for set_id in rules.sets:
        origin = source(rules, set_id)
        size = chosen[origin][0] if origin in chosen else rules.sets[origin].low
        declared = rules.sets[set_id]
        if not declared.low <= size <= declared.high:
            allowed = (
                f"exactly {declared.low}"
                if declared.low == declared.high
                else f"{declared.low} to {declared.high}"
            )
            raise BadSize(f"{set_id!r} has {allowed} members, not {size}")
        result[set_id] = size
    return result


def source(rules: RuleSet, set_id: str) -> str:
    """The set that decides on the size of ``set_id``: the end of its ``same_as`` links."""
    seen = [set_id]
    while (same := rules.sets[seen[-1]].same_as) is not None:
        if same in seen or same not in rules.sets:
            raise BadSize(
                f"the sizes of {', '.join(seen)} depend on {same!r} in a circle or on "
                "a set that is not there"
            )
        seen.append(same)
    return seen[-1]


def sizes_left_open(rules: RuleSet) -> tuple[str, ...]:
    """The sets whose size a game chooses, where the law has one such choice only."""
    free = [s.id for s in rules.sets.values() if s.same_as is None and s.low < s.high]
    return tuple(free) if len(free) == 1 else ()


def all_sizes(rules: RuleSet) -> Iterator[dict[str, int]]:
    """Every assignment of sizes that the law allows, smallest first."""
    free = [s.id for s in rules.sets.values() if s.same_as is None]
    ranges = [range(rules.sets[s].low, rules.sets[s].high + 1) for s in free]
    for combination in product(*ranges):
        try:
            yield sizes(rules, dict(zip(free, combination, strict=True)))
        except BadSize:
            # A set with the same size as another may have narrower limits of its own.
            continue
