"""Lark's parse tree to the syntax tree of ``compiler.tree``: one method for each rule of the grammar.

Receives a parse tree whose shape the grammar guarantees; hands on a frozen tree
with places. Nothing is judged here.
"""

from compiler.build.amendments import AmendmentBuilder
from compiler.build.cases import CaseBuilder
from compiler.build.expressions import ExpressionBuilder
from compiler.build.files import FileBuilder
from compiler.build.items import ItemBuilder
from compiler.build.statements import StatementBuilder


class TreeBuilder(
    AmendmentBuilder, CaseBuilder, FileBuilder, ItemBuilder, StatementBuilder, ExpressionBuilder
):
    """Bottom-up: the children of each rule are already built."""


__all__ = ["TreeBuilder"]
