"""Where proofs about runs begin: the start of a flow, and any good state at each cut of it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from runtime.graph import Graph
from runtime.ruleset.expressions import Expr
from verify.answers import Answer
from verify.cuts import at_cuts
from verify.execute import Executor
from verify.frames import TooManyPaths, framed, loops
from verify.given import Given, given_by
from verify.induction import is_cut
from verify.limits import Limit, Named
from verify.norms import lawful_now
from verify.paths import Path
from verify.proof import Proof
from verify.starts import anywhere, at_start
from verify.symbolic import Scope
from verify.terms import Truth, negation
from verify.translate import Env, Translator

Known = Callable[[Path], tuple[Named, ...]]
"""What is known of any state at a cut, beyond its type; each term named after its source."""


class Facts(Protocol):
    """What holds at ``cuts`` whenever play comes there.

    ``refs``: the paragraphs behind a name in a core.
    """

    scope: Scope

    @property
    def cuts(self) -> tuple[int, ...]: ...

    def at(self, path: Path) -> tuple[Named, ...]: ...

    def refs(self, name: str) -> tuple[str, ...]: ...

    def ask(self, path: Path, *more: Named, limit: Limit | None = None) -> Answer: ...


Finder = Callable[[Callable[[Facts], Proof]], Iterable[Facts]]
"""Finds such facts, more and more, which takes a while: only where a proof needs them.

It is given how one proves with them, for any sizes, to try that with fewer members.
"""


def lawful(
    scope: Scope, left_out: frozenset[str] = frozenset(), facts: Facts | None = None
) -> Known:
    """That no norm forbids the state, and ``facts``; norms over ``left_out`` are passed over."""
    return lambda path: (
        *lawful_now(scope, path, left_out),
        *(() if facts is None else facts.at(path)),
    )


def rests_on(scope: Scope, core: set[str], facts: Facts | None) -> set[str]:
    """The paragraphs among the names of a core; facts stand for those that they rest on."""
    refs = {ref for name in core for ref in ((name,) if facts is None else facts.refs(name))}
    return {ref for ref in refs if ref in scope.rules.paragraphs}


def good_starts(
    scope: Scope, graph: Graph, known: Known, facts: Facts | None = None
) -> Iterator[Path]:
    """The start of the flow, and any state at each cut of which ``known`` holds."""
    usual = (at for at, node in enumerate(graph.nodes) if is_cut(node))
    cuts = usual if facts is None else facts.cuts
    starts = [at_start(scope, graph), *(anywhere(scope, graph, at) for at in cuts)]
    for path in starts:
        assumed = path.on(*known(path))
        if assumed is not None:
            yield assumed


def all_paths(executor: Executor, known: Known, facts: Facts | None = None) -> Iterator[Path]:
    """The paths between two cuts, from every good start, to the next cut or an end."""
    stop = is_cut if facts is None else at_cuts(executor.graph, facts.cuts)
    for start in good_starts(executor.scope, executor.graph, known, facts):
        yield from executor.paths(start, stop)


def framed_paths(executor: Executor, known: Known) -> Iterator[Path]:
    """The paths from the start of the flow, each loop passed in one go, to their ends.

    Raises :class:`~verify.frames.TooManyPaths`.
    """
    start = at_start(executor.scope, executor.graph)
    assumed = start.on(*known(start))
    if assumed is not None:
        yield from framed(executor, assumed, loops(executor.graph), known, entering=True)


def given(scope: Scope, condition: Expr, env: Env, limit: Limit) -> Given:
    """What alone gives ``condition``, of every step or of every state."""

    def fails(translating: type[Translator]) -> Truth:
        before = translating(scope, scope.unknown_store("before "))
        holds, _ = translating(scope, scope.unknown_store(""), before).truth(condition, env)
        return negation(holds)

    return given_by(fails, limit)


__all__ = [
    "Facts",
    "Finder",
    "Known",
    "TooManyPaths",
    "all_paths",
    "framed_paths",
    "given",
    "good_starts",
    "lawful",
    "rests_on",
]
