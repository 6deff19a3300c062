"""The worked cases of the run-off rules hold."""

from click.testing import CliRunner

from wortlaut.cli import cli


def test_every_case_of_the_run_off_rules_ends_as_it_tells() -> None:
    result = CliRunner().invoke(cli, ["test", "stichwahl"])
    assert result.exit_code == 0, result.output
