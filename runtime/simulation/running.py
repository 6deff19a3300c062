"""Running many games: in blocks, in several processes, interrupted and gone on with.

The blocks' tallies are handed on in the order of the games, whoever played them, and the
borders of the blocks depend on nothing. So a run that looks at what was found after every
block sees the same on every machine.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, parent_process
from threading import Thread
from typing import Protocol

from runtime.simulation.checkpoint import Block, Checkpoint
from runtime.simulation.cluster import Cluster
from runtime.simulation.record import Tally

SMALLEST, LARGEST, BLOCKS = 25, 1_000, 64
"""Games of a block: at least, at most, and one part of so many of the games before it."""

MOST_LOST = 3
"""So often in a row a process may be lost before anything is found; then it is no accident."""

Play = Callable[[Block], Tally]
"""Plays a block of games."""


class Task(Protocol):
    """What is to be done with each game. Can be sent to another process."""

    def player(self) -> Play:
        """Made once in each process."""
        ...


class WorkersLost(RuntimeError):
    """Processes were lost again and again."""


def blocks(games: int) -> Iterator[Block]:
    """The blocks of so many games. More games have the same blocks, and further ones."""
    first = 0
    while first < games:
        size = min(max(SMALLEST, first // BLOCKS), LARGEST)
        yield first, min(first + size, games)
        first += size


def run(
    task: Task,
    games: int,
    *,
    workers: int = 1,
    checkpoint: Checkpoint | None = None,
    cluster: Cluster | None = None,
) -> Iterator[tuple[Block, Tally]]:
    """Play the games ``0`` to ``games``: each block with its tally, in order.

    What the ``checkpoint`` has is taken from there, and what is played is kept in it. With a
    ``cluster``, its workers play. Raises :class:`WorkersLost`, and
    :class:`~runtime.simulation.cluster.ClusterProblem`.
    """
    todo = blocks(games)
    if cluster is not None:
        return cluster.run(task, todo, checkpoint)
    if workers <= 1 or games <= SMALLEST:
        return _alone(task, todo, checkpoint)
    return _Shared(task, todo, workers, checkpoint).run()


def _alone(
    task: Task, todo: Iterator[Block], checkpoint: Checkpoint | None
) -> Iterator[tuple[Block, Tally]]:
    play: Play | None = None
    for block in todo:
        tally = checkpoint.get(block) if checkpoint is not None else None
        if tally is None:
            play = play or task.player()
            tally = play(block)
            if checkpoint is not None:
                checkpoint.keep(block, tally)
        yield block, tally


class _Shared:
    """Several processes; only so many blocks are under way as keep them busy."""

    def __init__(
        self, task: Task, todo: Iterator[Block], workers: int, checkpoint: Checkpoint | None
    ) -> None:
        self.task = task
        self.todo = todo
        self.workers = workers
        self.checkpoint = checkpoint
        self.pool: ProcessPoolExecutor | None = None
        self.before: set[int | None] = set()
        self.waiting: deque[tuple[Block, Future[Tally] | None]] = deque()

    def run(self) -> Iterator[tuple[Block, Tally]]:
        lost = 0
        try:
            while self._fill():
                block, future = self.waiting[0]
                try:
                    tally = self._tally(block, future)
                except BrokenProcessPool:
                    lost += 1
                    if lost >= MOST_LOST:
                        raise WorkersLost(
                            f"{lost} times, a process was lost that played games from {block[0]} on"
                        ) from None
                    self._again()
                    continue
                lost = 0
                self.waiting.popleft()
                yield block, tally
        finally:
            self._end()

    def _fill(self) -> bool:
        """Have enough blocks under way; whether there are any."""
        while len(self.waiting) < 3 * self.workers:
            block = next(self.todo, None)
            if block is None:
                break
            kept = self.checkpoint is not None and block in self.checkpoint
            self.waiting.append((block, None if kept else self._submit(block)))
        return bool(self.waiting)

    def _tally(self, block: Block, future: Future[Tally] | None) -> Tally:
        if future is not None:
            tally = future.result()
            if self.checkpoint is not None:
                self.checkpoint.keep(block, tally)
            return tally
        assert self.checkpoint is not None
        kept = self.checkpoint.get(block)
        assert kept is not None
        return kept

    def _submit(self, block: Block) -> Future[Tally]:
        if self.pool is None:
            self.before = {child.pid for child in active_children()}
            self.pool = ProcessPoolExecutor(self.workers, initializer=_begin, initargs=(self.task,))
        try:
            return self.pool.submit(_in_worker, block)
        except BrokenProcessPool as broken:
            future: Future[Tally] = Future()
            future.set_exception(broken)
            return future

    def _again(self) -> None:
        """A new pool, for all that was lost with the old one."""
        self._end()
        blocks = list(self.waiting)
        self.waiting.clear()
        for block, future in blocks:
            whole = future is None or (future.done() and future.exception() is None)
            self.waiting.append((block, future if whole else self._submit(block)))

    def _end(self) -> None:
        if self.pool is None:
            return
        pool, self.pool = self.pool, None
        # Killed first: what they play is of no use any more, and the pool then winds itself up.
        for child in active_children():
            if child.pid not in self.before:
                child.kill()
        pool.shutdown(wait=True, cancel_futures=True)


_HERE: list[Play] = []
"""What this process plays."""


def _begin(task: Task) -> None:
    # Ctrl-C reaches every process of the group; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _HERE[:] = [task.player()]


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _in_worker(block: Block) -> Tally:
    return _HERE[0](block)
