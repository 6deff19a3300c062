"""Compiled kernels are kept between runs, privately, and never trusted more than that."""

import os
from pathlib import Path

import pytest

from compiler.kernel.kept import MOST, kept
from compiler.kernel.machine import compiled_batch
from compiler.kernel.source import source
from compiler.law import load_sound
from tests.compiler.kernel.same import setup


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder."""
    monkeypatch.setattr("compiler.kernel.kept.cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def test_a_source_stands_in_a_private_folder_under_its_hash(cache: Path) -> None:
    with kept("one") as path, kept("two") as other:
        assert path is not None
        assert other is not None
        assert path.read_text() == "one"
        assert path != other
    with kept("one") as again:
        assert again == path
    assert (cache / "kernels").stat().st_mode & 0o777 == 0o700


def test_a_damaged_source_is_written_again(cache: Path) -> None:
    with kept("one") as path:
        assert path is not None
    for damage in (b"other", b"\xff"):
        path.write_bytes(damage)
        with kept("one") as again:
            assert again == path
            assert path.read_text() == "one"


def test_nothing_is_kept_where_it_cannot_be_or_others_may_write(cache: Path) -> None:
    cache.write_text("a file, not a folder")
    with kept("one") as path:
        assert path is None
    cache.unlink()
    (cache / "kernels").mkdir(parents=True)
    (cache / "kernels").chmod(0o777)
    with kept("one") as path:
        assert path is None


def test_only_the_latest_are_kept(cache: Path) -> None:
    for number in range(MOST + 2):
        with kept(f"{number}") as path:
            assert path is not None
            os.utime(path, (number, number))
    found = {one.read_text() for one in (cache / "kernels").glob("*.py")}
    assert found == {str(number) for number in range(2, MOST + 2)}


@pytest.mark.slow
def test_a_kernel_is_compiled_once(cache: Path) -> None:
    pytest.importorskip("numba")
    made = source(setup(load_sound("tests/laws/library").rules("en"), "loan"))
    assert compiled_batch(made).stats.cache_misses
    assert compiled_batch(made).stats.cache_hits
    (code,) = cache.glob("kernels/__pycache__/*.nbc")
    code.write_bytes(b"damaged")
    assert compiled_batch(made).nopython_signatures
    assert not list(cache.glob("kernels/__pycache__/*.nbc"))
    assert compiled_batch(made).stats.cache_misses
    assert compiled_batch(made).stats.cache_hits
