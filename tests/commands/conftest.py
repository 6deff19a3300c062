"""Commands read a law from disk each time; the tests read it once, and keep nothing of it."""

from functools import cache as once
from pathlib import Path

import pytest

import compiler.syntax
import wortlaut.options
from compiler.law import load_sound
from verify import answers
from wortlaut.jobs import FRESH

_load_once = once(load_sound)


@pytest.fixture(autouse=True)
def _law_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wortlaut.options, "load_sound", _load_once)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, _law_read_once: None) -> Path:
    """An empty cache in which things are kept, in a process that knows no answer yet."""
    folder = tmp_path / "cache"
    monkeypatch.delenv(FRESH, raising=False)
    monkeypatch.setattr(compiler.syntax, "cache_folder", lambda: folder)
    monkeypatch.setattr(answers, "_ANSWERED", {})
    monkeypatch.setattr(answers, "_SAME", {})
    monkeypatch.setattr(wortlaut.options, "load_sound", load_sound)  # the law is edited
    return folder
