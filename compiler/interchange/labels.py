"""The labels of units as other programs print them: ``Art. 12a``, ``§ 3``, ``(b)``, ``iv.``."""

import re
from collections.abc import Set

from compiler.languages import Language
from compiler.quotes import is_printed_label, prints_article

_SUFFIX = r"(?:bis|ter|quater|quinquies|sexies|septies|octies|[a-z])?"
_NUMBER = re.compile(rf"\d+\s*{_SUFFIX}(?!\w)")
_UNIT = re.compile(r"\d+[A-Za-z]*|[^\W\d_]\w*")
_APART = re.compile(r"(?<=\w)\s+(?=(?:bis|ter|quater|quinquies)\b)")


def of_article(number: str, spoken: Language) -> str | None:
    """The label in what is printed as the number of an article; None: there is none."""
    match = _NUMBER.search(number)
    if match:
        return re.sub(r"\s", "", match[0])
    first = {word.casefold() for word in spoken.text.first}
    return "1" if any(word.casefold() in first for word in number.split()) else None


def printed_article(number: str, label: str, spoken: Language) -> str:
    """``number`` where it is how the language prints an article with this label.

    Otherwise how the language cites it: what a law file calls an article must be printed.
    """
    cited = spoken.cite((("article", label),))
    return number if number == cited or prints_article(cited, number, spoken) else cited


def of_unit(number: str) -> str | None:
    """The label in what is printed before a unit; None: there is none."""
    found = _UNIT.findall(_APART.sub("", number))
    return None if not found else found[-1].lower() if found[-1][0].isdigit() else found[-1]


def printed_unit(number: str, label: str) -> str:
    """``number`` where it can be told from a word of the text; else the label alone, or nothing."""
    plain = "".join(number.split())
    wordings = (plain, label, f"{label}.") if number else ()
    return next((one for one in wordings if is_printed_label(one)), "")


def free(label: str, taken: Set[str]) -> str:
    """``label`` if it is not taken, otherwise the next that is."""
    found = label
    while found in taken:
        found = after(found)
    return found


def after(label: str) -> str:
    """The label that follows this one where labels are not printed: 3, b, ab."""
    if label.isdigit():
        return str(int(label) + 1)
    if not label[-1].isascii() or label[-1] in "zZ" or not label[-1].isalpha():
        return f"{label}a"
    return label[:-1] + chr(ord(label[-1]) + 1)
