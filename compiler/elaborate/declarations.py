"""Declarations: sets, records, state variables, settings, roles.

They are elaborated before everything else, since every other entry may use
them, wherever in the text they stand.
"""

from collections.abc import Container
from math import prod

from compiler import tree as t
from compiler.elaborate.typing import MOST_VALUE, MOST_VALUES, Found, base
from compiler.elaborate.vocabulary import Abandoned, Site, Vocabulary
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import (
    DeclaredRecord,
    DeclaredSet,
    LawParameter,
    RecordField,
    StateVariable,
)
from runtime.ruleset.types import Type

_MOST_MEMBERS = 10_000

Entry = tuple[t.ItemT, Site]


def declare(entries: list[Entry], vocabulary: Vocabulary) -> None:
    """Enter every declaration of ``entries`` into ``vocabulary``; mistakes are reported."""
    for kinds in (
        (t.SetDeclaration,),
        (t.RecordDeclaration,),
        (t.StateDeclaration, t.ParameterDeclaration, t.RoleDeclaration),
    ):
        for item, site in entries:
            if isinstance(item, kinds):
                try:
                    _enter(item, site, vocabulary)
                except Abandoned:
                    concept = vocabulary.words.get(item.name.text)
                    if concept is not None:
                        vocabulary.lost.add(concept)
    _check_same_sizes(entries, vocabulary)


def resolve_type(tree: t.TypeT | None, site: Site) -> Type:
    """A written type; no type stands for a truth."""
    if tree is None or isinstance(tree, t.TruthType):
        return ty.Truth()
    if isinstance(tree, t.OptionalType):
        return ty.Optional(item=resolve_type(tree.item, site))
    if isinstance(tree, t.SetType):
        return ty.SetOf(item=resolve_type(tree.item, site))
    if isinstance(tree, t.NumberType):
        if tree.low > tree.high:
            raise site.fail("empty_range", tree.span, low=str(tree.low), high=str(tree.high))
        if tree.high > MOST_VALUE:
            raise site.fail("number_too_large", tree.span, limit=str(MOST_VALUE))
        return ty.Number(low=tree.low, high=tree.high)
    concept = site.concept(tree.name, ("set", "record"))
    if concept in site.vocabulary.sets:
        return ty.Element(set=concept)
    if concept in site.vocabulary.records:
        return ty.Record(record=concept)
    raise site.undeclared(tree.name, "set, record")


def _enter(item: t.ItemT, site: Site, vocabulary: Vocabulary) -> None:
    if isinstance(item, t.SetDeclaration):
        _enter_set(item, site, vocabulary)
    elif isinstance(item, t.RecordDeclaration):
        _enter_record(item, site, vocabulary)
    elif isinstance(item, t.StateDeclaration):
        concept = _new(item.name, "state", site, vocabulary.states)
        domain = tuple(_declared_set(name, site) for name in item.domain)
        _check_size(domain, item, site)
        type_ = resolve_type(item.type, site)
        if isinstance(type_, ty.SetOf):
            raise site.fail("state_of_sets", _span_of_type(item))
        needs_initial = not isinstance(type_, (ty.Optional, ty.Truth, ty.Number))
        if needs_initial and item.initial is None:
            words = site.keywords
            form = f"{words['OR'][0]} {words['NONE'][0]}"
            raise site.fail("needs_nothing", _span_of_type(item), name=item.name.text, form=form)
        initial = initial_value(item.initial, type_, item.span, site)
        if initial is None and isinstance(type_, ty.Number):
            initial = type_.low
        vocabulary.states[concept] = StateVariable(
            id=concept, ref=site.ref, domain=domain, type=type_, initial=initial
        )
    elif isinstance(item, t.ParameterDeclaration):
        concept = _new(item.name, "parameter", site, vocabulary.parameters)
        type_ = resolve_type(item.type, site)
        vocabulary.parameters[concept] = LawParameter(
            id=concept,
            ref=site.ref,
            type=type_,
            default=initial_value(item.default, base(type_), item.span, site),
        )
    elif isinstance(item, t.RoleDeclaration):
        concept = _new(item.name, "role", site, vocabulary.roles)
        vocabulary.roles[concept] = site.ref


