"""Names for syntax errors: malformed examples, one list for each message.

``match_examples`` compares the parser's state at a mistake with its state at
the mistake in an example. The grammar is one for all languages, so examples in
English keywords serve every language; the tests parse each of them too.
"""

from collections.abc import Callable
from typing import Any

from lark.exceptions import UnexpectedInput, UnexpectedToken

from compiler.languages import language
from compiler.syntax import Start

_ARTICLE = "law L | t\nArt. 1 | h\n  Art. 2\n    | Text.\n    "

_TO = "__ANON_0"  # the two dots of a range

_CASE = 'cases L\ncase "c"\n  '

EXAMPLES: dict[Start, dict[str, list[str]]] = {
    "law": {
        "missing_law_header": ["Art. 1 | h\n  | Text.\n", "| Text.\n", "set a: 2\n"],
        "missing_assignment_sign": [
            _ARTICLE + "define f(a: b) = 1\n",
            _ARTICLE + "define f = 1\n",
            _ARTICLE + "define f: b = 1\n",
            _ARTICLE + "flow f:\n      a(b) = c\n",
            _ARTICLE + "flow f:\n      a = c\n",
        ],
        "missing_colon": [
            _ARTICLE + "set a 2\n",
            _ARTICLE + "forbidden a\n",
            _ARTICLE + "rule in decision d when a\n      end e\n",
            _ARTICLE + "flow f\n      end e\n",
            _ARTICLE + 'reading p = q "r"\n      forbidden: a\n',
        ],
        "missing_block": [
            _ARTICLE + "flow f:\n    forbidden: a\n",
            _ARTICLE + "rule in decision d when a:\n    forbidden: a\n",
        ],
        "for_each_with_a_block": [_ARTICLE + "flow f:\n      for each a b:\n        c := d\n"],
        "one_set_at_a_time": [
            _ARTICLE + "flow f:\n      for each a b, c d: e := g\n",
            _ARTICLE + "flow f:\n      for each a b, every c d: e := g\n",
            _ARTICLE + "flow f:\n      in turn every a b, c d:\n        e := g\n",
            _ARTICLE + "forbidden: every a b, c d satisfies e\n",
            _ARTICLE + "forbidden: some a b, c d with e\n",
            _ARTICLE + "forbidden: count(a b, c d with e) > 1\n",
            _ARTICLE + "forbidden: sum(e over a b, c d) > 1\n",
            _ARTICLE + "define f := all a b, c d\n",
        ],
        "missing_reason": [
            _ARTICLE + "no rule\n",
            _ARTICLE + "reading p = q:\n      forbidden: a\n",
            _ARTICLE + "external reference Art. 3\n",
        ],
        "unclosed_bracket": [
            _ARTICLE + "forbidden: (a\n",
            _ARTICLE + "forbidden: f(a\n",
            _ARTICLE + "forbidden: count(a b) = count(a b\n",
            _ARTICLE + "define f(a: b := 1\n",
        ],
        "incomplete_expression": [
            _ARTICLE + "forbidden: a and\n",
            _ARTICLE + "forbidden: a =\n",
            _ARTICLE + "forbidden: \n",
            _ARTICLE + "define f :=\n",
        ],
        "needs_parentheses": [
            _ARTICLE + "forbidden: a = the b c\n",
            _ARTICLE + "forbidden: a = all b c\n",
            _ARTICLE + "forbidden: a = some b c\n",
            _ARTICLE + "forbidden: a = if b then c otherwise d\n",
            _ARTICLE + "forbidden: a + all b c\n",
            _ARTICLE + "forbidden: a * all b c\n",
            _ARTICLE + "forbidden: a and the b c\n",
        ],
        "all_after_from": [
            _ARTICLE + "flow f:\n      by lot a from all b c\n",
            _ARTICLE + "flow f:\n      a chooses b from all c d\n",
            _ARTICLE + "flow f:\n      for each a from all b c: d := e\n",
            _ARTICLE + "forbidden: count(a from all b c) = 1\n",
        ],
        "chained_comparison": [
            _ARTICLE + "forbidden: a = b = c\n",
            _ARTICLE + "forbidden: a < b < c\n",
            _ARTICLE + "forbidden: a = b < c\n",
        ],
        "statement_outside_flow": [
            _ARTICLE + "end e\n",
            _ARTICLE + "decide d\n",
            _ARTICLE + "for each a b: c := d\n",
            _ARTICLE + "repeat:\n      end e\n",
            _ARTICLE + "if a:\n      end e\n",
            _ARTICLE + "let a := b\n",
        ],
        "text_without_bar": [
            "law L | t\nArt. 1 heading\n  | Text.\n",
            _ARTICLE + "Text without a bar.\n",
        ],
    },
    "supplements": {
        "missing_law_header": ['supplement s "r"\n  fills choice of art. 1: by lot\n'],
        "missing_reason": ["supplements L\nsupplement s\n  fills choice of art. 1: by lot\n"],
    },
    "properties": {
        "missing_law_header": ['property p "s"\n  never a\n'],
        "missing_reason": ["properties L\nproperty p\n  never a\n"],
    },
    "amendment": {
        "missing_law_header": ["Art. 1 is repealed\n", "Art. 1 is amended as follows:\n  | t\n"],
        "missing_colon": [
            "amendment L | t\nArt. 1 is amended as follows\n",
            "amendment L | t\nArt. 1 is inserted\n",
        ],
    },
    "cases": {
        "missing_law_header": ['case "c"\n  expect done\n'],
        "missing_reason": ["cases L\ncase\n  expect done\n", "cases L\ncase c\n  expect done\n"],
        "unclosed_bracket": [_CASE + "given a: (2, 3\n", _CASE + "given a(b 1 = c 2\n"],
    },
}


