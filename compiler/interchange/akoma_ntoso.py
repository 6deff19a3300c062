"""A version of a law as Akoma Ntoso 3.0 (OASIS LegalDocML).

One document for each version, as the standard has it: the versions of a law are
expressions of one work. What is the same place of the law has the same ``eId`` in each.
"""

import re
import unicodedata
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from compiler import tree as t
from compiler.interchange.markup import write_xml
from compiler.languages import Language, language
from compiler.law import Version
from compiler.phrases import has_phrases, phrases
from compiler.references import reference_spans, references_in
from compiler.units import short
from runtime.ruleset.model import Model

NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
_RUNNING = frozenset(("p", "num", "heading"))

_DATE = re.compile(
    r"\b(?P<number>[12]?\d|3[01])[^\W\d]{0,2}[.°]?\s+(?P<month>[^\W\d_]+)\s+(?P<year>\d{4})\b"
)

_ELEMENTS = {"article": "article", "paragraph": "paragraph", "letter": "point", "item": "point"}
_SHORT = {"article": "art", "paragraph": "para", "point": "point", "alinea": "al"}
_SHORT |= {"title": "title", "chapter": "chp", "section": "sec", "part": "part", "book": "book"}
"""How the naming convention of the standard abbreviates the names of elements."""

_PARTS = ("title", "chapter", "section", "part", "book")
"""The elements for the parts of a law, in the order in which a language's table names them."""

Path = tuple[tuple[str, str], ...]


class Work(Model):
    """What tells a law from all others.

    ``country`` is its code in ISO 3166-1, ``date`` the date of enactment (YYYY-MM-DD),
    ``author`` who enacted it, ``name`` how it is called where it is kept.
    """

    country: str
    date: str
    author: str
    name: str

    @property
    def iri(self) -> str:
        """Its name by the naming convention of the standard."""
        plain = unicodedata.normalize("NFKD", self.name).encode("ascii", "ignore").decode()
        name = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "law"
        return f"/akn/{self.country}/act/{self.date}/{name}"


def date_of(version: Version) -> str | None:
    """The first date above the articles of a version (YYYY-MM-DD); None: there is none.

    The names of the months stand in the language's table of phrases.
    """
    if not has_phrases(version.language):
        return None
    months = [month.casefold() for month in phrases(version.language).months]
    lines = [part.text for part in version.tree.preamble if isinstance(part, t.TextLine)]
    for line in (version.tree.title.text, *lines):
        for found in _DATE.finditer(line):
            if found["month"].casefold() in months:
                month = months.index(found["month"].casefold()) + 1
                return f"{found['year']}-{month:02}-{int(found['number']):02}"
    return None


def akoma_ntoso(version: Version, work: Work, tool: str) -> bytes:
    """The document of one version. ``tool`` is the name of what writes it, with its version.

    Raises ``Unwritable``.
    """
    root = Element("akomaNtoso", {"xmlns": NAMESPACE})
    act = SubElement(root, "act", {"name": "act", "contains": "originalVersion"})
    _meta(act, version, work, tool)
    preface = SubElement(act, "preface")
    title = SubElement(SubElement(preface, "longTitle", {"eId": "longTitle_1"}), "p")
    SubElement(title, "docTitle").text = version.tree.title.text
    _Body(version).write(act)
    return write_xml(root, _RUNNING)


def _meta(act: Element, version: Version, work: Work, tool: str) -> None:
    spoken = language(version.language)
    code = spoken.iso639[0]
    expression = f"{work.iri}/{code}@{work.date}"
    identification = SubElement(SubElement(act, "meta"), "identification", {"source": "#tool"})
    levels = (
        ("FRBRWork", f"{work.iri}/!main", work.iri, "enactment", "#enactor"),
        ("FRBRExpression", f"{expression}/!main", expression, "enactment", "#enactor"),
        ("FRBRManifestation", f"{expression}/!main.xml", f"{expression}.akn", "enactment", "#tool"),
    )
    found = {}
    for name, this, uri, kind, by in levels:
        level = found[name] = SubElement(identification, name)
        SubElement(level, "FRBRthis", {"value": this})
        SubElement(level, "FRBRuri", {"value": uri})
        if name == "FRBRExpression":
            alias = {"value": version.tree.name.text, "name": "abbreviation"}
            SubElement(level, "FRBRalias", alias)
        SubElement(level, "FRBRdate", {"date": work.date, "name": kind})
        SubElement(level, "FRBRauthor", {"href": by})
    SubElement(found["FRBRWork"], "FRBRcountry", {"value": work.country})
    SubElement(found["FRBRWork"], "FRBRname", {"value": work.name})
    SubElement(found["FRBRExpression"], "FRBRlanguage", {"language": code})
    SubElement(found["FRBRManifestation"], "FRBRformat", {"value": "application/akn+xml"})
    references = SubElement(act[0], "references", {"source": "#tool"})
    who = {"eId": "enactor", "href": "/akn/ontology/organization/enactor", "showAs": work.author}
    SubElement(references, "TLCOrganization", who)
    with_what = {"eId": "tool", "href": "/akn/ontology/object/tool", "showAs": tool}
    SubElement(references, "TLCObject", with_what)


