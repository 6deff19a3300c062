"""Commands read a law from disk each time; the tests read it once."""

from functools import cache

import pytest

import wortlaut.options
from compiler.law import load_sound

_load_once = cache(load_sound)


@pytest.fixture(autouse=True)
def _law_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wortlaut.options, "load_sound", _load_once)
