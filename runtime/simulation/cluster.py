"""Running games on a cluster: the same blocks, sent to workers anywhere, taken in order.

The workers are those of a Dask scheduler; the library is loaded when one is asked for. A
worker that is lost costs the blocks it had, which others play again. Since a block depends
on nothing but its games, the result is the same as on one machine.
"""

import logging
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from hashlib import sha256
from threading import local
from typing import Any

from runtime.simulation.checkpoint import Block, Checkpoint
from runtime.simulation.record import Tally

PATIENCE = 10.0
"""Seconds in which a scheduler must answer, and have a worker."""

_TELLING = ("distributed", "distributed.client", "distributed.gc")
"""What the library tells by itself, each of these as it is configured."""

_LOST = 3
"""So often a block may be lost together with its worker; then it is no accident."""


class ClusterProblem(RuntimeError):
    """No scheduler answers at the address, it has no workers, or it was lost."""


class Cluster:
    """The workers of the Dask scheduler at ``address``, as ``tcp://host:8786``.

    Raises ``ImportError`` without Dask, and :class:`ClusterProblem` after ``patience``
    seconds without an answer, or without a worker.
    """

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        import distributed

        # Its client is not typed.
        client: Any = distributed.Client
        # What goes wrong is told once, by whoever asked.
        for name in _TELLING:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = client(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError, TypeError) as problem:
            reason = str(problem).partition("\n")[0] or type(problem).__name__
            raise ClusterProblem(reason) from None
        try:
            self._client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            self.close()
            raise ClusterProblem("it has no workers") from None

    def close(self) -> None:
        """Take leave; the scheduler and its workers stay."""
        self._client.close(timeout=PATIENCE)

    def everywhere(self, function: Callable[[], Any]) -> dict[str, Any]:
        """What ``function`` returns in each worker, by its address."""
        found: dict[str, Any] = self._client.run(function)
        return found

    def run(
        self, task: Any, todo: Iterator[Block], checkpoint: Checkpoint | None
    ) -> Iterator[tuple[Block, Tally]]:
        """Each block of ``todo`` with its tally, in order, as
        :func:`runtime.simulation.running.run`.

        Raises :class:`ClusterProblem` where the scheduler is lost, or workers are again and
        again.
        """
        from distributed import CancelledError, KilledWorker

        packed = pickle.dumps(task)
        name = sha256(packed).hexdigest()
        client = self._client
        # A task of its own, so that a worker that has lost it gets it again.
        held = client.submit(_held, packed, pure=False)
        waiting: deque[tuple[Block, Any]] = deque()
        try:
            while self._fill(waiting, todo, checkpoint, (held, name)):
                block, future = waiting[0]
                if future is None:
                    tally = checkpoint.get(block) if checkpoint is not None else None
                    assert tally is not None
                else:
                    tally = future.result()
                    if checkpoint is not None:
                        checkpoint.keep(block, tally)
                waiting.popleft()
                yield block, tally
        except KilledWorker:
            raise ClusterProblem("workers were lost again and again") from None
        except (CancelledError, OSError) as problem:
            if isinstance(problem, OSError) and client.status == "running":
                raise  # of the checkpoint
            raise ClusterProblem("it was lost") from None
        finally:
            client.cancel([future for _, future in waiting if future is not None])

    def _fill(
        self,
        waiting: deque[tuple[Block, Any]],
        todo: Iterator[Block],
        checkpoint: Checkpoint | None,
        task: tuple[Any, str],
    ) -> bool:
        """Have enough blocks under way to keep all workers busy; whether there are any."""
        enough = 3 * max(1, sum(self._client.nthreads().values()))
        while len(waiting) < enough:
            block = next(todo, None)
            if block is None:
                break
            kept = checkpoint is not None and block in checkpoint
            future = None if kept else self._submit(task, block)
            waiting.append((block, future))
        return bool(waiting)

    def _submit(self, task: tuple[Any, str], block: Block) -> Any:
        return self._client.submit(_in_cluster, *task, block, pure=False, retries=_LOST)


_HERE = local()
"""What this thread of a worker plays: players are not shared between threads."""


def _held(packed: bytes) -> bytes:
    return packed


def _in_cluster(packed: bytes, name: str, block: Block) -> Tally:
    if getattr(_HERE, "name", None) != name:
        _HERE.play = pickle.loads(packed).player()
        _HERE.name = name
    found: Tally = _HERE.play(block)
    return found
