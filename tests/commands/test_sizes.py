"""Verdicts for several sizes are told together, and each only of the sizes it is of."""

from wortlaut.render.sizes import boxes


def test_sizes_that_are_no_product_are_told_as_several() -> None:
    proved = [(m, n) for m in (3, 4, 5) for n in (2, 3) if (m, n) != (5, 3)]
    assert boxes(proved) == [((3, 4), (2, 3)), ((5,), (2,))]
    assert boxes([(m, n) for m in (3, 5) for n in (2, 3)]) == [((3, 5), (2, 3))]
    assert boxes([]) == []
