"""Second pass: tokens to the syntax tree, with every independent mistake reported.

Receives the token list; hands on the tree of one file, or None where nothing
could be made of it. A mistake costs only the entry it stands in (a definition,
a rule, a unit's heading): it is reported, the entry is left out, and the rest is
parsed. After this pass the tree follows the grammar; what its words mean is
still open.
"""

from typing import Any

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from compiler.build import TreeBuilder
from compiler.diagnostics import Diagnostics
from compiler.languages import language
from compiler.syntax import Start, parser
from compiler.syntax_errors import classify
from compiler.tokens import UNIT_TERMINALS, span_of, tokenize

_MOST_MISTAKES = 50
_MOST_CHARACTERS = 1_000_000
_MOST_NESTING = 80


def parse(text: str, start: Start, code: str, file: str, diagnostics: Diagnostics) -> Any:
    """The tree of ``text`` (a ``LawFile``, ``SupplementsFile`` or ``PropertiesFile``) or None.

    ``code`` is the language of the keywords, ``file`` the path for messages.
    """
    if len(text) > _MOST_CHARACTERS:
        diagnostics.add("too_large", file, None, limit=str(_MOST_CHARACTERS))
        return None
    tokens = tokenize(text, code, file, diagnostics)
    if not tokens:
        diagnostics.add("missing_law_header", file, None)
        return None
    if _too_deep(tokens, file, diagnostics):
        return None
    for _ in range(_MOST_MISTAKES):
        try:
            return TreeBuilder().transform(_feed(tokens, start))
        except UnexpectedToken as error:
            position = _position(tokens, error.token)
            if error.token.type == "$END" and diagnostics.errors:
                return None  # nothing is left but what was reported
            _report(error, tokens, position, start, code, file, diagnostics)
            if error.expected == {"_INDENT"}:
                remaining = _without_head(tokens, position)
            else:
                remaining = _without_entry(tokens, position)
            if not remaining:
                return None
            tokens = remaining
    return None


def _feed(tokens: list[Token], start: Start) -> Any:
    state = parser().parse_interactive(start=start)
    for token in tokens:
        state.feed_token(token)
    return state.feed_eof(tokens[-1])  # type: ignore[no-untyped-call]


def syntax_state(text: str, start: Start) -> Any:
    """Parse an example in English keywords, for ``match_examples``; raises what it finds."""
    tokens = tokenize(text, "en", "", Diagnostics())
    return _feed(tokens, start) if tokens else None


def _too_deep(tokens: list[Token], file: str, diagnostics: Diagnostics) -> bool:
    depth = 0
    for token in tokens:
        if token.type in ("LPAR", "LBRACE", "_INDENT"):
            depth += 1
        elif token.type in ("RPAR", "RBRACE", "_DEDENT"):
            depth -= 1
        if depth > _MOST_NESTING:
            diagnostics.add("too_deep", file, span_of(token), limit=str(_MOST_NESTING))
            return True
    return False


def _position(tokens: list[Token], found: Token) -> int:
    for position, token in enumerate(tokens):
        if token is found:
            return position
    return len(tokens) - 1


def _report(
    error: UnexpectedInput,
    tokens: list[Token],
    position: int,
    start: Start,
    code: str,
    file: str,
    diagnostics: Diagnostics,
) -> None:
    found = tokens[position] if tokens else None
    diagnostics.add(
        classify(error, start, syntax_state),
        file,
        span_of(found) if found is not None else None,
        heading=_heading(tokens, position, code),
        found=_wording(found, code),
        expected=_expected(error, code),
    )


def _heading(tokens: list[Token], position: int, code: str) -> str | None:
    """The units a token stands in, read off the tokens before it."""
    path: dict[str, str] = {}
    line_start = True
    for before, token in enumerate(tokens[: position + 1]):
        if line_start and token.type in UNIT_TERMINALS and before + 1 < len(tokens):
            kind = token.type.lower()
            for deeper in UNIT_TERMINALS[UNIT_TERMINALS.index(token.type) :]:
                path.pop(deeper.lower(), None)
            path[kind] = str(tokens[before + 1])
        line_start = token.type in ("_NL", "_INDENT", "_DEDENT")
    return language(code).cite(tuple(path.items())) if path else None


