"""``wortlaut sweep``: a grid in one run, each row as ``simulate`` plays it."""

import csv
import json
import shlex
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from runtime.simulation.intervals import wilson
from wortlaut.cli import cli

OVEN = "tests/laws/oven"
GRID = (OVEN, "--players", "3", "--players", "4", "--policy", "random", "--policy", "0=first")


def invoke(*arguments: str, command: str = "sweep") -> Result:
    result = CliRunner().invoke(cli, [command, *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def swept(*arguments: str) -> list[dict[str, str]]:
    result = invoke(*arguments, "--format", "csv")
    assert result.exit_code == 0, result.stderr
    return list(csv.DictReader(StringIO(result.stdout)))


def test_a_row_is_what_simulate_finds_with_its_command() -> None:
    rows = swept(*GRID, "--games", "30", "--seed", "3", "--workers", "1")
    assert [(row["players"], row["policy"]) for row in rows] == [
        ("3", "random"),
        ("3", "0=first"),
        ("4", "random"),
        ("4", "0=first"),
    ]
    _, command, *arguments = shlex.split(rows[1]["command"])
    alone = json.loads(invoke(*arguments, "--format", "json", command=command).stdout)
    for end, entry in alone["ends"].items():
        count, share, low, high = (entry[part] for part in ("count", "share", "low", "high"))
        assert int(rows[1][f"end:{end}"]) == count
        told = [float(rows[1][f"end:{end}:{part}"]) for part in ("share", "low", "high")]
        assert told == [share, low, high]
    for name in ("law_hash", "language", "version", "seed", "games"):
        assert rows[1][name] == str(alone[name])
    mean = alone["counts"]["choices"]
    assert float(rows[1]["count:choices:mean"]) == mean["mean"]


def test_the_shares_are_counted_right() -> None:
    (row,) = swept("tests/laws/library", "--games", "40")
    counts = {
        name: int(value)
        for name, value in row.items()
        if name.startswith("end:") and name.count(":") == 1
    }
    assert sum(counts.values()) == 40
    for name, count in counts.items():
        found = [float(row[f"{name}:{part}"]) for part in ("share", "low", "high")]
        assert found == [count / 40, *wilson(count, 40)]


def test_workers_and_going_on_change_nothing(tmp_path: Path) -> None:
    whole = invoke(*GRID, "--games", "40", "--workers", "1", "--format", "csv").stdout
    assert invoke(*GRID, "--games", "40", "--workers", "2", "--format", "csv").stdout == whole
    file = tmp_path / "sweep.jsonl"
    given = (*GRID, "--games", "40", "--workers", "1", "--format", "csv", "--resume", str(file))
    assert invoke(*given).stdout == whole
    # Killed in the middle of a line.
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    assert invoke(*given).stdout == whole
    assert file.read_bytes() == content
    other = invoke(*given, "--seed", "9")
    assert other.exit_code == 2
    assert str(file) in other.stderr


def test_what_cannot_be_made_says_why_and_the_rest_is_played() -> None:
    grid = ("--amend", "majority_of_votes_cast", "--reading", "majority=cast", "--games", "2")
    result = invoke("posg", *grid, "--format", "json")
    assert result.exit_code == 0, result.stderr
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert first["reason"] is None
    assert first["readings"]["majority"] == "cast"
    assert "majority" in second["reason"]
    assert "ends" not in second


def test_the_grid_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "grid.toml"
    file.write_text('players = [3, 4]\npolicy = ["random", ["decline", "0=first"]]\n')
    rows = swept(OVEN, "--grid", str(file), "--games", "2", "--players", "4")
    assert [(row["players"], row["policy"]) for row in rows] == [
        ("4", "random"),
        ("4", "decline; 0=first"),
    ]


def test_everything_is_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    parquet = pytest.importorskip("pyarrow.parquet")
    for at in ("a", "b"):
        given = ("--games", "4", "-o", str(tmp_path / at), "--parquet", "--jsonl", "--plots")
        result = invoke(*GRID, *given)
        assert result.exit_code == 0, result.stderr
    names = ["shares.png", "shares.svg", "sweep.csv", "sweep.jsonl", "sweep.parquet"]
    assert sorted(one.name for one in (tmp_path / "a").iterdir()) == names
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    table = parquet.read_table(tmp_path / "a" / "sweep.parquet").to_pylist()
    lines = (tmp_path / "a" / "sweep.csv").read_text().splitlines()
    assert list(table[0]) == lines[0].split(",")
    assert [row["players"] for row in table] == [3, 3, 4, 4]
    picture = (tmp_path / "a" / "shares.svg").read_text()
    assert "4 games each" in picture
    assert "random" in picture


def test_a_legend_has_as_many_columns_as_there_is_room_for() -> None:
    pytest.importorskip("matplotlib")
    from wortlaut.pictures.shares import legend_columns

    assert legend_columns(["blue", "green", "red"]) == 3
    assert legend_columns(["gap: the text does not say what holds"] * 4) == 2
    assert legend_columns(["w" * 200] * 3) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nowhere",), "nowhere"),
        ((OVEN, "--amend", "nothing"), "nothing"),
        ((OVEN, "--reading", "x=y"), "x"),
        ((OVEN, "--reading", "x=*"), "x"),
        ((OVEN, "--reading", "x"), "NAME=VALUE"),
        ((OVEN, "--players", "3", "--players", "99"), "99"),
        ((OVEN, "--players", "3", "--players", "3"), "twice"),
        ((OVEN, "--size", "x=1"), "x"),
        ((OVEN, "--policy", "random", "--policy", "clever"), "clever"),
        ((OVEN, "--grid", "nowhere.toml"), "nowhere.toml"),
        ((OVEN, "--grid", "tests/laws/oven/de.law"), "TOML"),
        ((OVEN, "--grid", "pyproject.toml"), "build-system"),
        ((OVEN, "-o", "pyproject.toml"), "pyproject.toml"),
        ((OVEN, "-o", "/proc/nowhere/at"), "/proc/nowhere/at"),
        ((OVEN, "--plots"), "-o"),
        ((OVEN, "--games", "0"), "0"),
    ],
)
def test_bad_input_is_told(arguments: tuple[str, ...], told: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""


def test_a_missing_package_is_told_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wortlaut.outputs.find_spec", lambda _: None)
    result = invoke(OVEN, "-o", str(tmp_path), "--parquet")
    assert result.exit_code == 2
    assert "pip install 'wortlaut[tables]'" in result.stderr
