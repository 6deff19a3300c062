"""What the words of one version mean: glossary and declarations, looked up with good manners.

A word that means nothing, or something of another kind than asked, is reported
with the closest word that would do; then the entry it stands in is abandoned.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from compiler import tree as t
from compiler.diagnostics import Diagnostics, closest
from compiler.glossary import Glossary
from compiler.units import Place
from runtime.ruleset.ruleset import (
    DeclaredRecord,
    DeclaredSet,
    LawParameter,
    StateVariable,
)


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

    def concept(self, name: t.Name, kinds: Iterable[str], variables: Iterable[str] = ()) -> str:
        """The concept id of a word of one of ``kinds``."""
        kinds = tuple(kinds)
        words = self.vocabulary.words
        concept_id = words.get(name.text)
        concepts = self.vocabulary.glossary.concepts
        if concept_id is None:
            fitting = [word for word, owner in words.items() if concepts[owner].kind in kinds]
            near = closest(name.text, [*fitting, *variables]) or closest(name.text, words)
            raise self.fail("unknown_name", name.span, near, name=name.text)
        kind = concepts[concept_id].kind
        if kind not in kinds:
            fitting = [word for word, owner in words.items() if concepts[owner].kind in kinds]
            near = closest(name.text, fitting)
            raise self.fail(
                "wrong_kind",
                name.span,
                near,
                name=name.text,
                kind=kind,
                wanted=", ".join(kinds),
            )
        return concept_id
