"""What makes questions to the solver easier must not change what is answered."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.lowering import lower
from runtime.ruleset.ruleset import DeclaredSet, RuleSet, StateVariable
from runtime.ruleset.types import Element, Optional
from runtime.state import Layout
from tests.runtime.small_rules import end, flow, rule_set
from verify import terms
from verify.evaluation import evaluate, evaluate_all
from verify.limits import Limit, Named, ask
from verify.partitions import partitions
from verify.slices import Slicer, ask_in_slices
from verify.starts import at_start
from verify.symbolic import Scope, lifted_as
from verify.terms import Term, Truth, Whole

LIMIT = Limit(steps=2_000, seconds=20.0)
PLAYERS, TEAMS = 4, 3


# ---- partitions: what is said of counting is true of every state


def voting(*, optional: bool) -> RuleSet:
    """Players each name a team; if ``optional``, or nobody."""
    team = Element(set="team")
    item = Optional(item=team) if optional else team
    sets = {"player": PLAYERS, "team": TEAMS}
    vote = StateVariable(
        id="vote", ref="1", domain=("player",), type=item, initial=None if optional else 0
    )
    members = tuple(f"t{number}" for number in range(TEAMS))
    return rule_set(
        flow("game", end()),
        sets={
            name: DeclaredSet(
                id=name, ref="1", low=size, high=size, members=members if name == "team" else ()
            )
            for name, size in sets.items()
        },
        states={"vote": vote},
    )


votes = st.lists(st.integers(0, TEAMS - 1), min_size=PLAYERS, max_size=PLAYERS)


@pytest.mark.parametrize("optional", [True, False])
@settings(max_examples=50, deadline=None)
@given(votes, st.lists(st.booleans(), min_size=PLAYERS, max_size=PLAYERS))
def test_counting_says_nothing_that_is_false_of_some_state(
    optional: bool, named: list[int], given: list[bool]
) -> None:
    rules = voting(optional=optional)
    scope = Scope(rules, {"player": PLAYERS, "team": TEAMS})
    path = at_start(scope, lower(rules, "game"))
    cast = [vote if set_ or not optional else None for vote, set_ in zip(named, given, strict=True)]
    store = Layout(rules, scope.sizes).initial({"vote": tuple(cast)})
    known = {(at,): lifted_as(scope.type_of("vote"), one) for at, one in enumerate(store.values[0])}
    told = list(partitions(scope, replace(path, store={**path.store, "vote": known})))
    assert [one.term for one in told] == [True]

    # The same lemma, said of a state of which nothing is known, and then asked of this one.
    unknown = list(partitions(scope, replace(path, store=scope.unknown_store(""))))
    model = {f"vote[{at}]": one or 0 for at, one in enumerate(cast)}
    model |= {f"vote[{at}]?": int(one is not None) for at, one in enumerate(cast)}
    assert len(unknown) == 1
    assert all(evaluate(one.term, model) for one in unknown)
    assert all(one.name is None for one in unknown)


def test_counting_settles_what_it_is_for() -> None:
    rules = voting(optional=True)
    scope = Scope(rules, {"player": PLAYERS, "team": TEAMS})
    path = replace(at_start(scope, lower(rules, "game")), store=scope.unknown_store(""))
    (lemma,) = partitions(scope, path)
    assert ask([Named(None, terms.negation(lemma.term))], LIMIT).verdict == "no"


# ---- terms made up

NUMBERS = [terms.number_symbol(f"x{number}", 0, 3) for number in range(3)]
TRUTHS = [terms.truth_symbol(f"p{number}") for number in range(3)]


def compared(left: Whole, right: Whole, how: str) -> Truth:
    return {"at_most": terms.at_most, "equal": terms.equal, "less": terms.less}[how](left, right)


whole = st.recursive(
    st.sampled_from(NUMBERS) | st.integers(0, 3),
    lambda inner: st.builds(terms.add, inner, inner) | st.builds(terms.subtract, inner, inner),
    max_leaves=3,
)
truth = st.recursive(
    st.sampled_from(TRUTHS)
    | st.builds(compared, whole, whole, st.sampled_from(["at_most", "equal", "less"])),
    lambda inner: (
        st.builds(terms.negation, inner)
        | st.builds(terms.both, inner, inner)
        | st.builds(terms.either, inner, inner)
        | st.builds(terms.same_truth, inner, inner)
    ),
    max_leaves=5,
)
conditions = st.lists(st.builds(Named, st.sampled_from(["a", "b", "c", None]), truth), max_size=5)


# ---- slices


@settings(max_examples=50, deadline=None)
@given(conditions, st.lists(truth, min_size=1, max_size=3))
def test_no_slice_denies_what_the_whole_allows(given: list[Named], goals: list[Truth]) -> None:
    goal = Named("goal", terms.some(goals))
    sliced = ask_in_slices(given, goal, LIMIT)
    if sliced is None:
        return
    assert sliced.verdict == "no"
    needed = [one for one in given if one.name is None or one.name in sliced.core]
    last = [goal] if "goal" in sliced.core else []
    assert ask([*needed, *last], LIMIT).verdict == "no"


@settings(max_examples=30, deadline=None)
@given(conditions, st.lists(truth, min_size=1, max_size=3))
def test_a_slicer_answers_each_question_as_if_it_were_the_first(
    given: list[Named], goals: list[Truth]
) -> None:
    slicer = Slicer(given)
    for goal in goals:
        again = slicer.ask(Named("goal", goal), LIMIT)
        first = ask_in_slices(given, Named("goal", goal), LIMIT)
        assert (again is None) == (first is None)
        if again is None:
            continue
        assert ask([*given, Named("goal", goal)], LIMIT).verdict == "no"


def test_a_slice_is_asked_with_what_speaks_of_nothing_else() -> None:
    x, y, _ = NUMBERS
    low = [Named("x", terms.at_most(x, 1)), Named("y", terms.at_most(y, 1))]
    high = terms.either(terms.at_most(2, x), terms.at_most(2, y))
    found = ask_in_slices(low, Named("high", high), LIMIT)
    assert found is not None
    assert set(found.core) == {"x", "y", "high"}
    assert ask_in_slices(low[:1], Named("high", high), LIMIT) is None


# ---- sealed sums and truths

LONG = [terms.number_symbol(f"n{number}", 0, 2) for number in range(terms.LONG + 2)]
sums = st.lists(st.integers(-2, 2).filter(bool), min_size=len(LONG), max_size=len(LONG)).map(
    lambda factors: terms.total(zip(factors, LONG, strict=True))
)
asked_of = st.tuples(st.integers(-40, 40), st.sampled_from(["at_most", "equal", "less"]))


def about(one: Whole, other: Whole, claims: list[tuple[int, str]]) -> list[Named]:
    first, *rest = claims
    said = [Named("0", compared(one, *first)), Named("s", terms.at_most(terms.add(one, other), 9))]
    return said + [Named(f"{at}", compared(other, *claim)) for at, claim in enumerate(rest, 1)]


def unsealed(one: Whole) -> Whole:
    return one.args[0] if isinstance(one, Term) and one.op == "sealed" else one


@settings(max_examples=40, deadline=None)
@given(sums, sums, st.lists(asked_of, min_size=2, max_size=4), st.booleans())
def test_sealing_changes_no_answer(
    one: Whole, other: Whole, claims: list[tuple[int, str]], core: bool
) -> None:
    plain = ask(about(one, other, claims), LIMIT, core=core)
    kept = terms.sealed(one), terms.sealed(other)
    assert all(isinstance(item, Term) and item.op == "sealed" for item in kept)
    assert [unsealed(item) for item in kept] == [one, other]
    question = about(*kept, claims)
    found = ask(question, LIMIT, core=core)
    assert "unknown" not in (plain.verdict, found.verdict)
    assert found.verdict == plain.verdict
    if found.verdict == "yes":
        assert all(evaluate_all((item.term for item in question), found.model))
    elif core:
        needed = [item for item in about(one, other, claims) if item.name in found.core]
        assert ask(needed, LIMIT).verdict == "no"


@settings(max_examples=30, deadline=None)
@given(st.lists(truth, min_size=3, max_size=6), conditions)
def test_sealing_a_truth_changes_no_answer(parts: list[Truth], given: list[Named]) -> None:
    # Many comparisons of one long sum, so that it is large enough to be sealed.
    many = [terms.equal(terms.total((1, n) for n in LONG), value) for value in range(3, 12)]
    pairs = [terms.same_truth(left, right) for left in many for right in many if left is not right]
    large = terms.every([*parts, terms.either(terms.some(pairs), many[0])])
    kept = terms.sealed_truth(large)
    for item, same in ((large, kept), (terms.negation(large), terms.negation(kept))):
        plain = ask([*given, Named("t", item)], LIMIT).verdict
        found = ask([*given, Named("t", same)], LIMIT)
        assert found.verdict == plain
        if plain == "yes":
            assert evaluate(item, found.model)


def test_what_is_short_is_not_sealed() -> None:
    assert terms.sealed(NUMBERS[0]) is NUMBERS[0]
    assert terms.sealed(7) == 7
    assert terms.sealed_truth(TRUTHS[0]) is TRUTHS[0]
    assert terms.sealed_truth(True) is True
