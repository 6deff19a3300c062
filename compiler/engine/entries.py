"""What the game must know of a flow: its choices, the heads of its loops, its variables."""

from compiler.engine.flows import FlowWriter
from compiler.engine.layout import Atom, Code, Entry, Items, Keyword, Lambda, call
from compiler.engine.names import literal
from compiler.engine.plan import stream_of
from runtime.actors import element_set
from runtime.graph import ChooseNode, HeadNode
from runtime.ruleset.expressions import Expr
from runtime.ruleset.statements import ByActor, ByChance


def flow_entry(writer: FlowWriter, turns: dict[int, str]) -> Code:
    """The flow as an entry of the table of flows; ``turns``: what plays it out, by node."""
    points, heads = [], []
    for at, node in enumerate(writer.nodes):
        if isinstance(node, ChooseNode):
            points.append(Entry(Atom(writer.constant("node", at)), _point(writer, at, node)))
        elif isinstance(node, HeadNode):
            flow = Atom(literal(node.flow))
            arguments = [*writer.origin(node), flow, Atom(writer.function("next", at))]
            # What values rely on is told also where play only looks ahead.
            if writer.words.facts.relying or writer.judged(at):
                arguments.append(Keyword("judged", Atom("True")))
            head = call("Head", *arguments)
            heads.append(Entry(Atom(writer.constant("node", at)), head))
    declared = writer.rules.flows[writer.flow].parameters
    parameters = tuple(
        Items("()", (Atom(literal(name)), Atom(literal(one.name))))
        for name, one in zip(writer.graph.parameters, declared, strict=True)
    )
    variables = tuple(
        Entry(Atom(literal(name)), writer.words.type_data(type))
        for name, type in writer.types.items()
    )
    turning = tuple(
        Entry(Atom(writer.constant("node", at)), Atom(name)) for at, name in turns.items()
    )
    return call(
        "Flow",
        Atom(literal(writer.flow)),
        Items("()", parameters),
        Atom(writer.start),
        Atom(literal(writer.nodes[0].supplement)),
        Keyword("has_result", Atom(str(writer.graph.result is not None))),
        Keyword("variables", Items("{}", variables)),
        Keyword("points", Items("{}", tuple(points))),
        Keyword("heads", Items("{}", tuple(heads))),
        Keyword("turns", Items("{}", turning)),
    )


def _point(writer: FlowWriter, at: int, node: ChooseNode) -> Code:
    by = node.by
    live = Items("()", tuple(Atom(literal(name)) for name in writer.live[at]))
    arguments: list[Code] = [
        *writer.origin(node),
        Atom(literal(node.name)),
        writer.words.type_data(node.type),
        Atom(literal(by.kind)),
        live,
        _domain(writer, at, node),
        Atom(writer.function("next", at)),
    ]
    if node.decline is not None:
        arguments.append(Keyword("decline", Atom(writer.function("decline", at))))
    if node.stuck is not None:
        arguments.append(Keyword("stuck", Atom(writer.function("stuck", at))))
        if node.stuck_supplement is not None:
            supplement = Atom(literal(node.stuck_supplement))
            arguments.append(Keyword("stuck_supplement", supplement))
    asked: list[Code] = []
    if isinstance(by, ByActor) and by.element is not None:
        actor = _asked(writer, at, node, by.element)
        arguments.append(Keyword("actor", actor))
        acting = element_set(by.element, writer.rules, writer.types)
        arguments.append(Keyword("actor_set", Atom(literal(acting))))
        asked += [actor] if writer.words.facts.partial(by.element) else []
    if node.default is not None:
        default = _asked(writer, at, node, node.default)
        arguments.append(Keyword("default", default))
        asked += [default] if writer.words.facts.partial(node.default) else []
    if isinstance(by, ByActor) and by.role is not None:
        arguments.append(Keyword("role", Atom(literal(by.role))))
    if isinstance(by, ByChance):
        arguments.append(Keyword("stream", Atom(literal(by.stream))))
    if writer.value_judged(node):
        arguments.append(Keyword("judged", Atom("True")))
    if writer.tells_lawful(at, node):
        arguments.append(Keyword("kept", Atom(writer.function("kept", at))))
    if node.decline is not None and writer.judged(node.decline):
        arguments.append(Keyword("decline_judged", Atom("True")))
    draws = stream_of(node)
    if draws != "choices":
        arguments.append(Keyword("draws", Atom(literal(draws))))
    if asked:
        arguments.append(Keyword("asked", Items("()", tuple(asked))))
    return call("Point", *arguments)


def _asked(writer: FlowWriter, at: int, node: ChooseNode, item: Expr) -> Code:
    writer.locals = writer.fresh()
    names = ", ".join(["table", *(writer.locals.name(name) for name in writer.live[at])])
    return Lambda(names, writer.expressions.code(item, writer.locals.at(node.ref)))


def _domain(writer: FlowWriter, at: int, node: ChooseNode) -> Code:
    """The choice's options as a function of all that is bound there."""
    writer.locals = writer.fresh()
    names = ", ".join(["table", *(writer.locals.name(one) for one in writer.live[at])])
    return Lambda(names, writer.options(at, node, writer.locals))
