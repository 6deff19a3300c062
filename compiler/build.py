"""Lark's parse tree to the syntax tree of ``compiler.tree``: one method for each rule of the grammar.

Receives a parse tree whose shape the grammar guarantees; hands on a frozen tree
with places. Nothing is judged here.
"""

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from compiler import tree as t
from compiler.tokens import span_of

Children = list[Any]


def _span(meta: Meta) -> t.Span:
    return t.Span(
        line=getattr(meta, "line", 1),
        column=getattr(meta, "column", 1),
        end_line=getattr(meta, "end_line", 1),
        end_column=getattr(meta, "end_column", 1),
    )


def _name(token: Token) -> t.Name:
    return t.Name(text=str(token), span=span_of(token))


def _optional_name(token: Token | None) -> t.Name | None:
    return None if token is None else _name(token)


def _string(token: Token) -> str:
    return str(token)[1:-1]


def _text(token: Token) -> t.TextLine:
    return t.TextLine(text=str(token)[1:].strip(), span=span_of(token))


def _words(children: Children) -> list[Token]:
    return [child for child in children if isinstance(child, Token) and child.type == "WORD"]


def _binary(operator: str) -> Any:
    def build(self: "TreeBuilder", meta: Meta, children: Children) -> t.BinaryExpr:
        left, right = children
        return t.BinaryExpr(span=_span(meta), operator=operator, left=left, right=right)

    return build


_COMPARISONS = {
    "!=": "unequal",
    "<>": "unequal",
    "≠": "unequal",
    "<": "less",
    "<=": "at_most",
    "≤": "at_most",
    ">": "greater",
    ">=": "at_least",
    "≥": "at_least",
}


