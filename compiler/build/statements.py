"""Rules of the grammar for statements."""

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from compiler import tree as t
from compiler.build.pieces import Children, name_of, number, optional_name, span, string


@v_args(meta=True)
class StatementBuilder(Transformer[Token, Any]):
    """Builds statements and blocks."""

    # ---- statements

    def block(self, meta: Meta, children: Children) -> tuple[t.StatementT, ...]:
        return tuple(children)

    def target(self, meta: Meta, children: Children) -> t.NameExpr:
        name, *arguments = children
        given = tuple(argument for argument in arguments if argument is not None)
        return t.NameExpr(span=span(meta), name=name_of(name), arguments=given or None)

    def update(self, meta: Meta, children: Children) -> t.UpdateTree:
        return t.UpdateTree(target=children[0], value=children[1])

    def assign(self, meta: Meta, children: Children) -> t.AssignStatement:
        return t.AssignStatement(span=span(meta), updates=tuple(children))

    def bulk_assign(self, meta: Meta, children: Children) -> t.AssignStatement:
        binder, *updates = children
        return t.AssignStatement(span=span(meta), updates=tuple(updates), each=binder)

    def let(self, meta: Meta, children: Children) -> t.LetStatement:
        return t.LetStatement(span=span(meta), name=name_of(children[0]), value=children[1])

    def call(self, meta: Meta, children: Children) -> t.CallStatement:
        target, result = children
        return t.CallStatement(span=span(meta), target=target, result=optional_name(result))

    def choose(self, meta: Meta, children: Children) -> t.ChooseStatement:
        actor, binder, default = children
        return t.ChooseStatement(span=span(meta), actor=actor, binder=binder, default=default)

    def may_choose(self, meta: Meta, children: Children) -> t.ChooseStatement:
        actor, binder, body = children
        return t.ChooseStatement(
            span=span(meta), actor=actor, binder=binder, optional=True, body=body
        )

    def open_choice(self, meta: Meta, children: Children) -> t.ChooseStatement:
        return t.ChooseStatement(span=span(meta), actor=None, binder=children[0])

    def roll(self, meta: Meta, children: Children) -> t.RollStatement:
        *names, source = children
        return t.RollStatement(
            span=span(meta), names=tuple(name_of(name) for name in names), source=source
        )

    def lot(self, meta: Meta, children: Children) -> t.LotStatement:
        return t.LotStatement(span=span(meta), binder=children[0])

    def in_turn(self, meta: Meta, children: Children) -> str:
        return "in_turn"

    def open_order(self, meta: Meta, children: Children) -> str:
        return "open"

    def each(self, meta: Meta, children: Children) -> t.EachStatement:
        order, binder, until, body = children
        return t.EachStatement(span=span(meta), order=order, binder=binder, until=until, body=body)

    def repeat_forever(self, meta: Meta, children: Children) -> t.RepeatStatement:
        return t.RepeatStatement(span=span(meta), times=None, until=None, body=children[0])

    def repeat_times(self, meta: Meta, children: Children) -> t.RepeatStatement:
        times, body = children
        return t.RepeatStatement(span=span(meta), times=number(times), until=None, body=body)

    def repeat_until(self, meta: Meta, children: Children) -> t.RepeatStatement:
        until, body = children
        return t.RepeatStatement(span=span(meta), times=None, until=until, body=body)

    def when(self, meta: Meta, children: Children) -> t.WhenStatement:
        condition, then, otherwise = children
        return t.WhenStatement(
            span=span(meta), condition=condition, then=then, otherwise=otherwise or ()
        )

    def decide(self, meta: Meta, children: Children) -> t.DecideStatement:
        return t.DecideStatement(span=span(meta), decision=name_of(children[0]))

    def result(self, meta: Meta, children: Children) -> t.ResultStatement:
        return t.ResultStatement(span=span(meta), value=children[0])

    def announce(self, meta: Meta, children: Children) -> t.AnnounceStatement:
        words, *values, to, duration = children
        return t.AnnounceStatement(
            span=span(meta), text=string(words), values=tuple(values), to=to, duration=duration
        )

    def end(self, meta: Meta, children: Children) -> t.EndStatement:
        return t.EndStatement(span=span(meta), outcome=name_of(children[0]))

    def gap(self, meta: Meta, children: Children) -> t.GapStatement:
        name, reason = children
        return t.GapStatement(span=span(meta), gap=name_of(name), reason=string(reason))

    def again(self, meta: Meta, children: Children) -> t.AgainStatement:
        return t.AgainStatement(span=span(meta))

    def statement_reading(self, meta: Meta, children: Children) -> t.ReadingStatement:
        point, name, reason, body = children
        return t.ReadingStatement(
            span=span(meta),
            point=name_of(point),
            name=name_of(name),
            reason=string(reason),
            body=body,
        )
