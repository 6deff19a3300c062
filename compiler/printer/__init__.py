"""The syntax tree back to text, in the keywords of any language.

Receives a tree as ``compiler.parse`` makes it; hands on text in the canonical
layout, which parses to the same tree but for places. The first wording of each
keyword is used, unless an author's words (``compiler.printer.authors``) are given.
Comments are no part of the tree, so they are not printed.
"""

from compiler.printer.amendments import print_amendment
from compiler.printer.cases import print_cases
from compiler.printer.files import print_law, print_properties, print_supplements

__all__ = [
    "print_amendment",
    "print_cases",
    "print_law",
    "print_properties",
    "print_supplements",
]