@v_args(meta=True)
class TreeBuilder(Transformer[Token, Any]):
    """Bottom-up: the children of each rule are already built."""

    # ---- files and units

    def law(self, meta: Meta, children: Children) -> t.LawFile:
        name, title, *rest = children
        body = tuple(c for c in rest if isinstance(c, (t.Title, t.Unit)))
        preamble = tuple(c for c in rest if c is not None and not isinstance(c, (t.Title, t.Unit)))
        return t.LawFile(
            span=_span(meta), name=_name(name), title=_text(title), preamble=preamble, body=body
        )

    def title(self, meta: Meta, children: Children) -> t.Title:
        return t.Title(span=_span(meta), text=_text(children[0]))

    def label(self, meta: Meta, children: Children) -> tuple[str, str]:
        unit, label = children
        return unit.type.lower(), str(label)

    def reference(self, meta: Meta, children: Children) -> t.Reference:
        return t.Reference(path=tuple(children), span=_span(meta))

    def unit(self, meta: Meta, children: Children) -> t.Unit:
        (unit, label), heading, *contents = children
        return t.Unit(
            span=_span(meta),
            unit=unit,
            label=label,
            heading=None if heading is None else _text(heading),
            contents=tuple(c for c in contents if c is not None),
        )

    def text(self, meta: Meta, children: Children) -> t.TextLine:
        return _text(children[0])

    # ---- items

    def no_rule(self, meta: Meta, children: Children) -> t.NoRule:
        return t.NoRule(span=_span(meta), reason=_string(children[0]))

    def foreign(self, meta: Meta, children: Children) -> t.Foreign:
        reference, reason = children
        return t.Foreign(span=_span(meta), reference=reference, reason=_string(reason))

    def item_reading(self, meta: Meta, children: Children) -> t.ReadingItem:
        point, name, reason, *items = children
        return t.ReadingItem(
            span=_span(meta),
            point=_name(point),
            name=_name(name),
            reason=_string(reason),
            items=tuple(items),
        )

    def fixed_size(self, meta: Meta, children: Children) -> dict[str, Any]:
        size = int(children[0])
        return {"low": size, "high": size}

    def ranged_size(self, meta: Meta, children: Children) -> dict[str, Any]:
        return {"low": int(children[0]), "high": int(children[1])}

    def same_size(self, meta: Meta, children: Children) -> dict[str, Any]:
        return {"same_as": _name(children[0])}

    def named_members(self, meta: Meta, children: Children) -> dict[str, Any]:
        return {"members": tuple(_name(word) for word in children)}

    def set_declaration(self, meta: Meta, children: Children) -> t.SetDeclaration:
        name, size = children
        sizes = {"low": None, "high": None, "same_as": None, "members": (), **size}
        return t.SetDeclaration(span=_span(meta), name=_name(name), **sizes)

    def field(self, meta: Meta, children: Children) -> t.FieldTree:
        name, low, high = children
        return t.FieldTree(name=_name(name), low=int(low), high=int(high))

    def record_declaration(self, meta: Meta, children: Children) -> t.RecordDeclaration:
        name, *fields = children
        return t.RecordDeclaration(span=_span(meta), name=_name(name), fields=tuple(fields))

    def state_declaration(self, meta: Meta, children: Children) -> t.StateDeclaration:
        name, *domain, type_, initial = children
        return t.StateDeclaration(
            span=_span(meta),
            name=_name(name),
            domain=tuple(_name(word) for word in domain if word is not None),
            type=type_,
            initial=None if initial is None else int(initial),
        )

    def role_declaration(self, meta: Meta, children: Children) -> t.RoleDeclaration:
        return t.RoleDeclaration(span=_span(meta), name=_name(children[0]))

    def parameter_declaration(self, meta: Meta, children: Children) -> t.ParameterDeclaration:
        name, type_, default = children
        return t.ParameterDeclaration(
            span=_span(meta),
            name=_name(name),
            type=type_,
            default=None if default is None else int(default),
        )

    def named_type(self, meta: Meta, children: Children) -> t.NamedType:
        return t.NamedType(span=_span(meta), name=_name(children[0]))

    def number_type(self, meta: Meta, children: Children) -> t.NumberType:
        return t.NumberType(span=_span(meta), low=int(children[0]), high=int(children[1]))

    def set_type(self, meta: Meta, children: Children) -> t.SetType:
        return t.SetType(span=_span(meta), item=children[0])

    def truth_type(self, meta: Meta, children: Children) -> t.TruthType:
        return t.TruthType(span=_span(meta))

    def optional_type(self, meta: Meta, children: Children) -> t.OptionalType:
        return t.OptionalType(span=_span(meta), item=children[0])

    def group(self, meta: Meta, children: Children) -> tuple[t.ParameterTree, ...]:
        *names, type_ = children
        return tuple(t.ParameterTree(name=_name(name), type=type_) for name in names)

    def parameters(self, meta: Meta, children: Children) -> tuple[t.ParameterTree, ...]:
        return tuple(parameter for group in children for parameter in group)

    def departs_from(self, meta: Meta, children: Children) -> t.Precedence:
        return t.Precedence(departs_from=tuple(children))

    def yields_to(self, meta: Meta, children: Children) -> t.Precedence:
        return t.Precedence(yields_to=tuple(children))

    def _precedence(self, parts: list[t.Precedence]) -> t.Precedence:
        return t.Precedence(
            departs_from=tuple(r for part in parts for r in part.departs_from),
            yields_to=tuple(r for part in parts for r in part.yields_to),
        )

    def definition(self, meta: Meta, children: Children) -> t.DefinitionItem:
        name, parameters, type_, guard, *precedence, value = children
        return t.DefinitionItem(
            span=_span(meta),
            name=_name(name),
            parameters=parameters or (),
            type=type_,
            guard=guard,
            precedence=self._precedence(precedence),
            value=value,
        )

    def norm(self, meta: Meta, children: Children) -> t.NormItem:
        return t.NormItem(span=_span(meta), forbidden=children[0])

    def permission(self, meta: Meta, children: Children) -> t.PermissionItem:
        return t.PermissionItem(span=_span(meta), permitted=children[0])

    def rule(self, meta: Meta, children: Children) -> t.RuleItem:
        decision, guard, *precedence, body = children
        return t.RuleItem(
            span=_span(meta),
            decision=_name(decision),
            guard=guard,
            precedence=self._precedence(precedence),
            body=body,
        )

    def flow(self, meta: Meta, children: Children) -> t.FlowItem:
        name, parameters, result, body = children
        return t.FlowItem(
            span=_span(meta),
            name=_name(name),
            parameters=parameters or (),
            result=result,
            body=body,
        )

    # ---- statements

    def block(self, meta: Meta, children: Children) -> tuple[t.StatementT, ...]:
        return tuple(children)

    def target(self, meta: Meta, children: Children) -> t.NameExpr:
        name, *arguments = children
        given = tuple(argument for argument in arguments if argument is not None)
        return t.NameExpr(span=_span(meta), name=_name(name), arguments=given or None)

    def update(self, meta: Meta, children: Children) -> t.UpdateTree:
        return t.UpdateTree(target=children[0], value=children[1])

    def assign(self, meta: Meta, children: Children) -> t.AssignStatement:
        return t.AssignStatement(span=_span(meta), updates=tuple(children))

    def bulk_assign(self, meta: Meta, children: Children) -> t.AssignStatement:
        binder, *updates = children
        return t.AssignStatement(span=_span(meta), updates=tuple(updates), each=binder)

    def let(self, meta: Meta, children: Children) -> t.LetStatement:
        return t.LetStatement(span=_span(meta), name=_name(children[0]), value=children[1])

    def call(self, meta: Meta, children: Children) -> t.CallStatement:
        target, result = children
        return t.CallStatement(span=_span(meta), target=target, result=_optional_name(result))

    def choose(self, meta: Meta, children: Children) -> t.ChooseStatement:
        actor, binder, default = children
        return t.ChooseStatement(span=_span(meta), actor=actor, binder=binder, default=default)

    def may_choose(self, meta: Meta, children: Children) -> t.ChooseStatement:
        actor, binder, body = children
        return t.ChooseStatement(
            span=_span(meta), actor=actor, binder=binder, optional=True, body=body
        )

    def open_choice(self, meta: Meta, children: Children) -> t.ChooseStatement:
        return t.ChooseStatement(span=_span(meta), actor=None, binder=children[0])

    def roll(self, meta: Meta, children: Children) -> t.RollStatement:
        *names, source = children
        return t.RollStatement(
            span=_span(meta), names=tuple(_name(name) for name in names), source=source
        )

    def lot(self, meta: Meta, children: Children) -> t.LotStatement:
        return t.LotStatement(span=_span(meta), binder=children[0])

    def in_turn(self, meta: Meta, children: Children) -> str:
        return "in_turn"

    def open_order(self, meta: Meta, children: Children) -> str:
        return "open"

    def each(self, meta: Meta, children: Children) -> t.EachStatement:
        order, binder, until, body = children
        return t.EachStatement(span=_span(meta), order=order, binder=binder, until=until, body=body)

    def repeat_forever(self, meta: Meta, children: Children) -> t.RepeatStatement:
        return t.RepeatStatement(span=_span(meta), times=None, until=None, body=children[0])

    def repeat_times(self, meta: Meta, children: Children) -> t.RepeatStatement:
        times, body = children
        return t.RepeatStatement(span=_span(meta), times=int(times), until=None, body=body)

    def repeat_until(self, meta: Meta, children: Children) -> t.RepeatStatement:
        until, body = children
        return t.RepeatStatement(span=_span(meta), times=None, until=until, body=body)

    def when(self, meta: Meta, children: Children) -> t.WhenStatement:
        condition, then, otherwise = children
        return t.WhenStatement(
            span=_span(meta), condition=condition, then=then, otherwise=otherwise or ()
        )

    def decide(self, meta: Meta, children: Children) -> t.DecideStatement:
        return t.DecideStatement(span=_span(meta), decision=_name(children[0]))

    def result(self, meta: Meta, children: Children) -> t.ResultStatement:
        return t.ResultStatement(span=_span(meta), value=children[0])

    def announce(self, meta: Meta, children: Children) -> t.AnnounceStatement:
        words, *values, duration = children
        return t.AnnounceStatement(
            span=_span(meta), text=_string(words), values=tuple(values), duration=duration
        )

    def end(self, meta: Meta, children: Children) -> t.EndStatement:
        return t.EndStatement(span=_span(meta), outcome=_name(children[0]))

    def gap(self, meta: Meta, children: Children) -> t.GapStatement:
        name, reason = children
        return t.GapStatement(span=_span(meta), gap=_name(name), reason=_string(reason))

    def again(self, meta: Meta, children: Children) -> t.AgainStatement:
        return t.AgainStatement(span=_span(meta))

    def statement_reading(self, meta: Meta, children: Children) -> t.ReadingStatement:
        point, name, reason, body = children
        return t.ReadingStatement(
            span=_span(meta),
            point=_name(point),
            name=_name(name),
            reason=_string(reason),
            body=body,
        )

    # ---- binders

    def over_set(self, meta: Meta, children: Children) -> dict[str, Any]:
        set_, name = children
        return {"names": (_name(name),), "set": _name(set_), "source": None, "distinct": False}

    def over_values(self, meta: Meta, children: Children) -> dict[str, Any]:
        *names, source = children
        return {
            "names": tuple(_name(name) for name in names),
            "set": None,
            "source": source,
            "distinct": False,
        }

    def two_distinct(self, meta: Meta, children: Children) -> dict[str, Any]:
        set_, first, second = children
        return {
            "names": (_name(first), _name(second)),
            "set": _name(set_),
            "source": None,
            "distinct": True,
        }

    def smallest_key(self, meta: Meta, children: Children) -> t.CriterionTree:
        return t.CriterionTree(direction="smallest", key=children[0])

    def largest_key(self, meta: Meta, children: Children) -> t.CriterionTree:
        return t.CriterionTree(direction="largest", key=children[0])

    def order(self, meta: Meta, children: Children) -> tuple[t.CriterionTree, ...]:
        return tuple(children)

    def range(self, meta: Meta, children: Children) -> t.BinderTree:
        variables, condition = children
        return t.BinderTree(span=_span(meta), condition=condition, order=(), **variables)

    def binder(self, meta: Meta, children: Children) -> t.BinderTree:
        variables, condition, order = children
        return t.BinderTree(span=_span(meta), condition=condition, order=order or (), **variables)

    # ---- expressions

    implies = _binary("implies")
    or_ = _binary("or")
    and_ = _binary("and")
    equal = _binary("equal")
    add = _binary("add")
    subtract = _binary("subtract")
    multiply = _binary("multiply")
    divide = _binary("divide")
    member = _binary("in")

    def compare(self, meta: Meta, children: Children) -> t.BinaryExpr:
        left, sign, right = children
        return t.BinaryExpr(
            span=_span(meta), operator=_COMPARISONS[str(sign)], left=left, right=right
        )

    def not_(self, meta: Meta, children: Children) -> t.UnaryExpr:
        return t.UnaryExpr(span=_span(meta), operator="not", item=children[0])

    def negate(self, meta: Meta, children: Children) -> t.UnaryExpr:
        return t.UnaryExpr(span=_span(meta), operator="negate", item=children[0])

    def absolute(self, meta: Meta, children: Children) -> t.UnaryExpr:
        return t.UnaryExpr(span=_span(meta), operator="absolute", item=children[0])

    def every(self, meta: Meta, children: Children) -> t.QuantifiedExpr:
        binder, body = children
        return t.QuantifiedExpr(span=_span(meta), quantifier="every", binder=binder, body=body)

    def some(self, meta: Meta, children: Children) -> t.QuantifiedExpr:
        return t.QuantifiedExpr(span=_span(meta), quantifier="some", binder=children[0])

    def no(self, meta: Meta, children: Children) -> t.QuantifiedExpr:
        return t.QuantifiedExpr(span=_span(meta), quantifier="no", binder=children[0])

    def some_two(self, meta: Meta, children: Children) -> t.QuantifiedExpr:
        variables, condition = children
        binder = t.BinderTree(span=_span(meta), condition=condition, order=(), **variables)
        return t.QuantifiedExpr(span=_span(meta), quantifier="some", binder=binder)

    def the(self, meta: Meta, children: Children) -> t.TheExpr:
        binder, otherwise = children
        return t.TheExpr(span=_span(meta), binder=binder, otherwise=otherwise)

    def all(self, meta: Meta, children: Children) -> t.AllExpr:
        return t.AllExpr(span=_span(meta), binder=children[0])

    def if_then_else(self, meta: Meta, children: Children) -> t.IfExpr:
        condition, then, otherwise = children
        return t.IfExpr(span=_span(meta), condition=condition, then=then, otherwise=otherwise)

    def is_set(self, meta: Meta, children: Children) -> t.IsSetExpr:
        return t.IsSetExpr(span=_span(meta), item=children[0], negated=False)

    def is_not_set(self, meta: Meta, children: Children) -> t.IsSetExpr:
        return t.IsSetExpr(span=_span(meta), item=children[0], negated=True)

    def field_of(self, meta: Meta, children: Children) -> t.FieldExpr:
        return t.FieldExpr(span=_span(meta), item=children[0], field=_name(children[1]))

    def number(self, meta: Meta, children: Children) -> t.NumberLiteral:
        return t.NumberLiteral(span=_span(meta), value=int(children[0]))

    def interval(self, meta: Meta, children: Children) -> t.IntervalExpr:
        low, high = children
        return t.IntervalExpr(span=_span(meta), low=int(low), high=int(high))

    def yes(self, meta: Meta, children: Children) -> t.TruthLiteral:
        return t.TruthLiteral(span=_span(meta), value=True)

    def no_truth(self, meta: Meta, children: Children) -> t.TruthLiteral:
        return t.TruthLiteral(span=_span(meta), value=False)

    def none(self, meta: Meta, children: Children) -> t.NothingLiteral:
        return t.NothingLiteral(span=_span(meta))

    def name(self, meta: Meta, children: Children) -> t.NameExpr:
        return t.NameExpr(span=_span(meta), name=_name(children[0]))

    def apply(self, meta: Meta, children: Children) -> t.NameExpr:
        name, *arguments = children
        return t.NameExpr(span=_span(meta), name=_name(name), arguments=tuple(arguments))

    def maximum(self, meta: Meta, children: Children) -> t.MinMaxExpr:
        return t.MinMaxExpr(span=_span(meta), operator="max", items=tuple(children))

    def minimum(self, meta: Meta, children: Children) -> t.MinMaxExpr:
        return t.MinMaxExpr(span=_span(meta), operator="min", items=tuple(children))

    def count(self, meta: Meta, children: Children) -> t.CountExpr:
        return t.CountExpr(span=_span(meta), binder=children[0])

    def total(self, meta: Meta, children: Children) -> t.AggregateExpr:
        body, binder = children
        return t.AggregateExpr(span=_span(meta), operator="sum", body=body, binder=binder)

    def smallest(self, meta: Meta, children: Children) -> t.AggregateExpr:
        body, binder = children
        return t.AggregateExpr(span=_span(meta), operator="smallest", body=body, binder=binder)

    def largest(self, meta: Meta, children: Children) -> t.AggregateExpr:
        body, binder = children
        return t.AggregateExpr(span=_span(meta), operator="largest", body=body, binder=binder)

    def display(self, meta: Meta, children: Children) -> t.DisplayExpr:
        return t.DisplayExpr(span=_span(meta), items=tuple(children))

    # ---- supplements and properties

    def fill_order(self, meta: Meta, children: Children) -> t.FillOrder:
        return t.FillOrder(span=_span(meta), reference=children[0])

    def fill_choice(self, meta: Meta, children: Children) -> t.FillChoice:
        return t.FillChoice(span=_span(meta), reference=children[0])

    def fill_stuck(self, meta: Meta, children: Children) -> t.FillStuck:
        return t.FillStuck(span=_span(meta), reference=children[0], body=children[1])

    def fill_conflict(self, meta: Meta, children: Children) -> t.FillConflict:
        first, second, prevails = children
        return t.FillConflict(span=_span(meta), between=(first, second), prevails=prevails)

    def fill_gap(self, meta: Meta, children: Children) -> t.FillGap:
        name, *items = children
        return t.FillGap(span=_span(meta), gap=_name(name), items=tuple(items))

    def supplement(self, meta: Meta, children: Children) -> t.Supplement:
        name, reason, *fills = children
        return t.Supplement(
            span=_span(meta), name=_name(name), reason=_string(reason), fills=tuple(fills)
        )

    def supplements(self, meta: Meta, children: Children) -> t.SupplementsFile:
        law, *supplements = children
        return t.SupplementsFile(span=_span(meta), law=_name(law), supplements=tuple(supplements))

    def never(self, meta: Meta, children: Children) -> t.StateClaim:
        return t.StateClaim(span=_span(meta), modality="never", condition=children[0])

    def always(self, meta: Meta, children: Children) -> t.StateClaim:
        return t.StateClaim(span=_span(meta), modality="always", condition=children[0])

    def loop_ends(self, meta: Meta, children: Children) -> t.LoopClaim:
        flow, first, last, measure = children
        return t.LoopClaim(
            span=_span(meta), flow=_name(flow), first=first, last=last, measure=measure
        )

    def property(self, meta: Meta, children: Children) -> t.PropertyTree:
        name, sentence, claim = children
        return t.PropertyTree(
            span=_span(meta), name=_name(name), sentence=_string(sentence), claim=claim
        )

    def properties(self, meta: Meta, children: Children) -> t.PropertiesFile:
        law, *properties = children
        return t.PropertiesFile(span=_span(meta), law=_name(law), properties=tuple(properties))
