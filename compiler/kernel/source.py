"""The source of a kernel: a module with the function ``batch``, which plays many games."""

from collections.abc import Mapping
from dataclasses import dataclass

from compiler.kernel.flow import End, Flow, Path
from compiler.kernel.program import Program
from compiler.kernel.shapes import NOTHING, UNKNOWN, Unsupported
from compiler.kernel.writer import Writer
from runtime.actors import acting_sets
from runtime.code import Undefined
from runtime.interpreter import Game
from runtime.norms import compile_norms
from runtime.simulation.games import Setup, member_of
from runtime.simulation.policies import NAMED

BATCH = ("first", "number", "r1", "r2", "r3", "s", "t", "b", "c", "starts", "out")
"""The inputs of ``batch``: which games, of which streams; room to work in; starts; rows."""

COLUMNS = 4
"""Before the counters: the end, the value of its outcome, whose it is, how many choices."""


@dataclass(frozen=True)
class Source:
    """A kernel that is not compiled yet.

    ``text``: the functions. ``tables``: arrays of numbers that they read. ``ends``: what the
    numbers in the first column mean; -1 is a game for the interpreter. ``counters``: the
    names of the columns from :data:`COLUMNS` on. ``sizes``: of the state, of scratch, and of
    the list of lawful values. ``initial``: the law's start. ``anywhere``: games may start
    elsewhere.
    """

    text: str
    tables: Mapping[str, tuple[int, ...]]
    ends: tuple[End, ...]
    counters: tuple[str, ...]
    sizes: tuple[int, int, int]
    initial: tuple[int, ...]
    anywhere: bool
    program: Program


def source(setup: Setup, *, anywhere: bool = False, most_turns: int | None = None) -> Source:
    """The source of the kernel for ``setup``. Raises :class:`Unsupported`.

    ``anywhere``: games may start from any state, not only as the law says.
    """
    game = Game(setup.rules, setup.flow, setup.sizes, setup.parameters, reports=False)
    if game.graph.parameters:
        raise Unsupported("a flow that has parameters")
    program = Program(setup.rules, game.layout, game.parameters)
    if not anywhere and _forbidden(game, program):
        raise Unsupported("a start that a norm forbids, or of which it says nothing")
    program.policies = _policies(setup)
    if most_turns is not None:
        program.most_turns = most_turns
    flow = Flow(program, game.graph)
    writer = Writer()
    _play(flow, writer)
    program.define("play", "s, t, b, c, out, i, z1, z2, z3", writer)
    program.define("batch", ", ".join(BATCH), _batch(flow, anywhere=anywhere))
    text = "\n".join(line for function in program.functions for line in (*function, ""))
    sizes = program.size or 1, flow.steps.scratch or 1, program.room
    ends, counters, initial = tuple(flow.ends), tuple(flow.counters), tuple(program.initial)
    return Source(text, program.tables, ends, counters, sizes, initial, anywhere, program)


def _forbidden(game: Game, program: Program) -> bool:
    start = game.layout.initial()
    try:
        norms = compile_norms(game.rules, program.evaluator)
        return any(one.broken(start) for one in norms)
    except Undefined:
        return True


def _policies(setup: Setup) -> tuple[str, tuple[tuple[int, str], ...]]:
    everybody, seats = "random", {}
    for policy in setup.policies:
        if not isinstance(policy.how, str) or policy.how not in NAMED:
            raise Unsupported(f"the policy {policy}")
        if policy.seat is None:
            everybody = policy.how
        else:
            seats[policy.seat] = policy.how
    return everybody, tuple(seats.items())


def _play(flow: Flow, writer: Writer) -> None:
    """One game: its row in ``out``."""
    writer.put("end = -1")
    writer.put("n = 0")
    body = Writer()
    Path(flow, body, "s", ahead=False).write(flow.graph.entry, ())
    # What is counted is known only now.
    for at in range(len(flow.counters)):
        writer.put(f"k{at} = 0")
    writer.lines += body.lines
    writer.put("value = 0")
    writer.put("seat = -1")
    for number, end in enumerate(flow.ends):
        if end.state is not None:
            with writer.block(f"if end == {number}:"):
                writer.put(f"value = s[{flow.program.offset(end.state)}]")
                _owned(flow.program, writer, end.state)
    for at, name in enumerate(("end", "value", "seat", "n")):
        writer.put(f"out[i, {at}] = {name}")
    for at in range(len(flow.counters)):
        writer.put(f"out[i, {COLUMNS + at}] = k{at}")


def _owned(program: Program, writer: Writer, outcome: str) -> None:
    """Whose the value of ``outcome`` is, as in :func:`runtime.simulation.games.owners`."""
    rules = program.rules
    acting = acting_sets(rules)
    set_id = member_of(rules.states[outcome].type)
    if not acting or set_id is None:
        return
    if set_id == acting[0]:
        writer.put(f"seat = -1 if value == {NOTHING} else value")
        return
    holding = [
        one.id
        for one in rules.states.values()
        if one.domain == acting[:1] and member_of(one.type) == set_id
    ]
    if len(holding) != 1:
        return
    first, size = program.offset(holding[0]), program.layout.sizes[acting[0]]
    writer.put("held = 0")
    held = f"if s[{first} + j] == value:"
    with writer.block(f"for j in range({size}):"), writer.block(held):
        writer.put("held += 1")
        writer.put("seat = j")
    with writer.block(f"if held != 1 or value == {NOTHING}:"):
        writer.put("seat = -1")


def _batch(flow: Flow, *, anywhere: bool) -> Writer:
    """Game ``first + i``, from row ``i`` of ``starts``; or all of them from its only row."""
    program, writer = flow.program, Writer()
    row = "i" if anywhere else "0"
    keys = ", ".join(f"key({root}, first + i)" for root in ("r1", "r2", "r3"))
    play = f"play(s, t, b, c, out, i, {keys})"
    norms = [flow.steps.norm(at) for at in range(len(flow.steps.norms))] if anywhere else []
    with writer.block("for i in range(number):"):
        with writer.block(f"for j in range({len(program.initial)}):"):
            writer.put(f"s[j] = starts[{row}][j]")
        with writer.block(f"for j in range({len(program.initial)}, {program.size}):"):
            writer.put(f"s[j] = {UNKNOWN}")
        if not norms:
            writer.put(play)
            return writer
        # Where a norm is broken or undefined, the interpreter says what follows.
        with writer.block(f"if {' or '.join(f'{one}(s) != 0' for one in norms)}:"):
            writer.put("out[i, 0] = -1")
        with writer.block("else:"):
            writer.put(play)
    return writer
