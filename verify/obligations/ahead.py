"""What follows from a choice, up to the next one: whether a norm may be broken on the way.

What follows may go round in loops. A loop's head is passed if from any state that play
can come to it in, no norm is broken up to the next choice or head, and so on from there.
"""

from collections.abc import Iterator
from dataclasses import replace

from runtime.graph import ChooseNode, HeadNode
from runtime.ruleset.statements import ByChance
from verify.execute import Executor, Policy
from verify.needs import HOLE, defined
from verify.norms import watched_ahead
from verify.obligations.base import Base
from verify.paths import Made, Path
from verify.quantities import Unsupported
from verify.symbolic import LARGEST_DOMAIN
from verify.terms import Truth, both, every, negation, some
from verify.translate import Translator


def is_dice(node: ChooseNode) -> bool:
    """Whether dice are thrown: they obey no norm, so only a die without sides is a dead end."""
    return isinstance(node.by, ByChance) and node.by.stream == "dice"


class Ahead:
    """What may follow from a choice, up to the next one.

    Not ``through_loops``: of what comes after a loop's head nothing is known.
    """

    def __init__(self, base: Base, *, through_loops: bool = False) -> None:
        self.base = base
        self.through_loops = through_loops
        self._heads: dict[int, tuple[frozenset[str], frozenset[int]] | None] = {}

    def free(self, path: Path) -> tuple[Truth, tuple[str, ...]]:
        """Whether some value is lawful at the choice where ``path`` stands; what that rests on."""
        base = self.base
        node = base.graph.nodes[path.node]
        assert isinstance(node, ChooseNode)
        domain, needs = Translator(base.scope, path.store).translate(node.domain, path.env)
        if domain is HOLE:
            return True, ()  # That is a hole, and not a dead end.
        if len(domain.items) > LARGEST_DOMAIN:
            raise Unsupported(f"a choice among more than {LARGEST_DOMAIN} values")
        judged = not is_dice(node) and watched_ahead(base.scope, base.graph, node.next)
        free: list[Truth] = [negation(defined(needs))]
        names: dict[str, None] = {}
        for guard, value in domain.items:
            taken = replace(
                path,
                node=node.next,
                conditions=(),
                env={**path.env, node.name: value},
                choices=(*path.choices, Made(path.node, value)),
            )
            free.append(both(guard, negation(self._broken(taken, names)) if judged else True))
        if node.decline is not None:
            declined = Made(path.node, None, declined=True)
            left = replace(
                path, node=node.decline, conditions=(), choices=(*path.choices, declined)
            )
            free.append(negation(self._broken(left, names)))
        return some(free), tuple(names)

    def _broken(self, path: Path, names: dict[str, None]) -> Truth:
        """Whether what follows, up to the next choice, breaks a norm; true if that is not known.

        ``names``: is given those of what it rests on that heads are passed.
        """
        broken: list[Truth] = []
        for way in self._ways(path):
            forbidden = way.stop is not None and way.stop.kind == "forbidden"
            if not forbidden and way.stop is None and self._is_watched(way.node):
                passed = self.passed(way.node) if self.through_loops else None
                forbidden = passed is None
                names.update(dict.fromkeys(passed or ()))
            if forbidden:
                broken.append(every(one.term for one in way.conditions))
        return some(broken)

    def _ways(self, path: Path) -> Iterator[Path]:
        executor = Executor(self.base.scope, self.base.graph, Policy(forbidden=True))
        return executor.paths(path, lambda node: isinstance(node, ChooseNode | HeadNode))

    def _is_watched(self, at: int) -> bool:
        """Whether ``at`` is a head from which a norm may be broken before the next choice."""
        return isinstance(self.base.graph.nodes[at], HeadNode) and watched_ahead(
            self.base.scope, self.base.graph, at
        )

    def passed(self, head: int) -> tuple[str, ...] | None:
        """What it rests on that none is broken from ``head`` to the next choice; None if open.

        Raises :class:`~verify.quantities.Unsupported`.
        """
        names: set[str] = set()
        seen, open_ = {head}, [head]
        while open_:
            found = self._from_head(open_.pop())
            if found is None:
                return None
            names |= found[0]
            open_ += sorted(found[1] - seen)
            seen |= found[1]
        return tuple(sorted(names))

    def _from_head(self, head: int) -> tuple[frozenset[str], frozenset[int]] | None:
        """As above, up to the next choice or head; with the heads that are watched next."""
        if head not in self._heads:
            self._heads[head] = self._shown(head)
        return self._heads[head]

    def _shown(self, head: int) -> tuple[frozenset[str], frozenset[int]] | None:
        names: set[str] = set()
        following: set[int] = set()
        for start in (one for one in self.base.starts[1:] if one.node == head):
            for way in self._ways(start):
                if way.stop is not None and way.stop.kind == "forbidden":
                    answer = self.base.ask(way)
                    if answer.verdict != "no":
                        return None
                    names.update(answer.core)
                elif way.stop is None and self._is_watched(way.node):
                    following.add(way.node)
        return frozenset(names), frozenset(following)
