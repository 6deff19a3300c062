"""The checks of formats fail on what is wrong."""

from typing import Any

import pytest
from click.testing import CliRunner
from lxml import etree

from tests.interchange import tbx_basic
from tests.interchange.schemas import is_akoma_ntoso, is_tmx, parsed, sarif_mistakes
from wortlaut.cli import cli


def exported(output: str, *more: str) -> str:
    return CliRunner().invoke(cli, ["export", "posg", "--format", output, *more]).stdout


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('<langSec xml:lang="fr">', "<langSec>"),
        ("preferredTerm-admn-sts", "preferred"),
        ('"termType">variant', '"termType">plural'),
        ("<term>Spieler</term>", "<term></term>"),
        ("<term>Spieler</term>", ""),
        ('type="TBX-Basic"', 'type="TBX-Min"'),
        ("ed-2", "ed-1"),
        ('id="voter"', 'id="player"'),
    ],
)
def test_what_is_no_tbx_basic(right: str, wrong: str) -> None:
    text = exported("tbx")
    assert right in text
    text = text.replace(right, wrong, 1)
    with pytest.raises((AssertionError, KeyError)):
        tbx_basic.check(parsed(text.encode()))


@pytest.mark.parametrize(("right", "wrong"), [("<seg>", "<seg x='y'>"), ("<tuv ", "<tuv x='y' ")])
def test_what_is_no_tmx(right: str, wrong: str) -> None:
    with pytest.raises(AssertionError):
        is_tmx(exported("tmx").replace(right, wrong).encode())


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('eId="art_2"', 'eId="art_1"'),
        ('date="2019-01-01"', 'date="2019"'),
        ("<FRBRcountry", "<FRBRland"),
        ("<num>", "<nr>"),
    ],
)
def test_what_is_no_akoma_ntoso(right: str, wrong: str) -> None:
    text = exported("akn", "--language", "de").replace(right, wrong)
    if right == "<num>":
        text = text.replace("</num>", "</nr>")
    with pytest.raises(etree.DocumentInvalid):
        is_akoma_ntoso(text.encode())


@pytest.mark.parametrize(
    "log",
    [
        {},
        {"version": "2.0.0", "runs": []},
        {"version": "2.1.0", "runs": [{}]},
        {"version": "2.1.0", "runs": [{"tool": {"driver": {}}}]},
    ],
)
def test_what_is_no_sarif(log: dict[str, Any]) -> None:
    assert sarif_mistakes(log)
