"""Random well-typed expressions over one small world, as hypothesis strategies."""

from typing import Any

from hypothesis import strategies as st

from runtime.ruleset import expressions as e
from runtime.ruleset.ruleset import (
    Case,
    DeclaredRecord,
    Definition,
    Parameter,
    RecordField,
    RuleSet,
    StateVariable,
)
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth, Type
from tests.runtime.small_rules import FALSE, PLAYER, apply, n, op, read, rule_set, v

NUMBER = Number(low=-99, high=99, fraction=True)
SPOT = Record(record="spot")
MAYBE = Optional(item=SPOT)

_STATES = {
    "count": StateVariable(id="count", ref="1", domain=(), type=Number(low=0, high=4)),
    "flag": StateVariable(id="flag", ref="1", domain=("player",), type=Truth()),
    "spot_of": StateVariable(id="spot_of", ref="1", domain=("player",), type=MAYBE),
    "grid": StateVariable(
        id="grid", ref="1", domain=("player", "player"), type=Number(low=0, high=4)
    ),
}

_RIVALS = Definition(
    id="rivals",
    parameters=(Parameter(name="x", type=NUMBER),),
    type=NUMBER,
    cases=(
        Case(ref="10.1", guard=op(v("x"), "greater", n(0)), value=n(1)),
        Case(ref="10.2", guard=op(v("x"), "less", read("count")), value=n(2)),
        Case(ref="11", guard=op(v("x"), "at_least", n(3)), value=n(3), departs_from=("10",)),
        Case(ref="12", guard=op(v("x"), "at_most", n(-3)), value=n(4), yields_to=("10.2",)),
    ),
)
_NEARNESS = Definition(
    id="nearness",
    parameters=(Parameter(name="p", type=PLAYER), Parameter(name="q", type=PLAYER)),
    type=NUMBER,
    cases=(
        Case(
            ref="8.1",
            guard=None,
            value=e.Unary(
                operator="absolute",
                item=op(
                    e.FieldOf(
                        record="spot", field="at", item=e.Unwrap(item=read("spot_of", v("p")))
                    ),
                    "subtract",
                    e.FieldOf(
                        record="spot", field="at", item=e.Unwrap(item=read("spot_of", v("q")))
                    ),
                ),
            ),
        ),
    ),
)


def world() -> RuleSet:
    """Players, spots with two numbers, and two definitions that have gaps and conflicts."""
    fields = (RecordField(id="at", low=1, high=3), RecordField(id="up", low=0, high=2))
    return rule_set(
        states=_STATES,
        records={"spot": DeclaredRecord(id="spot", ref="1", fields=fields)},
        definitions={"rivals": _RIVALS, "nearness": _NEARNESS},
    )


