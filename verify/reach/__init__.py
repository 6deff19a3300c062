"""Reaching: a run from the law's own start to something looked for, small and plain.

:func:`~verify.reach.quest.reach` is the entry; :mod:`~verify.reach.goals` says what
can be looked for. What is found has been replayed by the interpreter. Nothing is
ever proved here: where no run is found, it is said what was tried.

The ways: what few choices lead to; a state near the goal asked of the solver, with the
members of large sets taken together by kind, and then played towards from the start;
games with random choices; a search through the flow, branch after branch. Whatever is
found is made smaller.
"""

from verify.reach.goals import Applies, Ends, Goal, Holds
from verify.reach.quest import Reached, reach

__all__ = ["Applies", "Ends", "Goal", "Holds", "Reached", "reach"]
