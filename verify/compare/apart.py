"""A choice that one version alone has, as the other one may have it.

Whoever chooses from one option only chooses nothing. So where one version lets
choose and the other does not, what differs is the case of several options (or of
none); for all others the option is taken like a value that is named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runtime.ruleset import expressions as ex
from runtime.ruleset import statements as s
from verify.compare.bench import Bench
from verify.compare.relation import Difference
from verify.compare.segments import after_segment
from verify.picking import exactly_one
from verify.symbolic import Collection
from verify.terms import Truth, both, either, every, negation, some
from verify.translate import Env


@dataclass(frozen=True)
class OneOption:
    """A choice of one version, for the case that it leaves one option.

    ``named``: the step that names it. ``holds``: that there is just one, or that play
    does not come here. ``difference``: a case in which there are several, or none.
    """

    named: s.Let
    holds: Truth
    difference: Difference | None


def one_option(
    bench: Bench,
    envs: tuple[Env, Env],
    side: int,
    heads: Sequence[Sequence[s.Stmt]],
    choice: s.Choose,
    subject: str,
) -> OneOption | None:
    """``choice`` of version ``side``, made after its head, as the other version may have it.

    None where it never leaves one option alone. ``heads``: the assignments and bindings
    that each version has before.
    """
    if choice.optional or choice.default is not None or choice.stuck is not None:
        return None
    path, other = (after_segment(bench.translator, envs[n], heads[n]) for n in (side, 1 - side))
    value, there = bench.at(path.store).value(choice.domain, path.env)
    if not isinstance(value, Collection):
        return None
    guards = [guard for guard, _ in value.items]
    reached = both(there, every(one.term for one in path.conditions))
    one = exactly_one(guards)
    if bench.possible(reached, one) is None:
        return None
    holds = either(negation(reached), one)
    any_ = some(guards)
    shows = {
        "several": (reached, negation(one), any_),
        # Where the other version gets nowhere either, it says no more.
        "nothing": (reached, negation(any_), *(one.term for one in other.conditions)),
    }
    return OneOption(_named(choice), holds, _difference(bench, envs, side, choice, shows, subject))


def _named(choice: s.Choose) -> s.Let:
    name = f"{choice.name}′"
    binder = ex.Binder(names=(name,), item=choice.type, domain=choice.domain)
    value = ex.The(binder=binder)
    return s.Let(ref=choice.ref, name=choice.name, type=choice.type, value=value)


def _difference(
    bench: Bench,
    envs: tuple[Env, Env],
    side: int,
    choice: s.Choose,
    shows: Mapping[str, tuple[Truth, ...]],
    subject: str,
) -> Difference | None:
    for word, conditions in shows.items():
        model = bench.possible(*conditions)
        if model is None:
            continue
        model = bench.plain(model, *conditions)
        said = ("not said", word) if side else (word, "not said")
        return Difference(
            aspect="choice",
            subject=subject,
            relation="overlap",
            first=said[0],
            second=said[1],
            witness=bench.witness(model, [choice.domain], envs),
        )
    return None
