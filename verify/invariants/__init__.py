"""Invariants: what holds whenever play comes to a cut of a flow, found without being told.

Conjectures come from play (:mod:`~verify.invariants.conjectures`); those that
induction bears out together are kept (:mod:`~verify.invariants.kept`). Proofs
may assume them at the cuts.
"""

from verify.invariants.kept import Invariants, invariants

__all__ = ["Invariants", "invariants"]
