"""What each amendment of the positioning law does to the game, as a page of the docs.

    python -m benchmarks.effects FOLDER --games 1500 > docs/effects.md

What is found is kept in FOLDER, one file for each question, and not asked again. The figures
are those of ``wortlaut experiment`` and ``wortlaut verify``; abstentions are counted here, at
the end of games that the interpreter plays, in the ballot that decides.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from compiler.law import load_sound
from runtime.flows import main_flow
from runtime.interpreter import Game
from runtime.players import playout
from runtime.simulation.differences import bootstrap_interval
from runtime.sizes import sizes

LAW, PLAYERS, SEED = "posg", 3, 1

AMENDMENTS = (
    ("majority_of_votes_cast",),
    ("no_elimination_on_tie",),
    ("lots_instead_of_abstention",),
    ("no_moves_in_poll_rounds",),
    ("deduction_as_setting", "deduction_from_each"),
    ("squares_kept_after_voting",),
)

PROPERTIES = (
    "distinct_squares",
    "ballots_end",
    "nobody_returns",
    "elected_for_good",
    "more_than_half",
    "votes_add_up",
)

TAKEN_AWAY = {"lots_instead_of_abstention": "votes_add_up"}
"""The property that an amendment takes away, with the paragraph that it is about."""

ALIKE = {"proved": "proved", "refuted": "**refuted**", "unknown": "unknown"}


class Asked:
    """Questions with their answers, kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, name: str, make: Callable[[], Any]) -> Any:
        path = self.folder / f"{name}.json"
        if not path.exists():
            path.write_text(json.dumps(make()), "utf-8")
        return json.loads(path.read_text("utf-8"))


def command(*arguments: str) -> Any:
    line = [sys.executable, "-m", "wortlaut.cli", *arguments, "--format", "json"]
    done = subprocess.run(line, stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def amend(amended_by: tuple[str, ...]) -> list[str]:
    return [part for one in amended_by for part in ("--amend", one)]


def experiment(amended_by: tuple[str, ...], games: int) -> Any:
    number = ("--players", str(PLAYERS), "--games", str(games), "--seed", str(SEED))
    return command("experiment", LAW, *amend(amended_by), *number)


def verdicts(amended_by: tuple[str, ...], total: float) -> Any:
    gone = {TAKEN_AWAY.get(one) for one in amended_by}
    wanted = [part for one in PROPERTIES if one not in gone for part in ("--property", one)]
    limits = ("--language", "de", "--total", str(total))
    return command("verify", LAW, *amend(amended_by), *wanted, *limits)["obligations"]


def abstentions(amended_by: tuple[str, ...], games: int) -> list[int]:
    """How many abstain in the deciding ballot, game by game."""
    rules = load_sound(LAW, amended_by).rules("de", {}, None)
    flow = main_flow(rules)
    assert flow is not None
    game = Game(rules, flow, sizes(rules, {"candidate": PLAYERS}), reports=False)
    place = game.layout.position["vote"]
    plays = (playout(game, SEED, number) for number in range(games))
    return [play.state.store.values[place].count(None) for play in plays]


def page(asked: Asked, games: int, few: int, total: float) -> str:
    before = asked.get("abstentions", lambda: abstentions((), few))
    rows, seats, proofs, other = [], [], [], []
    sides: list[tuple[str, Any]] = [
        ("as it stands", asked.get("proof", lambda: verdicts((), total)))
    ]
    for amended_by in AMENDMENTS:
        name = "+".join(amended_by)
        found = asked.get(f"experiment-{name}", lambda a=amended_by: experiment(a, games))
        after = asked.get(f"abstentions-{name}", lambda a=amended_by: abstentions(a, few))
        sides.append((name, asked.get(f"proof-{name}", lambda a=amended_by: verdicts(a, total))))
        measures = {one["measure"]: one for one in found["measures"]}
        title = f"`{amended_by[-1]}`"
        share, low, high = (_share(found["winner_changes"][at]) for at in ("share", "low", "high"))
        rows.append(
            [
                title,
                f"{share} ({low} – {high})",
                _numbers(measures["count:decision:ballot_result"]),
                _shares(measures["any:rule:ballot_result@11"]),
                _abstaining(before, after),
            ]
        )
        seats.append([title, *(_shares(measures[f"seat:{at}"]) for at in range(PLAYERS))])
        ends = [
            one
            for one in found["measures"]
            if one["measure"].startswith("end:") and one["after"] and one["before"] != one["after"]
        ]
        other += [f"- {title}: {one['measure'][4:]}, {_shares(one)}." for one in ends]
    for name, obligations in sides:
        by_id: dict[str, list[str]] = {}
        for one in obligations:
            said = "of nothing" if one["vacuous"] else ALIKE.get(one["verdict"], one["verdict"])
            by_id.setdefault(one["id"], []).append(said)
        cells = [_verdict(by_id.get(one, [])) for one in PROPERTIES]
        proofs.append([f"`{name.rpartition('+')[2]}`" if name != sides[0][0] else name, *cells])
    hash_ = asked.get(f"experiment-{'+'.join(AMENDMENTS[0])}", dict)
    tables = {
        "effects": _table(
            ("amendment", "another result", "ballots", "Art. 11 reached", "abstentions"), rows
        ),
        "seats": _table(("amendment", *(f"player {at + 1}" for at in range(PLAYERS))), seats),
        "proofs": _table(("law", *(f"`{one}`" for one in PROPERTIES)), proofs),
    }
    return TEXT.read_text("utf-8").format(
        games=f"{games:,}",
        few=f"{few:,}",
        total=f"{total:g}",
        players=PLAYERS,
        seed=SEED,
        hash=hash_["law_hash"][:12],
        version=hash_["version"],
        plain_games=games,
        plain_few=few,
        other="\n".join(other) or "No other end came up on either side.",
        **tables,
    )


def _share(one: float) -> str:
    return f"{100 * one:.2f} %"


def _shares(one: Any) -> str:
    low, high = 100 * one["low"], 100 * one["high"]
    return f"{_share(one['before'])} → {_share(one['after'])} ({low:+.2f} – {high:+.2f})"


def _numbers(one: Any) -> str:
    return f"{one['before']:.2f} → {one['after']:.2f} ({one['low']:+.2f} – {one['high']:+.2f})"


def _abstaining(before: list[int], after: list[int]) -> str:
    pairs = Counter(two - one for one, two in zip(before, after, strict=True))
    low, high = (0.0, 0.0) if len(pairs) == 1 else bootstrap_interval(dict(pairs), SEED)
    means = [sum(values) / len(values) for values in (before, after)]
    return f"{means[0]:.2f} → {means[1]:.2f} ({low:+.2f} – {high:+.2f})"


def _verdict(found: list[str]) -> str:
    """Size by size where they are not the same."""
    if not found:
        return "not asked"
    return found[0] if len(set(found)) == 1 else " / ".join(found)


def _table(heads: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


TEXT = Path(__file__).with_suffix(".txt")
"""The page, without what was found."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--few", type=int, default=200)
    parser.add_argument("--total", type=float, default=40)
    given = parser.parse_args()
    print(page(Asked(given.folder), given.games, given.few, given.total), end="")


if __name__ == "__main__":
    main()
