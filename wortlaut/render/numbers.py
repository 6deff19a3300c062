"""Numbers as the reader's language writes them."""

from collections.abc import Mapping


def grouped(number: float, say: Mapping[str, str]) -> str:
    """A number without fraction, its digits in threes: to a German, 5,000 would be just five."""
    return f"{number:,.0f}".replace(",", say["thousands"])
