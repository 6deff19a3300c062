"""The syntax tree back to text, in the keywords of any language.

Receives a tree as ``compiler.parse`` makes it; hands on text in the canonical
layout, which parses to the same tree but for places. The first wording of each
keyword is used. Comments are no part of the tree, so they are not printed.
"""

from compiler.printer.files import print_law, print_properties, print_supplements

__all__ = ["print_law", "print_properties", "print_supplements"]
