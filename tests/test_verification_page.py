"""docs/verification.md explains every kind of obligation, every method and every option."""

import re
import tomllib
from pathlib import Path

import pytest

from verify.automatic import KINDS
from wortlaut.commands.verify import command

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "verification.md").read_text("utf-8")
TEXTS = tomllib.loads((ROOT / "wortlaut" / "render" / "texts" / "en.toml").read_text("utf-8"))
METHODS = [
    name.removeprefix("method_").replace("_", " and ")
    for name in TEXTS
    if name.startswith("method_") and name != "method_none"
]
EXPLAINED_BY_HELP = {"--messages", "--help"}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_a_section_with_its_id(kind: str) -> None:
    heading = kind.replace("_", " ").capitalize()
    section = re.search(rf"^### {heading}: .*\n((?:(?!##).*\n)*)", PAGE, re.MULTILINE)
    assert section is not None
    assert re.search(rf"`{kind}\.(REF|FLOW)", section[1])


@pytest.mark.parametrize("method", METHODS)
def test_each_method_is_explained(method: str) -> None:
    assert re.search(rf"^\| {method} \| .+ \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(
    "option",
    [
        name
        for parameter in command.params
        for name in parameter.opts
        if name.startswith("--") and name not in EXPLAINED_BY_HELP
    ],
)
def test_each_option_is_explained(option: str) -> None:
    assert f"`{option}" in PAGE


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)([^)]+)\)", PAGE))
def test_links_lead_somewhere(link: str) -> None:
    file, _, section = link.partition("#")
    headings = re.findall(r"^#+ (.*)$", (ROOT / "docs" / file).read_text("utf-8"), re.MULTILINE)
    assert section in {heading.lower().replace(" ", "-") for heading in headings} | {""}
