"""Games on a cluster: the same as on one machine, also where a worker is killed."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.law import load_sound
from runtime.flows import main_flow
from runtime.simulation.checkpoint import Checkpoint
from runtime.simulation.cluster import Cluster, ClusterProblem
from runtime.simulation.games import Setup
from runtime.simulation.record import Tally
from runtime.simulation.running import run
from runtime.simulation.simulate import Simulation
from runtime.sizes import sizes

distributed = pytest.importorskip("distributed")


def oven(seed: int = 5) -> Simulation:
    law = load_sound("tests/laws/oven", ())
    rules = law.rules(law.languages[0], {}, None)
    flow = main_flow(rules)
    assert flow is not None
    return Simulation(Setup(rules, flow, sizes(rules)), seed)


@pytest.fixture
def here() -> Iterator[Any]:
    """A scheduler and a worker in this process."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        yield cluster


def test_a_cluster_plays_the_same_games(here: Any, tmp_path: Path) -> None:
    task = oven()
    alone = list(run(task, 120))
    cluster = Cluster(here.scheduler_address)
    try:
        assert list(run(task, 120, cluster=cluster)) == alone
        with Checkpoint(tmp_path / "games.jsonl", {}) as kept:
            assert len(list(run(task, 50, cluster=cluster, checkpoint=kept))) == 2
            assert list(run(task, 120, cluster=cluster, checkpoint=kept)) == alone
    finally:
        cluster.close()


def test_nobody_at_the_address_is_told_in_time() -> None:
    began = time.monotonic()
    for address in ("tcp://127.0.0.1:9", "nonsense://x", ""):
        with pytest.raises(ClusterProblem):
            Cluster(address, patience=0.5)
    assert time.monotonic() - began < 10


@pytest.mark.slow
def test_a_worker_that_dies_is_survived() -> None:
    task = oven()
    alone = list(run(task, 1500))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        cluster = Cluster(local.scheduler_address)
        victims = list(cluster.everywhere(os.getpid).values())
        found: list[tuple[tuple[int, int], Tally]] = []
        for one in run(task, 1500, cluster=cluster):
            found.append(one)
            if len(found) == 5:
                os.kill(victims[0], signal.SIGKILL)
        cluster.close()
    assert found == alone