def _wording(token: Token | None, code: str) -> str:
    if token is None or token.type in ("_DEDENT", "$END"):
        return "⌫"
    if token.type == "_NL":
        return "⏎"
    if token.type == "_INDENT":
        return "⇥"
    return str(token)


def _expected(error: UnexpectedInput, code: str) -> str:
    """Up to eight of the tokens that could stand here, in the words of the language."""
    names = sorted(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    keywords = language(code).keywords
    words = []
    for name in names:
        keyword = keywords.get(name.removeprefix("_"))
        if keyword is not None:
            words.append(keyword[0])
        elif name in _SIGNS:
            words.append(_SIGNS[name])
        elif name == "WORD":
            words.append(language(code).text.name)
    return ", ".join(words[:8]) + (", …" if len(words) > 8 else "")


_SIGNS = {
    "COMPARE": "<, ≤, >, ≥, ≠",
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "SLASH": "/",
    "DOT": ".",
    "LBRACE": "{",
    "RBRACE": "}",
    "SEMICOLON": ";",
    "COLON": ":",
    "COMMA": ",",
    "LPAR": "(",
    "RPAR": ")",
    "EQUAL": "=",
    "TEXT": "| …",
    "STRING": '"…"',
    "INT": "1, 2, 3 …",
    "_NL": "⏎",
    "_INDENT": "⇥",
    "__ANON_0": "..",
    "__ANON_1": ":=",
}


def _without_entry(tokens: list[Token], position: int) -> list[Token] | None:
    """The tokens without the entry around ``position``; None where the file's own head is wrong.

    The entry is the line of the mistake together with the block below it. An
    opened block whose every line has gone goes with it.
    """
    first = position
    while first > 0 and tokens[first - 1].type not in ("_NL", "_INDENT", "_DEDENT"):
        first -= 1
    if tokens[position].type in ("_NL", "_INDENT", "_DEDENT") and first == position:
        first = _line_before(tokens, position)
    last = _line_end(tokens, max(first, position if tokens[position].type == "_NL" else first))
    last = _block_end(tokens, last)
    kept = tokens[:first] + tokens[last:]
    emptied = first > 0 and tokens[first - 1].type == "_INDENT"
    if emptied and last < len(tokens) and tokens[last].type == "_DEDENT":
        return _without_entry(tokens, first - 2) if first >= 2 else None
    return kept if len(kept) < len(tokens) and first > 0 else None


def _without_head(tokens: list[Token], position: int) -> list[Token] | None:
    """The tokens without the line before ``position``, which opened a block and has none."""
    first = _line_before(tokens, position - 1)
    return tokens[:first] + tokens[position:] if 0 < first < position else None


def _line_before(tokens: list[Token], position: int) -> int:
    """The first token of the line that ends before ``position``."""
    while position > 0 and tokens[position].type in ("_NL", "_INDENT", "_DEDENT"):
        position -= 1
    while position > 0 and tokens[position - 1].type not in ("_NL", "_INDENT", "_DEDENT"):
        position -= 1
    return position


def _line_end(tokens: list[Token], position: int) -> int:
    while position < len(tokens) and tokens[position].type != "_NL":
        position += 1
    return min(position + 1, len(tokens))


def _block_end(tokens: list[Token], position: int) -> int:
    """Past the indented block that begins at ``position``, if one does."""
    if position >= len(tokens) or tokens[position].type != "_INDENT":
        return position
    depth = 0
    while position < len(tokens):
        depth += {"_INDENT": 1, "_DEDENT": -1}.get(tokens[position].type, 0)
        position += 1
        if depth == 0:
            break
    return position
