"""Verdicts on small laws: each proof has a broken twin that is refuted by a replayed run."""

import os
import subprocess
import sys

import pytest

from runtime.interpreter import Game
from runtime.ruleset import expressions as ex
from runtime.ruleset.properties import Always, LoopEnds, Never
from tests.runtime.small_rules import counter_game, strip_game
from tests.verify.laws import CLASH, LEFT, contest, n, neg, op, read
from verify.limits import Limit
from verify.obligation import Obligation
from verify.replay import Run, WitnessDefect, replay
from verify.search import Budget
from verify.verdicts import verify

APART = Never(id="apart", sentence="No two pieces share a spot.", flow="play", condition=CLASH)
ENDS = LoopEnds(
    id="ends",
    sentence="The counting ends.",
    flow="play",
    loop="counting",
    within=("8", "9", "10"),
    measure=LEFT,
)


def one(rules, item, pieces=2, **more) -> Obligation:
    sizes = [{"piece": pieces, "token": rules.sets["token"].low}]
    return verify(rules, [item], sizes=sizes, **more)[0]


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_apart_is_proved_by_induction_from_the_norm(pieces: int) -> None:
    found = one(contest(), APART, pieces)
    assert (found.verdict, found.method, found.vacuous) == ("proved", "induction", False)
    assert found.assumptions == ("5.3",)
    assert found.scope == {"piece": pieces}


def test_without_the_norm_apart_is_refuted_by_a_run_from_the_start() -> None:
    found = one(contest(norm=False), APART)
    assert (found.verdict, found.method) == ("refuted", "search")
    assert found.articles == ("6",)
    assert found.witness is not None
    assert found.witness["from_start"]
    first, second = found.witness["state"]["piece_spot"]
    assert first == second
    assert len(found.witness["choices"]) == 10
    assert found.witness["steps"][-1]["step"] == "assigned"


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_the_counting_ends_by_the_measure_given(pieces: int) -> None:
    found = one(contest(), ENDS, pieces)
    assert (found.verdict, found.method, found.vacuous) == ("proved", "ranking", False)
    assert "10.1" in found.articles
    assert found.seconds < 5


def test_a_measure_is_found_where_none_is_given() -> None:
    found = one(contest(), ENDS.model_copy(update={"measure": None}), 3)
    assert found.verdict == "proved"
    assert found.detail == "how many of out are not yes"


def test_counting_that_strikes_nothing_out_never_ends() -> None:
    found = one(contest(strike=False), ENDS, 4)
    assert (found.verdict, found.method) == ("refuted", "lasso")
    assert found.witness is not None
    assert found.witness["from_start"]
    assert found.witness["comes_back_to"] is None
    assert found.witness["steps"][-1]["step"] == "ended"


def test_a_measure_that_does_not_fit_proves_nothing() -> None:
    wrong = ENDS.model_copy(update={"measure": op(n(4), "subtract", LEFT)})
    found = one(contest(tokens=3), wrong, budget=Budget(nodes=50, questions=3), limit=Limit(500))
    assert found.verdict == "unknown"
    assert "no measure" in found.detail


def test_a_loop_that_cannot_be_taken_is_proved_but_vacuous() -> None:
    rules = contest()
    never = tuple(
        rule.model_copy(update={"guard": ex.TruthConstant(value=rule.ref == "9")})
        for rule in rules.decisions["after"]
    )
    found = one(rules.model_copy(update={"decisions": {"after": never}}), ENDS)
    assert (found.verdict, found.vacuous) == ("proved", True)


def test_a_property_that_nothing_could_break_is_proved_but_vacuous() -> None:
    impossible = op(
        read("piece_spot", ex.ElementConstant(set="piece", index=0)),
        "unequal",
        read("piece_spot", ex.ElementConstant(set="piece", index=0)),
    )
    found = one(contest(), APART.model_copy(update={"condition": impossible}))
    assert (found.verdict, found.vacuous) == ("proved", True)


def test_unknown_stays_unknown_under_a_tiny_limit() -> None:
    limit, budget = Limit(steps=1, seconds=0.001), Budget(nodes=5, questions=1)
    found = one(contest(tokens=6), ENDS, limit=limit, budget=budget)
    assert (found.verdict, found.method) == ("unknown", "none")
    assert found.detail


def test_what_is_not_decided_was_found_by_no_method() -> None:
    found = one(contest(), APART)
    data = found.model_dump()
    assert found.verdict == "proved"
    assert Obligation.model_validate(data) == found
    for wrong in ({"verdict": "unknown"}, {"verdict": "unsupported"}, {"method": "none"}):
        with pytest.raises(ValueError, match="cannot be found by the method"):
            Obligation.model_validate(data | wrong)


