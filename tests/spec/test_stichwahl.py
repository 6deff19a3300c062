"""The run-off rules: what is encoded, each way through them, and what they promise."""

import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner, Result

from compiler.law import Law, load, load_sound
from runtime.interpreter import Game, Refused
from runtime.ruleset.properties import Always, LoopEnds, Never
from runtime.sizes import sizes
from runtime.state import State, Store
from runtime.steps import DECLINE, Announced, AnyStep, Assigned, Chosen, Decline
from verify.automatic import Asked, automatic
from verify.endless import anything_endless
from verify.exhaustion import Exploration
from verify.lasso import lasso_in_play
from verify.obligation import Obligation
from verify.replay import Replayed, stores_entered
from verify.symbolic import Scope
from verify.verdicts import verify
from verify.violation import violates
from wortlaut.cli import cli
from wortlaut.render.names import Names
from wortlaut.render.story import Story
from wortlaut.render.words import words

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "spec" / "stichwahl"
GOLDEN = ROOT / "tests" / "golden"

HUMAN = {"moderation": 1}

# Four players; first whom each puts up, then their votes, ballot after ballot. "-" declines,
# "close" closes the window without a choice, a word is an option in the window.
TIE = "2 3 4 -  2 2 3 3"
WAYS: dict[str, tuple[dict[str, int], str]] = {
    "no_tie": ({}, "2 3 - -  2 2 3 2"),
    "first_tie_and_decision": ({}, f"{TIE}  2 3 2 2"),
    "second_tie": ({}, f"{TIE}  2 3 2 3"),
    "nobody_to_vote_for": ({}, "- - - -  - - - -"),
    "no_votes_given": ({}, "2 3 - -  - - - -"),
    "human_speeches": (HUMAN, f"{TIE} candidate_speeches  2 3 2 2"),
    "human_restart": (HUMAN, f"{TIE} restart_ballot  4 4 3 3  end_ballot"),
    "human_restart_and_decision": (HUMAN, f"{TIE} restart_ballot  4 4 4 -"),
    "human_second_tie": (HUMAN, f"{TIE} candidate_speeches  2 3 2 3  end_ballot"),
    "human_closed_window": (HUMAN, f"{TIE} close  2 3 2 3  close"),
    "human_nobody_to_vote_for": (HUMAN, "- - - -  - - - -"),
}


@cache
def law() -> Law:
    return load_sound(str(FOLDER))


def game(settings: dict[str, int], readings: dict[str, str] | None = None, **more: Any) -> Game:
    return Game(law().rules("de", readings, **more), "day", {"player": 4}, settings)


def value(playing: Game, word: str) -> int | Decline:
    if word in ("-", "close"):
        return DECLINE
    options = playing.rules.sets["window_option"].members
    return options.index(word) if word in options else int(word) - 1


def played(playing: Game, script: str) -> tuple[State, list[AnyStep]]:
    advance = playing.initial()
    steps = list(advance.steps)
    for word in script.split():
        advance = playing.apply(advance.state, value(playing, word))
        steps += advance.steps
    return advance.state, steps


def way(name: str) -> tuple[State, list[AnyStep]]:
    settings, script = WAYS[name]
    return played(game(settings), script)


def said(steps: Iterable[AnyStep]) -> list[str]:
    return [step.text for step in steps if isinstance(step, Announced)]


# ---- the text


def test_the_law_is_sound_and_every_sentence_is_accounted_for() -> None:
    found, diagnostics = load(str(FOLDER))
    assert found is not None
    assert diagnostics == ()
    covered = found.versions["de"].coverage
    assert len(covered) == 22
    assert {one.status for one in covered} == {"encoded"}


# ---- every way through it


