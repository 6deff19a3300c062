"""After a mistake: the tokens without what it spoils, so that the rest can still be parsed.

Official text without its bar becomes a text line; of anything else the entry
with the mistake is left out, with the block below it.
"""

from lark import Token

_BETWEEN = ("_NL", "_INDENT", "_DEDENT")


def as_text(tokens: list[Token], position: int, lines: list[str]) -> list[Token] | None:
    """The tokens with the rest of the line from ``position`` as official text.

    ``lines`` are those of the source. None where the line opens a block: that is no text.
    """
    last = line_end(tokens, position) - 1
    first = tokens[position]
    if last <= position or tokens[last].type != "_NL" or tokens[last - 1].type == "COLON":
        return None
    line, column = first.line or 1, first.column or 1
    wording = [lines[line - 1][column - 1 :], *lines[line : tokens[last - 1].end_line]]
    text = "| " + " ".join(part.strip() for part in wording)
    end = column + len(wording[0].rstrip())
    made = Token("TEXT", text, line=line, column=column, end_line=line, end_column=end)
    return [*tokens[:position], made, *tokens[last:]]


def without_entry(tokens: list[Token], position: int) -> list[Token] | None:
    """The tokens without the entry around ``position``; None where the file's own head is wrong.

    The entry is the line of the mistake together with the block below it. An
    opened block whose every line has gone goes with it.
    """
    first = position
    while first > 0 and tokens[first - 1].type not in _BETWEEN:
        first -= 1
    if tokens[position].type in _BETWEEN and first == position:
        first = line_before(tokens, position)
    last = line_end(tokens, max(first, position if tokens[position].type == "_NL" else first))
    last = block_end(tokens, last)
    kept = tokens[:first] + tokens[last:]
    emptied = first > 0 and tokens[first - 1].type == "_INDENT"
    if emptied and last < len(tokens) and tokens[last].type == "_DEDENT":
        return without_entry(tokens, first - 2) if first >= 2 else None
    return kept if len(kept) < len(tokens) and first > 0 else None


def without_head(tokens: list[Token], position: int) -> list[Token] | None:
    """The tokens without the line before ``position``, which opened a block and has none."""
    first = line_before(tokens, position - 1)
    return tokens[:first] + tokens[position:] if 0 < first < position else None


def line_before(tokens: list[Token], position: int) -> int:
    """The first token of the line that ends before ``position``."""
    while position > 0 and tokens[position].type in _BETWEEN:
        position -= 1
    while position > 0 and tokens[position - 1].type not in _BETWEEN:
        position -= 1
    return position


def line_end(tokens: list[Token], position: int) -> int:
    """Past the line that ``position`` stands in."""
    while position < len(tokens) and tokens[position].type != "_NL":
        position += 1
    return min(position + 1, len(tokens))


def block_end(tokens: list[Token], position: int) -> int:
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
