"""What is kept of a run saves the next one's time, and nothing else: no verdict outlives its law."""

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import verify.limits
from tests.commands.kiosk import write
from verify import answers
from verify.answers import Answer
from verify.limits import Heard, Limit, Named, ask, listening
from verify.terms import at_most
from verify.terms import number_symbol as whole
from wortlaut import jobs
from wortlaut.cli import cli
from wortlaut.store import Store

X = whole("x", 0, 9)
FEW, MANY = Named("2.1", at_most(X, 3)), Named("2.2", at_most(5, X))


@pytest.fixture
def law(tmp_path: Path) -> str:
    return write(tmp_path / "kiosk")


SOME = ("--property", "gap", "--property", "no_six")


def verified(law: str, *arguments: str, asked: tuple[str, ...] = SOME) -> dict[str, Any]:
    arguments = ("--workers", "1", *asked, *arguments)
    result = CliRunner().invoke(cli, ["verify", law, "--format", "json", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def told(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["id"], one["verdict"]) for one in found["obligations"]]


def anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Forget all answers, as a new process does; the questions that are put to the solver."""
    put: list[str] = []
    solved = verify.limits._solved

    def noted(items: Any, text: str, *rest: Any, **more: Any) -> Answer:
        put.append(text)
        return solved(items, text, *rest, **more)

    monkeypatch.setattr(answers, "_ANSWERED", {})
    monkeypatch.setattr(answers, "_SAME", {})
    monkeypatch.setattr(verify.limits, "_solved", noted)
    return put


def test_a_law_that_did_not_change_is_not_verified_again(
    law: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = verified(law)
    monkeypatch.setattr("wortlaut.kept.done", None)  # it would fail if it were done
    assert verified(law) == before


def test_a_part_of_what_is_kept_is_told_without_the_rest(
    law: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = verified(law, "--fresh")
    verified(law, asked=())
    monkeypatch.setattr("wortlaut.kept.done", None)
    assert told(verified(law)) == told(alone)


def test_a_changed_rule_is_verified_anew(law: str, cache: Path) -> None:
    assert ("no_six", "refuted") in told(verified(law))
    file = Path(law, "en.law")
    file.write_text(file.read_text("utf-8").replace("from 1..6", "from 1..5"), "utf-8")
    assert ("no_six", "proved") in told(verified(law))
    file.write_text(file.read_text("utf-8").replace("from 1..5", "from 1..6"))
    assert ("no_six", "refuted") in told(verified(law))


def test_a_changed_property_is_verified_anew(law: str, cache: Path) -> None:
    verified(law)
    file = Path(law, "properties.law")
    file.write_text(file.read_text("utf-8").replace("never shown = 6", "never shown = 7"))
    assert ("no_six", "proved") in told(verified(law))


def test_a_remark_changes_nothing_that_is_verified(
    law: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified(law)
    file = Path(law, "en.law")
    file.write_text("# The same, with a remark.\n" + file.read_text("utf-8"))
    monkeypatch.setattr("wortlaut.kept.done", None)
    verified(law)


@pytest.mark.parametrize("arguments", [("--fresh",), ("--cross-check",)])
def test_whoever_asks_for_it_has_everything_found_anew(
    law: str, cache: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    before = told(verified(law))
    done: list[object] = []
    monkeypatch.setattr(
        "wortlaut.kept.done", lambda *given: (done.append(given), jobs.done(*given))
    )
    assert told(verified(law, *arguments)) == before
    assert done


def test_answers_are_kept_for_other_questions_of_the_same_law(
    law: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified(law)
    put = anew(monkeypatch)
    verified(law, "--timeout", "59")  # another job to the store, the same questions
    assert put == []


def test_what_the_clock_broke_off_is_not_kept(
    law: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: Any, **__: Any) -> Answer:
        return Answer("unknown", {}, reason=answers.LATE)

    with monkeypatch.context() as slow:
        slow.setattr(verify.limits, "_solved", late)
        assert ("no_six", "proved") not in told(verified(law))
    put = anew(monkeypatch)
    verified(law)
    assert put


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + bytes(90)])
def test_a_file_that_cannot_be_read_counts_as_empty(law: str, cache: Path, content: bytes) -> None:
    cache.mkdir()
    cache.joinpath("verdicts.sqlite3").write_bytes(content)
    assert ("no_six", "refuted") in told(verified(law))


def test_a_folder_that_cannot_be_made_keeps_nothing(law: str, cache: Path) -> None:
    cache.write_text("a file in the way")
    assert ("no_six", "refuted") in told(verified(law))


def test_a_python_without_a_database_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    store = Store(tmp_path / "kept")
    store.keep(b"key", "proved")
    assert store.recall(b"key") is None


def test_an_entry_that_was_tampered_with_counts_as_absent(tmp_path: Path) -> None:
    store = Store(tmp_path / "kept")
    store.keep(b"key", "proved")
    assert Store(tmp_path / "kept").recall(b"key") == "proved"
    with sqlite3.connect(tmp_path / "kept") as opened:
        opened.execute("UPDATE kept SET key = ?", (b"another",))
    assert Store(tmp_path / "kept").recall(b"another") is None


def test_a_kept_model_that_does_not_satisfy_the_question_is_not_believed() -> None:
    class Wrong:
        def recall(self, key: bytes) -> str | None:
            return json.dumps(["yes", {"s0": 9}, [], ""])

        def keep(self, key: bytes, text: str) -> None: ...

    question = [Named(None, at_most(whole("unheard of", 0, 9), 4))]
    with answers.remembering(Wrong()):
        answer = ask(question, Limit())
    assert answer.model["unheard of"] <= 4


def test_a_kept_answer_is_heard_by_whoever_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "kept")
    for _ in range(2):
        monkeypatch.setattr(answers, "_ANSWERED", {})
        monkeypatch.setattr(answers, "_SAME", {})
        heard: list[Heard] = []
        with answers.remembering(store), listening(heard.append):
            assert ask([FEW, MANY], Limit(), core=True).core == ("2.1", "2.2")
        assert heard[0].answer.core == ("2.1", "2.2")


def test_the_oldest_go_first_where_there_is_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wortlaut.store.MOST", 3)
    monkeypatch.setattr("wortlaut.store._SLACK", 1)
    store = Store(tmp_path / "kept")
    for number in range(6):
        store.keep(b"%d" % number, str(number))
    after = Store(tmp_path / "kept")
    assert [after.recall(b"%d" % number) for number in range(6)] == [None] * 3 + ["3", "4", "5"]