@pytest.mark.parametrize("name", WAYS)
def test_golden_playthrough(name: str) -> None:
    # To renew after a wanted change: WORTLAUT_RESET=1 pytest tests/spec/test_stichwahl.py
    settings, script = WAYS[name]
    playing = game(settings)
    lines: list[str] = []
    names = Names(law(), playing.rules, None, "de", words("de"))
    story = Story(playing, names, lambda line: lines.append(line.plain), boards=False)
    state, steps = played(playing, script)
    assert state.ending is not None
    story.tell(steps)
    story.show_board()
    told = "\n".join(line.rstrip() for line in lines).strip() + "\n"
    file = GOLDEN / f"stichwahl_{name}.txt"
    if os.environ.get("WORTLAUT_RESET") == "1":
        file.write_text(told, "utf-8")
    assert told == file.read_text("utf-8")


def test_who_has_the_most_votes_leaves() -> None:
    for name in ("no_tie", "first_tie_and_decision", "human_speeches"):
        ending = way(name)[0].ending
        assert ending is not None
        assert (ending.outcome, ending.value, ending.at) == ("voted_out", 1, "3.3")


def test_at_the_second_tie_nobody_leaves_and_the_night_begins() -> None:
    for name in ("second_tie", "human_second_tie", "human_closed_window", "human_restart"):
        ending = way(name)[0].ending
        assert ending is not None
        assert ending.outcome == "night"


def test_the_automatic_moderator_says_what_the_text_says() -> None:
    text = (FOLDER / "de.txt").read_text("utf-8")
    speech, pause = "Rede:", "Kurze Pause. Übrig:"
    first = "Unentschieden. Die Kandidaten sprechen erneut"
    assert said(way("first_tie_and_decision")[1]) == [first, speech, speech, pause]
    second = "Wieder unentschieden. Heute scheidet niemand aus"
    assert said(way("second_tie")[1])[-1] == second
    nobody = "Die Stadt hat niemanden gewählt"
    assert said(way("nobody_to_vote_for")[1]) == [nobody]
    for one in (first, second, nobody):
        assert f"„{one}“" in text


def test_the_tied_speak_in_turn_as_long_as_the_room_says() -> None:
    playing = game({"defence": 45})
    _, steps = played(playing, f"{TIE}  2 3 2 2")
    speeches = [s for s in steps if isinstance(s, Announced) and s.text == "Rede:"]
    assert [(s.values, s.duration) for s in speeches] == [((1,), 45), ((2,), 45)]


def test_in_the_run_off_nobody_votes_for_themselves_or_for_who_is_out() -> None:
    playing = game({})
    state, _ = played(playing, f"{TIE}  2")
    with pytest.raises(Refused) as refused:
        playing.apply(state, 1)
    assert [one.ref for one in refused.value.refusal.breaches] == ["3.2"]
    with pytest.raises(Refused) as refused:
        playing.apply(state, 3)
    assert refused.value.refusal.kind == "impossible"


def test_the_window_is_the_moderators_and_offers_what_the_text_lists() -> None:
    playing = game(HUMAN)
    options = playing.rules.sets["window_option"].members
    for script, offered, default in (
        (TIE, ["candidate_speeches", "restart_ballot"], "candidate_speeches"),
        (f"{TIE} candidate_speeches  2 3 2 3", ["end_ballot"], "end_ballot"),
    ):
        state, steps = played(playing, script)
        choice = playing.pending(state)
        assert choice.role == "moderator"
        assert [options[one.value] for one in choice.options] == offered
        assert choice.default is not None
        assert options[choice.default.value] == default
        window = [s for s in steps if isinstance(s, Announced)][-1]
        assert (window.text, window.role) == ("Unentschieden", "moderator")


def test_a_closed_window_is_the_default() -> None:
    state, steps = way("human_closed_window")
    chosen, otherwise = way("human_second_tie")
    assert state == chosen
    taken = [s.value for s in steps if isinstance(s, Chosen) and s.by_default]
    assert taken == [s.value for s in otherwise if isinstance(s, Chosen) and s.role is not None]


def test_the_votes_are_set_to_zero_before_a_further_ballot() -> None:
    for name in ("first_tie_and_decision", "human_restart"):
        _, steps = way(name)
        emptied = [
            len(s.changes)
            for s in steps
            if isinstance(s, Assigned)
            and all(c.state == "vote" and c.new is None for c in s.changes)
            and s.changes
        ]
        assert emptied == [4]


