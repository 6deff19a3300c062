"""What can never apply is found, and what can is shown by an example."""

from functools import reduce

import pytest

from runtime.lowering import lower
from runtime.ruleset.expressions import Apply, Interval
from runtime.ruleset.ruleset import Case, Definition, Norm, Parameter, Permission, RuleSet
from runtime.ruleset.statements import Choose, Decide, If
from runtime.ruleset.types import Truth
from tests.runtime.small_rules import (
    FALSE,
    SMALL,
    TRUE,
    choose,
    counter_game,
    end,
    flow,
    n,
    op,
    put,
    read,
    rule,
    rule_set,
    strip_game,
    v,
)
from tests.verify.laws import contest
from verify.limits import Limit
from verify.obligation import Obligation
from verify.obligations.items import Item, items_of
from verify.obligations.never import Unused
from verify.obligations.unreachable import unreachable
from verify.search import Budget
from verify.symbolic import Scope
from wortlaut.render.verdicts import say_method
from wortlaut.render.words import words

DIE = Interval(low=n(1), high=n(6))


def verdicts(rules: RuleSet, *, flow: str = "game", **sizes: int) -> dict[str, Obligation]:
    scope = Scope(rules, sizes or {"player": 2})
    found = unreachable([scope], [flow], Limit(), Budget(nodes=200, questions=5))
    return {one.id.removeprefix("unreachable."): one for one in found}


def thrown(*body: object, **more: object) -> RuleSet:
    """A die is thrown and counted, then ``body``."""
    return rule_set(
        flow("game", choose("die", DIE, ref="3"), put("count", to=v("die"), ref="3"), *body),
        **more,
    )


def judged(low: int, high: int) -> RuleSet:
    """A decision by one rule up to ``low`` and another from ``high``."""
    rules = (
        rule("4", op(read("count"), "at_most", n(low)), end("low", ref="4")),
        rule("5", op(read("count"), "at_least", n(high)), end("high", ref="5")),
    )
    return thrown(Decide(ref="2", decision="verdict"), decisions={"verdict": rules})


@pytest.mark.parametrize("rules", [counter_game(), strip_game()], ids=["counter", "strip"])
def test_of_a_sound_law_everything_can_apply(rules: RuleSet) -> None:
    found = verdicts(rules)
    assert found
    assert {(one.verdict, one.method) for one in found.values()} == {("proved", "example")}


def test_the_contest_is_sound_too() -> None:
    found = verdicts(contest(tokens=3), flow="play", piece=2, token=3)
    assert {one.verdict for one in found.values()} == {"proved"}


def test_a_rule_whose_guard_never_holds_is_found() -> None:
    assert {one.verdict for one in verdicts(judged(3, 4)).values()} == {"proved"}
    # The die shows at most six; the state could hold up to nine.
    dead = verdicts(judged(6, 7))["5"]
    assert (dead.verdict, dead.method, dead.witness) == ("refuted", "induction", None)
    assert "Art. 5" in dead.articles
    assert "the rule in the decision verdict" in dead.detail
    assert "the end high" in dead.detail


def test_all_methods_are_named_by_which_parts_of_a_paragraph_were_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def settled(of: object, left: list[Item], *_: object) -> dict[Item, Unused]:
        methods = ("induction", "exhaustion")
        return {
            item: Unused("never", {item.ref}, how) for item, how in zip(left, methods, strict=True)
        }

    monkeypatch.setattr("verify.obligations.unreachable.settled", settled)
    found = verdicts(judged(6, 7))["5"]
    assert found.method == "exhaustion, induction"
    assert say_method(found.model_dump(), words("de")) == "Durchspielen aller Zustände, Induktion"


def test_a_rule_that_always_gives_way_is_found() -> None:
    rules = (
        rule("4", TRUE, end("low", ref="4"), departs_from=("5",)),
        rule("5", TRUE, end("high", ref="5")),
    )
    found = verdicts(thrown(Decide(ref="2", decision="verdict"), decisions={"verdict": rules}))
    assert (found["4"].verdict, found["5"].verdict) == ("proved", "refuted")


