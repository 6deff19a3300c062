"""The docs as a site: every page has a place, no link is dead, nothing is fetched."""

import functools
import html
import http.server
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
CONFIG = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))


def files(nav: list[Any]) -> list[str]:
    """The pages of a navigation, in order."""
    found: list[str] = []
    for item in nav:
        value = item if isinstance(item, str) else next(iter(item.values()))
        found.extend([value] if isinstance(value, str) else files(value))
    return found


def slug(heading: str) -> str:
    """The anchor of a heading, as Python-Markdown makes it."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def prose(page: str) -> str:
    return re.sub(r"^```.*?^```$", "", (DOCS / page).read_text("utf-8"), flags=re.M | re.S)


def anchors(page: str) -> set[str]:
    return {slug(one) for one in re.findall(r"^#+ (.+)$", prose(page), re.M)}


def test_every_page_has_one_place() -> None:
    assert sorted(files(CONFIG["nav"])) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        target = (DOCS / page).parent / file if file else DOCS / page
        assert target.is_file(), link
        assert DOCS in target.resolve().parents, f"{link} is no part of the site"
        if anchor:
            assert anchor in anchors(target.relative_to(DOCS).as_posix()), link


def test_the_three_first_pages_have_the_same_parts() -> None:
    parts = [re.findall(r"^(#+ |```\w*|\|---)", (DOCS / page).read_text("utf-8"), re.M) for page in ("index.md", "index.de.md", "index.fr.md")]  # fmt: skip
    assert parts[0] == parts[1] == parts[2]


@pytest.mark.parametrize("page", ["index.md", "index.de.md", "index.fr.md"])
def test_the_first_pages_set_up_as_readme_does(page: str) -> None:
    lines = re.findall(r"^```sh\n(.*?)```$", (DOCS / page).read_text("utf-8"), re.M | re.S)[0]
    assert f"```sh\n{' && '.join(lines.splitlines())}\n```" in (ROOT / "README.md").read_text(
        "utf-8"
    )


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_the_site_fetches_nothing(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) == len(PAGES) + 2  # one for what is not there, one to search
    for page in pages:
        text = page.read_text("utf-8")
        # Only the search runs anything.
        assert ("<script" in text) == (page.name == "search.html")
        assert not re.findall(r'(?:src|<link[^>]*href)="(?:https?:)?//', text)
        for link in re.findall(r' (?:href|src)="([^"]+)"', text):
            file = html.unescape(link).partition("#")[0]
            if not file or file.startswith(("https://", "data:,")):
                continue
            where = site / file.lstrip("/") if file.startswith("/") else page.parent / file
            assert where.is_file(), f"{page.name}: {link}"
    style = (site / "style.css").read_text("utf-8")
    assert "url(" not in style
    assert "@import" not in style


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no browser found")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(params=["folder", "server"])
def address(site: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The site as opened from its folder, and as served."""
    if request.param == "folder":
        yield site.as_uri()
        return
    handler = functools.partial(QuietHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.mark.slow
def test_the_search_finds_and_fetches_nothing_from_elsewhere(address: str, browser: Any) -> None:
    page = browser.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    # Words of three languages, also in other forms than the text has.
    for word, where in (("narrowed", "comparison"), ("Lücken", "index.de"), ("lacune", "index.fr")):
        page.goto(f"{address}/index.html")
        page.get_by_role("searchbox").fill(word)
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html*")
        links = [one.get_attribute("href") for one in page.locator("#results a").all()]
        assert any(link.startswith(where) for link in links), (word, links)
    page.locator("#results a").first.click()
    assert page.get_by_role("main").is_visible()
    page.goto(f"{address}/search.html?q=zzzz%3Cb%3E")
    assert page.get_by_role("status").text_content() == "“zzzz<b>”: 0"
    assert all(one.startswith((address, "data:")) for one in asked)
    assert said == []
    page.close()


@pytest.mark.slow
def test_the_site_has_no_source_of_its_own_making(site: Path) -> None:
    assert not (site / "theme").exists()
    assert "```" not in (site / "tutorial.html").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_modules_and_files_that_are_named_exist(page: str) -> None:
    named = r"`((?:compiler|runtime|verify|wortlaut|tests|spec|docs)/[\w./-]+)`"
    for path in re.findall(named, prose(page)):
        assert (ROOT / path).exists() or (ROOT / f"{path}.py").exists(), path
