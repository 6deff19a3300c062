"""``wortlaut map``: who wins from around each place of a board."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from runtime.simulation.scattered import cumulative
from wortlaut.cli import cli


def invoke(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["map", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def mapped(*arguments: str) -> dict[str, Any]:
    result = invoke(*arguments, "--format", "json", "--workers", "1")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_whoever_is_nearest_to_all_wins() -> None:
    """All voters on one square: by hand, the nearest candidate, by steps and then by straight ones."""
    found = mapped("posg", "--players", "2", "--spread", "0", "--games", "1")
    assert len(found["places"]) == 121
    squares = found["start"]["candidate_square"]
    for place in found["places"]:
        column, row = place["centre"]
        away = [sorted((abs(column - c), abs(row - r))) for c, r in squares]
        distances = [(long, short + long) for short, long in away]
        if distances[0] != distances[1]:
            winner = distances.index(min(distances))
            assert list(place["before"]) == [f"elected {winner}"], place


@pytest.mark.slow
def test_both_laws_are_played_from_the_same_starts(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    given = ("posg", "--against", "transfer=origin", "--players", "2", "--games", "2")
    folder, file = tmp_path / "map", tmp_path / "games.jsonl"
    first = invoke(*given, "--format", "csv", "--resume", str(file), "-o", str(folder))
    assert first.exit_code == 0, first.stderr
    assert sorted(one.name for one in folder.iterdir()) == ["map.csv", "map.png", "map.svg"]
    assert (folder / "map.csv").read_text() == first.stdout
    picture = (folder / "map.svg").read_text()
    for word in ("standard deviation 2", "2 games each", "random", "seed 0"):
        assert word in picture
    # All is there now; and it is drawn in the same way again.
    again = invoke(*given, "--format", "csv", "--resume", str(file), "-o", str(folder))
    assert again.stdout == first.stdout
    assert (folder / "map.svg").read_text() == picture
    rows = list(csv.DictReader(StringIO(first.stdout)))
    for side in ("before", "after"):
        assert sum(int(row["count"]) for row in rows if row["side"] == side) == 2 * 121
    # Nearly all games are decided at once, and then nobody's square matters any more.
    assert sum(int(row["count"]) for row in rows if row["side"] == "changed") < 20


def test_the_scattering_is_normal_and_kept_to_the_board() -> None:
    assert cumulative(2, 5, 4, 0) == [0, 0, 1, 1]
    sums = cumulative(0, 20, 10, 2)
    weights = [after - before for before, after in zip([0, *sums], sums, strict=False)]
    assert weights == weights[::-1]
    mean = sum(at * weight for at, weight in enumerate(weights)) / sums[-1]
    variance = sum((at - mean) ** 2 * weight for at, weight in enumerate(weights)) / sums[-1]
    assert mean == 10
    assert abs(variance - 4) < 0.01


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("tests/laws/oven",), "board"),
        (("posg", "--scatter", "vote"), "voter_square"),
        (("posg", "--start", "nowhere"), "nowhere"),
        (("posg", "--start", "pyproject.toml"), "JSON"),
        (("posg", "--start", "docs/boards.jsonl", "--players", "4"), "4"),
        (("posg", "--players", "9"), "9"),
        (("posg", "--games", "1000001"), "1,000,000"),
        (("posg", "--against", "x=y"), "x"),
        (("posg", "--amend", "x"), "x"),
        (("posg", "-o", "pyproject.toml"), "pyproject.toml"),
    ],
)
def test_bad_input_is_told(arguments: tuple[str, ...], told: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""