def initial_value(
    written: int | t.Name | None, type_: Found, span: t.Span, site: Site
) -> int | None:
    """The number, or the position of the member, written as a value of ``type_``."""
    if written is None:
        return None
    if isinstance(written, t.Name):
        member = site.concept(written, ("member",))
        set_id, index = site.vocabulary.members.get(member, (None, 0))
        if set_id is None:
            raise site.undeclared(written, "member")
        if type_ != ty.Element(set=set_id):
            found, wanted = site.describe(ty.Element(set=set_id)), site.describe(type_)
            raise site.fail("wrong_type", written.span, found=found, wanted=wanted)
        return index
    if not isinstance(type_, ty.Number):
        raise site.fail("initial_of_no_number", span, found=site.describe(type_))
    if not type_.low <= written <= type_.high:
        raise site.fail("outside_range", span, low=str(type_.low), high=str(type_.high))
    return written


def _check_size(domain: tuple[str, ...], item: t.StateDeclaration, site: Site) -> None:
    """A state has one value for each combination of members: not too many."""
    sets = site.vocabulary.sets
    if prod(sets[one].high for one in domain if sets[one].same_as is None) > MOST_VALUES:
        raise site.fail("too_many_members", item.span, limit=str(MOST_VALUES))


def _span_of_type(item: t.StateDeclaration) -> t.Span:
    return item.span if item.type is None else item.type.span


def _enter_set(item: t.SetDeclaration, site: Site, vocabulary: Vocabulary) -> None:
    concept = _new(item.name, "set", site, vocabulary.sets)
    if item.members:
        members = []
        for index, name in enumerate(item.members):
            member = site.concept(name, ("member",))
            if member in vocabulary.members:
                raise site.fail("declared_twice", name.span, name=name.text)
            vocabulary.members[member] = (concept, index)
            members.append(member)
        size = len(members)
        vocabulary.sets[concept] = DeclaredSet(
            id=concept, ref=site.ref, low=size, high=size, members=tuple(members)
        )
        return
    same_as = None
    low, high = item.low, item.high
    if item.same_as is not None:
        same_as = site.concept(item.same_as, ("set",))
        low, high = 1, _MOST_MEMBERS  # until the other set is known
    assert low is not None
    assert high is not None
    if low < 1:
        raise site.fail("at_least_one", item.span)
    if low > high:
        raise site.fail("empty_range", item.span, low=str(low), high=str(high))
    if high > _MOST_MEMBERS:
        raise site.fail("too_many_members", item.span, limit=str(_MOST_MEMBERS))
    vocabulary.sets[concept] = DeclaredSet(
        id=concept, ref=site.ref, low=low, high=high, same_as=same_as
    )


def _enter_record(item: t.RecordDeclaration, site: Site, vocabulary: Vocabulary) -> None:
    concept = _new(item.name, "record", site, vocabulary.records)
    fields: list[RecordField] = []
    values = 1
    for field in item.fields:
        field_id = site.concept(field.name, ("field",))
        if field.low > field.high:
            raise site.fail(
                "empty_range", field.name.span, low=str(field.low), high=str(field.high)
            )
        if field.high > MOST_VALUE:
            raise site.fail("number_too_large", field.name.span, limit=str(MOST_VALUE))
        if any(known.id == field_id for known in fields):
            raise site.fail("declared_twice", field.name.span, name=field.name.text)
        values *= field.high - field.low + 1
        fields.append(RecordField(id=field_id, low=field.low, high=field.high))
    if values > MOST_VALUES:
        raise site.fail("too_many_members", item.span, limit=str(MOST_VALUES))
    vocabulary.records[concept] = DeclaredRecord(id=concept, ref=site.ref, fields=tuple(fields))


def _new(name: t.Name, kind: str, site: Site, known: Container[str]) -> str:
    concept = site.concept(name, (kind,))
    if concept in known:
        raise site.fail("declared_twice", name.span, name=name.text)
    return concept


def _declared_set(name: t.Name, site: Site) -> str:
    concept = site.concept(name, ("set",))
    if concept not in site.vocabulary.sets:
        raise site.undeclared(name, "set")
    return concept


def _check_same_sizes(entries: list[Entry], vocabulary: Vocabulary) -> None:
    """Follow "as many as" to its end; a circle or a set that is not declared is reported."""
    for item, site in entries:
        if not isinstance(item, t.SetDeclaration) or item.same_as is None:
            continue
        concept = vocabulary.words.get(item.name.text, "")
        declared = vocabulary.sets.get(concept)
        seen = [concept]
        while declared is not None and declared.same_as is not None:
            seen.append(declared.same_as)
            declared = vocabulary.sets.get(declared.same_as)
            if seen[-1] in seen[:-1]:
                declared = None
        if declared is None:
            site.fail("size_of_nothing", item.span, name=item.same_as.text)
            vocabulary.sets.pop(concept, None)
        else:
            vocabulary.sets[concept] = vocabulary.sets[concept].model_copy(
                update={"low": declared.low, "high": declared.high, "same_as": seen[-1]}
            )
