"""Doing jobs: here for a start, and in several processes if that is not soon over.

What a job finds does not depend on where it is done, nor on what was done before.
A worker writes down each verdict as it is found, and when it is done with a job. If one
is lost, others do what is left, and what was under way then is done once more, alone.
A job that is lost alone is handed back as not done.

Where the time is limited, each job has its share of it, so that none waits in vain. What a
share did not suffice for is done once more if there is time left in the end.
"""

import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import active_children, parent_process
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from time import monotonic, time
from typing import TYPE_CHECKING, BinaryIO

from compiler.law import Law, load_sound
from wortlaut.jobs import Job, Known, Request
from wortlaut.kept import done_or_kept
from wortlaut.why import LOST, OUT_OF_TIME

if TYPE_CHECKING:
    from verify.obligation import Obligation

ALONE = 2.0
"""Seconds after which the jobs left are shared between processes."""

MOST_PARTS = 3.0
"""Into how many parts the time left is divided: in more, no part would suffice for anything."""

TRIES = 2
"""How often a job may be under way when a worker is lost, before it is given up."""

GLANCE = 0.5
"""Seconds after which it is looked again at what the workers have found."""


@dataclass
class _Left:
    """What is left of the jobs: their numbers and what is known of them.

    ``each`` is told every verdict as it is known, ``finished`` each job that is done.
    ``known``: what was found out in this process. ``told``: which verdicts of a job were.
    ``short``: the seconds that a job had and that did not suffice. ``until``: when the time for
    all is used up, by the clock.
    """

    request: Request
    undone: dict[int, Job]
    each: Callable[[Job, "Obligation"], None]
    finished: Callable[[Job], None]
    known: Known
    told: set[tuple[int, str, str]] = field(default_factory=set)
    short: dict[int, float] = field(default_factory=dict)
    until: float | None = None

    def __post_init__(self) -> None:
        total = self.request.total
        self.until = None if total is None else time() + total

    def tell(self, number: int, one: "Obligation") -> None:
        """What a job that is done anew finds once more is not told again."""
        which = number, one.id, repr(sorted(one.scope.items()))
        if which not in self.told:
            self.told.add(which)
            self.each(self.undone[number], one)

    def done(self, number: int) -> None:
        self.finished(self.undone.pop(number))

    def worth_repeating(self) -> list[int]:
        """The jobs that would have more time now than they had: as many as there is time for."""
        quickest = sorted(self.short, key=lambda n: (self.short[n], n))
        for count in range(len(quickest), 0, -1):
            mine = share(self.until, self.for_each_worker(count))
            more = [n for n in quickest[:count] if mine is not None and mine > self.short[n] + 1]
            if more:
                return sorted(more)
        return []

    def for_each_worker(self, jobs: int) -> float:
        """How much of ``jobs`` and what comes after them there is for each worker."""
        return (jobs + bool(self.request.explore)) / self.request.workers


def share(until: float | None, left: float) -> float | None:
    """Seconds for the next job where ``left`` jobs are left, so that others have time too.

    None: no limit.
    """
    return None if until is None else max(until - time(), 0.0) / min(max(left, 1.0), MOST_PARTS)


def work(
    law: Law,
    request: Request,
    todo: Sequence[Job],
    each: Callable[[Job, "Obligation"], None],
    finished: Callable[[Job], None],
) -> dict[Job, str]:
    """Do the jobs ``todo``; those that are not done, and why.

    ``each`` is told every verdict as it is known, ``finished`` each job that is done.
    """
    left = _Left(request, dict(enumerate(todo)), each, finished, Known(law, request))
    _round(law, request, left, list(left.undone))
    if again := left.worth_repeating():
        for number in again:
            del left.short[number]
        _round(law, request, left, again)
    return {job: OUT_OF_TIME if n in left.short else LOST for n, job in left.undone.items()}


def _round(law: Law, request: Request, left: _Left, waiting: list[int]) -> None:
    began = monotonic()
    while waiting:
        if request.workers > 1 and len(waiting) > 1 and monotonic() - began > ALONE:
            _shared(law, request, left, waiting)
            return
        seconds = share(left.until, left.for_each_worker(len(waiting)))
        number = waiting.pop(0)
        if _in_time(partial(_here, left, number), seconds):
            left.done(number)
        else:
            left.short[number] = seconds or 0.0


def _here(left: _Left, number: int) -> None:
    """Do a job in this process."""
    from verify.deadline import finishing

    def each(one: "Obligation") -> None:
        with finishing():
            left.tell(number, one)

    done_or_kept(left.known, left.undone[number], each)


def _in_time(job: Callable[[], None], seconds: float | None, *, deaf: bool = False) -> bool:
    """Do ``job``, but no longer than ``seconds`` (None: no limit); whether they sufficed."""
    from verify.deadline import OutOfTime, within

    if seconds is None:
        job()
        return True
    try:
        with within(seconds, deaf=deaf):
            job()
    except OutOfTime:
        return False
    return True


