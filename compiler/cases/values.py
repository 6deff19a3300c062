"""The values that worked cases write: of a type that is known, or as they are said."""

from collections.abc import Sequence
from itertools import product

from compiler import tree as t
from compiler.elaborate.vocabulary import Abandoned, Site
from compiler.languages import language
from compiler.printer.cases import write_value
from compiler.printer.statements import Page
from runtime.ruleset import types as ty
from runtime.ruleset.cases import Entry, Said
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Type
from runtime.values import Sizes, Value, all_values

_MOST = 1_000_000
"""More values than any state has places."""

_TRUTHS = {"yes": True, "no": False}


class CaseValues:
    """Reads the values of one case, for the sizes of its sets."""

    def __init__(self, site: Site, rules: RuleSet, sizes: Sizes) -> None:
        self.site = site
        self.rules = rules
        self.sizes = sizes
        self.members = {
            member: (declared.id, index)
            for declared in rules.sets.values()
            for index, member in enumerate(declared.members)
        }

    def value(self, tree: t.ValueTree, type_: Type) -> Value:
        """``tree`` as a value of ``type_``; raises ``Abandoned``."""
        if isinstance(type_, ty.Optional):
            return None if tree.form == "nothing" else self.value(tree, type_.item)
        said = self.said(tree)
        match type_:
            case ty.Truth() if tree.form in _TRUTHS:
                return said.value
            case ty.Number(low=low, high=high) if tree.form == "number":
                if low <= said.value <= high:
                    return said.value
            case ty.Element(set=set_id) if said.set == set_id:
                return said.value
            case ty.Record(record=record) if tree.form == "record":
                fields = self.rules.records[record].fields
                numbers = tree.numbers
                if len(fields) == len(numbers) and all(
                    field.low <= number <= field.high
                    for field, number in zip(fields, numbers, strict=True)
                ):
                    return said.value
            case _:
                pass
        raise self.site.fail("value_does_not_fit", tree.span, wanted=self._wanted(type_))

    def said(self, tree: t.ValueTree) -> Said:
        """``tree`` as it is said, whatever type its place has; raises ``Abandoned``."""
        match tree.form:
            case "number":
                return Said(value=tree.numbers[0])
            case "record":
                return Said(value=tree.numbers)
            case "element":
                return self._element(tree)
            case "name":
                assert tree.name is not None
                concept = self.site.concept(tree.name, ("member",))
                if concept not in self.members:
                    raise self._undeclared(tree.name, "member")
                set_id, index = self.members[concept]
                return Said(value=index, set=set_id)
            case "nothing":
                return Said(value=None)
            case form:
                return Said(value=_TRUTHS[form])

    def _element(self, tree: t.ValueTree) -> Said:
        assert tree.name is not None
        set_id = self.site.concept(tree.name, ("set",))
        if set_id not in self.rules.sets:
            raise self._undeclared(tree.name, "set")
        size = self.sizes[set_id]
        if self.rules.sets[set_id].members:
            members = ", ".join(self.term(member) for member in self.rules.sets[set_id].members)
            raise self.site.fail("value_does_not_fit", tree.span, wanted=members)
        if not 1 <= tree.numbers[0] <= size:
            raise self.site.fail(
                "no_such_element",
                tree.span,
                name=tree.name.text,
                given=str(tree.numbers[0]),
                size=str(size),
            )
        return Said(value=tree.numbers[0] - 1, set=set_id)

    def arguments(
        self, name: t.Name, given: tuple[t.ValueTree, ...], wanted: Sequence[Type]
    ) -> tuple[Value, ...]:
        """Arguments of the types ``wanted``; raises ``Abandoned``."""
        if len(given) != len(wanted):
            raise self.site.wrong_arity(name, name.span, len(given), tuple(wanted))
        return tuple(self.value(one, type_) for one, type_ in zip(given, wanted, strict=True))

    def holds(self, tree: t.HoldsTree, kinds: tuple[str, ...]) -> tuple[str, tuple[Entry, ...]]:
        """A state or definition, and what it is worth at which places; raises ``Abandoned``."""
        concept = self.site.concept(tree.name, kinds)
        domain, type_ = self._signature(concept, tree.name)
        if tree.value is not None:
            arguments = self.arguments(tree.name, tree.arguments, domain)
            return concept, (Entry(arguments=arguments, value=self.value(tree.value, type_)),)
        values = [
            value
            for entry in tree.entries
            for value in [self.value(entry.value, type_)] * min(entry.times, _MOST)
        ]
        places = list(product(*(all_values(one, self.rules, self.sizes) for one in domain)))
        given = sum(entry.times for entry in tree.entries)
        if given != len(places):
            raise self.site.fail(
                "wrong_count",
                tree.span,
                name=tree.name.text,
                given=str(given),
                wanted=str(len(places)),
            )
        return concept, tuple(
            Entry(arguments=at, value=value) for at, value in zip(places, values, strict=True)
        )

    def _signature(self, concept: str, name: t.Name) -> tuple[list[Type], Type]:
        if concept in self.rules.states:
            state = self.rules.states[concept]
            return [ty.Element(set=set_id) for set_id in state.domain], state.type
        if concept in self.rules.definitions:
            definition = self.rules.definitions[concept]
            return [parameter.type for parameter in definition.parameters], definition.type
        kind = self.site.vocabulary.glossary.concepts[concept].kind
        raise self._undeclared(name, kind)

    def _undeclared(self, name: t.Name, kind: str) -> Abandoned:
        return self.site.fail("not_declared", name.span, name=name.text, kind=kind)

    def term(self, concept: str) -> str:
        """What the case's language calls a concept."""
        concepts = self.site.vocabulary.glossary.concepts
        return concepts[concept].term(self.site.vocabulary.language)

    def written(self, tree: t.ValueTree) -> str:
        """A value in the words of the case's language."""
        return write_value(tree, Page(language(self.site.vocabulary.language)))

    def _wanted(self, type_: Type) -> str:
        """A type as its values are written."""
        match type_:
            case ty.Optional(item=item):
                return self._wanted(item)
            case ty.Number(low=low, high=high):
                return f"{low}..{high}"
            case ty.Element(set=set_id):
                members = self.rules.sets[set_id].members
                if members:
                    return ", ".join(self.term(member) for member in members)
                return f"{self.term(set_id)} 1..{self.sizes[set_id]}"
            case ty.Record(record=record):
                fields = self.rules.records[record].fields
                numbers = ", ".join(f"{field.low}..{field.high}" for field in fields)
                return f"{self.term(record)} ({numbers})"
            case ty.SetOf(item=item):
                return "{" + self._wanted(item) + "}"
            case _:
                return "✓/✗"
