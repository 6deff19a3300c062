"""An Akoma Ntoso 3.0 document to the skeleton of a law file, none of it encoded.

Receives a parsed document; hands on the tree of a law file, the text that it quotes, laid
out in lines, and what was left out, by name: footnotes, signatures, annexes and whatever
else is no text of the law itself. Where a document has articles, what stands above them
are titles; where it has none, its sections stand for them, or else its paragraphs. After
this pass every word of the law stands in the tree, in order.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal
from xml.etree.ElementTree import Element

from compiler import tree as t
from compiler.interchange import labels
from compiler.interchange.akoma_ntoso import NAMESPACE
from compiler.interchange.markup import local, one_line
from compiler.languages import Language, language
from compiler.outline import short_name
from compiler.sentences import sentences
from runtime.ruleset.model import Model

Kind = Literal["article", "paragraph", "letter", "item"]
Fault = Literal["akn_other", "akn_version", "akn_kind", "akn_language", "akn_empty"]

_NOWHERE = t.Span(line=1, column=1, end_line=1, end_column=1)


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_HIERARCHY = _names(
    "clause section part paragraph chapter title article book tome division list point indent"
    " alinea rule subrule proviso subsection subpart subparagraph subchapter subtitle"
    " subdivision subclause sublist level transitional hcontainer"
)
_PARTS = _names("part title chapter book tome division subpart subtitle subchapter subdivision")
_NUMBERED = _names("paragraph subsection subrule")
"""What may be a numbered paragraph of an article, section or rule."""
_UNNUMBERED = _names("alinea list sublist hcontainer level")
"""What is no unit of its own where it has no number."""
_LISTS = _names("blockList ol ul")
_INTO = _names("container div blockContainer tblock subFlow embeddedStructure")
_AROUND = _names("intro content wrapUp listIntroduction listWrapUp listConclusion")
_NAMED = _names("num heading subheading")
_ITEMS = _names("item li")
_STRUCTURE = _HIERARCHY | _LISTS | _ITEMS | _INTO | _AROUND
_BLOCKS = _STRUCTURE
_BLOCKS |= _names("p block table longTitle formula citations citation recitals recital docDate toc")
_BLOCKS |= _names("quotedStructure")
_APART = _NAMED | _names("br eol eop td th tr li item")
"""What is no block, but stands apart from the words beside it."""
_NO_TEXT = _names(
    "authorialNote noteRef remark del img foreign meta componentRef marker coverPage conclusions"
    " attachments components"
)
"""What is no text of the law itself."""


class Unusable(ValueError):
    """The document is none that a law can be made of: why, and what was found instead."""

    def __init__(self, fault: Fault, found: str = "") -> None:
        super().__init__(f"{fault}: {found}")
        self.fault: Fault = fault
        self.found = found


class Imported(Model):
    """A version of a law from elsewhere.

    ``text`` is the wording that ``tree`` quotes; ``left_out`` counts what is no part of it.
    """

    tree: t.LawFile
    text: str
    left_out: dict[str, int]


def skeleton(root: Element, code: str, name: str) -> Imported:
    """The skeleton of the document ``root``, which is in language ``code``.

    The law is called by the abbreviation in its title, or else after ``name``. Raises
    ``Unusable``.
    """
    if local(root) != "akomaNtoso":
        raise Unusable("akn_other", local(root))
    if not root.tag.startswith(f"{{{NAMESPACE}"):
        raise Unusable("akn_version", root.tag.partition("}")[0].lstrip("{") or "–")
    document = next((child for child in root if local(child) not in _NO_TEXT), None)
    body = None if document is None else _child(document, "body", "mainBody")
    if document is None or body is None:
        raise Unusable("akn_kind", "–" if document is None else local(document))
    spoken = language(code)
    said = [one.get("language", "") for one in document.iter() if local(one) == "FRBRlanguage"]
    known = {code, *spoken.iso639}
    if said and not any(one.partition("-")[0].lower() in known for one in said):
        raise Unusable("akn_language", ", ".join(said))
    return _Reading(document, body, spoken).finish(name)


@dataclass(eq=False)
class _Draft:
    """A unit while it is read. ``printed`` is its label as it stands in the document."""

    kind: Kind
    label: str
    printed: str
    heading: str = ""
    parts: "list[str | _Draft]" = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def takes(self, label: str) -> str:
        """The label of the next unit in it: ``label``, or the next that is free."""
        found = labels.free(label, self.taken)
        self.taken.add(found)
        return found


class _Reading:
    """Reads one document."""

    def __init__(self, document: Element, body: Element, spoken: Language) -> None:
        self._spoken = spoken
        self._left_out: Counter[str] = Counter()
        self._basic = _basic_unit(body)
        self._sections: list[str | _Draft] = []
        self._top = _Draft("article", "", "", taken=self._labels_of_articles(body))
        self._title, self._preamble = self._opening(document, body)
        self._part(body)
        for child in document:
            if local(child) in _NO_TEXT and local(child) != "meta":
                self._left_out[local(child)] += 1

    def finish(self, name: str) -> Imported:
        """The tree and its text."""
        if not self._title or not any(isinstance(one, _Draft) for one in self._sections):
            raise Unusable("akn_empty")
        tree = t.LawFile(
            span=_NOWHERE,
            name=t.Name(text=short_name(self._title, name, self._spoken), span=_NOWHERE),
            title=_line(self._title),
            preamble=tuple(line for text in self._preamble for line in self._lines(text)),
            body=tuple(
                t.Title(span=_NOWHERE, text=_line(one)) if isinstance(one, str) else self._unit(one)
                for one in self._sections
            ),
        )
        lines = [self._title, *self._preamble]
        for section in self._sections:
            lines += [section] if isinstance(section, str) else self._printed(section)
        left_out = dict(sorted(self._left_out.items()))
        return Imported(tree=tree, text="\n".join(lines) + "\n", left_out=left_out)

    # ---- above the articles

    def _labels_of_articles(self, body: Element) -> set[str]:
        units = (one for one in _own(body) if local(one) == self._basic)
        found = (labels.of_article(self._named(one, "num"), self._spoken) for one in units)
        return {label for label in found if label is not None}

    def _opening(self, document: Element, body: Element) -> tuple[str, list[str]]:
        """The title, and what else stands before the body."""
        before = [one for one in document if local(one) in ("preface", "preamble")]
        titled = next((e for one in before for e in one.iter() if local(e) == "docTitle"), None)
        texts = [text for one in before for text in self._blocks(one)]
        if titled is None:
            heading = " ".join(self._text(one) for one in body if local(one) == "heading")
            if not heading and texts:
                heading = texts.pop(0)
            return heading, texts
        title = self._text(titled, counted=False)
        # A line that holds the title and more, such as a number, keeps what is more.
        for at, text in enumerate(texts):
            if title and title in text:
                rest = one_line(text.replace(title, " ", 1))
                texts[at : at + 1] = [rest] if rest else []
                break
        return title, texts

    def _part(self, element: Element) -> None:
        """The body or a part of it: titles, and the units that are numbered through."""
        for child in element:
            name = local(child)
            if name in _NAMED:
                continue
            if name == self._basic:
                self._article(child)
            elif name in _PARTS or any(local(one) == self._basic for one in _own(child)):
                title = " ".join(self._text(one) for one in child if local(one) in _NAMED)
                self._sections += self._said(title)
                self._part(child)
            elif name in _HIERARCHY:
                self._sections.append(self._nested(self._top, child))
            elif name in _AROUND or name in _INTO:
                self._part(child)
            else:
                self._loose(child)

    def _loose(self, element: Element) -> None:
        """A text that stands in no unit: among articles a title, otherwise a paragraph."""
        for text in self._block(element):
            if self._basic or local(element) == "crossHeading":
                self._sections.append(text)
            else:
                self._sections.append(_Draft("paragraph", self._top.takes("1"), "", parts=[text]))

    def _article(self, element: Element) -> None:
        number = self._named(element, "num")
        before = {one.label for one in self._sections if isinstance(one, _Draft)}
        label = labels.of_article(number, self._spoken) or labels.free("1", before)
        article = _Draft("article", label, labels.printed_article(number, label, self._spoken))
        article.heading = self._heading(element)
        self._sections.append(article)
        self._fill(article, element)

    # ---- in a unit

    def _fill(self, unit: _Draft, element: Element) -> None:
        """What stands in ``element`` but its number and headings: texts, lists and units."""
        alone = sum(1 for child in element if local(child) in _HIERARCHY) == 1
        running = element.text or ""
        for child in element:
            name = local(child)
            if name in _BLOCKS:
                unit.parts += self._said(running)
                running = ""
            if name in _HIERARCHY:
                if self._named(child, "num") or not (alone or name in _UNNUMBERED):
                    unit.parts.append(self._nested(unit, child))
                else:
                    unit.parts += self._said(self._heading(child))
                    self._fill(unit, child)
            elif name in _ITEMS:
                unit.parts.append(self._nested(unit, child))
            elif name in _STRUCTURE:
                self._fill(unit, child)
            elif name in _BLOCKS:
                unit.parts += self._block(child)
            elif name in _NO_TEXT:
                self._left_out[name] += 1
            elif name not in _NAMED:
                running += "".join(self._words(child, counted=True))
            running += child.tail or ""
        unit.parts += self._said(running)

    def _said(self, text: str) -> list[str]:
        text = one_line(text)
        return [text] if text else []

    def _nested(self, above: _Draft, element: Element) -> _Draft:
        number = self._named(element, "num")
        label = labels.of_unit(number)
        paragraph = above is self._top or (local(element) in _NUMBERED and above.kind == "article")
        label = above.takes(label or ("1" if paragraph or above.kind == "letter" else "a"))
        kind: Kind = "paragraph" if paragraph else "item" if label[0].isdigit() else "letter"
        unit = _Draft(kind, label, labels.printed_unit(number, label))
        unit.heading = self._heading(element)
        self._fill(unit, element)
        return unit

    # ---- texts

    def _named(self, element: Element, name: str) -> str:
        return " ".join(self._text(one) for one in element if local(one) == name)

    def _heading(self, element: Element) -> str:
        found = [self._text(one) for one in element if local(one) in ("heading", "subheading")]
        return " ".join(text for text in found if text)

    def _blocks(self, element: Element) -> list[str]:
        """The texts of the blocks in ``element``, each one line."""
        return [text for child in element for text in self._block(child)]

    def _block(self, element: Element) -> list[str]:
        name = local(element)
        if name in _NO_TEXT:
            self._left_out[name] += 1
            return []
        if name == "table":
            return [text for row in element if (text := self._text(row))]
        between = (element.text, *(child.tail for child in element))
        runs_on = any(one_line(text or "") for text in between)
        if not runs_on and any(local(child) in _BLOCKS for child in element):
            return self._blocks(element)
        return self._said(self._text(element))

    def _text(self, element: Element, *, counted: bool = True) -> str:
        """All that ``element`` says, as one line."""
        return one_line("".join(self._words(element, counted)))

    def _words(self, element: Element, counted: bool) -> Iterator[str]:
        yield element.text or ""
        for child in element:
            name = local(child)
            if name in _NO_TEXT:
                self._left_out[name] += counted
            else:
                apart = " " if name in _BLOCKS or name in _APART else ""
                yield apart
                yield from self._words(child, counted)
                yield apart
            yield child.tail or ""

    # ---- the tree and its text

    def _unit(self, draft: _Draft) -> t.Unit:
        contents: list[t.TextLine | t.Unit] = []
        for part in draft.parts:
            contents += [self._unit(part)] if isinstance(part, _Draft) else self._lines(part)
        return t.Unit(
            span=_NOWHERE,
            unit=draft.kind,
            label=draft.label,
            heading=_line(draft.heading) if draft.heading else None,
            contents=tuple(contents),
        )

    def _lines(self, text: str) -> list[t.TextLine]:
        return [_line(sentence) for sentence in sentences(_composed(text), self._spoken)]

    def _printed(self, draft: _Draft) -> Iterator[str]:
        """The lines of a unit: its label and heading before its first text, as laws are printed."""
        head = " ".join(part for part in (draft.printed, draft.heading) if part)
        parts: Iterable[str | _Draft] = draft.parts
        if draft.kind != "article" and draft.parts and isinstance(draft.parts[0], str):
            head = " ".join(part for part in (head, draft.parts[0]) if part)
            parts = draft.parts[1:]
        if head:
            yield head
        for part in parts:
            if isinstance(part, str):
                yield part
            else:
                yield from self._printed(part)


def _basic_unit(body: Element) -> str:
    """The name of the units that are numbered through a law, whatever part they stand in."""
    names = {local(one) for one in _own(body)}
    return next((name for name in ("article", "section", "rule", "clause") if name in names), "")


def _own(element: Element) -> Iterator[Element]:
    """What stands in ``element``, but not in a text that it quotes."""
    for child in element:
        if local(child) not in ("quotedStructure", "embeddedStructure"):
            yield child
            yield from _own(child)


def _child(element: Element, *names: str) -> Element | None:
    return next((child for child in element if local(child) in names), None)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _line(text: str) -> t.TextLine:
    return t.TextLine(text=_composed(text), span=_NOWHERE)
