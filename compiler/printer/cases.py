"""Worked cases as text."""

from functools import singledispatch

from compiler import tree as t
from compiler.languages import Language
from compiler.printer.files import entries, write_reference
from compiler.printer.layout import SPACE, Document, group, joined
from compiler.printer.statements import Page, first_page

_DRAWN = {"dice": "ROLL", "lots": "DRAW_LOT", "nobody": "OPEN_CHOICE"}


def print_cases(cases: t.CasesFile, spoken: str | Language) -> str:
    """A file of cases as text.

    ``spoken`` is as for :func:`print_law`; raises as it does.
    """
    page = first_page(spoken)
    head = [page.line(f"{page.word('CASES', cases)} {cases.law.text}")]
    return entries(head, *(_case(node, page) for node in cases.cases))


def _case(node: t.CaseTree, page: Page) -> list[str]:
    head = page.line(f'{page.word("CASE", node)} "{node.title}"')
    return [head, *(page.deeper().line(*case_line(line, page)) for line in node.lines)]


# ---- values ------------------------------------------------------------------


def write_value(value: t.ValueTree, page: Page) -> str:
    """A value of a case as text; it is never broken."""
    words = {"yes": "YES", "no": "NO_TRUTH", "nothing": "NONE"}
    numbers = ", ".join(map(str, value.numbers))
    if value.form in words:
        return page.word(words[value.form], value)
    if value.form == "record":
        return f"({numbers})"
    name = value.name.text if value.name is not None else ""
    return f"{name} {numbers}".strip()


def _repeated(entry: t.RepeatedTree, page: Page) -> Document:
    times = f"{entry.times} {page.word('TIMES')} " if entry.times != 1 else ""
    return times + write_value(entry.value, page)


def _values(values: tuple[t.ValueTree, ...], page: Page) -> list[Document]:
    return joined([write_value(value, page) for value in values], ",", SPACE)


def _holds(node: t.HoldsTree, page: Page) -> list[Document]:
    if node.value is None:
        written = [_repeated(entry, page) for entry in node.entries]
        return [f"{node.name.text}: ", group(*joined(written, ",", SPACE))]
    return [f"{node.name.text}{_arguments(node.arguments, page)} = {write_value(node.value, page)}"]


def _arguments(arguments: tuple[t.ValueTree, ...], page: Page) -> str:
    inside = ", ".join(write_value(argument, page) for argument in arguments)
    return f"({inside})" if arguments else ""


def _under(reference: t.Reference | None, page: Page) -> list[Document]:
    if reference is None:
        return []
    return [*page.after("UNDER"), f" {write_reference(reference, page.language)}"]


# ---- lines -------------------------------------------------------------------


@singledispatch
def case_line(node: t.CaseLineT, page: Page) -> list[Document]:
    """A line of a case, without its indent."""
    raise TypeError(type(node))


@case_line.register
def _flow(node: t.FlowLine, page: Page) -> list[Document]:
    return [f"{page.word('FLOW', node)} {node.flow.text}{_arguments(node.arguments, page)}"]


@case_line.register
def _sizes(node: t.SizeLine, page: Page) -> list[Document]:
    sizes: list[Document] = [f"{one.size} {one.set.text}" for one in node.sizes]
    return [f"{page.word('WITH', node)} ", *joined(sizes, ",", SPACE)]


@case_line.register
def _setting(node: t.SettingLine, page: Page) -> list[Document]:
    return [f"{page.word('PARAMETER', node)} {node.name.text} = {write_value(node.value, page)}"]


@case_line.register
def _reading(node: t.ReadingLine, page: Page) -> list[Document]:
    return [f"{page.word('READING', node)} {node.point.text} = {node.name.text}"]


@case_line.register
def _supplements(node: t.SupplementsLine, page: Page) -> list[Document]:
    if not node.names:
        return [page.word("WITHOUT_SUPPLEMENTS", node)]
    names: list[Document] = [name.text for name in node.names]
    return [f"{page.word('SUPPLEMENT', node)} ", *joined(names, ",", SPACE)]


@case_line.register
def _seed(node: t.SeedLine, page: Page) -> list[Document]:
    return [f"{page.word('SEED', node)} {node.seed}"]


@case_line.register
def _given(node: t.GivenLine, page: Page) -> list[Document]:
    return [f"{page.word('GIVEN', node)} ", *_holds(node.holds, page)]


@case_line.register
def _choose(node: t.ChooseLine, page: Page) -> list[Document]:
    actor = write_value(node.actor, page)
    if node.value is None:
        return [f"{actor} {page.word('DECLINES', node)}"]
    return [f"{actor} {page.word('CHOOSES', node)} {write_value(node.value, page)}"]


@case_line.register
def _lawful(node: t.LawfulLine, page: Page) -> list[Document]:
    may = page.word("MAY_CHOOSE" if node.lawful else "MAY_NOT_CHOOSE", node)
    words = f"{write_value(node.actor, page)} {may} {write_value(node.value, page)}"
    return [words, *_under(node.reference, page)]


@case_line.register
def _draw(node: t.DrawLine, page: Page) -> list[Document]:
    return [f"{page.word(_DRAWN[node.by], node)} ", *_values(node.values, page)]


@case_line.register
def _outcome(node: t.OutcomeLine, page: Page) -> list[Document]:
    value = "" if node.value is None else f" {write_value(node.value, page)}"
    return [
        f"{page.word('EXPECT', node)} {node.outcome.text}{value}",
        *_under(node.reference, page),
    ]


@case_line.register
def _rest(node: t.RestLine, page: Page) -> list[Document]:
    places: list[Document] = [write_reference(one, page.language) for one in node.references]
    head = page.word(f"EXPECT_{node.end.upper()}", node)
    match node.end:
        case "done":
            return [head]
        case "gap":
            missing = "" if node.missing is None else f" {node.missing.text}"
            return [f"{head}{missing} {page.word('IN', node)} ", *places]
        case "conflict":
            return [f"{head} ", *joined(places, *page.after("AND", node), " ")]
        case _:
            return [f"{head} ", *places]


@case_line.register
def _result(node: t.ResultLine, page: Page) -> list[Document]:
    return [f"{page.word('EXPECT_RESULT', node)} {write_value(node.value, page)}"]


@case_line.register
def _holds_line(node: t.HoldsLine, page: Page) -> list[Document]:
    return [f"{page.word('EXPECT', node)} ", *_holds(node.holds, page)]


@case_line.register
def _decided(node: t.DecidedLine, page: Page) -> list[Document]:
    places: list[Document] = [write_reference(one, page.language) for one in node.references]
    return [f"{page.word('DECIDED_BY', node)} ", *joined(places, ",", SPACE)]
