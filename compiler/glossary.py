"""The glossary: words of each language to concepts.

Receives the parsed ``glossary.toml``; hands on a :class:`Glossary` in which each
word of a language means at most one concept. A relation other than ``exact`` is
kept: it becomes an assumption of every proof that uses the concept.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import ValidationError

from compiler.diagnostics import Diagnostics
from compiler.languages import known_languages, language
from runtime.ruleset.model import Model

ConceptKind = Literal[
    "set",
    "member",
    "record",
    "field",
    "state",
    "parameter",
    "role",
    "definition",
    "flow",
    "decision",
    "outcome",
    "gap",
]
Relation = Literal["exact", "broader", "narrower", "false_friend"]


class Term(Model):
    """A concept's term in one language, its other forms, and how it relates to the concept."""

    term: str
    forms: tuple[str, ...] = ()
    relation: Relation = "exact"
    note: str | None = None


class Concept(Model):
    """One concept of the law, and the term for it in each language that has one."""

    id: str
    kind: ConceptKind
    note: str | None = None
    terms: dict[str, Term]

    def term(self, language: str) -> str:
        """The term in ``language``; the id where there is none."""
        return self.terms[language].term if language in self.terms else self.id


class Glossary(Model):
    """All concepts of a law by id."""

    concepts: dict[str, Concept]

    def words(self, language: str) -> dict[str, str]:
        """Every term and form of ``language`` with its concept id.

        English falls back on the ids themselves: it belongs to no version.
        """
        found = {}
        for concept in self.concepts.values():
            term = concept.terms.get(language)
            if term is not None:
                for word in (term.term, *term.forms):
                    found[word] = concept.id
            elif language == "en":
                found[concept.id] = concept.id
        if language == "en":
            for concept_id in self.concepts:
                found.setdefault(concept_id, concept_id)
        return found

    def relations(self, language: str) -> dict[str, Relation]:
        """The concepts whose term in ``language`` is not exact."""
        return {
            concept.id: concept.terms[language].relation
            for concept in self.concepts.values()
            if language in concept.terms and concept.terms[language].relation != "exact"
        }


def read_glossary(table: Mapping[str, Any], file: str, diagnostics: Diagnostics) -> Glossary:
    """The glossary in ``table``; an entry that is wrong is reported and left out."""
    concepts: dict[str, Concept] = {}
    for concept_id, entry in table.items():
        if not concept_id.isidentifier():
            diagnostics.add("bad_concept_id", file, None, concept=concept_id)
            continue
        if not isinstance(entry, dict):
            diagnostics.add("bad_glossary_entry", file, None, concept=concept_id, reason="kind")
            continue
        terms = {code: entry[code] for code in known_languages() if code in entry}
        rest = {key: value for key, value in entry.items() if key not in terms}
        try:
            concept = Concept.model_validate({"id": concept_id, **rest, "terms": terms})
        except ValidationError as error:
            for problem in error.errors():
                field = ".".join(str(part) for part in problem["loc"])
                reason = f"{field}: {problem['msg']}"
                diagnostics.add("bad_glossary_entry", file, None, concept=concept_id, reason=reason)
            continue
        concepts[concept_id] = concept
    glossary = Glossary(concepts=concepts)
    _report_shared_words(glossary, file, diagnostics)
    _report_keywords(glossary, file, diagnostics)
    return glossary


def _report_shared_words(glossary: Glossary, file: str, diagnostics: Diagnostics) -> None:
    for code in known_languages():
        owner: dict[str, str] = {}
        for concept in glossary.concepts.values():
            term = concept.terms.get(code)
            for word in dict.fromkeys((term.term, *term.forms)) if term else ():
                if word in owner:
                    diagnostics.add(
                        "shared_word",
                        file,
                        None,
                        word=word,
                        language=code,
                        first=owner[word],
                        second=concept.id,
                    )
                owner.setdefault(word, concept.id)


def _report_keywords(glossary: Glossary, file: str, diagnostics: Diagnostics) -> None:
    """A word that is a keyword of its language can never be read as a name."""
    for code in known_languages():
        keywords = {wording for all_ in language(code).keywords.values() for wording in all_}
        for concept in glossary.concepts.values():
            term = concept.terms.get(code)
            for word in dict.fromkeys((term.term, *term.forms)) if term else ():
                if word in keywords or not word.isidentifier():
                    diagnostics.add(
                        "not_a_word", file, None, word=word, language=code, concept=concept.id
                    )
