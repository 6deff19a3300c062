"""Rules of the grammar for worked cases."""

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from compiler import tree as t
from compiler.build.pieces import Children, name_of, number, optional_name, span, string


@v_args(meta=True)
class CaseBuilder(Transformer[Token, Any]):
    """Builds files of cases."""

    def cases(self, meta: Meta, children: Children) -> t.CasesFile:
        law, *cases = children
        return t.CasesFile(span=span(meta), law=name_of(law), cases=tuple(cases))

    def case(self, meta: Meta, children: Children) -> t.CaseTree:
        title, *lines = children
        return t.CaseTree(span=span(meta), title=string(title), lines=tuple(lines))

    # ---- values

    def case_number(self, meta: Meta, children: Children) -> t.ValueTree:
        return t.ValueTree(span=span(meta), form="number", numbers=(number(children[0]),))

    def case_record(self, meta: Meta, children: Children) -> t.ValueTree:
        return t.ValueTree(span=span(meta), form="record", numbers=tuple(map(number, children)))

    def case_element(self, meta: Meta, children: Children) -> t.ValueTree:
        name, written = children
        numbers = (number(written),)
        return t.ValueTree(span=span(meta), form="element", name=name_of(name), numbers=numbers)

    def case_name(self, meta: Meta, children: Children) -> t.ValueTree:
        return t.ValueTree(span=span(meta), form="name", name=name_of(children[0]))

    def case_yes(self, meta: Meta, children: Children) -> t.ValueTree:
        return t.ValueTree(span=span(meta), form="yes")

    def case_no(self, meta: Meta, children: Children) -> t.ValueTree:
        return t.ValueTree(span=span(meta), form="no")

    def case_nothing(self, meta: Meta, children: Children) -> t.ValueTree:
        return t.ValueTree(span=span(meta), form="nothing")

    def repeated(self, meta: Meta, children: Children) -> t.RepeatedTree:
        times, value = children
        return t.RepeatedTree(times=1 if times is None else number(times), value=value)

    def holds_all(self, meta: Meta, children: Children) -> t.HoldsTree:
        name, *entries = children
        return t.HoldsTree(span=span(meta), name=name_of(name), entries=tuple(entries))

    def holds_one(self, meta: Meta, children: Children) -> t.HoldsTree:
        name, *arguments, value = children
        given = tuple(argument for argument in arguments if argument is not None)
        return t.HoldsTree(span=span(meta), name=name_of(name), arguments=given, value=value)

    # ---- what is given

    def case_flow(self, meta: Meta, children: Children) -> t.FlowLine:
        flow, *arguments = children
        given = tuple(argument for argument in arguments if argument is not None)
        return t.FlowLine(span=span(meta), flow=name_of(flow), arguments=given)

    def case_sizes(self, meta: Meta, children: Children) -> t.SizeLine:
        sizes = tuple(
            t.SizeTree(size=number(size), set=name_of(name))
            for size, name in zip(children[::2], children[1::2], strict=True)
        )
        return t.SizeLine(span=span(meta), sizes=sizes)

    def case_setting(self, meta: Meta, children: Children) -> t.SettingLine:
        return t.SettingLine(span=span(meta), name=name_of(children[0]), value=children[1])

    def case_reading(self, meta: Meta, children: Children) -> t.ReadingLine:
        point, name = children
        return t.ReadingLine(span=span(meta), point=name_of(point), name=name_of(name))

    def case_supplements(self, meta: Meta, children: Children) -> t.SupplementsLine:
        return t.SupplementsLine(span=span(meta), names=tuple(name_of(one) for one in children))

    def case_bare(self, meta: Meta, children: Children) -> t.SupplementsLine:
        return t.SupplementsLine(span=span(meta), names=())

    def case_seed(self, meta: Meta, children: Children) -> t.SeedLine:
        return t.SeedLine(span=span(meta), seed=number(children[0]))

    def case_given(self, meta: Meta, children: Children) -> t.GivenLine:
        return t.GivenLine(span=span(meta), holds=children[0])

    # ---- what is done

    def move_chooses(self, meta: Meta, children: Children) -> t.ChooseLine:
        return t.ChooseLine(span=span(meta), actor=children[0], value=children[1])

    def move_declines(self, meta: Meta, children: Children) -> t.ChooseLine:
        return t.ChooseLine(span=span(meta), actor=children[0], value=None)

    def move_lawful(self, meta: Meta, children: Children) -> t.LawfulLine:
        actor, value = children
        return t.LawfulLine(span=span(meta), actor=actor, lawful=True, value=value, reference=None)

    def move_unlawful(self, meta: Meta, children: Children) -> t.LawfulLine:
        actor, value, reference = children
        return t.LawfulLine(
            span=span(meta), actor=actor, lawful=False, value=value, reference=reference
        )

    def move_dice(self, meta: Meta, children: Children) -> t.DrawLine:
        return t.DrawLine(span=span(meta), by="dice", values=tuple(children))

    def move_lots(self, meta: Meta, children: Children) -> t.DrawLine:
        return t.DrawLine(span=span(meta), by="lots", values=tuple(children))

    def move_open(self, meta: Meta, children: Children) -> t.DrawLine:
        return t.DrawLine(span=span(meta), by="nobody", values=tuple(children))

    # ---- what is expected

    def expect_outcome(self, meta: Meta, children: Children) -> t.OutcomeLine:
        name, value, reference = children
        return t.OutcomeLine(
            span=span(meta), outcome=name_of(name), value=value, reference=reference
        )

    def expect_open(self, meta: Meta, children: Children) -> t.RestLine:
        return t.RestLine(span=span(meta), end="open", references=tuple(children))

    def expect_gap(self, meta: Meta, children: Children) -> t.RestLine:
        missing, reference = children
        return t.RestLine(
            span=span(meta), end="gap", missing=optional_name(missing), references=(reference,)
        )

    def expect_stuck(self, meta: Meta, children: Children) -> t.RestLine:
        return t.RestLine(span=span(meta), end="stuck", references=tuple(children))

    def expect_conflict(self, meta: Meta, children: Children) -> t.RestLine:
        return t.RestLine(span=span(meta), end="conflict", references=tuple(children))

    def expect_forbidden(self, meta: Meta, children: Children) -> t.RestLine:
        return t.RestLine(span=span(meta), end="forbidden", references=tuple(children))

    def expect_done(self, meta: Meta, children: Children) -> t.RestLine:
        return t.RestLine(span=span(meta), end="done")

    def expect_result(self, meta: Meta, children: Children) -> t.ResultLine:
        return t.ResultLine(span=span(meta), value=children[0])

    def expect_holds(self, meta: Meta, children: Children) -> t.HoldsLine:
        return t.HoldsLine(span=span(meta), holds=children[0])

    def decided(self, meta: Meta, children: Children) -> t.DecidedLine:
        return t.DecidedLine(span=span(meta), references=tuple(children))
