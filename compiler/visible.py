"""Characters that cannot be seen, or that change how what stands beside them is shown.

Control characters, marks that turn the direction of writing, and characters without
width: with them a text can read otherwise on a screen than it is. Whatever comes from a
file is shown with :func:`visible`.
"""

import re

# Unicode's categories Cc (but for the ends of lines and tabs), Cf, Cs, Zl and Zp, and the
# letters without a shape: in them no law of a language of this program is written.
HIDDEN = re.compile(
    "[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u115f\u1160\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\U000110bd\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """``text``, each hidden character as its number: ``‹U+202E›``."""
    return HIDDEN.sub(lambda found: f"‹U+{ord(found[0]):04X}›", text)


def in_json(text: str) -> str:
    """The same JSON, each hidden character as an escape of JSON."""
    return HIDDEN.sub(lambda found: _escaped(found[0]), text)


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
