"""``--cluster``: what becomes of a run whose scheduler is lost."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("distributed")

PATIENCE = 90


def python(*arguments: str, **options: int) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, *arguments], text=True, **options)


@pytest.fixture
def scheduler() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A scheduler with a worker, each a process, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    alone = ("--host", "127.0.0.1", "--no-dashboard")
    with ExitStack() as stack:
        started = [
            python("-m", "distributed.cli.dask_scheduler", *alone, "--port", str(port), **quiet),
            python("-m", "distributed.cli.dask_worker", address, *alone, "--no-nanny", **quiet),
        ]
        for one in started:
            stack.enter_context(one)
            stack.callback(one.kill)
        yield started[0], address


@pytest.mark.slow
def test_a_scheduler_that_is_lost_is_told_and_nothing_played_is(
    scheduler: tuple[subprocess.Popen[str], str], tmp_path: Path
) -> None:
    process, address = scheduler
    file = tmp_path / "games.jsonl"
    program = ("-m", "wortlaut.cli")
    command = ("simulate", "tests/laws/oven", "--seed", "3", "--format", "json")
    long = (*command, "--games", "20000", "--executor", "interpreter", "--resume", str(file))
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    run = python(*program, *long, "--cluster", address, **pipes)
    until = time.monotonic() + PATIENCE
    while run.poll() is None and time.monotonic() < until and lines(file) < 8:
        time.sleep(0.05)
    process.kill()
    out, told = run.communicate(timeout=PATIENCE)
    assert (run.returncode, out) == (2, "")
    assert told.splitlines() == [
        f"What was played is in {file}; the same command goes on from there.",
        "The cluster: it was lost. What was asked for was not finished.",
    ]
    assert 8 <= lines(file) < 100
    # Gone on with, here, it is what it would have been.
    few = ("--games", "400", "--workers", "1")
    again = python(*program, *command, *few, "--resume", str(file), **pipes)
    alone = python(*program, *command, *few, **pipes)
    found = [json.loads(one.communicate(timeout=PATIENCE)[0]) for one in (again, alone)]
    for one in found:
        del one["games_per_second"], one["command"]
    assert found[0] == found[1]


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0