@pytest.mark.parametrize(
    ("settings", "left_out", "script", "gap", "at"),
    [
        ({}, "nominations", "", "how_candidates_arise", "1"),
        (HUMAN, "restart_with_all", f"{TIE} restart_ballot", "who_takes_part_again", "5.b"),
        (
            HUMAN,
            "night_after_the_ballot",
            f"{TIE} close 2 3 2 3 close",
            "what_ends_with_the_ballot",
            "6",
        ),
        ({}, "no_votes_given", "2 3 - -  - - - -", None, "1"),
        (HUMAN, "nobody_to_vote_for", "- - - -  - - - -", None, "1"),
    ],
)
def test_without_its_supplement_each_gap_is_seen(
    settings: dict[str, int], left_out: str, script: str, gap: str | None, at: str
) -> None:
    kept = [s.name.text for s in law().supplements if s.name.text != left_out]
    full = {"moderation": 0, "defence": 60, **settings}
    ending = played(game(full, supplements=kept), script)[0].ending
    assert ending is not None
    assert (ending.kind, ending.at) == ("gap", at)
    assert gap is None or ending.gap == gap


# ---- by hand and on the command line


def command(*arguments: str, typed: str = "") -> Result:
    result = CliRunner().invoke(cli, [*arguments], input=typed)
    assert not isinstance(result.exception, Exception), result.exception
    return result


@pytest.mark.parametrize(
    "moderation", ["automatic", "automatisch", "human_moderator", "menschlich"]
)
def test_random_players_play_with_either_moderator(moderation: str) -> None:
    out = command(
        "play", "stichwahl", "--players", "7", "--auto", "--setting", f"moderation={moderation}"
    )
    assert out.exit_code == 0
    assert "7 Spieler" in out.stdout


def test_a_game_by_hand_with_a_closed_window() -> None:
    typed = "1\n2\n-\n" + "1\n2\n-\n" + "\n" + "2\n1\n-\n" + "\n"
    out = command(
        "play", "stichwahl", "--setting", "Spielleitung=menschlich", "--format", "json", typed=typed
    )
    assert out.exit_code == 0
    found = json.loads(out.stdout)
    assert found["end"] == "night"
    assert [
        s["by_default"] for s in found["trace"] if s["step"] == "chosen" and s["by"] == "moderator"
    ] == [True, True]


def test_nothing_to_compare() -> None:
    out = command("compare", "stichwahl")
    assert out.exit_code == 0
    assert "nothing to compare" in out.stdout


def test_run_from_given_states(tmp_path: Path) -> None:
    states = tmp_path / "states.jsonl"
    states.write_text('{"candidate": [true, false, false]}\n', "utf-8")
    out = command(
        "run", "stichwahl", "--flow", "hold_ballot", "--states", str(states), "--no-trace"
    )
    assert json.loads(out.stdout)["end"] == "pending"


# ---- what it promises


def verdicts(found: Law, name: str, readings: dict[str, str] | None = None) -> Obligation:
    stated = [one for one in found.properties("de", readings) if one.id == name]
    rules = found.rules("de", readings)
    return verify(rules, stated, sizes=[sizes(rules, {"player": 3})])[0]


@pytest.mark.slow
@pytest.mark.parametrize("room", [3, 6, 7, 12])
def test_in_rooms_of_all_sizes_the_tied_speak_and_in_turn(room: int) -> None:
    names = ("speeches_by_the_tied", "speeches_in_order")
    rules, stated = law().rules("de"), law().properties("de")
    asked = [one for one in stated if one.id in names]
    found = verify(rules, asked, sizes=[sizes(rules, {"player": room})])
    assert [(one.verdict, one.vacuous) for one in found] == [("proved", False)] * 2


