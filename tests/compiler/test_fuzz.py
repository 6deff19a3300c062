"""Whatever becomes of the files of a law, the compiler answers: mistakes, or a sound law.

The files of the package are mutated at random: tokens and lines deleted, doubled,
changed with others, characters put in. Nothing may raise anything.
"""

import os
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler.diagnostics import languages_of_messages
from compiler.law import Law, load

ORIGINAL = Path(__file__).parents[2] / "spec" / "posg"
FILES = sorted(path.name for path in ORIGINAL.iterdir() if path.suffix in (".law", ".toml", ".txt"))
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck))

characters = st.one_of(
    st.characters(exclude_categories=["Cs"]),
    st.sampled_from(list("\n\t \r\"|#:;,.(){}[]=<>+-*/0123456789'\\\0\ufeff\u2028\u00a0")),
)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """``text`` with a few mutations."""
    for _ in range(draw(st.integers(1, 4))):
        parts = text.splitlines(True) if draw(st.booleans()) else _TOKEN.findall(text)
        if not parts:
            return text
        place = st.integers(0, len(parts) - 1)
        at, other = draw(place), draw(place)
        match draw(
            st.sampled_from(["delete", "double", "swap", "move", "insert", "replace", "cut"])
        ):
            case "delete":
                del parts[at]
            case "double":
                parts.insert(at, parts[at])
            case "swap":
                parts[at], parts[other] = parts[other], parts[at]
            case "move":
                parts.insert(other, parts.pop(at))
            case "insert":
                parts.insert(at, draw(st.text(characters, max_size=12)))
            case "replace":
                parts[at] = draw(st.text(characters, max_size=12))
            case "cut":
                del parts[at:]
        text = "".join(parts)
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One place for all that becomes of the law: what is not changed is parsed once."""
    return tmp_path_factory.mktemp("law") / "posg"


def check_answered(folder: Path, changed: dict[str, str]) -> None:
    """The compiler answers to the law with these files changed, in every language."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in FILES:
        if name in changed:
            (folder / name).write_bytes(changed[name].encode("utf-8", "surrogatepass"))
        else:
            os.symlink(ORIGINAL / name, folder / name)
    law, diagnostics = load(str(folder))
    for found in diagnostics:
        assert Path(found.file).parent == folder
        for language in languages_of_messages():
            assert found.message(language)
            assert found.remedy(language)
    if not any(found.severity == "error" for found in diagnostics):
        assert law is not None
        check_sound(law)


def check_sound(law: Law) -> None:
    """A law without mistakes has rule sets and properties."""
    for language in law.languages:
        assert law.rules(language).law == law.name
        law.bare_rules(language, law.readings_in_use(language))
        law.properties(language)
        law.wording(language)


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
@settings(_SETTINGS, max_examples=2)
def test_one_file_mutated(folder: Path, name: str, data: st.DataObject) -> None:
    text = (ORIGINAL / name).read_text("utf-8")
    check_answered(folder, {name: data.draw(mutated(text))})


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
@settings(_SETTINGS, max_examples=200)
def test_one_file_mutated_often(folder: Path, name: str, data: st.DataObject) -> None:
    text = (ORIGINAL / name).read_text("utf-8")
    check_answered(folder, {name: data.draw(mutated(text))})


@pytest.mark.slow
@given(data=st.data())
@settings(_SETTINGS, max_examples=200)
def test_all_files_mutated(folder: Path, data: st.DataObject) -> None:
    check_answered(
        folder, {name: data.draw(mutated((ORIGINAL / name).read_text("utf-8"))) for name in FILES}
    )


@given(text=st.text(characters, max_size=300), name=st.sampled_from(FILES))
@settings(_SETTINGS, max_examples=6)
def test_files_of_nothing_known(folder: Path, text: str, name: str) -> None:
    check_answered(folder, {name: text})
