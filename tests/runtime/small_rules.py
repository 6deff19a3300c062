"""Small invented rule sets, built by hand, that exercise the runtime.

Short names for the model's classes keep a rule set readable as a whole.
"""

from typing import Any

from runtime.ruleset.expressions import (
    AllOf,
    Apply,
    Binary,
    Binder,
    Criterion,
    Expr,
    Interval,
    MakeRecord,
    Nothing,
    NumberConstant,
    Quantified,
    Read,
    Select,
    SetDisplay,
    TruthConstant,
    Variable,
)
from runtime.ruleset.ruleset import (
    DeclaredRecord,
    DeclaredSet,
    Flow,
    Norm,
    Paragraph,
    Parameter,
    Part,
    RecordField,
    Rule,
    RuleSet,
    StateVariable,
)
from runtime.ruleset.statements import (
    Assign,
    ByActor,
    ByChance,
    Choose,
    Each,
    End,
    Stmt,
    Update,
)
from runtime.ruleset.types import Element, Number, Optional, Record, Truth, Type

TRUE = TruthConstant(value=True)
FALSE = TruthConstant(value=False)
PLAYER = Element(set="player")
PLAYERS = AllOf(set="player")
SMALL = Number(low=0, high=9)


def n(value: int) -> NumberConstant:
    return NumberConstant(value=value)


def v(name: str) -> Variable:
    return Variable(name=name)


def read(state: str, *arguments: Expr) -> Read:
    return Read(state=state, arguments=arguments)


def apply(definition: str, *arguments: Expr) -> Apply:
    return Apply(definition=definition, arguments=arguments)


def op(left: Expr, operator: Any, right: Expr) -> Binary:
    return Binary(operator=operator, left=left, right=right)


def over(
    name: str,
    item: Type,
    domain: Expr,
    condition: Expr | None = None,
    order: tuple[Criterion, ...] = (),
) -> Binder:
    return Binder(names=(name,), item=item, domain=domain, condition=condition, order=order)


def numbers(*values: int) -> SetDisplay:
    return SetDisplay(item=SMALL, items=tuple(n(value) for value in values))


def put(
    state: str, *arguments: Expr, to: Expr, ref: str = "1", supplement: str | None = None
) -> Assign:
    update = Update(state=state, arguments=arguments, value=to)
    return Assign(ref=ref, updates=(update,), supplement=supplement)


def end(outcome: str = "over", ref: str = "9") -> End:
    return End(ref=ref, outcome=outcome)


def flow(id: str, *body: Stmt, result: Type | None = None, **parameters: Type) -> Flow:
    declared = tuple(Parameter(name=name, type=type) for name, type in parameters.items())
    part = Part(ref="1", body=body)
    return Flow(id=id, parameters=declared, result=result, parts=(part,))


def rule(ref: str, guard: Expr, *body: Stmt, **more: Any) -> Rule:
    return Rule(decision="verdict", ref=ref, guard=guard, body=body, **more)


def choose(name: str, domain: Expr, *, type: Type = SMALL, by: Any = None, **more: Any) -> Choose:
    more.setdefault("ref", "2")
    return Choose(name=name, type=type, domain=domain, by=by or ByChance(stream="lots"), **more)


def rule_set(*flows: Flow, **more: Any) -> RuleSet:
    """A rule set with two or three players, a number and a truth in the state, and the flows."""
    refs = ("1", "2", "3", "3.1", "4", "5", "9", "10", "10.1", "10.1.a", "11")
    whole: dict[str, Any] = {
        "law": "small",
        "language": "de",
        "law_hash": "0" * 64,
        "readings": {},
        "supplements": (),
        "paragraphs": {
            ref: Paragraph(ref=ref, citations={"de": f"Art. {ref}", "fr": f"art. {ref}"}, text="")
            for ref in refs
        },
        "terms": {},
        "sets": {"player": DeclaredSet(id="player", ref="1", low=2, high=3)},
        "records": {},
        "states": {
            "count": StateVariable(id="count", ref="1", domain=(), type=SMALL, initial=0),
            "flag": StateVariable(id="flag", ref="1", domain=(), type=Truth()),
            "score": StateVariable(id="score", ref="1", domain=("player",), type=SMALL, initial=0),
        },
        "parameters": {},
        "roles": ("umpire",),
        "definitions": {},
        "norms": (),
        "permissions": (),
        "decisions": {},
        "flows": {one.id: one for one in flows},
    }
    return RuleSet(**(whole | more))


