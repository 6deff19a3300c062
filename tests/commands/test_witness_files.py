"""Witnesses as files: tests that replay them, traces, and what else is told of them."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.commands.garden_rules import write
from tests.verify.test_itf import check_trace
from wortlaut.cli import cli

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["verify", *arguments, "--workers", "1"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def pytested(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file.name]
    return subprocess.run(
        command,
        cwd=file.parent,
        env={
            "PYTHONPATH": str(ROOT),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "HOME": str(file.parent),
        },
        capture_output=True,
        text=True,
        check=False,
    )


# ---- tests


def test_a_test_for_each_refutation_passes_and_fails_once_the_law_is_changed(
    tmp_path: Path,
) -> None:
    law = write(tmp_path / "law")
    file = tmp_path / "test_findings.py"
    assert run(law, "--as-test", str(file)).exit_code == 1
    text = file.read_text("utf-8")
    tests = [one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)]
    assert [one.name for one in tests] == [
        *(f"test_no_more_than_{n}_de_bed_{size}" for n in ("three", "four") for size in (2, 3)),
        *(f"test_no_more_than_three_en_bed_{size}" for size in (2, 3)),
    ]
    assert ast.get_docstring(tests[0]) == "Art. 2"
    assert str(tmp_path) not in text
    passed = pytested(file)
    assert passed.returncode == 0, passed.stdout
    assert "6 passed" in passed.stdout
    german = tmp_path / "law" / "de.law"
    german.write_text(german.read_text("utf-8").replace("Gegossen := 5", "Gegossen := 3"), "utf-8")
    failed = pytested(file)
    assert failed.returncode == 1
    assert "4 failed, 2 passed" in failed.stdout


READINGS = """law Garden | Rules of the garden

Art. 1
  | Each bed is watered.
  state watered: 0..9
  reading amount = plenty "well":
    define ration(d: 0..2): 0..9 := d * 4
    flow season:
      watered := ration(1)
      end lush
  reading amount = little "a bit":
    define ration(d: 0..2): 0..9 := d
    flow season:
      watered := ration(1)
      end dry
