"""What is kept for this user, for as long as nothing that it depends on changes.

Answers and findings are kept by :mod:`verify`; here it is said where, and the verdicts of
whole jobs are kept. They depend on the rule sets, the properties, the limits, and this
program with its solver. Where only one version of a law was edited, the others need not be
verified again. What the clock broke off is not kept, since it may turn out otherwise.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from wortlaut.jobs import FRESH, Job, Known, Request, done, keeping, properties
from wortlaut.store import Store

if TYPE_CHECKING:
    from verify.findings import Part
    from verify.obligation import Obligation

_PROGRAM = ("compiler", "wortlaut/jobs.py", "wortlaut/kept.py")
"""Where else the code is that verdicts depend on."""


@contextmanager
def kept_here(*, fresh: bool = False) -> Iterator[None]:
    """Within this, what is found is kept for this user, and what was found is told anew.

    ``fresh``: everything is found anew instead, also by processes begun within this.
    """
    from verify.answers import remembering

    before = os.environ.get(FRESH)
    if fresh:
        os.environ[FRESH] = "1"
    try:
        with remembering(store() if keeping() else None):
            yield
    finally:
        if fresh and before is None:
            del os.environ[FRESH]


def store() -> Store:
    """What is kept for this user."""
    from compiler.syntax import cache_folder

    return _store(cache_folder() / "verdicts.sqlite3")


@lru_cache(maxsize=1)
def _store(file: Path) -> Store:
    return Store(file)


def done_or_kept(known: Known, job: Job, progress: Callable[["Obligation"], None]) -> None:
    """Do a job, or tell the verdicts that are kept of it."""
    from verify.answers import late_answers, remembering

    if not known.request.keep:
        with remembering(None if known.shared is None else _store(known.shared)):
            done(known, job, progress)
        return

    here = store()
    # Whoever listens to the questions wants to hear them.
    kept = None if known.request.listens else _kept(here, known, job)
    if kept is not None:
        for one in kept:
            progress(one)
        return
    found: list[str] = []
    late = late_answers()

    def tell(one: "Obligation") -> None:
        found.append(one.model_dump_json())
        progress(one)

    with remembering(here):
        done(known, job, tell)
    if late_answers() == late:
        here.keep(_key(known, job, known.request), "\n".join(found))


def _kept(here: Store, known: Known, job: Job) -> "list[Obligation] | None":
    """The verdicts that are kept of a job, or of one of which it is a part."""
    from verify.obligation import Obligation

    request = known.request
    everything = replace(request, wanted=())
    for asked in (request, everything) if request.wanted else (request,):
        kept = here.recall(_key(known, job, asked))
        if kept is not None:
            found = [Obligation.model_validate_json(line) for line in kept.splitlines()]
            return [one for one in found if request.wants(one.id)]
    return None


def _key(known: Known, job: Job, request: Request) -> bytes:
    from verify.findings import digest, program

    return digest(["verdicts", program(*_PROGRAM), *_depends_on(known, job, request)])


def _depends_on(known: Known, job: Job, request: Request) -> "Iterator[Part]":
    """All that the verdicts of a job depend on, but for the program."""
    law = known.law
    yield repr((job.part, job.language, job.readings, job.size, request.timeout))
    yield repr((request.wanted, request.brief))
    yield known.rules(job)
    if job.part == "properties":
        yield from properties(law, request, job.language, dict(job.readings))
    if job.part == "readings":
        # It compiles the law under other readings, for which its source stands here.
        yield law.hash
        yield repr(request.supplements)