def add_to_count(amount: Expr, ref: str = "1") -> Assign:
    return put("count", to=op(read("count"), "add", amount), ref=ref)


def counter_game() -> RuleSet:
    """Players throw in turn a die of three sides until the count reaches five; the thrower scores.

    A throw is followed by the thrower's free choice to take back one.
    """
    turn: tuple[Stmt, ...] = (
        choose("die", Interval(low=n(1), high=n(3)), ref="3"),
        add_to_count(v("die"), "3.1"),
        choose(
            "back",
            numbers(1),
            by=ByActor(element=v("p")),
            optional=True,
            ref="4",
            body=(put("count", to=op(read("count"), "subtract", v("back")), ref="4"),),
        ),
        put("score", v("p"), to=op(read("score", v("p")), "add", n(1)), ref="5"),
    )
    rounds = Each(
        ref="2",
        name="p",
        item=PLAYER,
        domain=PLAYERS,
        order="in_turn",
        until=op(read("count"), "at_least", n(5)),
        body=turn,
    )
    return rule_set(flow("game", rounds, end("count")))


STRIP = Record(record="spot")


def strip_game() -> RuleSet:
    """Two tokens on a strip of three spots, which may not share one; the players move in turn.

    Each is put by its player, then each moves twice or stays; then the game is over.
    """
    spots = Select(
        binder=over(
            "s",
            STRIP,
            SetDisplay(
                item=STRIP,
                items=tuple(MakeRecord(record="spot", items=(n(at),)) for at in (1, 2, 3)),
            ),
        )
    )
    together = Quantified(
        quantifier="some",
        binder=Binder(names=("k", "l"), item=PLAYER, domain=PLAYERS, distinct=True),
        body=op(
            op(read("spot_of", v("k")), "unequal", Nothing()),
            "and",
            op(read("spot_of", v("k")), "equal", read("spot_of", v("l"))),
        ),
    )
    place = Each(
        ref="2",
        name="p",
        item=PLAYER,
        domain=PLAYERS,
        order="in_turn",
        body=(
            choose("to", spots, type=STRIP, by=ByActor(element=v("p"))),
            put("spot_of", v("p"), to=v("to"), ref="2"),
        ),
    )
    move = Each(
        ref="4",
        name="q",
        item=PLAYER,
        domain=PLAYERS,
        order="open",
        body=(
            choose(
                "go",
                spots,
                type=STRIP,
                by=ByActor(element=v("q")),
                optional=True,
                ref="4",
                body=(put("spot_of", v("q"), to=v("go"), ref="4"),),
            ),
        ),
    )
    return rule_set(
        flow("game", place, move, end()),
        records={
            "spot": DeclaredRecord(
                id="spot", ref="1", fields=(RecordField(id="at", low=1, high=3),)
            )
        },
        states={
            "spot_of": StateVariable(
                id="spot_of", ref="1", domain=("player",), type=Optional(item=STRIP)
            )
        },
        norms=(Norm(ref="3.1", forbidden=together),),
    )


def tie_break() -> RuleSet:
    """The player with the highest score leads; of several, nobody is named who picks one."""
    leaders = Select(
        binder=over(
            "p",
            PLAYER,
            PLAYERS,
            order=(Criterion(direction="largest", key=read("score", v("p"))),),
        )
    )
    return rule_set(
        flow(
            "game",
            choose("leader", leaders, type=PLAYER, by={"kind": "nobody"}, ref="11"),
            put("leads", to=v("leader"), ref="11"),
            end("leads"),
        ),
        states={
            "score": StateVariable(id="score", ref="1", domain=("player",), type=SMALL, initial=0),
            "leads": StateVariable(id="leads", ref="11", domain=(), type=Optional(item=PLAYER)),
        },
    )
