"""Consequences: whether a difference between two rule sets can change how play ends.

The rule sets are two versions of a law, one version under two readings of a point, or a
version with and without a supplement. :func:`consequences` is asked about a law.
"""

from verify.consequence.inquiry import Effort, Session, consequences
from verify.consequence.result import Consequence, Share
from verify.consequence.sides import Question, Side, questions

__all__ = [
    "Consequence",
    "Effort",
    "Question",
    "Session",
    "Share",
    "Side",
    "consequences",
    "questions",
]
