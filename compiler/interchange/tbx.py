"""The glossary of a law as TBX (ISO 30042:2019), in the public dialect TBX-Basic.

Data categories stand in attributes (style DCA), which most programs read. Each concept
is an entry; its term in a language is preferred, the other forms are variants of it. A
term has the first sentence in which the version uses it as its context.
"""

import re
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement

from compiler.glossary import Concept, Glossary, Term
from compiler.interchange.markup import write_xml
from compiler.law import Version

NAMESPACE = "urn:iso:std:iso:30042:ed-2"
_RUNNING = frozenset(("term", "descrip", "note", "p", "admin", "termNote", "title"))


def tbx(glossary: Glossary, versions: Sequence[Version], field: str, tool: str) -> bytes | None:
    """The document with the terms of the languages of ``versions``; None: there are none.

    ``field`` is the subject field of all entries, ``tool`` the name of what writes it, with
    its version. Raises ``Unwritable``.
    """
    codes = [version.language for version in versions]
    root = Element(
        "tbx", {"xmlns": NAMESPACE, "type": "TBX-Basic", "style": "dca", "xml:lang": codes[0]}
    )
    description = SubElement(SubElement(root, "tbxHeader"), "fileDesc")
    SubElement(SubElement(description, "titleStmt"), "title").text = versions[0].tree.title.text
    SubElement(SubElement(description, "sourceDesc"), "p").text = tool
    body = SubElement(SubElement(root, "text"), "body")
    for concept in glossary.concepts.values():
        terms = [(term, version) for version in versions if (term := _term(concept, version))]
        if terms:
            _entry(body, concept, terms, field)
    return write_xml(root, _RUNNING) if len(body) else None


def _term(concept: Concept, version: Version) -> Term | None:
    """The term in a version; in English, a concept that has none is called by its id."""
    english = Term(term=concept.id) if version.language == "en" else None
    return concept.terms.get(version.language, english)


def _entry(
    body: Element, concept: Concept, terms: Iterable[tuple[Term, Version]], field: str
) -> None:
    entry = SubElement(body, "conceptEntry", {"id": concept.id})
    SubElement(entry, "descrip", {"type": "subjectField"}).text = field
    if concept.note is not None:
        SubElement(entry, "note").text = concept.note
    for term, version in terms:
        section = SubElement(entry, "langSec", {"xml:lang": version.language})
        preferred = SubElement(section, "termSec")
        SubElement(preferred, "term").text = term.term
        status = SubElement(preferred, "termNote", {"type": "administrativeStatus"})
        status.text = "preferredTerm-admn-sts"
        _context(preferred, term, version)
        for note in _notes(term):
            SubElement(preferred, "note").text = note
        for form in dict.fromkeys(term.forms):
            variant = SubElement(section, "termSec")
            SubElement(variant, "term").text = form
            SubElement(variant, "termNote", {"type": "termType"}).text = "variant"


def _notes(term: Term) -> Iterable[str]:
    if term.relation != "exact":
        # TBX-Basic has no category for it.
        yield f"relation to the concept: {term.relation}"
    if term.note is not None:
        yield term.note


def _context(section: Element, term: Term, version: Version) -> None:
    words = "|".join(map(re.escape, (term.term, *term.forms)))
    used = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
    for place in version.places:
        for passage in place.passages:
            for sentence in passage.sentences:
                if used.search(sentence):
                    group = SubElement(section, "descripGrp")
                    SubElement(group, "descrip", {"type": "context"}).text = sentence
                    SubElement(group, "admin", {"type": "source"}).text = place.citation
                    return
