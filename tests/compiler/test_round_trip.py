"""A tree that is printed and parsed again is the same tree, in every language's keywords."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler import tree as t
from compiler.diagnostics import Diagnostics
from compiler.languages import known_languages
from compiler.parse import parse
from compiler.printer import (
    print_amendment,
    print_cases,
    print_law,
    print_properties,
    print_supplements,
)
from compiler.syntax import STARTS, Start
from runtime.ruleset.model import Family
from tests.compiler.trees import (
    amendment_files,
    cases_files,
    files_with,
    keyword_words,
    law_files,
    properties_files,
    supplements_files,
    without_spans,
    words_in,
)

ROOT = Path(__file__).parents[2]
LAWS = sorted(path for folder in ("spec", "tests") for path in (ROOT / folder).rglob("*.law"))
FILES = files_with()


def printed(tree: Any, code: str) -> str:
    if isinstance(tree, t.LawFile):
        return print_law(tree, code)
    if isinstance(tree, t.SupplementsFile):
        return print_supplements(tree, code)
    if isinstance(tree, t.CasesFile):
        return print_cases(tree, code)
    if isinstance(tree, t.AmendmentFile):
        return print_amendment(tree, code)
    return print_properties(tree, code)


def start_of(tree: Any) -> Start:
    if isinstance(tree, t.LawFile):
        return "law"
    if isinstance(tree, t.CasesFile):
        return "cases"
    if isinstance(tree, t.AmendmentFile):
        return "amendment"
    return "supplements" if isinstance(tree, t.SupplementsFile) else "properties"


def check_round_trip(tree: Any, code: str) -> None:
    diagnostics = Diagnostics()
    text = printed(tree, code)
    again = parse(text, start_of(tree), code, "printed", diagnostics)
    assert diagnostics.sorted() == (), text
    assert without_spans(again) == without_spans(tree), text
    assert printed(again, code) == text


def kinds(family: type[Family]) -> set[type]:
    return set(family.family_members.values())


def test_every_class_occurs() -> None:
    families = (
        t.TypeTree,
        t.ExprTree,
        t.StatementTree,
        t.ItemTree,
        t.FillTree,
        t.ClaimTree,
        t.CaseLineTree,
        t.ChangeTree,
    )
    assert set(FILES) == set().union(*(kinds(family) for family in families))


_SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck))


def check_every_language(tree: Any) -> None:
    for code in known_languages():
        check_round_trip(tree, code)


@pytest.mark.parametrize("cls", FILES, ids=lambda cls: cls.__name__)
@given(data=st.data())
@settings(_SETTINGS, max_examples=2)
def test_every_class_in_every_language(cls: type, data: st.DataObject) -> None:
    check_every_language(data.draw(FILES[cls]))


@pytest.mark.slow
@pytest.mark.parametrize("cls", FILES, ids=lambda cls: cls.__name__)
@given(data=st.data())
@settings(_SETTINGS, max_examples=30)
def test_every_class_in_every_language_often(cls: type, data: st.DataObject) -> None:
    check_every_language(data.draw(FILES[cls]))


some_file = st.one_of(
    law_files(), supplements_files(), properties_files(), cases_files(), amendment_files()
)


@given(tree=some_file, code=st.sampled_from(known_languages()))
@settings(_SETTINGS, max_examples=30)
def test_whole_files(tree: Any, code: str) -> None:
    check_round_trip(tree, code)


@pytest.mark.slow
@given(tree=some_file, code=st.sampled_from(known_languages()))
@settings(_SETTINGS, max_examples=500)
def test_whole_files_often(tree: Any, code: str) -> None:
    check_round_trip(tree, code)


def parsed(path: Path) -> Any:
    """The tree of a file: the first kind and language in which all of it is sound."""
    text = path.read_text("utf-8")
    own = path.stem.rpartition(".")[2]
    preferred = [own] if own in known_languages() else []
    for code in [*preferred, *known_languages()]:
        for start in STARTS:
            diagnostics = Diagnostics()
            tree = parse(text, start, code, str(path), diagnostics)
            if tree is not None and not diagnostics.sorted():
                return tree, code
    return None


@pytest.mark.parametrize("path", LAWS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_of_the_repository(path: Path) -> None:
    found = parsed(path)
    if found is None:
        pytest.skip("holds mistakes on purpose, or is no law, supplements or properties")
    tree, own = found
    used = words_in(tree)
    for code in known_languages():
        if code == own or not used & keyword_words(code):
            check_round_trip(tree, code)


LONG = """law L | A law

Art. 1 | Long lines
  define thirsty(p: plot)
    when p.moisture is set
    departing from Art. 2 para. 1, Art. 2 para. 2
    := p.moisture < least_moisture
      and (p.watered is not set or p.watered > longest_pause)
      and not every neighbour q with beside(p, q) satisfies moisture(q) >= least_moisture
  flow watering(g: gardener):
    in turn every plot p
          with thirsty(p)
            and not some gardener h with h != g and has_promised_to_water_it_today(h, p)
        in rounds until no plot p with thirsty(p) or is_covered_by_the_glasshouse_for_now(p):
      g chooses plot q
          with thirsty(q)
            and is_a_neighbour_of_the_plot_in_question(q, p)
            and not is_covered_by_the_glasshouse_for_now(q)
          with smallest moisture(q),
          then largest distance_to_the_well(q)
"""


def test_long_lines_are_broken_where_the_tree_is() -> None:
    tree = parse(LONG, "law", "en", "long", diagnostics := Diagnostics())
    assert not diagnostics.sorted()
    assert print_law(tree, "en") == LONG
