"""What the shell may complete: laws, and what a law is asked for by name.

Names are read off the files of the law as they stand, without compiling it: whoever presses
a key does not wait, and a law with mistakes has names too.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

_MOST = 2_000_000
"""Files that are larger than this, in bytes, are no law files."""

Names = Callable[[Path], Iterable[str]]
"""The names of one kind in a law folder."""


def completing(command: click.Command) -> None:
    """Let the parameters of ``command`` that mean a law, or something in one, complete."""
    for parameter in command.params:
        if isinstance(parameter, click.Argument) and parameter.name in ("law", "other"):
            parameter.type = _Law()
        for word in parameter.opts:
            if word in _NAMES:
                parameter.type = _OfLaw(_NAMES[word])
            if word in _FILES and not isinstance(parameter.type, click.Path):
                parameter.type = click.Path()


class _Law(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.5 only
    """A law of the package by name, or a folder."""

    name = "law"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from compiler.folder import laws_of_the_package

        found = [CompletionItem(one) for one in laws_of_the_package() if one.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="dir")]


class _OfLaw(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.5 only
    """Something of the law that stands before it in the line."""

    name = "name"

    def __init__(self, names: Names) -> None:
        self._names = names

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from compiler.folder import locate

        # An option without its value keeps the words before it from being told apart.
        words = [ctx.params.get("law"), *ctx.args]
        folder = next((found for word in words if word and (found := locate(word))), None)
        if folder is None:
            return []
        names = dict.fromkeys(sorted(self._names(folder)))
        return [CompletionItem(one) for one in names if one.startswith(incomplete)]


def _text(path: Path) -> str:
    try:
        if not path.is_file() or path.stat().st_size > _MOST:
            return ""
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def _languages(folder: Path) -> Iterator[str]:
    for path in folder.glob("*.law"):
        if len(path.stem) == 2:
            yield path.stem


def _amendments(folder: Path) -> Iterator[str]:
    for path in (folder / "amendments").glob("*.law"):
        yield path.stem.rpartition(".")[0] or path.stem


def _properties(folder: Path) -> Iterator[str]:
    from verify.automatic import KINDS

    yield from KINDS
    yield from re.findall(r"^property (\w+)", _text(folder / "properties.law"), re.MULTILINE)


def _supplements(folder: Path) -> list[str]:
    return re.findall(r"^supplement (\w+)", _text(folder / "supplements.law"), re.MULTILINE)


def _readings(folder: Path) -> Iterator[str]:
    """As law files in any language have them: a keyword, ``POINT = NAME``, the reason, a colon."""
    for language in _languages(folder):
        text = _text(folder / f"{language}.law")
        for point, name in re.findall(r'^\s+\w+ (\w+) = (\w+)(?: ".*")?:$', text, re.MULTILINE):
            yield f"{point}={name}"


_FILES = ("--output", "--states")
"""Options that are files without saying so."""

_NAMES: dict[str, Names] = {
    "--against": _readings,
    "--against-language": _languages,
    "--amend": _amendments,
    "--language": _languages,
    "--property": _properties,
    "--reading": _readings,
    "--supplement": _supplements,
}


def script(group: click.Command, shell: str) -> str:
    """What ``shell`` has to read once to complete the commands of ``group``."""
    from click.shell_completion import get_completion_class

    kind: Any = get_completion_class(shell)
    source: str = kind(group, {}, "wortlaut", "_WORTLAUT_COMPLETE").source()
    # What is said of a command may have commas; click's script for fish cuts it at the first.
    return source.replace('string split "," $completion', 'string split -m 1 "," $completion')
