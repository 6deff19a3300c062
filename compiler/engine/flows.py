"""Flows as Python: a function for each stretch of a paragraph between two places of rest.

Play rests at choices. What follows from one, up to the next, is straight-line
code; where it enters another paragraph, or comes together with other ways, a
function of its own goes on. The heads of loops are returned to the game, which
looks whether the same happens again and calls what comes after them.
"""

from dataclasses import dataclass

from compiler.engine.declarations import Lines, Paragraphs, case_table, signature
from compiler.engine.expressions import Expressions
from compiler.engine.layout import (
    Atom,
    Code,
    Entry,
    Items,
    Keyword,
    call,
    flat,
    statement,
)
from compiler.engine.names import literal, number
from compiler.engine.plan import FlowPlan, by_dice, number_type
from compiler.engine.repeats import told_twice
from compiler.engine.scope import Scope
from compiler.engine.vocabulary import Vocabulary
from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    DecideNode,
    DoneNode,
    EndNode,
    GapNode,
    HeadNode,
    LetNode,
    Node,
)
from runtime.lowering import source_name
from runtime.rewriting import walk
from runtime.ruleset.expressions import Expr, NumberConstant, Quantified, Variable
from runtime.ruleset.statements import Audience

_PLAIN = 30
"""Options that are told in so few characters have no function of their own."""


@dataclass(frozen=True)
class Options:
    """The function that tells the options of a choice: what it is told.

    ``prepares``: it does something first, or remembers what it told.
    """

    on_table: bool
    needed: tuple[str, ...]
    prepares: bool


