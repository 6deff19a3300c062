"""The free variables of expressions, remembered, since the same expressions are asked for often."""

from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.model import Model

MOST = 50_000
"""Of how many expressions they are remembered."""

_KNOWN: dict[int, tuple[ex.Expr, tuple[str, ...]]] = {}
"""By identity, which an expression keeps by being here."""


def free_variables(expr: ex.Expr) -> tuple[str, ...]:
    """The variables of ``expr`` that no binder in it binds, in the order in which they come."""
    found = _KNOWN.get(id(expr))
    if found is None:
        used: dict[str, None] = {}
        bound: set[str] = set()
        item: Model
        for item in walk(expr):
            if isinstance(item, ex.Variable):
                used[item.name] = None
            elif isinstance(item, ex.Binder):
                bound.update(item.names)
        if len(_KNOWN) >= MOST:
            _KNOWN.clear()
        found = _KNOWN[id(expr)] = (expr, tuple(name for name in used if name not in bound))
    return found[1]
