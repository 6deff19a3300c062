"""What a line of an official text is by itself: an article, a title, a line with a label.

Receives text; hands on its lines, and says of a line what it may be. Whether it is
that, ``compiler.outline`` decides, which knows what came before.
"""

import re
from dataclasses import dataclass

from compiler.languages import Language

_SUFFIX = "(?:bis|ter|quater|[a-z])?"
_ROMAN = "[IVXLC]+"
_NUMBER = re.compile(rf"(\(?)(\d{{1,3}}{_SUFFIX})([.)]?)(?:\s+(\S.*))")
_LETTER = re.compile(r"(\(?)([a-z](?:bis|ter)?)([.)])(?:\s+(\S.*))")
_BULLET = re.compile(r"([•‣▪·*–—-])\s+(\S.*)")
_CLOSED = re.compile(r"[.;:!?…][»\"”’')\]]*$")
_ITEM_CLOSED = re.compile(r"[.;:!?…,][»\"”’')\]]*(?:\s+\w{1,4})?$")
_SENTENCE = re.compile(r"[.;,!?][»\"”’')\]]*$")


@dataclass(frozen=True)
class Line:
    """A line without the blanks around it; ``spaced``: an empty line stands before it."""

    text: str
    spaced: bool


@dataclass(frozen=True)
class Label:
    """A printed label, and the rest of its line.

    ``style`` is how labels of its list look: ``1``, ``1.``, ``(a)``, ``•``.
    """

    text: str
    style: str
    rest: str

    @property
    def bullet(self) -> bool:
        return not self.text

    @property
    def number(self) -> bool:
        return self.text[:1].isdigit()

    @property
    def first(self) -> bool:
        """Whether a list may begin with it."""
        return self.text in ("", "1", "a")


@dataclass(frozen=True)
class ArticleLine:
    """A line that begins an article: its label, and what follows."""

    label: str
    rest: str


def read_lines(text: str) -> list[Line]:
    """The lines of ``text`` that are not empty."""
    found: list[Line] = []
    spaced = False
    for line in text.splitlines():
        if stripped := line.strip():
            found.append(Line(stripped, spaced))
        spaced = not stripped
    return found


def label_of(text: str) -> Label | None:
    """The label that ``text`` begins with, if it looks like one."""
    if match := _BULLET.fullmatch(text):
        return Label("", match[1], match[2])
    if match := _NUMBER.fullmatch(text):
        return Label(match[2], f"1{match[1]}{match[3]}", match[4])
    if match := _LETTER.fullmatch(text):
        return Label(match[2], f"a{match[1]}{match[3]}", match[4])
    return None


def follows(label: str, later: str, *, gaps: bool) -> bool:
    """Whether ``later`` is the label after ``label``; with ``gaps``, some may be left out."""
    (number, suffix), (later_number, later_suffix) = _split(label), _split(later)
    if number == later_number:
        return later_suffix > suffix
    return later_number == number + 1 or (gaps and later_number > number)


def _split(label: str) -> tuple[int, str]:
    match = re.fullmatch(r"(\d+)(.*)", label)
    if match:
        return int(match[1]), match[2]
    return ord(label[0]), label[1:]


class LineReader:
    """Reads lines in one language."""

    FULL_LINE = 60
    """From how many characters on a line may have been broken because the page ends."""

    def __init__(self, spoken: Language) -> None:
        text = spoken.text
        self._first = {word.casefold() for word in text.first}
        words = _any([*spoken.references["article"], spoken.citation["article"].format("").strip()])
        ordinals = "|".join([rf"\d+{_SUFFIX}", *map(re.escape, text.first)])
        self._article = re.compile(
            rf"(?i:{words})\s*(?P<label>{ordinals})(?:[.:]|(?=\s)|$)\s*(?P<rest>.*)"
        )
        inner = [w for k in ("paragraph", "letter", "item") for w in spoken.references[k]]
        self._elsewhere = re.compile(rf"(?:{_any(inner)})\s*\w")
        title, number = _any(text.titles), rf"(?:\d+{_SUFFIX}|{_ROMAN})"
        kinds = (
            rf"(?i:{title})\s*[:–—].*",  # Titel: …
            rf"(?:{number}\.?|[^\W\d]\w+)\s+(?i:{title})(?:\s*[:.–—].*)?",  # 1. Titel: …
            rf"{number}\.?\s+(?i:{title})\s+\S.*",  # 1. Titel Allgemeines
            rf"(?i:{title})\s+(?:{number}|[^\W\d]\w+)(?:\s*[:.–—].*)?",  # Titre premier
            rf"(?i:{title})\s+{number}\s+\S.*",  # Chapter 1 General provisions
            rf"{_ROMAN}\.\s+\S.*",  # II. Allgemeines
        )
        self._titles = re.compile("|".join(kinds))

    def article(self, text: str) -> ArticleLine | None:
        """What ``text`` says if it may begin an article, and is no reference to one."""
        match = self._article.fullmatch(text)
        if match is None or self._elsewhere.match(match["rest"]):
            return None
        if match["rest"][:1].islower() or match["rest"][:1] in (",", ";"):
            return None
        label = "1" if match["label"].casefold() in self._first else match["label"]
        return ArticleLine(label, match["rest"])

    def is_title(self, text: str) -> bool:
        """Whether ``text`` may be the title of a part of the law."""
        return self._titles.fullmatch(text) is not None and _SENTENCE.search(text) is None

    def is_closed(self, text: str, *, listed: bool = False) -> bool:
        """Whether ``text`` ends where a line may end; ``listed``: as one of a list."""
        return (_ITEM_CLOSED if listed else _CLOSED).search(text) is not None


def _any(words: list[str] | tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True))