"""


@pytest.mark.slow
def test_what_differs_under_two_readings_is_replayed_under_both(tmp_path: Path) -> None:
    law = tmp_path / "law"
    law.mkdir()
    files = {
        "en.law": READINGS,
        "en.txt": "Rules of the garden\n\nArt. 1\nEach bed is watered.\n",
        "glossary.toml": "".join(
            f'[{name}]\nkind = "{kind}"\n'
            for name, kind in (
                ("watered", "state"),
                ("ration", "definition"),
                ("season", "flow"),
                ("lush", "outcome"),
                ("dry", "outcome"),
            )
        ),
        "properties.law": "properties Garden\n\n"
        'property rations "As much."\n'
        "  same under amount = plenty and little: ration in every conceivable state\n\n"
        'property seasons "The same end."\n'
        "  same under amount = plenty and little: season\n",
    }
    for name, text in files.items():
        (law / name).write_text(text, "utf-8")
    file = tmp_path / "test_findings.py"
    wanted = ("--property", "rations", "--property", "seasons")
    run(str(law), *wanted, "--as-test", str(file))
    text = file.read_text("utf-8")
    assert text.count("worth(version.under(") + text.count("worth(\n") == 2
    assert "run.outcome_under('amount', 'little') != run.outcome" in text
    passed = pytested(file)
    assert passed.returncode == 0, passed.stdout
    assert "2 passed" in passed.stdout


def test_nothing_refuted_is_a_file_without_tests(tmp_path: Path) -> None:
    file = tmp_path / "test_findings.py"
    run(write(tmp_path / "law"), "--property", "no_more_than_nine", "--as-test", str(file))
    assert not [one for one in ast.parse(file.read_text("utf-8")).body if _is_test(one)]


def _is_test(one: ast.stmt) -> bool:
    return isinstance(one, ast.FunctionDef)


HOSTILE = (
    '"""\nimport os\nos.abort()\n"""',
    "'); raise SystemExit('",
    "x\\",
    "{law} {0} %s \u202e \ud800 \N{SNOWMAN}",
    "__import__('os').abort()",
)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_that_a_law_says_becomes_code(tmp_path: Path, hostile: str) -> None:
    """What a result may say, at its worst: whatever the compiler would have refused before."""
    from compiler.law import load_sound
    from wortlaut.formats.replays import as_test

    law = load_sound(write(tmp_path / "law"))
    state = {hostile: [hostile, None, True], "n": 1}
    steps = [{"step": "ended", "end": hostile, "article": hostile}]
    shown = {
        "flow": hostile,
        "sizes": {hostile: 2},
        "parameters": {hostile: hostile},
        "initial": state,
        "state": state,
        "steps": steps,
        "choices": [hostile, None],
    }
    witnesses: list[dict[str, Any] | None] = [
        {**shown, "steps": []},
        {**shown, "twin": shown},
        {**shown, "second": shown, "comes_back_to": None},
        shown,
        None,
    ]
    result = {
        "supplements": [hostile],
        "obligations": [
            {
                "id": f"{hostile}{kind}",
                "kind": kind,
                "language": "en",
                "articles": [hostile],
                "scope": {hostile: 2},
                "verdict": "refuted",
                "assumptions": [],
                "text_alone": True,
                "witness": witness,
            }
            for witness in witnesses
            for kind in ("never", "open_choice", "gap")
        ],
    }
    tree = ast.parse(as_test(law, hostile, result, tmp_path / "test_it.py").encode("utf-8"))
    allowed = {"Played", "Version"}
    for one in tree.body:
        match one:
            case ast.Expr(value=ast.Constant()) | ast.ImportFrom():
                pass
            case ast.Assign(value=value):
                ast.literal_eval(value)
            case ast.FunctionDef(name=name, args=arguments, decorator_list=[]):
                assert name.startswith("test_")
                assert not arguments.args
            case _:
                pytest.fail(ast.dump(one))
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        match call.func:
            case ast.Name(id=name):
                assert name in allowed
            case ast.Attribute(value=ast.Name(id="run"), attr=name):
                assert name in ("breaks", "comes_back")
            case _:
                pytest.fail(ast.dump(call))
    names = [one.name for one in tree.body if isinstance(one, ast.FunctionDef)]
    assert len(names) == len(set(names)) == 12


@pytest.mark.slow
def test_what_is_found_of_the_law_of_the_package_replays(tmp_path: Path) -> None:
    file = tmp_path / "test_findings.py"
    kinds = ("open_choice", "monotonicity")
    wanted = [part for kind in kinds for part in ("--property", kind)]
    run("posg", "--language", "de", *wanted, "--timeout", "5", "--as-test", str(file))
    text = file.read_text("utf-8")
    assert "LAW = 'posg'" in text
    assert "second = Played(" in text
    assert "open_choices=True" in text
    passed = pytested(file)
    assert passed.returncode == 0, passed.stdout


# ---- traces


def test_a_trace_for_each_witness_always_with_the_same_name(tmp_path: Path) -> None:
    law = write(tmp_path / "law")
    written = []
    for name in ("one", "two"):
        run(law, "--trace", str(tmp_path / name))
        paths = sorted((tmp_path / name).rglob("*.itf.json"))
        written.append({str(p.relative_to(tmp_path / name)): p.read_text("utf-8") for p in paths})
    assert written[0] == written[1]
    assert len(written[0]) == 6
    trace = json.loads(written[0]["de/no_more_than_three@bed=2.itf.json"])
    check_trace(trace)
    assert trace["vars"] == ["watered", "can"]
    assert [state["watered"] for state in trace["states"]] == [{"#bigint": "0"}, {"#bigint": "5"}]
    assert trace["states"][1]["#meta"]["article"] == "Art. 2"


def test_a_file_takes_the_first_witness(tmp_path: Path) -> None:
    law = write(tmp_path / "law")
    result = run(law, "--trace", str(tmp_path / "first.json"))
    assert "only the first of 6" in result.stderr
    check_trace(json.loads((tmp_path / "first.json").read_text("utf-8")))


# ---- what fails


def test_the_part_that_fails_is_told(tmp_path: Path) -> None:
    law = write(tmp_path / "law")
    properties = tmp_path / "law" / "properties.law"
    properties.write_text(
        "properties Garden\n\n"
        'property little "Few days, and less than ten."\n'
        "  always watered < 10 and (watered > 0 or can = 0) and watered <= 4\n",
        "utf-8",
    )
    found = json.loads(run(law, "--format", "json", "--property", "little").stdout)
    failed = found["obligations"][0]["witness"]["failed"]
    assert [(one["condition"], one["value"], one["concepts"]) for one in failed] == [
        ("watered <= 4", False, ["watered"])
    ]
    shown = run(law, "--language", "de", "--messages", "de", "--property", "little").stdout
    assert "Gilt nicht: watered <= 4" in shown


# ---- exploring


def test_exploring_is_told_and_agrees(tmp_path: Path) -> None:
    law = write(tmp_path / "law")
    plain = json.loads(run(law, "--format", "json").stdout)
    explored = json.loads(run(law, "--format", "json", "--explore", "10").stdout)
    assert plain["explored"] is None
    assert explored["explored"] == 10
    for one, other in zip(plain["obligations"], explored["obligations"], strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}
    assert "10 plays for each flow and size" in run(law, "--explore", "10").stdout


def test_exploring_decides_what_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.commands.garden_rules import decide_nothing

    law = write(tmp_path / "law")
    decide_nothing(monkeypatch)
    found = json.loads(run(law, "--format", "json", "--language", "de", "--explore", "5").stdout)
    verdicts = {(one["id"], one["verdict"], one["method"]) for one in found["obligations"]}
    assert ("no_more_than_four", "refuted", "exploration") in verdicts
    assert ("no_more_than_nine", "unknown", "induction") in verdicts


def test_a_play_against_a_proof_stops_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verify import verdicts

    law = write(tmp_path / "law")
    decided = verdicts.verify

    def verify(*arguments: Any, **named: Any) -> list[Any]:
        told = named.pop("progress")

        def wrong(one: Any) -> None:
            told(one.model_copy(update={"verdict": "proved", "witness": None}))

        return decided(*arguments, **named, progress=wrong)

    monkeypatch.setattr(verdicts, "verify", verify)
    result = run(law, "--explore", "5")
    assert result.exit_code == 2
    assert "was proved, but a play of the interpreter refutes it" in result.stderr
