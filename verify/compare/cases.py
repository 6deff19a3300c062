"""What one paragraph says of a definition or a decision: when, which value, before what."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from runtime.precedence import beats
from runtime.ruleset.expressions import Apply, Expr, Variable
from runtime.ruleset.ruleset import Case, Definition
from verify.compare.bench import Bench, replayed
from verify.compare.expressions import (
    Envs,
    applies,
    compare_values,
    shown,
    variables,
)
from verify.compare.relation import Difference, Relation, by_inclusion
from verify.compare.vocabulary import Shared
from verify.picking import exactly_one
from verify.terms import Model, both, every, negation, same_truth, some
from verify.translate import Env


class Guarded(Protocol):
    """A rule or a case: a condition in a paragraph, with its precedence."""

    @property
    def ref(self) -> str: ...
    @property
    def guard(self) -> Expr | None: ...
    @property
    def departs_from(self) -> tuple[str, ...]: ...
    @property
    def yields_to(self) -> tuple[str, ...]: ...


def compare_cases(
    bench: Bench, first: Sequence[Case], second: Sequence[Case], envs: Envs, subject: str
) -> list[Difference]:
    """What one paragraph says of a definition in each version: in which cases, and which value.

    A version that speaks in more cases leaves less open. Where both speak, the
    values must agree.
    """
    guards = ([case.guard for case in first], [case.guard for case in second])
    found = compare_guards(bench, guards, envs, subject)
    for one in first:
        for other in second:
            holds = [
                bench.truth(case.guard, env)[0]
                for case, env in zip((one, other), envs, strict=True)
            ]
            if bench.possible(*holds) is not None:
                where = bench.knowing(*holds)
                found += compare_values(where, one.value, other.value, envs, "value", subject)
    return found


def compare_guards(
    bench: Bench,
    guards: tuple[Sequence[Expr | None], Sequence[Expr | None]],
    envs: Envs,
    subject: str,
) -> list[Difference]:
    """Where one of the first version's guards holds, and where one of the second's does.

    A guard binds: the version in which more is said permits less.
    """
    when, there, clash = [], [], []
    for side, env in zip(guards, envs, strict=True):
        holds, defined = applies(bench, side, env)
        when.append(some(holds))
        there.append(defined)
        clash.append(both(some(holds), negation(exactly_one(holds))))
    alike = every(same_truth(pair[0], pair[1]) for pair in (when, there, clash))
    model = bench.possible(negation(alike))
    if model is None:
        return []
    more, less = (bench.possible(when[one], negation(when[1 - one])) for one in (0, 1))
    relation: Relation = "overlap"
    if more is not None or less is not None:
        model = more if more is not None else less
        assert model is not None
        common = bench.possible(when[0], when[1]) is not None
        relation = by_inclusion(less is not None, more is not None, common)
    said = [_speaks(bench, side, env, model) for side, env in zip(guards, envs, strict=True)]
    replayed(said[0] != said[1], "where a rule applies")
    return [
        Difference(
            aspect="guard",
            subject=subject,
            relation=relation,
            first=said[0],
            second=said[1],
            witness=bench.witness(model, [*guards[0], *guards[1]], variables(envs)),
        )
    ]


def _speaks(bench: Bench, guards: Sequence[Expr | None], env: Env, model: Model) -> str:
    """Whether one of ``guards`` holds, according to the interpreter."""
    found = [True if guard is None else bench.concrete(guard, env, model) for guard in guards]
    holes = [shown(one) for one in found if not isinstance(one, bool)]
    if holes:
        return holes[0]
    several = found.count(True) > 1
    return "more than one" if several else shown(any(found))


def compare_precedence(
    bench: Bench, all_rules: tuple[Sequence[Guarded], Sequence[Guarded]], envs: Envs, subject: str
) -> Iterator[Difference]:
    """Which rule of the compared paragraph takes precedence over which other, or gives way to it.

    That matters where both apply: the version that settles it leaves less open.
    """
    before = [_precedence(rules, bench.ref) for rules in all_rules]
    for pair in sorted(before[0].keys() ^ before[1].keys()):
        side = 0 if pair in before[0] else 1
        guards = [rule.guard for rule in before[side][pair]]
        holds, _ = applies(bench, guards, envs[side])
        model = bench.possible(*holds)
        if model is None:
            continue
        said = _speaks(bench, guards, envs[side], model)
        replayed(said == "more than one", "what takes precedence")
        names = ["none", "none"]
        names[side] = " > ".join(pair)
        relation: Relation = "second_narrower" if side else "first_narrower"
        yield Difference(
            aspect="precedence",
            subject=subject,
            relation="overlap" if pair[::-1] in before[1 - side] else relation,
            first=names[0],
            second=names[1],
            witness=bench.witness(model, guards, variables((envs[side], envs[side]))),
        )


def _precedence(
    rules: Sequence[Guarded], ref: str
) -> dict[tuple[str, str], tuple[Guarded, Guarded]]:
    """The rules of ``ref`` and those they beat or are beaten by, under the two paragraphs."""
    return {
        (one.ref, rules[position].ref): (one, rules[position])
        for one, beaten in zip(rules, beats(rules), strict=True)
        for position in beaten
        if ref in (one.ref, rules[position].ref)
    }


def compare_wholes(
    bench: Bench, first: Definition, second: Definition, envs: Envs
) -> list[Difference]:
    """The values of a definition whose cases stand in different paragraphs in the two versions."""
    other = f"{second.id}′"
    known = Shared({**bench.rules.definitions, other: second.model_copy(update={"id": other})})
    whole = bench.reading(bench.rules.model_copy(update={"definitions": known}))
    calls = [
        Apply(definition=name, arguments=tuple(Variable(name=p.name) for p in one.parameters))
        for name, one in ((first.id, first), (other, second))
    ]
    return compare_values(whole, calls[0], calls[1], envs, "value", first.id)
