"""Choices in a kernel: the lawful values, and the draw that decides."""

from compiler.kernel.expressions import Expressions
from compiler.kernel.flow import End, Path
from compiler.kernel.program import returning
from compiler.kernel.routes import is_dice
from compiler.kernel.shapes import GIVE_UP, NOTHING, Shape
from compiler.kernel.steps import free
from compiler.kernel.writer import Code, Writer
from runtime.graph import ChooseNode
from runtime.ruleset import expressions as ex
from runtime.ruleset.statements import ByActor, ByNobody

STREAMS = {"dice": "z1", "choices": "z2", "lots": "z3"}


def choose(path: Path, at: int, node: ChooseNode) -> None:
    """The choice ``node``, which stands at ``at``, and what follows."""
    writer, flow = path.writer, path.flow
    actor: Code | None = None
    if isinstance(node.by, ByActor) and node.by.element is not None:
        actor = writer.atom(path.value(node.by.element))
    if node.default is not None:
        path.value(node.default)
    judged, decline_judged = flow.routes.judged_by(node)
    plain = None if judged else _plain(path, node.domain)
    if plain is not None:
        low, number = plain
        shape = Code(low.text, low.shape)
    else:
        name, given, found = _lawful(path, at, node, judged=judged)
        inputs = ", ".join((path.state, "t", "b", "c", *given))
        number = Code(writer.temp(f"{name}({inputs})"), found.shape)
        path.to.fail(f"{number.text} < {NOTHING}", number.text)
        shape = found
    total = number
    if node.decline is not None:
        declining = "1"
        if decline_judged:
            ahead, inputs_ = flow.ahead(node.decline, None)
            declining = writer.temp(f"{ahead}({', '.join((path.state, 't', 'b', *inputs_))})")
            path.to.fail(f"{declining} < {NOTHING}", declining)
        total = Code(writer.temp(f"{number.text} + {declining}"), number.shape)
    elif number.constant is None:
        total = writer.atom(number)
    if total.constant is None:
        with writer.block(f"if {total.text} == 0:"):
            if node.stuck is not None:
                path.go(node.stuck)
            else:
                path.stop(End("stuck", node.ref))
    elif total.constant <= 0:
        if node.stuck is not None:
            path.go(node.stuck)
        else:
            path.stop(End("stuck", node.ref))
        return
    if isinstance(node.by, ByNobody) and total.constant != 1:
        with writer.block(f"if {total.text} > 1:"):
            path.stop(End("pending", node.ref))
    path.to.fail(f"n >= {path.program.most_choices}", str(GIVE_UP))
    writer.put("n += 1")
    drawn = _drawn(path, node, number, total, actor)
    variable = flow.env[node.name]
    if node.decline is not None:
        with writer.block(f"if {drawn} == {number.text}:"):
            path.count("declined")
            path.go(node.decline)
    if plain is not None:
        text = f"{low.text} + {drawn}"
        chosen = Code(writer.temp(text), shape.shape)
    else:
        chosen = Code(writer.temp(f"c[{drawn}]"), shape.shape)
    value = path.to.within(chosen, variable.shape, GIVE_UP)
    writer.put(f"{variable.text} = {value.text}")
    path.go(node.next)


def _plain(path: Path, domain: ex.Expr) -> tuple[Code, Code] | None:
    """Where all numbers from one to another may be chosen: the first (of the shape of all
    of them), and how many there are.
    """
    match domain:
        case ex.AllOf(set=set_id):
            shape = path.program.shapes.all(set_id)
            return Code("0", shape), Code(str(shape.width), shape)
        case ex.Interval(low=low, high=high):
            first, last = path.writer.atom(path.value(low)), path.writer.atom(path.value(high))
            shape = Shape(first.shape.low, last.shape.high)
            if first.constant is not None and last.constant is not None:
                number = Code(str(max(last.constant - first.constant + 1, 0)), shape)
            else:
                text = f"max({last.text} - {first.text} + 1, 0)"
                number = Code(path.writer.temp(text), shape)
            return Code(first.text, shape), number
    return None


def _lawful(
    path: Path, at: int, node: ChooseNode, *, judged: bool
) -> tuple[str, tuple[str, ...], Code]:
    """The function that lists the lawful values of a choice, its inputs, and one of them."""
    flow, program = path.flow, path.program
    names = set(free(flow.env, node.domain))
    inputs: tuple[str, ...] = ()
    variable = flow.env[node.name]
    if judged:
        ahead, inputs = flow.ahead(node.next, node.name)
    given = {flow.env[one].text for one in names} | set(inputs)
    given.discard(variable.text)
    texts = tuple(sorted(given))
    writer = Writer()
    to = Expressions(program, writer, {one: flow.env[one] for one in names}, returning)
    writer.put("n = 0")
    binder = node.domain.binder if isinstance(node.domain, ex.Select) else None
    if binder is not None and not binder.order and binder.condition is not None and not judged:
        # Written whether it is kept or not, which spares the processor a guess.
        with program.sets.loop(to, binder.domain) as one:
            to.env[binder.names[0]] = one
            kept = to.value(binder.condition)
            writer.put(f"c[n] = {one.text}")
            writer.put(f"n += 1 if {kept.text} else 0")
    else:
        with program.sets.loop(to, node.domain) as one:
            if judged:
                value = to.within(one, variable.shape, GIVE_UP)
                writer.put(f"{variable.text} = {value.text}")
                writer.put(f"x = {ahead}({', '.join(('s', 't', 'b', *inputs))})")
                to.fail(f"x < {NOTHING}", "x")
                with writer.block("if x == 1:"):
                    writer.put(f"c[n] = {one.text}")
                    writer.put("n += 1")
            else:
                writer.put(f"c[n] = {one.text}")
                writer.put("n += 1")
    writer.put("return n")
    program.room = max(program.room, one.shape.width + 1)
    name = program.define(f"h{at}", ", ".join(("s", "t", "b", "c", *texts)), writer)
    return name, texts, one


def _drawn(path: Path, node: ChooseNode, number: Code, total: Code, actor: Code | None) -> str:
    """The position that is chosen; as many as there are values: declining."""
    by, writer = node.by, path.writer
    chance = "dice" if is_dice(node) else "lots"
    z = STREAMS["choices" if isinstance(by, ByActor) else chance]
    writer.put(f"{z} = step({z})")
    at_random = f"below({z}, {total.text})"
    if not isinstance(by, ByActor):
        return writer.temp(at_random)
    everybody, seats = path.program.policies
    found = _by_policy(everybody, at_random, number, total, node)
    if actor is not None:
        for seat, how in seats:
            if how != everybody:
                own = _by_policy(how, at_random, number, total, node)
                found = f"({own} if {actor.text} == {seat} else {found})"
    return writer.temp(found)


def _by_policy(how: str, at_random: str, number: Code, total: Code, node: ChooseNode) -> str:
    if how == "first":
        return "0"
    if how == "decline" and node.decline is not None:
        return f"({number.text} if {total.text} > {number.text} else {at_random})"
    return at_random
