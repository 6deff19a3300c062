"""An official text to the skeleton of a law file: every sentence in its place, none encoded.

Receives plain text, a line for each paragraph or letter, or wrapped lines; hands
on the tree of a law file. The first line is the title of the law. Where a line
begins an article, the text has articles, with titles between them and a preamble
before; otherwise it has paragraphs, which are numbered as they come. What begins
an article or a title in a language stands in the language's table. After this
pass every word of the text stands in the tree, in order; only the printed labels
of units are set apart.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Literal

from compiler import tree as t
from compiler.languages import Language, language
from compiler.outline_lines import Label, Line, LineReader, follows, label_of, read_lines
from compiler.sentences import sentences

_NOWHERE = t.Span(line=1, column=1, end_line=1, end_column=1)
_ABBREVIATION = re.compile(r"\(([^()]*)\)\s*$")
_NAME = re.compile(r"[^\W\d]\w*")
_LONGEST_HEADING = 80

Kind = Literal["article", "paragraph", "letter", "item"]


class NoText(ValueError):
    """There is nothing under a title that could be outlined."""


def outline(text: str, code: str, name: str) -> t.LawFile:
    """The skeleton of ``text``, which is in language ``code``.

    The law is called by the abbreviation in its title, or else after ``name``. Raises
    ``NoText`` where there is nothing under a title.
    """
    spoken = language(code)
    lines = read_lines(unicodedata.normalize("NFC", text))
    if len(lines) < 2:
        raise NoText
    reader = LineReader(spoken)
    title, *rest = lines
    of_articles = any(reader.article(line.text) for line in rest)
    builder = _Articles(spoken, reader) if of_articles else _Paragraphs(spoken, reader)
    builder.spaced = any(line.spaced for line in rest[1:])
    for line, following in zip(rest, [*rest[1:], None], strict=True):
        builder.add(line, following)
        builder.previous = line
    return builder.finish(short_name(title.text, name, spoken), title.text)


def short_name(title: str, name: str, spoken: Language) -> str:
    """What a law with this title is called: its abbreviation, or else after ``name``."""
    match = _ABBREVIATION.search(title)
    plain = re.sub(r"\W+", "_", unicodedata.normalize("NFC", name)).strip("_")
    names = [match[1].rpartition(",")[2].strip()] if match else []
    names += [plain, plain.capitalize(), f"L_{plain}"]
    keywords = {word for wordings in spoken.keywords.values() for word in wordings}
    return next(one for one in names if _NAME.fullmatch(one) and one not in keywords)


@dataclass(eq=False)
class _Draft:
    """A unit while it grows. ``style`` is how its label is printed; None: not at all."""

    kind: Kind
    label: str
    style: str | None = None
    heading: str = ""
    parts: "list[str | _Draft]" = field(default_factory=list)

    @property
    def text(self) -> str:
        """What it says last."""
        last = self.parts[-1] if self.parts else ""
        return last if isinstance(last, str) else ""

    @property
    def labels(self) -> set[str]:
        """The labels of the units in it."""
        return {part.label for part in self.parts if isinstance(part, _Draft)}


class _Builder:
    """Takes the lines one by one; ``_open`` are the units that may go on, outermost first."""

    def __init__(self, spoken: Language, reader: LineReader) -> None:
        self.previous: Line | None = None
        self.spaced = False
        self._spoken = spoken
        self._reader = reader
        self._preamble: list[str] = []
        self._body: list[_Draft | str] = []
        self._open: list[_Draft] = []

    def add(self, line: Line, following: Line | None) -> None:
        """Put ``line`` where it belongs."""
        raise NotImplementedError

    def finish(self, name: str, title: str) -> t.LawFile:
        """The tree of all lines."""
        if not self._body:
            raise NoText
        body = (
            t.Title(span=_NOWHERE, text=_text(part)) if isinstance(part, str) else self._unit(part)
            for part in self._body
        )
        return t.LawFile(
            span=_NOWHERE,
            name=t.Name(text=name, span=_NOWHERE),
            title=_text(title),
            preamble=tuple(line for part in self._preamble for line in self._sentences(part)),
            body=tuple(body),
        )

    def _unit(self, draft: _Draft) -> t.Unit:
        contents: list[t.TextLine | t.Unit] = []
        for part in draft.parts:
            contents += [self._unit(part)] if isinstance(part, _Draft) else self._sentences(part)
        return t.Unit(
            span=_NOWHERE,
            unit=draft.kind,
            label=draft.label,
            heading=_text(draft.heading) if draft.heading else None,
            contents=tuple(contents),
        )

    def _sentences(self, text: str) -> list[t.TextLine]:
        return [_text(sentence) for sentence in sentences(text, self._spoken)]

    # ---- lines of a unit

    def _in_unit(self, line: Line) -> None:
        """A line below the beginning of an article or a paragraph."""
        label = label_of(line.text)
        goes_on = self._goes_on(line)
        marked = label is not None and (label.bullet or len(label.style) > 1)
        if label is not None and (marked or not goes_on) and self._labelled(label):
            return
        if goes_on:
            self._open[-1].parts[-1] = f"{self._open[-1].text} {line.text}"
            return
        last = self._open[-1]
        if last.style is None and last.kind in ("letter", "item") and not _ends(last.text):
            self._list(self._open[-2], last.kind, _after(last.label), None, line.text)
        elif last.text.endswith(":") and not (line.spaced and label is None and self.spaced):
            inside = any(one.kind == "letter" for one in self._open)
            kind: Kind = "item" if inside else "letter"
            self._list(last, kind, "1" if inside else "a", None, line.text)
        else:
            self._leave_lists()
            self._open[-1].parts.append(line.text)

    def _leave_lists(self) -> None:
        """A list ends where one of its units ends as a sentence does, unless it goes on itself."""
        while self._open[-1].kind in ("letter", "item") and _ends(self._open[-1].text):
            self._open.pop()

    def _goes_on(self, line: Line) -> bool:
        """Whether ``line`` is the rest of the line before it, which was too long for the page."""
        last = self._open[-1] if self._open else None
        if last is None or not last.text or line.spaced or self.previous is None:
            return False
        listed = last.style is None and last.kind in ("letter", "item")
        if self._reader.is_closed(last.text, listed=listed):
            return False
        return not line.text[0].isupper() or len(self.previous.text) >= self._reader.FULL_LINE

    def _labelled(self, label: Label) -> bool:
        """Put a line with a printed label into the list that it goes on with, or into a new one."""
        for depth in range(len(self._open) - 1, 0, -1):
            draft = self._open[depth]
            if draft.style == label.style and (
                label.bullet or follows(draft.label, label.text, gaps=False)
            ):
                text = _after(draft.label) if label.bullet else label.text
                self._list(self._open[depth - 1], draft.kind, text, label.style, label.rest)
                return True
        if not label.first:
            return False
        self._leave_lists()
        last = self._open[-1]
        listed = last.text.endswith(":")
        if label.text in last.labels:
            return False  # the label is taken; the line stays what it is
        if last.kind == "article" and label.number and not last.labels and not listed:
            self._list(last, "paragraph", label.text, label.style, label.rest)
        elif listed or len(label.style) > 1 or label.bullet:
            kind: Kind = "item" if label.number else "letter"
            self._list(last, kind, label.text or "a", label.style, label.rest)
        else:
            return False
        return True

    def _list(self, parent: _Draft, kind: Kind, label: str, style: str | None, text: str) -> None:
        """Open a unit in ``parent``; a label that is not printed is the next that is free."""
        while label in parent.labels:
            label = _after(label)
        draft = _Draft(kind, label, style, parts=[text])
        parent.parts.append(draft)
        self._open[self._open.index(parent) + 1 :] = [draft]


class _Articles(_Builder):
    """A text with articles."""

    def add(self, line: Line, following: Line | None) -> None:
        """Put ``line`` where it belongs."""
        article = self._reader.article(line.text)
        if article is not None and self._is_next(article.label):
            self._split_title()
        goes_on = self._goes_on(line)
        if article is not None and not goes_on and self._is_next(article.label):
            draft = _Draft("article", article.label)
            self._body.append(draft)
            self._open = [draft]
            if self._reader.is_closed(article.rest) or label_of(article.rest):
                self._in_unit(Line(article.rest, spaced=True))
            else:
                draft.heading = article.rest
        elif not goes_on and self._reader.is_title(line.text):
            self._body.append(line.text)
            self._open = []
        elif not self._body:
            self._preamble.append(line.text)
        elif not self._open:
            self._body.append(line.text)  # what stands below a title belongs to it
        elif self._is_heading(line, following):
            self._open[0].heading = line.text
        else:
            self._in_unit(line)

    def finish(self, name: str, title: str) -> t.LawFile:
        """The tree of all lines."""
        self._split_title()
        return super().finish(name, title)

    def _is_next(self, label: str) -> bool:
        """Articles are numbered upwards; a reference at the beginning of a line is none."""
        labels = [part.label for part in self._body if isinstance(part, _Draft)]
        return not labels or follows(labels[-1], label, gaps=True)

    def _is_heading(self, line: Line, following: Line | None) -> bool:
        """A line of its own below the number of an article that has no heading."""
        article = self._open[0]
        if article.heading or article.parts or following is None or label_of(line.text):
            return False
        goes_on = following.text[0].islower() or self._reader.article(following.text) is not None
        short = len(line.text) <= _LONGEST_HEADING and not self._reader.is_closed(line.text)
        return short and not goes_on

    def _split_title(self) -> None:
        """A title that is printed at the end of the line before it comes to stand alone."""
        draft = self._open[-1] if self._open else None
        found = sentences(draft.text, self._spoken) if draft is not None else ()
        if draft is not None and len(found) > 1 and self._reader.is_title(found[-1]):
            draft.parts[-1] = draft.text[: -len(found[-1])].rstrip()
            self._body.append(found[-1])
            self._open = []


class _Paragraphs(_Builder):
    """A text without articles: paragraphs with lists in them, and titles that stand out."""

    def __init__(self, spoken: Language, reader: LineReader) -> None:
        super().__init__(spoken, reader)
        self._number = 0

    def add(self, line: Line, following: Line | None) -> None:
        """Put ``line`` where it belongs."""
        label = label_of(line.text)
        if not self._body and not line.spaced and self.spaced and label is None:
            # Right below the title, before the first empty line: a date, an author.
            self._preamble.append(line.text)
        elif self._goes_on(line):
            self._in_unit(line)
        elif label is None and self._stands_out(line, following):
            self._body.append(line.text)
            self._open = []
        elif self._open and not self._begins(line, label):
            self._in_unit(line)
        else:
            self._paragraph(line.text, label)

    def _begins(self, line: Line, label: Label | None) -> bool:
        """Whether a line begins a paragraph, where one is open."""
        top, alone = self._open[0], len(self._open) == 1
        if label is None:
            return line.spaced or (alone and not top.text.endswith(":"))
        if label.style != top.style:
            return False
        return alone or follows(top.label, label.text, gaps=False)

    def _stands_out(self, line: Line, following: Line | None) -> bool:
        """A short line between empty ones that is no sentence."""
        alone = line.spaced and following is not None and following.spaced
        short = len(line.text) <= _LONGEST_HEADING and not self._reader.is_closed(line.text)
        return self._reader.is_title(line.text) or (alone and short)

    def _paragraph(self, text: str, label: Label | None) -> None:
        self._number += 1
        draft = _Draft("paragraph", str(self._number), parts=[text])
        if label is not None and label.text == draft.label:
            draft.style = label.style
            draft.parts = [label.rest]
        self._body.append(draft)
        self._open = [draft]


def _text(text: str) -> t.TextLine:
    return t.TextLine(text=text, span=_NOWHERE)


def _ends(text: str) -> bool:
    """Whether ``text`` ends as a sentence does, and so does the list that it is the last of."""
    return re.search(r"[.!?][»\"”’')\]]*$", text) is not None


def _after(label: str) -> str:
    """The label after this one, in a list without printed labels."""
    if label.isdigit():
        return str(int(label) + 1)
    if label[-1] != "z":
        return label[:-1] + chr(ord(label[-1]) + 1)
    return (_after(label[:-1]) if len(label) > 1 else "a") + "a"
