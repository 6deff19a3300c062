"""The small changes of one piece of a rule set: each as the piece would then be, and in words.

A change concerns the piece itself; :mod:`verify.mutation.mutants` walks through all pieces.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from runtime.ruleset import expressions as ex
from runtime.ruleset import statements as st
from runtime.ruleset import types as ty
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Case, DeclaredSet, Norm, RecordField, Rule, RuleSet
from verify.mutation.wording import (
    SIGNS,
    worded,
    worded_binder,
    worded_criterion,
    worded_update,
)

Kind = Literal[
    "drop_guard",
    "drop_condition",
    "change_comparison",
    "shift_number",
    "swap_direction",
    "swap_quantifier",
    "swap_branches",
    "drop_criterion",
    "drop_precedence",
    "drop_update",
    "drop_call",
    "drop_norm",
    "drop_rule",
    "drop_distinct",
]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of changes; ``docs/verification.md`` says what each of them is."""

_NONE = "-"
"""What stands in the place of a piece that is dropped."""

_WEAKER_OR_STRONGER = {
    "less": ("at_most",),
    "at_most": ("less",),
    "greater": ("at_least",),
    "at_least": ("greater",),
}
_NEGATED = {"equal": "unequal", "unequal": "equal"}
_AS_NUMBERS = {"equal": ("at_least", "at_most")}
_TURNED = {"smallest": "largest", "largest": "smallest", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Change:
    """A change of one piece: ``item`` in its place (None: nothing), and what both say in short."""

    kind: Kind
    before: str
    after: str
    item: Model | None


def changes(item: Model, rules: RuleSet) -> Iterator[Change]:
    """The changes of ``item`` that leave something in its place, in a fixed order."""
    match item:
        case Rule(guard=guard):
            if guard != _ALWAYS:
                yield _change("drop_guard", worded(guard), worded(None), item, guard=_ALWAYS)
            yield from _without_precedence(item)
        case Case(guard=guard):
            if guard is not None:
                yield _change("drop_guard", worded(guard), worded(None), item, guard=None)
            yield from _without_precedence(item)
        case st.If(condition=condition, then=then, otherwise=otherwise):
            yield _change("drop_guard", worded(condition), worded(None), item, condition=_ALWAYS)
            shown = f"if {worded(condition)}"
            turned = {"then": otherwise, "otherwise": then}
            yield _change("swap_branches", shown, f"{shown} not", item, **turned)
        case ex.IfThenElse(then=then, otherwise=otherwise):
            after = item.model_copy(update={"then": otherwise, "otherwise": then})
            yield Change("swap_branches", worded(item), worded(after), after)
        case st.Assign(updates=updates) if len(updates) > 1:
            for at, update in enumerate(updates):
                rest = (*updates[:at], *updates[at + 1 :])
                yield _change("drop_update", worded_update(update), _NONE, item, updates=rest)
        case st.Repeat(times=int(times)):
            for shifted in (times - 1, times + 1):
                yield _change("shift_number", f"{times}", f"{shifted}", item, times=shifted)
        case ex.Binary():
            yield from _of_binary(item, rules)
        case ex.Binder():
            yield from _of_binder(item)
        case ex.Criterion(direction=direction, key=key):
            shown = worded(key)
            turned_to = _TURNED[direction]
            yield _change(
                "swap_direction",
                worded_criterion(item),
                f"{turned_to} {shown}",
                item,
                direction=turned_to,
            )
        case ex.Extreme(direction=direction):
            yield _in_words("swap_direction", item, direction=_TURNED[direction])
        case ex.MinMax(operator=operator):
            yield _in_words("swap_direction", item, operator=_TURNED[operator])
        case ex.Quantified(quantifier=quantifier):
            other = "some" if quantifier == "every" else "every"
            yield _in_words("swap_quantifier", item, quantifier=other)
        case ex.NumberConstant(value=value):
            for shifted in (value - 1, value + 1):
                yield _in_words("shift_number", item, value=shifted)
        case DeclaredSet() | RecordField():
            yield from _of_bounds(item)
        case _:
            pass


def dropped(item: Model, beside: int) -> Change | None:
    """What it is to leave ``item`` out of a list in which ``beside`` others stand."""
    match item:
        case Norm(forbidden=forbidden):
            return Change("drop_norm", worded(forbidden), _NONE, None)
        case Rule(guard=guard) | Case(guard=guard) if beside:
            return Change("drop_rule", f"when {worded(guard)}", _NONE, None)
        case ex.Criterion():
            return Change("drop_criterion", worded_criterion(item), _NONE, None)
        case st.Assign(updates=(update,)):
            return Change("drop_update", worded_update(update), _NONE, None)
        case st.Call(flow=flow, result=None):
            return Change("drop_call", flow, _NONE, None)
        case _:
            return None


_ALWAYS = ex.TruthConstant(value=True)


def _change(kind: Kind, before: str, after: str, item: Model, **update: object) -> Change:
    return Change(kind, before, after, item.model_copy(update=update))


def _in_words(kind: Kind, item: ex.Expr, **update: object) -> Change:
    after = item.model_copy(update=update)
    return Change(kind, worded(item), worded(after), after)


def _without_precedence(item: Rule | Case) -> Iterator[Change]:
    for field, says in (("departs_from", "departs from"), ("yields_to", "yields to")):
        names: tuple[str, ...] = getattr(item, field)
        for at, name in enumerate(names):
            rest = {field: (*names[:at], *names[at + 1 :])}
            yield _change("drop_precedence", f"{says} {name}", _NONE, item, **rest)


def _of_binary(item: ex.Binary, rules: RuleSet) -> Iterator[Change]:
    if item.operator in ("and", "or"):
        for kept in (item.right, item.left):
            yield Change("drop_condition", worded(item), worded(kept), kept)
        return
    others: tuple[str, ...] = _WEAKER_OR_STRONGER.get(item.operator, ())
    if item.operator in _NEGATED:
        number = is_number(item.left, rules) or is_number(item.right, rules)
        others = _AS_NUMBERS.get(item.operator, ()) if number else ()
        others = (*others, _NEGATED[item.operator])
    for other in others:
        before, after = (
            f"{worded(item.left)} {SIGNS[operator]} {worded(item.right)}"
            for operator in (item.operator, other)
        )
        yield _change("change_comparison", before, after, item, operator=other)


def _of_binder(item: ex.Binder) -> Iterator[Change]:
    shown = worded_binder(item)
    if item.distinct:
        after = item.model_copy(update={"distinct": False})
        yield Change("drop_distinct", shown, worded_binder(after), after)
    if item.condition is not None:
        after = item.model_copy(update={"condition": None})
        yield Change("drop_condition", shown, worded_binder(after), after)


def _of_bounds(item: DeclaredSet | RecordField) -> Iterator[Change]:
    if isinstance(item, DeclaredSet) and (item.members or item.same_as is not None):
        return
    low, high = item.low, item.high
    bounds = [(low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1)]
    if low == high:
        bounds = [(low - 1, low - 1), (low + 1, low + 1)]
    for one, other in bounds:
        if one <= other and (one >= 1 or isinstance(item, RecordField)):
            before, after = f"{item.id} {low}..{high}", f"{item.id} {one}..{other}"
            yield _change("shift_number", before, after, item, low=one, high=other)


def is_number(item: ex.Expr, rules: RuleSet) -> bool:
    """Whether the value of ``item`` is a number, as far as that can be seen from itself."""
    match item:
        case ex.Read(state=name):
            declared = rules.states.get(name) or rules.parameters[name]
            return isinstance(declared.type, ty.Number)
        case ex.Apply(definition=name):
            return isinstance(rules.definitions[name].type, ty.Number)
        case ex.Binary(operator=operator):
            return operator in ("add", "subtract", "multiply", "divide")
        case ex.Unary(operator=operator):
            return operator != "not"
        case (
            ex.NumberConstant() | ex.FieldOf() | ex.MinMax() | ex.Count() | ex.Sum() | ex.Extreme()
        ):
            return True
        case _:
            return False
