"""Watching play: what of a rule set was used on the way.

A watch is told what happens; it changes nothing. Where nobody watches, play
costs nothing more.
"""

from collections.abc import Sequence

from runtime.steps import AnyStep


class Watch:
    """Told what a game uses; what a kind of watch does not care for, it passes over.

    Nodes are those of the game's graph. What only would follow from a choice
    that was not made is not told, except for the cases of definitions and the
    norms, which are asked to find out which choices are lawful.
    """

    def entered(self, node: int) -> None:
        """Play has come to ``node``, which leaves nothing to choose."""

    def left(self, node: int, next: int, steps: Sequence[AnyStep]) -> None:
        """Play goes on from ``node`` to ``next``; ``steps`` ends with what ``node`` did."""

    def case(self, definition: str, position: int, decides: bool) -> None:
        """The case at ``position`` of ``definition`` gave the value.

        ``decides``: without it there would be no value, or another. The cases of
        a value that is remembered are not told again.
        """

    def norm(self, position: int) -> None:
        """The norm at ``position`` in the rule set forbids what would follow."""