def classify(
    error: UnexpectedToken, before: str, start: Start, parse: Callable[[str, Start], Any]
) -> str:
    """The code of the message for a syntax error; ``before``: the type of the token before it.

    Where no example fits, what could stand there tells; ``unexpected`` if that does not either.
    """
    possible = error.accepts
    if start != "cases" and _is_no_whole_number(error.token.type, before, possible):
        return "whole_numbers_only"

    def parse_example(text: str) -> Any:
        try:
            return parse(text, start)
        except UnexpectedInput as found:
            raise _at_position(found) from None

    code = _at_position(error).match_examples(parse_example, EXAMPLES[start])
    return code or _by_what_could_stand(error.token.type, before, possible)


def _is_no_whole_number(found: str, before: str, possible: set[str]) -> bool:
    """Whether a fraction or a negative number stands where only a whole number may."""
    below_nothing = found == "MINUS" and "INT" in possible and "LPAR" not in possible
    return below_nothing or (found == "SLASH" and before == "INT")


def _by_what_could_stand(found: str, before: str, possible: set[str]) -> str:
    if found == _TO or (before == _TO and possible == {"INT"}):
        return "range_not_written"
    if possible == {"WORD"} and found.removeprefix("_") in language("en").keywords:
        return "keyword_as_name"
    if found in ("_DEDENT", "$END") and "_EXPECT" in possible:
        return "missing_expectation"
    if found == "_EVERY" and "_IN_TURN" in possible:
        return "order_of_turns_first"
    if possible == {"COLON"}:
        return "missing_colon"
    if possible == {"STRING"}:
        return "missing_reason"
    if found == "_NL" and possible >= {"INT", "WORD", "LPAR"}:
        return "incomplete_expression"
    if found == "_NL" and possible & {"RPAR", "RBRACE"}:
        return "unclosed_bracket"
    if found in ("WORD", "INT") and "TEXT" in possible:
        return "text_without_bar"
    return "unexpected"


def _at_position(error: UnexpectedInput) -> UnexpectedInput:
    """The error with the state on top of the stack alone: how deep it stands is no matter."""
    error.state = getattr(error.state, "position", error.state)
    return error
