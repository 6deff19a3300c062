"""One paragraph of both versions: everything each encodes there, compared piece by piece."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Literal, TypeVar

from runtime.ruleset.expressions import Binary, Expr, TruthConstant
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import (
    DeclaredRecord,
    DeclaredSet,
    Definition,
    Flow,
    LawParameter,
    Parameter,
    Rule,
    RuleSet,
    StateVariable,
)
from runtime.ruleset.types import Type
from verify.compare.bench import Bench, Pair
from verify.compare.cases import compare_cases, compare_guards, compare_precedence, compare_wholes
from verify.compare.declarations import (
    compare_parameters,
    compare_records,
    compare_sets_declared,
    compare_states,
)
from verify.compare.expressions import compare_conditions
from verify.compare.inline import flows_called
from verify.compare.relation import Difference, Undecided, meet
from verify.compare.statements import StatementComparison, Walk
from verify.compare.vocabulary import same_parameters, shape
from verify.findings import lasting
from verify.quantities import Unsupported
from verify.symbolic import Value
from verify.translate import Env

D = TypeVar("D", DeclaredSet, DeclaredRecord, StateVariable, LawParameter)
Verdict = Literal[
    "equal",
    "first_narrower",
    "second_narrower",
    "overlap",
    "disjoint",
    "not_encoded",
    "unknown",
    "unsupported",
]
T = TypeVar("T")
NEVER = TruthConstant(value=False)


class Comparison(Model):
    """What came of comparing one paragraph under one pair of readings.

    A version that says something where the other is silent permits less, and so
    is the narrower one. ``differences``: what differs, with witnesses.
    ``moved``: concepts that one version encodes here and the other in another
    paragraph, as pairs of concept id and where; they were compared all the same.
    ``detail`` says why it is unknown or unsupported.
    """

    relation: Verdict
    differences: tuple[Difference, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    detail: str = ""


def compare_paragraph(pair: Pair, ref: str, sizes: Iterable[Mapping[str, int]]) -> Comparison:
    """Compare what the two versions say in paragraph ``ref``.

    ``sizes``: the assignments for which it is proved; the first difference
    found, at the smallest sizes, is the one reported.
    """
    proved = [dict(one) for one in sizes]
    about = (ref, repr(proved))
    return lasting(Comparison, lambda: (pair.digest, *about), lambda: _compared(pair, ref, proved))


def _compared(pair: Pair, ref: str, sizes: Sequence[Mapping[str, int]]) -> Comparison:
    pieces = _Pieces(pair, ref)
    if not pieces.any:
        return Comparison(relation="not_encoded")
    found = list(pieces.declared())
    relation: Verdict | None = None
    detail = ""
    try:
        for assignment in sizes:
            if found:
                break
            for difference in pieces.proved(assignment):
                found.append(difference)
    except (Undecided, Unsupported) as stopped:
        relation = "unknown" if isinstance(stopped, Undecided) else "unsupported"
        detail = str(stopped)
    if found:
        relation = meet(difference.relation for difference in found)
        detail = detail and f"what else differs is not known: {detail}"
        if not detail and not all(difference.settled for difference in found):
            detail = "whether the versions ever agree is not known"
    return Comparison(
        relation=relation or "equal",
        differences=tuple(found),
        moved=tuple(pieces.moved),
        detail=detail,
    )


class _Pieces:
    """What stands under one reference in each version."""

    def __init__(self, pair: Pair, ref: str) -> None:
        self.pair = pair
        self.rules = (pair.first, pair.second)
        self.ref = ref
        self.one_language = pair.first.language == pair.second.language
        self.moved: dict[tuple[str, str], None] = {}

    @property
    def any(self) -> bool:
        """Whether either version encodes anything here."""
        return any(self.ref in _refs(rules) for rules in self.rules)

    def declared(self) -> Iterator[Difference]:
        """Differences between the declarations that stand here in either version."""
        first, second = self.rules
        yield from self._declared(first.sets, second.sets, compare_sets_declared)
        yield from self._declared(first.records, second.records, compare_records)
        yield from self._declared(first.states, second.states, compare_states)
        yield from self._declared(first.parameters, second.parameters, compare_parameters)

    def _declared(
        self,
        first: Mapping[str, D],
        second: Mapping[str, D],
        compare: Callable[[D, D], Iterator[Difference]],
    ) -> Iterator[Difference]:
        for name in _names(first, second):
            one, other = first.get(name), second.get(name)
            if one is not None and other is not None:
                if self.ref in (one.ref, other.ref):
                    self._note(name, {one.ref}, {other.ref})
                    yield from compare(one, other)
            elif self.ref == (one or other).ref:  # type: ignore[union-attr]
                yield _one_sided(name, one is not None)

    def _note(self, name: str, first: Collection[str], second: Collection[str]) -> bool:
        """Note where else a concept is said, if not in the same places; whether it is so."""
        elsewhere = [ref for ref in (*first, *second) if ref not in first or ref not in second]
        if elsewhere:
            self.moved[name, ", ".join(dict.fromkeys(elsewhere))] = None
        return bool(elsewhere)

    def proved(self, sizes: Mapping[str, int]) -> Iterator[Difference]:
        """Differences between norms, permissions, cases, rules and parts, for these sizes."""
        bench = self.pair.lay(sizes, self.ref)
        yield from self._norms(bench)
        yield from self._permissions(bench)
        yield from self._definitions(bench)
        yield from self._decisions(bench)
        yield from self._flows(bench)

    def _norms(self, bench: Bench) -> Iterator[Difference]:
        norms = [[n for n in rules.norms if n.ref == self.ref] for rules in self.rules]
        if not any(norms):
            return
        here, whole = (
            (_any(n.forbidden for n in pair[0]), _any(n.forbidden for n in pair[1]))
            for pair in (norms, [rules.norms for rules in self.rules])
        )
        # What is lawful is the question here, so nothing is taken to be so.
        found = compare_conditions(
            bench, here, ({}, {}), "forbidden", "norm", restricting=True, lawful=False
        )
        if found and not compare_conditions(
            bench, whole, ({}, {}), "forbidden", "norm", restricting=True, lawful=False
        ):
            refs = [dict.fromkeys(norm.ref for norm in rules.norms) for rules in self.rules]
            if self._note("norm", refs[0], refs[1]):
                return
        yield from found

    def _permissions(self, bench: Bench) -> Iterator[Difference]:
        here = [[p for p in rules.permissions if p.ref == self.ref] for rules in self.rules]
        if any(here):
            first, second = (_any(p.permitted for p in permissions) for permissions in here)
            yield from compare_conditions(
                bench, (first, second), ({}, {}), "permitted", "permission"
            )

    def _definitions(self, bench: Bench) -> Iterator[Difference]:
        for name in _names(self.rules[0].definitions, self.rules[1].definitions):
            first, second = (rules.definitions.get(name) for rules in self.rules)
            if first is None or second is None:
                continue  # a helping definition: followed into wherever it is used
            refs = [dict.fromkeys(case.ref for case in one.cases) for one in (first, second)]
            if self.ref not in refs[0] and self.ref not in refs[1]:
                continue
            if found := list(self._signature(name, first, second)):
                yield from found
                continue
            envs = self._arguments(bench, first.parameters, second.parameters)
            apart = refs[0].keys() - refs[1].keys(), refs[1].keys() - refs[0].keys()
            if all(apart):
                found = compare_wholes(bench, first, second, envs)
                if not (found and self.one_language):
                    self._note(name, refs[0], refs[1])
                    yield from found
                    continue
            here = [[case for case in one.cases if case.ref == self.ref] for one in (first, second)]
            yield from compare_cases(bench, here[0], here[1], envs, name, first.type)
            yield from compare_precedence(bench, (first.cases, second.cases), envs, name)

    def _decisions(self, bench: Bench) -> Iterator[Difference]:
        for name in _names(self.rules[0].decisions, self.rules[1].decisions):
            first, second = (rules.decisions.get(name, ()) for rules in self.rules)
            here = [[rule for rule in rules if rule.ref == self.ref] for rules in (first, second)]
            if all(here) and {rule.ref for rule in first} == {rule.ref for rule in second}:
                yield from self._rules(bench, name, here[0], here[1])
                yield from compare_precedence(bench, (first, second), ({}, {}), name)
                continue
            pairs = [
                (one, other)
                for one, other in self._paired(bench, name, first, second)
                if self.ref in (one and one.ref, other and other.ref)
            ]
            for one, other in pairs:
                if one is not None and other is not None:
                    self._note(name, [one.ref], [other.ref])
                yield from self._rules(bench, name, _alone(one), _alone(other))
            if pairs:
                yield from compare_precedence(bench, (first, second), ({}, {}), name)

    def _paired(
        self, bench: Bench, name: str, first: Sequence[Rule], second: Sequence[Rule]
    ) -> list[tuple[Rule | None, Rule | None]]:
        """The rules of a decision in both versions: those of one paragraph, then the rest.

        Of a law as it was and as it becomes, a rule that is gone and one that is new are two,
        unless they say the same; in two languages, what is left is taken to be one in their order.
        """
        pairs, alone, left = _matched(first, second, lambda one, other: one.ref == other.ref)
        if self.one_language:
            moved, alone, left = _matched(
                alone,
                left,
                lambda one, other: not any(self._rules(bench, name, (one,), (other,))),
            )
            pairs += [*moved, *((one, None) for one in alone), *((None, one) for one in left)]
            return pairs
        return [*pairs, *zip_longest(alone, left)]

    def _rules(
        self, bench: Bench, name: str, first: Sequence[Rule], second: Sequence[Rule]
    ) -> Iterator[Difference]:
        """When one of the rules applies, and where two apply together what each of them does."""
        guards = ([rule.guard for rule in first], [rule.guard for rule in second])
        yield from compare_guards(bench, guards, ({}, {}), name)
        several = len(first) > 1 or len(second) > 1
        for one in first:
            for other in second:
                holds = [bench.truth(rule.guard, {})[0] for rule in (one, other)]
                if several and bench.possible(*holds) is None:
                    continue
                walk = Walk(bench, ({}, {})).where((one.guard, other.guard), holds=True)
                yield from StatementComparison(name).compare(one.body, other.body, walk)[0]

    def _flows(self, bench: Bench) -> Iterator[Difference]:
        for name in _names(self.rules[0].flows, self.rules[1].flows):
            first, second = (rules.flows.get(name) for rules in self.rules)
            if first is None or second is None:
                # A helping flow is followed into where it is called; any other is said alone.
                yield from self._alone(name, first, second)
                continue
            refs = [[part.ref for part in flow.parts] for flow in (first, second)]
            if self.ref not in (*refs[0], *refs[1]):
                continue
            if found := list(self._signature(name, first, second)):
                yield from found
                continue
            walk = Walk(bench, self._arguments(bench, first.parameters, second.parameters))
            steps = StatementComparison(name)
            if refs[0] != refs[1]:
                # The versions spread the flow over paragraphs differently: only the whole compares.
                self._note(name, refs[0], refs[1])
                wholes = [[s for part in flow.parts for s in part.body] for flow in (first, second)]
                yield from steps.compare(wholes[0], wholes[1], walk)[0]
                continue
            last = len(refs[0]) - refs[0][::-1].index(self.ref)
            for one, other in zip(first.parts[:last], second.parts[:last], strict=True):
                # What other paragraphs say is for their own rows, but what they bind is seen here.
                bench = walk.bench.asking(one.ref == self.ref)
                differences, walk = steps.compare(one.body, other.body, replace(walk, bench=bench))
                yield from differences if one.ref == self.ref else ()

    def _alone(self, name: str, first: Flow | None, second: Flow | None) -> Iterator[Difference]:
        rules, flow = (self.rules[0], first) if first is not None else (self.rules[1], second)
        here = flow is not None and any(part.ref == self.ref for part in flow.parts)
        if here and name not in flows_called(rules):
            yield _one_sided(name, first is not None)

    def _signature(
        self, name: str, first: Definition | Flow, second: Definition | Flow
    ) -> Iterator[Difference]:
        if not same_parameters(first.parameters, second.parameters):
            texts = [_types(p.type for p in one.parameters) for one in (first, second)]
            yield _differently("parameters", name, texts)
        results = [
            one.type if isinstance(one, Definition) else one.result for one in (first, second)
        ]
        shapes = [result and shape(result) for result in results]
        if shapes[0] != shapes[1]:
            texts = [_types([result] if result else []) for result in results]
            yield _differently("result", name, texts)

    def _arguments(
        self, bench: Bench, first: Sequence[Parameter], second: Sequence[Parameter]
    ) -> tuple[Env, Env]:
        envs: tuple[dict[str, Value], dict[str, Value]] = ({}, {})
        for one, other in zip(first, second, strict=True):
            bench.know((one.name, other.name), one.type)
            envs[0][one.name] = envs[1][other.name] = bench.fresh(one.type, one.name)
        return envs


def _alone(rule: Rule | None) -> tuple[Rule, ...]:
    return () if rule is None else (rule,)


def _matched(
    first: Sequence[Rule], second: Sequence[Rule], same: Callable[[Rule, Rule], bool]
) -> tuple[list[tuple[Rule | None, Rule | None]], list[Rule], list[Rule]]:
    """The rules that are the ``same`` in both versions, and those that are left in each."""
    pairs: list[tuple[Rule | None, Rule | None]] = []
    alone, left = [], list(second)
    for rule in first:
        other = next((one for one in left if same(rule, one)), None)
        if other is None:
            alone.append(rule)
        else:
            left.remove(other)
            pairs.append((rule, other))
    return pairs, alone, left


def _refs(rules: RuleSet) -> Iterator[str]:
    """The paragraphs in which something is encoded."""
    for table in (rules.sets, rules.records, rules.states, rules.parameters):
        yield from (declared.ref for declared in table.values())
    yield from (norm.ref for norm in rules.norms)
    yield from (permission.ref for permission in rules.permissions)
    yield from (case.ref for one in rules.definitions.values() for case in one.cases)
    yield from (rule.ref for decided in rules.decisions.values() for rule in decided)
    yield from (part.ref for flow in rules.flows.values() for part in flow.parts)


def _names(first: Mapping[str, T], second: Mapping[str, T]) -> list[str]:
    return list(dict.fromkeys((*first, *second)))


def _any(conditions: Iterable[Expr]) -> Expr:
    joined: Expr | None = None
    for one in conditions:
        joined = one if joined is None else Binary(operator="or", left=joined, right=one)
    return NEVER if joined is None else joined


def _types(types: Iterable[Type]) -> str:
    return ", ".join(type_.kind for type_ in types) or "none"


def _one_sided(subject: str, in_first: bool) -> Difference:
    return Difference(
        aspect="declared",
        subject=subject,
        relation="first_narrower" if in_first else "second_narrower",
        first="said" if in_first else "not said",
        second="not said" if in_first else "said",
    )


def _differently(aspect: str, subject: str, said: Sequence[str]) -> Difference:
    return Difference(
        aspect=aspect, subject=subject, relation="overlap", first=said[0], second=said[1]
    )
