"""The report in a real browser: opens, folds, fetches nothing, fits a phone, works by keyboard."""

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wortlaut.cli import cli

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no browser found"),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "law.html"
    CliRunner().invoke(cli, ["report", "tests/laws/oven", "-o", str(path)])
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_opens_fits_and_fetches_nothing(
    file: Path, browser: Any, width: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=True
    )
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(file.as_uri())
    assert asked == [file.as_uri()]
    assert said == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_it_folds_and_links_by_keyboard_alone(file: Path, browser: Any) -> None:
    page = browser.new_page()
    page.goto(file.as_uri())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**#findings")
    fold = page.locator("details.fold").first
    assert fold.get_attribute("open") is None
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    assert fold.get_attribute("open") is not None
    page.locator(".glance a").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(":target").count() == 1
    assert page.locator(":target h3").is_visible()
    page.close()


def test_a_screen_reader_finds_its_way(file: Path, browser: Any) -> None:
    """Landmarks, names, alternatives: as the browser's accessibility tree has them."""
    page = browser.new_page()
    page.goto(file.as_uri())
    for role in ("banner", "navigation", "main", "contentinfo"):
        assert page.get_by_role(role).count() == 1, role
    assert page.get_by_role("heading", level=1).count() == 1
    for role in ("table", "img", "region", "navigation"):
        for one in page.get_by_role(role, include_hidden=True).all():
            assert _name(one), (role, one.evaluate("e => e.outerHTML.slice(0, 200)"))
    for link in page.locator("a").all():
        goal = link.get_attribute("href").removeprefix("#")
        assert page.locator(f"[id='{goal}']").count() == 1, goal
        assert link.text_content().strip()
    # Whatever scrolls can be reached and moved by keyboard.
    assert page.evaluate(
        """[...document.querySelectorAll('.wide, pre')].every(e => e.tabIndex === 0)"""
    )
    page.close()


def test_what_a_screen_reader_is_told(file: Path, browser: Any) -> None:
    """The accessibility tree with all unfolded: names, words for pictures, headings, tables."""
    page = browser.new_page()
    page.goto(file.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)")
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    seen = [one for one in tree if not one["ignored"]]
    for one in seen:
        role, name = one["role"]["value"], one.get("name", {}).get("value", "")
        if role in ("image", "article", "table", "region", "navigation", "link", "rowheader"):
            assert name, one
        if role == "image":
            assert one.get("description", {}).get("value"), name
    assert any(one["role"]["value"] == "table" for one in seen)
    levels = page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map(e => +e.tagName[1])"
    )
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    assert page.evaluate(
        """[...document.querySelectorAll('table')].every(table => table.caption !== null
            && [...table.querySelectorAll('th')].every(th => th.scope))"""
    )
    # The texts of the law are in its languages, whatever that of the page.
    assert page.evaluate(
        """[...document.querySelectorAll('.sentence, blockquote')].every(e => e.lang)"""
    )
    page.close()


def test_the_focus_is_seen(file: Path, browser: Any) -> None:
    page = browser.new_page()
    page.goto(file.as_uri())
    for _ in range(12):
        page.keyboard.press("Tab")
        assert (
            page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)") >= 2
        )
    page.close()


def _name(one: Any) -> str:
    """The name of an element: its label, what labels it, its caption, or its heading."""
    found: str = one.evaluate(
        """e => e.getAttribute('aria-label')
            || (e.getAttribute('aria-labelledby') || '').split(' ')
                .map(id => id && document.getElementById(id).textContent).join(' ').trim()
            || (e.querySelector('caption') || {textContent: ''}).textContent"""
    )
    return found


def test_the_data_of_a_table_can_be_read(file: Path, browser: Any) -> None:
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.evaluate(
        """[...document.querySelectorAll('table')].every(table =>
            JSON.parse(document.getElementById(table.dataset.twin).textContent).length
            === table.tBodies[0].rows.length)"""
    )
    page.close()


def test_it_can_be_printed(file: Path, browser: Any) -> None:
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.close()
