"""The statements of the two versions, side by side, step by step.

Both sides start from one shared state and walk in step. What neither chooses
(assignments) must lead to the same store; where somebody chooses, the chooser,
the options and what follows must agree; a call of a flow that both versions have
is a step of its own, and the flow has a row of its own. A flow that only one
version has is followed into, like a helping definition.

What both sides have bound or done stays known: a bound value is that of the
store it was read from. Of what a loop, a call or a decision may have changed
nothing is known after it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from runtime.actors import element_set
from runtime.ruleset import statements as s
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Expr
from verify.compare.apart import one_option
from verify.compare.assignments import compare_assignments
from verify.compare.bench import Bench
from verify.compare.expressions import (
    Envs,
    compare_conditions,
    compare_sets,
    compare_values,
)
from verify.compare.inline import opened, states_written
from verify.compare.relation import Difference, Relation
from verify.compare.steps import Body, alone, by_side, elsewhere, named, settled
from verify.compare.vocabulary import hull
from verify.symbolic import Value, member
from verify.terms import negation
from verify.translate import HOLE


@dataclass(frozen=True)
class Walk:
    """Where the two sides stand: what is known of the shared store, and the variables of each."""

    bench: Bench
    envs: Envs

    def bound(self, names: tuple[str | None, str | None], type_: ty.Type, value: Value) -> "Walk":
        """The walk on which each side has bound its variable to ``value``."""
        self.bench.know(names, type_)
        first, second = (
            env if name is None else {**env, name: value}
            for env, name in zip(self.envs, names, strict=True)
        )
        return replace(self, envs=(first, second))

    def changed(self, first: Body, second: Body) -> "Walk":
        """The walk when the statements may have changed what they can, any number of times."""
        written = {
            state
            for version, body in zip(self.bench.versions, (first, second), strict=True)
            for state in states_written(body, version)
        }
        return replace(self, bench=self.bench.forgetting(written))

    def taking(self, value: Value, domains: tuple[Expr, Expr], before: "Walk") -> "Walk":
        """The walk on which ``value`` is one of those that both sides had to choose from."""
        found = [
            before.bench.value(domain, env)
            for domain, env in zip(domains, before.envs, strict=True)
        ]
        known = [member(value, of) for of, _ in found if of is not HOLE]
        return replace(self, bench=self.bench.knowing(*known))

    def where(self, conditions: tuple[Expr | None, Expr | None], holds: bool) -> "Walk":
        """The walk where both sides' conditions hold, or fail; what is not said does not matter."""
        facts = []
        for condition, env in zip(conditions, self.envs, strict=True):
            if condition is not None:
                truth, there = self.bench.truth(condition, env)
                facts += [truth if holds else negation(truth), there]
        return replace(self, bench=self.bench.knowing(*facts))


Found = tuple[list[Difference], Walk]


