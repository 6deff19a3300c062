"""Of the positioning law, every changed rule is noticed by a case, or explained."""

import json

import pytest
from click.testing import CliRunner

from wortlaut.cli import cli


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_change_is_noticed_or_explained(language: str) -> None:
    options = ["--language", language, "--quick", "--format", "json"]
    result = CliRunner().invoke(cli, ["mutate", "posg", *options])
    found = json.loads(result.stdout)
    left = [one["id"] for one in found["mutants"] if one["outcome"] in ("survived", "undecided")]
    explained = [one["id"] for one in found["mutants"] if one["accepted"] is not None]
    assert left == explained
    assert len(explained) < len(found["mutants"]) / 10
    assert found["stale"] == []
    assert result.exit_code == 0
