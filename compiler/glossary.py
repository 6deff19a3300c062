"""The glossary: words of each language to concepts.

Receives the parsed ``glossary.toml``; hands on a :class:`Glossary` in which each
word of a language means at most one concept. A relation other than ``exact`` is
kept: it becomes an assumption of every proof that uses the concept.
"""

from typing import Any, Literal, get_args

from pydantic import ValidationError

from compiler.diagnostics import Diagnostics
from compiler.folder import Table
from compiler.languages import known_languages, language
from compiler.syntax import is_word
from compiler.toml_places import place_of
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

        English falls back on the ids themselves: it belongs to no version. A word that
        stands for two concepts, which is a mistake, means the first one here.
        """
        found: dict[str, str] = {}
        for concept in self.concepts.values():
            term = concept.terms.get(language)
            if term is not None:
                for word in (term.term, *term.forms):
                    found.setdefault(word, concept.id)
            elif language == "en":
                found[concept.id] = concept.id
        if language == "en":
            for concept_id in self.concepts:
                found.setdefault(concept_id, concept_id)
        return found

    def of_kind(self, kind: ConceptKind) -> tuple[str, ...]:
        """The ids of the concepts of ``kind``."""
        return tuple(concept.id for concept in self.concepts.values() if concept.kind == kind)

    def relations(self, language: str) -> dict[str, Relation]:
        """The concepts whose term in ``language`` is not exact."""
        return {
            concept.id: concept.terms[language].relation
            for concept in self.concepts.values()
            if language in concept.terms and concept.terms[language].relation != "exact"
        }


def read_glossary(table: Table, diagnostics: Diagnostics) -> Glossary:
    """The glossary in ``table``; an entry that is wrong is reported and left out."""
    concepts: dict[str, Concept] = {}
    for concept_id, entry in table.values.items():
        if not concept_id.isidentifier():
            place = place_of(table.text, concept_id)
            diagnostics.add("bad_concept_id", table.file, place, concept=concept_id)
            continue
        try:
            concepts[concept_id] = _concept(concept_id, entry)
        except ValidationError as error:
            for problem in error.errors():
                _report_entry(
                    concept_id, [str(part) for part in problem["loc"]], table, diagnostics
                )
    glossary = Glossary(concepts=concepts)
    _report_shared_words(glossary, table, diagnostics)
    _report_keywords(glossary, table, diagnostics)
    return glossary


def _concept(concept_id: str, entry: Any) -> Concept:
    """The concept that ``entry`` describes. Raises ``ValidationError``."""
    if not isinstance(entry, dict):
        return Concept.model_validate(entry)
    terms = {code: entry[code] for code in known_languages() if code in entry}
    rest = {key: value for key, value in entry.items() if key not in terms}
    own = rest.keys() & {"id", "terms"}  # given here, they cannot be given in the file
    return Concept.model_validate(
        {
            "id": concept_id,
            "terms": terms,
            **{f"{key} " if key in own else key: value for key, value in rest.items()},
        }
    )


def _report_entry(concept_id: str, path: list[str], table: Table, diagnostics: Diagnostics) -> None:
    """Report what is wrong in an entry: ``path`` leads to it."""
    path = [part.strip() for part in path if part != "terms"]
    diagnostics.add(
        "bad_glossary_entry",
        table.file,
        place_of(table.text, concept_id, path[0] if path else None),
        concept=concept_id,
        field=".".join(path) or concept_id,
        known=", ".join(get_args(ConceptKind)),
        relations=", ".join(get_args(Relation)),
    )


def _report_shared_words(glossary: Glossary, table: Table, diagnostics: Diagnostics) -> None:
    for code in known_languages():
        owner: dict[str, str] = {}
        for concept in glossary.concepts.values():
            term = concept.terms.get(code)
            for word in dict.fromkeys((term.term, *term.forms)) if term else ():
                if word in owner:
                    diagnostics.add(
                        "shared_word",
                        table.file,
                        place_of(table.text, concept.id, word),
                        word=word,
                        language=code,
                        first=owner[word],
                        second=concept.id,
                    )
                owner.setdefault(word, concept.id)


def _report_keywords(glossary: Glossary, table: Table, diagnostics: Diagnostics) -> None:
    """A word that is a keyword of its language can never be read as a name."""
    for code in known_languages():
        keywords = {wording for all_ in language(code).keywords.values() for wording in all_}
        for concept in glossary.concepts.values():
            term = concept.terms.get(code)
            for word in dict.fromkeys((term.term, *term.forms)) if term else ():
                if word in keywords or not is_word(word):
                    place = place_of(table.text, concept.id, word)
                    diagnostics.add(
                        "not_a_word",
                        table.file,
                        place,
                        word=word,
                        language=code,
                        concept=concept.id,
                    )
