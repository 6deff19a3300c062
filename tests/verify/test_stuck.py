"""Dead ends: none where there is always a lawful value, a run into each other one."""

from collections.abc import Callable
from typing import Any

import pytest

from runtime.ruleset.expressions import AllOf, Binder, Interval, IsSet, Quantified, Select, Unary
from runtime.ruleset.ruleset import DeclaredSet, Norm, RuleSet, StateVariable
from runtime.ruleset.statements import ByActor, ByChance, ByNobody, Each, End, Let
from runtime.ruleset.types import Element, Number, Optional
from tests.runtime.small_rules import (
    PLAYER,
    PLAYERS,
    SMALL,
    choose,
    end,
    flow,
    n,
    op,
    over,
    put,
    read,
    rule_set,
    strip_game,
    v,
)
from tests.verify.asked import asked, ended, verdicts
from verify.obligations.stuck import stuck

UMPIRE = ByActor(role="umpire")
CHAIR = Element(set="chair")
DIE = Interval(low=n(1), high=n(6))


def forbidden(condition: Any) -> tuple[Norm, ...]:
    return (Norm(ref="5", forbidden=condition),)


def named(least: int, **more: Any) -> RuleSet:
    """The umpire names a number up to three, and less than ``least`` is forbidden."""
    said = put("count", to=v("x"), ref="3")
    within = (said,) if more.get("optional") else ()
    may = choose("x", Interval(low=n(1), high=n(3)), by=UMPIRE, ref="3", body=within, **more)
    # At the start nothing is said, and that is not forbidden.
    low = op(op(read("count"), "less", n(least)), "and", op(read("count"), "greater", n(0)))
    after = () if within else (said,)
    return rule_set(flow("game", may, *after, end()), norms=forbidden(low))


def below(least: int) -> RuleSet:
    """A die is thrown, and the umpire chooses a smaller number that is ``least`` or more."""
    smaller = op(v("y"), "less", read("count"))
    fewer = Select(binder=over("y", SMALL, Interval(low=n(least), high=n(6)), smaller))
    return rule_set(
        flow(
            "game",
            choose("die", DIE, by=ByChance(stream="dice"), ref="2"),
            put("count", to=v("die"), ref="2"),
            choose("x", fewer, by=UMPIRE, ref="3"),
            end(),
        )
    )


def seats(chairs: int, *, by_norm: bool, **more: Any) -> RuleSet:
    """Two or three players each take a chair, in turn, and none takes another's."""
    taken = Quantified(
        quantifier="some",
        binder=over("q", PLAYER, PLAYERS),
        body=op(read("seat", v("q")), "equal", v("c")),
    )
    shared = Quantified(
        quantifier="some",
        binder=Binder(names=("i", "j"), item=PLAYER, domain=PLAYERS, distinct=True),
        body=op(
            IsSet(item=read("seat", v("i"))),
            "and",
            op(read("seat", v("i")), "equal", read("seat", v("j"))),
        ),
    )
    every = over("c", CHAIR, AllOf(set="chair"))
    free = every.model_copy(update={"condition": Unary(operator="not", item=taken)})
    turn = Each(
        ref="3",
        name="p",
        item=PLAYER,
        domain=PLAYERS,
        order="in_turn",
        body=(
            choose(
                "c",
                Select(binder=every if by_norm else free),
                type=CHAIR,
                by=ByActor(element=v("p")),
                ref="4",
                **more,
            ),
            put("seat", v("p"), to=v("c"), ref="4"),
        ),
    )
    seat = StateVariable(id="seat", ref="4", domain=("player",), type=Optional(item=CHAIR))
    return rule_set(
        flow("game", turn, end()),
        sets={
            "player": DeclaredSet(id="player", ref="1", low=2, high=3),
            "chair": DeclaredSet(id="chair", ref="1", low=chairs, high=chairs),
        },
        states={"seat": seat},
        norms=forbidden(shared) if by_norm else (),
    )


PAIRS = {
    "a norm": (named, {}, {"least": 3}, {"least": 4}, "stuck.3"),
    "no value at all": (below, {}, {"least": 0}, {"least": 1}, "stuck.3"),
}


@pytest.mark.parametrize(("law", "more", "sound", "broken", "id"), PAIRS.values(), ids=PAIRS)
def test_a_dead_end_is_found_where_there_is_one(
    law: Callable[..., RuleSet],
    more: dict[str, Any],
    sound: dict[str, Any],
    broken: dict[str, Any],
    id: str,
) -> None:
    found = asked(law(**sound, **more), stuck)
    assert verdicts(found) == {id: {"proved"}}
    rules = law(**broken, **more)
    found = asked(rules, stuck)
    assert verdicts(found) == {id: {"refuted"}}
    for one in found[id]:
        ending = ended(rules, one)
        assert (one.kind, ending.kind, ending.at) == ("stuck", "stuck", "3")
        assert one.articles == ("Art. 3",)


