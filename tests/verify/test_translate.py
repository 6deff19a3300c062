"""The translation: random expressions mean the same to the evaluator and to the terms."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.state import Store
from tests.runtime.agreeing import LAYOUT, RULES, SIZES, checked, outcome, stores, typed
from verify.evaluation import evaluate, evaluate_all
from verify.limits import Limit, Named, ask
from verify.quantities import Unsupported
from verify.symbolic import Scope, grounded
from verify.translate import HOLE, Translator, defined

SCOPE = Scope(RULES, SIZES)
UNKNOWN = SCOPE.unknown_store("")


def model_of(store: Store) -> dict[str, int]:
    """The values of the symbols of the unknown store in a given one."""
    model: dict[str, int] = {}
    for name in LAYOUT.names:
        for place in SCOPE.places(name):
            label, value = f"{name}{list(place)}", LAYOUT.read(store, name, *place)
            if name == "spot_of":
                model[f"{label}?"] = int(value is not None)
                if value is not None:
                    model[f"{label}.at"], model[f"{label}.up"] = value
            else:
                model[label] = int(value)
    return model


@checked(few=100, many=2_000)
def test_terms_and_evaluator_agree_also_on_what_is_undefined(item: Any, store: Store) -> None:
    try:
        value, needs = Translator(SCOPE, UNKNOWN).translate(item, {})
    except Unsupported:
        return
    model = model_of(store)
    failing = [hole for hole, met in needs.items() if not evaluate(met, model)]
    verdict, content = outcome(item, store)
    if verdict == "undefined":
        # Where it is undefined whatever the state, the first hole found is enough.
        sure = any(met is False for met in needs.values())
        assert failing
        assert sure or content in {kind for kind, _ in failing}
    else:
        assert failing == []
        assert value is not HOLE
        assert grounded(value, model) == content


@settings(max_examples=30, deadline=None)
@given(typed, stores)
def test_the_solver_agrees_with_the_evaluation_of_terms(item: Any, store: Store) -> None:
    try:
        _, needs = Translator(SCOPE, UNKNOWN).translate(item, {})
    except Unsupported:
        return
    there = defined(needs)
    answer = ask([Named(None, there)], Limit(steps=2_000))
    if answer.verdict == "yes":
        assert evaluate(there, answer.model)
    elif answer.verdict == "no":
        assert not evaluate(there, model_of(store))


@given(st.integers(-5, 5), st.integers(-5, 5))
def test_a_known_store_is_folded_away(low: int, high: int) -> None:
    from verify import terms

    x = terms.number_symbol("x", low, max(low, high))
    model = {"x": low}
    parts = [
        terms.absolute(x),
        terms.largest(x, 0),
        terms.smallest(x, 2),
        terms.choose_number(terms.at_most(x, 0), 1, terms.scale(3, x)),
    ]
    assert evaluate_all(parts, model) == [
        abs(low),
        max(low, 0),
        min(low, 2),
        1 if low <= 0 else 3 * low,
    ]
