"""``wortlaut export``: the texts and terms of a law in the formats that others use."""

import datetime
import re
from collections.abc import Sequence
from pathlib import Path

import click

from compiler.interchange.markup import Unwritable
from compiler.law import Law, Version
from wortlaut import __version__
from wortlaut.options import amend_option, chosen_language, fail, messages_option, open_law
from wortlaut.render.words import words

_TOOL = "wortlaut"


@click.command("export")
@click.argument("law", metavar="LAW")
@amend_option
@click.option(
    "--format",
    "output",
    type=click.Choice(["akn", "tbx", "tmx"]),
    required=True,
    help="Akoma Ntoso 3.0 (the texts), TBX-Basic (the glossary), TMX 1.4b (paired sentences).",
)
@click.option(
    "-o",
    "--output",
    "target",
    default="-",
    show_default=True,
    metavar="PATH",
    help="The file to write, for Akoma Ntoso of several versions a folder; - is standard output.",
)
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="L",
    help="Only this language version (repeatable; default: all).",
)
@click.option("--date", metavar="YYYY-MM-DD", help="Akoma Ntoso: when the law was enacted.")
@click.option(
    "--country",
    default="zz",
    show_default=True,
    metavar="CC",
    help="Akoma Ntoso: the country (ISO 3166-1); zz leaves it open.",
)
@click.option("--author", default="", metavar="NAME", help="Akoma Ntoso: who enacted the law.")
@messages_option
def command(
    law: str,
    output: str,
    target: str,
    languages: tuple[str, ...],
    date: str | None,
    country: str,
    author: str,
    messages: str,
) -> None:
    """Give out the texts or the glossary of LAW, in a format that others read.

    The law must be free of mistakes, but need not be encoded. What is written is the same
    in every run. A file that is there is replaced.

    Akoma Ntoso has a document for each version, with the same eId for the same place; its
    date is the first one above the articles unless --date gives it. `wortlaut new` takes
    these documents in again.

    Exit status: 0 written, 2 bad input.

    \b
    Examples:
      wortlaut export posg --format akn --country ch -o published
      wortlaut export posg --format akn --language de
      wortlaut export posg --format tbx -o posg.tbx
      wortlaut export posg --format tmx -o posg.tmx
    """
    say = words(messages)
    found = open_law(law, messages)
    chosen = dict.fromkeys(chosen_language(found, one) for one in languages or found.languages)
    versions = [found.versions[code] for code in chosen]
    try:
        if output == "akn":
            written = _akoma_ntoso(found, versions, date, country, author, say)
        else:
            _all_can_be_held(versions, say)
            one = _tbx(found, versions, say) if output == "tbx" else _tmx(versions, say)
            written = {"": one}
    except Unwritable as bad:
        said = say["export_note_character"]
        raise fail(said.format(character=bad.character, around=bad.around)) from None
    _write(written, target, say)


def _akoma_ntoso(
    law: Law,
    versions: Sequence[Version],
    date: str | None,
    country: str,
    author: str,
    say: dict[str, str],
) -> dict[str, bytes]:
    from compiler.interchange.akoma_ntoso import Work, akoma_ntoso, date_of

    if not re.fullmatch("[A-Za-z]{2}", country):
        raise fail(say["export_bad_country"].format(given=country))
    if date is not None and not _is_date(date):
        raise fail(say["export_bad_date"].format(given=date))
    when = date or next((one for one in map(date_of, law.versions.values()) if one), None)
    if when is None:
        raise fail(say["export_date"])
    _all_can_be_held(versions, say)
    work = Work(country=country.lower(), date=when, author=author or "–", name=law.name)
    return {
        f"{version.language}.xml": akoma_ntoso(version, work, f"{_TOOL} {__version__}")
        for version in versions
    }


def _is_date(given: str) -> bool:
    try:
        datetime.date.fromisoformat(given)
    except ValueError:
        return False
    return re.fullmatch(r"\d{4}-\d\d-\d\d", given) is not None


def _tbx(law: Law, versions: Sequence[Version], say: dict[str, str]) -> bytes:
    from compiler.interchange.tbx import tbx

    written = tbx(law.glossary, versions, law.name, f"{_TOOL} {__version__}")
    if written is None:
        raise fail(say["export_no_terms"].format(languages=_listed(versions)))
    return written


def _tmx(versions: Sequence[Version], say: dict[str, str]) -> bytes:
    from compiler.interchange.tmx import aligned, tmx

    if len(versions) < 2:
        raise fail(say["export_one_version"].format(languages=_listed(versions)))
    passages = aligned(versions)
    alone = [one.id for one in passages if len(one.texts) == 1]
    if alone:
        click.echo(say["export_left_out"].format(ids=", ".join(alone)), err=True)
    return tmx(passages, _TOOL, __version__)


def _listed(versions: Sequence[Version]) -> str:
    return ", ".join(version.language for version in versions)


def _all_can_be_held(versions: Sequence[Version], say: dict[str, str]) -> None:
    from compiler.interchange.characters import misfits

    for one in (one for version in versions for one in misfits(version)):
        said = say["export_character"]
        place = {"file": one.file, "line": one.span.line, "column": one.span.column}
        raise fail(said.format(character=one.character, **place))


def _write(written: dict[str, bytes], target: str, say: dict[str, str]) -> None:
    """To standard output, to one file, or to a folder with one file for each version."""
    path = Path(target)
    in_folder = len(written) > 1 or ("" not in written and path.is_dir())
    if target == "-":
        if len(written) > 1:
            raise fail(say["export_several"])
        click.echo(next(iter(written.values())), nl=False)
        return
    files = {path / name if in_folder else path: data for name, data in written.items()}
    for file, data in files.items():
        try:
            if in_folder:
                path.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise fail(say["export_unwritable"].format(file=file, reason=reason)) from None
    click.echo(say["export_written"].format(files=", ".join(map(str, files))), err=True)