def _shared(law: Law, request: Request, left: _Left, todo: Sequence[int]) -> None:
    tries: Counter[int] = Counter()
    while waiting := [
        n for n in todo if n in left.undone and n not in left.short and tries[n] < TRIES
    ]:
        # What was under way when a worker was lost is done alone, so that no other is blamed.
        batch = [n for n in waiting if not tries[n]] or waiting[:1]
        begun = _in_one_pool(law, request, left, batch)
        if not begun and any(n in left.undone and n not in left.short for n in batch):
            break
        tries.update(begun)


def _in_one_pool(law: Law, request: Request, left: _Left, batch: Sequence[int]) -> list[int]:
    """Do ``batch`` until all is done or a worker is lost; what was under way then."""
    from verify.deadline import finishing

    todo = {number: left.undone[number] for number in batch}
    with _pool(law, request) as (pool, folder):
        notes = {n: Notes(folder / f"{n}.jsonl") for n in todo}

        def tell() -> None:
            """Hand on what was noted since; what is decided counts, whatever comes next."""
            with finishing():
                for number in todo:
                    for one in notes[number].new():
                        left.tell(number, one)
                    if number in left.undone and notes[number].complete:
                        left.done(number)
                    elif (seconds := notes[number].short) is not None:
                        left.short[number] = seconds

        waiting: set[Future[None]] = set()
        behind = len(todo)
        try:
            with suppress(BrokenProcessPool):
                for alike in _alike(todo, small_first=left.until is not None):
                    behind -= len(alike)
                    after = left.for_each_worker(behind)
                    work = [
                        (todo[number], notes[number].file, len(alike) - position + after)
                        for position, number in enumerate(alike)
                    ]
                    waiting.add(pool.submit(_in_worker, work, left.until))
                while waiting:
                    over, waiting = wait(waiting, GLANCE, FIRST_COMPLETED)
                    tell()
                    for future in over:
                        future.result()
        finally:
            tell()
        open_ = (n for n in todo if n in left.undone and n not in left.short)
        return [n for n in open_ if notes[n].file.exists()]


def _alike(todo: dict[int, Job], *, small_first: bool) -> list[tuple[int, ...]]:
    """The numbers of the jobs that one worker does, since it then answers alike questions once.

    The versions of a law are asked much the same, and so are its properties and its states.
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    for number, job in todo.items():
        part = "states" if job.part == "properties" else job.part
        groups.setdefault((part, job.readings, job.size), []).append(number)

    def begun_late(part: tuple[object, ...]) -> tuple[int, int]:
        sizes = todo[groups[part][0]].size
        large = sum(size for _, size in sizes or ())
        return (sizes is None, large) if small_first else (-len(groups[part]), -large)

    # What takes longest is begun first, so that no worker is left with it at the end; but where
    # the time is limited, what small sizes need less than their share is left to the others.
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

    ``complete``: whether the job is done. ``short``: the seconds it had, if they did not suffice.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.complete = False
        self.short: float | None = None
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
        elif lines and lines[-1].startswith(_SHORT):
            self.short = float(lines.pop().removeprefix(_SHORT))
        return [Obligation.model_validate_json(line) for line in lines]


_END = b""
"""The line that ends the notes of a job that is done."""

_SHORT = b"short "
"""What the line begins with that ends the notes of a job for which its seconds, which follow,
did not suffice.
"""

_HERE: list[Known] = []
"""What this worker works on."""


def _begin(origin: tuple[str, tuple[str, ...]], request: Request, notes: Path) -> None:
    # Ctrl-C reaches every process of the group; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, args=(notes,), daemon=True).start()
    _HERE.append(Known(load_sound(*origin), request, notes / "answers.sqlite3"))


def _end_with_parent(notes: Path) -> None:
    """A worker does not outlive the process that it works for, nor do its notes."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    shutil.rmtree(notes, ignore_errors=True)
    os._exit(1)


def _in_worker(jobs: Sequence[tuple[Job, Path, float]], until: float | None) -> None:
    """Do ``jobs``; with each comes how many a worker has to do yet, itself included."""
    known = _HERE[0]
    for job, notes, left in jobs:
        seconds = share(until, left)
        with notes.open("wb") as file:
            if _in_time(partial(_noting, known, job, file), seconds, deaf=True):
                file.write(_END + b"\n")
            else:
                file.write(_SHORT + str(seconds).encode() + b"\n")


def _noting(known: Known, job: Job, file: BinaryIO) -> None:
    from verify.deadline import finishing

    def note(one: "Obligation") -> None:
        with finishing():
            file.write(one.model_dump_json().encode() + b"\n")
            file.flush()

    done_or_kept(known, job, note)


def processors() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
