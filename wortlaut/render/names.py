"""How concepts, elements, values and paragraphs are called in what people read."""

from fractions import Fraction
from itertools import takewhile

from compiler.law import Law
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth, Type
from runtime.state import Breach
from runtime.values import Value

NOTHING = "–"


class Names:
    """The words of one language version, for people.

    ``lettered`` is the set whose elements are called A, B, C; those of other
    sets are numbered from 1, unless they have names. ``say`` are the words of
    the reader's language ``reader``.
    """

    def __init__(
        self, law: Law, rules: RuleSet, lettered: str | None, reader: str, say: dict[str, str]
    ) -> None:
        self.law = law
        self.rules = rules
        self.lettered = lettered
        self.reader = reader if reader in law.languages else rules.language
        self.say = say

    def term(self, concept: str) -> str:
        """The version's term for ``concept``."""
        return self.rules.terms.get(concept, concept)

    def singular(self, set_id: str) -> str:
        """What one element of the set is called."""
        concept = self.law.glossary.concepts.get(set_id)
        term = concept.terms.get(self.rules.language) if concept is not None else None
        if term is None:
            return self.term(set_id)
        # The glossary does not tell forms apart, but a base form is rarely longer than others. A
        # form that begins otherwise may be a synonym, and is never put in place of the term.
        alike = (form for form in term.forms if _of_one_word(form, term.term))
        return min((term.term, *alike), key=len)

    def short(self, set_id: str, index: int) -> str:
        """The shortest name of an element: ``A``, ``7``, or its own."""
        members = self.rules.sets[set_id].members
        if members:
            return self.term(members[index])
        return chr(ord("A") + index) if set_id == self.lettered else str(index + 1)

    def element(self, set_id: str, index: int) -> str:
        """An element with the name of its kind: ``Mitglied A``."""
        short = self.short(set_id, index)
        return short if self.rules.sets[set_id].members else f"{self.singular(set_id)} {short}"

    def type(self, type: Type) -> str:
        """What a value of ``type`` is called; empty for numbers and the like."""
        match type:
            case Element(set=set_id):
                return self.singular(set_id)
            case Record(record=record):
                return self.term(record)
            case Optional(item=item) | SetOf(item=item):
                return self.type(item)
            case _:
                return ""

    def value(self, value: Value, type: Type, *, short: bool = False) -> str:
        """``value``, which is of ``type``; elements by their shortest name where ``short``."""
        if value is None:
            return NOTHING
        match type:
            case Truth():
                return self.say["yes"] if value else self.say["no"]
            case Element(set=set_id):
                return self.short(set_id, value) if short else self.element(set_id, value)
            case Record():
                return "(" + ", ".join(map(str, value)) + ")"
            case Optional(item=item):
                return self.value(value, item, short=short)
            case SetOf(item=item):
                return "{" + ", ".join(self.value(one, item, short=short) for one in value) + "}"
            case Number():
                return str(Fraction(value))

    def variable(self, name: str, value: Value, type: Type) -> str:
        """The value of a variable of the encoding, by its kind; by its name, if it has none."""
        told, of = self.value(value, type), type.item if isinstance(type, Optional) else type
        if value is not None and isinstance(of, Element):
            return told
        if value is not None and isinstance(of, Record):
            return f"{self.term(of.record)} {told}"
        return f"{name} = {told}"

    def place(self, state: str, arguments: tuple[int, ...]) -> str:
        """One place of a state variable: ``Besitz(7)``."""
        domain = self.rules.states[state].domain
        inside = ", ".join(self.short(s, i) for s, i in zip(domain, arguments, strict=True))
        return self.term(state) + (f"({inside})" if domain else "")

    def cite(self, ref: str) -> str:
        """The citations of ``ref`` in all languages of the law, its own first if it has several."""
        paragraph = self.rules.paragraphs.get(ref)
        if paragraph is None:
            return ref
        found = (paragraph.citations.get(language) for language in self.law.languages)
        return " / ".join(dict.fromkeys(one for one in found if one is not None)) or ref

    def wording(self, ref: str) -> tuple[str, str]:
        """Citation and official wording of ``ref`` in the reader's language, else the version's."""
        for language in (self.reader, self.rules.language):
            for place in self.law.versions[language].places:
                if place.ref == ref:
                    return place.citation, place.text
        return ref, ""

    def breach(self, breach: Breach) -> list[str]:
        """Why something is not lawful: the norm, its wording, and what would break it."""
        citation, text = self.wording(breach.ref)
        lines = [f"{citation}: «{text}»" if text else citation]
        if breach.item is not None:
            item = breach.item
            values = ", ".join(self.variable(n, v, item) for n, v in breach.values)
            lines.append(self.say["broken_by"].format(values=values, at=self.cite(breach.at)))
        return lines


def _of_one_word(form: str, term: str) -> bool:
    """Whether ``form`` can be an inflected form of ``term``: most of the shorter one is common."""
    letters = zip(form.casefold(), term.casefold(), strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
    return 3 * common >= 2 * min(len(form), len(term))
