"""Expressions of the rule set as Python expressions, with the interpreter's meaning exactly.

Where something may have no value, Python must not look at less than the
interpreter does, nor in another order; where everything has one, ``all`` and
``any`` may stop early, since nobody can tell.
"""

from collections.abc import Iterator, Sequence

from compiler.engine.layout import (
    ADD,
    AND,
    ATOM,
    COMPARE,
    IF,
    MULTIPLY,
    NOT,
    OR,
    SIGN,
    Atom,
    Attribute,
    Chain,
    Code,
    Comprehension,
    Conditional,
    Entry,
    Index,
    Items,
    Lambda,
    Prefix,
    call,
    flat,
    grouped,
)
from compiler.engine.names import literal, number
from compiler.engine.scope import Kept, Scope
from compiler.engine.searches import Search, read_beside
from compiler.engine.vocabulary import Vocabulary
from runtime.rewriting import parts, walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.model import Model
from runtime.ruleset.types import Optional, Record, Type
from runtime.values import holds_nothing

_ARITHMETIC = {"add": ("+", ADD), "subtract": ("-", ADD), "multiply": ("*", MULTIPLY)}
_COMPARISON = {
    "equal": "==",
    "unequal": "!=",
    "less": "<",
    "at_most": "<=",
    "greater": ">",
    "at_least": ">=",
}


