"""``wortlaut doctor``: what is there, and a remedy for what is not."""

import json
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wortlaut.cli import cli
from wortlaut.commands import doctor

ROOT = Path(__file__).parents[2]


def run(*options: str) -> Result:
    result = CliRunner().invoke(cli, ["doctor", *options])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize("messages", ["de", "en", "fr"])
def test_all_is_there(messages: str) -> None:
    result = run("--messages", messages)
    assert result.exit_code == 0
    assert "z3" in result.stdout
    assert "posg" in result.stdout


def test_as_json() -> None:
    found = json.loads(run("--format", "json").stdout)
    assert found["ok"] is True
    assert [one["check"] for one in found["checks"]] == list(doctor._looks())
    assert all(one["remedy"] is None for one in found["checks"])


def test_the_packages_are_those_the_project_depends_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = [one.partition(">")[0].strip() for one in project["dependencies"]]
    assert sorted(names) == sorted(doctor._PACKAGES)


@pytest.mark.parametrize("messages", ["de", "en", "fr"])
def test_what_is_missing_has_a_remedy(
    messages: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def gone(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    def broken() -> tuple[bool, str]:
        raise RuntimeError("no answer")

    not_a_folder = tmp_path / "file"
    not_a_folder.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(not_a_folder))
    monkeypatch.setattr(metadata, "version", gone)
    monkeypatch.setattr(doctor, "_solver", broken)
    result = run("--format", "json", "--messages", messages)
    assert result.exit_code == 1
    checks = {one["check"]: one for one in json.loads(result.stdout)["checks"]}
    missing = [name for name, one in checks.items() if not one["ok"]]
    assert missing == ["packages", "solver", "cache"]
    assert all(checks[name]["remedy"] for name in missing)
    assert checks["solver"]["found"] == "RuntimeError: no answer"
    assert run("--messages", messages).exit_code == 1


def test_an_encoding_that_lacks_characters() -> None:
    runner = CliRunner(charset="ascii")
    found = json.loads(runner.invoke(cli, ["doctor", "--format", "json"]).stdout)
    assert [one["check"] for one in found["checks"] if not one["ok"]] == ["encoding"]


@pytest.mark.parametrize("messages", ["de", "en", "fr"])
def test_the_second_solver_may_be_missing_but_not_broken(
    messages: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def second(missing: bool) -> dict[str, object]:
        monkeypatch.setattr("verify.cross_check.find_spec", lambda name: None if missing else name)
        checks = json.loads(run("--format", "json", "--messages", messages).stdout)["checks"]
        (found,) = (one for one in checks if one["check"] == "second_solver")
        return dict(found)

    missing = second(True)
    assert missing["ok"] is True
    assert "pip install" in str(missing["found"])
    monkeypatch.setattr("sys.executable", "/bin/false")
    broken = second(False)
    assert broken["ok"] is False
    assert "cvc5" in str(broken["remedy"])
