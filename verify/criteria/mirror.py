"""Symmetry under mirroring: rules that only measure differences see no left and right.

Mirroring a field turns its number ``c`` into ``low + high - c``. Every number in
a rule then belongs to a class: it stays (``same``), changes its sign (``odd``, as
the difference of two mirrored numbers), or is mirrored itself (``mirrored``). If
classes can be given to all that a run uses, with truths that stay, values of the
record that are mirrored, and numbers in the state that stay, then the run from
the mirrored state is the mirrored run. Whether they can is read off the rules;
it holds for every size.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from runtime.graph import LetNode
from runtime.ruleset import expressions as ex
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Update
from runtime.ruleset.types import Optional, Record, SetOf, Type
from verify.criteria.reach import Used, said

Class = Literal["same", "odd", "mirrored"]
Classes = Mapping[str, Class]

_SUMS: dict[tuple[str, Class, Class], Class] = {
    ("add", "same", "same"): "same",
    ("add", "odd", "odd"): "odd",
    ("add", "mirrored", "odd"): "mirrored",
    ("add", "odd", "mirrored"): "mirrored",
    ("subtract", "same", "same"): "same",
    ("subtract", "odd", "odd"): "odd",
    ("subtract", "mirrored", "odd"): "mirrored",
    ("subtract", "mirrored", "mirrored"): "odd",
    ("multiply", "same", "same"): "same",
    ("multiply", "odd", "odd"): "same",
    ("multiply", "odd", "same"): "odd",
    ("multiply", "same", "odd"): "odd",
    ("divide", "same", "same"): "same",
    ("divide", "odd", "odd"): "same",
    ("divide", "odd", "same"): "odd",
    ("divide", "same", "odd"): "odd",
}


class Seen(Exception):
    """Something in the rules may come out differently on a mirrored board."""


def tells_sides(rules: RuleSet, used: Used, record: str, field: str, given: frozenset[str]) -> str:
    """Where the rules in use may tell a field's low end from its high end; empty: nowhere.

    ``given``: state variables that are not as at the start.
    """
    check = _Check(rules, record, field)
    try:
        for state in sorted(used.states - given):
            declared = rules.states.get(state)
            type = declared.type if declared is not None else rules.parameters[state].type
            if type == Record(record=record):
                raise Seen(f"{state} holds a {record} from the start")
        for norm in rules.norms:
            check.all_same(norm.forbidden, {}, norm.ref)
        bound = check.bound([node for node in used.nodes if isinstance(node, LetNode)])
        for node in used.nodes:
            if not isinstance(node, LetNode):
                for item in said(node):
                    check.all_same(item, bound, node.ref)
    except Seen as seen:
        return str(seen)
    return ""


def _holds(type: Type, record: str) -> bool:
    if isinstance(type, Optional | SetOf):
        return _holds(type.item, record)
    return type == Record(record=record)


@dataclass
class _Check:
    rules: RuleSet
    record: str
    axis: str
    known: dict[str, Class] = field(default_factory=dict)

    def bound(self, lets: Sequence[LetNode]) -> Classes:
        """Classes of the variables that nodes bind, each as the others have it."""
        found: dict[str, Class] = {}
        for _ in range(len(lets) + 1):
            again = {node.name: self._let(node, found) for node in lets}
            if again == found:
                return found
            found = again
        raise Seen(f"no classes fit the variables of {lets[0].ref}")

    def _let(self, node: LetNode, bound: Classes) -> Class:
        if isinstance(node.value, ex.First) and not _holds(node.type, self.record):
            self.all_same(node.value.of, bound, node.ref)
            return "same"
        return self.classify(node.value, bound, node.ref)

    def all_same(self, item: Model, bound: Classes, ref: str) -> None:
        """That ``item`` (also a binder or an update) comes out the same. Raises :class:`Seen`."""
        match item:
            case ex.Binder():
                self._binder(item, bound, ref)
            case Update():
                for one in (*item.arguments, item.value):
                    self.all_same(one, bound, ref)
            case _:
                if self.classify(cast(ex.Expr, item), bound, ref) != "same":
                    raise Seen(f"{ref} uses {self.axis} other than in differences")

    def classify(self, item: ex.Expr, bound: Classes, ref: str) -> Class:
        """The class of an expression; what is no number is ``same``. Raises :class:`Seen`."""
        match item:
            case ex.Variable(name=name):
                return bound.get(name, "same")
            case ex.FieldOf(record=record, field=field, item=inner):
                self.all_same(inner, bound, ref)
                return "mirrored" if (record, field) == (self.record, self.axis) else "same"
            case ex.MakeRecord(record=record, items=items):
                fields = self.rules.records[record].fields
                for declared, one in zip(fields, items, strict=True):
                    turned = (record, declared.id) == (self.record, self.axis)
                    if self.classify(one, bound, ref) != ("mirrored" if turned else "same"):
                        raise Seen(f"{ref} makes a {record} from fixed numbers")
                return "same"
            case ex.Apply(definition=name, arguments=arguments):
                for one in arguments:
                    self.all_same(one, bound, ref)
                return self._definition(name)
            case ex.Unary(operator=operator, item=inner):
                found = self.classify(inner, bound, ref)
                if found == "mirrored":
                    raise Seen(f"{ref} uses {self.axis} other than in differences")
                return "same" if operator == "absolute" else found
            case ex.Binary():
                return self._binary(item, bound, ref)
            case ex.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                self.all_same(condition, bound, ref)
                found = self.classify(then, bound, ref)
                if self.classify(otherwise, bound, ref) != found:
                    raise Seen(f"{ref} mixes what is mirrored and what is not")
                return found
            case ex.Unwrap(item=inner):
                return self.classify(inner, bound, ref)
            case ex.Quantified() | ex.Sum() | ex.Extreme():
                self._binder(item.binder, bound, ref)
                self.all_same(item.body, bound, ref)
                return "same"
            case ex.The(binder=binder, otherwise=other):
                self._binder(binder, bound, ref)
                if other is not None:
                    self.all_same(other, bound, ref)
                return "same"
            case ex.Select(binder=binder) | ex.Count(binder=binder):
                self._binder(binder, bound, ref)
                return "same"
            case ex.First() | ex.Before():
                raise Seen(f"{ref} takes values in their order")
            case _:
                return self._rest(item, bound, ref)

    def _rest(self, item: ex.Expr, bound: Classes, ref: str) -> Class:
        """What is the same if all its parts are."""
        for one in _inside(item):
            self.all_same(one, bound, ref)
        return "same"

    def _binder(self, binder: ex.Binder, bound: Classes, ref: str) -> None:
        self.all_same(binder.domain, bound, ref)
        for one in (binder.condition, *(criterion.key for criterion in binder.order)):
            if one is not None:
                self.all_same(one, bound, ref)

    def _binary(self, item: ex.Binary, bound: Classes, ref: str) -> Class:
        left, right = self.classify(item.left, bound, ref), self.classify(item.right, bound, ref)
        if item.operator in ("equal", "unequal"):
            # Two numbers that are mirrored, or change their sign, are equal as before.
            if left == right or {_zero(item.left) or left, _zero(item.right) or right} == {"odd"}:
                return "same"
        elif (item.operator, left, right) in _SUMS:
            return _SUMS[item.operator, left, right]
        elif left == right == "same":
            return "same"
        raise Seen(f"{ref} uses {self.axis} other than in differences")

    def _definition(self, name: str) -> Class:
        if name not in self.known:
            found: set[Class] = set()
            for case in self.rules.definitions[name].cases:
                if case.guard is not None:
                    self.all_same(case.guard, {}, case.ref)
                found.add(self.classify(case.value, {}, case.ref))
            if len(found) != 1:
                raise Seen(f"{name} mixes what is mirrored and what is not")
            self.known[name] = found.pop()
        return self.known[name]


def _zero(item: ex.Expr) -> Literal["odd", ""]:
    return "odd" if isinstance(item, ex.NumberConstant) and item.value == 0 else ""


def _inside(item: ex.Expr) -> list[ex.Expression]:
    values = [getattr(item, name) for name in type(item).model_fields]
    flat = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
    return [one for one in flat if isinstance(one, ex.Expression)]
