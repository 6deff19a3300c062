"""A flow once more as Python, for whole games at random: played straight on, told to nobody.

Where a choice's lawful values can be told without looking ahead, they are not handed to
the game to choose from: one is drawn at once. What breaks off a game before its time is
not explained here; whoever wants to know plays it again. Loops come back to the game for
every round, and so do choices that cannot be drawn so.
"""

from collections.abc import Iterator

from compiler.engine.declarations import Lines, Paragraphs, signature
from compiler.engine.flows import FlowWriter, set_off
from compiler.engine.layout import WIDTH, Atom, Code, Entry, Index, Items, call, flat, statement
from compiler.engine.names import comment, literal, number
from compiler.engine.plan import about, stream_of
from compiler.engine.scope import Kept, Scope
from compiler.engine.searches import read_beside
from compiler.engine.stretches import Stretches
from compiler.engine.vocabulary import Vocabulary
from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    HeadNode,
    LetNode,
    Node,
)
from runtime.lowering import source_name
from runtime.rewriting import walk
from runtime.ruleset.expressions import (
    AllOf,
    Apply,
    Binder,
    First,
    Interval,
    NumberConstant,
    Read,
    Unwrap,
    Variable,
    Without,
)
from runtime.ruleset.model import Model
from runtime.ruleset.statements import ByActor, Update