def defined(low: int, high: int) -> RuleSet:
    few = Case(ref="4", guard=op(v("x"), "at_most", n(low)), value=n(1))
    many = Case(
        ref="5",
        guard=op(op(v("x"), "greater", n(low)), "and", op(v("x"), "at_most", n(high))),
        value=n(2),
    )
    worth = Definition(
        id="worth",
        parameters=(Parameter(name="x", type=SMALL),),
        type=SMALL,
        cases=(few, many),
    )
    counted = put("count", to=Apply(definition="worth", arguments=(read("count"),)), ref="2")
    return thrown(counted, end(), definitions={"worth": worth})


def test_a_case_whose_guard_contradicts_itself_is_found() -> None:
    assert {one.verdict for one in verdicts(defined(3, 9)).values()} == {"proved"}
    dead = verdicts(defined(9, 9))["5"]
    assert (dead.verdict, dead.articles) == ("refuted", ("Art. 5",))
    assert "the case of the definition worth" in dead.detail


def test_a_norm_that_forbids_nothing_that_could_happen_is_found() -> None:
    may = Choose(
        ref="3",
        name="x",
        type=SMALL,
        domain=DIE,
        by=choose("x", DIE).by,
    )
    body = flow("game", may, put("count", to=v("x"), ref="3"), end())

    def norm(high: int) -> RuleSet:
        return rule_set(
            body, norms=(Norm(ref="5", forbidden=op(read("count"), "greater", n(high))),)
        )

    assert verdicts(norm(4))["5"].verdict == "proved"
    assert verdicts(norm(6))["5"].verdict == "refuted"


def test_a_permission_of_what_cannot_come_about_is_found() -> None:
    def permission(high: int) -> RuleSet:
        allowed = Permission(ref="5", permitted=op(read("count"), "greater", n(high)))
        return thrown(end(), permissions=(allowed,))

    assert verdicts(permission(4))["5"].verdict == "proved"
    assert verdicts(permission(6))["5"].verdict == "refuted"


def test_a_branch_that_is_never_taken_is_found() -> None:
    def branch(high: int) -> RuleSet:
        more = If(
            ref="5",
            condition=op(read("count"), "greater", n(high)),
            then=(put("flag", to=TRUE, ref="5"),),
        )
        return thrown(more, end())

    assert verdicts(branch(4))["5"].verdict == "proved"
    dead = verdicts(branch(6))["5"]
    assert dead.verdict == "refuted"
    assert dead.detail == "never applies: the branch; what it sets flag to"


def sixes() -> RuleSet:
    """Something happens only after five sixes in a row: too rare for a few games."""
    total = reduce(lambda a, b: op(a, "add", b), map(v, "abcde"))
    rare = If(ref="5", condition=op(total, "equal", n(30)), then=(put("flag", to=TRUE, ref="5"),))
    return rule_set(flow("game", *(choose(name, DIE, ref="3") for name in "abcde"), rare, end()))


def test_what_games_do_not_show_is_searched_for() -> None:
    assert verdicts(sixes())["5"].verdict == "proved"


def test_what_is_neither_seen_nor_excluded_stays_unknown() -> None:
    tiny = Budget(nodes=1, questions=1)
    found = {
        one.id: one for one in unreachable([Scope(sixes(), {"player": 2})], ["game"], Limit(), tiny)
    }["unreachable.5"]
    assert found.verdict == "unknown"
    assert "games" in found.detail


def test_one_statement_in_two_expansions_is_one_item() -> None:
    rules = contest(tokens=3)
    twice = [lower(rules, "play"), lower(rules, "counting")]
    assert set(items_of(rules, twice)) == set(items_of(rules, twice[:1]))


def test_a_definition_that_nothing_asks_for_is_not_asked_about() -> None:
    idle = Definition(
        id="idle", parameters=(), type=Truth(), cases=(Case(ref="4", guard=FALSE, value=TRUE),)
    )
    assert "4" not in verdicts(thrown(end(), definitions={"idle": idle}))
