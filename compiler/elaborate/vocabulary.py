"""What the words of one version mean: glossary and declarations, looked up with good manners.

A word that means nothing, or something of another kind than asked, is reported
with the closest word that would do; then the entry it stands in is abandoned.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from compiler import tree as t
from compiler.diagnostics import Diagnostics, closest
from compiler.elaborate.typing import Found, Nil
from compiler.glossary import Glossary
from compiler.languages import language
from compiler.units import Place
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import (
    DeclaredRecord,
    DeclaredSet,
    LawParameter,
    StateVariable,
)

_MUCH_ALIKE = 0.75
"""How like a word must be to be meant by one that means something itself."""


class Abandoned(Exception):
    """An entry has a mistake that was reported; nothing more can be made of it."""


@dataclass
class Vocabulary:
    """The words of one language and everything declared under them."""

    glossary: Glossary
    language: str
    words: dict[str, str]
    sets: dict[str, DeclaredSet] = field(default_factory=dict)
    records: dict[str, DeclaredRecord] = field(default_factory=dict)
    states: dict[str, StateVariable] = field(default_factory=dict)
    parameters: dict[str, LawParameter] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    members: dict[str, tuple[str, int]] = field(default_factory=dict)
    # Concepts whose entry had a mistake that was reported: that they are missing is no further one.
    lost: set[str] = field(default_factory=set)

    def in_english(self) -> "Vocabulary":
        """The same declarations under English words, for what belongs to no version."""
        return replace(self, language="en", words=self.glossary.words("en"))


@dataclass(frozen=True)
class Site:
    """Where in the law something is being elaborated, for messages and references."""

    place: Place
    file: str
    diagnostics: Diagnostics
    vocabulary: Vocabulary
    supplement: str | None = None

    @property
    def ref(self) -> str:
        return self.place.ref

    def fail(
        self, code: str, span: t.Span, suggestion: str | None = None, **values: str
    ) -> Abandoned:
        """Report a mistake; the caller raises what this returns."""
        self.diagnostics.add(
            code,
            self.file,
            span,
            heading=self.place.citation,
            suggestion=suggestion,
            values=values,
        )
        return Abandoned()

    @property
    def keywords(self) -> dict[str, tuple[str, ...]]:
        """The keywords of the language in which this place is written."""
        return language(self.vocabulary.language).keywords

    def describe(self, found: Found) -> str:
        """A type as it is written in the law's language."""
        words = self.keywords
        match found:
            case Nil():
                return words["NONE"][0]
            case ty.Optional():
                return f"{self.describe(found.item)} {words['OR'][0]} {words['NONE'][0]}"
            case ty.SetOf():
                return f"{words['SET_OF'][0]} {self.describe(found.item)}"
            case ty.Number():
                return f"{found.low}..{found.high}"
            case ty.Element(set=concept) | ty.Record(record=concept):
                return self.describe_concept(concept)
        return words["TRUTH"][0]

    def describe_concept(self, concept: str) -> str:
        """A concept's term in the law's language."""
        return self.vocabulary.glossary.concepts[concept].term(self.vocabulary.language)

    def wrong_arity(
        self, name: t.Name, span: t.Span, given: int, wanted: tuple[ty.Type, ...]
    ) -> Abandoned:
        """Report that ``name`` has not as many arguments as it takes, and how it is written."""
        listed = ", ".join(self.describe(type_) for type_ in wanted)
        form = f"{name.text}({listed})" if wanted else name.text
        return self.fail("wrong_arity", span, name=name.text, given=str(given), form=form)

    def undeclared(self, name: t.Name, kind: str) -> Abandoned:
        """Report that nothing declares ``name``, unless its entry had a mistake of its own."""
        if self.vocabulary.words.get(name.text) in self.vocabulary.lost:
            return Abandoned()
        return self.fail("not_declared", name.span, name=name.text, kind=kind)

    def concept(self, name: t.Name, kinds: Iterable[str], variables: Iterable[str] = ()) -> str:
        """The concept id of a word of one of ``kinds``.

        A word of a line that was left out for a mistake is not reported as well.
        """
        kinds = tuple(kinds)
        words = self.vocabulary.words
        concept_id = words.get(name.text)
        concepts = self.vocabulary.glossary.concepts
        if concept_id is None:
            if name.text in self.diagnostics.lost(self.file):
                # What would have bound it has a mistake of its own, which was reported.
                raise Abandoned()
            fitting = [word for word, owner in words.items() if concepts[owner].kind in kinds]
            near = self._of_another_language(name.text) or closest(
                name.text, [*fitting, *variables]
            )
            near = near or closest(name.text, words)
            raise self.fail("unknown_name", name.span, near, name=name.text)
        kind = concepts[concept_id].kind
        if kind not in kinds:
            fitting = [word for word, owner in words.items() if concepts[owner].kind in kinds]
            near = closest(name.text, fitting, _MUCH_ALIKE)
            raise self.fail(
                "wrong_kind",
                name.span,
                near,
                name=name.text,
                kind=kind,
                kinds=", ".join(kinds),
            )
        return concept_id

    def _of_another_language(self, word: str) -> str | None:
        """The word of this language for the concept that ``word`` means in another one."""
        glossary = self.vocabulary.glossary
        for concept in glossary.concepts.values():
            if any(word in (term.term, *term.forms) for term in concept.terms.values()):
                known = self.vocabulary.words.values()
                return self.describe_concept(concept.id) if concept.id in known else None
        return None
