"""Whatever a document looks like, its words come through, in order; and out and in again."""

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler import tree as t
from compiler.diagnostics import Diagnostics
from compiler.folder import LawVersion
from compiler.glossary import Glossary
from compiler.interchange.akoma_ntoso import NAMESPACE, Work, akoma_ntoso
from compiler.interchange.akoma_ntoso_reading import Imported, skeleton
from compiler.interchange.characters import misfits
from compiler.interchange.markup import Unwritable, one_line, read_xml, unwritable
from compiler.languages import language
from compiler.law import Version, load_sound
from compiler.quotes import check_quotes
from compiler.sentences import sentences
from tests.interchange.schemas import is_akoma_ntoso
from wortlaut.cli import cli

WORK = Work(country="zz", date="2020-01-01", author="–", name="law")
NOWHERE = t.Span(line=1, column=1, end_line=1, end_column=1)
LAWS = Path(__file__).parents[1] / "laws"
_SETTINGS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# ---- out and in again


def texts_of(law: t.LawFile) -> list[tuple[Any, ...]]:
    """Every unit with its place, its heading and its texts; every title; all in order."""
    found: list[tuple[Any, ...]] = [("law", plain(law.title.text))]
    found += [("preamble", plain(p.text)) for p in law.preamble if isinstance(p, t.TextLine)]
    for section in law.body:
        if isinstance(section, t.Title):
            found.append(("title", plain(section.text.text)))
        else:
            found += unit_texts(section, ())
    return found


