"""The statements of the two versions, side by side, step by step.

Both sides start from one shared state and walk in step. What neither chooses
(assignments) must lead to the same store; where somebody chooses, the chooser,
the options and what follows must agree; a call of a flow that both versions have
is a step of its own, and the flow has a row of its own. A flow that only one
version has is followed into, like a helping definition.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.ruleset import statements as s
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Expr
from runtime.ruleset.ruleset import RuleSet
from verify.compare.bench import Bench, replayed
from verify.compare.concrete import Hole
from verify.compare.expressions import (
    Envs,
    compare_conditions,
    compare_sets,
    compare_values,
)
from verify.compare.relation import Difference, Relation
from verify.compare.segments import after_segment
from verify.execute import Path
from verify.symbolic import equal_values
from verify.terms import Truth, every, negation, same_truth

Body = Sequence[s.Stmt]


@dataclass(frozen=True)
class _Walk:
    """Where the two sides stand: the variables each has bound."""

    envs: Envs

    def bound(self, names: tuple[str | None, str | None], value: Any) -> "_Walk":
        first, second = (
            env if name is None else {**env, name: value}
            for env, name in zip(self.envs, names, strict=True)
        )
        return _Walk((first, second))


class StatementComparison:
    """Compares the statements that one paragraph contributes to one flow or rule."""

    def __init__(self, bench: Bench, subject: str) -> None:
        self.bench = bench
        self.subject = subject

    def compare(self, first: Body, second: Body, envs: Envs) -> list[Difference]:
        """Every difference between two blocks, which see the variables of ``envs``."""
        return self._blocks(self._opened(0, first), self._opened(1, second), _Walk(envs))

    def compare_after(
        self, before: tuple[Body, Body], bodies: tuple[Body, Body], envs: Envs
    ) -> list[Difference]:
        """Like :meth:`compare`, of blocks that see what the blocks ``before`` them have bound.

        What was bound before is paired in order: the first roll with the first
        roll, and so on; that those agree is for their own row to say.
        """
        bound = tuple(
            list(self._binding(position, self._opened(position, body)))
            for position, body in enumerate(before)
        )
        walk = _Walk(envs)
        for position in range(max(len(bound[0]), len(bound[1]))):
            pair = [side[position] if position < len(side) else None for side in bound]
            types = [one[1] for one in pair if one is not None]
            if len(types) == 2 and types[0] != types[1]:
                for side, one in enumerate(pair):
                    alone = (
                        None if one is None or side else one[0],
                        one[0] if one and side else None,
                    )
                    walk = self._bind(alone, types[side], walk)
            else:
                names = (pair[0][0] if pair[0] else None, pair[1][0] if pair[1] else None)
                walk = self._bind(names, types[0], walk)
        return self._blocks(self._opened(0, bodies[0]), self._opened(1, bodies[1]), walk)

    def _bind(self, names: tuple[str | None, str | None], type_: ty.Type, walk: _Walk) -> _Walk:
        self.bench.know(names, type_)
        return walk.bound(names, self.bench.fresh(type_, next(n for n in names if n is not None)))

    def _binding(self, side: int, body: Body) -> Iterator[tuple[str, ty.Type]]:
        for statement in body:
            if isinstance(statement, s.Let) or (
                isinstance(statement, s.Choose) and not statement.optional
            ):
                yield statement.name, statement.type
            elif isinstance(statement, s.Call) and statement.result is not None:
                result = self.bench.sides[side].rules.flows[statement.flow].result
                if result is not None:
                    yield statement.result, result

    def _opened(self, side: int, body: Body) -> list[s.Stmt]:
        """The block with the flows that only this version has followed into."""
        rules = self.bench.sides[side].rules
        other = self.bench.sides[1 - side].rules
        opened: list[s.Stmt] = []
        for statement in body:
            if isinstance(statement, s.Call) and _only_here(statement, rules, other):
                flow = rules.flows[statement.flow]
                for parameter, argument in zip(flow.parameters, statement.arguments, strict=True):
                    opened.append(
                        s.Let(
                            ref=statement.ref,
                            name=parameter.name,
                            type=parameter.type,
                            value=argument,
                        )
                    )
                for part in flow.parts:
                    opened.extend(self._opened(side, part.body))
            else:
                opened.append(statement)
        return opened

    def _blocks(self, first: list[s.Stmt], second: list[s.Stmt], walk: _Walk) -> list[Difference]:
        found: list[Difference] = []
        while first or second:
            heads = (_settled(first), _settled(second))
            first, second = first[len(heads[0]) :], second[len(heads[1]) :]
            if heads[0] or heads[1]:
                differences, walk = self._settle(heads[0], heads[1], walk)
                found.extend(differences)
            if not first and not second:
                break
            if not first or not second or first[0].kind != second[0].kind:
                found.append(self._structure(first, second))
                break
            differences, walk = self._step(first[0], second[0], walk)
            found.extend(differences)
            first, second = first[1:], second[1:]
        return found

    # ---- assignments

    def _settle(self, first: Body, second: Body, walk: _Walk) -> tuple[list[Difference], _Walk]:
        """Assignments and bindings: the same store must come of them."""
        bench = self.bench
        paths = [
            after_segment(side.scope, bench.store, env, body)
            for side, env, body in zip(bench.sides, walk.envs, (first, second), strict=True)
        ]
        after = _Walk((paths[0].env, paths[1].env))
        for position, body in enumerate((first, second)):
            for statement in body:
                if isinstance(statement, s.Let):
                    names = (statement.name, None) if position == 0 else (None, statement.name)
                    bench.know(names, statement.type)
        assigned = sorted(
            {
                update.state
                for statement in (*first, *second)
                if isinstance(statement, s.Assign)
                for update in statement.updates
            }
        )
        there = [_conditions(path) for path in paths]
        equal = every(
            equal_values(paths[0].store[state][place], paths[1].store[state][place])
            for state in assigned
            for place in bench.sides[0].scope.places(state)
        )
        model = bench.possible(*there, negation(equal))
        aspect = "effect"
        if model is None:
            model = bench.possible(negation(same_truth(there[0], there[1])))
            aspect = "undefined"
        if model is None:
            return [], after
        stores = [
            bench.played(position, body, env, model)
            for position, (body, env) in enumerate(zip((first, second), walk.envs, strict=True))
        ]
        replayed(stores[0] != stores[1], "an effect")
        said = [_changed(stores[0], stores[1]), _changed(stores[1], stores[0])]
        agree = bench.possible(*there, equal) is not None
        return [
            Difference(
                aspect=aspect,
                subject=self.subject,
                relation="overlap" if agree else "disjoint",
                first=said[0],
                second=said[1],
                witness=bench.witness(
                    model, _expressions((*first, *second)), {**walk.envs[1], **walk.envs[0]}
                ),
            )
        ], after

    # ---- steps

    def _step(self, first: s.Stmt, second: s.Stmt, walk: _Walk) -> tuple[list[Difference], _Walk]:
        method = getattr(self, f"_{first.kind}")
        differences, after = method(first, second, walk)
        return list(differences), after

    def _choose(
        self, first: s.Choose, second: s.Choose, walk: _Walk
    ) -> tuple[list[Difference], _Walk]:
        found = self._chooser(first, second, walk)
        if first.type != second.type:
            return [*found, self._form("domain", "overlap", first.type, second.type)], walk
        found += compare_sets(
            self.bench,
            first.domain,
            second.domain,
            first.type,
            walk.envs,
            "domain",
            self.subject,
        )
        if first.optional != second.optional:
            relation: Relation = "second_narrower" if first.optional else "first_narrower"
            found.append(
                self._form("optional", relation, _may(first.optional), _may(second.optional))
            )
        found += self._optional_values("default", first.default, second.default, walk)
        value = self.bench.fresh(first.type, first.name)
        self.bench.know((first.name, second.name), first.type)
        inner = walk.bound((first.name, second.name), value)
        if first.optional and second.optional:
            found += self._blocks(self._opened(0, first.body), self._opened(1, second.body), inner)
            return found, walk
        return found, inner

    def _chooser(self, first: s.Choose, second: s.Choose, walk: _Walk) -> list[Difference]:
        a, b = first.by, second.by
        if a.kind != b.kind:
            # Where one text names who decides and the other nobody, the first leaves less open.
            relation: Relation = "overlap"
            if isinstance(b, s.ByNobody):
                relation = "first_narrower"
            elif isinstance(a, s.ByNobody):
                relation = "second_narrower"
            return [self._form("chooser", relation, a.kind, b.kind)]
        if isinstance(a, s.ByChance) or isinstance(b, s.ByChance):
            return []
        if isinstance(a, s.ByActor) and isinstance(b, s.ByActor):
            if a.element is not None and b.element is not None:
                return compare_values(
                    self.bench, a.element, b.element, walk.envs, "chooser", self.subject
                )
            if a.role != b.role:
                return [self._form("chooser", "disjoint", a.role, b.role)]
        return []

    def _each(self, first: s.Each, second: s.Each, walk: _Walk) -> tuple[list[Difference], _Walk]:
        found: list[Difference] = []
        if first.order != second.order:
            relation: Relation = "first_narrower" if first.order == "in_turn" else "second_narrower"
            found.append(self._form("order", relation, first.order, second.order))
        if first.item != second.item:
            return [*found, self._form("domain", "overlap", first.item, second.item)], walk
        found += compare_sets(
            self.bench,
            first.domain,
            second.domain,
            first.item,
            walk.envs,
            "domain",
            self.subject,
        )
        found += self._optional_conditions("until", first.until, second.until, walk)
        value = self.bench.fresh(first.item, first.name)
        self.bench.know((first.name, second.name), first.item)
        inner = walk.bound((first.name, second.name), value)
        found += self._blocks(self._opened(0, first.body), self._opened(1, second.body), inner)
        return found, walk

    def _repeat(
        self, first: s.Repeat, second: s.Repeat, walk: _Walk
    ) -> tuple[list[Difference], _Walk]:
        found: list[Difference] = []
        if first.times != second.times:
            found.append(self._form("times", "disjoint", first.times, second.times))
        found += self._optional_conditions("until", first.until, second.until, walk)
        found += self._blocks(self._opened(0, first.body), self._opened(1, second.body), walk)
        return found, walk

    def _when(self, first: s.If, second: s.If, walk: _Walk) -> tuple[list[Difference], _Walk]:
        found = compare_conditions(
            self.bench, first.condition, second.condition, walk.envs, "condition", self.subject
        )
        found += self._blocks(self._opened(0, first.then), self._opened(1, second.then), walk)
        found += self._blocks(
            self._opened(0, first.otherwise), self._opened(1, second.otherwise), walk
        )
        return found, walk

    def _decide(
        self, first: s.Decide, second: s.Decide, walk: _Walk
    ) -> tuple[list[Difference], _Walk]:
        return self._named("decision", first.decision, second.decision), walk

    def _call(self, first: s.Call, second: s.Call, walk: _Walk) -> tuple[list[Difference], _Walk]:
        found = self._named("call", first.flow, second.flow)
        if found or len(first.arguments) != len(second.arguments):
            return found or [self._form("call", "overlap", first.flow, second.flow)], walk
        for one, other in zip(first.arguments, second.arguments, strict=True):
            found += compare_values(self.bench, one, other, walk.envs, "argument", self.subject)
        result = self.bench.first.flows[first.flow].result
        if first.result is not None and second.result is not None and result is not None:
            value = self.bench.fresh(result, first.result)
            self.bench.know((first.result, second.result), result)
            walk = walk.bound((first.result, second.result), value)
        elif (first.result is None) != (second.result is None):
            found.append(self._form("result", "overlap", first.result, second.result))
        return found, walk

    def _return(
        self, first: s.Return, second: s.Return, walk: _Walk
    ) -> tuple[list[Difference], _Walk]:
        values = compare_values(
            self.bench, first.value, second.value, walk.envs, "result", self.subject
        )
        return values, walk

    def _announce(
        self, first: s.Announce, second: s.Announce, walk: _Walk
    ) -> tuple[list[Difference], _Walk]:
        # The words are in two languages; only what is said with them can be compared.
        found: list[Difference] = []
        if len(first.values) != len(second.values):
            found.append(
                self._form("announcement", "overlap", len(first.values), len(second.values))
            )
        else:
            for one, other in zip(first.values, second.values, strict=True):
                found += compare_values(
                    self.bench, one, other, walk.envs, "announcement", self.subject
                )
        return found + self._optional_values(
            "duration", first.duration, second.duration, walk
        ), walk

    def _end(self, first: s.End, second: s.End, walk: _Walk) -> tuple[list[Difference], _Walk]:
        return self._named("outcome", first.outcome, second.outcome), walk

    def _gap(
        self, first: s.StatedGap, second: s.StatedGap, walk: _Walk
    ) -> tuple[list[Difference], _Walk]:
        return self._named("gap", first.gap, second.gap), walk

    def _again(
        self, first: s.Again, second: s.Again, walk: _Walk
    ) -> tuple[list[Difference], _Walk]:
        return [], walk

    # ---- differences of form

    def _named(self, aspect: str, first: str, second: str) -> list[Difference]:
        return [] if first == second else [self._form(aspect, "disjoint", first, second)]

    def _optional_values(
        self, aspect: str, first: Expr | None, second: Expr | None, walk: _Walk
    ) -> list[Difference]:
        if first is not None and second is not None:
            return compare_values(self.bench, first, second, walk.envs, aspect, self.subject)
        if first is None and second is None:
            return []
        relation: Relation = "second_narrower" if first is None else "first_narrower"
        return [self._form(aspect, relation, _there(first), _there(second))]

    def _optional_conditions(
        self, aspect: str, first: Expr | None, second: Expr | None, walk: _Walk
    ) -> list[Difference]:
        if first is not None and second is not None:
            return compare_conditions(self.bench, first, second, walk.envs, aspect, self.subject)
        if first is None and second is None:
            return []
        return [self._form(aspect, "overlap", _there(first), _there(second))]

    def _structure(self, first: Body, second: Body) -> Difference:
        return self._form(
            "structure",
            "overlap",
            first[0].kind if first else "end of the steps",
            second[0].kind if second else "end of the steps",
        )

    def _form(self, aspect: str, relation: Relation, first: Any, second: Any) -> Difference:
        return Difference(
            aspect=aspect,
            subject=self.subject,
            relation=relation,
            first=_word(first),
            second=_word(second),
        )


def _only_here(statement: s.Call, rules: RuleSet, other: RuleSet) -> bool:
    return statement.flow in rules.flows and statement.flow not in other.flows


def _settled(body: Body) -> list[s.Stmt]:
    """The assignments and bindings that a block begins with."""
    found: list[s.Stmt] = []
    for statement in body:
        if not isinstance(statement, (s.Assign, s.Let)):
            break
        found.append(statement)
    return found


def _conditions(path: Path) -> Truth:
    return every(condition.term for condition in path.conditions)


def _expressions(body: Body) -> list[Expr]:
    found: list[Expr] = []
    for statement in body:
        if isinstance(statement, s.Let):
            found.append(statement.value)
        elif isinstance(statement, s.Assign):
            for update in statement.updates:
                found.extend((*update.arguments, update.value))
            if statement.each is not None:
                found.append(statement.each.domain)
                if statement.each.condition is not None:
                    found.append(statement.each.condition)
    return found


def _changed(mine: Any, other: Any) -> str:
    """Up to three places where two stores differ, as this side leaves them."""
    if isinstance(mine, Hole) or isinstance(other, Hole):
        return "undefined" if isinstance(mine, Hole) else "defined"
    shown = []
    for state, values in mine.items():
        if not isinstance(values, list):
            if values != other[state]:
                shown.append(f"{state} = {_value(values)}")
            continue
        for place, value in enumerate(values):
            if value != other[state][place]:
                shown.append(f"{state}({place}) = {_value(value)}")
    return "; ".join(shown[:3]) + ("; …" if len(shown) > 3 else "")


def _value(value: Any) -> str:
    return "nothing" if value is None else str(value)


def _may(optional: bool) -> str:
    return "may" if optional else "must"


def _there(item: Expr | None) -> str:
    return "not said" if item is None else "said"


def _word(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, ty.TypeNode):
        return value.model_dump_json()
    return str(value)
