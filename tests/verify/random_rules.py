"""Random small rule sets, well typed and with flows: for tests that two readers agree.

The same number always gives the same rule set. There are two players, a small count,
scores, flags, a leader who may be missing and spots; flows with choices of every kind,
loops, decisions with precedence, calls, and definitions with gaps and conflicts. Most
ends are early, most state spaces small.
"""

from random import Random
from typing import Any

from runtime.ruleset import expressions as ex
from runtime.ruleset import statements as st
from runtime.ruleset import types as ty
from runtime.ruleset.properties import Always, LoopEnds, Never
from runtime.ruleset.ruleset import (
    Case,
    DeclaredRecord,
    DeclaredSet,
    Definition,
    Flow,
    LawParameter,
    Norm,
    Parameter,
    Part,
    RecordField,
    Rule,
    RuleSet,
    StateVariable,
)
from tests.runtime.small_rules import apply, n, op, over, read, rule_set, v

PLAYER = ty.Element(set="player")
PLAYERS = ex.AllOf(set="player")
SMALL = ty.Number(low=0, high=3)
SPOT = ty.Record(record="spot")
MAYBE = ty.Optional(item=PLAYER)
SOME = ty.SetOf(item=PLAYER)

REFS = ("2", "3", "3.1", "4", "5", "9", "10", "10.1", "11")

STATES = {
    state.id: state
    for state in (
        StateVariable(id="count", ref="1", domain=(), type=SMALL, initial=0),
        StateVariable(id="flag", ref="1", domain=("player",), type=ty.Truth()),
        StateVariable(id="score", ref="1", domain=("player",), type=SMALL, initial=1),
        StateVariable(id="leader", ref="1", domain=(), type=MAYBE),
        StateVariable(id="spot_of", ref="1", domain=("player",), type=ty.Optional(item=SPOT)),
    )
}

Names = tuple[tuple[str, ty.Type], ...]


