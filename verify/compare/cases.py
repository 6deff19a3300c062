"""What one paragraph says of a definition or a decision: when, which value, before what."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from runtime.precedence import beats
from runtime.ruleset.expressions import Apply, Expr, Variable
from runtime.ruleset.ruleset import Case, Definition
from runtime.ruleset.types import Type
from verify.compare.bench import Bench, replayed
from verify.compare.expressions import (
    Envs,
    applies,
    compare_values,
    shown,
)
from verify.compare.relation import Difference, Relation, by_inclusion
from verify.compare.vocabulary import Shared
from verify.evaluation import Model
from verify.picking import exactly_one
from verify.terms import both, every, negation, same_truth, some
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
    bench: Bench,
    first: Sequence[Case],
    second: Sequence[Case],
    envs: Envs,
    subject: str,
    type_: Type,
) -> list[Difference]:
    """What one paragraph says of a definition in each version: in which cases, and which value.

    ``type_``: of the definition's values. A version that speaks in more cases leaves
    less open. Where both speak, the values must agree.
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
                found += compare_values(
                    bench.knowing(*holds),
                    one.value,
                    other.value,
                    envs,
                    "value",
                    subject,
                    type_,
                    (one.guard, other.guard),
                )
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
        # Where one guard is undefined, nothing can be told, whatever the others say.
        when.append(both(defined, some(holds)))
        there.append(defined)
        clash.append(every((defined, some(holds), negation(exactly_one(holds)))))
    alike = every(same_truth(pair[0], pair[1]) for pair in (when, there, clash))
    shows = negation(alike)
    model = bench.possible(shows)
    if model is None:
        return []
    more, less = (bench.possible(when[one], negation(when[1 - one])) for one in (0, 1))
    relation: Relation = "overlap"
    if more is not None or less is not None:
        model = more if more is not None else less
        assert model is not None
        first = 0 if more is not None else 1
        shows = both(when[first], negation(when[1 - first]))
        common = bench.possible(when[0], when[1]) is not None
        relation = by_inclusion(less is not None, more is not None, common)
    model = bench.plain(model, shows)
    said = [_speaks(bench, side, env, model) for side, env in zip(guards, envs, strict=True)]
    replayed(said[0] != said[1], "where a rule applies")
    return [
        Difference(
            aspect="guard",
            subject=subject,
            relation=relation,
            first=said[0],
            second=said[1],
            witness=bench.witness(model, [*guards[0], *guards[1]], envs),
            always=bench.ever(alike) is False,
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
        turned_round = pair[::-1] in before[1 - side]
        if side and turned_round:
            continue  # said already, from the first version's side
        names = ["none", "none"]
        names[side] = " > ".join(pair)
        relation: Relation = "second_narrower" if side else "first_narrower"
        if turned_round:
            names[1 - side] = " > ".join(pair[::-1])
            relation = "overlap"
        for one, other in before[side][pair]:
            guards = [one.guard, other.guard]
            holds, there = applies(bench, guards, envs[side])
            model = bench.possible(*holds, there)
            if model is None:
                continue
            model = bench.plain(model, *holds, there)
            said = _speaks(bench, guards, envs[side], model)
            replayed(said == "more than one", "what takes precedence")
            yield Difference(
                aspect="precedence",
                subject=subject,
                relation=relation,
                first=names[0],
                second=names[1],
                witness=bench.witness(model, guards, envs),
            )
            break


def _precedence(
    rules: Sequence[Guarded], ref: str
) -> dict[tuple[str, str], list[tuple[Guarded, Guarded]]]:
    """The rules of ``ref`` and those they beat or are beaten by, under the two paragraphs."""
    found: dict[tuple[str, str], list[tuple[Guarded, Guarded]]] = {}
    for one, beaten in zip(rules, beats(rules), strict=True):
        for position in beaten:
            other = rules[position]
            if ref in (one.ref, other.ref):
                found.setdefault((one.ref, other.ref), []).append((one, other))
    return found


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
    return compare_values(whole, calls[0], calls[1], envs, "value", first.id, first.type)
