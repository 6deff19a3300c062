"""What is compared, and what became of a changed rule, is kept; and nothing of it outlives its law."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import verify.compare.paragraph
import verify.consequence.inquiry
import verify.limits
import verify.mutation.trial
from compiler.law import load_sound
from tests.commands import garden_rules, pond
from verify import answers
from verify.answers import Answer, remembering
from verify.deadline import OutOfTime
from verify.findings import lasting
from verify.limits import Limit
from verify.mutation.games import Played
from verify.obligations.base import Bases
from verify.symbolic import Scope
from wortlaut.cli import cli


def said(*arguments: str) -> str:
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.stdout


def found(*arguments: str) -> Any:
    return json.loads(said(*arguments, "--format", "json"))


@pytest.fixture
def garden(tmp_path: Path) -> str:
    return garden_rules.write(tmp_path / "garden")


@pytest.fixture
def frogs(tmp_path: Path) -> str:
    return pond.write(tmp_path / "pond")


def edit(law: str, file: str, old: str, new: str) -> None:
    path = Path(law, file)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def forbid_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is found anew fails from here on."""
    monkeypatch.setattr(verify.compare.paragraph, "_compared", None)
    monkeypatch.setattr(verify.consequence.inquiry, "_Inquiry", None)
    monkeypatch.setattr(verify.mutation.trial, "work", None)
    monkeypatch.setattr(verify.mutation.trial, "play", None)
    monkeypatch.setattr(verify.mutation.trial, "verify", None)
    monkeypatch.setattr(verify.mutation.trial, "each", None)


@pytest.mark.parametrize("form", ["human", "json"])
def test_a_comparison_is_told_in_the_same_words_kept_and_fresh(
    garden: str, cache: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    asked = ("compare", garden, "--format", form)
    fresh = said(*asked, "--fresh")
    assert not list(cache.glob("verdicts*"))
    assert said(*asked) == fresh
    forbid_finding(monkeypatch)
    assert said(*asked) == fresh


def relations(law: str, *arguments: str) -> dict[str, str]:
    rows = found("compare", law, *arguments)["paragraphs"]
    return {one["ref"]: one["relation"] for one in rows}


def test_a_version_that_was_changed_is_compared_anew(garden: str, cache: Path) -> None:
    assert relations(garden)["2"] == "disjoint"
    edit(garden, "de.law", "Gegossen := 5", "Gegossen := 4")
    assert relations(garden)["2"] == "equal"
    edit(garden, "de.law", "Gegossen := 4", "Gegossen := 5")
    assert relations(garden)["2"] == "disjoint"


def test_what_the_comparison_does_not_depend_on_may_change(
    garden: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = relations(garden)
    edit(garden, "properties.law", "watered > 3", "watered > 2")
    forbid_finding(monkeypatch)
    assert relations(garden) == before


BY_CASE, BY_GAME, BY_PROPERTY = (
    "mutant.drop_norm.1.1",
    "mutant.drop_precedence.3.1",
    "mutant.shift_number.1.1",
)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what the law states is asked of it: all else would take long here."""
    monkeypatch.setattr(verify.mutation.trial, "KINDS_ASKED", ())


def fate(law: str, change: str, *arguments: str) -> tuple[str, str]:
    (one,) = found("mutate", law, "--change", change, *arguments)["mutants"]
    return one["outcome"], one["noticed_by"]


@pytest.mark.parametrize("change", [BY_CASE, BY_GAME, BY_PROPERTY])
def test_a_mutant_is_told_in_the_same_words_kept_and_fresh(
    frogs: str, cache: Path, monkeypatch: pytest.MonkeyPatch, change: str, few: None
) -> None:
    asked = ("mutate", frogs, "--change", change, "--format", "json")
    fresh = said(*asked, "--fresh")
    assert said(*asked) == fresh
    forbid_finding(monkeypatch)
    assert said(*asked) == fresh


def test_a_property_that_is_gone_notices_nothing(frogs: str, cache: Path, few: None) -> None:
    assert fate(frogs, BY_PROPERTY) == ("killed", "apart")
    edit(frogs, "properties.law", "leaf(f) > 0 and", "meals > 9 and")
    assert fate(frogs, BY_PROPERTY) == ("survived", "")


def test_a_case_that_is_added_notices_first(frogs: str, cache: Path) -> None:
    cases = Path(frogs, "cases", "en.law")
    told = cases.read_text("utf-8")
    cases.unlink()
    assert fate(frogs, BY_CASE, "--quick") == ("killed", "gap.4")
    cases.write_text(told, "utf-8")
    assert fate(frogs, BY_CASE, "--quick") == ("killed", "Both eat.")


def test_a_change_that_time_did_not_suffice_for_is_tried_again(
    frogs: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(frogs, "cases", "en.law").unlink()
    played = verify.mutation.trial.play

    def late(rules: Any, *given: Any) -> Played:
        raise OutOfTime

    monkeypatch.setattr(verify.mutation.trial, "play", late)
    assert fate(frogs, BY_GAME, "--quick") == ("undecided", "")
    monkeypatch.setattr(verify.mutation.trial, "play", played)
    assert fate(frogs, BY_GAME, "--quick") == ("killed", "conflict.3")


def test_a_finding_for_which_the_clock_broke_off_a_question_is_not_kept() -> None:
    kept: dict[bytes, str] = {}

    class Memory:
        def recall(self, key: bytes) -> str | None:
            return kept.get(key)

        def keep(self, key: bytes, text: str) -> None:
            kept[key] = text

    def late() -> Played:
        answers.keep(
            (b"", 1, True), Answer("unknown", {}, reason=answers.LATE), ({}, {}), lasting=True
        )
        return Played(broken={}, longest=0, endless=True)

    def soon() -> Played:
        return Played(broken={}, longest=3, endless=False)

    with remembering(Memory()):
        assert lasting(Played, lambda: ["this"], late).endless
        assert not kept
        assert lasting(Played, lambda: ["this"], soon).longest == 3
        assert lasting(Played, lambda: ["this"], late).longest == 3
        assert lasting(Played, lambda: ["that"], late).endless


def test_whoever_uses_what_a_broken_off_question_left_open_keeps_nothing(
    frogs: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load_sound(frogs).rules("en")
    scope, bases = Scope(rules, {"frog": 2, "lily": 2}), Bases(Limit())
    with monkeypatch.context() as slow:
        slow.setattr(
            verify.limits, "_solved", lambda *_, **__: Answer("unknown", {}, reason=answers.LATE)
        )
        assert bases.of(scope, "day").invariants
    before = answers.late_answers()
    assert bases.of(scope, "day").late
    assert answers.late_answers() > before


def test_whoever_audits_twice_hears_the_same(
    garden: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = said("audit", garden, "--format", "json")
    forbid_finding(monkeypatch)
    monkeypatch.setattr("wortlaut.kept.done", None)
    assert said("audit", garden, "--format", "json") == first


@pytest.mark.parametrize("content", [b"not a database", b"SQLite format 3\0" + bytes(90)])
def test_a_file_that_cannot_be_read_hinders_no_comparison(
    garden: str, cache: Path, content: bytes
) -> None:
    cache.mkdir()
    cache.joinpath("verdicts.sqlite3").write_bytes(content)
    assert relations(garden)["2"] == "disjoint"
