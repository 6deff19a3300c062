"""The plan of a flow's functions: where they begin, what they are called, what may go wrong.

Receives a flow; :mod:`compiler.engine.flows` writes the functions by the plan.
"""

from compiler.engine.names import identifier
from compiler.engine.scope import Scope
from compiler.engine.vocabulary import Vocabulary
from runtime.actors import variable_types
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
    successors,
)
from runtime.liveness import live_variables
from runtime.lowering import lower, source_name
from runtime.rewriting import walk
from runtime.ruleset.expressions import Variable
from runtime.ruleset.model import Model
from runtime.ruleset.statements import ByChance
from runtime.ruleset.types import Number, Optional, Type

UNKNOWN = object()
"""The supplement in force where a function is called from several places."""


class FlowPlan:
    """What is known of the flow ``flow`` before it is written.

    ``prefix`` sets its functions apart from those of other flows. ``live``: for
    each node the variables still needed. ``functions``: the nodes that begin one.
    ``in_force``: the supplement that the table tells when play comes to a node.
    """

    def __init__(self, words: Vocabulary, flow: str, prefix: str = "") -> None:
        self.words = words
        self.rules = words.rules
        self.flow = flow
        self.prefix = prefix
        self.graph = lower(words.rules, flow)
        self.nodes = self.graph.nodes
        self.live = live_variables(self.graph)
        self.types = variable_types(words.rules, self.graph)
        self.in_force = self._in_force()
        self.functions: dict[int, str] = {}
        self._name_all()

    def fresh(self) -> Scope:
        """The variables of one more function."""
        return Scope(self.words.top, "")

    def _top(self, kind: str, at: int, wanted: str) -> str:
        return self.words.top.given((self.flow, kind, at), f"{self.prefix}{wanted}")

    def _name_all(self) -> None:
        """Decide which nodes begin functions of their own, and name these."""
        arrivals = [0] * len(self.nodes)
        for node in self.nodes:
            for next in successors(node):
                arrivals[next] += 1
        self.start = self._top("start", 0, f"start_{self.flow}")
        wanted: dict[int, str] = {}
        for node in self.nodes:
            for next in successors(node):
                other = self.nodes[next].ref != node.ref
                resting = isinstance(node, ChooseNode | HeadNode)
                if arrivals[next] > 1 or (other and not resting):
                    wanted.setdefault(next, about(self.nodes[next]))
            if isinstance(node, DecideNode):
                for arm in node.arms:
                    wanted[arm.target] = f"art_{arm.ref}_{node.decision}"
        for at, node in enumerate(self.nodes):
            if isinstance(node, ChooseNode):
                name = identifier(source_name(node.name))
                self._top("node", at, f"choice_of_{name}_{node.ref}")
                self._top("domain", at, f"options_{name}_{node.ref}")
                self._top("kept", at, f"lawful_{name}_{node.ref}")
                self._top("next", at, f"art_{node.ref}_{name}_chosen")
                if node.decline is not None:
                    self._top("decline", at, f"art_{node.ref}_{name}_declined")
                if node.stuck is not None:
                    self._top("stuck", at, f"art_{node.ref}_{name}_impossible")
            elif isinstance(node, HeadNode):
                self._top("node", at, f"round_{node.ref}")
                self._top("next", at, f"art_{node.ref}_next")
            elif isinstance(node, DecideNode):
                self._top("rules", at, f"rules_{node.decision}_{node.ref}")
            if at in wanted and not isinstance(node, ChooseNode | HeadNode):
                self.functions[at] = self._top("leader", at, wanted[at])

    def constant(self, kind: str, at: int) -> str:
        """The name of a constant of the node ``at``."""
        return self.words.top.given((self.flow, kind, at)).upper()

    def function(self, kind: str, at: int) -> str:
        """The name of a function of the node ``at``."""
        return self.words.top.given((self.flow, kind, at))

    def _in_force(self) -> list[object]:
        """For each node, the supplement that the table says when play comes to it."""
        found: list[set[str | None]] = [set() for _ in self.nodes]
        found[0] = {None}
        waiting = [0]
        while waiting:
            at = waiting.pop()
            node, after = self.nodes[at], found[at]
            if isinstance(node, ChooseNode | HeadNode):
                after = {None}
            elif self.may_fail(node):
                after = {node.supplement}
            for other in successors(node):
                if not after <= found[other]:
                    found[other] |= after
                    waiting.append(other)
        return [next(iter(one)) if len(one) == 1 else UNKNOWN for one in found]

    def may_fail(self, node: Node) -> bool:
        """Whether something in ``node`` may have no value, or be forbidden."""
        facts = self.words.facts
        partial = facts.partial
        items: list[Model | None] = []
        match node:
            case AssignNode(updates=updates, each=each):
                items = [each, *updates]
                written = [update.state for update in updates]
                for norm in self.rules.norms:
                    if facts.reads(norm.forbidden) & set(written):
                        items.append(norm.forbidden)
                if not self.each_its_own(node):
                    return True  # two updates of one place need not agree
                if any(number_type(self.rules.states[state].type) for state in written):
                    return True
            case LetNode(value=value):
                items = [value]
            case BranchNode(condition=condition):
                items = [condition]
            case DecideNode(arms=arms):
                items = [arm.guard for arm in arms]
            case AnnounceNode(values=values, to=to, duration=duration):
                members = to.members if to is not None else None
                items = [*(shown.value for shown in values), members, duration]
        return any(item is not None and partial(item) for item in items)

    def each_its_own(self, node: AssignNode) -> bool:
        """Whether no two updates of ``node`` are of one place."""
        written = [update.state for update in node.updates]
        names = () if node.each is None else node.each.names
        running = {Variable(name=one) for one in names}
        return len(set(written)) == len(written) and all(
            running <= set(update.arguments) for update in node.updates
        )

    def judged(self, node: int) -> bool:
        """Whether an assignment that a norm watches may come before the next choice."""
        reads = {s for norm in self.rules.norms for s in self.words.facts.reads(norm.forbidden)}
        seen, stack = {node}, [node]
        while stack:
            one = self.nodes[stack.pop()]
            if isinstance(one, AssignNode) and {u.state for u in one.updates} & reads:
                return True
            if not isinstance(one, ChooseNode):
                following = [next for next in successors(one) if next not in seen]
                seen.update(following)
                stack.extend(following)
        return False

    def value_judged(self, node: ChooseNode) -> bool:
        """Whether norms may forbid a value of the choice; what dice show is never asked."""
        return not by_dice(node) and self.judged(node.next)

    def told_apart(self, node: ChooseNode) -> AssignNode | None:
        """What writes the value chosen in ``node``, where only that can break a norm.

        It comes first, nothing that may fail comes before it, and its place does not
        depend on the value.
        """
        same, bound = {node.name}, {node.name}
        at = node.next
        while True:
            one = self.nodes[at]
            match one:
                case LetNode(name=name, value=value) if not self.may_fail(one):
                    bound.add(name)
                    if isinstance(value, Variable) and value.name in same:
                        same.add(name)
                    at = one.next
                case AnnounceNode() if not self.may_fail(one):
                    at = one.next
                case AssignNode(updates=(update,), each=None):
                    break
                case _:
                    return None
        used = {v.name for item in update.arguments for v in walk(item) if isinstance(v, Variable)}
        value = update.value
        written = isinstance(value, Variable) and value.name in same and not used & bound
        if not written or number_type(self.rules.states[update.state].type):
            return None
        return None if self.judged(one.next) else one


def stream_of(node: ChooseNode) -> str:
    """The stream of random numbers that decides where the choice is drawn."""
    if isinstance(node.by, ByChance):
        return node.by.stream
    return "lots" if node.by.kind == "nobody" else "choices"


def by_dice(node: ChooseNode) -> bool:
    """Whether dice decide."""
    return isinstance(node.by, ByChance) and node.by.stream == "dice"


def number_type(type: Type) -> Number | None:
    """The number type whose limits a value must respect."""
    while isinstance(type, Optional):
        type = type.item
    return type if isinstance(type, Number) else None


def about(node: Node) -> str:
    """A name for the function that begins with ``node``: its paragraph, and what it does."""
    what = ""
    match node:
        case AssignNode(updates=updates):
            what = f"_{updates[0].state}"
        case LetNode(name=name, internal=False):
            what = f"_{source_name(name)}"
        case DecideNode(decision=decision):
            what = f"_{decision}"
        case EndNode() | DoneNode():
            what = "_end"
        case GapNode():
            what = "_silence"
    return f"art_{node.ref}{what}"
