"""Cases of a small law: roles, named members, settings, several sets, norms, what is done by default."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.compiler.bad_folders import quotes
from wortlaut.cli import cli

LAW = """law Keys | Rules on keys
Art. 1
  | The warden hands out keys in spring and in summer.
  set key: 2 to 3
  set person: 2
  set season: spring, summer
  role warden
  parameter grace: 1..9 initially 3
  state holder(key, season): person or none
  state kept: season or none
Art. 2
  | Nobody has two keys in spring.
  forbidden: two distinct key k, l with holder(k, spring) is set and holder(k, spring) = holder(l, spring)
Art. 3
  | The warden names the season, else it is summer. Each person may take a key.
  flow day:
    warden chooses s from season without choice summer
    kept := s
    in turn every person p:
      p may choose key k with holder(k, s) is not set:
        holder(k, s) := p
    end kept
Art. 4
  | In spring all keys go to one person.
  flow handing(p: person):
    for each key k: holder(k, spring) := p
Art. 5
  | The day after the time of grace is counted.
  flow counting yields truth:
    result grace > 5
Art. 6
  | Half the time of grace is free of charge.
  define free := grace / 2
"""
GLOSSARY = "".join(
    f'[{name}]\nkind = "{kind}"\n'
    for kind, names in {
        "set": "key person season",
        "member": "spring summer",
        "role": "warden",
        "parameter": "grace",
        "state": "holder kept",
        "flow": "day handing counting",
        "definition": "free",
    }.items()
    for name in names.split()
)


def partings(folder: Path, lines: str) -> list[str]:
    """What kind of parting each case shows; empty where it passes."""
    (folder / "cases").mkdir()
    files = {"en.law": LAW, "en.txt": quotes(LAW), "glossary.toml": GLOSSARY}
    files["cases/en.law"] = f"cases Keys\n{lines}"
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    result = CliRunner().invoke(cli, ["test", str(folder), "--format", "json"])
    assert result.exit_code in (0, 1), result.stderr
    return [one.get("parting", {}).get("kind", "") for one in json.loads(result.stdout)["cases"]]


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        # A role, named members, and one value of two sets: keys by seasons.
        (
            "",
            """
  with 3 key
  warden chooses spring
  person 1 chooses key 2
  person 2 may not choose key 2 under Art. 3
  person 2 declines
  expect kept spring under Art. 3
  expect holder: none, none, person 1, none, none, none
  expect holder(key 2, spring) = person 1""",
        ),
        # Who does nothing keeps the default.
        ("", "\n  warden declines\n  person 1 declines\n  person 2 declines\n  expect kept summer"),
        # The state that is given, or what follows of itself, breaks the norm.
        ("", "\n  given holder: 4 times person 1\n  expect breach of Art. 2"),
        ("", "\n  flow handing(person 2)\n  expect breach of Art. 2"),
        ("", "\n  flow handing(person 2)\n  expect conflict between Art. 2 and Art. 4"),
        ("end", "\n  flow handing(person 2)\n  expect conflict between Art. 2 and Art. 3"),
        ("end", "\n  flow handing(person 2)\n  expect dead end in Art. 4"),
        # A norm that would be broken is a reason too.
        (
            "",
            """
  given holder(key 1, spring) = person 1
  warden chooses spring
  person 1 may not choose key 2 under Art. 2
  person 1 declines
  expect open in Art. 3""",
        ),
        # Settings.
        ("", "\n  flow counting\n  parameter grace = 6\n  expect result yes"),
        ("", "\n  flow counting\n  expect result false"),
        ("end", "\n  flow counting\n  parameter grace = 6\n  expect result false"),
        # A fraction that comes out whole is that whole number.
        ("", "\n  flow counting\n  parameter grace = 6\n  expect free = 3"),
        ("values", "\n  flow counting\n  parameter grace = 7\n  expect free = 3"),
        # Somebody else would have to choose, and may not do nothing.
        ("choice", "\n  person 1 chooses key 1\n  expect kept"),
        ("choice", "\n  warden chooses key 1\n  expect kept"),
        ("choice", "\n  roll 3\n  expect kept"),
        ("choice", "\n  by lot key 1\n  expect kept"),
        ("choice", "\n  open choice key 1\n  expect kept"),
    ],
)
def test_a_case(kind: str, lines: str, tmp_path: Path) -> None:
    assert partings(tmp_path, f'case "It is so."{lines}\n') == [kind]


def test_a_seed_plays_to_the_end(tmp_path: Path) -> None:
    assert partings(tmp_path, 'case "Chance."\n  seed 1\n  expect kept under Art. 3\n') == [""]
