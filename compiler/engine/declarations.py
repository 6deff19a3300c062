"""Records, the table, definitions and norms of one rule set as Python."""

from collections.abc import Iterable, Sequence

from compiler.engine.expressions import Expressions
from compiler.engine.glances import body_of
from compiler.engine.layout import (
    AND,
    COMPARE,
    NOT,
    OR,
    Atom,
    Call,
    Chain,
    Code,
    Comprehension,
    Entry,
    Items,
    Keyword,
    call,
    flat,
    grouped,
    statement,
)
from compiler.engine.names import comment, docstring, literal, number
from compiler.engine.repeats import asked_again
from compiler.engine.scope import Scope
from compiler.engine.vocabulary import Vocabulary, as_code
from runtime.lowering import source_name
from runtime.precedence import beats
from runtime.ruleset import expressions as ex
from runtime.ruleset.ruleset import Definition, Norm, RuleSet
from runtime.ruleset.types import Record, Type
from runtime.values import first_value

Lines = list[str]


_INIT = ("self", "sizes: dict[str, int]", "parameters: dict[str, Value]")


class Paragraphs:
    """The paragraphs of a law, for docstrings and comments."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    def citation(self, ref: str) -> str:
        """How ``ref`` is cited in the language of the rule set."""
        paragraph = self.rules.paragraphs.get(ref)
        return paragraph.citations.get(self.rules.language, ref) if paragraph else ref

    def texts(self, refs: Iterable[str]) -> list[str]:
        """The official texts of ``refs``, each once."""
        found = []
        for ref in dict.fromkeys(refs):
            paragraph = self.rules.paragraphs.get(ref)
            if paragraph is not None and paragraph.text.strip():
                found.append(paragraph.text)
        return found

    def docstring(self, refs: Iterable[str], what: str = "", indent: int = 4) -> Lines:
        """``what``, where it is from, and the official texts."""
        once = list(dict.fromkeys(ref for ref in refs if ref))
        cited = ", ".join(self.citation(ref) for ref in once)
        head = f"{what} ({cited})." if what and cited else f"{what or cited}."
        return docstring([head, *self.texts(once)], indent)


class Declarations:
    """Writes what stands before the flows."""

    def __init__(self, words: Vocabulary, paragraphs: Paragraphs) -> None:
        self.words = words
        self.rules = words.rules
        self.paragraphs = paragraphs
        self.expressions = Expressions(words)

    # Records and the table.

    def record(self, record: str) -> Lines:
        """The class of a record."""
        declared, name = self.rules.records[record], self.words.record(record)
        fields = [(self.words.field(record, one.id), one) for one in declared.fields]
        term = self.rules.terms.get(record, record)
        inside: tuple[Code, ...] = tuple(
            Chain(
                (Atom(number(one.low)), Atom(field), Atom(number(one.high))), ("<=", "<="), COMPARE
            )
            for field, one in fields
        )
        within = Chain(inside, ("and",) * (len(inside) - 1), AND) if len(inside) > 1 else inside[0]
        checks = [
            statement(
                "",
                call(
                    "in_field",
                    Atom(field),
                    Atom(number(one.low)),
                    Atom(number(one.high)),
                    Atom(literal(one.id)),
                    Atom("ref"),
                ),
                "",
                12,
            )
            for field, one in fields
        ]
        arguments = tuple(Atom(field) for field, _ in fields)
        made: Code = Call(Atom("cls"), arguments)
        if self.words.facts.few([Record(record=record)]):
            given = Items("()", arguments)
            known = call(f"{self.words.known(record)}.get", given)
            made = Chain((known, made), ("or",), OR)
        parameters = ["cls", "ref: str", *(f"{field}: int" for field, _ in fields)]
        return [
            f"class {name}(NamedTuple):",
            *self.paragraphs.docstring([declared.ref], term),
            "",
            *(f"    {field}: int" for field, _ in fields),
            "",
            "    @classmethod",
            *signature("made", parameters, f'"{name}"', 4),
            *docstring(["One whose numbers lie within their ranges."], 8),
            *statement("if not ", grouped(within, NOT), ":", 8),
            *(line for check in checks for line in check),
            *statement("return ", made, "", 8),
        ]

    def constants(self) -> Lines:
        """All values of records, and all members of sets of fixed size, that are asked for."""
        lines: Lines = []
        for set_id in sorted(self.words.listed):
            name = self.words.members(set_id)
            if set_id in self.rules.records:
                ranges = tuple(
                    call("range", Atom(number(one.low)), Atom(number(one.high + 1)))
                    for one in self.rules.records[set_id].fields
                )
                self.words.used.add("product")
                made = Atom(f"{self.words.record(set_id)}._make")
                values = call("tuple", call("map", made, Call(Atom("product"), ranges)))
            else:
                size = Atom(number(self.rules.sets[set_id].low))
                values = call("tuple", call("range", size))
            lines += statement(f"{name} = ", values)
            if set_id in self.words.recognised:
                same = Comprehension("{}", Entry(Atom("one"), Atom("one")), "one", Atom(name), None)
                type = f"dict[tuple[int, ...], {self.words.record(set_id)}]"
                lines += statement(f"{self.words.known(set_id)}: {type} = ", same)
        return lines

    def table(self) -> Lines:
        """The class of what the game is played on."""
        words, rules = self.words, self.rules
        states = [(words.attribute(one.id), one) for one in rules.states.values()]
        settings = [(words.attribute(one.id), one) for one in rules.parameters.values()]
        open_sets = [one for one in rules.sets if words.facts.open_size(one)]
        members = [(words.members_attribute(one), one) for one in open_sets]
        slots = sorted(name for name, _ in (*states, *settings, *members))
        lines = [
            "class Table(AnyTable):",
            *docstring(["What is on the table: the state variables and settings of the law."]),
            "",
            *statement("__slots__ = ", _tuple(Atom(literal(one)) for one in slots), "", 4),
            "",
            *signature("__init__", _INIT, "None", 4),
            "        super().__init__(sizes)",
        ]
        for name, set_id in members:
            lines += statement(
                f"self.{name} = ", call("tuple", call("range", _size(set_id))), "", 8
            )
        for name, setting in settings:
            annotation = words.annotation(setting.type)
            value = Atom(f"parameters[{literal(setting.id)}]")
            lines += statement(f"self.{name}: {annotation} = ", value, "", 8)
        for name, state in states:
            initial = state.initial
            start = first_value(state.type, rules) if initial is None else initial
            column = Items("[]", (self._value(start, state.type),))
            annotation = f"list[{words.annotation(state.type)}]"
            many = " * ".join(f"sizes[{literal(one)}]" for one in state.domain)
            sizes = f" * ({many})" if len(state.domain) > 1 else many and f" * {many}"
            lines += statement(f"self.{name}: {annotation} = ", Atom(flat(column) + sizes), "", 8)
        held = _tuple(call("tuple", Atom(f"self.{name}")) for name, _ in states)
        lines += ["", "    def columns(self) -> Store:", *statement("return ", held, "", 8)]
        lines += ["", "    def fill(self, store: Store) -> None:"]
        columns = _tuple(Atom(f"self.{name}") for name, _ in states)
        filled = statement("", columns, " = map(list, store)", 8)
        return lines + (filled if states else ["        pass"])

    def _value(self, value: object, type: Type) -> Code:
        if isinstance(type, Record) and isinstance(value, tuple):
            record = self.words.record(type.record)
            return call(record, *(Atom(number(one)) for one in value))
        return as_code(value)

    def states(self) -> Lines:
        """The table of the state variables."""
        entries = []
        for state in self.rules.states.values():
            initial = state.initial
            start = first_value(state.type, self.rules) if initial is None else initial
            entries.append(
                call(
                    "StateVariable",
                    Atom(literal(state.id)),
                    Atom(literal(self.words.attribute(state.id))),
                    _tuple(Atom(literal(one)) for one in state.domain),
                    self.words.type_data(state.type),
                    self._value(start, state.type),
                )
            )
        return statement("Table.STATES = ", _tuple(entries))

    # Definitions.

    def definition(self, definition: Definition) -> Lines:
        """The function of a definition, with what it needs before it."""
        words, facts = self.words, self.words.facts
        name = words.definition(definition.id)
        cases = definition.cases
        scope = Scope(words.top, cases[0].ref if cases else "")
        parameters = [
            f"{scope.name(one.name)}: {words.annotation(one.type)}" for one in definition.parameters
        ]
        on_table = facts.needs_table(definition.id)
        if on_table:
            parameters = ["table: Table", *parameters]
        lines: Lines = []
        guarded = len(cases) != 1 or cases[0].guard is not None
        if guarded:
            known = [
                (case.ref, beaten, case.supplement, ())
                for case, beaten in zip(cases, beats(cases), strict=True)
            ]
            lines += statement(f"{self._cases(name)} = ", case_table(known))
            lines += ["", ""]
        if definition.id in facts.relying:
            lines.append("@relying")
        elif facts.weighty(definition.id) and not facts.in_rows(definition.id):
            remembering = words.remembering([one.type for one in definition.parameters])
            lines.append("@remembered" if on_table else remembering)
        lines += signature(name, parameters, words.annotation(definition.type))
        what = words.rules.terms.get(definition.id, definition.id)
        lines += self.paragraphs.docstring([one.ref for one in cases], what)
        items = [item for one in cases for item in (one.guard, one.value) if item is not None]
        lines += self.expressions.columns(items, scope)
        if guarded:
            lines += self._guarded(definition, name, scope)
        else:
            value = self.expressions.code(cases[0].value, scope.at(cases[0].ref))
            lines += statement("return ", value, "", 4)
        if facts.in_rows(definition.id):
            lines += [
                "",
                "",
                *statement(f"{words.rows(definition.id)} = ", call("Rows", Atom(name))),
            ]
        return lines

    def _cases(self, name: str) -> str:
        return self.words.top.given(("cases", name), f"{name}_cases").upper()

    def _light(self, item: ex.Apply) -> ex.Expr:
        """What ``item`` asks, where that can as well stand in its place."""
        facts, definition = self.words.facts, self.rules.definitions[item.definition]
        heavy = item.definition in facts.relying or facts.weighty(item.definition)
        body = None if heavy else body_of(item, definition)
        return item if body is None else body

    def _guarded(self, definition: Definition, name: str, scope: Scope) -> Lines:
        lines: Lines = []
        for again in asked_again(definition, self.words.facts):
            value = self.expressions.code(self._light(again), scope)
            named = [again.definition]
            named += [one.name for one in again.arguments if isinstance(one, ex.Variable)]
            called = "_".join(map(source_name, named))
            scope.known[again] = scope.own(called, again)
            lines += statement(f"{scope.known[again]} = ", value, "", 4)
        guards = _tuple(
            Atom("True")
            if one.guard is None
            else self.expressions.code(one.guard, scope.at(one.ref))
            for one in definition.cases
        )
        asked = call("the_case", Atom(literal(definition.id)), Atom(self._cases(name)), guards)
        lines += statement("case = ", asked, "", 4)
        for at, one in enumerate(definition.cases):
            last = at + 1 == len(definition.cases)
            indent = 4 if last else 8
            if not last:
                lines.append(f"    if case == {at}:")
            lines += comment(self.paragraphs.citation(one.ref), indent)
            value = self.expressions.code(one.value, scope.at(one.ref))
            if one.supplement is not None:
                value = call("relies", Atom("table"), Atom(literal(one.supplement)), value)
            lines += statement("return ", value, "", indent)
        return lines if definition.cases else [*lines, "    raise AssertionError(case)"]

    # Norms.

    def norm(self, at: int, norm: Norm) -> tuple[Lines, Code]:
        """The functions of a norm, and its entry among the norms."""
        name = self.words.top.given(("norm", at), f"forbidden_by_{norm.ref}")
        scope = Scope(self.words.top, norm.ref)
        cited = self.paragraphs.citation(norm.ref)
        lines = [
            *signature(name, ["table: Table"], "bool"),
            *self.paragraphs.docstring([norm.ref], "Whether the table is forbidden"),
            *self.expressions.columns([norm.forbidden], scope),
            *statement("return ", self.expressions.code(norm.forbidden, scope), "", 4),
        ]
        scope = Scope(self.words.top, norm.ref)
        witness, more = self._witness(norm.forbidden, name, scope, cited)
        entry = call("Norm", Atom(literal(norm.ref)), Atom(name), Atom(witness))
        return [*lines, *more], entry

    def _witness(self, item: ex.Expr, base: str, scope: Scope, cited: str) -> tuple[str, Lines]:
        name = self.words.top.take(f"shown_{base}")
        head = ["", "", *signature(name, ["table: Table"], "Found")]
        head += docstring([f"What shows that it is forbidden ({cited})."])
        code = self.expressions
        match item:
            case ex.Quantified(quantifier="some", binder=binder, body=body):
                kept = code.kept(binder, scope).first()
                pairs = _tuple(
                    Items("()", (Atom(literal(source_name(one))), Atom(kept.scope.name(one))))
                    for one in binder.names
                )
                found = Items("", (pairs, self.words.type_data(binder.item)))
                lines = statement(f"for {kept.target} in ", kept.source, ":", 4)
                if body == ex.TruthConstant(value=True):
                    lines += statement("return ", found, "", 8)
                else:
                    lines += statement("if ", code.code(body, kept.scope), ":", 8)
                    lines += statement("return ", found, "", 12)
                return name, [*head, *lines, "    return None"]
            case ex.Binary(operator="or" | "and", left=left, right=right):
                first, lines = self._witness(left, base, scope, cited)
                second, more = self._witness(right, base, scope, cited)
                if item.operator == "or":
                    asked = statement("if ", code.code(left, scope), ":", 4)
                    one = f"        return {first}(table)"
                    return name, [
                        *lines,
                        *more,
                        *head,
                        *asked,
                        one,
                        f"    return {second}(table)",
                    ]
                both = [f"    return {first}(table) or {second}(table)"]
                return name, [*lines, *more, *head, *both]
        return name, [*head, "    return None"]

    def watched(self) -> Lines:
        """Which norms look at which state variables."""
        entries = []
        reads = [self.words.facts.reads(norm.forbidden) for norm in self.rules.norms]
        for state in self.rules.states:
            watching = [at for at, found in enumerate(reads) if state in found]
            if watching:
                numbers = _tuple(Atom(number(at)) for at in watching)
                entries.append(Entry(Atom(literal(self.words.attribute(state))), numbers))
        return statement("Table.WATCHED = ", Items("{}", tuple(entries)))


def signature(name: str, parameters: Sequence[str], result: str, indent: int = 0) -> Lines:
    """The first lines of a function, in one line or with one line for all or each parameter."""
    pad = " " * indent
    inside = ", ".join(parameters)
    whole = f"{pad}def {name}({inside}) -> {result}:"
    if len(whole) <= 88:
        return [whole]
    if len(pad) + 4 + len(inside) <= 88:
        return [f"{pad}def {name}(", f"{pad}    {inside}", f"{pad}) -> {result}:"]
    each = [f"{pad}    {one}," for one in parameters]
    return [f"{pad}def {name}(", *each, f"{pad}) -> {result}:"]


Settled = tuple[tuple[int, str], ...]


def case_table(cases: Iterable[tuple[str, tuple[int, ...], str | None, Settled]]) -> Code:
    """What is known of cases or rules: paragraphs, which others they beat, supplements."""
    entries = []
    for ref, beaten, supplement, settled in cases:
        arguments: list[Code] = [Atom(literal(ref))]
        if beaten:
            arguments.append(Keyword("beats", as_code(beaten)))
        if supplement is not None:
            arguments.append(Keyword("supplement", Atom(literal(supplement))))
        if settled:
            arguments.append(Keyword("settled", as_code(settled)))
        entries.append(call("Case", *arguments))
    return _tuple(entries)


def _tuple(items: Iterable[Code]) -> Code:
    return Items("()", tuple(items))


def _size(set_id: str) -> Code:
    return Atom(f"sizes[{literal(set_id)}]")
