"""Names to concepts, types and ranges: from the syntax tree of one version to its rule set."""

from compiler.elaborate.law import elaborate

__all__ = ["elaborate"]