@pytest.mark.slow
@pytest.mark.parametrize("room", [3, 8])
def test_with_its_supplements_no_play_breaks_off(room: int) -> None:
    rules = law().rules("de")
    asked = Asked(rules, sizes=[sizes(rules, {"player": room})])
    found = automatic(asked, kinds=("gap", "conflict", "range", "stuck"))
    assert {one.id for one in found} >= {"gap.1", "conflict.1", "stuck.1", "stuck.5"}
    assert {one.verdict for one in found} == {"proved"}


PROVED = [
    "two_ballots_automatic",
    "two_ballots_human",
    "most_votes",
    "no_vote_for_oneself",
    "border_and_sign",
    "day_ends",
    "default_when_closed",
]


@pytest.mark.parametrize("name", PROVED)
def test_it_keeps_its_promises_in_the_smallest_room(name: str) -> None:
    found = verdicts(law(), name)
    assert (found.verdict, found.vacuous) == ("proved", False)


@pytest.mark.slow
def test_it_keeps_its_promises_in_every_room() -> None:
    stated = [one for one in law().properties("de") if one.id in PROVED]
    found = verify(law().rules("de"), stated)
    assert {(one.verdict, one.vacuous) for one in found} == {("proved", False)}
    assert sorted({one.scope["player"] for one in found}) == list(range(3, 13))


# Each property fails on a copy with one mistake in it.
MISTAKES = {
    "two_ballots_automatic": ("ErstesUnentschieden := Durchgang = 1\n", "ErstesUnentschieden := ja\n"),
    "two_ballots_human": ("ErstesUnentschieden := Durchgang = 1\n", "ErstesUnentschieden := Durchgang = 1 oder LaufendeAbstimmung = neueAbstimmung\n"),
    "most_votes": ("> 0 mit größter Stimmenzahl(k)", "> 0 mit kleinster Stimmenzahl(k)"),
    "no_vote_for_oneself": ("und LaufendeAbstimmung = Stichwahl", "und LaufendeAbstimmung = neueAbstimmung"),
    "border_and_sign": ("GelberRand(k: Spieler) := Gleichauf(k)", "GelberRand(k: Spieler) := Kandidat(k)"),
    "speeches_by_the_tied": ("        ZusätzlicheRede(k) := ja\n        melde \"Rede:\", k dauer", "        melde \"Rede:\", k dauer"),
    "speeches_in_order": ("      der Reihe nach jeder Spieler k mit Gleichauf(k):", "      in offener Reihenfolge jeder Spieler k mit Gleichauf(k):"),
    "default_when_closed": ("ohne Wahl Standardvariante", "ohne Wahl (falls ErstesUnentschieden dann AbstimmungNeuStarten sonst AbstimmungBeenden)"),
    "day_ends": ('"Die Stadt hat niemanden gewählt" gerichtet an alle Spieler s\n    NachtBeginnt', '"Die Stadt hat niemanden gewählt" gerichtet an alle Spieler s\n    Abstimmung'),
}  # fmt: skip


