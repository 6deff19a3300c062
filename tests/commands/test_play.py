"""``wortlaut play``: whole games by random players, and the dialogue of a game by hand."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wortlaut.cli import cli
from wortlaut.render.words import words

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parents[1] / "golden"

SEEDS = {2: 81, 3: 859, 4: 75}
"""Games with all that is rare: a tie of two and of three, deduction, several eliminations."""


def play(*options: str, typed: str = "") -> Result:
    result = CliRunner().invoke(cli, ["play", "posg", *options], input=typed)
    assert not isinstance(result.exception, Exception), result.exception
    return result


def as_json(*options: str) -> dict[str, Any]:
    result = play("--auto", "--format", "json", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_golden_playthrough(language: str, players: int) -> None:
    # To renew after a wanted change: WORTLAUT_RESET=1 pytest tests/commands/test_play.py
    result = play(
        "--auto", "--language", language, "--messages", language, "--players", str(players),
        "--seed", str(SEEDS[players]),
    )  # fmt: skip
    assert result.exit_code == 0
    file = GOLDEN / f"play_{language}_{players}.txt"
    if os.environ.get("WORTLAUT_RESET") == "1":
        file.write_text(result.stdout, "utf-8")
    assert file.is_file(), f"no golden playthrough {file.name}; see above how to make it"
    assert result.stdout.splitlines() == file.read_text("utf-8").splitlines()


def test_the_golden_games_show_what_is_rare() -> None:
    told = "".join(file.read_text("utf-8") for file in sorted(GOLDEN.glob("play_*.txt")))
    for supplement in ("any_voter", "turns_in_order", "lot_among_all", "deduction_by_lot"):
        assert f"  + {supplement}\n" in told
    assert "Art. 11 " in told


def test_each_step_is_cited_in_all_languages_and_supplements_are_marked() -> None:
    lines = play("--auto", "--players", "3", "--seed", "859").stdout.splitlines()
    assert any(one.startswith("Art. 8 Abs. 1 / Art. 8 al. 1  ") for one in lines)
    lots = [one for one in lines if "lot: " in one]
    assert lots
    assert all("  + " in one for one in lots)
    assert any(one.startswith("+ lot_among_all: ") for one in lines)


def test_the_board_shows_candidates_as_letters_and_voters_as_counts() -> None:
    out = play("--auto", "--seed", "7", "--players", "3").stdout
    assert "A B C: Kandidatenfeld · numbers: Wählerfeld (24 of 24)" in out
    assert "B16" in out
    rows = [one for one in out.splitlines() if one.endswith("  Spalte")]
    assert rows[0].split() == [*map(str, range(2, 13)), "Spalte"]


def test_same_seed_same_bytes_whatever_the_hash_seed() -> None:
    elsewhere = subprocess.run(
        [sys.executable, "-m", "wortlaut.cli", "play", "posg", "--auto", "--seed", "3"],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    assert play("--auto", "--seed", "3").stdout_bytes == elsewhere
    assert play("--auto", "--seed", "3").stdout != play("--auto", "--seed", "4").stdout


def test_the_json_of_a_game() -> None:
    game = as_json("--players", "3", "--seed", "7", "--reading", "straight=rest")
    assert list(game) == [
        "law", "law_hash", "language", "readings", "supplements", "flow", "players", "sizes",
        "seed", "end", "elected", "trace",
    ]  # fmt: skip
    assert game["language"] == "de"
    assert game["readings"]["straight"] == "rest"
    assert game["players"] == 3
    assert game["sizes"] == {"player": 3, "candidate": 3, "voter": 24}
    assert game["end"] == "elected"
    assert game["trace"][-1]["step"] == "ended"
    assert "lot_among_all" in game["supplements"]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_without_supplements_the_game_rests_where_nobody_is_named(language: str) -> None:
    game = as_json("--no-supplements", "--language", language)
    article = {"de": "Art. 7 Abs. 1", "fr": "Art. 7 al. 1"}[language]
    assert (game["end"], game["at"], game["ref"]) == ("pending", article, "7.1")
    assert game["supplements"] == []
    assert "elected" not in game
    told = play("--auto", "--no-supplements", "--language", language, "--messages", "fr")
    assert told.exit_code == 0
    assert "personne n'est désigné" in told.stdout


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_versions_play_the_same_game_from_one_seed(players: int) -> None:
    games = [
        as_json("--language", language, "--players", str(players), "--seed", str(SEEDS[players]))
        for language in ("de", "fr")
    ]

    def changes(step: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Made at once, so that the order in which a version writes them does not matter."""
        made = step.get("changes") or []
        return sorted((one["state"], *one["at"], str(one["old"]), str(one["new"])) for one in made)

    def told(game: dict[str, Any]) -> list[tuple[Any, ...]]:
        """What happened and under which paragraph, without the words of the version."""
        return [
            (step["ref"], step["step"], changes(step), step.get("value"), step.get("by"))
            for step in game["trace"]
            if step["step"] in ("assigned", "chosen", "applied", "ended")
        ]

    german, french = map(told, games)
    # Under the usual readings only who is next differs: the French text names no order
    # (a supplement does), so the same turns carry another mark; every step is the same.
    assert german == french
    assert games[0]["elected"] == games[1]["elected"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "7"], "has 2–4 members, not 7"),
        (["--players", "-1"], "has 2–4 members, not -1"),
        (["--players", "3", "--size", "candidate=4"], "do not fit"),
        (["--size", "voter=23"], "has 24 members, not 23"),
        (["--size", "Wähler"], "SET=N"),
        (["--size", "voter=" + "9" * 5000], "SET=N"),
        (["--size", "dragon=2"], "no set 'dragon'"),
        (["--flow", "dance"], "no flow 'dance'"),
        (["--language", "xx"], "de, fr"),
    ],
)
def test_wrong_options(options: list[str], message: str) -> None:
    result = play("--auto", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_the_same_size_may_be_given_twice() -> None:
    game = as_json("--players", "4", "--size", "Kandidaten=4")
    assert game["sizes"]["candidate"] == 4


# By hand. Seed 0: the first player throws 3, 2, 2, 3 (squares (4, 6), (5, 5), (6, 4)).


def test_a_choice_by_number_and_by_value() -> None:
    by_number = play(typed="2\n1\n").stdout
    by_value = play(typed="Kandidat B\n4 6\n").stdout
    by_letter = play(typed="b\n(4, 6)\n").stdout
    assert by_number == by_value == by_letter
    assert "Spieler 1 chooses Kandidat B; Figur(1): – → B" in by_number
    assert "Kandidatenfeld(B): – → (4, 6)" in by_number
    assert "dice: 3, 2, 2, 3" in by_number


def test_an_unlawful_choice_is_answered_with_its_reason_and_asked_again() -> None:
    # Seed 103: both players may choose (9, 9). Candidate A stands there; then B is asked for.
    typed = "1\n9 9\nB\n9 9\nwhy 9 9\nwhy 8 10\n8 10\n"
    result = play("--flow", "Kandidatenpositionierung", "--seed", "103", typed=typed)
    out = result.stdout
    reason = (
        "(9, 9) is not lawful:\n"
        "  Art. 5 Abs. 3: «Zwei Kandidaten können sich nicht gleichzeitig auf dem gleichen "
        "Spielfeld positionieren.»\n"
        "  here: Kandidat A, Kandidat B (by Art. 6 Abs. 2 / Art. 6 al. 2)\n"
    )
    assert out.count(reason) == 2
    assert "not lawful: (9, 9)\n" in out
    assert "(8, 10) is lawful." in out
    assert "Kandidatenfeld(B): – → (8, 10)" in out
    assert result.exit_code == 0


def test_the_reason_is_given_in_the_readers_language() -> None:
    typed = "1\n9 9\nB\npourquoi 9 9\n"
    out = play("--messages", "fr", "--seed", "103", typed=typed).stdout
    assert "Art. 5 al. 3: «Deux candidates ne peuvent pas" in out


def test_the_end_of_the_input_is_no_crash() -> None:
    result = play(typed="1\n")
    assert result.exit_code == 0
    assert "The game was left in Art. 4 Abs. 2 / Art. 4 al. 2." in result.stdout


def test_leaving() -> None:
    result = play("--messages", "de", typed="q\n")
    assert result.exit_code == 0
    assert "Das Spiel wurde in Art. 6 Abs. 1 / Art. 6 al. 1 verlassen." in result.stdout


def test_what_makes_no_sense_is_asked_again() -> None:
    typed = "\n0\n99\n-\nZ\n1 2 3\nwhy\nwhy nonsense\n\x00\n" + "9" * 5000 + "\n1\n"
    out = play(typed=typed).stdout
    assert out.count("none of the possibilities") == 9
    assert "decline is not among the possibilities." in out
    assert "Spieler 1 chooses Kandidat A" in out


def test_bytes_that_are_no_text_are_asked_again() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wortlaut.cli", "play", "posg"],
        input=b"\xff\xfe\n1\n",
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    assert "Spieler 1 chooses Kandidat A" in done.stdout.decode()


def test_taking_back_brings_back_the_dice_too() -> None:
    straight_on = play(typed="1\n1\n").stdout
    taken_back = play(typed="2\nu\n1\nu\n1\n1\n").stdout
    assert taken_back.count("Taken back.") == 2
    assert straight_on.splitlines()[-25:] == taken_back.splitlines()[-25:]
    assert "There is nothing to undo." in play(typed="u\n").stdout


def test_whom_the_text_does_not_name_the_players_decide_together() -> None:
    out = play("--no-supplements", typed="1\n1\n1\n1\n7\n1\n-\n").stdout
    assert "The text names nobody who chooses, so all of you do: Wähler" in out
    assert "open choice: Wähler 7" in out
    assert "Spieler 1 declines" in out


def test_a_whole_game_by_hand() -> None:
    # Always the first possibility; more lines than any game of this seed needs.
    result = play("--players", "2", "--seed", "2", typed="1\n" * 400)
    assert result.exit_code == 0
    assert "gewählt: Kandidat" in result.stdout
    assert "The game was left" not in result.stdout


def test_by_hand_json_keeps_the_dialogue_apart() -> None:
    result = play("--format", "json", typed="2\n")
    game = json.loads(result.stdout)
    assert (game["end"], game["at"]) == ("pending", "Art. 4 Abs. 2")
    assert [step["value"] for step in game["trace"] if step["step"] == "chosen"][:1] == [1]
    assert "Spieler 1 chooses: Kandidat" in result.stderr


def test_help_names_what_can_be_typed() -> None:
    for language, word in (("en", "why"), ("de", "warum"), ("fr", "pourquoi")):
        assert f"{word} 7 3" in play("--messages", language, typed="?\n").stdout


def test_the_output_has_the_same_words_in_every_language() -> None:
    tables = {language: words(language) for language in ("de", "en", "fr")}
    assert tables["de"].keys() == tables["en"].keys() == tables["fr"].keys()
    for key in tables["en"]:
        holes = {frozenset(re.findall(r"{(\w+)}", table[key])) for table in tables.values()}
        assert len(holes) == 1, key


def test_a_terminal_without_the_characters_still_shows_a_game() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wortlaut.cli", "play", "posg", "--auto"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    assert b"Kandidatenfeld" in done.stdout
