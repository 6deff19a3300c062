"""A witness told like a play: replayed once more, step by step, with its paragraphs."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from compiler.law import Law
from runtime.interpreter import Game
from runtime.json_values import plain, value_from
from runtime.ruleset.ruleset import RuleSet
from runtime.serialise import read_store
from runtime.state import Store
from runtime.steps import DECLINE, AnyStep
from wortlaut.render.board import Draw, lettered_set
from wortlaut.render.criteria import told
from wortlaut.render.names import Names
from wortlaut.render.story import Story
from wortlaut.render.words import words


def tell_witness(
    law: Law,
    rules: RuleSet,
    witness: dict[str, Any],
    reader: str,
    write: Callable[[Text], None],
    draw: Draw | None = None,
) -> None:
    """Write the steps of ``witness`` and the board at its end, in words of ``reader``.

    A witness against a criterion of social choice says first what is wrong; it may
    have two runs. So has one of an open choice: they are told as one up to where they part.
    ``draw``: what draws boards, else they are lines as well.
    """
    if "facts" in witness:
        _, names = _game(law, rules, witness, reader)
        for line in told(witness, names):
            write(Text(line))
        if "second" in witness:
            write(Text(f"\n{names.say['criterion_board_first']}\n"))
    if "twin" in witness:
        _tell_twins(law, rules, witness, reader, write, draw)
    else:
        _tell_run(law, rules, witness, reader, write, draw)
    if "second" in witness:
        write(Text(f"\n{words(reader)['criterion_board_second']}\n"))
        _tell_run(law, rules, witness["second"], reader, write, draw)
    if "failed" in witness:
        _tell_what_fails(law, rules, witness, reader, write)


def _tell_what_fails(
    law: Law, rules: RuleSet, witness: dict[str, Any], reader: str, write: Callable[[Text], None]
) -> None:
    """Which parts of the property's condition are to blame, and for whom."""
    _, names = _game(law, rules, witness, reader)
    say = names.say
    headings = {False: say["fails"], True: say["holds_though"], None: say["has_no_value"]}
    for part in witness["failed"]:
        members = ", ".join(
            f"{name} = {names.element(part['sets'][name], value)}"
            if name in part["sets"]
            else f"{name} = {value}"
            for name, value in part["members"].items()
        )
        about = f" ({members})" if members else ""
        write(Text(f"{headings[part['value']]}: {part['condition']}{about}"))


def _tell_run(
    law: Law,
    rules: RuleSet,
    witness: dict[str, Any],
    reader: str,
    write: Callable[[Text], None],
    draw: Draw | None,
) -> None:
    game, names = _game(law, rules, witness, reader)
    story = Story(game, names, write, boards=False, draw=draw)
    _tell_parameters(names, witness, write)
    store = None
    if "initial" in witness:
        _, store = read_store(rules, witness["initial"], game.sizes)
        story.place = (store, None)
        story.show_board()
    if "compared" in witness:
        _tell_comparison(rules, names, witness["compared"], write)
        return
    steps = [step for part in _played(game, witness["choices"], store) for step in part]
    # A witness may end before what follows of itself has ended: where something first fails.
    story.tell(steps[: len(witness["steps"])])
    story.show_board()


def _tell_twins(
    law: Law,
    rules: RuleSet,
    witness: dict[str, Any],
    reader: str,
    write: Callable[[Text], None],
    draw: Draw | None,
) -> None:
    """Two runs that part at a choice: what they have in common, then the end of each."""
    game, names = _game(law, rules, witness, reader)
    _tell_parameters(names, witness, write)
    parted = witness["parted"]
    both = [_played(game, run["choices"]) for run in (witness, witness["twin"])]
    story = Story(game, names, write, boards=False, draw=draw)
    story.tell([step for part in both[0][: parted + 1] for step in part])
    write(Text(f"\n{names.say['twins_part']}", "bold"))
    story.show_board()
    place = story.place
    for heading, steps in zip(("twins_first", "twins_second"), both, strict=True):
        write(Text(names.say[heading], "bold"))
        story.place = place
        story.tell([step for part in steps[parted + 1 :] for step in part])
        story.show_board()


def _game(law: Law, rules: RuleSet, witness: dict[str, Any], reader: str) -> tuple[Game, Names]:
    game = Game(rules, witness["flow"], witness["sizes"], witness.get("parameters"))
    return game, Names(law, rules, lettered_set(rules, game.sizes), reader, words(reader))


def _tell_parameters(names: Names, witness: dict[str, Any], write: Callable[[Text], None]) -> None:
    for name, data in witness.get("parameters", {}).items():
        type = names.rules.parameters[name].type
        value = value_from(data, type, names.rules, witness["sizes"], name)
        write(Text(f"{names.term(name)} = {names.value(value, type)}"))


def _played(game: Game, choices: list[Any], store: Store | None = None) -> list[Sequence[AnyStep]]:
    """The steps before the first of ``choices``, and those after each."""
    advance = game.initial(store)
    steps: list[Sequence[AnyStep]] = [advance.steps]
    for choice in choices:
        options = game.lawful(advance.state)
        # Whoever does nothing where the law has a default is not among those who may decline.
        taken = next(
            (one for one in options if one is not DECLINE and plain(one) == choice), DECLINE
        )
        advance = game.apply(advance.state, taken)
        steps.append(advance.steps)
    return steps


def _tell_comparison(
    rules: RuleSet, names: Names, compared: dict[str, Any], write: Callable[[Text], None]
) -> None:
    """What a definition is worth under each of two readings."""
    definition = rules.definitions[compared["definition"]]
    given = zip(definition.parameters, compared["arguments"], strict=True)
    arguments = ", ".join(names.value(value, p.type) for p, value in given)
    called = names.term(definition.id) + (f"({arguments})" if arguments else "")
    for reading, value in zip(compared["readings"], compared["values"], strict=True):
        undefined = isinstance(value, dict)
        shown = value["undefined"] if undefined else names.value(value, definition.type)
        write(Text(f"{reading}: {called} = {shown}"))
