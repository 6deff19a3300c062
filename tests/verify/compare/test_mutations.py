"""One change in one encoding of a real law, and the paragraph is no longer equal."""

import pytest

from compiler.law import Law
from tests.verify.compare.changed import changed, compared, table
from tests.verify.compare.mutations import MUTATIONS, Mutation
from verify.compare.paragraph import Comparison
from wortlaut.compared import of_one_law
from wortlaut.render.differences import Differences
from wortlaut.render.words import words

TURNED = {"first_narrower": "second_narrower", "second_narrower": "first_narrower"}
EITHER_WAY = {"de_narrower": "first_narrower", "fr_narrower": "second_narrower"}


def named(mutation: Mutation) -> str:
    return f"{mutation.ref} {mutation.name}"


def readable(law: Law, found: Comparison) -> None:
    """What is told of the differences is made of words and says two things."""
    lines: list[str] = []
    first, second = of_one_law(law, ("de", "fr"))
    rules = [law.bare_rules(one.language, one.in_use()) for one in (first, second)]
    told = Differences((first, second), (rules[0], rules[1]), "en", words("en"), lines.append)
    for one in found.differences:
        sides = told.sides(one)
        assert sides[0] != sides[1]
        assert all(side and "{'" not in side and '{"' not in side for side in sides)
        told.tell(one)
    assert not [line for line in lines if line.endswith("case: ")]
    text = "\n".join(lines)
    assert "None" not in text


@pytest.mark.parametrize(
    "mutation",
    [
        pytest.param(one, marks=pytest.mark.slow if one.slow else (), id=named(one))
        for one in MUTATIONS
    ],
)
def test_one_change_shows(mutation: Mutation) -> None:
    law = changed("spec/posg", mutation.language, mutation.old, mutation.new)
    found = compared(law, mutation.ref, "de", "fr")
    assert found.relation == EITHER_WAY.get(mutation.relation, mutation.relation)
    assert not found.detail
    of_it = [one for one in found.differences if one.aspect == mutation.aspect]
    assert of_it
    readable(law, found)
    # A witness is made only of what the interpreter confirmed; see `replayed`.
    assert all((one.witness is not None) == mutation.shown for one in of_it)
    assert all(one.first != one.second for one in of_it)


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS, ids=named)
def test_the_other_way_round_the_relation_is_turned(mutation: Mutation) -> None:
    law = changed("spec/posg", mutation.language, mutation.old, mutation.new)
    one, other = compared(law, mutation.ref, "de", "fr"), compared(law, mutation.ref, "fr", "de")
    assert other.relation == TURNED.get(one.relation, one.relation)


@pytest.mark.slow
def test_every_paragraph_that_is_equal_has_a_change_that_shows() -> None:
    rows = table("spec/posg", "de", "fr").rows
    equal = {row.ref for row in rows if row.comparison.relation == "equal"}
    assert equal <= {mutation.ref for mutation in MUTATIONS}
