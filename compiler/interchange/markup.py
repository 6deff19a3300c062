"""XML: foreign files read with care, own files written the same, byte for byte, every time.

The standard library suffices. What makes XML dangerous to read is its document type
declarations (entities that grow, entities that fetch files), and no format that is read
here needs one: a file that has one is refused, so there are no entities but XML's own five.
Depth is bounded here, size by whoever reads the file.
"""

import re
from collections.abc import Iterator
from typing import Literal
from xml.etree.ElementTree import Element, TreeBuilder, tostring
from xml.parsers import expat

MOST_DEPTH = 100
_NEVER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BEGINS = re.compile(rb"\s*<(?:\?xml\b|!--|!DOCTYPE\b|[A-Za-z_])")
_BLANKS = re.compile(r"[ \t\r\n]+")

Fault = Literal["xml_malformed", "xml_doctype", "xml_deep"]


class Unsound(ValueError):
    """Not an XML file that may be read: what it is instead, and where (from 1)."""

    def __init__(self, fault: Fault, line: int, column: int, reason: str = "") -> None:
        super().__init__(f"{fault} in line {line}, column {column}: {reason}")
        self.fault: Fault = fault
        self.line = line
        self.column = column
        self.reason = reason


class Unwritable(ValueError):
    """A character that no XML file can hold, with the text around it."""

    def __init__(self, text: str, position: int) -> None:
        self.character = f"U+{ord(text[position]):04X}"
        self.around = text[max(0, position - 20) : position].lstrip()
        super().__init__(f"{self.character} after {self.around!r}")


def looks_like_xml(data: bytes) -> bool:
    """Whether ``data`` begins as XML does."""
    return _BEGINS.match(data.removeprefix(b"\xef\xbb\xbf")) is not None


def read_xml(data: bytes) -> Element:
    """The root of the document in ``data``; names are ``{namespace}name``.

    Raises ``Unsound``.
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    depth = 0

    def fault(kind: Fault) -> Unsound:
        return Unsound(kind, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise fault("xml_deep")
        builder.start(_name(name), {_name(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_name(name))

    def doctype(*_: object) -> None:
        raise fault("xml_doctype")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise Unsound("xml_malformed", error.lineno, error.offset + 1, reason) from None
    return builder.close()


def _name(name: str) -> str:
    return f"{{{name}" if "}" in name else name


def local(element: Element) -> str:
    """The name of ``element`` without its namespace."""
    return element.tag.rpartition("}")[2]


def one_line(text: str) -> str:
    """``text`` with the blanks that only lay out the file made one, and none at the ends.

    Blanks that mean something, such as the one that keeps a number with its unit, stay.
    """
    return _BLANKS.sub(" ", text).strip(" ")


def unwritable(text: str) -> int | None:
    """Where in ``text`` there is a character that XML cannot hold; None: nowhere."""
    match = _NEVER.search(text)
    return None if match is None else match.start()


def write_xml(root: Element, running: frozenset[str], doctype: str = "") -> bytes:
    """The document, in UTF-8 and indented.

    ``running`` are the names of the elements that hold running text: nothing is added
    inside of them. Raises ``Unwritable``.
    """
    for text in _texts(root):
        position = unwritable(text)
        if position is not None:
            raise Unwritable(text, position)
    _lay_out(root, running, "\n")
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    if doctype:
        head += f"<!DOCTYPE {doctype}>\n"
    return f"{head}{tostring(root, 'unicode')}\n".encode()


def _texts(root: Element) -> Iterator[str]:
    for element in root.iter():
        yield element.text or ""
        yield element.tail or ""
        yield from element.attrib.values()


def _lay_out(element: Element, running: frozenset[str], margin: str) -> None:
    if element.tag in running or len(element) == 0:
        return
    deeper = f"{margin}  "
    element.text = deeper
    for child in element:
        _lay_out(child, running, deeper)
        child.tail = deeper
    element[-1].tail = margin