def test_always_is_refuted_in_the_state_that_lacks_it() -> None:
    low = op(read("count"), "less", n(5))
    item = Always(id="low", sentence="The count stays below five.", flow="game", condition=low)
    found = verify(counter_game(), [item], sizes=[{"player": 2}])[0]
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert found.witness["state"]["count"] >= 5


def test_induction_that_fails_is_no_refutation() -> None:
    # True, since the players take turns; but no step by itself knows who was served.
    first, second = (ex.ElementConstant(set="player", index=index) for index in (0, 1))
    overtaken = op(
        op(read("score", first), "equal", n(0)), "and", op(read("score", second), "equal", n(1))
    )
    item = Never(id="overtaken", sentence="", flow="game", condition=overtaken)
    few = verify(counter_game(), [item], sizes=[{"player": 2}], budget=Budget(nodes=50))[0]
    assert (few.verdict, few.method) == ("unknown", "none")
    assert "induction" in few.detail
    assert "exhaustion: gave up" in few.detail
    assert few.witness is None
    found = verify(counter_game(), [item], sizes=[{"player": 2}])[0]
    assert (found.verdict, found.method, found.vacuous) == ("proved", "exhaustion", False)


def test_rounds_in_open_order_end_by_the_turns_left() -> None:
    item = LoopEnds(id="rounds", sentence="The game ends.", flow="game", loop="game")
    for found in verify(strip_game(), [item]):
        assert (found.verdict, found.vacuous) == ("proved", False)


def test_rounds_end_where_each_turn_scores() -> None:
    item = LoopEnds(id="rounds", sentence="The game ends.", flow="game", loop="game")
    found = verify(counter_game(), [item], sizes=[{"player": 2}])[0]
    assert (found.verdict, found.vacuous) == ("proved", False)
    assert found.detail == "what the sum of score lacks of the most"


def test_rounds_need_not_end_where_a_throw_can_be_taken_back() -> None:
    rules = counter_game()
    flow = rules.flows["game"]
    rounds, *rest = flow.parts[0].body
    unscored = rounds.model_copy(update={"body": rounds.body[:-1]})
    part = flow.parts[0].model_copy(update={"body": (unscored, *rest)})
    twin = rules.model_copy(update={"flows": {"game": flow.model_copy(update={"parts": (part,)})}})
    item = LoopEnds(id="rounds", sentence="The game ends.", flow="game", loop="game")
    found = verify(twin, [item], sizes=[{"player": 2}])[0]
    assert (found.verdict, found.method) == ("refuted", "exhaustion")
    assert found.witness is not None
    assert found.witness["from_start"]
    assert found.witness["comes_back_to"] is not None


def test_what_does_not_replay_is_a_defect() -> None:
    rules = strip_game()
    start = Game(rules, "game", {"player": 2}).initial().state
    assert start.ending is None
    with pytest.raises(WitnessDefect):
        replay(rules, Run("game", {"player": 2}, {}, {}, None, ((1,), (1,))))


def test_what_cannot_be_expressed_is_unsupported() -> None:
    product = op(op(LEFT, "multiply", n(1000)), "multiply", op(LEFT, "multiply", n(1000)))
    item = APART.model_copy(update={"condition": op(product, "less", n(0))})
    found = one(contest(), item)
    assert found.verdict == "unsupported"
    assert "product" in found.detail


def test_verdicts_do_not_depend_on_what_was_asked_before() -> None:
    def plain(found: list[Obligation]) -> list[Obligation]:
        return [one.model_copy(update={"seconds": 0.0}) for one in found]

    rules = contest(norm=False, tokens=2)
    both = plain(verify(rules, [ENDS, APART], sizes=[{"piece": 2, "token": 2}]))
    again = plain(verify(rules, [APART], sizes=[{"piece": 2, "token": 2}]))
    assert both[1] == again[0]


def test_the_solver_is_imported_only_when_asked() -> None:
    code = "import sys, verify.verdicts; sys.exit('z3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert neg(ex.TruthConstant(value=True))


@pytest.mark.slow
def test_verdicts_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from tests.verify.laws import contest\n"
        "from tests.verify.test_verdicts import APART, ENDS\n"
        "from verify.verdicts import verify\n"
        "laws = contest(norm=False, tokens=3), contest(tokens=3), contest(strike=False, tokens=3)\n"
        "for law in laws:\n"
        "    for found in verify(law, [APART, ENDS]):\n"
        "        print(found.model_copy(update={'seconds': 0.0}).model_dump_json())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
