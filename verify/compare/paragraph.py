"""One paragraph of both versions: everything each encodes there, compared piece by piece."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar

from runtime.ruleset.expressions import Binary, Expr, TruthConstant
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Case, Part, Rule, RuleSet
from runtime.ruleset.types import Type
from verify.compare.bench import Bench, shared_definitions
from verify.compare.declarations import compare_records, compare_sets_declared, compare_states
from verify.compare.expressions import compare_cases, compare_conditions
from verify.compare.relation import Difference, Undecided, meet
from verify.compare.statements import StatementComparison
from verify.quantities import Unsupported

Verdict = Literal[
    "equal",
    "first_narrower",
    "second_narrower",
    "overlap",
    "disjoint",
    "not_encoded",
    "one_sided",
    "unknown",
    "unsupported",
]
T = TypeVar("T")


class Comparison(Model):
    """What came of comparing one paragraph under one pair of readings.

    ``differences``: what differs, with witnesses. ``elsewhere``: concepts that
    one version encodes here and the other in another paragraph (``moved``), or
    not at all (``missing``), as pairs of concept id and where. ``detail`` says
    why it is unknown or unsupported.
    """

    relation: Verdict
    differences: tuple[Difference, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    detail: str = ""


def compare_paragraph(
    first: RuleSet, second: RuleSet, ref: str, sizes: Iterable[Mapping[str, int]]
) -> Comparison:
    """Compare what the two versions say in paragraph ``ref``.

    ``sizes``: the assignments for which it is proved; the first difference
    found, at the smallest sizes, is the one reported.
    """
    pieces = _Pieces(first, second, ref)
    if not pieces.any:
        return Comparison(relation="not_encoded")
    found = list(pieces.declared())
    detail = ""
    try:
        for assignment in sizes:
            if found:
                break
            found.extend(pieces.proved(assignment))
    except Undecided as undecided:
        if not found:
            return Comparison(relation="unknown", detail=undecided.reason)
        detail = f"what else differs is not known: {undecided.reason}"
    except Unsupported as unsupported:
        if not found:
            return Comparison(relation="unsupported", detail=str(unsupported))
        detail = f"what else differs is not known: {unsupported}"
    relation: Verdict = meet(difference.relation for difference in found)
    if relation == "equal" and pieces.missing:
        relation = "one_sided"
    return Comparison(
        relation=relation,
        differences=tuple(found),
        moved=tuple(pieces.moved),
        missing=tuple(pieces.missing),
        detail=detail,
    )


class _Pieces:
    """What stands under one reference in each version."""

    def __init__(self, first: RuleSet, second: RuleSet, ref: str) -> None:
        self.rules = (first, second)
        self.ref = ref
        self.moved: list[tuple[str, str]] = []
        self.missing: list[tuple[str, str]] = []
        self.cases = tuple(_cases(rules, ref) for rules in self.rules)
        self.rules_here = tuple(_rules(rules, ref) for rules in self.rules)
        self.parts = tuple(_parts(rules, ref) for rules in self.rules)
        self.norms = tuple(
            tuple(norm.forbidden for norm in rules.norms if norm.ref == ref) for rules in self.rules
        )
        self.permissions = tuple(
            tuple(p.permitted for p in rules.permissions if p.ref == ref) for rules in self.rules
        )

    @property
    def any(self) -> bool:
        """Whether either version encodes anything here."""
        declared = any(
            item.ref == self.ref
            for rules in self.rules
            for table in (rules.sets, rules.records, rules.states, rules.parameters)
            for item in table.values()
        )
        tables = (self.cases, self.rules_here, self.parts, self.norms, self.permissions)
        return declared or any(here for table in tables for here in table)

    def declared(self) -> Iterable[Difference]:
        """Differences between the declarations that stand here in either version."""
        first, second = self.rules
        for name in _here(first.sets, second.sets, self.ref, self._place):
            yield from compare_sets_declared(first.sets[name], second.sets[name])
        for name in _here(first.records, second.records, self.ref, self._place):
            yield from compare_records(first.records[name], second.records[name])
        for name in _here(first.states, second.states, self.ref, self._place):
            yield from compare_states(first.states[name], second.states[name])

    def _place(self, concept: str, other: str | None) -> None:
        if other is None:
            self._note(self.missing, concept, "")
        else:
            self._note(self.moved, concept, other)

    def _note(self, notes: list[tuple[str, str]], concept: str, where: str) -> None:
        if (concept, where) not in notes:
            notes.append((concept, where))

    def proved(self, sizes: Mapping[str, int]) -> Iterable[Difference]:
        """Differences between norms, permissions, cases, rules and parts, for these sizes."""
        first, second = self.rules
        bench = Bench(first, shared_definitions(first, second), sizes, self.ref)
        yield from self._norms(bench)
        yield from self._permissions(bench)
        yield from self._cases(bench)
        yield from self._rules(bench)
        yield from self._parts(bench)

    def _norms(self, bench: Bench) -> Iterable[Difference]:
        if any(self.norms):
            first, second = (_any(conditions) for conditions in self.norms)
            yield from compare_conditions(
                bench, first, second, ({}, {}), "forbidden", "norm", forbidding=True
            )

    def _permissions(self, bench: Bench) -> Iterable[Difference]:
        if any(self.permissions):
            first, second = (_any(conditions) for conditions in self.permissions)
            yield from compare_conditions(bench, first, second, ({}, {}), "permitted", "permission")

    def _cases(self, bench: Bench) -> Iterable[Difference]:
        for name in _common(self.cases[0], self.cases[1]):
            definitions = tuple(rules.definitions.get(name) for rules in self.rules)
            here = (self.cases[0].get(name, ()), self.cases[1].get(name, ()))
            first, second = definitions
            if first is None or second is None:
                continue  # a helping definition: followed into wherever it is used
            if not here[0] or not here[1]:
                other = second if here[0] else first
                self._note(self.moved, name, ", ".join(case.ref for case in other.cases))
                continue
            if [p.type for p in first.parameters] != [p.type for p in second.parameters]:
                yield Difference(
                    aspect="parameters",
                    subject=name,
                    relation="overlap",
                    first=_types(p.type for p in first.parameters),
                    second=_types(p.type for p in second.parameters),
                )
                continue
            values = [bench.fresh(p.type, p.name) for p in first.parameters]
            envs = tuple(
                dict(zip((p.name for p in one.parameters), values, strict=True))
                for one in (first, second)
            )
            yield from compare_cases(bench, here[0], here[1], (envs[0], envs[1]), name)

    def _rules(self, bench: Bench) -> Iterable[Difference]:
        for name in _common(self.rules_here[0], self.rules_here[1]):
            first, second = (here.get(name, ()) for here in self.rules_here)
            if len(first) != len(second):
                if not first or not second:
                    elsewhere = (self.rules[1] if first else self.rules[0]).decisions.get(name)
                    self._place(name, ", ".join(r.ref for r in elsewhere) if elsewhere else None)
                else:
                    yield Difference(
                        aspect="rules",
                        subject=name,
                        relation="overlap",
                        first=str(len(first)),
                        second=str(len(second)),
                    )
                continue
            for one, other in zip(first, second, strict=True):
                yield from self._rule(bench, one, other)

    def _rule(self, bench: Bench, first: Rule, second: Rule) -> Iterable[Difference]:
        found = compare_conditions(
            bench, first.guard, second.guard, ({}, {}), "guard", first.decision
        )
        yield from found
        for aspect in ("departs_from", "yields_to"):
            one, other = getattr(first, aspect), getattr(second, aspect)
            if set(one) != set(other):
                yield Difference(
                    aspect=aspect,
                    subject=first.decision,
                    relation="overlap",
                    first=", ".join(one) or "none",
                    second=", ".join(other) or "none",
                )
        steps = StatementComparison(bench, first.decision)
        yield from steps.compare(first.body, second.body, ({}, {}))

    def _parts(self, bench: Bench) -> Iterable[Difference]:
        for name in _common(self.parts[0], self.parts[1]):
            flows = tuple(rules.flows.get(name) for rules in self.rules)
            first, second = flows
            if first is None or second is None:
                continue  # a helping flow: followed into wherever it is called
            here = tuple(parts.get(name, ()) for parts in self.parts)
            if [p.type for p in first.parameters] != [p.type for p in second.parameters]:
                yield Difference(
                    aspect="parameters",
                    subject=name,
                    relation="overlap",
                    first=_types(p.type for p in first.parameters),
                    second=_types(p.type for p in second.parameters),
                )
                continue
            values = [bench.fresh(p.type, p.name) for p in first.parameters]
            for one, other in zip(first.parameters, second.parameters, strict=True):
                bench.know((one.name, other.name), one.type)
            envs = tuple(
                dict(zip((p.name for p in flow.parameters), values, strict=True))
                for flow in (first, second)
            )
            steps = StatementComparison(bench, name)
            refs = tuple([part.ref for part in flow.parts] for flow in (first, second))
            if refs[0] != refs[1]:
                # The versions spread the flow over different paragraphs: only the whole compares.
                apart = [
                    ref for ref in (*refs[0], *refs[1]) if ref not in refs[0] or ref not in refs[1]
                ]
                self._note(self.moved, name, ", ".join(dict.fromkeys(apart)))
                wholes = tuple(
                    [s for part in flow.parts for s in part.body] for flow in (first, second)
                )
                yield from steps.compare(wholes[0], wholes[1], (envs[0], envs[1]))
                continue
            before = tuple(
                [s for part in flow.parts[: _first(flow.parts, self.ref)] for s in part.body]
                for flow in (first, second)
            )
            bodies = tuple([s for part in parts for s in part.body] for parts in here)
            steps = StatementComparison(bench, name)
            yield from steps.compare_after(
                (before[0], before[1]), (bodies[0], bodies[1]), (envs[0], envs[1])
            )


def _cases(rules: RuleSet, ref: str) -> dict[str, tuple[Case, ...]]:
    found = {}
    for name, definition in rules.definitions.items():
        here = tuple(case for case in definition.cases if case.ref == ref)
        if here:
            found[name] = here
    return found


def _rules(rules: RuleSet, ref: str) -> dict[str, tuple[Rule, ...]]:
    found = {}
    for name, decided in rules.decisions.items():
        here = tuple(rule for rule in decided if rule.ref == ref)
        if here:
            found[name] = here
    return found


def _parts(rules: RuleSet, ref: str) -> dict[str, tuple[Part, ...]]:
    found = {}
    for name, flow in rules.flows.items():
        here = tuple(part for part in flow.parts if part.ref == ref)
        if here:
            found[name] = here
    return found


def _first(parts: Sequence[Part], ref: str) -> int:
    return next(position for position, part in enumerate(parts) if part.ref == ref)


def _common(first: Mapping[str, T], second: Mapping[str, T]) -> list[str]:
    return list(dict.fromkeys((*first, *second)))


def _here(first: Mapping[str, T], second: Mapping[str, T], ref: str, place: object) -> list[str]:
    """The concepts declared in ``ref`` in both versions; the others are noted."""
    assert callable(place)
    found = []
    for name in _common(first, second):
        refs = [
            getattr(table[name], "ref", None) if name in table else None
            for table in (first, second)
        ]
        if ref not in refs:
            continue
        if refs[0] == refs[1]:
            found.append(name)
        else:
            place(name, next((one for one in refs if one not in (ref, None)), None))
            if name in first and name in second and refs[0] == ref:
                found.append(name)
    return found


def _any(conditions: Sequence[Expr]) -> Expr:
    if not conditions:
        return TruthConstant(value=False)
    joined = conditions[0]
    for condition in conditions[1:]:
        joined = Binary(operator="or", left=joined, right=condition)
    return joined


def _types(types: Iterable[Type]) -> str:
    return ", ".join(type_.kind for type_ in types) or "none"