class StatementComparison:
    """Compares the statements that paragraphs contribute to one flow or rule."""

    def __init__(self, subject: str) -> None:
        self.subject = subject

    def compare(self, first: Body, second: Body, walk: Walk) -> Found:
        """Every difference between two blocks, and where the two sides stand after them."""
        rules = walk.bench.versions
        return self._blocks(opened(first, *rules), opened(second, *rules[::-1]), walk)

    def _blocks(self, first: list[s.Stmt], second: list[s.Stmt], walk: Walk) -> Found:
        found: list[Difference] = []
        while first or second:
            heads = (settled(first), settled(second))
            taken = self._one_option(first, second, heads, walk)
            if taken is not None:
                differences, first, second, walk = taken
                found += differences
                continue
            first, second = first[len(heads[0]) :], second[len(heads[1]) :]
            if heads[0] or heads[1]:
                differences, bench, envs = compare_assignments(
                    walk.bench, heads[0], heads[1], walk.envs, self.subject
                )
                found += differences
                walk = Walk(bench, envs)
            if not first and not second:
                break
            lacking = alone(first, second)
            if lacking is not None:
                side, count = lacking
                bodies = [first, second]
                steps, bodies[side] = bodies[side][:count], bodies[side][count:]
                for step in steps:
                    differences, walk = self._alone(side, step, bodies, walk)
                    found += differences
                first, second = bodies
                continue
            if not first or not second or first[0].kind != second[0].kind:
                found.append(self._structure(first, second))
                return found, self._apart(first, second, walk)
            one, other, first, second = first[0], second[0], first[1:], second[1:]
            differences, walk = getattr(self, f"_{one.kind}")(one, other, walk)
            found += differences
            if isinstance(one, s.Choose) and isinstance(other, s.Choose):
                # Where only one version lets the choice be declined, what follows if it is not.
                if one.optional and not other.optional:
                    first = [*opened(one.body, *walk.bench.versions), *first]
                elif other.optional and not one.optional:
                    second = [*opened(other.body, *walk.bench.versions[::-1]), *second]
        return found, walk

    def _one_option(
        self, first: list[s.Stmt], second: list[s.Stmt], heads: Sequence[Body], walk: Walk
    ) -> tuple[list[Difference], list[s.Stmt], list[s.Stmt], Walk] | None:
        """A choice that only one side has, taken as if it left one option, if it can."""
        bodies = [first, second]
        following = [body[len(head) :][:1] for body, head in zip(bodies, heads, strict=True)]
        if sum(isinstance(one, s.Choose) for part in following for one in part) != 1:
            return None
        side = 0 if following[0] and isinstance(following[0][0], s.Choose) else 1
        choice = following[side][0]
        after = bodies[side][len(heads[side]) + 1 :]
        assert isinstance(choice, s.Choose)
        if choice.optional or elsewhere(choice, after, bodies[1 - side]) is not None:
            return None
        one = one_option(walk.bench, walk.envs, side, heads, choice, self.subject)
        if one is None:
            bodies[side] = [*heads[side], *after]
            walk = self._bound_alone(side, choice.name, choice.type, walk)
            return [self._step_of(side, choice)], bodies[0], bodies[1], walk
        bodies[side] = [*heads[side], one.named, *after]
        walk = replace(walk, bench=walk.bench.knowing(one.holds))
        return [one.difference] if one.difference else [], bodies[0], bodies[1], walk

    def _alone(self, side: int, step: s.Stmt, bodies: list[list[s.Stmt]], walk: Walk) -> Found:
        """A step that only one side has here; where the other has it later, it goes from there."""
        mine, other = bodies[side], bodies[1 - side]
        at = elsewhere(step, mine, other)
        if at is None:
            return [self._step_of(side, step)], self._apart(*by_side(side, [step], []), walk)
        order = [f"{named(step)} > {named(other[0])}", f"{named(other[0])} > {named(step)}"]
        moved = other.pop(at)
        walk = walk.changed(*by_side(side, [step, *mine], [moved, *other]))
        pair = (step, moved) if side == 0 else (moved, step)
        differences, walk = getattr(self, f"_{step.kind}")(*pair, walk)
        order = order[::-1] if side else order
        return [self._form("sequence", "overlap", *order), *differences], walk

    def _apart(self, first: Body, second: Body, walk: Walk) -> Walk:
        """Where the sides may stand after blocks that cannot be compared."""
        for side, body in enumerate((first, second)):
            for statement in body:
                if isinstance(statement, s.Call):
                    flow = walk.bench.versions[side].flows[statement.flow]
                    name, type_ = statement.result, flow.result
                elif isinstance(statement, s.Let) or (
                    isinstance(statement, s.Choose) and not statement.optional
                ):
                    name, type_ = statement.name, statement.type
                else:
                    continue
                if name is not None and type_ is not None:
                    walk = self._bound_alone(side, name, type_, walk)
        return walk.changed(first, second)

    def _bound_alone(self, side: int, name: str, type_: ty.Type, walk: Walk) -> Walk:
        names = (None, name) if side else (name, None)
        return walk.bound(names, type_, walk.bench.fresh(type_, name))

    # ---- steps

    def _choose(self, first: s.Choose, second: s.Choose, walk: Walk) -> Found:
        found = self._chooser(first, second, walk)
        domains = (first.domain, second.domain)
        both = hull(first.type, second.type)
        if both is None:
            found.append(self._form("domain", "overlap", first.type, second.type))
            inner = self._bound_alone(0, first.name, first.type, walk)
            inner = self._bound_alone(1, second.name, second.type, inner)
        else:
            found += compare_sets(walk.bench, *domains, both, walk.envs, "domain", self.subject)
            value = walk.bench.fresh(both, first.name)
            inner = walk.taking(value, domains, walk)
            inner = inner.bound((first.name, second.name), both, value)
        if first.optional != second.optional:
            relation: Relation = "second_narrower" if first.optional else "first_narrower"
            found.append(
                self._form("optional", relation, _may(first.optional), _may(second.optional))
            )
        found += self._optional_values("default", first.default, second.default, walk, both)
        if first.optional and second.optional:
            differences, _ = self.compare(first.body, second.body, inner)
            return found + differences, walk.changed(first.body, second.body)
        return found, inner

    def _chooser(self, first: s.Choose, second: s.Choose, walk: Walk) -> list[Difference]:
        a, b = first.by, second.by
        if a.kind != b.kind:
            # Where one text names who decides and the other nobody, the first leaves less open.
            relation: Relation = "overlap"
            if isinstance(b, s.ByNobody):
                relation = "first_narrower"
            elif isinstance(a, s.ByNobody):
                relation = "second_narrower"
            return [self._form("chooser", relation, a.kind, b.kind)]
        if not isinstance(a, s.ByActor) or not isinstance(b, s.ByActor):
            return []
        if a.element is None or b.element is None:
            same = a.role == b.role
            return [] if same else [self._form("chooser", "disjoint", a.role, b.role)]
        sets = [
            element_set(element, walk.bench.rules, types)
            for element, types in zip((a.element, b.element), walk.bench.memory.types, strict=True)
        ]
        if sets[0] != sets[1]:
            return [self._form("chooser", "disjoint", sets[0], sets[1])]
        of = None if sets[0] is None else ty.Element(set=sets[0])
        exprs = (a.element, b.element)
        return compare_values(walk.bench, *exprs, walk.envs, "chooser", self.subject, of)

    def _each(self, first: s.Each, second: s.Each, walk: Walk) -> Found:
        found: list[Difference] = []
        if first.order != second.order:
            relation: Relation = "first_narrower" if first.order == "in_turn" else "second_narrower"
            found.append(self._form("order", relation, first.order, second.order))
        after = walk.changed(first.body, second.body)
        both = hull(first.item, second.item)
        if both is None:
            return [*found, self._form("domain", "overlap", first.item, second.item)], after
        inside = walk if first.until is None and second.until is None else after
        found += compare_sets(
            inside.bench,
            first.domain,
            second.domain,
            both,
            inside.envs,
            "domain",
            self.subject,
        )
        found += self._until(first.until, second.until, after)
        value = walk.bench.fresh(both, first.name)
        turn = after.where((first.until, second.until), holds=False)
        if first.until is None and second.until is None:
            turn = turn.taking(value, (first.domain, second.domain), walk)
        turn = turn.bound((first.name, second.name), both, value)
        differences, _ = self.compare(first.body, second.body, turn)
        return found + differences, after

    def _repeat(self, first: s.Repeat, second: s.Repeat, walk: Walk) -> Found:
        found: list[Difference] = []
        if first.times != second.times:
            found.append(self._form("times", "disjoint", first.times, second.times))
        after = walk.changed(first.body, second.body)
        found += self._until(first.until, second.until, after)
        again = after.where((first.until, second.until), holds=False)
        differences, _ = self.compare(first.body, second.body, again)
        return found + differences, after

    def _until(self, first: Expr | None, second: Expr | None, walk: Walk) -> list[Difference]:
        if first is not None and second is not None:
            found = compare_conditions(
                walk.bench, (first, second), walk.envs, "until", self.subject
            )
            # To end earlier is not to permit less.
            return [one.model_copy(update={"relation": "overlap"}) for one in found]
        if first is second:
            return []
        return [self._form("until", "overlap", _there(first), _there(second))]

    def _when(self, first: s.If, second: s.If, walk: Walk) -> Found:
        conditions = (first.condition, second.condition)
        found = compare_conditions(walk.bench, conditions, walk.envs, "condition", self.subject)
        found = [one.model_copy(update={"relation": "overlap"}) for one in found]
        then, _ = self.compare(first.then, second.then, walk.where(conditions, holds=True))
        other, _ = self.compare(
            first.otherwise, second.otherwise, walk.where(conditions, holds=False)
        )
        bodies = [(*one.then, *one.otherwise) for one in (first, second)]
        return found + then + other, walk.changed(*bodies)

    def _decide(self, first: s.Decide, second: s.Decide, walk: Walk) -> Found:
        found = self._named("decision", first.decision, second.decision)
        return found, walk.changed([first], [second])

    def _call(self, first: s.Call, second: s.Call, walk: Walk) -> Found:
        found = self._named("call", first.flow, second.flow)
        flows = [
            version.flows[call.flow]
            for version, call in zip(walk.bench.versions, (first, second), strict=True)
        ]
        types = [[parameter.type for parameter in flow.parameters] for flow in flows]
        if not found and types[0] == types[1]:
            for one, other, of in zip(first.arguments, second.arguments, types[0], strict=True):
                found += compare_values(
                    walk.bench, one, other, walk.envs, "argument", self.subject, of
                )
        if (first.result is None) != (second.result is None):
            found.append(self._form("result", "overlap", first.result, second.result))
        after = walk.changed([first], [second])
        results = [flow.result for flow in flows]
        both = results[0] and results[1] and hull(results[0], results[1])
        if not found and both is not None:
            value = after.bench.fresh(both, first.result or first.flow)
            return found, after.bound((first.result, second.result), both, value)
        return found, self._apart([first], [second], walk)

    def _return(self, first: s.Return, second: s.Return, walk: Walk) -> Found:
        flow = walk.bench.versions[0].flows.get(self.subject)
        of = None if flow is None else flow.result
        return compare_values(
            walk.bench, first.value, second.value, walk.envs, "result", self.subject, of
        ), walk

    def _announce(self, first: s.Announce, second: s.Announce, walk: Walk) -> Found:
        # The words are in two languages; of them, figures and what is shown can be compared.
        found: list[Difference] = []
        if (figures := _figures(first.text)) != (others := _figures(second.text)):
            shown = [", ".join(one) or "none" for one in (figures, others)]
            found.append(self._form("announced_figures", "overlap", *shown))
        if len(first.values) != len(second.values):
            found.append(
                self._form("announcement", "overlap", len(first.values), len(second.values))
            )
        else:
            for one, other in zip(first.values, second.values, strict=True):
                found += compare_values(
                    walk.bench, one.value, other.value, walk.envs, "announcement", self.subject
                )
        found += self._audience(first.to or s.Audience(), second.to or s.Audience(), walk)
        return found + self._optional_values(
            "duration", first.duration, second.duration, walk
        ), walk

    def _audience(self, first: s.Audience, second: s.Audience, walk: Walk) -> list[Difference]:
        one, other = first.members, second.members
        if one is not None and other is not None and first.set == second.set:
            item = ty.Element(set=first.set or "")
            return compare_sets(walk.bench, one, other, item, walk.envs, "audience", self.subject)
        if first == second:
            return []
        ones, others = (to.role or to.set or "nobody" for to in (first, second))
        return [self._form("audience", "disjoint", ones, others)]

    def _end(self, first: s.End, second: s.End, walk: Walk) -> Found:
        return self._named("outcome", first.outcome, second.outcome), walk

    def _gap(self, first: s.StatedGap, second: s.StatedGap, walk: Walk) -> Found:
        return self._named("gap", first.gap, second.gap), walk

    def _again(self, first: s.Again, second: s.Again, walk: Walk) -> Found:
        return [], walk

    # ---- differences of form

    def _named(self, aspect: str, first: str, second: str) -> list[Difference]:
        return [] if first == second else [self._form(aspect, "disjoint", first, second)]

    def _optional_values(
        self,
        aspect: str,
        first: Expr | None,
        second: Expr | None,
        walk: Walk,
        of: ty.Type | None = None,
    ) -> list[Difference]:
        if first is not None and second is not None:
            return compare_values(walk.bench, first, second, walk.envs, aspect, self.subject, of)
        if first is None and second is None:
            return []
        relation: Relation = "second_narrower" if first is None else "first_narrower"
        return [self._form(aspect, relation, _there(first), _there(second))]

    def _step_of(self, side: int, statement: s.Stmt) -> Difference:
        said = ("not said", named(statement)) if side else (named(statement), "not said")
        return self._form("step", "overlap", *said)

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


def _figures(text: str) -> list[str]:
    """The numbers in figures in ``text``, sorted, however the language groups their digits."""
    found = re.findall(r"\d(?:[\d'’.,\u00a0\u202f]*\d)?", text)
    return sorted(re.sub(r"['’\u00a0\u202f]", "", one).replace(",", ".") for one in found)


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
