"""Rules of the grammar for amendments."""

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from compiler import tree as t
from compiler.build.pieces import Children, name_of, number, number_or_name, span, text_line


@v_args(meta=True)
class AmendmentBuilder(Transformer[Token, Any]):
    """Builds what an amendment changes."""

    def amendment(self, meta: Meta, children: Children) -> t.AmendmentFile:
        law, title, *changes = children
        return t.AmendmentFile(
            span=span(meta), law=name_of(law), title=text_line(title), changes=tuple(changes)
        )

    def amended_place(self, meta: Meta, children: Children) -> t.AmendedPlace:
        reference, sentence = children
        return t.AmendedPlace(
            span=span(meta),
            reference=reference,
            sentence=None if sentence is None else number(sentence),
        )

    def replacement(self, meta: Meta, children: Children) -> t.Replacement:
        return t.Replacement(span=span(meta), **_new(children))

    def insertion(self, meta: Meta, children: Children) -> t.Insertion:
        return t.Insertion(span=span(meta), **_new(children))

    def repeal(self, meta: Meta, children: Children) -> t.Repeal:
        return t.Repeal(span=span(meta), place=children[0])

    def new_value(self, meta: Meta, children: Children) -> t.NewValue:
        parameter, value = children
        written = number_or_name(value)
        assert written is not None
        return t.NewValue(span=span(meta), parameter=name_of(parameter), value=written)


def _new(children: Children) -> dict[str, Any]:
    place, heading, *contents = children
    return {
        "place": place,
        "heading": None if heading is None else text_line(heading),
        "contents": tuple(part for part in contents if part is not None),
    }
