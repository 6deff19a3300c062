"""A law folder on disk: which files it has, read with all the care input needs.

Receives a path or the name of a law that comes with the package; hands on the
texts of its files. After this pass every file is there, is text, and is of a
reasonable size; what is not has been reported.
"""

import hashlib
import os
import tomllib
import unicodedata
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostics, closest
from compiler.hidden import report_hidden
from compiler.languages import known_languages
from compiler.toml_places import place_in_message
from compiler.tree import Span
from runtime.ruleset.model import Model

_MOST_BYTES = 2_000_000


class LawVersion(Model):
    """One language version: its encoding and the official text that it quotes."""

    language: str
    law_file: str
    law_text: str
    official_file: str
    official_text: str


class Table(Model):
    """A TOML file: its path, its text, and what it says; empty where it is absent or ``broken``."""

    file: str
    text: str = ""
    values: Mapping[str, Any] = {}
    broken: bool = False


class LawFolder(Model):
    """The texts of a law folder; a table is empty and a text None where its file is absent."""

    path: str
    name: str
    versions: tuple[LawVersion, ...]
    glossary: Table
    readings: Table
    accepted: Table
    board: Table
    sentences: Table
    supplements: str | None
    properties: str | None
    hash: str

    def file(self, name: str) -> str:
        """The path of one of the folder's files, for messages."""
        return os.path.join(self.path, name)


class AmendmentTexts(Model):
    """The files of an amendment: one for each language, and the glossary of its new concepts.

    ``path`` is what their paths begin with.
    """

    name: str
    path: str
    files: Mapping[str, str]
    texts: Mapping[str, str]
    glossary: Table
    hash: str


def laws_of_the_package() -> tuple[str, ...]:
    """The names of the laws that come with the package, sorted."""
    root = resources.files("spec")
    return tuple(
        sorted(
            entry.name
            for entry in root.iterdir()
            if entry.is_dir() and entry.joinpath("glossary.toml").is_file()
        )
    )


def locate(law: str) -> Path | None:
    """The folder that ``law`` means: a folder on disk, or a law of the package by name."""
    # Not the methods of Path: they raise for a name that is no possible name of a file.
    if os.path.isdir(law):
        return Path(law)
    if law in laws_of_the_package():
        return Path(str(resources.files("spec").joinpath(law)))
    return None


def read_folder(law: str, diagnostics: Diagnostics) -> LawFolder | None:
    """Read the folder of ``law``; None where there is nothing to work on."""
    path = locate(law)
    if path is None:
        known = ", ".join(laws_of_the_package())
        code = "not_a_folder" if os.path.exists(law) else "no_such_law"
        shown = law.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        diagnostics.add(code, shown, None, known=known)
        return None
    digest = hashlib.sha256()
    versions = []
    for language in known_languages():
        if os.path.lexists(path / f"{language}.law"):
            law_text = _written(path / f"{language}.law", diagnostics, quoting=True)
            official = _read(path / f"{language}.txt", diagnostics)
            if law_text is not None and official is not None:
                versions.append(
                    LawVersion(
                        language=language,
                        law_file=str(path / f"{language}.law"),
                        law_text=law_text,
                        official_file=str(path / f"{language}.txt"),
                        official_text=official,
                    )
                )
                for text in (language, law_text, official):
                    digest.update(text.encode() + b"\0")
    if not versions and not diagnostics.errors:
        languages = ", ".join(f"{language}.law" for language in known_languages())
        diagnostics.add("no_version", str(path), None, known=languages)
    glossary = _table(path / "glossary.toml", diagnostics, required=True, digest=digest)
    readings = _table(path / "readings.toml", diagnostics, required=False, digest=digest)
    supplements = _optional(path / "supplements.law", diagnostics, digest)
    properties = _optional(path / "properties.law", diagnostics, digest)
    # What is known of a law, or how it is drawn, makes it no other one: no part of the hash.
    accepted = _table(path / "accepted.toml", diagnostics, required=False, digest=None)
    board = _table(path / "board.toml", diagnostics, required=False, digest=None)
    sentences = _table(path / "sentences.toml", diagnostics, required=False, digest=None)
    if not versions:
        return None
    _report_others(path, diagnostics)
    return LawFolder(
        path=str(path),
        name=path.resolve().name,
        versions=tuple(versions),
        glossary=glossary,
        readings=readings,
        accepted=accepted,
        board=board,
        sentences=sentences,
        supplements=supplements,
        properties=properties,
        hash=digest.hexdigest(),
    )


_TABLES = ("glossary", "readings", "accepted", "board", "sentences")


def _report_others(path: Path, diagnostics: Diagnostics) -> None:
    """Warn of files that look like a part of the law and are none: a name may be misspelt."""
    known = [f"{one}.law" for one in (*known_languages(), "supplements", "properties")]
    known += [f"{one}.toml" for one in _TABLES]
    for other in sorted((*path.glob("*.law"), *path.glob("*.toml"))):
        if other.name not in known:
            diagnostics.add(
                "file_not_read",
                str(other),
                None,
                severity="warning",
                suggestion=closest(other.name, known, cutoff=0.75),
                known=", ".join(known),
            )


