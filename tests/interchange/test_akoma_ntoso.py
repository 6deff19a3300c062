"""``wortlaut new`` from Akoma Ntoso: every sentence in place, whatever the style of the document."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.interchange.schemas import is_akoma_ntoso
from wortlaut.cli import cli

NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def document(body: str, language: str = "deu", opening: str = "", after: str = "") -> str:
    """A valid document with this body."""
    opening = opening or "<preface><p><docTitle>Satzung (S)</docTitle></p></preface>"
    level = """<FRBR{0}><FRBRthis value="/x"/><FRBRuri value="/x"/><FRBRdate date="2020-01-01" name="x"/>
      <FRBRauthor href="#x"/>{1}</FRBR{0}>"""
    levels = (
        level.format("Work", '<FRBRcountry value="ch"/>'),
        level.format("Expression", f'<FRBRlanguage language="{language}"/>'),
        level.format("Manifestation", ""),
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<akomaNtoso xmlns="{NAMESPACE}"><act name="act"><meta>
  <identification source="#x">{"".join(levels)}</identification></meta>
  {opening}<body>{body}</body>{after}</act></akomaNtoso>"""


def imported(folder: Path, text: str, code: str = "de", *, valid: bool = True) -> tuple[str, str]:
    """The law file and the official text made of a document; ``check`` finds no mistake in them."""
    if valid:
        is_akoma_ntoso(text.encode())
    (folder / "a.xml").write_text(text, "utf-8")
    law = folder / "law"
    made = run("new", str(law), "--text", f"{code}={folder / 'a.xml'}")
    assert made.exit_code == 0, made.output
    checked = run("check", str(law), "--format", "json")
    assert checked.exit_code == 0
    found = json.loads(checked.stdout)
    assert {one["severity"] for one in found["diagnostics"]} <= {"warning"}
    assert {one["status"] for one in found["coverage"][code]} == {"open"}
    assert run("fmt", "--check", str(law / f"{code}.law")).exit_code == 0
    return ((law / f"{code}.{kind}").read_text("utf-8") for kind in ("law", "txt"))  # type: ignore[return-value]


def test_articles_with_footnotes_and_lists_in_blocks(tmp_path: Path) -> None:
    """As the federal administration of Switzerland publishes its laws."""
    body = """
    <chapter eId="c1"><num>1. Kapitel:</num><heading>Allgemeines</heading>
      <section eId="s1"><num>1. Abschnitt:</num><heading>Zweck<authorialNote
          marker="1" eId="n1"><p>Fassung vom 1. Mai.</p></authorialNote></heading>
        <article eId="art_1"><num><b>Art. 1</b></num><heading>Zweck</heading>
          <paragraph eId="p"><content eId="pc"><p>Der Verein spielt.<authorialNote marker="2" eId="n2">
            <p>SR 1</p></authorialNote> Er   ruht
            nie.</p></content></paragraph>
        </article>
        <article eId="art_1_a"><num>Art. 1<i>a</i></num>
          <paragraph eId="p1"><num>1</num><content eId="p1c"><blockList eId="bl">
            <listIntroduction>Mitglied wird, wer:</listIntroduction>
            <item eId="i1"><num>a.</num><p>zahlt;</p></item>
            <item eId="i2"><num>b.</num><blockList eId="bl2"><listIntroduction>spielt:</listIntroduction>
              <item eId="i3"><num>1.</num><p>am Tag, oder</p></item>
              <item eId="i4"><num>2.</num><p>nachts.</p></item></blockList></item>
            <listWrapUp>Sonst nicht.</listWrapUp></blockList></content></paragraph>
          <paragraph eId="p2"><num>1<sup>bis</sup></num><content eId="p2c"><p>Es gilt Artikel 1.</p></content></paragraph>
        </article>
      </section>
    </chapter>"""
    law, text = imported(tmp_path, document(body))
    assert (
        law
        == """gesetz S | Satzung (S)

titel | 1. Kapitel: Allgemeines

titel | 1. Abschnitt: Zweck

Art. 1 | Zweck
  | Der Verein spielt.
  | Er ruht nie.

Art. 1a
  Abs. 1
    | Mitglied wird, wer:
    Bst. a
      | zahlt;
    Bst. b
      | spielt:
      Ziff. 1
        | am Tag, oder
      Ziff. 2
        | nachts.
    | Sonst nicht.
  Abs. 1bis
    | Es gilt Artikel 1.
"""
    )
    assert (
        text
        == """Satzung (S)
1. Kapitel: Allgemeines
1. Abschnitt: Zweck
Art. 1 Zweck
Der Verein spielt. Er ruht nie.
Art. 1a
1 Mitglied wird, wer:
a. zahlt;
b. spielt:
1. am Tag, oder
2. nachts.
Sonst nicht.
1bis Es gilt Artikel 1.
"""
    )


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    body = """<article eId="a"><num>Art. 1</num><content eId="c"><p>Eins<noteRef href="#n"/>.
      <remark>(Vgl. dort.)</remark></p></content></article>"""
    after = "<conclusions><p>Bern</p></conclusions>"
    (tmp_path / "a.xml").write_text(document(body, after=after), "utf-8")
    for number, output in enumerate(("human", "json")):
        arguments = ("--text", f"de={tmp_path / 'a.xml'}", "--format", output)
        made = run("new", str(tmp_path / f"law{number}"), *arguments)
        assert made.exit_code == 0
        if output == "json":
            counted = {"conclusions": 1, "noteRef": 1, "remark": 1}
            assert json.loads(made.stdout)["left_out"] == {"de": counted}
        else:
            assert "noteRef (1)" in made.stdout
    assert (tmp_path / "law0" / "de.txt").read_text("utf-8") == "Satzung (S)\nArt. 1\nEins.\n"


