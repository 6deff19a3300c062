"""Random syntax trees: a strategy for every class of ``compiler.tree``, and comparison without places."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from compiler import tree as t
from compiler.languages import known_languages, language
from compiler.syntax import parser
from runtime.ruleset.model import Model

NODE = TypeVar("NODE")
Strategy = SearchStrategy[Any]

HERE = t.Span(line=1, column=1, end_line=1, end_column=1)


def without_spans(value: Any) -> Any:
    """A tree with every place replaced by one and the same."""
    if isinstance(value, t.Span):
        return HERE
    if isinstance(value, tuple):
        return tuple(without_spans(part) for part in value)
    if isinstance(value, Model):
        parts = {name: without_spans(getattr(value, name)) for name in type(value).model_fields}
        return value.model_copy(update=parts)
    return value


# ---- words -------------------------------------------------------------------


@cache
def keyword_words(*codes: str) -> frozenset[str]:
    """Every word that occurs in a keyword of the languages ``codes`` (without any: of all)."""
    wordings = (
        wording
        for code in codes or known_languages()
        for phrases in language(code).keywords.values()
        for wording in phrases
    )
    return frozenset(str(token) for wording in wordings for token in parser().lex(wording))


def words_in(tree: Any) -> set[str]:
    """The names and the labels in a tree."""
    if isinstance(tree, t.Name):
        return {tree.text}
    if isinstance(tree, tuple):
        return set().union(*(words_in(part) for part in tree))
    if isinstance(tree, Model):
        found = words_in(tuple(getattr(tree, name) for name in type(tree).model_fields))
        if isinstance(tree, t.Reference):
            found |= {label for _, label in tree.path}
        return found | {tree.label} if isinstance(tree, t.Unit) else found
    return set()


_WORDS = st.one_of(
    st.sampled_from(
        ["x", "y", "Beet", "étang", "Größe", "l'eau", "row_2", "watering", "Gießkanne"]
    ),
    st.from_regex(r"[^\W\d]\w{0,9}(['’]\w{1,3})?", fullmatch=True),
).filter(lambda word: word not in keyword_words())
_NUMBERS = st.integers(0, 10**6)
_LABELS = st.one_of(st.integers(0, 300).map(str), _WORDS)
_LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=40)
_TEXTS = _LINES.map(str.strip)
_STRINGS = _LINES.map(lambda line: line.replace('"', "”"))

names = st.builds(t.Name, text=_WORDS, span=st.just(HERE))
text_lines = st.builds(t.TextLine, text=_TEXTS, span=st.just(HERE))


def tuples(parts: Strategy, least: int = 0, most: int = 3) -> Strategy:
    return st.lists(parts, min_size=least, max_size=most).map(tuple)


def node(cls: Callable[..., NODE], **parts: Strategy) -> SearchStrategy[NODE]:
    return st.builds(cls, span=st.just(HERE), **parts)


references = node(
    t.Reference,
    path=tuples(st.tuples(st.sampled_from(["article", "paragraph", "letter", "item"]), _LABELS), 1),
)

# ---- types and expressions ---------------------------------------------------

_PLAIN: dict[type, Strategy] = {
    t.NamedType: node(t.NamedType, name=names),
    t.NumberType: node(t.NumberType, low=_NUMBERS, high=_NUMBERS),
    t.TruthType: node(t.TruthType),
}
_PLAIN[t.SetType] = node(
    t.SetType,
    item=st.recursive(st.one_of(*_PLAIN.values()), lambda item: node(t.SetType, item=item)),
)
TYPES = {**_PLAIN, t.OptionalType: node(t.OptionalType, item=st.one_of(*_PLAIN.values()))}
types = st.one_of(*TYPES.values())

_OPERATORS = [
    *("implies", "or", "and", "in", "add", "subtract", "multiply", "divide"),
    *("equal", "unequal", "less", "at_most", "greater", "at_least"),
]
_LEAVES: dict[type, Strategy] = {
    t.NumberLiteral: node(t.NumberLiteral, value=_NUMBERS),
    t.TruthLiteral: node(t.TruthLiteral, value=st.booleans()),
    t.NothingLiteral: node(t.NothingLiteral),
    t.IntervalExpr: node(t.IntervalExpr, low=_NUMBERS, high=_NUMBERS),
}


@cache
def expressions(depth: int = 2) -> Strategy:
    """Expressions with at most ``depth`` levels below the topmost."""
    if depth == 0:
        return st.one_of(*_LEAVES.values(), node(t.NameExpr, name=names))
    return st.one_of(*expression_classes(depth).values())


def targets(depth: int) -> Strategy:
    arguments = st.one_of(st.none(), tuples(expressions(depth), 1))
    return node(t.NameExpr, name=names, arguments=arguments)


def _variables(depth: int) -> Strategy:
    over_set = {"names": tuples(names, 1, 1), "set": names, "source": st.none()}
    pair = {**over_set, "names": tuples(names, 2, 2), "distinct": st.just(True)}
    values = {"names": tuples(names, 1), "set": st.none(), "source": expressions(depth)}
    pair_of_values = {**values, "names": tuples(names, 2, 2), "distinct": st.just(True)}
    plain = {"distinct": st.just(False)}
    return st.one_of(
        *(
            st.fixed_dictionaries(part)
            for part in ({**over_set, **plain}, {**values, **plain}, pair, pair_of_values)
        )
    )


def _criteria(depth: int) -> Strategy:
    return st.builds(
        t.CriterionTree,
        direction=st.sampled_from(["smallest", "largest"]),
        key=expressions(depth),
    )


def binders(depth: int, *, ordered: bool = True) -> Strategy:
    """Binders; without ``ordered`` those that the grammar calls a range."""
    return st.builds(
        lambda variables, condition, order: t.BinderTree(
            span=HERE, condition=condition, order=order, **variables
        ),
        _variables(depth),
        st.one_of(st.none(), expressions(depth)),
        tuples(_criteria(depth)) if ordered else st.just(()),
    )


@cache
def expression_classes(depth: int) -> dict[type, Strategy]:
    """A strategy for each class of expressions, ``depth`` levels deep (at least 1)."""
    part = expressions(depth - 1)
    ranges = binders(depth - 1, ordered=False)
    quantified = st.one_of(
        node(t.QuantifiedExpr, quantifier=st.just("every"), binder=ranges, body=part),
        node(t.QuantifiedExpr, quantifier=st.sampled_from(["some", "no"]), binder=ranges),
    )
    return {
        **_LEAVES,
        t.NameExpr: targets(depth - 1),
        t.FieldExpr: node(t.FieldExpr, item=part, field=names),
        t.UnaryExpr: node(
            t.UnaryExpr, operator=st.sampled_from(["not", "negate", "absolute"]), item=part
        ),
        t.BinaryExpr: node(
            t.BinaryExpr, operator=st.sampled_from(_OPERATORS), left=part, right=part
        ),
        t.MinMaxExpr: node(
            t.MinMaxExpr, operator=st.sampled_from(["min", "max"]), items=tuples(part, 2)
        ),
        t.DisplayExpr: node(t.DisplayExpr, items=tuples(part, 1)),
        t.IsSetExpr: node(t.IsSetExpr, item=part, negated=st.booleans()),
        t.QuantifiedExpr: quantified,
        t.TheExpr: node(t.TheExpr, binder=binders(depth - 1), otherwise=st.one_of(st.none(), part)),
        t.AllExpr: node(t.AllExpr, binder=binders(depth - 1)),
        t.CountExpr: node(t.CountExpr, binder=binders(depth - 1)),
        t.AggregateExpr: node(
            t.AggregateExpr,
            operator=st.sampled_from(["sum", "smallest", "largest"]),
            body=part,
            binder=binders(depth - 1),
        ),
        t.IfExpr: node(t.IfExpr, condition=part, then=part, otherwise=part),
        t.BeforeExpr: node(t.BeforeExpr, item=part),
    }


# ---- statements --------------------------------------------------------------


@cache
def statements(depth: int = 1) -> Strategy:
    return st.one_of(*statement_classes(depth).values())


@cache
def statement_classes(depth: int) -> dict[type, Strategy]:
    """A strategy for each class of statements; blocks go ``depth`` levels deep."""
    part = expressions(1)
    maybe = st.one_of(st.none(), part)
    body = tuples(statements(depth - 1), 1, 2) if depth else tuples(node(t.AgainStatement), 1)
    ranges = binders(1, ordered=False)
    updates = tuples(st.builds(t.UpdateTree, target=targets(1), value=part), 1)
    repeats = st.one_of(
        node(t.RepeatStatement, times=st.none(), until=maybe, body=body),
        node(t.RepeatStatement, times=_NUMBERS, until=st.none(), body=body),
    )
    choices = st.one_of(
        node(t.ChooseStatement, actor=st.none(), binder=binders(1)),
        node(t.ChooseStatement, actor=targets(1), binder=binders(1), default=maybe),
        node(
            t.ChooseStatement,
            actor=targets(1),
            binder=binders(1),
            optional=st.just(True),
            body=body,
        ),
    )
    return {
        t.AssignStatement: node(
            t.AssignStatement, updates=updates, each=st.one_of(st.none(), ranges)
        ),
        t.LetStatement: node(t.LetStatement, name=names, value=part),
        t.CallStatement: node(
            t.CallStatement, target=targets(1), result=st.one_of(st.none(), names)
        ),
        t.ChooseStatement: choices,
        t.RollStatement: node(t.RollStatement, names=tuples(names, 1), source=part),
        t.LotStatement: node(t.LotStatement, binder=binders(1)),
        t.EachStatement: node(
            t.EachStatement,
            order=st.sampled_from(["in_turn", "open"]),
            binder=ranges,
            until=maybe,
            body=body,
        ),
        t.RepeatStatement: repeats,
        t.WhenStatement: node(
            t.WhenStatement, condition=part, then=body, otherwise=st.one_of(st.just(()), body)
        ),
        t.DecideStatement: node(t.DecideStatement, decision=names),
        t.ResultStatement: node(t.ResultStatement, value=part),
        t.AnnounceStatement: node(
            t.AnnounceStatement, text=_STRINGS, values=tuples(part), to=maybe, duration=maybe
        ),
        t.EndStatement: node(t.EndStatement, outcome=names),
        t.GapStatement: node(t.GapStatement, gap=names, reason=_STRINGS),
        t.AgainStatement: node(t.AgainStatement),
        t.ReadingStatement: node(
            t.ReadingStatement, point=names, name=names, reason=_STRINGS, body=body
        ),
    }


# ---- items and files ---------------------------------------------------------

_PARAMETERS = tuples(st.builds(t.ParameterTree, name=names, type=types))
_PRECEDENCE = st.builds(t.Precedence, departs_from=tuples(references), yields_to=tuples(references))
_BODY = tuples(statements(), 1, 2)


def _sizes(size: tuple[Any, Any, Any, tuple[t.Name, ...]], name: t.Name) -> t.SetDeclaration:
    low, high, same_as, members = size
    return t.SetDeclaration(
        span=HERE, name=name, low=low, high=high, same_as=same_as, members=members
    )


_SIZES = st.one_of(
    st.tuples(_NUMBERS, _NUMBERS, st.none(), st.just(())),
    _NUMBERS.map(lambda size: (size, size, None, ())),
    st.tuples(st.none(), st.none(), names, st.just(())),
    st.tuples(st.none(), st.none(), st.none(), tuples(names, 2)),
)
_FIELDS = st.builds(t.FieldTree, name=names, low=_NUMBERS, high=_NUMBERS)

_INITIAL = st.one_of(st.none(), _NUMBERS, names)

ITEMS: dict[type, Strategy] = {
    t.NoRule: node(t.NoRule, reason=_STRINGS),
    t.Foreign: node(t.Foreign, reference=references, reason=_STRINGS),
    t.SetDeclaration: st.builds(_sizes, _SIZES, names),
    t.RecordDeclaration: node(t.RecordDeclaration, name=names, fields=tuples(_FIELDS, 1)),
    t.StateDeclaration: node(
        t.StateDeclaration,
        name=names,
        domain=tuples(names),
        type=st.one_of(st.none(), types),
        initial=_INITIAL,
    ),
    t.RoleDeclaration: node(t.RoleDeclaration, name=names),
    t.ParameterDeclaration: node(t.ParameterDeclaration, name=names, type=types, default=_INITIAL),
    t.DefinitionItem: node(
        t.DefinitionItem,
        name=names,
        parameters=_PARAMETERS,
        type=st.one_of(st.none(), types),
        guard=st.one_of(st.none(), expressions()),
        precedence=_PRECEDENCE,
        value=expressions(),
    ),
    t.NormItem: node(t.NormItem, forbidden=expressions(3)),
    t.PermissionItem: node(t.PermissionItem, permitted=expressions()),
    t.RuleItem: node(
        t.RuleItem, decision=names, guard=expressions(), precedence=_PRECEDENCE, body=_BODY
    ),
    t.FlowItem: node(
        t.FlowItem,
        name=names,
        parameters=_PARAMETERS,
        result=st.one_of(st.none(), types),
        body=_BODY,
    ),
}
ITEMS[t.ReadingItem] = node(
    t.ReadingItem,
    point=names,
    name=names,
    reason=_STRINGS,
    items=tuples(st.one_of(*ITEMS.values()), 1, 2),
)
items = st.one_of(*ITEMS.values())


def units(depth: int = 1) -> Strategy:
    """Units in which units are nested ``depth`` levels deep."""
    inside = st.one_of(text_lines, items, units(depth - 1)) if depth else text_lines
    return node(
        t.Unit,
        unit=st.sampled_from(["article", "paragraph", "letter", "item"]),
        label=_LABELS,
        heading=st.one_of(st.none(), text_lines),
        contents=tuples(inside),
    )


titles = node(t.Title, text=text_lines)
FILLS: dict[type, Strategy] = {
    t.FillOrder: node(t.FillOrder, reference=references),
    t.FillChoice: node(t.FillChoice, reference=references),
    t.FillStuck: node(t.FillStuck, reference=references, body=_BODY),
    t.FillConflict: node(t.FillConflict, between=tuples(references, 2, 2), prevails=references),
    t.FillParameter: node(t.FillParameter, parameter=names, value=st.one_of(_NUMBERS, names)),
    t.FillGap: node(
        t.FillGap,
        gap=names,
        items=tuples(st.one_of(ITEMS[t.RuleItem], ITEMS[t.DefinitionItem]), 1, 2),
    ),
}
fills = st.one_of(*FILLS.values())
_WITHIN = st.one_of(
    st.just((None, None)), st.tuples(references, st.none()), st.tuples(references, references)
)
CLAIMS: dict[type, Strategy] = {
    t.StateClaim: node(
        t.StateClaim,
        modality=st.sampled_from(["never", "always", "possible", "eventually", "at_the_end"]),
        condition=expressions(),
    ),
    t.LoopClaim: st.builds(
        lambda flow, steps, measure: t.LoopClaim(
            span=HERE, flow=flow, first=steps[0], last=steps[1], measure=measure
        ),
        names,
        _WITHIN,
        st.one_of(st.none(), expressions()),
    ),
    t.StepClaim: st.builds(
        lambda steps, condition: t.StepClaim(
            span=HERE, first=steps[0], last=steps[1], condition=condition
        ),
        _WITHIN,
        expressions(),
    ),
    t.AfterClaim: node(
        t.AfterClaim, actor=names, variable=st.one_of(st.none(), names), condition=expressions()
    ),
    t.SameClaim: node(
        t.SameClaim,
        point=names,
        readings=tuples(names, 2, 2),
        subject=names,
        conceivable=st.booleans(),
    ),
}
CLAIMS[t.MeetsClaim] = node(t.MeetsClaim, profile=names, criterion=names)
claims = st.one_of(*CLAIMS.values())
profiles = node(
    t.ProfileTree,
    name=names,
    sentence=_STRINGS,
    electors=names,
    elector=names,
    alternatives=names,
    alternative=names,
    order=tuples(_criteria(1), 1),
    flow=names,
    winner=names,
)


def law_files(contents: Strategy = items) -> Strategy:
    """Language versions of a law with ``contents`` in one of its units."""
    unit = node(
        t.Unit,
        unit=st.just("article"),
        label=_LABELS,
        heading=text_lines,
        contents=tuples(contents, 1, 2),
    )
    return st.builds(
        lambda before, inside, after, preamble, name, title: t.LawFile(
            span=HERE, name=name, title=title, preamble=preamble, body=(*before, inside, *after)
        ),
        tuples(st.one_of(titles, units()), 0, 1),
        unit,
        tuples(st.one_of(titles, units()), 0, 1),
        tuples(st.one_of(text_lines, ITEMS[t.NoRule]), 0, 2),
        names,
        text_lines,
    )


def supplements_files(contents: Strategy = fills) -> Strategy:
    supplement = node(t.Supplement, name=names, reason=_STRINGS, fills=tuples(contents, 1, 2))
    return node(t.SupplementsFile, law=names, supplements=tuples(supplement, 1, 2))


def properties_files(contents: Strategy = claims) -> Strategy:
    property_ = node(t.PropertyTree, name=names, sentence=_STRINGS, claim=contents)
    return node(
        t.PropertiesFile,
        law=names,
        profiles=tuples(profiles, 0, 1),
        properties=tuples(property_, 1, 2),
    )


# ---- cases -------------------------------------------------------------------

_COUNTS = tuples(_NUMBERS, 1)
_RECORD = node(t.ValueTree, form=st.just("record"), numbers=_COUNTS)
_ELEMENT = node(t.ValueTree, form=st.just("element"), name=names, numbers=tuples(_NUMBERS, 1, 1))
arguments = st.one_of(_RECORD, _ELEMENT, node(t.ValueTree, form=st.just("name"), name=names))
values = st.one_of(
    arguments,
    node(t.ValueTree, form=st.just("number"), numbers=tuples(_NUMBERS, 1, 1)),
    node(t.ValueTree, form=st.sampled_from(["yes", "no", "nothing"])),
)
_HOLDS = st.one_of(
    node(t.HoldsTree, name=names, arguments=tuples(arguments), value=values),
    node(
        t.HoldsTree,
        name=names,
        entries=tuples(st.builds(t.RepeatedTree, times=_NUMBERS, value=values), 1, 6),
    ),
)
_REASON = st.one_of(st.none(), references)


def _rests() -> Strategy:
    def rest(end: str, missing: Strategy, places: Strategy) -> Strategy:
        return node(t.RestLine, end=st.just(end), missing=missing, references=places)

    one, nothing = tuples(references, 1, 1), st.none()
    return st.one_of(
        rest("gap", st.one_of(nothing, names), one),
        rest("conflict", nothing, tuples(references, 2)),
        rest("done", nothing, st.just(())),
        *(rest(end, nothing, one) for end in ("open", "stuck", "forbidden")),
    )


SETUPS: dict[type, Strategy] = {
    t.FlowLine: node(t.FlowLine, flow=names, arguments=tuples(values)),
    t.SizeLine: node(t.SizeLine, sizes=tuples(st.builds(t.SizeTree, size=_NUMBERS, set=names), 1)),
    t.SettingLine: node(t.SettingLine, name=names, value=values),
    t.ReadingLine: node(t.ReadingLine, point=names, name=names),
    t.SupplementsLine: node(t.SupplementsLine, names=tuples(names)),
    t.SeedLine: node(t.SeedLine, seed=_NUMBERS),
    t.GivenLine: node(t.GivenLine, holds=_HOLDS),
}
MOVES: dict[type, Strategy] = {
    t.ChooseLine: node(t.ChooseLine, actor=arguments, value=st.one_of(st.none(), values)),
    t.LawfulLine: st.one_of(
        node(
            t.LawfulLine,
            actor=arguments,
            lawful=st.just(True),
            value=values,
            reference=st.none(),
        ),
        node(t.LawfulLine, actor=arguments, lawful=st.just(False), value=values, reference=_REASON),
    ),
    t.DrawLine: node(
        t.DrawLine, by=st.sampled_from(["dice", "lots", "nobody"]), values=tuples(values, 1)
    ),
}
EXPECTED: dict[type, Strategy] = {
    t.OutcomeLine: node(
        t.OutcomeLine, outcome=names, value=st.one_of(st.none(), values), reference=_REASON
    ),
    t.RestLine: _rests(),
    t.ResultLine: node(t.ResultLine, value=values),
    t.HoldsLine: node(t.HoldsLine, holds=_HOLDS),
    t.DecidedLine: node(t.DecidedLine, references=tuples(references, 1)),
}


def cases_files(
    setup: Strategy | None = None, move: Strategy | None = None, expected: Strategy | None = None
) -> Strategy:
    """Files of cases, with a line of each kind that is given."""

    def lines(given: Strategy | None, known: dict[type, Strategy], least: int) -> Strategy:
        return tuples(st.one_of(*known.values()), least) if given is None else tuples(given, 1)

    parts = st.tuples(lines(setup, SETUPS, 0), lines(move, MOVES, 0), lines(expected, EXPECTED, 1))
    case = node(t.CaseTree, title=_STRINGS, lines=parts.map(lambda three: sum(three, ())))
    return node(t.CasesFile, law=names, cases=tuples(case, 1, 2))


# ---- amendments --------------------------------------------------------------

_AMENDED = node(t.AmendedPlace, reference=references, sentence=st.one_of(st.none(), _NUMBERS))
_NEW = {
    "place": _AMENDED,
    "heading": st.one_of(st.none(), text_lines),
    "contents": tuples(st.one_of(text_lines, items, units())),
}
CHANGES: dict[type, Strategy] = {
    t.Replacement: node(t.Replacement, **_NEW),
    t.Insertion: node(t.Insertion, **_NEW),
    t.Repeal: node(t.Repeal, place=_AMENDED),
    t.NewValue: node(t.NewValue, parameter=names, value=st.one_of(_NUMBERS, names)),
}


def amendment_files(changes: Strategy | None = None) -> Strategy:
    """Amendments with one of ``changes``."""
    change = st.one_of(*CHANGES.values()) if changes is None else changes
    return node(t.AmendmentFile, law=names, title=text_lines, changes=tuples(change, 1, 2))


def _in_item(expression: Strategy) -> Strategy:
    return law_files(node(t.NormItem, forbidden=expression))


def _in_flow(statement: Strategy) -> Strategy:
    flow = node(
        t.FlowItem, name=names, parameters=st.just(()), result=st.none(), body=tuples(statement, 1)
    )
    return law_files(flow)


def _of_type(type_: Strategy) -> Strategy:
    return law_files(node(t.ParameterDeclaration, name=names, type=type_, default=st.none()))


def files_with() -> dict[type, Strategy]:
    """For each class of the tree that has a kind, files in which it occurs."""
    return {
        **{cls: _of_type(strategy) for cls, strategy in TYPES.items()},
        **{cls: _in_item(strategy) for cls, strategy in expression_classes(2).items()},
        **{cls: _in_flow(strategy) for cls, strategy in statement_classes(1).items()},
        **{cls: law_files(strategy) for cls, strategy in ITEMS.items()},
        **{cls: supplements_files(strategy) for cls, strategy in FILLS.items()},
        **{cls: properties_files(strategy) for cls, strategy in CLAIMS.items()},
        **{cls: cases_files(setup=strategy) for cls, strategy in SETUPS.items()},
        **{cls: cases_files(move=strategy) for cls, strategy in MOVES.items()},
        **{cls: cases_files(expected=strategy) for cls, strategy in EXPECTED.items()},
        **{cls: amendment_files(strategy) for cls, strategy in CHANGES.items()},
    }
