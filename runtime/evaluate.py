"""Evaluation: expressions as Python functions, made once for a rule set and its sizes.

Receives expressions of a rule set; hands on :data:`Code`, a function of a store
and of a frame (the values of the variables in scope). What has no value raises
:class:`Undefined`. Definitions are remembered: for good where they read no
state, else within the store they read.

A binder looks at all values before it is decided: ``every`` and ``some`` are
undefined if their body is undefined for any value that the condition keeps.
Likewise all guards of a definition's cases are asked.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial, singledispatchmethod
from operator import add, eq, ge, gt, le, lt, mul, ne, sub

from runtime.binders import Kept, Put, best_values, kept_tuples, kept_values, putting
from runtime.code import Code, Frame, Scope, Undefined, quotient
from runtime.definitions import Function, compiled, remembered, remembered_in_store, without_a_case
from runtime.reliance import Reliance
from runtime.rewriting import parts, walk
from runtime.ruleset.expressions import (
    AllOf,
    Apply,
    Before,
    Binary,
    Binder,
    Count,
    ElementConstant,
    Expr,
    Expression,
    Extreme,
    FieldOf,
    First,
    IfThenElse,
    Interval,
    IsSet,
    MakeRecord,
    Member,
    MinMax,
    Nothing,
    NumberConstant,
    Quantified,
    Read,
    Select,
    SetDisplay,
    Sum,
    The,
    TruthConstant,
    Unary,
    Unwrap,
    Variable,
    Without,
)
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Record
from runtime.state import Layout, Store, before
from runtime.values import Value, all_values, canonical, whole
from runtime.watch import Watch

_COMPARISONS: dict[str, Callable[[Value, Value], Value]] = {
    "add": add,
    "subtract": sub,
    "multiply": mul,
    "equal": eq,
    "unequal": ne,
    "less": lt,
    "at_most": le,
    "greater": gt,
    "at_least": ge,
}

_FOLDED = (Unary, Binary, MinMax, IfThenElse, Interval, SetDisplay, Member, IsSet, MakeRecord)


class Evaluator:
    """Compiles the expressions of one rule set, for one layout and setting of parameters."""

    def __init__(
        self,
        rules: RuleSet,
        layout: Layout,
        parameters: Mapping[str, Value] | None = None,
        watch: Watch | None = None,
        reliance: Reliance | None = None,
    ) -> None:
        self.rules = rules
        self.layout = layout
        self.parameters = dict(parameters or {})
        self.watch = watch
        self.reliance = reliance
        self._definitions: dict[str, Function] = {}
        self._reads: dict[str, frozenset[str]] = {}

    def code(self, item: Expr, scope: Scope) -> Code:
        """The function for ``item``, whose variables live in ``scope``."""
        code = self._code(item, scope)
        if isinstance(item, _FOLDED) and self._constant(item):
            try:
                value = code(Store(()), [])
            except Undefined:
                return code
            return lambda s, v: value
        return code

    def reads(self, item: Model) -> frozenset[str]:
        """The state variables that ``item`` may read, also through definitions."""
        found: set[str] = set()
        for part in walk(item):
            if isinstance(part, Read) and part.state in self.layout.position:
                found.add(part.state)
            elif isinstance(part, Apply):
                found |= self._definition_reads(part.definition)
        return frozenset(found)

    def _definition_reads(self, name: str) -> frozenset[str]:
        if name not in self._reads:
            self._reads[name] = frozenset()
            found: frozenset[str] = frozenset()
            for case in self.rules.definitions[name].cases:
                found |= self.reads(case.value)
                found |= self.reads(case.guard) if case.guard is not None else frozenset()
            self._reads[name] = found
        return self._reads[name]

    def _constant(self, item: Model) -> bool:
        if isinstance(item, Read):
            return item.state in self.parameters
        if isinstance(item, TruthConstant | NumberConstant | ElementConstant | Nothing | AllOf):
            return True
        return isinstance(item, _FOLDED) and all(self._constant(part) for part in parts(item))

    # One function for each class of expression.

    @singledispatchmethod
    def _code(self, item: Expression, scope: Scope) -> Code:
        raise TypeError(f"no evaluation for {type(item).__name__}")

    @_code.register(TruthConstant)
    @_code.register(NumberConstant)
    def _literal(self, item: TruthConstant | NumberConstant, scope: Scope) -> Code:
        value = item.value
        return lambda s, v: value

    @_code.register
    def _element(self, item: ElementConstant, scope: Scope) -> Code:
        index = item.index
        return lambda s, v: index

    @_code.register
    def _nothing(self, item: Nothing, scope: Scope) -> Code:
        return lambda s, v: None

    @_code.register
    def _variable(self, item: Variable, scope: Scope) -> Code:
        slot = scope.slot(item.name)
        return lambda s, v: v[slot]

    @_code.register
    def _read(self, item: Read, scope: Scope) -> Code:
        if item.state in self.parameters:
            value = self.parameters[item.state]
            return lambda s, v: value
        at = self.layout.position[item.state]
        if not item.arguments:
            return lambda s, v: s.values[at][0]
        match item.arguments:
            case (Variable(name=name),):
                # By far the most frequent form, and worth its own line.
                slot = scope.slot(name)
                return lambda s, v: s.values[at][v[slot]]
        place = self.place(item.state, item.arguments, scope)
        return lambda s, v: s.values[at][place(s, v)]

    def place(self, state: str, arguments: tuple[Expr, ...], scope: Scope) -> Code:
        """The position in the flat tuple of ``state`` that ``arguments`` lead to."""
        sizes = self.layout.domains[self.layout.position[state]]

        codes = [self.code(argument, scope) for argument in arguments]
        if not codes:
            return lambda s, v: 0
        place = codes[0]
        for size, code in zip(sizes[1:], codes[1:], strict=True):
            place = _next_place(place, size, code)
        return place

    @_code.register
    def _apply(self, item: Apply, scope: Scope) -> Code:
        function = self.definition(item.definition)
        arguments = [self.code(argument, scope) for argument in item.arguments]
        if not self.rules.definitions[item.definition].cases:
            return without_a_case(item.definition, arguments, scope.ref)
        match arguments:
            case []:
                return lambda s, v: function(s, ())
            case [one]:
                return lambda s, v: function(s, (one(s, v),))
            case [one, two]:
                return lambda s, v: function(s, (one(s, v), two(s, v)))
            case _:
                return lambda s, v: function(s, tuple([code(s, v) for code in arguments]))

    @_code.register
    def _field(self, item: FieldOf, scope: Scope) -> Code:
        fields = self.rules.records[item.record].fields
        at = [field.id for field in fields].index(item.field)
        code = self.code(item.item, scope)
        return lambda s, v: code(s, v)[at]

    @_code.register
    def _make(self, item: MakeRecord, scope: Scope) -> Code:
        fields = self.rules.records[item.record].fields
        codes = [self.code(one, scope) for one in item.items]
        limits = [(field.low, field.high) for field in fields]
        ref = scope.ref

        def make(s: Store, v: Frame) -> Value:
            record = tuple([code(s, v) for code in codes])
            for number, (low, high), field in zip(record, limits, fields, strict=True):
                if not low <= number <= high:
                    detail = f"{field.id} is {number}, outside {low} to {high}"
                    raise Undefined("range", ref, detail)
            return record

        return make

    @_code.register
    def _unary(self, item: Unary, scope: Scope) -> Code:
        code = self.code(item.item, scope)
        match item.operator:
            case "not":
                return lambda s, v: not code(s, v)
            case "negate":
                return lambda s, v: -code(s, v)
            case "absolute":
                return lambda s, v: abs(code(s, v))

    @_code.register
    def _binary(self, item: Binary, scope: Scope) -> Code:
        left, right = self.code(item.left, scope), self.code(item.right, scope)
        match item.operator:
            case "and":
                return lambda s, v: left(s, v) and right(s, v)
            case "or":
                return lambda s, v: left(s, v) or right(s, v)
            case "implies":
                return lambda s, v: not left(s, v) or right(s, v)
            case "divide":
                ref = scope.ref
                return lambda s, v: quotient(left(s, v), right(s, v), ref)
            case "equal":
                return lambda s, v: left(s, v) == right(s, v)
            case "subtract":
                return lambda s, v: left(s, v) - right(s, v)
        operation = _COMPARISONS[item.operator]
        return lambda s, v: operation(left(s, v), right(s, v))

    @_code.register
    def _before(self, item: Before, scope: Scope) -> Code:
        code = self.code(item.item, scope)
        return lambda s, v: code(before(s), v)

    @_code.register
    def _minmax(self, item: MinMax, scope: Scope) -> Code:
        codes = [self.code(one, scope) for one in item.items]
        best: Callable[..., Value] = min if item.operator == "min" else max
        if len(codes) == 2:
            one, two = codes
            return lambda s, v: best(one(s, v), two(s, v))
        return lambda s, v: best([code(s, v) for code in codes])

    @_code.register
    def _if(self, item: IfThenElse, scope: Scope) -> Code:
        condition = self.code(item.condition, scope)
        then, otherwise = self.code(item.then, scope), self.code(item.otherwise, scope)
        return lambda s, v: then(s, v) if condition(s, v) else otherwise(s, v)

    @_code.register
    def _is_set(self, item: IsSet, scope: Scope) -> Code:
        code = self.code(item.item, scope)
        return lambda s, v: code(s, v) is not None

    @_code.register
    def _unwrap(self, item: Unwrap, scope: Scope) -> Code:
        code, ref = self.code(item.item, scope), scope.ref
        what = _name(item.item)

        def unwrap(s: Store, v: Frame) -> Value:
            value = code(s, v)
            if value is None:
                raise Undefined("gap", ref, f"{what} is not set")
            return value

        return unwrap

    @_code.register
    def _member(self, item: Member, scope: Scope) -> Code:
        code, of = self.code(item.item, scope), self.code(item.of, scope)
        return lambda s, v: code(s, v) in of(s, v)

    @_code.register
    def _all(self, item: AllOf, scope: Scope) -> Code:
        of = Record(record=item.set) if item.set in self.rules.records else Element(set=item.set)
        members = all_values(of, self.rules, self.layout.sizes)
        return lambda s, v: members

    @_code.register
    def _interval(self, item: Interval, scope: Scope) -> Code:
        low, high = self.code(item.low, scope), self.code(item.high, scope)
        return lambda s, v: tuple(range(low(s, v), high(s, v) + 1))

    @_code.register
    def _display(self, item: SetDisplay, scope: Scope) -> Code:
        codes, type = [self.code(one, scope) for one in item.items], item.item
        if not codes:
            return lambda s, v: ()
        return lambda s, v: canonical([code(s, v) for code in codes], type)

    @_code.register
    def _first(self, item: First, scope: Scope) -> Code:
        code, ref = self.code(item.of, scope), scope.ref

        def first(s: Store, v: Frame) -> Value:
            values = code(s, v)
            if not values:
                raise Undefined("range", ref, "the first of an empty set")
            return values[0]

        return first

    @_code.register
    def _without(self, item: Without, scope: Scope) -> Code:
        of, one = self.code(item.of, scope), self.code(item.item, scope)

        def without(s: Store, v: Frame) -> Value:
            left_out = one(s, v)
            return tuple([value for value in of(s, v) if value != left_out])

        return without

    # Binders.

    def kept(self, binder: Binder, scope: Scope) -> tuple[Kept, Put]:
        """What a binder keeps, in order, and how one such value is put into the frame.

        With one name the function gives values, else tuples of values.
        """
        domain = self.code(binder.domain, scope)
        slots = [scope.slot(name) for name in binder.names]
        condition = None
        if binder.condition is not None:
            condition = self.code(binder.condition, scope)
        if len(slots) != 1:
            return kept_tuples(domain, slots, binder.distinct, condition), putting(slots)
        kept = kept_values(domain, slots[0], condition)
        for criterion in binder.order:
            kept = best_values(kept, slots[0], self.code(criterion.key, scope), criterion.direction)
        return kept, putting(slots)

    def _bodies(self, binder: Binder, body: Expr, scope: Scope) -> Kept:
        kept, put = self.kept(binder, scope)
        code = self.code(body, scope)

        def bodies(s: Store, v: Frame) -> list[Value]:
            values = []
            for value in kept(s, v):
                put(v, value)
                values.append(code(s, v))
            return values

        return bodies

    @_code.register
    def _quantified(self, item: Quantified, scope: Scope) -> Code:
        bodies = self._bodies(item.binder, item.body, scope)
        decide: Callable[[Iterable[object]], bool] = all if item.quantifier == "every" else any
        return lambda s, v: decide(bodies(s, v))

    @_code.register
    def _select(self, item: Select, scope: Scope) -> Code:
        kept, _ = self.kept(item.binder, scope)
        return lambda s, v: tuple(kept(s, v))

    @_code.register
    def _the(self, item: The, scope: Scope) -> Code:
        kept, _ = self.kept(item.binder, scope)
        ref = scope.ref
        otherwise = None if item.otherwise is None else self.code(item.otherwise, scope)

        def the(s: Store, v: Frame) -> Value:
            values = kept(s, v)
            if len(values) == 1:
                return values[0]
            if otherwise is not None:
                return otherwise(s, v)
            found = f"{len(values)} of them are" if values else "none is"
            raise Undefined("gap", ref, f"exactly one is meant, but {found} there")

        return the

    @_code.register
    def _count(self, item: Count, scope: Scope) -> Code:
        kept, _ = self.kept(item.binder, scope)
        return lambda s, v: len(kept(s, v))

    @_code.register
    def _sum(self, item: Sum, scope: Scope) -> Code:
        bodies = self._bodies(item.binder, item.body, scope)
        return lambda s, v: whole(sum(bodies(s, v)))

    @_code.register
    def _extreme(self, item: Extreme, scope: Scope) -> Code:
        bodies, ref = self._bodies(item.binder, item.body, scope), scope.ref
        best: Callable[..., Value] = min if item.direction == "smallest" else max

        def extreme(s: Store, v: Frame) -> Value:
            values = bodies(s, v)
            if not values:
                raise Undefined("gap", ref, f"the {item.direction} of no values")
            return best(values)

        return extreme

    # Definitions.

    def definition(self, name: str) -> Function:
        """The definition as a function of a store and its arguments."""
        if name not in self._definitions:
            # A definition that applies itself finds this forwarder.
            self._definitions[name] = lambda s, arguments: self._definitions[name](s, arguments)
            definition = self.rules.definitions[name]
            remember = remembered
            if self._definition_reads(name):
                number = list(self.rules.definitions).index(name)
                remember = partial(remembered_in_store, number=number)
            if self.reliance is not None and name in self.reliance.definitions:
                work = compiled(definition, self.code, self.watch, self.reliance.ids)
                self._definitions[name] = self.reliance.remembered(work, remember)
            else:
                self._definitions[name] = remember(compiled(definition, self.code, self.watch))
        return self._definitions[name]


def _next_place(place: Code, size: int, code: Code) -> Code:
    return lambda s, v: place(s, v) * size + code(s, v)


def _name(item: Expr) -> str:
    match item:
        case Read(state=name) | Variable(name=name) | Apply(definition=name):
            return name
        case _:
            return "a value"
