"""The generated file as a file: readable, typed, laid out, safe, and needing nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.engine.kit import __file__ as kit
from compiler.engine.names import Names, comment, docstring, identifier, literal, number
from compiler.engine.python import Unwritable, python_engine
from compiler.law import load_sound
from runtime.ruleset.ruleset import RuleSet
from tests.compiler.engine.hostile import STRINGS, hostile
from tests.verify.english import law_folder
from tests.verify.random_rules import random_rules

GOLDEN = Path("tests/golden")
LAWS = ("posg", "stichwahl", "tests/laws/library", "tests/laws/fares", "tests/laws/seats")
PARTS = ("outcomes", "table", "terms", "given", "written", "points", "play", "whole")
MORE = (*STRINGS, "\ud800 lone", "\udcff", "\U0010ffff", "'\"'\"", '"', "'", "\t", "​")


def rules_of(name: str) -> RuleSet:
    law = load_sound(name)
    return law.rules(law.languages[0])


def own_part(text: str) -> str:
    """The engine without what every engine has."""
    for name in PARTS:
        source = (Path(kit).parent / f"{name}.py").read_text("utf-8")
        nodes = ast.parse(source).body
        last = max(
            node.end_lineno or 0 for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)
        )
        same = "\n".join(source.splitlines()[last:]).strip("\n")
        assert text.count(same) == 1
        text = text.replace(same, f"# ... {name}: the same in every engine ...")
    return text


@pytest.mark.parametrize("name", ["library", "fares"])
def test_golden_engine(name: str) -> None:
    found = own_part(python_engine(rules_of(f"tests/laws/{name}"), command="wortlaut compile"))
    golden = GOLDEN / f"engine_{name}.txt"
    assert found == golden.read_text("utf-8"), f"compare with {golden}"


@pytest.mark.parametrize("name", LAWS)
def test_the_file_imports_only_the_standard_library(name: str) -> None:
    text = python_engine(rules_of(name))
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            found.add(node.module.partition(".")[0])
    assert found <= sys.stdlib_module_names


@pytest.mark.parametrize("name", LAWS)
def test_every_function_of_the_law_has_a_docstring(name: str) -> None:
    for node in ast.walk(ast.parse(python_engine(rules_of(name)))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("art_", "options_")):
            assert ast.get_docstring(node)


@pytest.mark.parametrize("name", LAWS)
def test_the_file_is_laid_out(name: str, tmp_path: Path) -> None:
    text = python_engine(rules_of(name))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    laid_out(text, tmp_path / "engine.py")


def laid_out(text: str, file: Path) -> None:
    file.write_text(text, "utf-8")
    ruff = [sys.executable, "-m", "ruff", "format", "--isolated", "--diff", str(file)]
    done = subprocess.run(ruff, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


SWAPPED = """
law Lamps | Lamps
Art. 1
  | All lamps change, and are counted, if the first one is lit.
  set lamp: 2
  state lit(lamp)
  state changes(lamp): 0..9
  flow changing:
    if some lamp l with lit(l):
      for each lamp l: lit(l) := not lit(l), changes(l) := 1
"""


def test_what_is_set_at_once_under_a_condition_is_laid_out(tmp_path: Path) -> None:
    kinds = {"set": "lamp", "state": "lit changes", "flow": "changing"}
    said = 'property two "There are two lamps."\n  never count(lamp l) != 2'
    law = law_folder(tmp_path, SWAPPED, kinds, said)
    laid_out(python_engine(law.rules("en")), tmp_path / "engine.py")


PREFERRED = """
law Ranks | Ranks
Art. 1
  | Each member may rank each option; the best of those that are left is preferred.
  set member: 2
  set option: 2
  state rank(member, option): 1..2 or none
  state left(option)
  define preferred(m: member): option or none :=
      the option o with left(o) with smallest rank(m, o) otherwise none
  flow ranking:
    in turn every member m:
      m chooses o from option with preferred(m) != o
      rank(m, o) := 1
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", LAWS)
def test_the_file_is_typed(name: str, tmp_path: Path) -> None:
    typed(rules_of(name), tmp_path / "engine.py")


