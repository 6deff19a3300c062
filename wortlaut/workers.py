"""Doing jobs: here for a start, and in several processes if that is not soon over.

What a job finds does not depend on where it is done, nor on what was done before.
A worker writes down each verdict as it is found, and when it is done with a job. If one
is lost, others do what is left, and what was under way then is done once more, alone.
A job that is lost alone is handed back as not done.
"""

import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from multiprocessing import active_children, parent_process
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

from compiler.law import Law, load_sound
from wortlaut.jobs import Job, Request, done

if TYPE_CHECKING:
    from verify.obligation import Obligation

ALONE = 2.0
"""Seconds after which the jobs left are shared between processes."""

TRIES = 2
"""How often a job may be under way when a worker is lost, before it is given up."""

GLANCE = 0.5
"""Seconds after which it is looked again at what the workers have found."""


def work(
    law: Law,
    request: Request,
    todo: Sequence[Job],
    each: Callable[[Job, "Obligation"], None],
    finished: Callable[[Job], None],
) -> list[Job]:
    """Do the jobs ``todo``; those that were lost.

    ``each`` is told every verdict as it is known, ``finished`` each job that is done.
    """
    began = monotonic()
    waiting = list(todo)
    while waiting:
        if request.workers > 1 and len(waiting) > 1 and monotonic() - began > ALONE:
            return _shared(law, request, waiting, each, finished)
        job = waiting.pop(0)
        done(law, request, job, partial(each, job))
        finished(job)
    return []


def _shared(
    law: Law,
    request: Request,
    todo: Sequence[Job],
    each: Callable[[Job, "Obligation"], None],
    finished: Callable[[Job], None],
) -> list[Job]:
    undone = dict(enumerate(todo))
    told: Counter[int] = Counter()
    tries: Counter[int] = Counter()
    while left := {number: job for number, job in undone.items() if tries[number] < TRIES}:
        # What was under way when a worker was lost is done alone, so that no other is blamed.
        fresh = {number: job for number, job in left.items() if not tries[number]}
        batch = fresh or dict(islice(left.items(), 1))
        begun = _in_one_pool(law, request, batch, undone, told, each, finished)
        if not begun and not undone.keys().isdisjoint(batch):
            break
        tries.update(begun)
    return list(undone.values())


def _in_one_pool(
    law: Law,
    request: Request,
    todo: dict[int, Job],
    undone: dict[int, Job],
    told: Counter[int],
    each: Callable[[Job, "Obligation"], None],
    finished: Callable[[Job], None],
) -> list[int]:
    """Do ``todo`` until all is done or a worker is lost; what was under way then.

    What is done is taken out of ``undone``; of a job that is done anew, the verdicts
    that were ``told`` are not told again.
    """
    from verify.deadline import finishing

    with _pool(law, request) as (pool, folder):
        notes = {n: Notes(folder / f"{n}.jsonl", told[n]) for n in todo}

        def tell() -> None:
            """Hand on what was noted since; what is decided counts, whatever comes next."""
            with finishing():
                for number, job in todo.items():
                    for one in notes[number].new():
                        told[number] += 1
                        each(job, one)
                    if number in undone and notes[number].complete:
                        finished(undone.pop(number))

        waiting: set[Future[None]] = set()
        try:
            with suppress(BrokenProcessPool):
                for alike in _alike(todo):
                    work = [(todo[n], notes[n].file) for n in alike]
                    waiting.add(pool.submit(_in_worker, work))
                while waiting:
                    over, waiting = wait(waiting, GLANCE, FIRST_COMPLETED)
                    tell()
                    for future in over:
                        future.result()
        finally:
            tell()
        return [n for n in todo if n in undone and notes[n].file.exists()]


def _alike(todo: dict[int, Job]) -> list[tuple[int, ...]]:
    """The numbers of the jobs that one worker does, since it then answers alike questions once.

    The versions of a law are asked much the same, and so are its properties and its states.
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    for number, job in todo.items():
        part = "states" if job.part == "properties" else job.part
        groups.setdefault((part, job.readings, job.size), []).append(number)

    def begun_late(part: tuple[object, ...]) -> int:
        return -sum(size for _, size in todo[groups[part][0]].size or ())

    # What takes longest is begun first, so that no worker is left with it at the end.
    return [tuple(groups[part]) for part in sorted(groups, key=begun_late)]


@contextmanager
def _pool(law: Law, request: Request) -> Iterator[tuple[ProcessPoolExecutor, Path]]:
    """A pool of processes, and a folder for their notes.

    Both are gone when this is left, however it is left.
    """
    from verify.deadline import finishing

    before = {child.pid for child in active_children()}
    alone = replace(request, workers=1, smtlib=None)
    folder = Path(mkdtemp(prefix="wortlaut-"))
    pool = ProcessPoolExecutor(
        request.workers, initializer=_begin, initargs=(law.origin, alone, folder)
    )
    try:
        yield pool, folder
    finally:
        with finishing():
            mine = [child for child in active_children() if child.pid not in before]
            pool.shutdown(wait=False, cancel_futures=True)
            for child in mine:
                child.kill()
            for child in mine:
                child.join()
            shutil.rmtree(folder, ignore_errors=True)


class Notes:
    """What a worker has found of a job: a line in ``file`` for each verdict, one at the end.

    ``known``: how many of the verdicts are known already. ``complete``: whether the job is done.
    """

    def __init__(self, file: Path, known: int = 0) -> None:
        self.file = file
        self.complete = False
        self._known = known
        self._read = 0

    def new(self) -> "list[Obligation]":
        """The verdicts since the last time; a line that is not finished is left for later."""
        from verify.obligation import Obligation

        if not self.file.exists():
            return []
        with self.file.open("rb") as file:
            file.seek(self._read)
            lines = file.read().split(b"\n")[:-1]
        self._read += sum(len(line) + 1 for line in lines)
        if _END in lines:
            lines.remove(_END)
            self.complete = True
        known = min(self._known, len(lines))
        self._known -= known
        return [Obligation.model_validate_json(line) for line in lines[known:]]


_END = b""
"""The line that ends the notes of a job that is done."""

_HERE: list[tuple[Law, Request]] = []
"""What this worker works on."""


def _begin(origin: tuple[str, tuple[str, ...]], request: Request, notes: Path) -> None:
    # Ctrl-C reaches every process of the group; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, args=(notes,), daemon=True).start()
    _HERE.append((load_sound(*origin), request))


def _end_with_parent(notes: Path) -> None:
    """A worker does not outlive the process that it works for, nor do its notes."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    shutil.rmtree(notes, ignore_errors=True)
    os._exit(1)


def _in_worker(jobs: Sequence[tuple[Job, Path]]) -> None:
    law, request = _HERE[0]
    for job, notes in jobs:
        with notes.open("wb") as file:

            def note(one: "Obligation", file: BinaryIO = file) -> None:
                file.write(one.model_dump_json().encode() + b"\n")
                file.flush()

            done(law, request, job, note)
            file.write(_END + b"\n")


def processors() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