class Maker:
    """Makes the parts of one rule set."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.used = 0
        self.parameters = self.random.random() < 0.3
        self.in_definition = False

    def one(self, *items: Any) -> Any:
        return self.random.choice(items)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def name(self) -> str:
        self.used += 1
        return f"x{self.used}"

    def ref(self) -> str:
        return str(self.one(*REFS))

    # Expressions.

    def bound(self, names: Names, type: ty.Type) -> list[ex.Expr]:
        return [v(name) for name, of in names if of == type]

    def truth(self, depth: int, names: Names = ()) -> ex.Expr:
        found = self.bound(names, ty.Truth())
        if found and self.chance(0.3):
            return self.one(*found)
        if depth <= 0:
            kinds = ["constant", "flag", "flag", "set", "compare", "setting"]
        else:
            kinds = ["flag", "compare", "compare", "logic", "not", "same", "every", "member", "set"]
            kinds += [] if self.in_definition else ["ready"]
        match self.one(*kinds):
            case "flag":
                return read("flag", self.element(depth - 1, names))
            case "compare":
                operator = self.one("less", "at_most", "greater", "at_least", "equal", "unequal")
                return op(self.number(depth - 1, names), operator, self.number(depth - 1, names))
            case "logic":
                operator = self.one("and", "or", "implies")
                return op(self.truth(depth - 1, names), operator, self.truth(depth - 1, names))
            case "not":
                return ex.Unary(operator="not", item=self.truth(depth - 1, names))
            case "same":
                left, right = self.one(
                    (read("leader"), self.element(0, names)),
                    (self.element(depth - 1, names), self.element(0, names)),
                    (read("spot_of", n_player(0)), read("spot_of", n_player(1))),
                    (self.players(depth - 1, names), self.players(0, names)),
                )
                return op(left, self.one("equal", "unequal"), right)
            case "every":
                binder, inner = self.binder(depth, names)
                quantifier = self.one("every", "some")
                body = self.truth(depth - 1, inner)
                return ex.Quantified(quantifier=quantifier, binder=binder, body=body)
            case "member":
                return ex.Member(
                    item=self.element(depth - 1, names), of=self.players(depth - 1, names)
                )
            case "set":
                place = read("spot_of", self.element(0, names))
                return ex.IsSet(item=self.one(read("leader"), place))
            case "ready":
                return apply("ready")
            case "setting" if self.parameters:
                return read("strict")
        return ex.TruthConstant(value=self.chance(0.5))

    def number(self, depth: int, names: Names = ()) -> ex.Expr:
        found = self.bound(names, SMALL)
        if found and self.chance(0.4):
            return self.one(*found)
        kinds = ["constant", "count", "score"]
        if depth > 0:
            kinds += ["add", "least", "absolute", "when", "how many", "sum", "extreme", "at"]
            kinds += [] if self.in_definition else ["worth", "worth"]
        match self.one(*kinds):
            case "count":
                return read("count")
            case "score":
                return read("score", self.element(depth - 1, names))
            case "add":
                left, right = self.number(depth - 1, names), self.number(depth - 1, names)
                return op(left, self.one("add", "subtract"), right)
            case "least":
                items = (self.number(depth - 1, names), self.number(depth - 1, names))
                return ex.MinMax(operator=self.one("min", "max"), items=items)
            case "absolute":
                return ex.Unary(
                    operator=self.one("absolute", "negate"), item=self.number(depth - 1, names)
                )
            case "when":
                return ex.IfThenElse(
                    condition=self.truth(depth - 1, names),
                    then=self.number(depth - 1, names),
                    otherwise=self.number(depth - 1, names),
                )
            case "how many":
                return ex.Count(binder=self.binder(depth, names)[0])
            case "sum":
                binder, inner = self.binder(depth, names)
                return ex.Sum(binder=binder, body=self.number(depth - 1, inner))
            case "extreme":
                binder, inner = self.binder(depth, names)
                direction = self.one("smallest", "largest")
                body = self.number(depth - 1, inner)
                return ex.Extreme(direction=direction, binder=binder, body=body)
            case "worth":
                return apply("worth", self.element(depth - 1, names))
            case "at":
                spot = read("spot_of", self.element(0, names))
                at = ex.FieldOf(record="spot", field="at", item=ex.Unwrap(item=spot))
                if self.chance(0.1):
                    return at
                return ex.IfThenElse(condition=ex.IsSet(item=spot), then=at, otherwise=n(0))
        return n(self.one(0, 1, 1, 2, 3, -1))

    def small(self, depth: int, names: Names = ()) -> ex.Expr:
        """A number from 0 to 3."""
        inner = self.number(depth, names)
        capped = ex.MinMax(operator="min", items=(inner, n(3)))
        return ex.MinMax(operator="max", items=(capped, n(0)))

    def element(self, depth: int, names: Names = ()) -> ex.Expr:
        found = self.bound(names, PLAYER)
        if found and self.chance(0.7):
            return self.one(*found)
        kinds = ["constant", "constant", "setting", *(["leader", "the"] if depth > 0 else [])]
        match self.one(*kinds):
            case "leader":
                leader = ex.Unwrap(item=read("leader"))
                if self.chance(0.1):
                    return leader
                there = ex.IsSet(item=read("leader"))
                return ex.IfThenElse(condition=there, then=leader, otherwise=n_player(0))
            case "the":
                otherwise = self.element(0, names) if self.chance(0.9) else None
                return ex.The(binder=self.binder(depth, names)[0], otherwise=otherwise)
            case "setting" if self.parameters:
                return read("host")
        return n_player(self.one(0, 1))

    def players(self, depth: int, names: Names = ()) -> ex.Expr:
        found = self.bound(names, SOME)
        if found and self.chance(0.3):
            return self.one(*found)
        if depth > 0 and self.chance(0.5):
            return ex.Select(binder=self.binder(depth, names)[0])
        if self.chance(0.3):
            items = tuple(self.element(0, names) for _ in range(self.one(0, 1, 2)))
            return ex.SetDisplay(item=PLAYER, items=items)
        return PLAYERS

    def binder(self, depth: int, names: Names) -> tuple[ex.Binder, Names]:
        name = self.name()
        inner = (*names, (name, PLAYER))
        condition = self.truth(depth - 1, inner) if self.chance(0.5) else None
        order = ()
        if self.chance(0.3):
            key = self.number(depth - 1, inner)
            order = (ex.Criterion(direction=self.one("smallest", "largest"), key=key),)
        domain = PLAYERS if self.chance(0.7) else self.players(depth - 1, names)
        return over(name, PLAYER, domain, condition, order), inner

    # Statements.

    def update(self, names: Names) -> st.Update:
        match self.one("count", "count", "score", "flag", "leader", "spot"):
            case "count":
                value = self.number(1, names) if self.chance(0.2) else self.small(1, names)
                return st.Update(state="count", value=value)
            case "score":
                place, value = self.element(1, names), self.small(1, names)
                return st.Update(state="score", arguments=(place,), value=value)
            case "flag":
                place, value = self.element(1, names), self.truth(1, names)
                return st.Update(state="flag", arguments=(place,), value=value)
            case "leader":
                return st.Update(
                    state="leader", value=self.one(ex.Nothing(), self.element(1, names))
                )
        low = 0 if self.chance(0.1) else 1
        made = ex.MakeRecord(record="spot", items=(n(self.one(low, 2)),))
        value = self.one(ex.Nothing(), made, made)
        return st.Update(state="spot_of", arguments=(self.element(1, names),), value=value)

    def block(self, depth: int, names: Names, most: int = 3, *, main: bool = True) -> Any:
        made: list[st.Stmt] = []
        for _ in range(self.random.randint(1, most)):
            statement, names = self.statement(depth, names, main=main)
            made.append(statement)
        return tuple(made)

    def statement(self, depth: int, names: Names, *, main: bool) -> tuple[st.Stmt, Names]:
        ref = self.ref()
        kinds = ["assign"] * 5 + ["choose"] * 4 + ["let", "announce"]
        if depth > 0:
            kinds += ["if", "if", "each", "repeat", "repeat", "decide"]
            kinds += ["call", "call"] if main else []
        if self.chance(0.04):
            kinds = ["end", "end", "gap", "again"]
        match self.one(*kinds):
            case "assign":
                return self.assign(ref, names), names
            case "choose":
                return self.choose(ref, depth, names, main=main)
            case "let":
                name = self.name()
                type, value = self.one(
                    (SMALL, self.small(1, names)),
                    (ty.Truth(), self.truth(2, names)),
                    (PLAYER, self.element(1, names)),
                    (SOME, self.players(1, names)),
                )
                let = st.Let(ref=ref, name=name, type=type, value=value)
                return let, (*names, (name, type))
            case "announce":
                shown = st.Shown(value=self.number(1, names), type=SMALL)
                return st.Announce(ref=ref, text="so", values=(shown,)), names
            case "if":
                otherwise = self.block(depth - 1, names, 2, main=main) if self.chance(0.5) else ()
                then = self.block(depth - 1, names, 2, main=main)
                condition = self.truth(2, names)
                return st.If(ref=ref, condition=condition, then=then, otherwise=otherwise), names
            case "each":
                name = self.name()
                body = self.block(depth - 1, (*names, (name, PLAYER)), 2, main=main)
                each = st.Each(
                    ref=ref,
                    name=name,
                    item=PLAYER,
                    domain=self.players(1, names),
                    order=self.one("in_turn", "open"),
                    until=self.truth(1, names) if self.chance(0.3) else None,
                    body=body,
                )
                return each, names
            case "repeat":
                how: dict[str, Any] = self.one(
                    {"times": 2}, {"until": self.truth(1, names)}, {"until": self.truth(1, names)}
                )
                body = self.block(depth - 1, names, 2, main=main)
                return st.Repeat(ref=ref, body=body, **how), names
            case "decide":
                return st.Decide(ref=ref, decision=self.one("verdict", "verdict", "other")), names
            case "call":
                name = self.name()
                call = st.Call(ref=ref, flow="part", arguments=(self.element(1, names),))
                return call.model_copy(update={"result": name}), (*names, (name, SMALL))
            case "end":
                return st.End(ref=ref, outcome=self.one("leader", "over")), names
            case "gap":
                return st.StatedGap(ref=ref, gap="silence", reason="nothing is said"), names
        return st.Again(ref=ref), names

    def assign(self, ref: str, names: Names) -> st.Assign:
        each = None
        if self.chance(0.2):
            each, names = self.binder(1, names)
        updates = tuple(self.update(names) for _ in range(self.one(1, 1, 2)))
        return st.Assign(ref=ref, updates=updates, each=each)

    def choose(self, ref: str, depth: int, names: Names, *, main: bool) -> tuple[st.Choose, Names]:
        name = self.name()
        small = tuple(self.one(n(0), n(1), n(2), self.small(0, names)) for _ in range(2))
        type, domain = self.one(
            (PLAYER, PLAYERS),
            (PLAYER, self.players(1, names)),
            (SMALL, ex.SetDisplay(item=SMALL, items=small)),
            (SMALL, ex.Interval(low=n(0), high=n(self.one(1, 2)))),
        )
        by = self.one(
            st.ByChance(stream="dice"),
            st.ByChance(stream="lots"),
            st.ByNobody(),
            st.ByActor(role="umpire"),
            st.ByActor(element=self.element(1, names)),
        )
        optional = self.chance(0.3) and not isinstance(by, st.ByChance)
        body: Any = ()
        inner = (*names, (name, type))
        if optional:
            body = self.block(depth - 1, inner, 1, main=main)
        elif depth > 0 and self.chance(0.15) and not isinstance(by, st.ByChance):
            default = self.element(0, names) if type == PLAYER else n(self.one(0, 1))
            made = st.Choose(ref=ref, name=name, type=type, domain=domain, by=by, default=default)
            return made, inner
        made = st.Choose(
            ref=ref, name=name, type=type, domain=domain, by=by, optional=optional, body=body
        )
        return made, names if optional else inner

    # The whole.

    def definition(self, id: str, type: ty.Type, parameters: tuple[Parameter, ...]) -> Definition:
        self.in_definition = True
        names = tuple((one.name, one.type) for one in parameters)
        cases = []
        for position in range(self.one(1, 2, 2)):
            guard = self.truth(1, names) if position or self.chance(0.2) else None
            value = self.small(1, names) if type == SMALL else self.truth(1, names)
            first = position > 0 and self.chance(0.9)
            ref = REFS[position + 3]
            departs = (cases[0].ref,) if first else ()
            cases.append(Case(ref=ref, guard=guard, value=value, departs_from=departs))
        self.in_definition = False
        return Definition(id=id, parameters=parameters, type=type, cases=tuple(cases))

    def rules(self, decision: str, depth: int) -> tuple[Rule, ...]:
        guard = self.truth(2)
        guards = [guard, ex.Unary(operator="not", item=guard)]
        if self.chance(0.4):
            guards.append(self.truth(2))
        made = []
        for position, one in enumerate(guards):
            departs = ("10",) if position == 2 and self.chance(0.7) else ()
            ref = ("10.1", "10", "11")[position]
            body = self.block(depth, (), 2, main=False)
            rule = Rule(decision=decision, ref=ref, guard=one, body=body, departs_from=departs)
            made.append(rule)
        return tuple(made)

    def whole(self) -> RuleSet:
        """The rule set; its flow ``main`` runs ``part``, which takes a player."""
        worth = (Parameter(name="whose", type=PLAYER),)
        definitions = (
            self.definition("worth", SMALL, worth),
            self.definition("ready", ty.Truth(), ()),
        )
        # Only the rules of the second decision have no decisions in them.
        inner = self.block(1, (("who", PLAYER),), 2, main=False)
        part = Flow(
            id="part",
            parameters=(Parameter(name="who", type=PLAYER),),
            result=SMALL,
            parts=(
                Part(ref="3", body=inner),
                Part(ref="3.1", body=(st.Return(ref="3.1", value=self.small(1)),)),
            ),
        )
        main = Flow(
            id="main",
            parameters=(),
            result=None,
            parts=(Part(ref="2", body=self.main()), Part(ref="4", body=self.block(1, (), 2))),
        )
        settings = (
            LawParameter(id="strict", ref="1", type=ty.Truth()),
            LawParameter(id="host", ref="1", type=PLAYER, default=1),
        )
        field = RecordField(id="at", low=1, high=2)
        return rule_set(
            main,
            part,
            sets={"player": DeclaredSet(id="player", ref="1", low=2, high=2)},
            records={"spot": DeclaredRecord(id="spot", ref="1", fields=(field,))},
            states=STATES,
            parameters={one.id: one for one in settings} if self.parameters else {},
            definitions={one.id: one for one in definitions},
            norms=tuple(self.norm() for _ in range(self.one(0, 0, 1, 1, 2))),
            decisions={"verdict": self.rules("verdict", 0), "other": self.rules("other", 0)},
        )

    def main(self) -> Any:
        """What ``main`` begins with: often a loop around a choice and what follows from it."""
        made, names = self.choose("2", 1, (), main=True)
        body = (made, self.assign("3", names), *self.block(2, names, 2))
        if self.chance(0.3):
            return body
        until = self.one(
            None, op(read("count"), "greater", n(self.one(0, 1, 2))), self.truth(2), self.truth(1)
        )
        return (st.Repeat(ref="9", until=until, body=body),)

    def norm(self) -> Norm:
        """A norm, usually one that does not forbid the start."""
        condition = self.truth(2)
        if self.chance(0.9):
            later = self.one(
                op(read("count"), "greater", n(1)),
                ex.IsSet(item=read("leader")),
                read("flag", n_player(0)),
                op(read("score", n_player(1)), "equal", n(0)),
            )
            condition = op(later, "and", condition)
        return Norm(ref=self.one("5", "11"), forbidden=condition)

    def property(self) -> Never | Always:
        """A property of the states of ``main``."""
        kind = self.one(Never, Always)
        condition = self.truth(2)
        return kind(id="claim", sentence="", flow="main", condition=condition)


def n_player(index: int) -> ex.Expr:
    return ex.ElementConstant(set="player", index=index)


def random_rules(seed: int) -> tuple[RuleSet, tuple[Never | Always, ...], LoopEnds]:
    """A rule set, two properties of its states, and that the loops of ``main`` end."""
    maker = Maker(seed)
    rules = maker.whole()
    ends = LoopEnds(id="ends", sentence="", flow="main", loop="main")
    return rules, (maker.property(), maker.property()), ends