@pytest.mark.slow
def test_what_may_be_missing_is_typed(tmp_path: Path) -> None:
    kinds = {"set": "member option", "state": "rank left"}
    kinds |= {"definition": "preferred", "flow": "ranking"}
    said = 'property two "There are two members."\n  never count(member m) != 2'
    law = law_folder(tmp_path, PREFERRED, kinds, said)
    typed(law.rules("en"), tmp_path / "engine.py")


def typed(rules: RuleSet, file: Path) -> None:
    file.write_text(python_engine(rules), "utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", str(file)]
    done = subprocess.run(mypy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_file_runs_alone(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(python_engine(rules_of("posg")), "utf-8")
    code = "import engine; print(engine.Game({'candidate': 3}).play_out(1).kind)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, '.'); {code}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "end\n"


def test_the_same_law_gives_the_same_file() -> None:
    code = (
        "from compiler.law import load_sound; from compiler.engine.python import python_engine;"
        "import sys; sys.stdout.write(python_engine(load_sound('posg').rules('fr')))"
    )
    elsewhere = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    assert elsewhere == python_engine(load_sound("posg").rules("fr"))


def test_an_unknown_flow_is_refused() -> None:
    with pytest.raises(Unwritable, match="no flow 'nowhere'"):
        python_engine(rules_of("posg"), flows=["nowhere"])


def test_a_law_without_flows_has_no_engine() -> None:
    rules = rules_of("tests/laws/fares").model_copy(update={"flows": {}})
    with pytest.raises(Unwritable, match="no flow"):
        python_engine(rules)


# ---- names and texts


@pytest.mark.parametrize("text", MORE, ids=range(len(MORE)))
def test_a_literal_is_the_text_and_shows_everything(text: str) -> None:
    written = literal(text)
    assert ast.literal_eval(written) == text
    assert written.isprintable()


@pytest.mark.parametrize("text", MORE, ids=range(len(MORE)))
def test_no_text_gets_out_of_a_docstring_or_a_comment(text: str) -> None:
    lines = [
        "def f() -> None:",
        *docstring([text, f"b {text}", text]),
        *comment(text, 4),
        "    pass",
    ]
    (function,) = ast.parse("\n".join(lines)).body
    assert isinstance(function, ast.FunctionDef)
    assert [type(one) for one in function.body] == [ast.Expr, ast.Pass]
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("text", MORE, ids=range(len(MORE)))
def test_an_identifier_is_plain(text: str) -> None:
    name = identifier(text)
    assert name.isascii()
    assert name.isidentifier()
    assert name == name.lower()


def test_identifiers_are_never_shared() -> None:
    names = Names(["put"])
    wanted = ["put", "class", "a b", "a_b", "A-B", "äöü", "", "!", "print", "put_2"]
    given = [names.given(one) for one in wanted]
    assert len(set(given)) == len(given)
    assert not {"put", "class", "print"} & set(given)
    assert [names.given(one) for one in wanted] == given


def test_numbers_of_any_size() -> None:
    for value in (0, 7, 2**64, 10**5000):
        assert ast.literal_eval(number(value)) == value
        assert ast.literal_eval(number(-value)) == -value


def test_hostile_rules_become_nothing_but_functions() -> None:
    known: set[type[ast.AST]] = {
        type(one) for one in ast.walk(ast.parse(python_engine(random_rules(3)[0])))
    }
    for seed in (3, 4, 5):
        tree = ast.parse(python_engine(hostile(random_rules(seed)[0])))
        allowed = known | {ast.Import, ast.ImportFrom, ast.GeneratorExp, ast.Lambda, ast.IfExp}
        assert {type(one) for one in ast.walk(tree)} - allowed <= {ast.Yield, ast.Sub, ast.USub}
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"eval", "exec", "__import__", "open", "compile"}