def read_cases(folder: LawFolder, diagnostics: Diagnostics) -> tuple[tuple[str, str, str], ...]:
    """The files of ``cases/``, by name: path, language of the words, text.

    The name tells the language: ``de.law``, or ``anything.de.law``.
    """
    found = []
    cases = Path(folder.path) / "cases"
    if os.path.lexists(cases) and not os.path.isdir(cases):
        diagnostics.add("cases_no_folder", str(cases), None)
        return ()
    for path in sorted(cases.glob("*.law")):
        code = path.stem.rpartition(".")[2]
        if code not in known_languages():
            languages = ", ".join(f"{language}.law" for language in known_languages())
            diagnostics.add("cases_file_name", str(path), None, known=languages)
            continue
        text = _written(path, diagnostics)
        if text is not None:
            found.append((str(path), code, text))
    return tuple(found)


def amendments_of(folder: LawFolder) -> tuple[str, ...]:
    """The names of the amendments in ``amendments/``, sorted."""
    found = (Path(folder.path) / "amendments").glob("*.law")
    return tuple(sorted({path.stem.rpartition(".")[0] or path.stem for path in found}))


def read_amendment(
    folder: LawFolder, given: str, diagnostics: Diagnostics
) -> AmendmentTexts | None:
    """The files of an amendment, or None where there are none that can be read.

    ``given`` is the name of one in ``amendments/``, or the path of one of its files; the
    others stand beside it: ``NAME.de.law``, ``NAME.fr.law``, ``NAME.toml``.
    """
    beside = Path(folder.path) / "amendments" / given
    code = given.removesuffix(".law").rpartition(".")[2]
    if given.endswith(".law") and code not in known_languages():
        known = ", ".join(f"{language}.law" for language in known_languages())
        diagnostics.add("amendment_file_name", given, None, known=known)
        return None
    path = Path(given.removesuffix(f".{code}.law")) if given.endswith(".law") else Path(given)
    for start in (beside, path):
        files = {
            language: start.parent / f"{start.name}.{language}.law"
            for language in known_languages()
            if os.path.lexists(start.parent / f"{start.name}.{language}.law")
        }
        if files:
            break
    else:
        known = ", ".join(amendments_of(folder)) or "–"
        near = closest(Path(given).name, amendments_of(folder))
        shown = given.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        diagnostics.add("no_such_amendment", shown, None, suggestion=near, known=known)
        return None
    digest = hashlib.sha256()
    texts = {code: _optional(file, diagnostics, digest) for code, file in files.items()}
    table = start.parent / f"{start.name}.toml"
    return AmendmentTexts(
        name=start.name,
        path=str(start),
        files={code: str(file) for code, file in files.items()},
        texts={code: text for code, text in texts.items() if text is not None},
        glossary=_table(table, diagnostics, required=False, digest=digest),
        hash=digest.hexdigest(),
    )


def _written(path: Path, diagnostics: Diagnostics, *, quoting: bool = False) -> str | None:
    """What stands in a file that is no official text; hidden characters are reported."""
    text = _read(path, diagnostics)
    if text is not None:
        report_hidden(text, str(path), diagnostics, quoting=quoting)
    return text


def _read(path: Path, diagnostics: Diagnostics) -> str | None:
    try:
        if not path.is_file():
            there = os.path.lexists(path)
            diagnostics.add("not_a_file" if there else "no_such_file", str(path), None)
            return None
        if path.stat().st_size > _MOST_BYTES:
            diagnostics.add("file_too_large", str(path), None, limit=str(_MOST_BYTES))
            return None
        data = path.read_bytes()
    except OSError as error:
        diagnostics.add("unreadable", str(path), None, reason=error.strerror or str(error))
        return None
    try:
        # "ä" may be written as one character or as two; it is the same letter.
        text = unicodedata.normalize("NFC", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        diagnostics.add("not_text", str(path), _after(before))
        return None
    if "\0" in text:
        diagnostics.add("nul_character", str(path), _after(text[: text.index("\0")]))
        return None
    return text


def _after(before: str) -> Span:
    """The place of the character that follows ``before``."""
    line = before.count("\n") + 1
    column = len(before) - before.rfind("\n")
    return Span(line=line, column=column, end_line=line, end_column=column + 1)


def _optional(path: Path, diagnostics: Diagnostics, digest: Any) -> str | None:
    if not os.path.lexists(path):
        return None
    text = _written(path, diagnostics)
    digest.update((text or "").encode() + b"\0")
    return text


def _table(path: Path, diagnostics: Diagnostics, *, required: bool, digest: Any) -> Table:
    if not os.path.lexists(path) and not required:
        return Table(file=str(path))
    text = _written(path, diagnostics)
    if text is None:
        return Table(file=str(path), broken=True)
    if digest is not None:
        digest.update(text.encode() + b"\0")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # ValueError: not only TOML that is not sound, but also a number with too many figures.
        reason = str(error)
        diagnostics.add("bad_toml", str(path), place_in_message(reason), reason=reason)
        return Table(file=str(path), text=text, broken=True)
    return Table(file=str(path), text=text, values=values)
