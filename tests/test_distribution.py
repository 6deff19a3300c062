"""What is installed: a wheel with all its data, and lock files that hold anywhere."""

import re
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.build import build_wheel

ROOT = Path(__file__).parent.parent
PACKAGES = ("compiler", "runtime", "spec", "verify", "wortlaut")
LOCKS = ("requirements.lock", "requirements-dev.lock")


def test_the_wheel_has_every_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    files = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert packed == files
    for package in PACKAGES[:2] + PACKAGES[3:]:
        assert f"{package}/py.typed" in packed


def pins(lock: str) -> dict[str, list[str]]:
    """The pinned requirements of a lock file, each with its hashes."""
    text = re.sub(r"\\\n", " ", (ROOT / lock).read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    found = {}
    for line in lines:
        requirement, *hashes = line.split()
        found[requirement] = hashes
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_and_hashes_and_names_no_host(lock: str) -> None:
    for requirement, hashes in pins(lock).items():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+", requirement)
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes)
    text = (ROOT / lock).read_text("utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted-host", text)


def test_the_locks_agree_and_have_what_the_project_asks_for() -> None:
    use, develop = map(pins, LOCKS)
    assert use.items() <= develop.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [
        (use, project["build-system"]["requires"] + project["project"]["dependencies"]),
        (develop, project["project"]["optional-dependencies"]["dev"]),
    ]
    for lock, requirements in wanted:
        names = {pin.partition("==")[0] for pin in lock}
        assert {re.match(r"[\w-]+", one)[0].lower() for one in requirements} <= names  # type: ignore[index]
