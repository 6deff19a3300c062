"""From rule set to verdicts: proofs, and witnesses that the interpreter has replayed."""
