"""The cluster that ``--cluster`` asks for: reached, with the same program on it, and left."""

from collections.abc import Iterator
from contextlib import contextmanager

from runtime.simulation.cluster import Cluster, ClusterProblem
from wortlaut import __version__
from wortlaut.options import fail, said


@contextmanager
def on_cluster(address: str | None) -> Iterator[Cluster | None]:
    """Within this the workers at ``address`` can play; None plays here.

    Another version of this program there is bad input: its games might be other ones.
    """
    if address is None:
        yield None
        return
    try:
        cluster = Cluster(address)
    except ImportError:
        raise fail(said("fail_extra", extra="cluster")) from None
    except ClusterProblem as problem:
        raise fail(said("fail_cluster", address=address, reason=problem)) from None
    try:
        for worker, version in cluster.everywhere(_version).items():
            if version != __version__:
                raise fail(
                    said("fail_cluster_version", worker=worker, there=version, here=__version__)
                )
        yield cluster
    finally:
        cluster.close()


def _version() -> str:
    return __version__
