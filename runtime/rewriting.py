"""Walking and renaming expressions without knowing every class of them.

An expression is a model whose fields hold expressions, binders, criteria and
updates, alone or in tuples; everything else (types, names, numbers) is kept.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import TypeVar

from runtime.ruleset.expressions import Binder, Criterion, Expr, Expression, Variable
from runtime.ruleset.model import Model
from runtime.ruleset.statements import Update

M = TypeVar("M", bound=Model)

_PARTS = (Expression, Binder, Criterion, Update)


@cache
def _fields(of: type[Model]) -> tuple[str, ...]:
    return tuple(of.model_fields)


def parts(item: Model) -> Iterator[Model]:
    """The expressions, binders, criteria and updates directly inside ``item``, in order."""
    for name in _fields(type(item)):
        value = getattr(item, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, _PARTS):
                yield one


def walk(item: Model) -> Iterator[Model]:
    """``item`` and everything inside it, outside first."""
    yield item
    for part in parts(item):
        yield from walk(part)


def rename(item: M, names: Mapping[str, str], fresh: Callable[[str], str]) -> M:
    """``item`` with its free variables renamed by ``names`` and its binders' by ``fresh``.

    A variable that ``names`` does not hold keeps its name. ``fresh`` gets the
    old name of each variable that a binder inside ``item`` binds.
    """
    if isinstance(item, Variable):
        return item.model_copy(update={"name": names.get(item.name, item.name)})
    changes: dict[str, object] = {}
    scopes: dict[str, Mapping[str, str]] = {}
    for field in _fields(type(item)):
        value = getattr(item, field)
        if isinstance(value, Binder):
            # What stands beside a binder in one expression is in its scope,
            # except the alternative of `The`, which is asked when it keeps nothing.
            renamed, inner = rename_binder(value, names, fresh)
            changes[field] = renamed
            scopes["body"] = inner
    for field in _fields(type(item)):
        if field in changes:
            continue
        value = getattr(item, field)
        scope = scopes.get(field, names)
        if isinstance(value, _PARTS):
            changes[field] = rename(value, scope, fresh)
        elif isinstance(value, tuple) and any(isinstance(one, _PARTS) for one in value):
            changes[field] = tuple(rename(one, scope, fresh) for one in value)
    return item.model_copy(update=changes) if changes else item


def unnamed(item: M, parameters: Sequence[str] = ()) -> M:
    """``item`` with ``parameters`` and the variables bound in it named by their places alone."""
    names = {name: f"{place}" for place, name in enumerate(parameters)}
    numbers = count(len(parameters))
    return rename(item, names, lambda name: f"{next(numbers)}")


def rename_binder(
    binder: Binder, names: Mapping[str, str], fresh: Callable[[str], str]
) -> tuple[Binder, dict[str, str]]:
    """The binder with fresh variables, and the names that hold in its scope."""
    inner = dict(names) | {name: fresh(name) for name in binder.names}
    condition: Expr | None = None
    if binder.condition is not None:
        condition = rename(binder.condition, inner, fresh)
    return (
        binder.model_copy(
            update={
                "names": tuple(inner[name] for name in binder.names),
                "domain": rename(binder.domain, names, fresh),
                "condition": condition,
                "order": tuple(rename(one, inner, fresh) for one in binder.order),
            }
        ),
        inner,
    )