def unit_texts(unit: t.Unit, above: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    path = (*above, (unit.unit, unit.label))
    found: list[tuple[Any, ...]] = [(path, unit.heading and plain(unit.heading.text))]
    for part in unit.contents:
        if isinstance(part, t.Unit):
            found += unit_texts(part, path)
        elif isinstance(part, t.TextLine):
            if isinstance(found[-1], tuple) and found[-1][0] == (path, "text"):
                found[-1] = (found[-1][0], plain(f"{found[-1][1]} {part.text}"))
            else:
                found.append(((path, "text"), plain(part.text)))
    return [one for one in found if one[1] or not isinstance(one[0][-1], str)]


def plain(text: str) -> str:
    return one_line(text)


def again(version: Version) -> Imported:
    written = akoma_ntoso(version, WORK, "tool 1")
    is_akoma_ntoso(written)
    return skeleton(read_xml(written), version.language, "law")


@pytest.mark.parametrize(
    ("law", "code"),
    [("posg", "de"), ("posg", "fr"), ("stichwahl", "de")]
    + [(str(path.parent), path.stem) for path in sorted(LAWS.glob("*/??.law"))],
)
def test_laws_come_back_sentence_by_sentence(law: str, code: str) -> None:
    version = load_sound(law).versions[code]
    found = again(version)
    assert texts_of(found.tree) == texts_of(version.tree)
    assert found.left_out == {}
    said = [one.text for one in version.coverage]
    lines = [line.text for line in lines_of(found.tree)]
    assert lines == said


def lines_of(law: t.LawFile) -> list[t.TextLine]:
    def below(unit: t.Unit) -> list[t.TextLine]:
        found = []
        for part in unit.contents:
            found += below(part) if isinstance(part, t.Unit) else [part]  # type: ignore[list-item]
        return found

    units = [one for section in law.body if isinstance(section, t.Unit) for one in below(section)]
    return [*law.preamble, *units]  # type: ignore[list-item]


def test_through_the_commands(tmp_path: Path) -> None:
    runner, out, law = CliRunner(), str(tmp_path / "out"), str(tmp_path / "law")
    assert runner.invoke(cli, ["export", "posg", "--format", "akn", "-o", out]).exit_code == 0
    texts = [part for code in ("de", "fr") for part in ("--text", f"{code}={out}/{code}.xml")]
    assert runner.invoke(cli, ["new", law, *texts]).exit_code == 0
    assert runner.invoke(cli, ["check", law]).exit_code == 0
    back = str(tmp_path / "back")
    assert runner.invoke(cli, ["export", law, "--format", "akn", "-o", back]).exit_code == 0
    for code in ("de", "fr"):
        first, second = (Path(folder, f"{code}.xml").read_text("utf-8") for folder in (out, back))
        # The folder is called otherwise, and so is the work; nothing else differs.
        assert first.replace("/posg", "/law").replace('"posg"', '"law"') == second


_CHARACTERS = st.one_of(
    st.characters(blacklist_characters="\r\n", blacklist_categories=["Cs"]),
    st.sampled_from("<>&\"'|#;.:  \t\u00a0\u2028\x85\x07\ufffe\U0001f600ÄéA1"),
)
_TEXTS = st.text(_CHARACTERS, min_size=1, max_size=30).filter(lambda one: bool(one.strip(" \t")))
_LABELS: dict[str, st.SearchStrategy[str]] = {
    "article": st.from_regex(r"[1-9][0-9]?(bis|[a-c])?", fullmatch=True),
    "paragraph": st.from_regex(r"[1-9](bis)?", fullmatch=True),
    "letter": st.sampled_from("abcdefgx"),
    "item": st.from_regex(r"[1-9]", fullmatch=True),
}


def line(text: str) -> t.TextLine:
    return t.TextLine(text=text, span=NOWHERE)


def units(kind: str, below: dict[str, tuple[str, ...]]) -> st.SearchStrategy[t.Unit]:
    inside: st.SearchStrategy[Any] = _TEXTS.map(line)
    for inner in below.get(kind, ()):
        inside |= units(inner, below)
    return st.builds(
        lambda label, heading, contents: t.Unit(
            span=NOWHERE,
            unit=kind,  # type: ignore[arg-type]
            label=label,
            heading=heading,
            contents=tuple(contents),
        ),
        _LABELS[kind],
        st.none() | _TEXTS.map(line),
        st.lists(
            inside,
            max_size=4,
            unique_by=lambda one: one.label if isinstance(one, t.Unit) else object(),
        ),
    )


_BELOW = {
    "article": ("paragraph", "letter"),
    "paragraph": ("letter", "item"),
    "letter": ("item",),
}


def laws() -> st.SearchStrategy[t.LawFile]:
    def body(kind: str) -> st.SearchStrategy[list[Any]]:
        titles = _TEXTS.map(lambda one: t.Title(span=NOWHERE, text=line(one)))
        unique: Callable[[Any], Any] = lambda one: getattr(one, "label", object())  # noqa: E731
        return st.lists(units(kind, _BELOW) | titles, max_size=4, unique_by=unique)

    return st.builds(
        lambda title, preamble, body: t.LawFile(
            span=NOWHERE,
            name=t.Name(text="Law", span=NOWHERE),
            title=line(title),
            preamble=tuple(map(line, preamble)),
            body=tuple(body),
        ),
        _TEXTS,
        st.lists(_TEXTS, max_size=2),
        st.sampled_from(["article", "paragraph"]).flatmap(body),
    ).filter(lambda law: any(isinstance(one, t.Unit) for one in law.body))


def version_of(law: t.LawFile, code: str) -> Version:
    source = LawVersion(
        language=code, law_file="x.law", law_text="", official_file="x.txt", official_text=""
    )
    return Version(source, law, Glossary(concepts={}), Diagnostics())


@given(laws(), st.sampled_from(["de", "fr"]))
@settings(_SETTINGS, max_examples=30)
def test_any_law_comes_back(law: t.LawFile, code: str) -> None:
    version = version_of(law, code)
    if next(misfits(version), None) is not None:
        with pytest.raises(Unwritable):
            akoma_ntoso(version, WORK, "tool 1")
        return
    found = again(version)
    expected = texts_of(law)
    assert normal(texts_of(found.tree)) == normal(expected)
    # And what is laid beside it as the official text is what it quotes.
    diagnostics = Diagnostics()
    check_quotes(found.tree, found.text, code, "x", diagnostics)
    assert diagnostics.sorted() == ()


def normal(found: Any) -> Any:
    """Letters that are written in two ways are the same; lines are sentences."""
    import unicodedata

    if isinstance(found, str):
        return " ".join(sentences(unicodedata.normalize("NFC", found), language("de")))
    return [normal(one) for one in found] if isinstance(found, (list, tuple)) else found


# ---- documents of others

Shape = tuple[Any, ...]
_WORD = ("w",)


def _element(name: str, *inside: st.SearchStrategy[Any]) -> st.SearchStrategy[Shape]:
    return st.tuples(st.just(name), st.lists(st.one_of(*inside), max_size=3))


_RUNNING = st.just(_WORD) | _element("b", st.just(_WORD)) | _element("ref", st.just(_WORD))
_RUNNING |= _element("authorialNote", _element("p", st.just(_WORD))) | st.just(("eol", []))
_PLAIN = _element("p", _RUNNING) | _element("block", _RUNNING)


def _more(blocks: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    item = _element("item", blocks) | _element("item", _element("num", st.just(("n",))), blocks)
    around = _element("listIntroduction", _RUNNING) | _element("listWrapUp", _RUNNING)
    row = _element("tr", _element("td", blocks))
    return (
        _element("blockList", around, item)
        | _element("ul", _element("li", _RUNNING, blocks))
        | _element("table", row)
        | _element("container", blocks)
        | _element("p", _RUNNING, _element("quotedStructure", blocks))
    )


_SOME = st.recursive(_PLAIN, _more, max_leaves=6)
_AROUND = _element("intro", _SOME) | _element("content", _SOME) | _element("wrapUp", _SOME)
_NAMES = ("article", "paragraph", "point", "list", "alinea", "chapter", "section", "hcontainer")


def _unit(inside: st.SearchStrategy[Any]) -> st.SearchStrategy[Shape]:
    head = st.lists(st.sampled_from(["num", "heading"]), max_size=2, unique=True).map(
        lambda names: [(name, [("n",) if name == "num" else _WORD]) for name in sorted(names)][::-1]
    )
    return st.tuples(
        st.sampled_from(_NAMES),
        st.tuples(head, st.lists(inside, max_size=3)).map(lambda two: two[0] + two[1]),
    )


_UNITS = st.recursive(_unit(_AROUND), lambda inner: _unit(inner | _AROUND), max_leaves=5)


class Writer:
    """Writes a shape as XML, every word another one, and keeps those that must come through."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._number = 0

    def xml(self, shape: Shape, kept: bool = True) -> str:
        self._number += 1
        if shape == _WORD:
            word = f"w{self._number}"
            self.words += [word] if kept else []
            return f" {word}\n "
        if shape == ("n",):
            return str(self._number)
        name, inside = shape
        kept = kept and name != "authorialNote"
        return f"<{name}>{''.join(self.xml(one, kept) for one in inside)}</{name}>"


@given(st.lists(_UNITS, min_size=1, max_size=3))
@settings(_SETTINGS, max_examples=80)
def test_every_word_comes_through(shapes: list[Shape]) -> None:
    writer = Writer()
    body = "".join(map(writer.xml, shapes))
    text = (
        f'<akomaNtoso xmlns="{NAMESPACE}"><act><preface><p><docTitle>Law</docTitle></p></preface>'
        f"<body>{body}<article><num>999</num></article></body></act></akomaNtoso>"
    )
    found = skeleton(read_xml(text.encode()), "de", "law")
    assert re.findall(r"w\d+", found.text) == writer.words
    diagnostics = Diagnostics()
    check_quotes(found.tree, found.text, "de", "x", diagnostics)
    assert diagnostics.sorted() == ()


# ---- bytes of anybody


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda one: f"<a>{one}</a>".encode()))
@settings(_SETTINGS, max_examples=50)
def test_any_bytes_are_answered(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.xml")
        file.write_bytes(data)
        result = CliRunner().invoke(cli, ["new", f"{folder}/law", "--text", f"de={file}"])
        assert isinstance(result.exception, SystemExit)
        assert result.exit_code == 2


@given(st.text())
def test_what_is_found_unwritable_is(text: str) -> None:
    position = unwritable(text)
    wrapped = text.replace("&", "&amp;").replace("<", "&lt;").replace("]]>", "]]&gt;")
    try:
        read_xml(f"<a>{wrapped}</a>".encode())
    except (ValueError, UnicodeEncodeError):
        assert position is not None
    else:
        assert position is None
