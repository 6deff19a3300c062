"""Doing jobs: here for a start, and in several processes if that is not soon over.

What a job finds does not depend on where it is done, nor on what was done before.
A worker that is lost loses its jobs and those that wait, and no more: they are
handed back as not done.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING

from compiler.law import Law, load_sound
from wortlaut.jobs import Job, Request, done

if TYPE_CHECKING:
    from verify.obligation import Obligation

ALONE = 2.0
"""Seconds after which the jobs left are shared between processes."""

LOST = "a worker was lost"


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
    lost: list[Job] = []
    with _pool(law, request) as pool:
        jobs: dict[Future[list[Obligation]], Job] = {
            pool.submit(_in_worker, job): job for job in todo
        }
        for future in as_completed(jobs):
            job = jobs[future]
            try:
                found = future.result()
            except BrokenProcessPool:
                lost.append(job)
                continue
            for one in found:
                each(job, one)
            finished(job)
    return [job for job in todo if job in lost]


@contextmanager
def _pool(law: Law, request: Request) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that are gone when this is left, however it is left."""
    before = {child.pid for child in active_children()}
    alone = replace(request, workers=1, smtlib=None)
    pool = ProcessPoolExecutor(
        request.workers, initializer=_begin, initargs=(str(law.folder.path), alone, os.getpid())
    )
    try:
        yield pool
    finally:
        mine = [child for child in active_children() if child.pid not in before]
        pool.shutdown(wait=False, cancel_futures=True)
        for child in mine:
            child.kill()
        for child in mine:
            child.join()


_HERE: list[tuple[Law, Request]] = []
"""What this worker works on."""


def _begin(folder: str, request: Request, parent: int) -> None:
    # Ctrl-C reaches every process of the group; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    _HERE.append((load_sound(folder), request))


def _end_with(parent: int) -> None:
    """A worker does not outlive the process that it works for."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


def _in_worker(job: Job) -> "list[Obligation]":
    law, request = _HERE[0]
    return done(law, request, job, lambda one: None)


def processors() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
