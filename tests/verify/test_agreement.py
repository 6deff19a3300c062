"""Interpreter, exhaustion and solver agree on random rule sets; more of them when marked slow.

A failure names the number of the rule set: ``random_rules(number)`` makes it again.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

from tests.verify.agreement import (
    chance_agrees,
    endings_agree,
    explored,
    loops_agree,
    play_agrees,
    verdicts_agree,
)
from tests.verify.random_rules import random_rules

EVERY, STATES, LOOPS = 50, 14, 6
"""How many rule sets are played, asked for their states, and asked for their loops."""


def all_agree(numbers: Iterable[int], states: int, loops: int) -> Counter[str]:
    """What came of it, by kind; ``states`` and ``loops``: the first so many are asked for these."""
    found: Counter[str] = Counter()
    for count, number in enumerate(numbers):
        rules, properties, ends = random_rules(number)
        try:
            exploration = explored(rules)
            if not exploration.walked:
                found["given up"] += 1
                continue
            play_agrees(exploration)
            found["paths"] += endings_agree(exploration)
            found.update(f"ending {one.ending.kind}" for one in exploration.bad_endings())
            if count < states:
                for item in properties:
                    found[f"states {verdicts_agree(exploration, item)}"] += 1
            if count < loops:
                found[f"loops {loops_agree(exploration, ends)}"] += 1
                found[f"chance {chance_agrees(exploration)}"] += 1
        except Exception as error:
            raise AssertionError(f"the rule set {number}: {error}") from error
    return found


def test_random_rule_sets_agree() -> None:
    found = all_agree(range(EVERY), STATES, LOOPS)
    # They are not all alike, and most are decided.
    assert found["given up"] < EVERY / 10
    assert found["paths"] > EVERY
    for kind in ("gap", "conflict", "stuck", "range", "loop"):
        assert found[f"ending {kind}"]
    for verdict in ("proved", "refuted"):
        assert found[f"states {verdict}"] > STATES / 4
        assert found[f"loops {verdict}"]
    assert found["states unknown"] < STATES / 4


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_thousands_of_random_rule_sets_agree(part: int) -> None:
    start = 1_000 + 300 * part
    found = all_agree(range(start, start + 300), 300, 30)
    assert found["states proved"]


def test_the_same_number_makes_the_same_rule_set() -> None:
    assert random_rules(7) == random_rules(7)
    assert random_rules(7) != random_rules(8)
