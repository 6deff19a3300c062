"""Concepts and sizes of sets in the words of a version of the law."""

from collections.abc import Mapping

from compiler.law import Law


def spoken(law: Law, reader: str) -> str:
    """The version whose words are used for a reader of ``reader``: that one, or the first."""
    return reader if reader in law.languages else law.languages[0]


def term(law: Law, concept: str, language: str) -> str:
    """The term for a concept in a version; its id where there is none."""
    found = law.glossary.concepts.get(concept)
    return concept if found is None else found.term(language)


def say_sizes(law: Law, sizes: Mapping[str, int], language: str) -> str:
    """How large each set is, in the words of a version."""
    return ", ".join(f"{term(law, name, language)} {size}" for name, size in sizes.items())
