"""``wortlaut fmt``: lays out law files, without changing what they say."""

import contextlib
import os
import sys
import tempfile
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import click

from compiler.diagnostics import Diagnostic, Diagnostics
from compiler.format import NotKept, formatted
from compiler.languages import known_languages
from wortlaut.json_lines import json_line
from wortlaut.options import format_option, messages_option, read_bytes
from wortlaut.render.words import words


@click.command("fmt")
@click.argument(
    "files", metavar="FILE.law|LAW...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--check", is_flag=True, help="Write nothing; say which files would change.")
@format_option
@messages_option
def command(files: tuple[Path, ...], check: bool, output: str, messages: str) -> None:
    """Lay out law files: indentation, blanks, line breaks.

    Meaning, wording and comments stay: before a file is written, what would be written
    is read again and compared. A comment in the middle of a line that goes on comes to
    stand above it. Of a folder, all law files in it are laid out, also those of its cases
    and amendments. The language of the keywords is told by the name of the file
    (`de.law`, `cases/ties.de.law`); any other name means English.

    Exit status: 0 laid out, 1 with --check, something would change, 2 a file has mistakes
    or cannot be laid out, and is left alone.

    \b
    Examples:
      wortlaut fmt statutes/de.law statutes/fr.law
      wortlaut fmt --check statutes
      wortlaut fmt --check --format json statutes/*.law
    """
    say = words(messages)
    files = tuple(one for path in files for one in _law_files(path))
    results = [_one(path, check, say) for path in files]
    if output == "human":
        for one in results:
            one.show(messages)
    else:
        found = [one.as_json(path, messages) for path, one in zip(files, results, strict=True)]
        click.echo(json_line({"files": found}))
    raise SystemExit(max(_EXIT[one.what] for one in results))


What = Literal["unchanged", "changed", "would_change", "left"]

_EXIT: dict[What, int] = {"unchanged": 0, "changed": 0, "would_change": 1, "left": 2}


@dataclass(frozen=True)
class _Result:
    """What was done with a file; ``said``: in words. ``mistakes``: why it was left alone."""

    what: What
    said: str = ""
    mistakes: tuple[Diagnostic, ...] = ()

    def show(self, messages: str) -> None:
        """Say it: what was done on standard output, what could not be done on standard error."""
        if self.mistakes:
            from wortlaut.render.diagnostics import show_diagnostics

            show_diagnostics(self.mistakes, messages, sys.stderr)
        if self.said:
            click.echo(self.said, err=self.what == "left")

    def as_json(self, path: Path, messages: str) -> dict[str, Any]:
        diagnostics = [
            {**one.model_dump(), "message": one.message(messages)} for one in self.mistakes
        ]
        said = self.said or None
        return {"file": str(path), "result": self.what, "said": said, "diagnostics": diagnostics}


def _law_files(path: Path) -> Sequence[Path]:
    """The law files of a folder, in order; ``path`` itself where it is none, or holds none."""
    return (path.is_dir() and sorted(path.rglob("*.law"))) or [path]


def _one(path: Path, check: bool, say: dict[str, str]) -> _Result:
    """Lay out one file."""
    if path.is_dir():
        return _Result("left", say["fmt_no_files"].format(file=path))
    try:
        data = read_bytes(path)
        text = data.decode("utf-8-sig")
    except OSError as problem:
        return _Result("left", say["fmt_unreadable"].format(file=path, reason=problem.strerror))
    except UnicodeDecodeError:
        return _Result("left", say["fmt_not_text"].format(file=path))
    code = path.stem.rpartition(".")[2]
    diagnostics = Diagnostics()
    try:
        laid_out = formatted(
            unicodedata.normalize("NFC", text),
            code if code in known_languages() else "en",
            str(path),
            diagnostics,
        )
    except NotKept:
        return _Result("left", say["fmt_not_kept"].format(file=path))
    if laid_out is None:
        return _Result("left", say["fmt_mistakes"].format(file=path), tuple(diagnostics.sorted()))
    if laid_out.encode() == data:
        return _Result("unchanged")
    if check:
        return _Result("would_change", say["fmt_would_change"].format(file=path))
    try:
        _replace(path, laid_out.encode())
    except OSError as problem:
        return _Result("left", say["fmt_unwritable"].format(file=path, reason=problem.strerror))
    return _Result("changed", say["fmt_changed"].format(file=path))


def _replace(path: Path, data: bytes) -> None:
    """Write ``data`` in place of the file, whole or not at all."""
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        written.chmod(target.stat().st_mode & 0o7777)
        written.replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            written.unlink()
        raise