@pytest.mark.parametrize("by_norm", [True, False])
def test_more_players_than_chairs(by_norm: bool) -> None:
    rules = seats(3, by_norm=by_norm)
    assert verdicts(asked(rules, stuck)) == {"stuck.4": {"proved"}}
    rules = seats(2, by_norm=by_norm)
    two, three = asked(rules, stuck)["stuck.4"]
    assert (two.verdict, two.scope) == ("proved", {"player": 2})
    assert (three.verdict, three.scope) == ("refuted", {"player": 3})
    assert ended(rules, three).kind == "stuck"
    assert three.witness is not None
    assert len(set(three.witness["choices"])) == 2


def test_a_proof_rests_on_what_leaves_a_value() -> None:
    (one, _) = asked(strip_game(), stuck)["stuck.2"]
    assert one.verdict == "proved"
    assert "Art. 2" in one.articles


def test_what_can_be_declined_is_no_dead_end() -> None:
    assert asked(named(4, optional=True), stuck) == {}


def test_declining_may_be_forbidden_too() -> None:
    # Who declines keeps the count that the die left, and that one is forbidden.
    def law(high: int) -> RuleSet:
        may = choose(
            "x",
            Interval(low=n(3), high=n(4)),
            by=UMPIRE,
            ref="3",
            optional=True,
            body=(put("count", to=v("x"), ref="3"),),
        )
        raised = put("count", to=op(read("count"), "add", n(1)), ref="4")
        many = op(read("count"), "greater", n(high))
        return rule_set(flow("game", may, raised, end()), norms=forbidden(many))

    found = asked(law(1), stuck)
    assert set().union(*verdicts(found).values()) <= {"proved"}
    rules = law(0)
    found = asked(rules, stuck)
    assert verdicts(found) == {"stuck.3": {"refuted"}}
    assert {ended(rules, one).at for one in found["stuck.3"]} == {"3"}


def test_what_follows_may_go_round_in_a_loop() -> None:
    def law(*after: Any) -> RuleSet:
        """A number from three to five; then it is every player's turn; then ``after``."""
        named = choose("x", Interval(low=n(3), high=n(5)), by=UMPIRE, ref="3")
        said = put("count", to=v("x"), ref="3")
        nothing = Let(ref="4", name="y", type=Number(low=1, high=1), value=n(1))
        each = Each(
            ref="4", name="p", item=PLAYER, domain=PLAYERS, order="in_turn", body=(nothing,)
        )
        low = op(op(read("count"), "less", n(3)), "and", op(read("count"), "greater", n(0)))
        return rule_set(flow("game", named, said, each, *after, end()), norms=forbidden(low))

    def then(number: Any) -> RuleSet:
        return law(put("count", to=number, ref="4"))

    (kept, *_) = asked(then(read("count")), stuck)["stuck.3"]
    assert (kept.verdict, kept.method) == ("proved", "induction")
    # After the loop the highest number alone is not forbidden: no dead end, but not so soon seen.
    (one_left, *_) = asked(then(op(read("count"), "subtract", n(2))), stuck)["stuck.3"]
    assert (one_left.verdict, one_left.method) == ("proved", "exhaustion")
    rules = then(n(1))
    found = asked(rules, stuck)
    assert verdicts(found) == {"stuck.3": {"refuted"}}
    assert {ended(rules, one).at for one in found["stuck.3"]} == {"3"}


def test_where_the_law_says_what_is_done_then_there_is_nothing_to_show() -> None:
    stopped = (End(ref="5", outcome="stopped"),)
    assert asked(named(4, stuck=stopped), stuck) == {}
    instead = (Let(ref="5", name="x", type=Number(low=1, high=3), value=n(1)),)
    assert asked(below(1).model_copy(), stuck) != {}
    assert asked(seats(2, by_norm=True, stuck=stopped), stuck) == {}
    assert asked(named(4, stuck=instead), stuck) == {}


def test_dice_are_never_at_a_loss_but_lots_are() -> None:
    def drawn(stream: str) -> RuleSet:
        rules = named(4)
        game = rules.flows["game"]
        first, *rest = game.parts[0].body
        by = ByChance(stream=stream)  # type: ignore[arg-type]
        body = (first.model_copy(update={"by": by}), *rest)
        part = game.parts[0].model_copy(update={"body": body})
        return rules.model_copy(
            update={"flows": {"game": game.model_copy(update={"parts": (part,)})}}
        )

    assert asked(drawn("dice"), stuck) == {}
    assert verdicts(asked(drawn("lots"), stuck)) == {"stuck.3": {"refuted"}}


def test_an_open_choice_can_be_a_dead_end_too() -> None:
    rules = named(4)
    game = rules.flows["game"]
    first, *rest = game.parts[0].body
    body = (first.model_copy(update={"by": ByNobody()}), *rest)
    part = game.parts[0].model_copy(update={"body": body})
    rules = rules.model_copy(update={"flows": {"game": game.model_copy(update={"parts": (part,)})}})
    assert verdicts(asked(rules, stuck)) == {"stuck.3": {"refuted"}}