class _Body:
    """Writes preamble and body, and gives every element its ``eId``."""

    def __init__(self, version: Version) -> None:
        self._tree = version.tree
        self._spoken = language(version.language)
        self._taken: set[str] = set()
        self._names: dict[int, str] = {}
        self._by_ref: dict[str, str] = {}
        for section in version.tree.body:
            if isinstance(section, t.Unit):
                self._name(section, (), "")

    def write(self, act: Element) -> None:
        preamble = [part for part in self._tree.preamble if isinstance(part, t.TextLine)]
        if preamble:
            opening = SubElement(act, "preamble")
            for line in preamble:
                self._paragraph(opening, line.text, ())
        body = SubElement(act, "body")
        open_: list[tuple[str, Element]] = []
        for section in self._tree.body:
            if isinstance(section, t.Title):
                kind = part_of_law(section.text.text, self._spoken)
                # A part of a kind that is open ends it; one of another kind stands inside.
                kinds = [one for one, _ in open_]
                if kind in kinds:
                    del open_[kinds.index(kind) :]
                above = open_[-1][1] if open_ else body
                eid = self._free(_below(above.get("eId", ""), kind, str(_next(above, kind))))
                part = SubElement(above, kind, {"eId": eid})
                self._running(part, "heading", section.text.text, ())
                open_.append((kind, part))
            else:
                self._unit(open_[-1][1] if open_ else body, section, ())

    def _name(self, unit: t.Unit, above: Path, eid: str) -> None:
        """Give ``unit`` and those in it their names, before any text refers to them."""
        path = (*above, (unit.unit, unit.label))
        # Articles are numbered through; their names say nothing of the parts above them.
        own = self._free(_below(eid, _ELEMENTS[unit.unit], unit.label))
        self._names[id(unit)] = own
        self._by_ref.setdefault(short(path), own)
        for part in unit.contents:
            if isinstance(part, t.Unit):
                self._name(part, path, own)

    def _unit(self, above: Element, unit: t.Unit, path: Path) -> None:
        path = (*path, (unit.unit, unit.label))
        eid = self._names[id(unit)]
        element = SubElement(above, _ELEMENTS[unit.unit], {"eId": eid})
        number = SubElement(element, "num")
        number.text = self._spoken.cite(path) if unit.unit == "article" else unit.label
        if unit.heading is not None:
            self._running(element, "heading", unit.heading.text, path)
        parts = list(_runs(unit))
        inside = [at for at, part in enumerate(parts) if isinstance(part, t.Unit)]
        if not inside:
            self._block(element, "content", "".join(p for p in parts if isinstance(p, str)), path)
            return
        for at, part in enumerate(parts):
            if isinstance(part, t.Unit):
                self._unit(element, part, path)
            elif at < inside[0]:
                self._block(element, "intro", part, path)
            elif at > inside[-1]:
                self._block(element, "wrapUp", part, path)
            else:
                between = self._free(_below(eid, "alinea", str(_next(element, "alinea"))))
                alinea = SubElement(element, "alinea", {"eId": between})
                self._block(alinea, "content", part, path)

    def _block(self, above: Element, name: str, text: str, path: Path) -> None:
        block = SubElement(above, name, {"eId": self._free(f"{above.get('eId')}__{name}")})
        self._paragraph(block, text, path)

    def _paragraph(self, above: Element, text: str, path: Path) -> None:
        self._running(above, "p", text, path)

    def _running(self, above: Element, name: str, text: str, path: Path) -> None:
        """An element with running text, in which references to places of the law are links."""
        element = SubElement(above, name)
        links = self._links(text, path) if name == "p" and path else ()
        written, last = 0, None
        for start, end, eid in links:
            _append(element, last, text[written:start])
            last = SubElement(element, "ref", {"href": f"#{eid}"})
            last.text = text[start:end]
            written = end
        _append(element, last, text[written:])

    def _links(self, text: str, path: Path) -> Iterator[tuple[int, int, str]]:
        code = self._spoken.code
        spans = reference_spans(text, code)
        for (start, end), target in zip(spans, references_in(text, code, path), strict=True):
            eid = self._by_ref.get(short(target))
            if eid is not None:
                yield start, start + len(text[start:end].rstrip()), eid

    def _free(self, eid: str) -> str:
        found, number = eid, 1
        while found in self._taken:
            number += 1
            found = f"{eid}-{number}"
        self._taken.add(found)
        return found


def part_of_law(text: str, spoken: Language) -> str:
    """The element for a part of a law with this title; the language's table says which."""
    words = {word.casefold() for word in re.findall(r"\w+", text)[:3]}
    named = zip(spoken.text.titles, _PARTS, strict=False)
    return next((part for word, part in named if word.casefold() in words), "title")


def _runs(unit: t.Unit) -> Iterator[str | t.Unit]:
    """What stands in ``unit``: the texts between the units in it, each as one, and these."""
    lines: list[str] = []
    for part in unit.contents:
        if isinstance(part, t.TextLine):
            lines.append(part.text)
        elif isinstance(part, t.Unit):
            if lines:
                yield " ".join(lines)
            lines = []
            yield part
    if lines:
        yield " ".join(lines)


def _below(eid: str, element: str, label: str) -> str:
    own = f"{_SHORT[element]}_{label}"
    return f"{eid}__{own}" if eid else own


def _next(above: Element, name: str) -> int:
    return 1 + sum(1 for child in above if child.tag == name)


def _append(element: Element, last: Element | None, text: str) -> None:
    if last is None:
        element.text = text
    else:
        last.tail = text