TAKES_LONG = (
    "two_ballots_automatic",
    "two_ballots_human",
    "most_votes",
    "border_and_sign",
    "day_ends",
)
"""Mistakes that only a long walk finds."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.slow) if one in TAKES_LONG else one for one in MISTAKES],
)
def test_a_copy_with_a_mistake_does_not(name: str, tmp_path: Path) -> None:
    right, wrong = MISTAKES[name]
    folder = copytree(FOLDER, tmp_path / "copy")
    text = (folder / "de.law").read_text("utf-8")
    assert text.count(right) == 1
    (folder / "de.law").write_text(text.replace(right, wrong), "utf-8")
    found = verdicts(load_sound(str(folder)), name)
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert found.witness["from_start"]


@pytest.mark.parametrize("moderation", [0, 1])
def test_no_state_of_a_small_room_lacks_a_promise(moderation: int) -> None:
    # Every game is played, without the verifier.
    playing = Game(law().rules("de"), "day", {"player": 3}, {"moderation": moderation})
    claims = [one for one in law().properties("de") if isinstance(one, (Never, Always))]
    assert "speeches_by_the_tied" in {one.id for one in claims}
    open_ = [playing.initial().state]
    seen = set(open_)
    entered: set[Store] = set()
    while open_:
        state = open_.pop()
        for option in playing.lawful(state):
            advance = playing.apply(state, option)
            way_there = Replayed(playing, (advance.state,), advance.steps)
            entered.update(stores_entered(way_there, state.store))
            if advance.state not in seen:
                seen.add(advance.state)
                open_.append(advance.state)
    kinds = {one.ending.outcome for one in seen if one.ending is not None}
    assert kinds == {"voted_out", "night"}
    for claim in claims:
        assert not any(violates(playing, store, claim) for store in entered), claim.id


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_every_day_in_a_small_room_was_walked_through(players: int) -> None:
    rules = law().rules("de")
    exploration = Exploration(Scope(rules, sizes(rules, {"player": players})), "day")
    # The length of a speech is only said, so one stands for all.
    assert exploration.settings.said_only == {"defence"}
    assert exploration.bad_endings() == ()
    assert anything_endless(exploration).holds
    for claim in law().properties("de"):
        if isinstance(claim, (Never, Always)):
            assert exploration.state(claim).holds, claim.id


@pytest.mark.slow
def test_if_counting_starts_over_a_human_can_go_on_for_ever() -> None:
    readings = {"repetition": "starts_over"}
    assert verdicts(law(), "two_ballots_human", readings).verdict == "refuted"
    endless = verdicts(law(), "day_ends", readings)
    assert (endless.verdict, endless.articles) == ("refuted", ("Abs. 1", "Abs. 5", "Abs. 5 Bst. b"))
    assert endless.witness is not None
    assert endless.witness["comes_back_to"] is not None
    assert endless.witness["parameters"]["moderation"] == 1
    playing = game(HUMAN, readings)
    again = " restart_ballot  2 2 3 3"
    third, fourth = (played(playing, TIE + again * times)[0] for times in (2, 3))
    assert third == fourth


@pytest.mark.slow
@pytest.mark.parametrize("room", [5, 12])
def test_so_can_he_in_a_larger_room(room: int) -> None:
    rules = law().rules("de", {"repetition": "starts_over"})
    (ends,) = (one for one in law().properties("de") if isinstance(one, LoopEnds))
    found = lasso_in_play(Scope(rules, sizes(rules, {"player": room})), ends)
    assert found.run is not None
    # Two are put up, one votes for each, all others do nothing, and the ballot is started anew.
    ballot = found.run.choices[room : 2 * room]
    assert sum(one is not DECLINE for one in ballot) == 2
    assert found.run.choices[room:] == (*ballot, 1) * 3


@pytest.mark.slow
def test_in_which_order_the_players_vote_or_the_tied_speak_cannot_matter() -> None:
    rules = law().rules("de")
    rooms = [sizes(rules, {"player": room}) for room in (3, 12)]
    found = automatic(Asked(rules, sizes=rooms), kinds=("open_choice",))
    assert {one.id for one in found} == {"open_choice.1.order", "open_choice.5.a.order"}
    assert {(one.verdict, one.method) for one in found} == {("proved", "commuting")}


@pytest.mark.slow
def test_it_can_where_nobody_may_vote_for_whom_another_votes_for(tmp_path: Path) -> None:
    folder = copytree(FOLDER, tmp_path / "copy")
    text = (folder / "de.law").read_text("utf-8")
    may = "s darf wählen Spieler k mit Kandidat(k):"
    assert text.count(may) == 1
    left = may.replace("Kandidat(k)", "Kandidat(k) und Stimmenzahl(k) = 0")
    (folder / "de.law").write_text(text.replace(may, left), "utf-8")
    rules = load_sound(str(folder)).rules("de")
    rooms = [sizes(rules, {"player": 3})]
    found = automatic(Asked(rules, sizes=rooms), kinds=("open_choice",))
    votes = {one.id: one for one in found}["open_choice.1.order"]
    assert (votes.verdict, votes.method) == ("refuted", "twins")