class FlowWriter(FlowPlan):
    """Writes one flow. ``domains``: how the options of each choice are told; None where
    they are plain to see.

    ``kept``: the choices of whose options the lawful ones are told without trying.
    """

    def __init__(
        self, words: Vocabulary, paragraphs: Paragraphs, flow: str, prefix: str = ""
    ) -> None:
        super().__init__(words, flow, prefix)
        self.paragraphs = paragraphs
        self.expressions = Expressions(words)
        self.locals = self.fresh()
        self.domains: dict[int, Options | None] = {}
        self.kept: set[int] = set()

    def tells_lawful(self, at: int, node: ChooseNode) -> bool:
        """Whether a function tells which options are lawful."""
        return not by_dice(node) and at in self.kept

    # Functions.

    def lines(self) -> Lines:
        """All functions of the flow, in the order of the text's steps."""
        blocks: list[Lines] = []
        rests = [
            f"{self.constant('node', at)} = {at}"
            for at, node in enumerate(self.nodes)
            if isinstance(node, ChooseNode | HeadNode)
        ]
        if rests:
            blocks.append(rests)
        parameters = self._parameters(self.graph.parameters)
        first = self.nodes[0].ref
        blocks.append(self._body(self.start, parameters, 0, first, f"Begins: {self._term()}"))
        for at, node in enumerate(self.nodes):
            match node:
                case ChooseNode():
                    blocks += self._choice(at, node)
                case HeadNode(next=next):
                    what = f"Goes on with the loop of {self._term(node.flow)}"
                    name = self.function("next", at)
                    blocks.append(
                        self._body(name, self._parameters(self.live[at]), next, node.ref, what)
                    )
                case DecideNode(arms=arms):
                    table = case_table(
                        (one.ref, one.beats, one.supplement, one.settled) for one in arms
                    )
                    blocks.append(statement(f"{self.constant('rules', at)} = ", table))
            if at in self.functions:
                name = self.functions[at]
                blocks.append(
                    self._body(
                        name, self._parameters(self.live[at]), at, node.ref, "", self.in_force[at]
                    )
                )
        return [line for block in blocks for line in ("", "", *block)][2:]

    def _term(self, flow: str | None = None) -> str:
        flow = flow or self.flow
        return self.rules.terms.get(flow, flow)

    def _parameters(self, names: tuple[str, ...]) -> list[str]:
        """The parameters of one more function."""
        self.locals = self.fresh()
        return [f"{self.locals.name(one)}: {self._annotation(one)}" for one in names]

    def _annotation(self, variable: str) -> str:
        return self.words.annotation(self.types[variable])

    def _body(
        self,
        name: str,
        parameters: list[str],
        at: int,
        ref: str,
        what: str = "",
        supplement: object = None,
    ) -> Lines:
        target = self.nodes[at]
        refs = [ref] if isinstance(target, ChooseNode | HeadNode) else [target.ref]
        begins = at if at not in self.functions or self.functions[at] != name else None
        inner = self._go(at, 4, supplement) if begins is not None else self._node(at, 4, supplement)
        return [
            *signature(name, ["table: Table", *parameters], "Next"),
            *self.paragraphs.docstring(refs, what),
            *set_off(inner),
        ]

    def _choice(self, at: int, node: ChooseNode) -> list[Lines]:
        live, variable = self.live[at], source_name(node.name)
        domain = self._options(at, node, variable)
        name = self.function("next", at)
        blocks = [
            *domain,
            *self._lawful(at, node, variable),
            self._chosen(name, at, node, variable),
        ]
        if node.decline is not None:
            name = self.function("decline", at)
            what = f"Nothing is chosen for {variable}"
            blocks.append(self._body(name, self._parameters(live), node.decline, node.ref, what))
        if node.stuck is not None:
            name = self.function("stuck", at)
            what = f"Nothing can be chosen for {variable}"
            blocks.append(self._body(name, self._parameters(live), node.stuck, node.ref, what))
        return blocks

    def _options(self, at: int, node: ChooseNode, variable: str) -> list[Lines]:
        """The function of what is chosen from, unless that is plain to see."""
        used = {part.name for part in walk(node.domain) if isinstance(part, Variable)}
        needed = tuple(one for one in self.live[at] if one in used)
        facts = self.words.facts
        on_table = facts.on_table(node.domain)
        parameters = self._parameters(needed)
        scope = self.locals.at(node.ref)
        columns = self.expressions.columns([node.domain], scope)
        options = self.expressions.domain(node.domain, scope)
        if not columns and len(flat(options)) <= _PLAIN:
            self.domains[at] = None
            return []
        name = self.function("domain", at)
        cached = not on_table and facts.weight(node.domain) > 1
        self.domains[at] = Options(on_table, needed, bool(columns or cached))
        remembering = self.words.remembering(self.types[one] for one in needed) if cached else ""
        what = f"What {variable} is chosen from"
        return [
            [
                *([remembering] if cached else []),
                *signature(
                    name,
                    [*(["table: Table"] if on_table else []), *parameters],
                    f"Sequence[{self.words.annotation(node.type)}]",
                ),
                *self.paragraphs.docstring([node.ref], what),
                *columns,
                *statement("return ", options, "", 4),
            ]
        ]

    def options(self, at: int, node: ChooseNode, scope: Scope, *, at_hand: bool = False) -> Code:
        """What is chosen from, where the variables of ``scope`` are at hand.

        ``at_hand``: without the function that tells it, unless that saves work.
        """
        told = self.domains[at]
        if told is None or (at_hand and not told.prepares):
            return self.expressions.domain(node.domain, scope.at(node.ref))
        given = ["table"] if told.on_table else []
        given += [scope.name(one) for one in told.needed]
        return call(self.function("domain", at), *map(Atom, given))

    def _lawful(self, at: int, node: ChooseNode, variable: str) -> list[Lines]:
        """The function that leaves the lawful options, where these can be told without trying."""
        writing = self.told_apart(node)
        if writing is None:
            return []
        (update,) = writing.updates
        facts = self.words.facts
        watching = [one for one in self.rules.norms if update.state in facts.reads(one.forbidden)]
        if not watching or not all(
            isinstance(one.forbidden, Quantified)
            and self.expressions.repeated_in(one.forbidden) == update.state
            for one in watching
        ):
            return []
        self.kept.add(at)
        parameters = self._parameters(self.live[at])
        options = self.locals.own("options")
        sequence = f"Sequence[{self.words.annotation(node.type)}]"
        what = f"Those options for {variable} that stand nowhere else"
        return [
            [
                *signature(
                    self.function("kept", at),
                    ["table: Table", *parameters, f"{options}: {sequence}"],
                    sequence,
                ),
                *self.paragraphs.docstring([one.ref for one in watching], what),
                *statement("return ", self.lawful(node, Atom(options), self.locals), "", 4),
            ]
        ]

    def lawful(self, node: ChooseNode, options: Code, scope: Scope) -> Code:
        """Those of ``options`` that stand nowhere else, where they must not."""
        writing = self.told_apart(node)
        assert writing is not None
        (update,) = writing.updates
        place = self.expressions.place(update.state, update.arguments, scope.at(writing.ref))
        column = Atom(f"table.{self.words.attribute(update.state)}")
        return call("not_elsewhere", column, place, options)

    def _chosen(self, name: str, at: int, node: ChooseNode, variable: str) -> Lines:
        """What follows a choice; the value chosen comes last, in place of an earlier one."""
        parameters = self._parameters((*self.live[at], node.name))
        for place, one in enumerate(self.live[at]):
            if one == node.name:
                parameters[place] = f"_earlier: {self._annotation(one)}"
        return self._body(name, parameters, node.next, node.ref, f"After the choice of {variable}")

    # Nodes.

    def _go(self, at: int, indent: int, supplement: object) -> Lines:
        """How play goes on with the node ``at``."""
        node = self.nodes[at]
        if isinstance(node, ChooseNode | HeadNode):
            values = Items("()", self._values(at))
            place = Atom(self.constant("node", at))
            return statement("return ", Items("", (place, values)), "", indent)
        if at in self.functions:
            going = call(self.functions[at], Atom("table"), *self._values(at))
            return statement("return ", going, "", indent)
        return self._node(at, indent, supplement)

    def _values(self, at: int) -> tuple[Code, ...]:
        return tuple(Atom(self.locals.name(name)) for name in self.live[at])

    def _node(self, at: int, indent: int, supplement: object) -> Lines:
        node = self.nodes[at]
        lines: Lines = []
        if self.may_fail(node) and node.supplement != supplement:
            supplement = node.supplement
            lines.append(f"{' ' * indent}table.supplement = {literal(supplement)}")
        match node:
            case LetNode():
                return lines + self._let(node, indent) + self._go(node.next, indent, supplement)
            case AssignNode():
                return lines + self._assign(node, indent) + self._go(node.next, indent, supplement)
            case AnnounceNode():
                told = self._announce(node, indent)
                return lines + told + self._go(node.next, indent, supplement)
            case BranchNode(then=then, otherwise=otherwise):
                condition = self.expressions.code(node.condition, self.locals.at(node.ref))
                return [
                    *lines,
                    *statement("if ", condition, ":", indent),
                    *self._go(then, indent + 4, supplement),
                    *self._go(otherwise, indent, supplement),
                ]
            case DecideNode():
                return lines + self._decide(at, node, indent, supplement)
            case EndNode() | DoneNode() | GapNode():
                return lines + self._end(node, indent)
        raise TypeError(f"no Python for {type(node).__name__}")

    def origin(self, node: Node) -> tuple[Code, Code]:
        """The paragraph and the supplement that ``node`` is from."""
        return Atom(literal(node.ref)), Atom(literal(node.supplement))

    def _tell(self, step: Code, indent: int) -> Lines:
        pad = " " * indent
        told = call("table.tell", step)
        return [f"{pad}if table.telling:", *statement("", told, "", indent + 4)]

    def _let(self, node: LetNode, indent: int) -> Lines:
        name = self.locals.name(node.name)
        value = self.expressions.code(node.value, self.locals.at(node.ref))
        lines = statement(f"{name} = ", value, "", indent)
        if node.internal:
            return lines
        step = call("Bound", *self.origin(node), Atom(literal(node.name)), Atom(name))
        return lines + self._tell(step, indent)

    def _assign(self, node: AssignNode, indent: int) -> Lines:
        scope = self.locals.at(node.ref)
        kept = None
        if node.each is not None:
            kept = self.expressions.kept(node.each, scope)
            if len(node.updates) > 1 or self.words.facts.partial(node.each):
                kept = kept.first()
            scope = kept.scope
        updates: list[tuple[Code, Code, Code]] = []
        for update in node.updates:
            place = self.expressions.place(update.state, update.arguments, scope)
            attribute = Atom(literal(self.words.attribute(update.state)))
            updates.append((attribute, place, self._checked(update.state, update.value, scope)))
        before = [Atom("table"), *self.origin(node)]
        if len(updates) == 1:
            if kept is None:
                return statement("", call("put", *before, *updates[0]), "", indent)
            if self.each_its_own(node):
                state, place, value = updates[0]
                new = kept.comprehension("{}", Entry(place, value))
                return statement("", call("put_each", *before, state, new), "", indent)
            made = kept.comprehension("()", Items("()", updates[0]))
            return statement("", call("assign", *before, made), "", indent)
        name = self.locals.own("updates", len(self.locals.bound))
        pad = " " * indent
        lines = [f"{pad}def {name}() -> Iterator[tuple[str, int, Value]]:"]
        if kept is not None:
            lines += statement(f"for {kept.target} in ", kept.source, ":", indent + 4)
        for one in updates:
            deeper = indent + (4 if kept is None else 8)
            lines += statement("yield ", Items("", one), "", deeper)
        return [*lines, "", *statement("", call("assign", *before, call(name)), "", indent)]

    def _checked(self, state: str, value: Expr, scope: Scope) -> Code:
        """The value, looked at whether it lies in the range of the state variable."""
        code = self.expressions.code(value, scope)
        type = number_type(self.rules.states[state].type)
        if type is None:
            return code
        if isinstance(value, NumberConstant) and type.low <= value.value <= type.high:
            return code
        limits = (Atom(number(type.low)), Atom(number(type.high)), Atom(str(type.fraction)))
        named = (Atom(literal(state)), Atom(literal(scope.ref)))
        return call("in_range", code, *limits, *named)

    def _announce(self, node: AnnounceNode, indent: int) -> Lines:
        scope, code = self.locals.at(node.ref), self.expressions.code
        to = node.to or Audience()
        values: Code = Items("()", tuple(code(one.value, scope) for one in node.values))
        duration = Atom("None") if node.duration is None else code(node.duration, scope)
        members = Atom("()") if to.members is None else code(to.members, scope)
        audience = Atom(literal(to.role or to.set))
        text = Atom(literal(node.text))
        lines: Lines = []
        if self.may_fail(node):
            # Asked whether or not anybody wants to know, since it may have no value.
            name = self.locals.own("shown", len(self.locals.bound))
            shown = Items("", (values, duration, members))
            lines += statement(f"{name} = ", shown, "", indent)
            values, duration, members = (Atom(f"{name}[{at}]") for at in range(3))
        step = call("Announced", *self.origin(node), text, values, audience, members, duration)
        return lines + self._tell(step, indent)

    def _decide(self, at: int, node: DecideNode, indent: int, supplement: object) -> Lines:
        pad = " " * indent
        lines: Lines = []
        scope = self.locals.inner()
        for guard, same, ref in told_twice(node.arms, self.words.facts):
            value = self.expressions.code(guard, scope.at(ref))
            name = scope.own(f"by_{ref}", ref)
            scope.known |= {guard: name, same: name}
            lines += statement(f"{name} = ", value, "", indent)
        guards = tuple(self.expressions.code(arm.guard, scope.at(arm.ref)) for arm in node.arms)
        decision = Atom(literal(node.decision))
        rules = Atom(self.constant("rules", at))
        asked = call(
            "the_rule", Atom("table"), *self.origin(node), decision, rules, Items("()", guards)
        )
        lines += statement("rule = ", asked, "", indent)
        for number_, arm in enumerate(node.arms):
            lines.append(f"{pad}if rule == {number_}:")
            lines += self._go(arm.target, indent + 4, supplement)
        return [*lines, f"{pad}return NOWHERE, (rule,)"]

    def _end(self, node: EndNode | DoneNode | GapNode, indent: int) -> Lines:
        where = list(self.origin(node))
        match node:
            case EndNode(outcome=outcome, state=state):
                kind = "end"
                more = [Keyword("outcome", Atom(literal(outcome)))]
                if state:
                    value = Atom(f"table.{self.words.attribute(outcome)}[0]")
                    more.append(Keyword("value", value))
            case GapNode(gap=gap, reason=reason):
                kind = "gap"
                more = [
                    Keyword("gap", Atom(literal(gap))),
                    Keyword("detail", Atom(literal(reason))),
                ]
            case DoneNode():
                kind, more = "done", []
                if self.graph.result is not None:
                    more = [Keyword("value", Atom(self.locals.name(self.graph.result)))]
        ending = call("Ending", Atom(literal(kind)), *where, *more)
        return statement("return ", call("ended", ending), "", indent)


def set_off(lines: Lines) -> Lines:
    """The lines with an empty one before each function inside, and the comment before it."""
    found: Lines = []
    for line in lines:
        if line.lstrip().startswith("def "):
            before = len(found)
            if found and found[-1].lstrip().startswith("# "):
                before -= 1
            opens = before > 0 and found[before - 1].endswith(":")
            if not opens or before == len(found):
                found.insert(before, "")
        found.append(line)
    return found