class PlayWriter(FlowWriter):
    """Writes the flow that ``told`` has written, to be played out.

    ``turns``: the places from which play goes on for the game, with the functions that do.
    """

    def __init__(self, words: Vocabulary, paragraphs: Paragraphs, told: FlowWriter) -> None:
        super().__init__(words, paragraphs, told.flow, told.prefix)
        self.domains, self.kept = told.domains, told.kept
        drawn = {at for at, node in self._choices() if self._drawable(at, node)}
        self._map = Stretches(self.nodes, drawn)
        self._names = {at: self._name(at) for at in self._map.starts}
        self.turns = {at: name for at, name in self._names.items() if self._map.rests(at)}
        # What is known where the lines that are written now will run.
        self._here = 0
        self._made = 0
        self._cited: list[str] = []
        self._known_lawful: Node | None = None
        self._first: dict[str, str] = {}

    def _choices(self) -> Iterator[tuple[int, ChooseNode]]:
        for at, node in enumerate(self.nodes):
            if isinstance(node, ChooseNode):
                yield at, node

    def _drawable(self, at: int, node: ChooseNode) -> bool:
        """Whether one can be drawn without looking ahead; where nobody chooses, play may rest."""
        partial = self.words.facts.partial
        actor = node.by.element if isinstance(node.by, ByActor) else None
        asked = any(one is not None and partial(one) for one in (actor, node.default))
        judged = self.value_judged(node) and not self.tells_lawful(at, node)
        declining = node.decline is not None and self.judged(node.decline)
        return node.by.kind != "nobody" and not (asked or judged or declining)

    def _name(self, at: int) -> str:
        match self.nodes[at]:
            case ChooseNode(ref=ref, name=name):
                what = f"{source_name(name)}_{ref}"
            case HeadNode(ref=ref):
                what = f"round_{ref}"
            case node:
                what = self.functions.get(at) or about(node)
                what = what.removeprefix(self.prefix).removeprefix("art_")
        return self._top("play", at, f"play_{what}")

    # Functions.

    def lines(self) -> Lines:
        """All functions, in the order of the text's steps."""
        lines: Lines = []
        for at in self._map.starts:
            lines += ["", "", *self._function(at)]
        return lines[2:]

    def _function(self, at: int) -> Lines:
        parameters = self._parameters(self.live[at])
        node = self.nodes[at]
        self._here, self._made, self._cited = at, 0, [node.ref]
        self._known_lawful, self._first = None, {}
        match node:
            case ChooseNode(name=name):
                what = f"Draws {source_name(name)}, and plays on"
                body = self._draw(at, node, 4)
            case HeadNode(next=next, flow=flow):
                what = f"Plays on with the loop of {self._term(flow)}"
                passed = f"    table.passed[{self.constant('node', at)}] += 1"
                body = [passed, *self._go(next, 4, None)]
            case _:
                what, body = "Plays on", self._node(at, 4, None)
        return [
            *signature(self._names[at], ["table: Table", *parameters], "Next"),
            *self.paragraphs.docstring(self._cited, what),
            *set_off(body),
        ]

    def _go(self, at: int, indent: int, supplement: object) -> Lines:
        """How play goes on with the node ``at``: here, by another function, or by the game."""
        if at in self._map.calls[self._here]:
            going = call(self._names[at], Atom("table"), *self._values(at))
            return [*self._counted(indent), *statement("return ", going, "", indent)]
        node = self.nodes[at]
        if at in self._names or (isinstance(node, ChooseNode) and at not in self._map.drawn):
            place = Items("", (Atom(self.constant("node", at)), Items("()", self._values(at))))
            return [*self._counted(indent), *statement("return ", place, "", indent)]
        cited = self._cite(node.ref, indent)
        return [*cited, *self._node(at, indent, supplement)]

    def _cite(self, ref: str, indent: int) -> Lines:
        """A comment where another paragraph begins."""
        if self._cited[-1] == ref:
            return []
        self._cited.append(ref)
        return comment(self.paragraphs.citation(ref), indent)

    def _counted(self, indent: int) -> Lines:
        """The line that counts the choices made since the latest such line."""
        made, self._made = self._made, 0
        return [f"{' ' * indent}table.made += {made}"] if made else []

    def _aside(self, at: int, indent: int) -> Lines:
        """How play goes on with ``at``, in a branch; what is known stays as it was before."""
        known = self._made, self._known_lawful, self._first, self._cited[-1]
        lines = self._go(at, indent, None)
        self._made, self._known_lawful, self._first, cited = known
        self._cited.append(cited)
        return lines

    # Nodes.

    def _node(self, at: int, indent: int, supplement: object) -> Lines:
        node = self.nodes[at]
        match node:
            case ChooseNode():
                return self._draw(at, node, indent)
            case BranchNode(then=then, otherwise=otherwise):
                condition = self.expressions.code(node.condition, self.locals.at(node.ref))
                return [
                    *self._counted(indent),
                    *statement("if ", condition, ":", indent),
                    *self._aside(then, indent + 4),
                    *self._go(otherwise, indent, None),
                ]
            case AssignNode() | LetNode() | AnnounceNode():
                counted: Lines = []
            case _:
                counted = self._counted(indent)
        # Nobody asks which supplement something failed in.
        return [*counted, *super()._node(at, indent, node.supplement)]

    def _tell(self, step: Code, indent: int) -> Lines:
        return []

    def _let(self, node: LetNode, indent: int) -> Lines:
        lines = super()._let(node, indent)
        match node.value:
            case Without(of=Variable(name=of), item=Variable(name=first)):
                if self._first.get(first) == of:
                    name = self.locals.name(node.name)
                    lines = [f"{' ' * indent}{name} = {self.locals.name(of)}[1:]"]
        self._bind(node.name)
        match node.value:
            case First(of=Variable(name=of)) if of != node.name:
                self._first = {**self._first, node.name: of}
        return lines

    def _bind(self, name: str) -> None:
        """Forget what is known of an earlier value of the variable."""
        known = self._first.items()
        self._first = {one: of for one, of in known if name not in (one, of)}

    def _draw(self, at: int, node: ChooseNode, indent: int) -> Lines:
        """Lines that draw one of the lawful values, and play on."""
        pad, draw = " " * indent, f"table.draw_{stream_of(node)}()"
        low, size = _row(node)
        if size and node.decline is None and not self.tells_lawful(at, node):
            drawn = f"{draw} * {number(size)} >> 64"
            value = f"{number(low)} + ({drawn})" if low else drawn
            lines: Lines = []
        else:
            name = self.locals.own("options", at)
            lines = self._options_named(name, at, node, indent)
            drawn = f"{draw} * len({name}) >> 64"
            if node.decline is not None:
                drawn = self.locals.own("drawn")
                lines += [
                    f"{pad}{drawn} = {draw} * (len({name}) + 1) >> 64",
                    f"{pad}if {drawn} == len({name}):",
                    f"{pad}    table.declined += 1",
                ]
                self._made += 1
                lines += self._aside(node.decline, indent + 4)
                self._made -= 1
            elif node.stuck is not None:
                lines.append(f"{pad}if not {name}:")
                lines += self._aside(node.stuck, indent + 4)
            else:
                lines.append(f"{pad}if not {name}:")
                lines.append(f"{pad}    raise nothing_lawful({literal(node.ref)})")
            value = f"{name}[{drawn}]"
        lines.append(f"{pad}{self.locals.name(node.name)} = {value}")
        self._made += 1
        self._bind(node.name)
        return [*lines, *self._go(node.next, indent, None)]

    def _options_named(self, name: str, at: int, node: ChooseNode, indent: int) -> Lines:
        """Lines that call the lawful options ``name``."""
        lines: Lines = []
        if not self.tells_lawful(at, node):
            options = self.options(at, node, self.locals, at_hand=True)
            return statement(f"{name} = ", options, "", indent)
        writing = self.told_apart(node)
        assert writing is not None
        for one, read in self._asked_again(node, writing):
            named = [self.words.attribute(read.state), *map(self.locals.name, _names(read))]
            called = self.locals.own("_".join(named), (at, one))
            value = self.expressions.code(one, self.locals.at(node.ref))
            lines += statement(f"{called} = ", value, "", indent)
            self.locals.known[one] = called
        self._known_lawful = writing
        options = self.options(at, node, self.locals, at_hand=True)
        lawful = self.lawful(node, options, self.locals)
        return [*lines, *statement(f"{name} = ", lawful, "", indent)]

    def _asked_again(self, node: ChooseNode, writing: AssignNode) -> Iterator[tuple[Unwrap, Read]]:
        """What must be there both to tell the options and to write the one that is drawn."""
        places = [one for item in writing.updates[0].arguments for one in walk(item)]
        for one in dict.fromkeys(places):
            match one:
                case Unwrap(item=Read() as read) if _names(read) and one in walk(node.domain):
                    yield one, read

    # Assignments.

    def _assign(self, node: AssignNode, indent: int) -> Lines:
        reads = self.words.facts.reads
        written = {update.state for update in node.updates}
        watched = any(written & reads(norm.forbidden) for norm in self.rules.norms)
        lines = None
        if self.each_its_own(node) and (not watched or node is self._known_lawful):
            lines = self._written(node, indent)
        if lines is None:
            lines = super()._assign(node, indent)
            self.locals.known.clear()
            return lines
        self.locals.known.clear()
        if written & self.words.facts.recalled:
            lines.append(f"{' ' * indent}table.memo = {{}}")
        return lines

    def _written(self, node: AssignNode, indent: int) -> Lines | None:
        """The assignment without looking at norms; None where that is not so simple."""
        scope = self.locals.at(node.ref)
        if node.each is None:
            plain = all(
                isinstance(one, Variable) for update in node.updates for one in update.arguments
            )
            if len(node.updates) > 1 and not plain:
                return None  # a place could depend on what is written just before
            return self._at_once(node, scope, indent)
        if len(node.updates) > 1:
            return None
        (update,) = node.updates
        kept = self._looped(node.each, scope)
        value = self._checked(update.state, update.value, kept.scope)
        column = f"table.{self.words.attribute(update.state)}"
        if self._everywhere(node.each, update):
            return statement(f"{column} = ", kept.comprehension("[]", value), "", indent)
        place = self.expressions.place(update.state, update.arguments, kept.scope)
        if self._looks_back(node.each, update):
            new = kept.comprehension("{}", Entry(place, value))
            return statement("", call("fill_in", Atom(column), new), "", indent)
        lines = statement(f"for {kept.target} in ", kept.source, ":", indent)
        deeper = indent + 4
        if kept.condition is not None:
            lines += statement("if ", kept.condition, ":", deeper)
            deeper += 4
        return lines + statement(f"{flat(Index(Atom(column), place))} = ", value, "", deeper)

    def _looped(self, each: Binder, scope: Scope) -> Kept:
        """The loop over what ``each`` keeps; no variable of another type has its names."""
        bound, kind = self.locals.bound, ("loop", self.words.annotation(each.item))
        alike = [key for key in bound if isinstance(key, tuple) and key[:2] == kind]
        names = [bound.pop(key) for key in alike]
        kept = self.expressions.kept(each, scope)
        for name in (*names, *kept.target.split(", ")):
            bound[*kind, name] = name
        return kept

    def _looks_back(self, each: Binder, update: Update) -> bool:
        """Whether updates made one after the other might see what those before have written.

        What stands at the place itself is looked at before it is written.
        """
        beside = read_beside(each, self.rules)
        reads = self.words.facts.reads
        items: list[Model] = [update.value, *update.arguments]
        items += [one.key for one in each.order]
        if any(update.state in reads(one) for one in items):
            return True
        return each.condition is not None and any(
            update.state in reads(one)
            for one in walk(each.condition)
            if isinstance(one, Read | Apply) and (beside is None or one != beside.read)
        )

    def _at_once(self, node: AssignNode, scope: Scope, indent: int) -> Lines | None:
        places: list[Code] = []
        values: list[Code] = []
        for update in node.updates:
            column = Atom(f"table.{self.words.attribute(update.state)}")
            place = self.expressions.place(update.state, update.arguments, scope)
            places.append(Index(column, place))
            values.append(self._checked(update.state, update.value, scope))
        value = values[0] if len(values) == 1 else Items("", tuple(values))
        targets = ", ".join(map(flat, places))
        if indent + len(targets) > WIDTH // 2:
            return None
        return statement(f"{targets} = ", value, "", indent)

    def _everywhere(self, each: Binder, update: Update) -> bool:
        """Whether ``update`` is made for each place of the state variable, in order."""
        match each:
            case Binder(names=(name,), domain=AllOf(set=set_id), condition=None, order=()):
                whole = self.rules.states[update.state].domain == (set_id,)
                return whole and update.arguments == (Variable(name=name),)
        return False


def _names(read: Read) -> list[str]:
    """The variables that say what is read; none if they alone do not."""
    names = [one.name for one in read.arguments if isinstance(one, Variable)]
    return names if len(names) == len(read.arguments) else []


def _row(node: ChooseNode) -> tuple[int, int]:
    """The lowest of a row of numbers to choose from, and how many these are; 0 for others."""
    match node.domain:
        case Interval(low=NumberConstant(value=low), high=NumberConstant(value=high)):
            return low, max(high + 1 - low, 0)
    return 0, 0
