"""Numbers are parted as the reader's language parts them."""

import pytest

from wortlaut.render.numbers import grouped
from wortlaut.render.words import words


@pytest.mark.parametrize(
    ("language", "told"), [("en", "5,000"), ("de", "5\u202f000"), ("fr", "5\u202f000")]
)
def test_thousands_are_never_taken_for_a_decimal(language: str, told: str) -> None:
    assert grouped(5_000, words(language)) == told
    assert grouped(4_999.7, words(language)) == told
