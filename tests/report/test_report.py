"""The report: whole, closed in itself, the same every time, and harmless whatever a law says."""

import itertools
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from markupsafe import Markup

from compiler.law import load_sound
from tests.commands.garden_rules import DE, GLOSSARY, PROPERTIES
from wortlaut.cli import cli
from wortlaut.report.tongues import Tongues
from wortlaut.report.wordings import Wording, marked

OVEN = "tests/laws/oven"
VOID = {"meta", "br", "rect", "circle", "line"}
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}"


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.style = ""
        self.data: dict[str, Any] = {}
        self.rows: dict[str, int] = {}
        self._table = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "table":
            self._table = dict(attrs).get("data-twin") or ""
            self.rows[self._table] = 0
        elif tag == "tr" and self.open[-1:] == ["tbody"]:
            self.rows[self._table] += 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["style"]:
            self.style += data
        elif self.open[-1:] == ["script"]:
            self.data[self.tags[-1][1]["id"] or ""] = json.loads(data)
        else:
            self.text += data

    def every(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def report(law: str, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["report", law, *options])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


def closed_in_itself(page: Page) -> None:
    """Nothing run, nothing fetched, every link leads somewhere in the page."""
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    for tag, attrs in page.tags:
        assert tag != "script" or attrs["type"] == "application/json"
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        assert not any(name.startswith("on") or name in ("src", "srcset") for name in attrs)
        if "href" in attrs:
            assert tag == "a"
            assert (attrs["href"] or "")[0] == "#"
            assert (attrs["href"] or "")[1:] in ids
        for name in ("aria-labelledby", "aria-describedby"):
            assert set((attrs.get(name) or "").split()) <= set(ids)
    assert not re.search(r"url\(|@import|://", page.style)


def twinned(page: Page) -> None:
    """Every table has its data beside it: as many rows as it has itself."""
    for twin, rows in page.rows.items():
        data = page.data[twin]
        assert len(data["changed"] if isinstance(data, dict) else data) == rows, twin


@pytest.fixture(scope="module")
def oven() -> str:
    status, text = report(OVEN)
    assert status == 1
    return text


def test_the_page_is_whole_and_closed_in_itself(oven: str) -> None:
    page = Page(oven)
    closed_in_itself(page)
    twinned(page)
    assert page.rows
    assert page.every("html") == [{"lang": "en"}]
    for tag in ("main", "nav", "header", "footer", "h1", "title"):
        assert len(page.every(tag)) == 1
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert all(below - above <= 1 for above, below in itertools.pairwise(levels))
    assert len(page.every("caption")) == len(page.every("table"))
    assert all("scope" in attrs for attrs in page.every("th"))
    assert {attrs["lang"] for attrs in page.every("blockquote")} == {"de", "it"}
    assert "wortlaut report tests/laws/oven" in page.text
    assert "can change the outcome" in page.text


def test_words_that_differ_are_marked_and_linked(oven: str) -> None:
    assert re.search(r'<a class="differs meaning" href="#w-[^"]+"[^>]*><mark>mehr als</mark>', oven)
    assert re.search(r'<a class="differs meaning" href="#w-[^"]+"[^>]*><mark>almeno</mark>', oven)


def test_the_same_bytes_every_time(oven: str) -> None:
    assert report(OVEN)[1] == oven


@pytest.mark.parametrize(
    ("messages", "said"), [("de", "Auf einen Blick"), ("fr", "En un coup d'œil")]
)
def test_it_is_in_the_language_asked_for(messages: str, said: str) -> None:
    page = Page(report(OVEN, "--language", "de", "--messages", messages)[1])
    closed_in_itself(page)
    assert said in page.text
    assert page.every("html") == [{"lang": messages}]
    assert "Il forno" not in page.text


def test_a_run_that_was_broken_off_says_so_and_how_to_repeat_it() -> None:
    status, text = report(OVEN, "--total", "0.01")
    page = Page(text)
    closed_in_itself(page)
    assert status == 3
    assert "the time for the whole run was used up" in page.text
    assert "wortlaut report tests/laws/oven --total 0.01" in page.text


def test_it_is_written_to_a_file_and_for_programs(tmp_path: Path) -> None:
    file = tmp_path / "law.html"
    assert report(OVEN, "--language", "it", "-o", str(file))[1] == ""
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert '"verify"' in report(OVEN, "--language", "it", "--format", "json")[1]
    assert report(OVEN, "-o", str(tmp_path / "nowhere" / "law.html"))[0] == 2
    assert report(OVEN, "--language", "it", "--language", "it")[0] == 2


def test_whatever_a_law_says_is_text(tmp_path: Path) -> None:
    """Sentences, readings, properties, accepted findings: all of it hostile."""
    sentence = "Jedes Beet wird bis zu fünf Tage gegossen."
    law = DE.replace(sentence, f"{HOSTILE} & mehr.").replace("so wenig wie nötig", "<b onload=x>")
    (tmp_path / "de.law").write_text(law, "utf-8")
    text = law.replace("gesetz Garten | ", "")
    official = [line.strip() for line in text.splitlines()]
    kept = [line.removeprefix("| ") for line in official if line.startswith(("|", "Art."))]
    (tmp_path / "de.txt").write_text("\n".join([official[0], *kept]) + "\n", "utf-8")
    (tmp_path / "glossary.toml").write_text(GLOSSARY, "utf-8")
    (tmp_path / "properties.law").write_text(
        PROPERTIES.replace("Never is a bed watered for more than three days.", HOSTILE), "utf-8"
    )
    (tmp_path / "accepted.toml").write_text(
        f"[[finding]]\nid = 'no_more_than_four'\nreason = '{HOSTILE}'\n", "utf-8"
    )
    status, page = report(str(tmp_path))
    assert status == 1, page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") >= 3
    assert "7*7" in page
    assert "&lt;b onload=x&gt;" in page
    closed_in_itself(Page(page))


def test_words_are_marked_as_words_and_escaped() -> None:
    one = Wording("w-1", "w", "meaning", "kind", ("1",), (("de", "<b>, um"),), "note", None, True)
    found = marked("Summe um <b> herum", "de", [one])
    assert found.count("<mark>") == 2
    assert "<mark>um</mark>" in found
    assert "<mark>&lt;b&gt;</mark>" in found
    assert marked("Summe", "de", [one]) == "Summe"


def test_a_term_of_a_version_says_which_language_it_is_of(oven: str) -> None:
    spans = dict(re.findall(r'<span lang="(\w+)">(famiglia|Familie)</span>', oven))
    assert spans == {"de": "Familie", "it": "famiglia"}
    german = report(OVEN, "--messages", "de")[1]
    assert '<span lang="de">Familie</span>' not in german
    assert '<span lang="it">famiglia</span>' in german


def test_only_words_are_marked_and_nothing_of_the_page_itself() -> None:
    law = load_sound(OVEN)
    tongues = Tongues(law.glossary, ("de", "it"), "en", {"x": "kalt is said in English too"})
    assert tongues.marked("Familie <b> kalt") == ('<span lang="de">Familie</span> &lt;b&gt; kalt')
    drawn = Markup('<p title="Familie"><svg><text>Familie</text></svg></p>')
    assert tongues.marked(drawn) == drawn
