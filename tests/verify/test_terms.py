"""Terms: equal ones are one object, walked parts first, and counted no further than asked."""

from weakref import ref

from verify.terms import (
    add,
    at_most,
    both,
    either,
    larger,
    number_symbol,
    scale,
    sealed,
    total,
    truth_symbol,
    walk,
)


def test_equal_terms_are_one_object_as_long_as_somebody_uses_them() -> None:
    a, b = number_symbol("a", 0, 9), number_symbol("b", 0, 9)
    item = at_most(add(a, b), 5)
    assert item is at_most(add(a, b), 5)
    assert at_most(add(a, 3), add(b, 3)) is at_most(a, b)
    forgotten = ref(item)
    del item
    assert forgotten() is None


def test_what_adds_nothing_makes_no_term() -> None:
    a, p = number_symbol("a", 0, 9), truth_symbol("p")
    assert scale(1, a) is a
    assert total(((2, a), (-2, a), (1, 7))) == 7
    assert at_most(a, 9) is True
    assert both(True, p) is p
    assert either(p, False) is p


def test_parts_come_before_wholes_and_what_is_known_is_passed_over() -> None:
    p, q, r = truth_symbol("p"), truth_symbol("q"), truth_symbol("r")
    inner = both(p, q)
    outer = either(inner, r)
    assert walk([outer, p]) == [p, q, inner, r, outer]
    assert walk([outer], past={inner: 0}) == [r, outer]


def test_what_is_sealed_counts_as_one() -> None:
    long = sealed(total((1, number_symbol(f"n{one}", 0, 1)) for one in range(20)))
    item = at_most(long, 3)
    assert not larger(item, 2)
    assert larger(item, 1)
    assert len(walk([item])) == 23
