"""``wortlaut doctor``: what this installation has, and what is missing."""

import os
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from typing import Any

import click

from wortlaut import __version__
from wortlaut.json_lines import json_line
from wortlaut.options import format_option, messages_option
from wortlaut.render.words import words

_OLDEST_PYTHON = (3, 11)
_PACKAGES = (
    "click",
    "interegular",
    "jinja2",
    "junitparser",
    "lark",
    "markupsafe",
    "num2words",
    "numpy",
    "platformdirs",
    "pydantic",
    "rich",
    "scipy",
    "z3-solver",
)

Found = tuple[bool, str]
"""Whether something is as it should be, and what was found."""


@click.command("doctor")
@format_option
@messages_option
def command(output: str, messages: str) -> None:
    """Look at this installation: what is there, and what to do about what is missing.

    Exit status: 0 everything is there, 1 something is missing.

    \b
    Examples:
      wortlaut doctor
      wortlaut doctor --format json
    """
    say = words(messages)
    results = [_result(name, look, say) for name, look in _looks().items()]
    sound = all(one["ok"] for one in results)
    if output == "json":
        click.echo(json_line({"ok": sound, "checks": results}))
    else:
        _show(results, say)
        click.echo(say["doctor_sound"] if sound else say["doctor_missing"])
    raise SystemExit(0 if sound else 1)


def _looks() -> dict[str, Callable[[], Found]]:
    """What is looked at: a name, and a function that looks."""
    return {
        "wortlaut": lambda: (True, __version__),
        "python": _python,
        "packages": _packages,
        "solver": _solver,
        "second_solver": _second_solver,
        "cache": _cache,
        "encoding": _encoding,
        "colour": _colour,
        "laws": _laws,
    }


def _result(name: str, look: Callable[[], Found], say: dict[str, str]) -> dict[str, Any]:
    try:
        ok, found = look()
    except Exception as problem:
        ok, found = False, f"{type(problem).__name__}: {problem}"
    remedy = None if ok else say[f"doctor_{name}_remedy"]
    return {"check": name, "ok": ok, "found": found, "remedy": remedy}


def _show(results: list[dict[str, Any]], say: dict[str, str]) -> None:
    from rich.markup import escape

    from wortlaut.render.console import console

    out = console(sys.stdout)
    titles = {one["check"]: say[f"doctor_{one['check']}"] for one in results}
    width = max(map(len, titles.values()))
    for one in results:
        state = (
            f"[good]{say['doctor_ok']}[/good]" if one["ok"] else f"[bad]{say['doctor_no']}[/bad]"
        )
        blanks = " " * (max(len(say["doctor_ok"]), len(say["doctor_no"])) + 2)
        blanks = blanks[len(say["doctor_ok" if one["ok"] else "doctor_no"]) :]
        out.print(
            f"{state}{blanks}{titles[one['check']]:<{width}}  {escape(one['found'])}",
            soft_wrap=True,
        )
        if one["remedy"]:
            out.print(f"    {escape(one['remedy'])}", soft_wrap=True)


# ---- what is looked at


def _python() -> Found:
    return sys.version_info >= _OLDEST_PYTHON, ".".join(map(str, sys.version_info[:3]))


def _packages() -> Found:
    found, missing = [], []
    for name in _PACKAGES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    return not missing, ", ".join(missing or found)


def _solver() -> Found:
    from verify.tiny_question import solver_answers

    return solver_answers()


def _second_solver() -> Found:
    """It is never missing: only ``verify --cross-check`` asks for it. It may be broken."""
    from verify.answers import Answer
    from verify.cross_check import CrossCheck, Missing
    from verify.limits import Heard

    try:
        with CrossCheck(10) as second:
            second.hear(Heard("(assert true)", {}, Answer("yes", {})))
    except Missing as missing:
        return not missing.installed, f"{missing} (pip install 'wortlaut[cross-check]')"
    return second.tally.confirmed == 1, second.solver


def _cache() -> Found:
    from compiler.syntax import cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        return False, f"{folder}: {problem.strerror}"
    return True, str(folder)


def _encoding() -> Found:
    encoding = sys.stdout.encoding or "ascii"
    try:
        "äéß§„“«»→✓≤".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False, encoding
    return True, encoding


def _colour() -> Found:
    """Colour is never missing, only told: a pipe and NO_COLOR have none on purpose."""
    from wortlaut.render.console import console

    out = console(sys.stdout)
    if "NO_COLOR" in os.environ:
        return True, "NO_COLOR"
    return True, out.color_system or "–"


def _laws() -> Found:
    from compiler.folder import laws_of_the_package

    laws = laws_of_the_package()
    return bool(laws), ", ".join(laws) or "–"
