"""Numbers are parted as the reader's language parts them."""

import json
import re

import pytest
from click.testing import CliRunner

from wortlaut.cli import cli
from wortlaut.render.numbers import decimal, grouped, p_value, percent
from wortlaut.render.words import words


@pytest.mark.parametrize(
    ("language", "told"), [("en", "5,000"), ("de", "5\u202f000"), ("fr", "5\u202f000")]
)
def test_thousands_are_never_taken_for_a_decimal(language: str, told: str) -> None:
    assert grouped(5_000, words(language)) == told
    assert grouped(4_999.7, words(language)) == told


@pytest.mark.parametrize(("language", "mark"), [("en", "."), ("de", ","), ("fr", ",")])
def test_fractions_have_the_decimal_mark_of_the_language(language: str, mark: str) -> None:
    say = words(language)
    assert percent(0.12345, say) == f"12{mark}35 %"
    assert percent(-0.5, say, "+.1f") == f"-50{mark}0 %"
    assert decimal(0.25, "g", say) == f"0{mark}25"
    assert p_value(0.00001, say) == f"< 0{mark}0001"


def test_people_read_the_mark_of_their_language_and_programs_a_point() -> None:
    asked = ("simulate", "stichwahl", "--games", "7", "--messages", "de")
    told = CliRunner().invoke(cli, [*asked, "--executor", "interpreter"]).stdout
    assert re.search(r"\d,\d\d %", told)
    assert not re.search(r"\d\.\d", told)
    found = CliRunner().invoke(cli, [*asked, "--format", "json"]).stdout
    assert json.loads(found)["games"] == 7
