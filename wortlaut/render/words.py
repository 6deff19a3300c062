"""The words of the commands' output, one table per language in ``texts``."""

import tomllib
from functools import cache
from importlib import resources


@cache
def words(language: str) -> dict[str, str]:
    """The output's words in ``language``."""
    table = resources.files("wortlaut.render").joinpath("texts", f"{language}.toml")
    return tomllib.loads(table.read_text("utf-8"))
