"""Second pass: tokens to the syntax tree, with every independent mistake reported.

Receives the token list; hands on the tree of one file, or None where nothing
could be made of it. A mistake costs only the entry it stands in (a definition,
a rule, a unit's heading): it is reported, the entry is left out, and the rest is
parsed. After this pass the tree follows the grammar; what its words mean is
still open.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedToken

from compiler.build import TreeBuilder
from compiler.build.pieces import span as node_span
from compiler.diagnostics import Diagnostics, closest
from compiler.languages import known_languages, language
from compiler.recovery import as_text, line_before, without_entry, without_head
from compiler.syntax import Start, parser
from compiler.syntax_errors import classify
from compiler.tokens import UNIT_TERMINALS, span_of, tokenize

_MOST_MISTAKES = 50
_MOST_CHARACTERS = 1_000_000
_MOST_NESTING = 80
_MOST_LEVELS = 150
_ALIKE = 0.75  # from which on a word is taken for a misspelt keyword
_LONGEST_KEYWORD = 5  # words
_ONLY_OF_NAMES = ("statement_outside_flow", "text_without_bar", "missing_assignment_sign")
_TEXTS = 32
"""How many texts are kept with their trees."""


def parse(text: str, start: Start, code: str, file: str, diagnostics: Diagnostics) -> Any:
    """The tree of ``text`` (a ``LawFile``, ``SupplementsFile`` or ``PropertiesFile``) or None.

    ``code`` is the language of the keywords, ``file`` the path for messages. A text is
    parsed once, however often it is asked for: a law and its amended form share most files.
    """
    tree, found = _parsed(text, start, code, file)
    diagnostics.take(found)
    return tree


@lru_cache(_TEXTS)
def _parsed(text: str, start: Start, code: str, file: str) -> tuple[Any, Diagnostics]:
    found = Diagnostics()
    return _tree(text, start, code, file, found), found


def _tree(text: str, start: Start, code: str, file: str, diagnostics: Diagnostics) -> Any:
    if len(text) > _MOST_CHARACTERS:
        diagnostics.add("too_large", file, None, limit=str(_MOST_CHARACTERS))
        return None
    before = Diagnostics()
    tokens = tokenize(text, code, file, before)
    _pass_on(before, tokens, code, diagnostics)
    if not tokens:
        diagnostics.add("missing_law_header", file, None, keyword=_opening(start, code))
        return None
    if _too_deep(tokens, code, file, diagnostics):
        return None
    lines = text.split("\n")
    reported = {found.span.line for found in before.sorted() if found.span is not None}
    for _ in range(_MOST_MISTAKES):
        try:
            tree = _feed(tokens, start)
        except UnexpectedToken as error:
            position = _position(tokens, error.token)
            if error.token.type == "$END" and reported:
                return None  # nothing is left but what was reported
            place = tokens[position].line or 1
            mistake = None
            if place not in reported:
                mistake = _report(error, tokens, position, start, code, file, diagnostics)
            reported.add(place)
            remaining = None
            if mistake is not None and mistake == ("text_without_bar", None):
                remaining = as_text(tokens, position, lines)
            elif error.expected == {"_INDENT"}:
                remaining = without_head(tokens, position)
            remaining = remaining or without_entry(tokens, position)
            if not remaining:
                return None
            diagnostics.lose(file, _left_out(tokens, remaining))
            tokens = remaining
        else:
            if _deeper(tree, file, diagnostics):
                return None
            return TreeBuilder().transform(tree)
    return None


def _pass_on(found: Diagnostics, tokens: list[Token], code: str, diagnostics: Diagnostics) -> None:
    """Report what was found on the way to ``tokens``, each under the units it stands in."""
    places = [(token.line or 1, token.column or 1) for token in tokens]
    for one in found.sorted():
        span = one.span
        at = bisect_left(places, (span.line, span.column)) if span is not None else 0
        heading = _heading(tokens, min(at, len(tokens) - 1), code) if tokens else None
        diagnostics.add(one.code, one.file, span, heading=heading, values=one.values)


def _left_out(tokens: list[Token], remaining: list[Token]) -> Iterator[str]:
    """The words that are in ``tokens`` and not in ``remaining``, also those of official text."""
    kept = {id(token) for token in remaining}
    for token in tokens:
        if id(token) not in kept:
            yield from str(token).removeprefix("|").split()


def _opening(start: Start, code: str) -> str:
    """The keyword that a file of this kind begins with."""
    return language(code).keywords[start.upper()][0]


def _feed(tokens: list[Token], start: Start) -> Any:
    state = parser().parse_interactive(start=start)
    try:
        for token in tokens:
            state.feed_token(token)
        return state.feed_eof(tokens[-1])  # type: ignore[no-untyped-call]
    except UnexpectedToken as error:
        error.interactive_parser = state  # knows what could stand here instead
        raise


def syntax_state(text: str, start: Start) -> Any:
    """Parse an example in English keywords, for ``match_examples``; raises what it finds."""
    tokens = tokenize(text, "en", "", Diagnostics())
    return _feed(tokens, start) if tokens else None


def _too_deep(tokens: list[Token], code: str, file: str, diagnostics: Diagnostics) -> bool:
    """Whether brackets and blocks are nested too deep, which is reported."""
    depth = 0
    for position, token in enumerate(tokens):
        if token.type in ("LPAR", "LBRACE", "_INDENT"):
            depth += 1
        elif token.type in ("RPAR", "RBRACE", "_DEDENT"):
            depth -= 1
        if depth > _MOST_NESTING:
            heading = _heading(tokens, position, code)
            diagnostics.add(
                "too_deep", file, span_of(token), heading=heading, limit=str(_MOST_NESTING)
            )
            return True
    return False


def _deeper(tree: Tree[Token], file: str, diagnostics: Diagnostics) -> bool:
    """Whether the tree is too deep for the passes to come, which is reported.

    Not only brackets make it deep: so do "not not …", long sums and long chains of "or".
    """
    waiting: list[tuple[Any, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if not isinstance(node, Tree):
            continue
        if depth > _MOST_LEVELS:
            place = None if node.meta.empty else node_span(node.meta)
            diagnostics.add("too_deep", file, place, limit=str(_MOST_LEVELS))
            return True
        waiting.extend((child, depth + 1) for child in node.children)
    return False


def _position(tokens: list[Token], found: Token) -> int:
    for position, token in enumerate(tokens):
        if token is found:
            return position
    return len(tokens) - 1


def _report(
    error: UnexpectedToken,
    tokens: list[Token],
    position: int,
    start: Start,
    code: str,
    file: str,
    diagnostics: Diagnostics,
) -> tuple[str, str | None]:
    """Report a syntax error; returns its code and the suggestion."""
    found, before = tokens[position], tokens[max(0, position - 1)]
    mistake = classify(error, before.type, start, syntax_state)
    suggestion, expected = _keyword_meant(error, tokens, position, code), _expected(error, code)
    if suggestion is None and (first := _misspelt(tokens, position, code)) is not None:
        suggestion, expected, found = first, first, before
    if suggestion is not None and mistake in _ONLY_OF_NAMES:
        mistake = "unexpected"
    if before.type == "WORD" and str(before) in language(code).meant:
        # The mistake is the word before, which could have been a name.
        suggestion, found = language(code).keywords[language(code).meant[str(before)]][0], before
    place = span_of(found)
    if mistake == "missing_block":
        place = span_of(tokens[line_before(tokens, max(0, position - 1))])
    elif found.type == "_NL":
        # Not the last word of the line, but what ought to follow it.
        end = span_of(before)
        place = end.model_copy(
            update={
                "line": end.end_line,
                "column": end.end_column,
                "end_column": end.end_column + 1,
            }
        )
    diagnostics.add(
        mistake,
        file,
        place,
        heading=_heading(tokens, position, code),
        suggestion=suggestion,
        found=_wording(found, code),
        expected=expected,
        keyword=_opening(start, code),
        flow=language(code).keywords["FLOW"][0],
        expect=language(code).keywords["EXPECT"][0],
        in_turn=language(code).keywords["IN_TURN"][0],
        for_each=language(code).keywords["FOR_EACH"][0],
        every=language(code).keywords["EVERY"][0],
        some=language(code).keywords["SOME"][0],
        from_=language(code).keywords["FROM"][0],
        with_=language(code).keywords["WITH"][0],
    )
    return mistake, suggestion


def _keyword_meant(
    error: UnexpectedToken, tokens: list[Token], position: int, code: str
) -> str | None:
    """The keyword that could stand here and is most like what does, or says it in this language."""
    if tokens[position].type != "WORD":
        return None
    keywords = language(code).keywords
    possible = [name for name in _possible(error) if name in keywords]
    known = [wording for name in possible for wording in keywords[name] if len(wording) > 2]
    near = closest(str(tokens[position]), known, cutoff=_ALIKE)
    written = " ".join(tokens[position : position + _LONGEST_KEYWORD]) + " "
    said = [
        (len(wording), keywords[name][0])
        for other in known_languages()
        for name in possible
        for wording in language(other).keywords[name]
        if written.startswith(f"{wording} ")
    ]
    return near or max(said, default=(0, None))[1]


def _misspelt(tokens: list[Token], position: int, code: str) -> str | None:
    """The keyword most like the word before, if that begins a line and is taken for a name."""
    if position < 2 or tokens[position - 1].type != "WORD":
        return None
    if tokens[position - 2].type not in ("_NL", "_INDENT", "_DEDENT", "COLON"):
        return None
    if tokens[position].type in ("COLON", "LPAR", "EQUAL", "_NL", "$END"):
        return None
    known = [one for all_ in language(code).keywords.values() for one in all_ if len(one) > 3]
    word = str(tokens[position - 1])
    return closest(word, known, _ALIKE) or closest(f"{word} {tokens[position]}", known, _ALIKE)


def _possible(error: UnexpectedToken) -> list[str]:
    """The tokens that could stand in the place of the mistake, named as in the keyword tables."""
    return [name if name in _SIGNS else name.removeprefix("_") for name in sorted(error.accepts)]


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


def _expected(error: UnexpectedToken, code: str) -> str:
    """Up to eight of the tokens that could stand here, in the words of the language."""
    keywords = language(code).keywords
    words = []
    for name in _possible(error):
        keyword = keywords.get(name)
        if keyword is not None:
            words.append(keyword[0])
        elif name in _SIGNS:
            words.append(_SIGNS[name])
        elif name == "WORD":
            words.append("✎")
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
