"""Elections from given boards through the program, for the tests."""

import json
from functools import cache
from typing import Any

from compiler.law import Law, load_sound
from runtime.batch import Batch


@cache
def law() -> Law:
    return load_sound("posg")


@cache
def batch(
    language: str = "de",
    readings: tuple[tuple[str, str], ...] = (),
    supplements: bool = True,
    with_trace: bool = False,
) -> Batch:
    rules = law().rules(language, dict(readings), None if supplements else ())
    return Batch(rules, "election", with_trace=with_trace)


def line(candidates: list[tuple[int, int]], voters: list[tuple[int, int]]) -> str:
    return json.dumps({"candidate_square": candidates, "voter_square": voters})


def spread(voters: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """24 voters from how many stand on which square."""
    placed = [square for square, count in voters.items() for _ in range(count)]
    assert len(placed) == 24
    return placed


def elect(
    candidates: list[tuple[int, int]],
    voters: dict[tuple[int, int], int],
    *,
    language: str = "de",
    supplements: bool = True,
    with_trace: bool = False,
    **readings: str,
) -> dict[str, Any]:
    chosen = tuple(sorted(readings.items()))
    runner = batch(language, chosen, supplements, with_trace)
    return runner.answer(line(candidates, spread(voters)), 1)
