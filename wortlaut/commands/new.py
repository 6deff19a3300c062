"""``wortlaut new``: a law folder in which every sentence stands in place, and none is encoded."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.interchange.markup import looks_like_xml
from compiler.languages import known_languages
from compiler.law import load
from compiler.outline import NoText, outline
from compiler.printer import print_law
from compiler.tree import LawFile
from wortlaut.json_lines import json_line
from wortlaut.options import LANGUAGES_OF_MESSAGES, fail, format_option, messages_option, read_bytes
from wortlaut.render.words import words

if TYPE_CHECKING:
    from compiler.interchange.akoma_ntoso_reading import Imported

_MOST_BYTES = 1_000_000
_MOST_BYTES_OF_XML = 10_000_000


@click.command("new")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--text",
    "texts",
    multiple=True,
    required=True,
    metavar="L=FILE",
    help="The official text in language L: plain text in UTF-8, or Akoma Ntoso 3.0 (repeatable).",
)
@format_option
@messages_option
def command(folder: Path, texts: tuple[str, ...], output: str, messages: str) -> None:
    """Make the law folder FOLDER from official texts.

    Every sentence stands in its place (article, paragraph, letter) and is still open.
    A plain text is copied byte for byte; from Akoma Ntoso, the text of the law itself is laid
    out as plain text, and what is left out (footnotes, signatures) is said. A glossary
    without entries and the choice of readings are laid beside the texts.
    `wortlaut check FOLDER` then says what is open.

    Exit status: 0 made, 1 made, but a text was not understood in full, 2 bad input
    (nothing is written, and nothing that is there is ever replaced).

    \b
    Examples:
      wortlaut new statutes --text de=satzung.txt --text fr=statuts.txt
      wortlaut new rules --text en=rules.txt
      wortlaut new act --text fr=act.fr.xml --text de=act.de.xml
    """
    say = words(messages)
    files: dict[str, bytes] = {}
    left_out: dict[str, dict[str, int]] = {}
    for code, path in _chosen(texts, say).items():
        data, is_xml = _read(path, say)
        if is_xml:
            taken = _from_xml(data, code, folder.resolve().name, path, say)
            data, tree, left_out[code] = taken.text.encode(), taken.tree, taken.left_out
        else:
            tree = _from_text(data, code, folder.resolve().name, path, say)
        files[f"{code}.txt"] = data
        files[f"{code}.law"] = print_law(tree, code).encode()
    languages = [name.removesuffix(".txt") for name in files if name.endswith(".txt")]
    files["glossary.toml"] = _glossary(languages, say).encode()
    files["readings.toml"] = _commented(say["new_readings"]).encode()
    _write(folder, files, say)
    _report(folder, sorted(files), left_out, output, messages)


def _chosen(texts: tuple[str, ...], say: dict[str, str]) -> dict[str, Path]:
    """The file of each language, in the order given."""
    chosen: dict[str, Path] = {}
    for one in texts:
        code, sign, file = one.partition("=")
        if not sign or not file:
            raise fail(say["new_option"].format(given=one))
        if code not in known_languages():
            known = ", ".join(known_languages())
            raise fail(say["new_language"].format(language=code, known=known))
        if code in chosen:
            raise fail(say["new_twice"].format(language=code))
        chosen[code] = Path(file)
    return chosen


def _read(path: Path, say: dict[str, str]) -> tuple[bytes, bool]:
    """What stands in the file, and whether that is XML."""
    try:
        data = read_bytes(path)
    except OSError as problem:
        raise fail(say["new_unreadable"].format(file=path, reason=problem.strerror)) from None
    is_xml = path.suffix.lower() in (".xml", ".akn") or looks_like_xml(data)
    most = _MOST_BYTES_OF_XML if is_xml else _MOST_BYTES
    if len(data) > most:
        raise fail(say["new_too_large"].format(file=path, limit=most))
    return data, is_xml


def _from_text(data: bytes, code: str, name: str, path: Path, say: dict[str, str]) -> LawFile:
    try:
        if b"\0" not in data:
            return outline(data.decode("utf-8-sig"), code, name)
    except UnicodeDecodeError:
        pass
    except NoText:
        raise fail(say["new_empty"].format(file=path)) from None
    raise fail(say["new_not_text"].format(file=path))


def _from_xml(data: bytes, code: str, name: str, path: Path, say: dict[str, str]) -> "Imported":
    from compiler.interchange.akoma_ntoso_reading import Unusable, skeleton
    from compiler.interchange.markup import MOST_DEPTH, Unsound, read_xml

    try:
        root = read_xml(data)
        if len(" ".join("".join(root.itertext()).split()).encode()) > _MOST_BYTES:
            raise fail(say["new_too_large"].format(file=path, limit=_MOST_BYTES))
        taken = skeleton(root, code, name)
    except Unsound as bad:
        place = {"line": bad.line, "column": bad.column, "limit": MOST_DEPTH}
        said = say[f"new_{bad.fault}"]
        raise fail(said.format(file=path, reason=bad.reason, **place)) from None
    except Unusable as bad:
        said = say[f"new_{bad.fault}"]
        raise fail(said.format(file=path, found=bad.found, language=code)) from None
    return taken


def _glossary(languages: list[str], say: dict[str, str]) -> str:
    examples = {code: words(code) if code in LANGUAGES_OF_MESSAGES else say for code in languages}
    entries = [f"{code} = {{ {own['new_term']} }}" for code, own in examples.items()]
    example = "\n".join(["[member]", 'kind = "set"', *entries])
    return _commented(f"{say['new_glossary']}\n\n{example}")


def _commented(text: str) -> str:
    return "".join(f"# {line}".rstrip() + "\n" for line in text.splitlines())


def _write(folder: Path, files: dict[str, bytes], say: dict[str, str]) -> None:
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise fail(say["new_exists"].format(folder=folder))
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            with (folder / name).open("xb") as file:
                file.write(data)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise fail(say["new_unwritable"].format(folder=folder, reason=reason)) from None


def _report(
    folder: Path,
    files: list[str],
    left_out: dict[str, dict[str, int]],
    output: str,
    messages: str,
) -> None:
    from wortlaut.render.diagnostics import show_diagnostics

    say = words(messages)
    law, diagnostics = load(str(folder))
    errors = any(one.severity == "error" for one in diagnostics)
    versions = law.versions if law is not None else {}
    if output == "json":
        counts = {code: len(version.coverage) for code, version in versions.items()}
        result = {
            "law": folder.resolve().name,
            "folder": str(folder),
            "files": files,
            "open": counts,
            "left_out": left_out,
            "diagnostics": [
                {**one.model_dump(), "message": one.message(messages)} for one in diagnostics
            ],
        }
        click.echo(json_line(result))
    else:
        show_diagnostics(diagnostics, messages, sys.stderr)
        click.echo(say["new_made"].format(folder=folder, files=", ".join(files)))
        for code, version in versions.items():
            units = sum(1 for place in version.places if place.path)
            click.echo(
                say["new_version"].format(
                    language=code,
                    name=version.tree.name.text,
                    units=units,
                    sentences=len(version.coverage),
                )
            )
        for code, counted in left_out.items():
            if counted:
                what = ", ".join(f"{name} ({number})" for name, number in counted.items())
                click.echo(say["new_left_out"].format(language=code, what=what))
        click.echo(say["new_mistaken"] if errors else say["new_next"].format(folder=folder))
    raise SystemExit(1 if errors else 0)
