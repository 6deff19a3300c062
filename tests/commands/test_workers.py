"""Several processes find what one finds, and what a lost one leaves is never shown as done."""

import json
import os
import tempfile
import time
from collections.abc import Callable
from multiprocessing import active_children, get_start_method
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner

from compiler.law import Law, load_sound
from tests.commands.kiosk import write
from verify.obligation import Obligation
from wortlaut import workers
from wortlaut.cli import cli
from wortlaut.jobs import Job, Known, Request, done, is_automatic, jobs
from wortlaut.why import LOST
from wortlaut.workers import Notes

WANTED = ("gap", "text:gap", "text:conflict.2", "unreachable", "no_six", "no_seven")

forked = pytest.mark.skipif(
    get_start_method(allow_none=False) != "fork", reason="the workers must know what is patched"
)


@pytest.fixture
def law(tmp_path: Path) -> str:
    return write(tmp_path / "kiosk")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def verified(law: str, *arguments: str) -> tuple[dict[str, Any], int]:
    result = CliRunner().invoke(cli, ["verify", law, "--format", "json", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return json.loads(result.stdout), result.exit_code


def ids(law: str, *wanted: str) -> dict[str, set[str]]:
    """The verdicts by id, of what is asked for."""
    options = [part for one in wanted for part in ("--property", one)]
    found, _ = verified(law, "--workers", "1", *options)
    verdicts: dict[str, set[str]] = {}
    for one in found["obligations"]:
        verdicts.setdefault(one["id"], set()).add(one["verdict"])
    return verdicts


def untimed(found: dict[str, Any]) -> dict[str, Any]:
    obligations = [{**one, "seconds": 0} for one in found["obligations"]]
    return {**found, "obligations": obligations}


# ---- the same


def test_two_workers_find_what_one_finds(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[int] = []
    shared = workers._shared

    def counted(law: Law, request: Request, *more: Any) -> list[Job]:
        pools.append(request.workers)
        return shared(law, request, *more)

    monkeypatch.setattr(workers, "_shared", counted)
    monkeypatch.setattr(workers, "ALONE", 0.0)
    wanted = [part for id in WANTED for part in ("--property", id)]
    one, of_one = verified(law, "--workers", "1", *wanted)
    assert pools == []
    two, of_two = verified(law, "--workers", "2", *wanted)
    assert pools == [2]
    assert untimed(one) == untimed(two)
    assert of_one == of_two == 1
    assert active_children() == []
    kinds = {entry["kind"] for entry in one["obligations"]}
    assert kinds == {"gap", "conflict", "unreachable", "never"}


def test_the_first_seconds_are_worked_alone(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> list[Job]:
        raise AssertionError("nothing is to be shared yet")

    monkeypatch.setattr(workers, "_shared", refused)
    monkeypatch.setattr(workers, "ALONE", 3600.0)
    assert verified(law, "--workers", "2", "--property", "no_six")[1] == 1


# ---- lost


def hold(
    monkeypatch: pytest.MonkeyPatch, folder: Path, held: Callable[[Job], bool], after: int
) -> None:
    """Let a worker linger in a job that is ``held``, after so many verdicts."""

    def linger() -> None:
        (folder / f"{os.getpid()}.at").touch()
        for _ in range(600):
            time.sleep(0.1)

    def slow(known: Known, job: Job, progress: Callable[[Any], None]) -> Any:
        told = 0

        def tell(one: Any) -> None:
            nonlocal told
            progress(one)
            told += 1
            if told == after:
                linger()

        if not held(job):
            return done(known, job, progress)
        if after == 0:
            linger()
        return done(known, job, tell)

    monkeypatch.setattr(workers, "done_or_kept", slow)
    monkeypatch.setattr(workers, "ALONE", 0.0)


def lose(
    monkeypatch: pytest.MonkeyPatch, folder: Path, held: Callable[[Job], bool], after: int = 0
) -> Callable[[], None]:
    """Kill every worker that takes up a job that is ``held``, after so many verdicts.

    What is returned ends this.
    """
    over = Event()

    def kill() -> None:
        while not over.wait(0.02):
            for child in active_children():
                if child.pid is not None and (folder / f"{child.pid}.at").exists():
                    time.sleep(0.5)
                    (folder / f"{child.pid}.at").unlink()
                    child.kill()
                    break

    def end() -> None:
        over.set()
        thread.join()

    hold(monkeypatch, folder, held, after)
    thread = Thread(target=kill, daemon=True)
    thread.start()
    return end


@forked
def test_what_a_killed_worker_leaves_is_taken_over(
    law: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ("--property", "text:gap", "--property", "no_seven")
    alone, status = verified(law, "--workers", "1", *wanted)
    first = (tmp_path / "first").touch

    def held(job: Job) -> bool:
        if job.part != "text":
            return False
        try:
            first(exist_ok=False)
        except FileExistsError:
            return False
        return True

    end = lose(monkeypatch, tmp_path, held, after=1)
    found = verified(law, "--workers", "2", *wanted)
    end()
    assert (tmp_path / "first").exists()
    assert (untimed(found[0]), found[1]) == (untimed(alone), status)
    assert active_children() == []


@forked
def test_a_job_that_its_workers_do_not_survive_is_unknown(
    law: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = lose(monkeypatch, tmp_path, lambda job: job.part == "text")
    began = time.monotonic()
    found, status = verified(law, "--workers", "2")
    end()
    assert time.monotonic() - began < 30
    assert active_children() == []
    assert status != 0
    assert found["broken_off"] == LOST == "a worker was lost"
    by_id: dict[str, list[dict[str, Any]]] = {}
    for one in found["obligations"]:
        by_id.setdefault(one["id"], []).append(one)
    assert {one["verdict"] for one in by_id["no_seven"]} == {"proved"}
    left = [one for one in found["obligations"] if one["detail"] == LOST]
    assert {one["verdict"] for one in left} == {"unknown"}
    assert {one["accepted"] for one in left} == {None}
    assert {"text:gap", "text:conflict", "text:range", "text:stuck"} <= {one["id"] for one in left}
    assert "text:gap.2" not in by_id
    assert {tuple(one["scope"].items()) for one in by_id["text:gap"]} == {
        (("guest", 2),),
        (("guest", 3),),
    }


@forked
def test_where_all_that_is_done_is_proved_a_lost_worker_is_no_success(
    law: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = lose(monkeypatch, tmp_path, lambda job: job.size == (("guest", 3),))
    found, status = verified(law, "--workers", "2", "--property", "no_seven")
    end()
    assert status == 3
    assert found["broken_off"] == LOST
    verdicts = [(one["scope"], one["verdict"]) for one in found["obligations"]]
    assert verdicts == [({"guest": 2}, "proved"), ({"guest": 3}, "unknown")]
    assert active_children() == []


@forked
def test_what_a_worker_had_found_of_a_job_counts_though_it_is_killed_in_it(
    law: str, temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = lose(monkeypatch, tmp_path, lambda job: job.part == "text", after=1)
    found, status = verified(law, "--workers", "2", "--property", "text:gap")
    end()
    assert status == 1
    assert found["broken_off"] == LOST
    verdicts = [(one["id"], one["scope"], one["verdict"]) for one in found["obligations"]]
    assert ("text:gap.2", {"guest": 2}, "refuted") in verdicts
    assert ("text:gap", {"guest": 2}, "unknown") in verdicts
    assert list(temporary.iterdir()) == []
    assert active_children() == []


@forked
def test_what_workers_had_found_counts_though_the_time_is_used_up(
    law: str, temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold(monkeypatch, tmp_path, lambda job: True, after=1)
    options = ("--workers", "2", "--property", "text:gap", "--total", "6")
    found, status = verified(law, *options)
    assert status == 1
    assert found["broken_off"] == "the time for the whole run was used up"
    verdicts = [(one["id"], one["scope"]["guest"], one["verdict"]) for one in found["obligations"]]
    assert verdicts == [
        ("text:gap.2", 2, "refuted"),
        ("text:gap.2", 3, "refuted"),
        ("text:gap", 2, "unknown"),
        ("text:gap", 3, "unknown"),
    ]
    assert list(temporary.iterdir()) == []
    assert active_children() == []


@forked
@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_what_takes_all_its_time_leaves_the_others_theirs(
    law: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: str
) -> None:
    hold(monkeypatch, tmp_path, lambda job: job.part == "properties", after=0)
    wanted = ("--property", "no_six", "--property", "gap")
    found, status = verified(law, "--workers", processes, "--total", "6", *wanted)
    assert found["broken_off"] == "the time for the whole run was used up"
    by_id: dict[str, set[str]] = {}
    for one in found["obligations"]:
        by_id.setdefault(one["id"], set()).add(one["verdict"])
    assert by_id.pop("no_six") == {"unknown"}
    assert by_id
    assert "unknown" not in set().union(*by_id.values())
    assert status == 3
    assert active_children() == []


def test_a_line_that_is_not_finished_is_left_for_later(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "0.jsonl")
    assert notes.new() == []
    one = Obligation(
        id="gap.1",
        kind="gap",
        language="en",
        scope={},
        verdict="proved",
        method="induction",
        detail="a\u2028b",
    )
    line = one.model_dump_json().encode() + b"\n"
    notes.file.write_bytes(line + line[:20])
    assert notes.new() == [one]
    assert notes.new() == []
    notes.file.write_bytes(line + line)
    assert notes.new() == [one]


# ---- what is asked for


def test_a_kind_an_id_or_the_text_alone_is_selected(law: str) -> None:
    gaps = {"gap.2": {"proved"}}
    text = {"text:gap.2": {"refuted"}}
    assert ids(law, "gap") == gaps
    assert ids(law, "gap.2") == gaps
    assert ids(law, "gap.2", "no_seven") == {**gaps, "no_seven": {"proved"}}
    assert ids(law, "text:gap") == text
    assert ids(law, "text:gap.2") == text
    assert ids(law, "gap", "text:gap") == {**gaps, **text}
    assert ids(law, "gap", "text:conflict") == {**gaps, "text:conflict.2": {"proved"}}


def test_the_exit_status_is_that_of_what_was_asked(law: str) -> None:
    assert verified(law, "--property", "gap")[1] == 0
    assert verified(law, "--property", "text:gap")[1] == 1


def test_what_is_neither_a_property_nor_a_kind_is_refused(law: str) -> None:
    for wanted in ("gaps", "text:no_six", "text", ""):
        result = CliRunner().invoke(cli, ["verify", law, "--property", wanted])
        assert result.exit_code == 2, wanted
        assert "no property" in result.stderr
    assert is_automatic("text:gap.10.1@day")
    assert is_automatic("termination")
    assert not is_automatic("text:")


@pytest.mark.parametrize(
    ("wanted", "known"),
    [
        ("gap.9", "gap.2"),
        ("text:gap.9", "text:gap.2"),
        ("gap.2@night", "gap.2"),
        ("unreachable.9", "unreachable.2, unreachable.3, unreachable.4"),
        ("termination.night", "termination.day"),
        ("stuck.2.1", "none"),
        ("open_choice.2", "none"),
    ],
)
def test_an_obligation_that_there_is_not_is_refused_with_those_there_are(
    law: str, wanted: str, known: str
) -> None:
    result = CliRunner().invoke(cli, ["verify", law, "--property", wanted])
    assert (result.exit_code, result.stdout) == (2, "")
    there = f"There is no obligation '{wanted}'. Of its kind there are here: {known}.\n"
    assert result.stderr == there


def test_of_the_text_alone_not_everything_is_asked(law: str) -> None:
    result = CliRunner().invoke(cli, ["verify", law, "--property", "text:unreachable.2"])
    assert result.exit_code == 2


def test_only_the_jobs_that_are_needed_are_done(law: str) -> None:
    from compiler.law import load_sound

    def parts(*wanted: str, **more: Any) -> list[str]:
        request = Request(languages=("en",), wanted=wanted, **more)
        found = jobs(load_sound(law), request, "en", {})
        return list(dict.fromkeys(job.part for job in found))

    assert parts() == ["properties", "states", "text", "reachable", "choices"]
    assert parts(brief=True) == ["properties", "states", "text"]
    assert parts(supplements=()) == ["properties", "states", "reachable", "choices"]
    assert parts("gap") == ["states"]
    assert parts("text:gap") == ["text"]
    assert parts("gap", "text:stuck.2") == ["states", "text"]
    assert parts("no_six") == ["properties"]
    assert parts("unreachable.3") == ["reachable"]
    loops = Request(languages=("en",), wanted=(), brief=True)
    assert loops.kinds("states") == ("gap", "conflict", "range", "stuck")


@pytest.mark.parametrize(
    ("left", "again"),
    [
        (200.0, [0, 1]),  # enough for both
        (80.0, [0]),  # half of it is more than the first had
        (40.0, [0]),  # not enough for two, but for the one that had less
        (20.0, []),
    ],
)
def test_what_is_left_of_the_time_goes_to_as_many_as_it_is_more_for(
    law: str, left: float, again: list[int]
) -> None:
    found = load_sound(law)
    request = Request(languages=("en",), total=1.0)
    todo = dict(enumerate(jobs(found, request, "en", {})))
    short = workers._Left(
        request, todo, lambda *_: None, lambda _: None, Known(found, request), short={0: 30, 1: 50}
    )
    short.until = time.time() + left
    assert short.worth_repeating() == again
