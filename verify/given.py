"""What is given before any step is made: by the kinds of value alone, or by what a law defines."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from verify.limits import Limit, Named, ask
from verify.quantities import Unsupported
from verify.symbolic import Scope, Value
from verify.terms import Truth
from verify.translate import Env, Translator

Given: TypeAlias = Literal["kinds", "definitions", "nothing"]

ANY_NUMBER = 10**9
"""How far from zero a number may be that a definition is worth, whatever it says."""


def given_by(fails: Callable[[type[Translator]], Truth], limit: Limit) -> Given:
    """What alone gives a property, whatever is done; ``fails``: that a state or step lacks it."""
    try:
        if _never(fails(KindsAlone), limit):
            return "kinds"
    except Unsupported:
        pass  # There is more room than can be said.
    return "definitions" if _never(fails(Translator), limit) else "nothing"


def _never(fails: Truth, limit: Limit) -> bool:
    return ask([Named(None, fails)], limit).verdict == "no"


class KindsAlone(Translator):
    """Knows of what a law defines only which kind of value it is."""

    def _visit_apply(self, expr: ex.Apply, env: Env) -> Value:
        arguments = tuple(self._value(argument, env) for argument in expr.arguments)
        key = expr.definition, arguments
        if key not in self._memo:
            type = self.rules.definitions[expr.definition].type
            # A step has two stores, which may differ in what is defined.
            when = "before" if self.before is None else "after"
            name = f"{expr.definition} {when} {len(self._memo)}"
            self._memo[key] = self.scope.unknown(_of_any_size(type), name), {}
        return self._memo[key][0]


def _of_any_size(type: ty.Type) -> ty.Type:
    """``type``; the range of a number follows from what is defined, which is not known."""
    match type:
        case ty.Number():
            return type.model_copy(update={"low": -ANY_NUMBER, "high": ANY_NUMBER})
        case ty.Optional(item=item):
            return type.model_copy(update={"item": _of_any_size(item)})
        case _:
            return type


def defined_in(scope: Scope, condition: ex.Expr) -> tuple[str, ...]:
    """The paragraphs that define what ``condition`` speaks of."""
    refs: dict[str, None] = {}
    seen: set[str] = set()
    open_: list[ex.Expr] = [condition]
    while open_:
        for item in walk(open_.pop()):
            if isinstance(item, ex.Apply) and item.definition not in seen:
                seen.add(item.definition)
                for case in scope.rules.definitions[item.definition].cases:
                    refs[case.ref] = None
                    open_ += [one for one in (case.guard, case.value) if one is not None]
    return tuple(refs)
