"""Statements of the syntax tree as lines of text, in the keywords of one language."""

from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from compiler import tree as t
from compiler.languages import Language, language
from compiler.printer.expressions import (
    PICK,
    SUM,
    after,
    keyword,
    listed,
    nested,
    place,
    write_binder,
)
from compiler.printer.layout import SPACE, Document, group, joined, lay_out


@dataclass(frozen=True, slots=True)
class Page:
    """Where lines are written: in which language, and how far in."""

    language: Language
    indent: int = 0

    def line(self, *parts: Document) -> str:
        """One logical line; broken, it goes on further in than it began, and than its block."""
        opens_block = parts[-1:] == (":",)
        return lay_out(group(*parts, hang=4 if opens_block else 2), self.indent)

    def deeper(self) -> "Page":
        """The page for the block under a line of this one."""
        return Page(self.language, self.indent + 2)

    def word(self, name: str, node: Any = None, number: int = 0) -> str:
        """The wording of the keyword ``name``, of which ``node`` has several perhaps."""
        return keyword(self.language, name, node, number)

    def after(self, name: str, node: Any = None) -> list[Document]:
        """The same in the middle of a line, with a place to break before it."""
        return after(self.language, name, node)

    def place(self, node: t.ExprT, least: int = PICK) -> Document:
        """An expression where the grammar wants a level of ``least``."""
        return place(node, self.language, least)

    def clause(self, name: str, node: t.ExprT | None, owner: Any = None) -> list[Document]:
        """A keyword of ``owner`` and its expression ``node``, if there is one."""
        return [] if node is None else [*self.after(name, owner), " ", nested(self.place(node))]

    def binder(self, binder: t.BinderTree) -> Document:
        return write_binder(binder, self.language)


def first_page(spoken: str | Language) -> Page:
    """The page on which a file begins; ``spoken`` is a language, or its code.

    Raises ``KeyError`` where there is no table for the code.
    """
    return Page(language(spoken) if isinstance(spoken, str) else spoken)


def block(statements: tuple[t.StatementT, ...], page: Page) -> list[str]:
    """The statements under a line of ``page``."""
    return [line for node in statements for line in statement(node, page.deeper())]


def reading_line(node: t.ReadingItem | t.ReadingStatement, page: Page) -> str:
    """The line above what holds under one reading."""
    words = f"{page.word('READING', node)} {node.point.text} = {node.name.text}"
    return page.line(f'{words} "{node.reason}":')


@singledispatch
def statement(node: t.StatementT, page: Page) -> list[str]:
    """A statement as lines, those of its blocks further in."""
    raise TypeError(type(node))


@statement.register
def _assign(node: t.AssignStatement, page: Page) -> list[str]:
    each: list[Document] = []
    if node.each is not None:
        each = [f"{page.word('FOR_EACH', node)} ", page.binder(node.each), ": "]
    updates = [_update(update, page) for update in node.updates]
    return [page.line(*each, *joined(updates, ",", SPACE))]


def _update(update: t.UpdateTree, page: Page) -> Document:
    return group(page.place(update.target), " :=", SPACE, page.place(update.value), hang=2)


@statement.register
def _let(node: t.LetStatement, page: Page) -> list[str]:
    return [page.line(f"{page.word('LET', node)} {node.name.text} := ", page.place(node.value))]


@statement.register
def _call(node: t.CallStatement, page: Page) -> list[str]:
    result = [*page.after("YIELDS", node), f" {node.result.text}"] if node.result else []
    return [page.line(page.place(node.target), *result)]


@statement.register
def _choose(node: t.ChooseStatement, page: Page) -> list[str]:
    binder = page.binder(node.binder)
    if node.actor is None:
        return [page.line(f"{page.word('OPEN_CHOICE', node)} ", binder)]
    actor = page.place(node.actor)
    if node.optional:
        head = page.line(actor, f" {page.word('MAY_CHOOSE', node)} ", binder, ":")
        return [head, *block(node.body, page)]
    default = page.clause("WITHOUT_CHOICE", node.default, node)
    return [page.line(actor, f" {page.word('CHOOSES', node)} ", binder, *default)]


@statement.register
def _roll(node: t.RollStatement, page: Page) -> list[str]:
    names = ", ".join(name.text for name in node.names)
    source = page.place(node.source, SUM)
    return [page.line(f"{page.word('ROLL', node)} {names}", *page.after("FROM", node), " ", source)]


@statement.register
def _lot(node: t.LotStatement, page: Page) -> list[str]:
    return [page.line(f"{page.word('DRAW_LOT', node)} ", page.binder(node.binder))]


@statement.register
def _each(node: t.EachStatement, page: Page) -> list[str]:
    order = page.word("IN_TURN" if node.order == "in_turn" else "OPEN_ORDER", node)
    until = page.clause("REPEATED_UNTIL", node.until, node)
    binder = page.binder(node.binder)
    head = page.line(f"{order} {page.word('EVERY', node)} ", binder, *until, ":")
    return [head, *block(node.body, page)]


@statement.register
def _repeat(node: t.RepeatStatement, page: Page) -> list[str]:
    times = f" {node.times} {page.word('TIMES', node)}" if node.times is not None else ""
    until = page.clause("UNTIL", node.until, node)
    head = page.line(f"{page.word('REPEAT', node)}{times}", *until, ":")
    return [head, *block(node.body, page)]


@statement.register
def _when(node: t.WhenStatement, page: Page) -> list[str]:
    lines = [page.line(f"{page.word('IF', node)} ", page.place(node.condition), ":")]
    lines += block(node.then, page)
    if node.otherwise:
        lines += [page.line(f"{page.word('OTHERWISE', node)}:"), *block(node.otherwise, page)]
    return lines


@statement.register
def _decide(node: t.DecideStatement, page: Page) -> list[str]:
    return [page.line(f"{page.word('DECIDE', node)} {node.decision.text}")]


@statement.register
def _result(node: t.ResultStatement, page: Page) -> list[str]:
    return [page.line(f"{page.word('RESULT', node)} ", page.place(node.value))]


@statement.register
def _announce(node: t.AnnounceStatement, page: Page) -> list[str]:
    parts: list[Document] = [f'{page.word("ANNOUNCE", node)} "{node.text}"']
    if node.values:
        parts += [",", SPACE, *listed(node.values, page.language)]
    parts += page.clause("ADDRESSED_TO", node.to, node)
    return [page.line(*parts, *page.clause("DURATION", node.duration, node))]


@statement.register
def _end(node: t.EndStatement, page: Page) -> list[str]:
    return [page.line(f"{page.word('END', node)} {node.outcome.text}")]


@statement.register
def _gap(node: t.GapStatement, page: Page) -> list[str]:
    return [page.line(f'{page.word("GAP", node)} {node.gap.text} "{node.reason}"')]


@statement.register
def _again(node: t.AgainStatement, page: Page) -> list[str]:
    return [page.line(page.word("AGAIN", node))]


@statement.register
def _reading(node: t.ReadingStatement, page: Page) -> list[str]:
    head = reading_line(node, page)
    return [head, *block(node.body, page)]