class Expressions:
    """Writes the expressions of one rule set."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words

    def code(self, item: ex.Expr, scope: Scope) -> Code:
        """The expression ``item``."""
        if (constant := self.words.facts.constant(item)) is not None:
            text = number(constant)
            return Prefix("-", Atom(text[1:]), SIGN) if constant < 0 else Atom(text)
        if scope.known and item in scope.known:
            return Atom(scope.known[item])
        if (found := self.words.facts.searched(item)) is not None:
            return self._search(found, scope)
        match item:
            case ex.TruthConstant(value=truth):
                return Atom(str(truth))
            case ex.ElementConstant(index=index):
                return Atom(number(index))
            case ex.Nothing():
                return Atom("None")
            case ex.Variable(name=name):
                return Atom(scope.name(name))
            case ex.Read():
                return self._read(item, scope)
            case ex.Apply(definition=definition, arguments=arguments):
                if self.words.facts.in_rows(definition):
                    row, place = (self.code(one, scope) for one in arguments)
                    return Index(Index(Atom(self.words.rows(definition)), row), place)
                function = self.words.definition(definition)
                table = [Atom("table")] if self.words.facts.needs_table(definition) else []
                return call(function, *table, *(self.code(one, scope) for one in arguments))
            case ex.FieldOf(record=record, field=name, item=inner):
                of = grouped(self.code(inner, scope), ATOM)
                return Attribute(of, self.words.field(record, name))
            case ex.MakeRecord():
                return self._make(item, scope)
            case ex.Unary(operator="not", item=ex.IsSet(item=inner)):
                return _compare(self.code(inner, scope), "is", Atom("None"))
            case ex.Unary(operator=operator, item=inner):
                return self._unary(operator, self.code(inner, scope))
            case ex.Binary():
                return self._binary(item, scope)
            case ex.MinMax(operator=operator, items=items):
                return call(operator, *(self.code(one, scope) for one in items))
            case ex.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                return Conditional(
                    grouped(self.code(then, scope), OR),
                    grouped(self.code(condition, scope), OR),
                    grouped(self.code(otherwise, scope), IF),
                )
            case ex.IsSet(item=inner):
                return _compare(self.code(inner, scope), "is not", Atom("None"))
            case ex.Unwrap():
                return self._unwrap(item, scope)
            case ex.Member(item=inner, of=of):
                return _compare(self.code(inner, scope), "in", self.code(of, scope))
            case ex.AllOf(set=set_id):
                return Atom(self.words.members(set_id))
            case ex.Interval(low=low, high=high):
                return call("tuple", self._range(low, high, scope))
            case ex.SetDisplay(item=kind, items=items):
                return self._display(items, kind, scope)
            case ex.First(of=of):
                return call("first_of", self.code(of, scope), self._ref(scope))
            case ex.Without(of=of, item=inner):
                return call("without", self.code(of, scope), self.code(inner, scope))
            case ex.Quantified():
                return self._quantified(item, scope)
            case ex.Select(binder=binder):
                return self._select(binder, scope)
            case ex.The(binder=binder, otherwise=alternative):
                return self._the(binder, alternative, scope)
            case ex.Count(binder=binder):
                kept = self._list(binder, scope)
                return call("len", kept)
            case ex.Sum(binder=binder, body=body):
                bodies = self._bodies(binder, body, scope, lazily=True)
                return call("total" if self.words.facts.fractions else "sum", bodies)
            case ex.Extreme(direction=direction, binder=binder, body=body):
                bodies = self._bodies(binder, body, scope, lazily=False)
                return call("extreme", bodies, Atom(literal(direction)), self._ref(scope))
        raise TypeError(f"no Python for {type(item).__name__}")

    def columns(self, items: Sequence[ex.Expr], scope: Scope) -> list[str]:
        """Lines that take from the table what ``items`` read again and again."""
        lines = []
        again = [one for item in items for one in self._read_again(item, None, inside=False)]
        inner = {
            name
            for item in items
            for one in walk(item)
            if isinstance(one, ex.Binder)
            for name in one.names
        }
        for read in dict.fromkeys(again):
            names = [one.name for one in read.arguments if isinstance(one, ex.Variable)]
            outside = names and len(names) == len(read.arguments) and not inner & set(names)
            if outside and read.state in self.words.rules.states:
                called = [self.words.attribute(read.state), *map(scope.name, names)]
                value = flat(self._read(read, scope))
                scope.known[read] = scope.own("_".join(called), read)
                lines.append(f"    {scope.known[read]} = {value}")
        for state in dict.fromkeys(one.state for one in again if one not in scope.known):
            if state in self.words.rules.states:
                attribute = self.words.attribute(state)
                scope.columns[state] = scope.free(attribute)
                lines.append(f"    {scope.columns[state]} = table.{attribute}")
        return lines

    def _read_again(
        self, item: Model, beside: ex.Expr | None, *, inside: bool
    ) -> Iterator[ex.Read]:
        """What is read for each value of something, other than ``beside``."""
        if isinstance(item, ex.Quantified) and self.repeated_in(item) is not None:
            return
        if (found := self.words.facts.searched(item)) is not None:
            yield from self._read_again(found.value, beside, inside=inside)
            return
        if isinstance(item, ex.Read) and inside and item != beside:
            yield item
        for part in parts(item):
            binder = getattr(item, "binder", None)
            found_beside = binder and read_beside(binder, self.words.rules)
            now = found_beside.read if found_beside else beside
            running = inside or isinstance(item, _RUNNING)
            yield from self._read_again(part, now, inside=running)

    def place(self, state: str, arguments: tuple[ex.Expr, ...], scope: Scope) -> Code:
        """The place in the flat tuple of ``state`` that ``arguments`` lead to."""
        if not arguments:
            return Atom("0")
        domain = self.words.rules.states[state].domain
        place = self.code(arguments[0], scope)
        for set_id, argument in zip(domain[1:], arguments[1:], strict=True):
            rows = Chain((grouped(place, MULTIPLY), self._size(set_id)), ("*",), MULTIPLY)
            place = Chain((rows, grouped(self.code(argument, scope), ADD + 1)), ("+",), ADD)
        return place

    def _size(self, set_id: str) -> Code:
        return call("len", Atom(self.words.members(set_id)))

    def _ref(self, scope: Scope) -> Code:
        return Atom(literal(scope.ref))

    def _read(self, item: ex.Read, scope: Scope) -> Code:
        if item.state in self.words.rules.parameters:
            return Atom(f"table.{self.words.attribute(item.state)}")
        column = self._column(item.state, scope)
        return Index(column, self.place(item.state, item.arguments, scope))

    def _column(self, state: str, scope: Scope) -> Code:
        """All that a state variable holds."""
        return Atom(scope.columns.get(state) or f"table.{self.words.attribute(state)}")

    def _search(self, found: Search, scope: Scope) -> Code:
        column, value = self._column(found.state, scope), self.code(found.value, scope)
        if found.asks == "count":
            return call(f"{flat(column)}.count", value)
        return _compare(value, "in" if found.asks == "somewhere" else "not in", column)

    def _unwrap(self, item: ex.Unwrap, scope: Scope) -> Code:
        """What must be there; a record is never taken for nothing."""
        inner, what = self.code(item.item, scope), Atom(literal(_what(item.item)))
        if isinstance(item.item, ex.Read) and item.item.state in self.words.rules.states:
            type = self.words.rules.states[item.item.state].type
            if isinstance(type, Optional) and isinstance(type.item, Record):
                otherwise = call("absent", self._ref(scope), what)
                return Chain((grouped(inner, OR), otherwise), ("or",), OR)
        return call("present", inner, self._ref(scope), what)

    def _make(self, item: ex.MakeRecord, scope: Scope) -> Code:
        items = [self.code(one, scope) for one in item.items]
        made = f"{self.words.record(item.record)}.made"
        return call(made, self._ref(scope), *items)

    def _unary(self, operator: str, operand: Code) -> Code:
        match operator:
            case "not":
                return Prefix("not ", grouped(operand, NOT), NOT)
            case "negate":
                return Prefix("-", grouped(operand, SIGN + 1), SIGN)
        return call("abs", operand)

    def _binary(self, item: ex.Binary, scope: Scope) -> Code:
        left, right = self.code(item.left, scope), self.code(item.right, scope)
        operator = item.operator
        if operator in ("and", "or"):
            strength = AND if operator == "and" else OR
            return _chained(operator, grouped(left, strength), grouped(right, strength), strength)
        if operator == "implies":
            return _chained("or", Prefix("not ", grouped(left, NOT), NOT), grouped(right, OR), OR)
        if operator == "divide":
            return call("quotient", left, right, self._ref(scope))
        if operator in _ARITHMETIC:
            sign, strength = _ARITHMETIC[operator]
            return _chained(sign, grouped(left, strength), grouped(right, strength + 1), strength)
        if operator == "equal" and isinstance(item.right, ex.SetDisplay) and not item.right.items:
            return Prefix("not ", grouped(left, NOT), NOT)
        sign = _COMPARISON[operator]
        if sign in ("==", "!=") and isinstance(item.right, ex.Nothing):
            return _compare(left, "is" if sign == "==" else "is not", right)
        return _compare(left, sign, right)

    def _range(self, low: ex.Expr, high: ex.Expr, scope: Scope) -> Code:
        first = self.code(low, scope)
        if isinstance(high, ex.NumberConstant):
            last: Code = self.code(ex.NumberConstant(value=high.value + 1), scope)
        else:
            last = _chained("+", grouped(self.code(high, scope), ADD), Atom("1"), ADD)
        return call("range", first, last)

    def _display(self, items: tuple[ex.Expr, ...], kind: Type, scope: Scope) -> Code:
        codes = tuple(self.code(one, scope) for one in items)
        if not codes:
            return Atom("()")
        if len(codes) == 1:
            return Items("()", codes)
        return call("canonical" if holds_nothing(kind) else "ordered", Items("[]", codes))

    # Binders.

    def domain(self, item: ex.Expr, scope: Scope) -> Code:
        """A set that is only run over: need not be a tuple."""
        if isinstance(item, ex.Interval):
            return self._range(item.low, item.high, scope)
        if isinstance(item, ex.Select):
            return self._list(item.binder, scope)
        return self.code(item, scope)

    def kept(self, binder: ex.Binder, scope: Scope) -> "Kept":
        """The loop over what ``binder`` keeps."""
        source = self.domain(binder.domain, scope)
        inner = scope.inner()
        names = [inner.name(name) for name in binder.names]
        target = ", ".join(names)
        element = Atom(f"({target})" if len(names) > 1 else target)
        if len(names) > 1:
            self.words.used |= {"permutations" if binder.distinct else "product"}
            if binder.distinct:
                source = call("permutations", source, Atom(number(len(names))))
            else:
                source = call("product", source, Atom(f"repeat={number(len(names))}"))
        looking = inner
        if (beside := read_beside(binder, self.words.rules)) is not None:
            looking = inner.inner()
            attribute = self.words.attribute(beside.read.state)
            read = looking.own(f"{attribute}_{target}", beside.read)
            looking.known |= dict.fromkeys(beside.known, read)
            target = f"{target}, {read}"
            source = call("enumerate", self._column(beside.read.state, scope))
        condition = None if binder.condition is None else self.code(binder.condition, looking)
        partial = self.words.facts.partial
        found = Kept(looking, inner, target, element, grouped(source, OR), condition)
        for criterion in binder.order:
            if partial(criterion.key) and binder.condition and partial(binder.condition):
                found = found.first()
            key = self.code(criterion.key, found.scope)
            keys = found.comprehension("{}", Entry(element, key))
            found = found.of(call(criterion.direction, keys))
        return found

    def _list(self, binder: ex.Binder, scope: Scope) -> Code:
        kept = self.kept(binder, scope)
        if kept.condition is None and len(binder.names) > 1:
            return call("list", kept.source)
        return kept.listed()

    def _select(self, binder: ex.Binder, scope: Scope) -> Code:
        return call("tuple", self.kept(binder, scope).listed())

    def _bodies(self, binder: ex.Binder, body: ex.Expr, scope: Scope, *, lazily: bool) -> Code:
        """The value of ``body`` for all that is kept; a generator where that is the same."""
        partial = self.words.facts.partial
        kept = self.kept(binder, scope)
        if binder.condition is not None and partial(binder.condition) and partial(body):
            kept = kept.first()
        inner = self.code(body, kept.scope)
        return kept.comprehension("" if lazily else "[]", inner)

    def _quantified(self, item: ex.Quantified, scope: Scope) -> Code:
        partial, binder = self.words.facts.partial, item.binder
        if (state := self.repeated_in(item)) is not None:
            return call("repeated", Atom(f"table.{self.words.attribute(state)}"))
        some = item.quantifier == "some"
        total = not partial(item.body) and not (
            binder.condition is not None and partial(binder.condition)
        )
        brackets = "" if total else "[]"
        if some and item.body == ex.TruthConstant(value=True) and not binder.order:
            kept = self.kept(binder, scope)
            if kept.condition is not None:
                shown = Comprehension(brackets, kept.condition, kept.target, kept.source, None)
                return call("any", shown)
        bodies = self._bodies(binder, item.body, scope, lazily=total)
        return call("any" if some else "all", bodies)

    def repeated_in(self, item: ex.Quantified) -> str | None:
        """The state variable that must not have one value twice, where that is asked.

        Whether two different members have, once it is known that they have one.
        """
        binder = item.binder
        plain = item.quantifier == "some" and item.body == ex.TruthConstant(value=True)
        if not plain or not binder.distinct or len(binder.names) != 2 or binder.order:
            return None
        match binder.condition, binder.domain:
            case ex.Binary(operator="and", left=ex.IsSet(item=set_), right=equal), ex.AllOf():
                pass
            case _:
                return None
        match equal:
            case ex.Binary(
                operator="equal",
                left=ex.Read(state=state, arguments=(ex.Variable(name=one),)) as left,
                right=ex.Read(state=other, arguments=(ex.Variable(name=two),)) as right,
            ):
                states = self.words.rules.states
                fits = state == other and state in states and {one, two} == set(binder.names)
                everywhere = fits and states[state].domain == (binder.domain.set,)
                return state if everywhere and set_ in (left, right) else None
        return None

    def _the(self, binder: ex.Binder, otherwise: ex.Expr | None, scope: Scope) -> Code:
        kept = self._list(binder, scope)
        if otherwise is None:
            return call("the_one", kept, self._ref(scope))
        return call("one_or", kept, Lambda("", self.code(otherwise, scope)))


_RUNNING = (ex.Binder, ex.Quantified, ex.Sum, ex.Extreme)


def _compare(left: Code, sign: str, right: Code) -> Code:
    return Chain((grouped(left, COMPARE + 1), grouped(right, COMPARE + 1)), (sign,), COMPARE)


def _chained(sign: str, left: Code, right: Code, strength: int) -> Code:
    """``left sign right``, flat where ``left`` is such a chain itself."""
    if isinstance(left, Chain) and left.binds == strength:
        return Chain((*left.operands, right), (*left.operators, sign), strength)
    if isinstance(right, Chain) and right.binds == strength and sign in ("and", "or"):
        return Chain((left, *right.operands), (sign, *right.operators), strength)
    return Chain((left, right), (sign,), strength)


def _what(item: ex.Expr) -> str:
    match item:
        case ex.Read(state=name) | ex.Variable(name=name) | ex.Apply(definition=name):
            return name
        case _:
            return "a value"
