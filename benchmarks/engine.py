"""Whole games, every choice at random: the generated engine against interpreter and by hand."""

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from benchmarks.game_by_hand import Streams, game
from benchmarks.measure import Job
from compiler.engine.python import python_engine
from compiler.law import Law
from runtime.interpreter import Game
from runtime.players import playout

SEED = 1


def jobs(law: Law, candidates: int, number: int, rounds: int) -> Mapping[str, Job]:
    """``number`` games by hand, by the engine and by the interpreter; every round its own."""
    engine, interpreter = _both(law, candidates)
    for_hand, for_engine, for_interpreter = (iter(range(rounds + 1)) for _ in range(3))

    def by_hand() -> None:
        first = next(for_hand) * number
        for one in range(first, first + number):
            game(candidates, Streams(SEED, one))

    def generated() -> None:
        first = next(for_engine) * number
        for one in range(first, first + number):
            engine.play_out(SEED, one)

    def interpreted() -> None:
        first = next(for_interpreter) * number
        for one in range(first, first + number):
            playout(interpreter, SEED, one)

    return {
        f"{number} games of {candidates}, by hand": by_hand,
        f"{number} games of {candidates}, engine": generated,
        f"{number} games of {candidates}, interpreter": interpreted,
    }


def disagreements(law: Law, candidates: int, number: int) -> list[int]:
    """The games that do not end alike by hand, by the engine and by the interpreter."""
    engine, interpreter = _both(law, candidates)
    differing = []
    for one in range(number):
        ending = playout(interpreter, SEED, one).ending
        assert ending is not None
        expected = ending.outcome, ending.value
        generated = engine.play_out(SEED, one)
        by_hand = "elected", game(candidates, Streams(SEED, one))
        if (generated.outcome, generated.value) != expected or by_hand != expected:
            differing.append(one)
    return differing


def _both(law: Law, candidates: int) -> tuple[Any, Game]:
    rules, sizes = law.rules("de"), {"candidate": candidates}
    module = ModuleType("generated_engine")
    sys.modules[module.__name__] = module  # dataclasses look their module up
    exec(compile(python_engine(rules), "generated_engine.py", "exec"), module.__dict__)
    return module.__dict__["Game"](sizes), Game(rules, "game", sizes)
