"""Rules of the grammar for files, units, supplements and properties."""

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from compiler import tree as t
from compiler.build.pieces import (
    Children,
    name_of,
    number_or_name,
    optional_name,
    span,
    string,
    text_line,
)


def _state_claim(modality: str) -> Any:
    def build(self: "FileBuilder", meta: Meta, children: Children) -> t.StateClaim:
        return t.StateClaim.model_validate(
            {"span": span(meta), "modality": modality, "condition": children[0]}
        )

    return build


def _same_claim(*, conceivable: bool) -> Any:
    def build(self: "FileBuilder", meta: Meta, children: Children) -> t.SameClaim:
        point, first, second, subject = (name_of(child) for child in children)
        return t.SameClaim(
            span=span(meta),
            point=point,
            readings=(first, second),
            subject=subject,
            conceivable=conceivable,
        )

    return build


@v_args(meta=True)
class FileBuilder(Transformer[Token, Any]):
    """Builds whole files and their units."""

    # ---- files and units

    def law(self, meta: Meta, children: Children) -> t.LawFile:
        name, title, *rest = children
        body = tuple(c for c in rest if isinstance(c, (t.Title, t.Unit)))
        preamble = tuple(c for c in rest if c is not None and not isinstance(c, (t.Title, t.Unit)))
        return t.LawFile(
            span=span(meta),
            name=name_of(name),
            title=text_line(title),
            preamble=preamble,
            body=body,
        )

    def title(self, meta: Meta, children: Children) -> t.Title:
        return t.Title(span=span(meta), text=text_line(children[0]))

    def label(self, meta: Meta, children: Children) -> tuple[str, str]:
        unit, label = children
        return unit.type.lower(), str(label)

    def reference(self, meta: Meta, children: Children) -> t.Reference:
        return t.Reference(path=tuple(children), span=span(meta))

    def unit(self, meta: Meta, children: Children) -> t.Unit:
        (unit, label), heading, *contents = children
        return t.Unit(
            span=span(meta),
            unit=unit,
            label=label,
            heading=None if heading is None else text_line(heading),
            contents=tuple(c for c in contents if c is not None),
        )

    def text(self, meta: Meta, children: Children) -> t.TextLine:
        return text_line(children[0])

    # ---- supplements and properties

    def fill_order(self, meta: Meta, children: Children) -> t.FillOrder:
        return t.FillOrder(span=span(meta), reference=children[0])

    def fill_choice(self, meta: Meta, children: Children) -> t.FillChoice:
        return t.FillChoice(span=span(meta), reference=children[0])

    def fill_stuck(self, meta: Meta, children: Children) -> t.FillStuck:
        return t.FillStuck(span=span(meta), reference=children[0], body=children[1])

    def fill_conflict(self, meta: Meta, children: Children) -> t.FillConflict:
        first, second, prevails = children
        return t.FillConflict(span=span(meta), between=(first, second), prevails=prevails)

    def fill_gap(self, meta: Meta, children: Children) -> t.FillGap:
        name, *items = children
        return t.FillGap(span=span(meta), gap=name_of(name), items=tuple(items))

    def fill_parameter(self, meta: Meta, children: Children) -> t.FillParameter:
        parameter, value = children
        written = number_or_name(value)
        assert written is not None
        return t.FillParameter(span=span(meta), parameter=name_of(parameter), value=written)

    def supplement(self, meta: Meta, children: Children) -> t.Supplement:
        name, reason, *fills = children
        return t.Supplement(
            span=span(meta), name=name_of(name), reason=string(reason), fills=tuple(fills)
        )

    def supplements(self, meta: Meta, children: Children) -> t.SupplementsFile:
        law, *supplements = children
        return t.SupplementsFile(span=span(meta), law=name_of(law), supplements=tuple(supplements))

    never = _state_claim("never")
    always = _state_claim("always")
    possible = _state_claim("possible")
    eventually = _state_claim("eventually")
    at_the_end = _state_claim("at_the_end")

    def every_step(self, meta: Meta, children: Children) -> t.StepClaim:
        first, last, condition = children
        return t.StepClaim(span=span(meta), first=first, last=last, condition=condition)

    def step_after(self, meta: Meta, children: Children) -> t.AfterClaim:
        actor, variable, condition = children
        return t.AfterClaim(
            span=span(meta),
            actor=name_of(actor),
            variable=optional_name(variable),
            condition=condition,
        )

    same_under = _same_claim(conceivable=False)
    same_conceivably = _same_claim(conceivable=True)

    def loop_ends(self, meta: Meta, children: Children) -> t.LoopClaim:
        flow, first, last, measure = children
        return t.LoopClaim(
            span=span(meta), flow=name_of(flow), first=first, last=last, measure=measure
        )

    def meets(self, meta: Meta, children: Children) -> t.MeetsClaim:
        profile, criterion = children
        return t.MeetsClaim(span=span(meta), profile=name_of(profile), criterion=name_of(criterion))

    def profile(self, meta: Meta, children: Children) -> t.ProfileTree:
        name, sentence, electors, elector, alternatives, alternative, order, flow, winner = children
        return t.ProfileTree(
            span=span(meta),
            name=name_of(name),
            sentence=string(sentence),
            electors=name_of(electors),
            elector=name_of(elector),
            alternatives=name_of(alternatives),
            alternative=name_of(alternative),
            order=order,
            flow=name_of(flow),
            winner=name_of(winner),
        )

    def property(self, meta: Meta, children: Children) -> t.PropertyTree:
        name, sentence, claim = children
        return t.PropertyTree(
            span=span(meta), name=name_of(name), sentence=string(sentence), claim=claim
        )

    def properties(self, meta: Meta, children: Children) -> t.PropertiesFile:
        law, *entries = children
        return t.PropertiesFile(
            span=span(meta),
            law=name_of(law),
            profiles=tuple(one for one in entries if isinstance(one, t.ProfileTree)),
            properties=tuple(one for one in entries if isinstance(one, t.PropertyTree)),
        )
