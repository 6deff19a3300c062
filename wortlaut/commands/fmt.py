"""``wortlaut fmt``: lays out law files, without changing what they say."""

import contextlib
import os
import sys
import tempfile
import unicodedata
from pathlib import Path

import click

from compiler.diagnostics import Diagnostics
from compiler.format import NotKept, formatted
from compiler.languages import known_languages
from wortlaut.options import messages_option, read_bytes
from wortlaut.render.words import words


@click.command("fmt")
@click.argument(
    "files", metavar="FILE.law...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--check", is_flag=True, help="Write nothing; say which files would change.")
@messages_option
def command(files: tuple[Path, ...], check: bool, messages: str) -> None:
    """Lay out law files: indentation, blanks, line breaks.

    Meaning, wording and comments stay: before a file is written, what would be written
    is read again and compared. A comment in the middle of a line that goes on comes to
    stand above it. The language of the keywords is told by the name of the file
    (`de.law`, `cases/ties.de.law`); any other name means English.

    Exit status: 0 laid out, 1 with --check, something would change, 2 a file has mistakes
    or cannot be laid out, and is left alone.

    \b
    Examples:
      wortlaut fmt statutes/de.law statutes/fr.law
      wortlaut fmt --check statutes/*.law
    """
    say = words(messages)
    statuses = [_one(path, check, messages, say) for path in files]
    raise SystemExit(max(statuses))


def _one(path: Path, check: bool, messages: str, say: dict[str, str]) -> int:
    """Lay out one file; the exit status that it deserves."""
    try:
        data = read_bytes(path)
        text = data.decode("utf-8-sig")
    except OSError as problem:
        return _left(say["fmt_unreadable"].format(file=path, reason=problem.strerror))
    except UnicodeDecodeError:
        return _left(say["fmt_not_text"].format(file=path))
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
        return _left(say["fmt_not_kept"].format(file=path))
    if laid_out is None:
        from wortlaut.render.diagnostics import show_diagnostics

        show_diagnostics(diagnostics.sorted(), messages, sys.stderr)
        return _left(say["fmt_mistakes"].format(file=path))
    if laid_out.encode() == data:
        return 0
    if check:
        click.echo(say["fmt_would_change"].format(file=path))
        return 1
    try:
        _replace(path, laid_out.encode())
    except OSError as problem:
        return _left(say["fmt_unwritable"].format(file=path, reason=problem.strerror))
    click.echo(say["fmt_changed"].format(file=path))
    return 0


def _left(message: str) -> int:
    click.echo(message, err=True)
    return 2


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
