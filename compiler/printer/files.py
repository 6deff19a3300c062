"""Files, units and what stands under a text, as text."""

from functools import singledispatch

from compiler import tree as t
from compiler.languages import Language
from compiler.printer.expressions import SUM, keyword, nested, write_type
from compiler.printer.layout import EDGE, SPACE, Document, group, joined
from compiler.printer.statements import Page, block, first_page, reading_line


def print_law(law: t.LawFile, spoken: str | Language) -> str:
    """A language version of a law as text.

    ``spoken`` is a language (or its code), or the words of an author. Raises ``KeyError``
    where there is no table for the code.
    """
    page = first_page(spoken)
    head = [texted(f"{page.word('LAW', law)} {law.name.text}", law.title)]
    head += [line for node in law.preamble for line in content(node, page.deeper())]
    return entries(head, *(content(node, page) for node in law.body))


def print_supplements(supplements: t.SupplementsFile, spoken: str | Language) -> str:
    """A file of supplements as text; raises as :func:`print_law`."""
    page = first_page(spoken)
    head = [page.line(f"{page.word('SUPPLEMENTS', supplements)} {supplements.law.text}")]
    return entries(head, *(_supplement(node, page) for node in supplements.supplements))


def print_properties(properties: t.PropertiesFile, spoken: str | Language) -> str:
    """A file of properties as text; raises as :func:`print_law`."""
    page = first_page(spoken)
    head = [page.line(f"{page.word('PROPERTIES', properties)} {properties.law.text}")]
    profiles = (_profile(node, page) for node in properties.profiles)
    return entries(head, *profiles, *(_property(node, page) for node in properties.properties))


def entries(*written: list[str]) -> str:
    """Entries of the outermost level, a blank line between each two."""
    return "\n\n".join("\n".join(lines) for lines in written) + "\n"


# ---- units and texts ---------------------------------------------------------


def texted(words: str, text: t.TextLine | None) -> str:
    """A line that ends in official wording, which is never broken."""
    return words if text is None else f"{words} | {text.text}".rstrip()


def write_reference(reference: t.Reference, spoken: Language) -> str:
    """A place of the law, as the keywords of ``spoken`` name it."""
    return " ".join(
        f"{keyword(spoken, unit.upper(), reference)} {label}" for unit, label in reference.path
    )


@singledispatch
def content(node: t.TextLine | t.ItemT | t.Unit | t.Title, page: Page) -> list[str]:
    """What stands in a law or in a unit of it, as lines."""
    raise TypeError(type(node))


@content.register
def _title(node: t.Title, page: Page) -> list[str]:
    return [texted(page.word("TITLE", node), node.text)]


@content.register
def _unit(node: t.Unit, page: Page) -> list[str]:
    head = texted(f"{page.word(node.unit.upper(), node)} {node.label}", node.heading)
    inside = [line for part in node.contents for line in content(part, page.deeper())]
    return [" " * page.indent + head, *inside]


@content.register
def _text(node: t.TextLine, page: Page) -> list[str]:
    return [" " * page.indent + f"| {node.text}".rstrip()]


# ---- items -------------------------------------------------------------------


@content.register
def _no_rule(node: t.NoRule, page: Page) -> list[str]:
    return [page.line(f'{page.word("NO_RULE", node)} "{node.reason}"')]


@content.register
def _foreign(node: t.Foreign, page: Page) -> list[str]:
    reference = write_reference(node.reference, page.language)
    return [page.line(f'{page.word("FOREIGN", node)} {reference} "{node.reason}"')]


@content.register
def _reading(node: t.ReadingItem, page: Page) -> list[str]:
    head = reading_line(node, page)
    return [head, *(line for item in node.items for line in content(item, page.deeper()))]


@content.register
def _set(node: t.SetDeclaration, page: Page) -> list[str]:
    return [page.line(f"{page.word('SET', node)} {node.name.text}: ", *_size(node, page))]


def _size(node: t.SetDeclaration, page: Page) -> list[Document]:
    if node.same_as is not None:
        return [f"{page.word('AS_MANY_AS', node)} {node.same_as.text}"]
    if node.members:
        return joined([name.text for name in node.members], ",", SPACE)
    if node.low == node.high:
        return [str(node.low)]
    return [f"{node.low} {page.word('TO', node)} {node.high}"]


@content.register
def _record(node: t.RecordDeclaration, page: Page) -> list[str]:
    fields: list[Document] = [f"{f.name.text} {f.low}..{f.high}" for f in node.fields]
    head = f"{page.word('RECORD', node)} {node.name.text}: "
    return [page.line(head, *joined(fields, ",", SPACE))]


