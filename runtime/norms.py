"""Norms as code: whether one is broken, and what breaks it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from runtime.code import Code, Frame, Scope
from runtime.evaluate import Evaluator
from runtime.lowering import source_name
from runtime.ruleset.expressions import Binary, Expr, Quantified
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Type
from runtime.state import Breach, Store
from runtime.values import Value

Found: TypeAlias = tuple[tuple[tuple[str, Value], ...], Type]
Witness: TypeAlias = Callable[[Store, Frame], Found | None]


@dataclass(frozen=True)
class CompiledNorm:
    """One norm: the state variables it depends on, and how to ask it."""

    ref: str
    reads: frozenset[str]
    forbidden: Code
    witness: Witness
    scope: Scope

    def broken(self, store: Store) -> bool:
        """Whether ``store`` is forbidden. Raises :class:`~runtime.code.Undefined`."""
        return bool(self.forbidden(store, self.scope.frame()))


def compile_norms(rules: RuleSet, evaluator: Evaluator) -> tuple[CompiledNorm, ...]:
    """All norms of the rule set, in its order."""
    norms = []
    for norm in rules.norms:
        scope = Scope(norm.ref)
        norms.append(
            CompiledNorm(
                norm.ref,
                evaluator.reads(norm.forbidden),
                evaluator.code(norm.forbidden, scope),
                _witness(norm.forbidden, evaluator, scope),
                scope,
            )
        )
    return tuple(norms)


def breach(norm: CompiledNorm, store: Store, at: str, rules: RuleSet) -> Breach:
    """Why ``store``, which the assignment in paragraph ``at`` would make, breaks ``norm``."""
    paragraph = rules.paragraphs.get(norm.ref)
    citations = tuple(sorted(paragraph.citations.items())) if paragraph else ()
    found = norm.witness(store, norm.scope.frame())
    values, item = found if found is not None else ((), None)
    return Breach(norm.ref, citations, at, values, item)


def _witness(item: Expr, evaluator: Evaluator, scope: Scope) -> Witness:
    """How to find values for the outermost "there is" that makes ``item`` true."""
    match item:
        case Quantified(quantifier="some", binder=binder, body=body):
            kept, put = evaluator.kept(binder, scope)
            code = evaluator.code(body, scope)
            names = tuple(source_name(one) for one in binder.names)

            def find(s: Store, v: Frame) -> Found | None:
                for value in kept(s, v):
                    put(v, value)
                    if code(s, v):
                        values = value if len(names) > 1 else (value,)
                        return tuple(zip(names, values, strict=True)), binder.item
                return None

            return find
        case Binary(operator="or", left=left, right=right):
            codes = [evaluator.code(side, scope) for side in (left, right)]
            witnesses = [_witness(side, evaluator, scope) for side in (left, right)]

            def find_side(s: Store, v: Frame) -> Found | None:
                return witnesses[0](s, v) if codes[0](s, v) else witnesses[1](s, v)

            return find_side
        case Binary(operator="and", left=left, right=right):
            first, second = _witness(left, evaluator, scope), _witness(right, evaluator, scope)
            return lambda s, v: first(s, v) or second(s, v)
        case _:
            return lambda s, v: None
