"""Numbers as the reader's language writes them."""

from collections.abc import Mapping


def grouped(number: float, say: Mapping[str, str]) -> str:
    """A number without fraction, its digits in threes: to a German, 5,000 would be just five."""
    return f"{number:,.0f}".replace(",", say["thousands"])


def decimal(number: float, form: str, say: Mapping[str, str]) -> str:
    """A number in the format ``form`` of Python, with the decimal mark of the language."""
    return format(number, form).replace(".", say["decimal"])


def percent(share: float, say: Mapping[str, str], form: str = ".2f") -> str:
    """A share from 0 to 1, or a difference of shares."""
    return f"{decimal(100 * share, form, say)} %"


def p_value(value: float, say: Mapping[str, str]) -> str:
    """How likely chance alone is, from 0 to 1."""
    least = 0.0001
    shown = decimal(max(value, least), ".4f", say)
    return f"< {shown}" if value < least else shown