@content.register
def _state(node: t.StateDeclaration, page: Page) -> list[str]:
    words = f"{page.word('STATE', node)} {node.name.text}"
    if node.domain:
        words += f"({', '.join(name.text for name in node.domain)})"
    if node.type is not None:
        words += f": {write_type(node.type, page.language)}"
    return [page.line(words, *_initially(node.initial, node, page))]


def _initially(value: int | t.Name | None, node: t.ItemT, page: Page) -> list[Document]:
    return [] if value is None else [*page.after("INITIALLY", node), f" {_initial(value)}"]


def _initial(value: int | t.Name) -> str:
    return value.text if isinstance(value, t.Name) else str(value)


@content.register
def _role(node: t.RoleDeclaration, page: Page) -> list[str]:
    return [page.line(f"{page.word('ROLE', node)} {node.name.text}")]


@content.register
def _parameter(node: t.ParameterDeclaration, page: Page) -> list[str]:
    words = (
        f"{page.word('PARAMETER', node)} {node.name.text}: {write_type(node.type, page.language)}"
    )
    return [page.line(words, *_initially(node.default, node, page))]


def _parameters(parameters: tuple[t.ParameterTree, ...], page: Page) -> list[Document]:
    """Parameters in parentheses; neighbours of one type share it."""
    groups: list[tuple[list[str], str]] = []
    for parameter in parameters:
        type_ = write_type(parameter.type, page.language)
        if groups and groups[-1][1] == type_:
            groups[-1][0].append(parameter.name.text)
        else:
            groups.append(([parameter.name.text], type_))
    if not groups:
        return []
    written: list[Document] = [f"{', '.join(names)}: {type_}" for names, type_ in groups]
    return [group("(", EDGE, *joined(written, ";", SPACE), ")", hang=2)]


def _precedence(node: t.DefinitionItem | t.RuleItem, page: Page) -> list[Document]:
    parts: list[Document] = []
    for name, references in (
        ("DEPARTS_FROM", node.precedence.departs_from),
        ("YIELDS_TO", node.precedence.yields_to),
    ):
        if references:
            places: list[Document] = [write_reference(r, page.language) for r in references]
            parts += [*page.after(name, node), " ", group(*joined(places, ",", SPACE), hang=2)]
    return parts


@content.register
def _definition(node: t.DefinitionItem, page: Page) -> list[str]:
    type_ = "" if node.type is None else f": {write_type(node.type, page.language)}"
    head: list[Document] = [f"{page.word('DEFINE', node)} {node.name.text}"]
    head += [*_parameters(node.parameters, page), type_]
    head += [*page.clause("WHEN", node.guard, node), *_precedence(node, page)]
    value = page.place(node.value)
    if node.guard is not None or node.precedence != t.Precedence():
        return [page.line(*head, SPACE, ":= ", nested(value))]
    return [page.line(*head, " :=", SPACE, value)]


@content.register
def _norm(node: t.NormItem, page: Page) -> list[str]:
    return [page.line(f"{page.word('FORBIDDEN', node)}: ", page.place(node.forbidden))]


@content.register
def _permission(node: t.PermissionItem, page: Page) -> list[str]:
    return [page.line(f"{page.word('PERMITTED', node)}: ", page.place(node.permitted))]


@content.register
def _rule(node: t.RuleItem, page: Page) -> list[str]:
    head: list[Document] = [
        f"{page.word('RULE', node)} {page.word('IN_DECISION', node)} {node.decision.text}"
    ]
    head += [*page.clause("WHEN", node.guard, node), *_precedence(node, page)]
    return [page.line(*head, ":"), *block(node.body, page)]


@content.register
def _flow(node: t.FlowItem, page: Page) -> list[str]:
    head: list[Document] = [f"{page.word('FLOW', node)} {node.name.text}"]
    head += _parameters(node.parameters, page)
    if node.result is not None:
        head += [*page.after("YIELDS", node), f" {write_type(node.result, page.language)}"]
    return [page.line(*head, ":"), *block(node.body, page)]


# ---- supplements and properties ----------------------------------------------


def _supplement(node: t.Supplement, page: Page) -> list[str]:
    head = page.line(f'{page.word("SUPPLEMENT", node)} {node.name.text} "{node.reason}"')
    return [head, *(line for part in node.fills for line in fill(part, page.deeper()))]


@singledispatch
def fill(node: t.FillT, page: Page) -> list[str]:
    """What a supplement fills, as lines."""
    raise TypeError(type(node))


@fill.register
def _order(node: t.FillOrder, page: Page) -> list[str]:
    reference = write_reference(node.reference, page.language)
    return [
        page.line(f"{page.word('FILLS_ORDER', node)} {reference}: {page.word('IN_TURN', node)}")
    ]


