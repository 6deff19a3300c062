"""Whole processes: what a person waits for who types a command."""

import subprocess
import sys

from benchmarks.measure import Job

_COMMAND = "from wortlaut.cli import main; main()"


def _python(code: str, *arguments: str, status: int = 0) -> Job:
    def job() -> None:
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, check=False
        )
        if done.returncode != status:
            raise AssertionError(f"{arguments}: status {done.returncode}: {done.stderr.decode()}")

    return job


def starting() -> dict[str, Job]:
    """Quick commands, against Python doing nothing."""
    return {
        "python -c pass": _python("pass"),
        "import pydantic, lark, click": _python("import pydantic, lark, click"),
        "wortlaut --version": _python(_COMMAND, "--version"),
        "wortlaut check posg": _python(_COMMAND, "check", "posg"),
    }


def proving(*, everything: bool = True) -> dict[str, Job]:
    """Long commands, against reading the law; not ``everything``: of one property only."""
    asked = () if everything else ("--property", "distinct_squares")
    found = 1 if everything else 0
    return {
        "wortlaut check posg": _python(_COMMAND, "check", "posg"),
        # Its text leaves something open, which is a finding.
        "wortlaut verify posg --fresh": _python(
            _COMMAND, "verify", "posg", "--fresh", *asked, status=found
        ),
        # What the round before the first has found is kept.
        "wortlaut verify posg": _python(_COMMAND, "verify", "posg", *asked, status=found),
        # Its versions differ, which is a finding.
        "wortlaut compare posg --fresh": _python(_COMMAND, "compare", "posg", "--fresh", status=1),
    }
