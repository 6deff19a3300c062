"""A watch is told what play uses, and play is the same with and without one."""

from collections.abc import Sequence

from runtime.graph import AssignNode
from runtime.interpreter import Game
from runtime.players import playout
from runtime.ruleset.expressions import Apply, Interval
from runtime.ruleset.ruleset import Case, Definition
from runtime.steps import AnyStep, Assigned
from runtime.watch import Watch
from tests.runtime.small_rules import (
    SMALL,
    choose,
    counter_game,
    end,
    flow,
    n,
    op,
    put,
    read,
    rule_set,
    strip_game,
    v,
)


class Notes(Watch):
    """Writes down all it is told."""

    def __init__(self) -> None:
        self.nodes: list[int] = []
        self.done: list[tuple[int, int, AnyStep | None]] = []
        self.cases: list[tuple[str, int, bool]] = []
        self.norms: list[int] = []

    def entered(self, node: int) -> None:
        self.nodes.append(node)

    def left(self, node: int, next: int, steps: Sequence[AnyStep]) -> None:
        self.done.append((node, next, steps[-1] if steps else None))

    def case(self, definition: str, position: int, decides: bool) -> None:
        self.cases.append((definition, position, decides))

    def norm(self, position: int) -> None:
        self.norms.append(position)


def test_watching_changes_nothing() -> None:
    for rules in (counter_game(), strip_game()):
        notes = Notes()
        watched = playout(Game(rules, "game", watch=notes), seed=3)
        assert watched == playout(Game(rules, "game"), seed=3)
        assert notes.nodes


def test_it_is_told_which_nodes_play_passes_and_what_they_did() -> None:
    notes = Notes()
    game = Game(counter_game(), "game", watch=notes)
    play = playout(game, seed=3)
    set_ = [step for at, _, step in notes.done if isinstance(game.graph.nodes[at], AssignNode)]
    assert set_ == [step for step in play.steps if isinstance(step, Assigned)]


def test_it_is_told_which_norms_forbid_something() -> None:
    notes = Notes()
    playout(Game(strip_game(), "game", watch=notes), seed=0)
    assert set(notes.norms) == {0}


def test_it_is_told_which_case_applies_and_whether_that_makes_a_difference() -> None:
    always = Case(ref="4", guard=None, value=n(1))
    low = op(read("count"), "at_most", n(2))

    def noted(value: int) -> list[tuple[str, int, bool]]:
        special = Case(ref="5", guard=low, value=n(value), departs_from=("4",))
        worth = Definition(id="worth", parameters=(), type=SMALL, cases=(always, special))
        body = (put("count", to=Apply(definition="worth")), end())
        rules = rule_set(flow("game", *body), definitions={"worth": worth})
        notes = Notes()
        Game(rules, "game", watch=notes).initial()
        return notes.cases

    assert noted(2) == [("worth", 1, True)]
    # Without the special case the value would be the same.
    assert noted(1) == [("worth", 1, False)]


def test_a_value_that_is_only_looked_at_is_not_told_as_play() -> None:
    picked = choose("x", Interval(low=n(1), high=n(3)), ref="3")
    rules = rule_set(flow("game", picked, put("count", to=v("x"), ref="3"), end()))
    notes = Notes()
    game = Game(rules, "game", watch=notes)
    state = game.initial().state
    game.lawful(state)
    assert not notes.done
