"""``wortlaut export``: valid in each format, aligned across the versions, the same in every run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.law import load_sound
from tests.interchange.schemas import is_akoma_ntoso, is_tmx, parsed
from tests.interchange.tbx_basic import LANG, NAMESPACE, check
from wortlaut.cli import cli

LAWS = Path(__file__).parents[1] / "laws"
SMALL = sorted(path.parent.name for path in LAWS.glob("*/glossary.toml"))
EVERY = ["posg", "stichwahl", *(str(LAWS / name) for name in SMALL)]
AKN = "{http://docs.oasis-open.org/legaldocml/ns/akn/3.0}"


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["export", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def written(*arguments: str) -> bytes:
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.strip()
    return result.stderr


# ---- Akoma Ntoso


@pytest.mark.parametrize("law", EVERY)
def test_each_version_is_valid_akoma_ntoso(law: str) -> None:
    for code, version in load_sound(law).versions.items():
        said = ("--format", "akn", "--language", code, "--date", "2020-02-29")
        root = is_akoma_ntoso(written(law, *said))
        assert root.find(f".//{AKN}docTitle").text == version.tree.title.text


def test_the_versions_are_aligned_by_their_ids(tmp_path: Path) -> None:
    result = run("posg", "--format", "akn", "-o", str(tmp_path / "out"))
    assert (result.exit_code, result.stdout) == (0, "")
    ids = {}
    for code in ("de", "fr"):
        root = is_akoma_ntoso((tmp_path / "out" / f"{code}.xml").read_bytes())
        ids[code] = root.xpath("//@eId")
    assert ids["de"] == ids["fr"]
    assert "art_8__para_2" in ids["de"]
    assert "art_1__para_1__point_c" in ids["de"]


def test_the_identification_is_complete() -> None:
    root = is_akoma_ntoso(
        written(
            "posg",
            "--format",
            "akn",
            "--language",
            "fr",
            "--country",
            "CH",
            "--author",
            "Les joueurs",
        )
    )
    found = {
        (one.getparent().tag.removeprefix(AKN), one.tag.removeprefix(AKN)): dict(one.attrib)
        for one in root.find(f".//{AKN}identification").iter()
        if len(one) == 0
    }
    work, expression = "/akn/ch/act/2019-01-01/posg", "/akn/ch/act/2019-01-01/posg/fra@2019-01-01"
    assert found["FRBRWork", "FRBRuri"] == {"value": work}
    assert found["FRBRWork", "FRBRthis"] == {"value": f"{work}/!main"}
    assert found["FRBRWork", "FRBRcountry"] == {"value": "ch"}
    assert found["FRBRWork", "FRBRdate"]["date"] == "2019-01-01"
    assert found["FRBRExpression", "FRBRuri"] == {"value": expression}
    assert found["FRBRExpression", "FRBRlanguage"] == {"language": "fra"}
    assert found["FRBRExpression", "FRBRalias"]["value"] == "LPos"
    assert found["FRBRManifestation", "FRBRuri"] == {"value": f"{expression}.akn"}
    names = {one.get("eId"): one.get("showAs") for one in root.find(f".//{AKN}references")}
    assert names["enactor"] == "Les joueurs"
    assert {f"#{name}" for name in names} >= set(root.xpath("//*[local-name()='FRBRauthor']/@href"))


def test_references_in_the_text_are_links() -> None:
    root = is_akoma_ntoso(written("posg", "--format", "akn", "--language", "de"))
    links = [(one.text, one.get("href")) for one in root.iter(f"{AKN}ref")]
    assert ("Art. 2 Abs. 1", "#art_2__para_1") in links
    assert ("Art.8 Abs. 2", "#art_8__para_2") in links
    ids = set(root.xpath("//@eId"))
    assert {href.removeprefix("#") for _, href in links} <= ids
    assert "Art. 299" not in str(links)  # another law


def test_parts_of_a_law_stand_in_one_another(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "Statuten\nErster Teil: A\n1. Kapitel: B\nArt. 1\nEins.\n2. Kapitel: C\nArt. 2\nZwei.\n"
        "Zweiter Teil: D\n1. Kapitel: E\nArt. 3\nDrei.\n",
        "utf-8",
    )
    law = str(tmp_path / "law")
    assert CliRunner().invoke(cli, ["new", law, "--text", f"de={tmp_path}/a.txt"]).exit_code == 0
    root = is_akoma_ntoso(written(law, "--format", "akn", "--date", "2000-01-01"))
    parts = {one.get("eId") for one in root.iter(f"{AKN}part", f"{AKN}chapter")}
    assert parts == {"part_1", "part_1__chp_1", "part_1__chp_2", "part_2", "part_2__chp_1"}
    assert root.xpath("string(//*[@eId='art_2']/../@eId)") == "part_1__chp_2"


# ---- TMX


def test_paired_sentences_are_valid_tmx() -> None:
    root = is_tmx(written("posg", "--format", "tmx"))
    assert root.find("header").get("srclang") == "*all*"
    units = {one.get("tuid"): one for one in root.iter("tu")}
    texts = {one.get(LANG): one.findtext("seg") for one in units["8.1.2"]}
    assert texts == {
        "de": "Massgebend ist der Abstand in Schritten auf dem Spielfeld.",
        "fr": "La distance en pas sur le terrain de jeu est déterminante.",
    }
    assert units["7.heading"][0].findtext("seg") == "Umfragerunden"
    # Three sentences and four: nobody says which are one another's.
    assert units["4.2"].get("segtype") == "paragraph"
    assert not [name for name in units if name.startswith("4.2.")]


def test_what_one_version_alone_says_is_told_and_left_out(tmp_path: Path) -> None:
    for code, text in (("de", "T\nArt. 1\n1 A.\n2 B.\n"), ("fr", "T\nArt. 1\n1 C.\n")):
        (tmp_path / f"{code}.txt").write_text(text, "utf-8")
    texts = [part for code in ("de", "fr") for part in ("--text", f"{code}={tmp_path}/{code}.txt")]
    assert CliRunner().invoke(cli, ["new", str(tmp_path / "law"), *texts]).exit_code == 0
    result = run(str(tmp_path / "law"), "--format", "tmx")
    assert result.exit_code == 0
    assert "1.2.1" in result.stderr
    ids = is_tmx(result.stdout_bytes).xpath("//tu/@tuid")
    assert ids == ["title", "1.1.1"]


# ---- TBX


@pytest.mark.parametrize("law", EVERY)
def test_the_glossary_is_valid_tbx(law: str) -> None:
    root = parsed(written(law, "--format", "tbx"))
    check(root)
    found = load_sound(law)
    said = {one for code in found.languages for one in found.glossary.words(code).values()}
    assert root.xpath("//@id") == [one for one in found.glossary.concepts if one in said]


def test_terms_in_all_languages_with_their_forms_and_where_they_stand() -> None:
    root = parsed(written("posg", "--format", "tbx"))
    (entry,) = (one for one in root.iter(f"{NAMESPACE}conceptEntry") if one.get("id") == "voter")
    terms = {
        s.get(LANG): [t.text for t in s.iter(f"{NAMESPACE}term")] for s in entry if s.get(LANG)
    }
    assert terms == {
        "de": ["Wähler", "Wählerin", "Wählerinnen"],
        "fr": ["électeurs", "électeur", "électrice", "électrices"],
    }
    assert [one.text for one in entry.iter(f"{NAMESPACE}admin")] == [
        "Art. 1 Abs. 1 Bst. b",
        "Art. 1 al. 1 let. b",
    ]


def test_tbx_of_one_language() -> None:
    root = parsed(written("posg", "--format", "tbx", "--language", "fr"))
    check(root)
    assert set(root.xpath("//@xml:lang")) == {"fr"}


# ---- what holds for each


@pytest.mark.parametrize(
    "output", ["akn", *(pytest.param(one, marks=pytest.mark.slow) for one in ("tbx", "tmx"))]
)
def test_the_same_bytes_in_every_run(output: str) -> None:
    arguments = ["posg", "--format", output, *(["--language", "de"] if output == "akn" else [])]
    command = [sys.executable, "-m", "wortlaut.cli", "export", *arguments]
    elsewhere = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": "1"}, capture_output=True, check=True
    ).stdout
    assert written(*arguments) == elsewhere


def test_a_file_or_a_folder(tmp_path: Path) -> None:
    one, folder = tmp_path / "one.xml", tmp_path / "folder"
    assert run("posg", "--format", "akn", "--language", "de", "-o", str(one)).exit_code == 0
    folder.mkdir()
    assert run("posg", "--format", "akn", "--language", "de", "-o", str(folder)).exit_code == 0
    assert one.read_bytes() == (folder / "de.xml").read_bytes()


@pytest.mark.parametrize("messages", ["de", "en", "fr"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("posg", "--format", "akn"),  # two documents, one standard output
        ("posg", "--format", "akn", "-o", "{file}"),  # a folder is needed, a file is there
        ("stichwahl", "--format", "akn"),  # no date
        ("stichwahl", "--format", "akn", "--date", "20200101"),
        ("stichwahl", "--format", "akn", "--date", "2020-13-01"),
        ("posg", "--format", "akn", "--country", "Schweiz"),
        ("stichwahl", "--format", "tmx"),  # one version
        ("posg", "--format", "tmx", "--language", "de"),
        ("posg", "--format", "tmx", "--language", "it"),
        ("posg", "--format", "tbx", "-o", "{file}/x"),
        ("no such law", "--format", "tbx"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], messages: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("is there")
    refused(*(one.format(file=file) for one in arguments), "--messages", messages)
    assert file.read_text() == "is there"


@pytest.mark.parametrize("messages", ["de", "en", "fr"])
@pytest.mark.parametrize("output", ["akn", "tmx"])
def test_a_character_that_xml_cannot_hold(messages: str, output: str, tmp_path: Path) -> None:
    for code in ("de", "fr"):
        text = f"T\nArt. 1\n1 Das\x07 gilt{code}.\n"
        (tmp_path / f"{code}.txt").write_text(text, "utf-8")
    texts = [part for code in ("de", "fr") for part in ("--text", f"{code}={tmp_path}/{code}.txt")]
    law = tmp_path / "law"
    assert CliRunner().invoke(cli, ["new", str(law), *texts]).exit_code == 0
    said = refused(
        str(law),
        "--format",
        output,
        "--messages",
        messages,
        *(("--date", "2020-01-01", "-o", str(tmp_path / "x")) if output == "akn" else ()),
    )
    line = (law / "de.law").read_text("utf-8").splitlines().index("    | Das\x07 giltde.") + 1
    assert f"{law / 'de.law'}:{line}:10:" in said
    assert "U+0007" in said


def test_a_note_of_the_glossary_with_such_a_character(tmp_path: Path) -> None:
    (tmp_path / "de.txt").write_text("T\nArt. 1\nDer Rat tagt.\n", "utf-8")
    law = tmp_path / "law"
    made = CliRunner().invoke(cli, ["new", str(law), "--text", f"de={tmp_path}/de.txt"])
    assert made.exit_code == 0
    (law / "glossary.toml").write_text(
        '[council]\nkind = "set"\nnote = "so \\u0001"\nde = { term = "Rat" }\n', "utf-8"
    )
    assert "U+0001" in refused(str(law), "--format", "tbx")
