"""Rules of the grammar for what stands under a text."""

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from compiler import tree as t
from compiler.build.pieces import Children, name_of, number, number_or_name, span, string


@v_args(meta=True)
class ItemBuilder(Transformer[Token, Any]):
    """Builds declarations, definitions, norms, rules and flows."""

    # ---- items

    def no_rule(self, meta: Meta, children: Children) -> t.NoRule:
        return t.NoRule(span=span(meta), reason=string(children[0]))

    def foreign(self, meta: Meta, children: Children) -> t.Foreign:
        reference, reason = children
        return t.Foreign(span=span(meta), reference=reference, reason=string(reason))

    def item_reading(self, meta: Meta, children: Children) -> t.ReadingItem:
        point, name, reason, *items = children
        return t.ReadingItem(
            span=span(meta),
            point=name_of(point),
            name=name_of(name),
            reason=string(reason),
            items=tuple(items),
        )

    def fixed_size(self, meta: Meta, children: Children) -> dict[str, Any]:
        size = number(children[0])
        return {"low": size, "high": size}

    def ranged_size(self, meta: Meta, children: Children) -> dict[str, Any]:
        return {"low": number(children[0]), "high": number(children[1])}

    def same_size(self, meta: Meta, children: Children) -> dict[str, Any]:
        return {"same_as": name_of(children[0])}

    def named_members(self, meta: Meta, children: Children) -> dict[str, Any]:
        return {"members": tuple(name_of(word) for word in children)}

    def set_declaration(self, meta: Meta, children: Children) -> t.SetDeclaration:
        name, size = children
        sizes = {"low": None, "high": None, "same_as": None, "members": (), **size}
        return t.SetDeclaration(span=span(meta), name=name_of(name), **sizes)

    def field(self, meta: Meta, children: Children) -> t.FieldTree:
        name, low, high = children
        return t.FieldTree(name=name_of(name), low=number(low), high=number(high))

    def record_declaration(self, meta: Meta, children: Children) -> t.RecordDeclaration:
        name, *fields = children
        return t.RecordDeclaration(span=span(meta), name=name_of(name), fields=tuple(fields))

    def state_declaration(self, meta: Meta, children: Children) -> t.StateDeclaration:
        name, *domain, type_, initial = children
        return t.StateDeclaration(
            span=span(meta),
            name=name_of(name),
            domain=tuple(name_of(word) for word in domain if word is not None),
            type=type_,
            initial=number_or_name(initial),
        )

    def role_declaration(self, meta: Meta, children: Children) -> t.RoleDeclaration:
        return t.RoleDeclaration(span=span(meta), name=name_of(children[0]))

    def parameter_declaration(self, meta: Meta, children: Children) -> t.ParameterDeclaration:
        name, type_, default = children
        return t.ParameterDeclaration(
            span=span(meta),
            name=name_of(name),
            type=type_,
            default=number_or_name(default),
        )

    def named_type(self, meta: Meta, children: Children) -> t.NamedType:
        return t.NamedType(span=span(meta), name=name_of(children[0]))

    def number_type(self, meta: Meta, children: Children) -> t.NumberType:
        return t.NumberType(span=span(meta), low=number(children[0]), high=number(children[1]))

    def set_type(self, meta: Meta, children: Children) -> t.SetType:
        return t.SetType(span=span(meta), item=children[0])

    def truth_type(self, meta: Meta, children: Children) -> t.TruthType:
        return t.TruthType(span=span(meta))

    def optional_type(self, meta: Meta, children: Children) -> t.OptionalType:
        return t.OptionalType(span=span(meta), item=children[0])

    def group(self, meta: Meta, children: Children) -> tuple[t.ParameterTree, ...]:
        *names, type_ = children
        return tuple(t.ParameterTree(name=name_of(name), type=type_) for name in names)

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
            span=span(meta),
            name=name_of(name),
            parameters=parameters or (),
            type=type_,
            guard=guard,
            precedence=self._precedence(precedence),
            value=value,
        )

    def norm(self, meta: Meta, children: Children) -> t.NormItem:
        return t.NormItem(span=span(meta), forbidden=children[0])

    def permission(self, meta: Meta, children: Children) -> t.PermissionItem:
        return t.PermissionItem(span=span(meta), permitted=children[0])

    def rule(self, meta: Meta, children: Children) -> t.RuleItem:
        decision, guard, *precedence, body = children
        return t.RuleItem(
            span=span(meta),
            decision=name_of(decision),
            guard=guard,
            precedence=self._precedence(precedence),
            body=body,
        )

    def flow(self, meta: Meta, children: Children) -> t.FlowItem:
        name, parameters, result, body = children
        return t.FlowItem(
            span=span(meta),
            name=name_of(name),
            parameters=parameters or (),
            result=result,
            body=body,
        )
