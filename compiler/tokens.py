"""First pass: text to tokens.

Receives the text of a law file and a language. Hands on a flat list of tokens in
which the language's keywords have become terminals (longest phrase first, so
"darf wählen" is one token), continued lines are joined, and ``_NL``, ``_INDENT``
and ``_DEDENT`` mark lines and blocks. After this pass nothing depends on the
language any more, and every token knows its place in the source.

A block is opened by a line that ends in a colon and by the heading of a unit.
Any other line that is indented more deeply than the one before continues it.
"""

import itertools
from collections.abc import Iterator
from functools import cache

from lark import Token

from compiler.diagnostics import Diagnostics
from compiler.languages import language
from compiler.syntax import parser
from compiler.tree import Span

UNIT_TERMINALS = ("ARTICLE", "PARAGRAPH", "LETTER", "ITEM")
_OPENING = ("_LAW", *UNIT_TERMINALS, "_SUPPLEMENT", "_PROPERTY", "_PROFILE", "_CASE")
# What begins an entry, a unit or a text ends whatever bracket was left open before.
_STARTING = frozenset(
    (
        "TEXT",
        *_OPENING,
        "_TITLE",
        "_NO_RULE",
        "_FOREIGN",
        "_READING",
        "_SET",
        "_RECORD",
        "_STATE",
        "_ROLE",
        "_PARAMETER",
        "_DEFINE",
        "_FORBIDDEN",
        "_PERMITTED",
        "_RULE",
        "_FLOW",
        "_GIVEN",
        "_EXPECT",
    )
)
_BRACKETS = {"LPAR": 1, "LBRACE": 1, "RPAR": -1, "RBRACE": -1}
_TAB_WIDTH = 4
_OTHER_QUOTATION_MARKS = "„“”‟«»‹›"
_MOST_MISTAKES = 50

Phrases = dict[str, tuple[tuple[tuple[str, ...], str], ...]]


def tokenize(text: str, code: str, file: str, diagnostics: Diagnostics) -> list[Token]:
    """The tokens of ``text``, written with the keywords of language ``code``."""
    raw = _scan(text, file, diagnostics)
    words = _find_keywords(raw, _phrases(code))
    return list(_lay_out(words, file, diagnostics))


def terminal(keyword: str) -> str:
    """The terminal of the grammar for a keyword of the tables."""
    return keyword if keyword in UNIT_TERMINALS else f"_{keyword}"


def span_of(token: Token) -> Span:
    """Where ``token`` stands."""
    return Span(
        line=token.line or 1,
        column=token.column or 1,
        end_line=token.end_line or token.line or 1,
        end_column=token.end_column or token.column or 1,
    )


@cache
def _phrases(code: str) -> Phrases:
    """Each keyword phrase under its first word, longest first."""
    named = [
        (name, phrase) for name, phrases in language(code).keywords.items() for phrase in phrases
    ]
    # Read as the lines of one text: Lark makes a lexer for each text it is given.
    lines: list[list[str]] = [[]]
    for token in parser().lex("\n".join(phrase for _, phrase in named)):
        if token.type == "LINE":
            lines.append([])
        else:
            lines[-1].append(str(token))
    table: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for (keyword, _), words in zip(named, lines, strict=True):
        table.setdefault(words[0], []).append((tuple(words), terminal(keyword)))
    return {
        first: tuple(sorted(phrases, key=lambda phrase: -len(phrase[0])))
        for first, phrases in table.items()
    }


def _scan(text: str, file: str, diagnostics: Diagnostics) -> list[Token]:
    """The raw tokens. What is none of the language's is reported and left out or mended."""
    found: list[Token] = []
    mistakes = 0
    for token in parser().lex(text):
        if token.type not in ("OPEN_STRING", "STRANGE"):
            found.append(token)
            continue
        mistakes += 1
        if mistakes <= _MOST_MISTAKES:
            code = "open_string" if token.type == "OPEN_STRING" else "strange_character"
            if str(token)[0] in _OTHER_QUOTATION_MARKS:
                code = "other_quotation_mark"
            diagnostics.add(code, file, span_of(token), character=_shown(str(token)[0]))
        if token.type == "OPEN_STRING":
            found.extend(_closed(token))
    return found