def test_sections_stand_for_articles_where_there_are_none(tmp_path: Path) -> None:
    """As in the English tradition, with lists in lists and Roman numbers."""
    body = """<part eId="p"><num>Part I</num><heading>Preliminary</heading>
      <section eId="s1"><num>1.</num><heading>Name</heading>
        <content eId="s1c"><p>This is the Act.</p></content></section>
      <section eId="s2"><num>2.</num><heading>Members</heading>
        <subsection eId="ss1"><num>(1)</num><intro eId="i"><p>A member—</p></intro>
          <paragraph eId="pa"><num>(a)</num><intro eId="ii"><p>who pays—</p></intro>
            <subparagraph eId="sp"><num>(i)</num><content eId="spc"><p>at once; or</p></content></subparagraph>
            <subparagraph eId="sq"><num>(ii)</num><content eId="sqc"><p>later,</p></content></subparagraph>
          </paragraph>
          <wrapUp eId="w"><p>may vote.</p></wrapUp></subsection>
        <subsection eId="ss2"><num>(2)</num><content eId="s2c"><p>Nobody else may.</p></content></subsection>
      </section></part>"""
    opening = """<preface><p><docNumber>Act 5 of 2020</docNumber></p>
      <longTitle eId="l"><p><docTitle>Clubs Act</docTitle></p></longTitle></preface>
      <preamble><p>Be it enacted:</p></preamble>"""
    law, text = imported(tmp_path, document(body, "eng", opening), "en")
    assert (
        law
        == """law law_ | Clubs Act
  | Act 5 of 2020
  | Be it enacted:

title | Part I Preliminary

Art. 1 | Name
  | This is the Act.

Art. 2 | Members
  para. 1
    | A member—
    let. a
      | who pays—
      let. i
        | at once; or
      let. ii
        | later,
    | may vote.
  para. 2
    | Nobody else may.
""".replace("law_", law.split()[1])
    )
    assert (
        "Art. 2 Members\n(1) A member—\n(a) who pays—\n(i) at once; or\n(ii) later,\nmay vote.\n"
        in text
    )


def test_a_text_that_is_quoted_is_text(tmp_path: Path) -> None:
    body = """<article eId="a"><num>Art. 1</num><content eId="c"><p>Es wird
      <mod eId="m">ersetzt durch:<quotedStructure eId="q" startQuote="«" endQuote="»">
        <article eId="qa"><num>Art. 9</num><heading>Neu</heading><content eId="qc"><p>Alles gilt.</p></content></article>
      </quotedStructure></mod>.</p></content></article>"""
    law, _ = imported(tmp_path, document(body))
    assert "  | Es wird ersetzt durch: Art. 9 Neu Alles gilt. .\n" in law
    assert law.count("\nArt. ") == 1


def test_a_table_keeps_its_words(tmp_path: Path) -> None:
    body = """<article eId="a"><num>Art. 1</num><content eId="c"><p>Es gilt:</p>
      <table eId="t"><tr><th><p>Wer</p></th><th><p>Was</p></th></tr>
      <tr><td><p>alle</p></td><td><p>nichts</p></td></tr></table></content></article>"""
    law, _ = imported(tmp_path, document(body))
    assert law.endswith("  | Es gilt:\n  | Wer Was\n  | alle nichts\n")


def test_without_articles_and_sections(tmp_path: Path) -> None:
    body = """<title eId="t"><heading>Spiel</heading>
      <paragraph eId="p1"><num>1</num><content eId="c1"><p>Wer wirft, zieht.</p></content></paragraph>
      <paragraph eId="p2"><content eId="c2"><p>Wer steht, bleibt.</p></content></paragraph></title>"""
    law, _ = imported(tmp_path, document(body))
    assert (
        "titel | Spiel\n\nAbs. 1\n  | Wer wirft, zieht.\n\nAbs. 2\n  | Wer steht, bleibt.\n" in law
    )


def test_labels_that_a_law_gives_twice(tmp_path: Path) -> None:
    body = """<article eId="a"><num>§ 1</num><list eId="l"><intro eId="i"><p>Wer</p></intro>
      <point eId="p1"><num>–</num><content eId="c1"><p>will,</p></content></point>
      <point eId="p2"><num>–</num><content eId="c2"><p>kann,</p></content></point>
      <point eId="p3"><num>b)</num><content eId="c3"><p>darf.</p></content></point></list></article>"""
    law, text = imported(tmp_path, document(body))
    assert "Art. 1\n  | Wer\n  Bst. a\n    | will,\n  Bst. b\n    | kann,\n  Bst. c\n" in law
    assert text.endswith("§ 1\nWer\n– will,\n– kann,\nb) darf.\n")