@st.composite
def expressions(
    draw: Any, type: Type, depth: int = 3, scope: tuple[tuple[str, Type], ...] = ()
) -> Any:
    """An expression of ``type`` over the variables in ``scope``."""

    def sub(of: Type, bound: tuple[tuple[str, Type], ...] = ()) -> Any:
        return draw(expressions(of, depth - 1, scope + bound))

    names = [name for name, of in scope if of == type]
    if names and draw(st.booleans()):
        return v(draw(st.sampled_from(names)))
    if depth <= 0:
        return draw(_leaf(type))

    def binder(item: Type, length: int = 1, ordered: bool = True) -> tuple[e.Binder, Any]:
        start = len(scope)
        new = tuple(f"b{start + i}" for i in range(length))
        inner = tuple((name, item) for name in new)
        order: tuple[e.Criterion, ...] = ()
        if ordered and length == 1 and draw(st.booleans()):
            order = tuple(
                e.Criterion(
                    direction=draw(st.sampled_from(["smallest", "largest"])),
                    key=sub(NUMBER, inner),
                )
                for _ in range(draw(st.integers(1, 2)))
            )
        condition = sub(Truth(), inner) if draw(st.booleans()) else None
        made = e.Binder(
            names=new,
            item=item,
            domain=sub(SetOf(item=item)),
            distinct=length > 1 and draw(st.booleans()),
            condition=condition,
            order=order,
        )
        return made, inner

    item = draw(st.sampled_from([PLAYER, SPOT, NUMBER, MAYBE]))
    length = draw(st.integers(1, 2))
    kinds: list[str]
    match type:
        case Truth():
            kinds = ["compare", "equal", "logic", "not", "is_set", "member", "quantified", "flag"]
        case Number():
            kinds = [
                "arithmetic",
                "unary",
                "minmax",
                "count",
                "sum",
                "extreme",
                "field",
                "grid",
                "rivals",
                "nearness",
            ]
        case Element():
            kinds = ["the", "first"]
        case Record():
            kinds = ["make", "unwrap", "the", "first"]
        case Optional():
            kinds = ["spot_of", "plain"]
        case _:
            kinds = ["display", "select", "without", "whole"]
    kind = draw(st.sampled_from([*kinds, "if"]))
    match kind:
        case "if":
            return e.IfThenElse(condition=sub(Truth()), then=sub(type), otherwise=sub(type))
        case "compare":
            operator = draw(st.sampled_from(["less", "at_most", "greater", "at_least"]))
            return op(sub(NUMBER), operator, sub(NUMBER))
        case "equal":
            other = draw(st.sampled_from([item, SetOf(item=item)]))
            left, right = (other, SPOT) if other == MAYBE else (other, other)
            return op(sub(left), draw(st.sampled_from(["equal", "unequal"])), sub(right))
        case "logic":
            operator = draw(st.sampled_from(["and", "or", "implies"]))
            return op(sub(Truth()), operator, sub(Truth()))
        case "not":
            return e.Unary(operator="not", item=sub(Truth()))
        case "is_set":
            return e.IsSet(item=sub(MAYBE))
        case "member":
            return e.Member(item=sub(item), of=sub(SetOf(item=item)))
        case "quantified":
            made, inner = binder(item, length)
            quantifier = draw(st.sampled_from(["every", "some"]))
            return e.Quantified(quantifier=quantifier, binder=made, body=sub(Truth(), inner))
        case "flag":
            return read("flag", sub(PLAYER))
        case "arithmetic":
            operator = draw(st.sampled_from(["add", "subtract", "multiply", "divide"]))
            return op(sub(NUMBER), operator, sub(NUMBER))
        case "unary":
            operator = draw(st.sampled_from(["negate", "absolute"]))
            return e.Unary(operator=operator, item=sub(NUMBER))
        case "minmax":
            items = tuple(sub(NUMBER) for _ in range(draw(st.integers(2, 3))))
            return e.MinMax(operator=draw(st.sampled_from(["min", "max"])), items=items)
        case "count":
            return e.Count(binder=binder(item, length)[0])
        case "sum":
            made, inner = binder(item, length)
            return e.Sum(binder=made, body=sub(NUMBER, inner))
        case "extreme":
            made, inner = binder(item, length)
            direction = draw(st.sampled_from(["smallest", "largest"]))
            return e.Extreme(direction=direction, binder=made, body=sub(NUMBER, inner))
        case "field":
            return e.FieldOf(
                record="spot", field=draw(st.sampled_from(["at", "up"])), item=sub(SPOT)
            )
        case "grid":
            return read("grid", sub(PLAYER), sub(PLAYER))
        case "rivals":
            return apply("rivals", sub(NUMBER))
        case "nearness":
            return apply("nearness", sub(PLAYER), sub(PLAYER))
        case "the":
            made, _ = binder(type)
            return e.The(binder=made, otherwise=sub(type) if draw(st.booleans()) else None)
        case "first":
            return e.First(of=sub(SetOf(item=type)))
        case "make":
            return e.MakeRecord(record="spot", items=(sub(NUMBER), sub(NUMBER)))
        case "unwrap":
            return e.Unwrap(item=sub(MAYBE))
        case "spot_of":
            return read("spot_of", sub(PLAYER))
        case "plain":
            return sub(SPOT)
        case _ if isinstance(type, SetOf):
            return draw(_sets(kind, type.item, sub, binder))
        case _:
            return draw(_leaf(type))


@st.composite
def _sets(draw: Any, kind: str, item: Type, sub: Any, binder: Any) -> Any:
    match kind:
        case "select":
            return e.Select(binder=binder(item)[0])
        case "without":
            return e.Without(of=sub(SetOf(item=item)), item=sub(item))
        case "display":
            items = tuple(sub(item) for _ in range(draw(st.integers(0, 3))))
            return e.SetDisplay(item=item, items=items)
        case _:
            return draw(_leaf(SetOf(item=item)))


def _leaf(type: Type) -> st.SearchStrategy[Any]:
    match type:
        case Truth():
            return st.sampled_from([FALSE, e.TruthConstant(value=True), read("flag", n(1))])
        case Number():
            return st.sampled_from([n(0), n(1), n(3), n(-3), read("count")])
        case Element():
            return st.builds(e.ElementConstant, set=st.just("player"), index=st.integers(0, 1))
        case Record():
            return st.sampled_from(
                [
                    e.MakeRecord(record="spot", items=(n(a), n(b)))
                    for a, b in ((1, 0), (3, 2), (4, 0))
                ]
            )
        case Optional():
            return st.sampled_from([e.Nothing(), read("spot_of", n(0)), read("spot_of", n(1))])
        case SetOf(item=item):
            return _leaf_set(item)


def _leaf_set(item: Type) -> st.SearchStrategy[Any]:
    match item:
        case Element():
            return st.just(e.AllOf(set="player"))
        case Number():
            return st.builds(e.Interval, low=st.just(n(-1)), high=st.sampled_from([n(-3), n(2)]))
        case _:
            items = st.lists(_leaf(item), max_size=3).map(tuple)
            return st.builds(e.SetDisplay, item=st.just(item), items=items)