def _shown(character: str) -> str:
    """The character, with its number where it cannot be seen."""
    number = f"U+{ord(character):04X}"
    return f"{character} ({number})" if character.isprintable() else number


def _closed(token: Token) -> Iterator[Token]:
    """A text as if its quotation mark had not been forgotten; a colon at its end is none of it."""
    text = str(token).rstrip()
    opens_block = text.endswith(":")
    yield token.update("STRING", (text[:-1] if opens_block else text) + '"')
    if opens_block:
        yield Token.new_borrow_pos("COLON", ":", token)


def _find_keywords(tokens: list[Token], phrases: Phrases) -> list[Token]:
    found: list[Token] = []
    position = 0
    while position < len(tokens):
        first = tokens[position]
        # A label is no keyword, even where it looks like one: «lett. e» in Italian.
        labels = bool(found) and found[-1].type in UNIT_TERMINALS
        if labels or first.type in ("TEXT", "STRING", "LINE", "INT"):
            found.append(first)
            position += 1
            continue
        for words, name in phrases.get(str(first), ()):
            start = position
            while first.type == "COMMA" and _is_line(tokens, start + 1):
                start += 1  # a phrase that begins with a comma may go on in a later line
            following = tokens[start + 1 : start + len(words)]
            if tuple(str(token) for token in following) == words[1:]:
                found.append(_merged(name, [first, *following]))
                position = start + len(words)
                break
        else:
            found.append(first)
            position += 1
    return found


def _is_line(tokens: list[Token], position: int) -> bool:
    return position < len(tokens) and tokens[position].type == "LINE"


def _merged(name: str, tokens: list[Token]) -> Token:
    first, last = tokens[0], tokens[-1]
    return Token(
        name,
        _joined(tokens),
        first.start_pos,
        first.line,
        first.column,
        last.end_line,
        last.end_column,
        last.end_pos,
    )


def _joined(tokens: list[Token]) -> str:
    """The words of a phrase with the blanks that stand between them in the source."""
    text = str(tokens[0])
    for before, token in itertools.pairwise(tokens):
        text += token if before.end_pos == token.start_pos else f" {token}"
    return text


def _lines(tokens: list[Token]) -> Iterator[tuple[int, list[Token]]]:
    """Logical lines as (indent, tokens); brackets hold a line together."""
    indent, depth = 0, 0
    current: list[Token] = []
    for position, token in enumerate(tokens):
        if token.type == "LINE":
            following = tokens[position + 1] if position + 1 < len(tokens) else None
            goes_on = following is not None and following.type not in _STARTING
            if depth > 0 and current and goes_on:
                continue
            if current:
                yield indent, current
            current, depth = [], 0
            indent = len(token.lstrip("\r\n").expandtabs(_TAB_WIDTH))
        else:
            depth = max(0, depth + _BRACKETS.get(token.type, 0))
            current.append(token)
    if current:
        yield indent, current


def _opens_block(line: list[Token]) -> bool:
    return line[-1].type == "COLON" or line[0].type in _OPENING


def _lay_out(tokens: list[Token], file: str, diagnostics: Diagnostics) -> Iterator[Token]:
    levels = [0]
    previous: list[Token] = []
    for indent, line in _lines(tokens):
        if previous and indent > levels[-1] and not _opens_block(previous):
            if line[0].type != "TEXT" and previous[-1].type != "TEXT":
                yield from line
                previous = previous + line
                continue
            diagnostics.add("stray_indent", file, span_of(line[0]))
            indent = levels[-1]
        if previous:
            yield Token.new_borrow_pos("_NL", "", previous[-1])
        if indent > levels[-1]:
            levels.append(indent)
            yield Token.new_borrow_pos("_INDENT", "", line[0])
        while indent < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", line[0])
        if indent != levels[-1]:
            diagnostics.add("stray_indent", file, span_of(line[0]))
            levels[-1] = min(indent, levels[-1])
        yield from line
        previous = line
    if previous:
        yield Token.new_borrow_pos("_NL", "", previous[-1])
        for _ in levels[1:]:
            yield Token.new_borrow_pos("_DEDENT", "", previous[-1])