def test_the_blank_that_holds_words_together_stays(tmp_path: Path) -> None:
    body = """<article eId="a"><num>Art.\u00a01</num><content eId="c"><p>
      Es\u00a0gilt.</p></content></article>"""
    law, text = imported(tmp_path, document(body))
    assert "| Es\u00a0gilt." in law
    assert "Es\u00a0gilt." in text


# ---- what is refused

BOMB = """<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
<akomaNtoso><act>&c;</act></akomaNtoso>"""
THIEF = """<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><akomaNtoso>&f;</akomaNtoso>"""
ARTICLE = '<article eId="a"><num>Art. 1</num><content eId="c"><p>Eins.</p></content></article>'
GOOD = document(ARTICLE)

REFUSED = {
    "not XML": (b"Satzung\nArt. 1\nEins.", "1:1"),
    "broken off": (GOOD[:-20].encode(), "not sound XML"),
    "binary": (bytes(range(256)), "not sound XML"),
    "nothing": (b"", "not sound XML"),
    "not UTF-8": (GOOD.replace("Satzung", "S\xe4tze").encode("latin-1"), "not sound XML"),
    "an entity nobody declared": (GOOD.replace("Eins", "&nbsp;").encode(), "not sound XML"),
    "entities that grow": (BOMB.encode(), ":2: a document type"),
    "an entity that fetches a file": (THIEF.encode(), ":1: a document type"),
    "deep": (b"<a>" * 200, "100 deep"),
    "another root": (b"<html/>", "<html>"),
    "another version": (
        GOOD.replace(NAMESPACE, "http://www.akomantoso.org/2.0").encode(),
        "akomantoso.org/2.0",
    ),
    "no namespace": (b"<akomaNtoso><act/></akomaNtoso>", "namespace"),
    "a judgment": (
        f'<akomaNtoso xmlns="{NAMESPACE}"><judgment><meta/><judgmentBody/></judgment></akomaNtoso>'.encode(),
        "<judgment>",
    ),
    "a collection": (
        f'<akomaNtoso xmlns="{NAMESPACE}"><documentCollection><meta/></documentCollection></akomaNtoso>'.encode(),
        "<documentCollection>",
    ),
    "nothing in it": (f'<akomaNtoso xmlns="{NAMESPACE}"/>'.encode(), "no body"),
    "another language": (document(ARTICLE, "fra").encode(), "language is fra"),
    "no title": (document(ARTICLE, opening="<preamble/>").encode(), "no law"),
    "no article": (document("").encode(), "no law"),
    "huge": (b"<a>" + b" " * 10_000_001, "larger than"),
    "a huge text": (GOOD.replace("Eins.", "Eins. " * 200_000).encode(), "larger than"),
}


@pytest.mark.parametrize("messages", ["de", "en", "fr"])
@pytest.mark.parametrize("name", REFUSED)
def test_bad_documents(name: str, messages: str, tmp_path: Path) -> None:
    data, said = REFUSED[name]
    file, law = tmp_path / "a.xml", tmp_path / "law"
    file.write_bytes(data)
    result = run("new", str(law), "--text", f"de={file}", "--messages", messages)
    assert (result.exit_code, result.stdout) == (2, "")
    assert str(file) in result.stderr
    assert "root:" not in result.stderr
    if messages == "en":
        assert said in result.stderr
    assert not law.exists()


@pytest.mark.parametrize("language", ["de", "de-CH", "ger", "deu"])
def test_languages_by_any_of_their_codes(language: str, tmp_path: Path) -> None:
    imported(tmp_path, document(ARTICLE, language))


def test_xml_is_known_by_its_beginning(tmp_path: Path) -> None:
    file = tmp_path / "law.txt"
    file.write_bytes(b"\xef\xbb\xbf\n" + GOOD.partition("\n")[2].encode())
    assert run("new", str(tmp_path / "law"), "--text", f"de={file}").exit_code == 0
    assert (tmp_path / "law" / "de.txt").read_text("utf-8").endswith("Art. 1\nEins.\n")


def test_a_document_of_another_name_with_a_body(tmp_path: Path) -> None:
    text = GOOD.replace("act>", "doc>").replace("<act ", "<doc ").replace("body>", "mainBody>")
    law, _ = imported(tmp_path, text)
    assert "Art. 1\n  | Eins.\n" in law


def test_an_article_numbered_in_words_and_one_without_a_number(tmp_path: Path) -> None:
    body = ARTICLE.replace("Art. 1", "Article premier") + ARTICLE.replace(
        "<num>Art. 1</num>", ""
    ).replace('"a"', '"b"').replace('"c"', '"d"')
    law, text = imported(tmp_path, document(body, "fra"), "fr")
    assert "Art. 1\n  | Eins.\n\nArt. 2\n  | Eins.\n" in law
    assert text.endswith("Article premier\nEins.\nArt. 2\nEins.\n")