@fill.register
def _choice(node: t.FillChoice, page: Page) -> list[str]:
    reference = write_reference(node.reference, page.language)
    return [
        page.line(f"{page.word('FILLS_CHOICE', node)} {reference}: {page.word('DRAW_LOT', node)}")
    ]


@fill.register
def _stuck(node: t.FillStuck, page: Page) -> list[str]:
    reference = write_reference(node.reference, page.language)
    return [page.line(f"{page.word('FILLS_STUCK', node)} {reference}:"), *block(node.body, page)]


@fill.register
def _conflict(node: t.FillConflict, page: Page) -> list[str]:
    first, second = (write_reference(reference, page.language) for reference in node.between)
    prevails = write_reference(node.prevails, page.language)
    words = f"{page.word('FILLS_CONFLICT', node)} {first}, {second}: {prevails}"
    return [page.line(words, *page.after("PREVAILS", node))]


@fill.register
def _gap(node: t.FillGap, page: Page) -> list[str]:
    head = page.line(f"{page.word('FILLS_GAP', node)} {node.gap.text}:")
    return [head, *(line for item in node.items for line in content(item, page.deeper()))]


@fill.register
def _filled_parameter(node: t.FillParameter, page: Page) -> list[str]:
    words = f"{page.word('FILLS_PARAMETER', node)} {node.parameter.text}"
    return [page.line(f"{words}: {_initial(node.value)}")]


def _profile(node: t.ProfileTree, page: Page) -> list[str]:
    ranked = t.BinderTree(
        span=node.span,
        names=(node.alternative,),
        set=node.alternatives,
        source=None,
        distinct=False,
        condition=None,
        order=node.order,
    )
    deeper = page.deeper()
    ranks: list[Document] = [f"{node.electors.text} {node.elector.text}"]
    ranks += [*page.after("RANKS", node), " ", page.binder(ranked)]
    decides: list[Document] = [f"{page.word('FLOW', node)} {node.flow.text}"]
    decides += [*page.after("YIELDS", node), f" {node.winner.text}"]
    return [
        page.line(f'{page.word("PROFILE", node)} {node.name.text} "{node.sentence}"'),
        deeper.line(*ranks),
        deeper.line(*decides),
    ]


def _property(node: t.PropertyTree, page: Page) -> list[str]:
    head = page.line(f'{page.word("PROPERTY", node)} {node.name.text} "{node.sentence}"')
    return [head, *claim(node.claim, page.deeper())]


@singledispatch
def claim(node: t.ClaimT, page: Page) -> list[str]:
    """What a property claims, as lines."""
    raise TypeError(type(node))


@claim.register
def _state_claim(node: t.StateClaim, page: Page) -> list[str]:
    return [page.line(f"{page.word(node.modality.upper(), node)} ", page.place(node.condition))]


@claim.register
def _meets(node: t.MeetsClaim, page: Page) -> list[str]:
    words: list[Document] = [node.profile.text, *page.after("MEETS", node)]
    return [page.line(*words, f" {node.criterion.text}")]


@claim.register
def _loop(node: t.LoopClaim, page: Page) -> list[str]:
    parts: list[Document] = [f"{page.word('LOOP', node)} {node.flow.text}", *_within(node, page)]
    parts += page.after("ENDS", node)
    if node.measure is not None:
        parts += [*page.after("BY", node), " ", page.place(node.measure, SUM)]
    return [page.line(*parts)]


def _within(node: t.LoopClaim | t.StepClaim, page: Page) -> list[Document]:
    parts: list[Document] = []
    if node.first is not None:
        parts += [*page.after("WITHIN", node), f" {write_reference(node.first, page.language)}"]
    if node.last is not None:
        parts += [*page.after("TO", node), f" {write_reference(node.last, page.language)}"]
    return parts


@claim.register
def _step_claim(node: t.StepClaim, page: Page) -> list[str]:
    head: list[Document] = [page.word("AT_EVERY_STEP", node), *_within(node, page)]
    return [page.line(group(*head, hang=2), ": ", page.place(node.condition))]


@claim.register
def _after_claim(node: t.AfterClaim, page: Page) -> list[str]:
    variable = "" if node.variable is None else f" {node.variable.text}"
    words = f"{page.word('AT_THE_STEP_AFTER', node)} {node.actor.text}{variable}"
    head: list[Document] = [words, *page.after("DECLINES", node)]
    return [page.line(group(*head, hang=2), ": ", page.place(node.condition))]


@claim.register
def _same_claim(node: t.SameClaim, page: Page) -> list[str]:
    first, second = (name.text for name in node.readings)
    words = f"{page.word('SAME_UNDER', node)} {node.point.text} = {first}"
    parts: list[Document] = [words, *page.after("AND", node), f" {second}: {node.subject.text}"]
    if node.conceivable:
        parts += page.after("CONCEIVABLY", node)
    return [page.line(*parts)]
