"""Profiles: what is read off a state where several decide among alternatives.

The criteria of social choice speak about a profile and about what a flow makes
of it, and about nothing else of a law.
"""

from typing import Literal, get_args

from runtime.ruleset.expressions import Criterion
from runtime.ruleset.model import Model

CriterionName = Literal[
    "majority",
    "condorcet_winner",
    "condorcet_loser",
    "monotonicity",
    "participation",
    "abstention",
    "clones",
    "losing_alternatives",
    "neutrality",
    "anonymity",
    "mirroring",
]
"""The criteria; :mod:`verify.criteria` says what each of them claims."""

CRITERIA: tuple[CriterionName, ...] = get_args(CriterionName)


class Profile(Model):
    """How electors rank alternatives, and the flow that decides among these.

    ``elector`` is a variable for a member of the set ``electors``, ``alternative``
    one for a member of ``alternatives``. Of two alternatives the elector prefers
    the one with the better first key, of those equal in it the one with the better
    second key, and so on; where all are equal it is indifferent. ``flow`` (without
    parameters) is run from a state in which everything that the keys read has some
    value, and all else is as at the start of the law. ``winner`` is the state
    variable, without arguments, that then holds an alternative, or nothing.
    """

    id: str
    sentence: str
    electors: str
    elector: str
    alternatives: str
    alternative: str
    keys: tuple[Criterion, ...]
    flow: str
    winner: str
