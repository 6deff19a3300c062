"""Expressions: names resolved, types and ranges found, optional values unwrapped where needed."""

from collections.abc import Callable
from typing import Any, Protocol

from compiler import tree as t
from compiler.diagnostics import closest
from compiler.elaborate.cardinality import fewest, most
from compiler.elaborate.reach import stray
from compiler.elaborate.scope import Scope
from compiler.elaborate.typing import (
    MOST_VALUE,
    MOST_VALUES,
    NIL,
    TRUTH,
    Found,
    Nil,
    arithmetic,
    base,
    comparable,
    fits,
    join,
    plain,
)
from compiler.elaborate.vocabulary import Abandoned, Site
from runtime.ruleset import expressions as e
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import Parameter
from runtime.ruleset.types import Type

Typed = tuple[e.Expr, Found]


class Signatures(Protocol):
    """What a definition takes and gives, found when first asked for."""

    def signature(
        self, definition: str, asked: t.Name, site: Site
    ) -> tuple[tuple[Parameter, ...], Type]: ...


class Expressions:
    """Elaborates the expressions of one place. ``steps``: of a step, so they may look back."""

    def __init__(self, site: Site, signatures: Signatures, *, steps: bool = False) -> None:
        self.site = site
        self.steps = steps
        self.signatures = signatures
        self.vocabulary = site.vocabulary

    # ---- entrances

    def truth(self, tree: t.ExprT, scope: Scope) -> e.Expr:
        return self.typed(tree, scope, TRUTH)

    def typed(self, tree: t.ExprT, scope: Scope, wanted: Type) -> e.Expr:
        """``tree`` as a value of ``wanted``."""
        expression, found = self.infer(tree, scope)
        if not isinstance(wanted, ty.Optional):
            expression, found = plain(expression, found)
        if not fits(found, wanted):
            raise self._mismatch(tree, found, wanted)
        return expression

    def number(self, tree: t.ExprT, scope: Scope) -> tuple[e.Expr, ty.Number]:
        return self._counted(tree, *plain(*self.infer(tree, scope)))

    def _counted(self, tree: t.ExprT, expression: e.Expr, found: Found) -> tuple[e.Expr, ty.Number]:
        if not isinstance(found, ty.Number):
            raise self.site.fail("not_a_number", tree.span, found=self.site.describe(found))
        return expression, found

    def values(self, tree: t.ExprT, scope: Scope) -> tuple[e.Expr, Type]:
        """``tree`` as a set, and the type of its values."""
        expression, found = plain(*self.infer(tree, scope))
        if not isinstance(found, ty.SetOf):
            raise self.site.fail("not_a_set", tree.span, found=self.site.describe(found))
        return expression, found.item

    def infer(self, tree: t.ExprT, scope: Scope) -> Typed:
        method: Callable[[Any, Scope], Typed] = getattr(self, f"_{tree.kind}")
        return method(tree, scope)

    def settled(self, tree: t.ExprT, scope: Scope) -> tuple[e.Expr, Type]:
        """``tree`` with a type that is known without its surroundings."""
        expression, found = self.infer(tree, scope)
        if isinstance(found, Nil):
            raise self.site.fail("type_unknown", tree.span)
        return expression, found

    # ---- leaves

    def _number(self, tree: t.NumberLiteral, scope: Scope) -> Typed:
        if tree.value > MOST_VALUE:
            raise self.site.fail("number_too_large", tree.span, limit=str(MOST_VALUE))
        return e.NumberConstant(value=tree.value), ty.Number(low=tree.value, high=tree.value)

    def _truth(self, tree: t.TruthLiteral, scope: Scope) -> Typed:
        return e.TruthConstant(value=tree.value), TRUTH

    def _nothing(self, tree: t.NothingLiteral, scope: Scope) -> Typed:
        return e.Nothing(), NIL

    def _interval(self, tree: t.IntervalExpr, scope: Scope) -> Typed:
        if tree.low > tree.high:
            raise self.site.fail("empty_range", tree.span, low=str(tree.low), high=str(tree.high))
        if tree.high > MOST_VALUE:
            raise self.site.fail("number_too_large", tree.span, limit=str(MOST_VALUE))
        if tree.high - tree.low >= MOST_VALUES:
            raise self.site.fail("too_many_members", tree.span, limit=str(MOST_VALUES))
        low, high = e.NumberConstant(value=tree.low), e.NumberConstant(value=tree.high)
        return e.Interval(low=low, high=high), ty.SetOf(
            item=ty.Number(low=tree.low, high=tree.high)
        )

    # ---- names

    def _name(self, tree: t.NameExpr, scope: Scope) -> Typed:
        if tree.name.text in scope.variables:
            if tree.arguments is not None:
                raise self.site.fail("not_a_function", tree.span, name=tree.name.text)
            name, type_ = scope.variables[tree.name.text]
            return e.Variable(name=name), type_
        kinds = ("state", "parameter", "definition", "record", "set", "member")
        concept = self.site.concept(tree.name, kinds, scope.variables)
        vocabulary = self.vocabulary
        kind = vocabulary.glossary.concepts[concept].kind
        if kind == "state" and concept in vocabulary.states:
            state = vocabulary.states[concept]
            wanted = tuple(ty.Element(set=set_) for set_ in state.domain)
            arguments = self._arguments(tree, wanted, scope)
            return e.Read(state=concept, arguments=arguments), state.type
        if kind == "parameter" and concept in vocabulary.parameters:
            self._arguments(tree, (), scope)
            return e.Read(state=concept), vocabulary.parameters[concept].type
        if kind == "definition":
            parameters, result = self.signatures.signature(concept, tree.name, self.site)
            arguments = self._arguments(tree, tuple(p.type for p in parameters), scope)
            return e.Apply(definition=concept, arguments=arguments), result
        if kind == "record" and concept in vocabulary.records:
            if tree.arguments is None:
                return e.AllOf(set=concept), ty.SetOf(item=ty.Record(record=concept))
            fields = vocabulary.records[concept].fields
            ranges = tuple(ty.Number(low=f.low, high=f.high) for f in fields)
            return (
                e.MakeRecord(record=concept, items=self._arguments(tree, ranges, scope)),
                ty.Record(record=concept),
            )
        if kind == "set" and concept in vocabulary.sets:
            self._arguments(tree, (), scope)
            return e.AllOf(set=concept), ty.SetOf(item=ty.Element(set=concept))
        if kind == "member" and concept in vocabulary.members:
            self._arguments(tree, (), scope)
            set_, index = vocabulary.members[concept]
            return e.ElementConstant(set=set_, index=index), ty.Element(set=set_)
        raise self.site.undeclared(tree.name, kind)

    def _arguments(
        self, tree: t.NameExpr, wanted: tuple[Type, ...], scope: Scope
    ) -> tuple[e.Expr, ...]:
        given = tree.arguments or ()
        if len(given) != len(wanted):
            raise self.site.wrong_arity(tree.name, tree.span, len(given), wanted)
        return tuple(self.typed(g, scope, w) for g, w in zip(given, wanted, strict=True))

    def _field(self, tree: t.FieldExpr, scope: Scope) -> Typed:
        item, found = plain(*self.infer(tree.item, scope))
        if not isinstance(found, ty.Record):
            raise self.site.fail("not_a_record", tree.item.span, found=self.site.describe(found))
        concept = self.site.concept(tree.field, ("field",))
        fields = self.vocabulary.records[found.record].fields
        for field in fields:
            if field.id == concept:
                return (
                    e.FieldOf(record=found.record, field=concept, item=item),
                    ty.Number(low=field.low, high=field.high),
                )
        known = [self.site.describe_concept(field.id) for field in fields]
        near = closest(tree.field.text, known)
        raise self.site.fail(
            "no_such_field", tree.field.span, near, name=tree.field.text, known=", ".join(known)
        )

    # ---- operators

    def _unary(self, tree: t.UnaryExpr, scope: Scope) -> Typed:
        if tree.operator == "not":
            return e.Unary(operator="not", item=self.truth(tree.item, scope)), TRUTH
        item, found = self.number(tree.item, scope)
        if tree.operator == "negate":
            low, high = -found.high, -found.low
        else:
            low = 0 if found.low <= 0 <= found.high else min(abs(found.low), abs(found.high))
            high = max(abs(found.low), abs(found.high))
        type_ = ty.Number(low=low, high=high, fraction=found.fraction)
        return e.Unary(operator=tree.operator, item=item), type_

    def _binary(self, tree: t.BinaryExpr, scope: Scope) -> Typed:
        operator: Any = tree.operator
        if operator in ("and", "or", "implies"):
            left, right = self.truth(tree.left, scope), self.truth(tree.right, scope)
            return e.Binary(operator=operator, left=left, right=right), TRUTH
        if operator in ("equal", "unequal"):
            return self._equality(tree, scope), TRUTH
        if operator == "in":
            of, item_type = self.values(tree.right, scope)
            item = self.typed(tree.left, scope, item_type)
            return e.Member(item=item, of=of), TRUTH
        if operator in ("less", "at_most", "greater", "at_least"):
            return self._order(tree, scope), TRUTH
        left, left_type = self.number(tree.left, scope)
        right, right_type = self.number(tree.right, scope)
        made = e.Binary(operator=operator, left=left, right=right)
        if operator == "divide" and right_type.low <= 0 <= right_type.high:
            raise self.site.fail("division_by_zero", tree.right.span)
        result = arithmetic(operator, left_type, right_type)
        self._check_size(result, tree)
        return made, result

    def _order(self, tree: t.BinaryExpr, scope: Scope) -> e.Expr:
        """A comparison of two numbers, or of two members in the order of their set."""
        operator: Any = tree.operator
        left, found = plain(*self.infer(tree.left, scope))
        if isinstance(found, ty.Element):
            right = self.typed(tree.right, scope, found)
        else:
            left, _ = self._counted(tree.left, left, found)
            right, _ = self.number(tree.right, scope)
        return e.Binary(operator=operator, left=left, right=right)

    def _before(self, tree: t.BeforeExpr, scope: Scope) -> Typed:
        if not self.steps:
            raise self.site.fail("before_no_step", tree.span)
        item, found = Expressions(self.site, self.signatures).settled(tree.item, scope)
        return e.Before(item=item), found

    def _check_size(self, type_: ty.Number, tree: t.ExprT) -> None:
        if max(abs(type_.low), abs(type_.high)) > MOST_VALUE:
            raise self.site.fail("number_too_large", tree.span, limit=str(MOST_VALUE))

    def _equality(self, tree: t.BinaryExpr, scope: Scope) -> e.Expr:
        left, left_type = self.infer(tree.left, scope)
        right, right_type = self.infer(tree.right, scope)
        if not comparable(left_type, right_type):
            raise self.site.fail(
                "not_comparable",
                tree.span,
                left=self.site.describe(left_type),
                right=self.site.describe(right_type),
            )
        if isinstance(left_type, Nil) or isinstance(right_type, Nil):
            item, found = (right, right_type) if isinstance(left_type, Nil) else (left, left_type)
            if not isinstance(found, ty.Optional):
                raise self.site.fail("always_set", tree.span, found=self.site.describe(found))
            there = e.IsSet(item=item)
            return there if tree.operator == "unequal" else e.Unary(operator="not", item=there)
        operator: Any = tree.operator
        return e.Binary(operator=operator, left=left, right=right)

    def _is_set(self, tree: t.IsSetExpr, scope: Scope) -> Typed:
        item, found = self.infer(tree.item, scope)
        if not isinstance(found, ty.Optional):
            raise self.site.fail("always_set", tree.span, found=self.site.describe(found))
        there = e.IsSet(item=item)
        return (e.Unary(operator="not", item=there) if tree.negated else there), TRUTH

    def _minmax(self, tree: t.MinMaxExpr, scope: Scope) -> Typed:
        items = [self.number(item, scope) for item in tree.items]
        choose = max if tree.operator == "max" else min
        type_ = ty.Number(
            low=choose(found.low for _, found in items),
            high=choose(found.high for _, found in items),
            fraction=any(found.fraction for _, found in items),
        )
        return e.MinMax(operator=tree.operator, items=tuple(item for item, _ in items)), type_

    def _if(self, tree: t.IfExpr, scope: Scope) -> Typed:
        condition = self.truth(tree.condition, scope)
        then, then_type = self.infer(tree.then, scope)
        otherwise, otherwise_type = self.infer(tree.otherwise, scope)
        joined = self._join(tree, then_type, otherwise_type)
        return e.IfThenElse(condition=condition, then=then, otherwise=otherwise), joined

    def _display(self, tree: t.DisplayExpr, scope: Scope) -> Typed:
        items = [plain(*self.settled(item, scope)) for item in tree.items]
        joined: Found = items[0][1]
        for _, found in items[1:]:
            joined = self._join(tree, joined, found)
        assert not isinstance(joined, Nil)
        display = e.SetDisplay(item=joined, items=tuple(item for item, _ in items))
        return display, ty.SetOf(item=joined)

    # ---- binders

    def binder(self, tree: t.BinderTree, scope: Scope) -> tuple[e.Binder, Scope]:
        """The binder, and a scope in which its variables are bound."""
        domain, item = self.domain(tree, scope)
        names = []
        for name in tree.names:
            self.check_free(name)
            scope, inner = scope.bind(name.text, item)
            names.append(inner)
        condition = None if tree.condition is None else self.truth(tree.condition, scope)
        order = []
        for criterion in tree.order:
            if len(names) > 1:
                raise self.site.fail("order_of_several", tree.span)
            order.append(self._criterion(criterion, scope))
        binder = e.Binder(
            names=tuple(names),
            item=item,
            domain=domain,
            distinct=tree.distinct,
            condition=condition,
            order=tuple(order),
        )
        return binder, scope

    def _criterion(self, tree: t.CriterionTree, scope: Scope) -> e.Criterion:
        """It goes by a number; of a member, by how many come before it in the set."""
        key, found = plain(*self.infer(tree.key, scope))
        if isinstance(found, ty.Element):
            name, domain = scope.names.fresh(found.set), e.AllOf(set=found.set)
            earlier = e.Binary(operator="less", left=e.Variable(name=name), right=key)
            binder = e.Binder(names=(name,), item=found, domain=domain, condition=earlier)
            return e.Criterion(direction=tree.direction, key=e.Count(binder=binder))
        return e.Criterion(direction=tree.direction, key=self._counted(tree.key, key, found)[0])

    def domain(self, tree: t.BinderTree, scope: Scope) -> tuple[e.Expr, Type]:
        """The set a binder runs over, without its condition, and the type of its values."""
        if tree.source is not None:
            return self.values(tree.source, scope)
        assert tree.set is not None
        concept = self.site.concept(tree.set, ("set", "record"))
        if concept in self.vocabulary.sets:
            return e.AllOf(set=concept), ty.Element(set=concept)
        if concept in self.vocabulary.records:
            return e.AllOf(set=concept), ty.Record(record=concept)
        raise self.site.undeclared(tree.set, "set, record")

    def selection(self, tree: t.BinderTree, scope: Scope) -> tuple[e.Expr, Type]:
        """The set of the values that a binder with one variable keeps."""
        if len(tree.names) != 1:
            raise self.site.fail("one_variable", tree.span)
        if tree.condition is None and not tree.order:
            return self.domain(tree, scope)
        binder, _ = self.binder(tree, scope)
        return e.Select(binder=binder), binder.item

    def check_free(self, name: t.Name) -> None:
        """A variable may not have the name of a concept."""
        if name.text in self.vocabulary.words:
            raise self.site.fail("name_taken", name.span, name=name.text)

    def _quantified(self, tree: t.QuantifiedExpr, scope: Scope) -> Typed:
        if (part := stray(tree)) is not None:
            names = ", ".join(name.text for name in tree.binder.names)
            word = self.site.keywords[tree.quantifier.upper()][0]
            raise self.site.fail("reaches_too_far", part.span, found=word, names=names)
        binder, inner = self.binder(tree.binder, scope)
        if tree.quantifier == "every":
            assert tree.body is not None
            body = self.truth(tree.body, inner)
            return e.Quantified(quantifier="every", binder=binder, body=body), TRUTH
        some = e.Quantified(quantifier="some", binder=binder, body=e.TruthConstant(value=True))
        if tree.quantifier == "some":
            return some, TRUTH
        return e.Unary(operator="not", item=some), TRUTH

    def _the(self, tree: t.TheExpr, scope: Scope) -> Typed:
        if len(tree.binder.names) != 1:
            raise self.site.fail("one_variable", tree.span)
        binder, _ = self.binder(tree.binder, scope)
        if tree.otherwise is None:
            return e.The(binder=binder), binder.item
        otherwise, found = self.infer(tree.otherwise, scope)
        joined = self._join(tree, binder.item, found)
        return e.The(binder=binder, otherwise=otherwise), joined

    def _all(self, tree: t.AllExpr, scope: Scope) -> Typed:
        selection, item = self.selection(tree.binder, scope)
        return selection, ty.SetOf(item=item)

    def _count(self, tree: t.CountExpr, scope: Scope) -> Typed:
        binder, _ = self.binder(tree.binder, scope)
        low, high = fewest(self.vocabulary, binder), self._most(binder, tree)
        return e.Count(binder=binder), ty.Number(low=low, high=high)

    def _aggregate(self, tree: t.AggregateExpr, scope: Scope) -> Typed:
        binder, inner = self.binder(tree.binder, scope)
        body, found = self.number(tree.body, inner)
        if tree.operator == "sum":
            most = self._most(binder, tree)
            type_ = ty.Number(
                low=min(0, found.low * most),
                high=max(0, found.high * most),
                fraction=found.fraction,
            )
            self._check_size(type_, tree)
            return e.Sum(binder=binder, body=body), type_
        return e.Extreme(direction=tree.operator, binder=binder, body=body), found

    def _most(self, binder: e.Binder, tree: t.ExprT) -> int:
        found = most(self.vocabulary, binder)
        if found > MOST_VALUE:
            raise self.site.fail("number_too_large", tree.span, limit=str(MOST_VALUE))
        return found

    # ---- messages

    def _join(self, tree: t.ExprT, left: Found, right: Found) -> Found:
        joined = join(left, right)
        if joined is None:
            raise self.site.fail(
                "not_comparable",
                tree.span,
                left=self.site.describe(left),
                right=self.site.describe(right),
            )
        return joined

    def _mismatch(self, tree: t.ExprT, found: Found, wanted: Type) -> Abandoned:
        if isinstance(found, ty.Number) and isinstance(base(wanted), ty.Number):
            return self.site.fail("not_whole", tree.span)
        return self.site.fail(
            "wrong_type",
            tree.span,
            found=self.site.describe(found),
            wanted=self.site.describe(wanted),
        )
