"""The page: what was gathered, laid out by the template, which escapes all of it."""

from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from compiler.visible import visible
from wortlaut import __version__
from wortlaut.amending import difference_as_json
from wortlaut.render.numbers import grouped
from wortlaut.render.sizes import say_all_sizes
from wortlaut.render.verdicts import assumptions
from wortlaut.render.words import words
from wortlaut.report.amended import changed_verdicts, follows, synopses
from wortlaut.report.experiments import shown
from wortlaut.report.findings import findings, title_of
from wortlaut.report.gathered import Gathered
from wortlaut.report.places import anchor, cited, line, named
from wortlaut.report.proofs import tables
from wortlaut.report.synopsis import Paragraph, synopsis
from wortlaut.report.tongues import Tongues
from wortlaut.report.twins import Twins
from wortlaut.report.wordings import Wording, wordings
from wortlaut.why import say_why


def page(gathered: Gathered, messages: str) -> str:
    """The whole page as HTML, in words of ``messages``: one file, without scripts."""
    say = words(messages)
    law, languages = gathered.law, gathered.languages
    worded = wordings(gathered.judged, say)
    twins = Twins()
    found = findings(gathered, worded, messages, say, twins)
    readings = list(_readings(gathered))
    paragraphs = synopsis(gathered, found, worded, say)
    amended = gathered.amended
    experiment = None
    if gathered.experiment is not None:
        experiment = shown(gathered.experiment, gathered.before, messages, say)
        twins.add("experiment", experiment.twin)
    _add_twins(twins, gathered, readings, paragraphs, worded)
    environment = Environment(
        loader=PackageLoader("wortlaut.report", "template"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    tongues = Tongues(law.glossary, languages, messages, say)
    style = resources.files("wortlaut.report").joinpath("template", "style.css")
    html = environment.get_template("page.html").render(
        say=say,
        messages=messages,
        version=__version__,
        style=Markup(style.read_text("utf-8")),
        law=law,
        languages=languages,
        title=cited(law, "0", languages) if "0" in law.citations else law.name,
        asked=_asked(gathered, messages, say),
        broken_off=say_why(gathered.result["broken_off"] or "", say),
        stale=[one["id"] for one in gathered.result["stale"]]
        + [one["id"] for judged in gathered.judged for one in judged.stale],
        readings=readings,
        supplements=list(_supplements(gathered, messages)),
        commands=_commands(gathered),
        sums=_sums(gathered),
        findings=[one for one in found if one.accepted is None],
        accepted=[one for one in found if one.accepted is not None],
        worded=worded,
        paragraphs=paragraphs,
        present={one.ref for one in paragraphs},
        amended=amended,
        amended_synopses=synopses(amended) if amended is not None else (),
        amended_prose=follows(gathered, messages, twins),
        changed_verdicts=changed_verdicts(amended, say) if amended is not None else [],
        experiment=experiment,
        command_of_experiment=gathered.experiment.command if gathered.experiment else "",
        games=grouped(gathered.experiment.games, say) if gathered.experiment else "",
        named=named,
        terms=_terms(gathered),
        tables=tables(gathered, messages, say, twins),
        assumed=assumptions(gathered.result["obligations"], say),
        cite=lambda ref: cited(law, ref, languages),
        place=lambda ref: anchor("p", ref),
        about=lambda one: title_of(one, gathered),
        twins=twins,
        spoken=tongues.marked,
    )
    return visible(html)


def _add_twins(
    twins: Twins,
    gathered: Gathered,
    readings: list[dict[str, Any]],
    paragraphs: list[Paragraph],
    worded: list[Wording],
) -> None:
    """The data of the tables that the template lays out itself."""
    twins.add("readings", readings)
    twins.add("synopsis", [one.as_dict() for one in paragraphs])
    if worded:
        twins.add("words", [one.as_dict() for one in worded])
    if gathered.amended is not None:
        for one in synopses(gathered.amended):
            twins.add(f"amended-{one.language}", one.as_list())
        twins.add("amended-verdicts", difference_as_json(gathered.amended, "en")["verdicts"])


def _readings(gathered: Gathered) -> Iterator[dict[str, Any]]:
    """Every open point of every version: the reading in use, and the others."""
    for code in gathered.languages:
        version = gathered.law.versions[code]
        used = gathered.law.choose_readings(code, gathered.request.readings)
        for point in version.points.values():
            reasons = {one.name: one.reason for one in reversed(point.readings)}
            yield {
                "language": code,
                "point": point.id,
                "refs": list(dict.fromkeys(one.ref for one in point.readings)),
                "used": used[point.id],
                "reason": reasons[used[point.id]],
                "others": [name for name in point.names if name != used[point.id]],
            }


def _supplements(gathered: Gathered, messages: str) -> Iterator[tuple[str, str, str]]:
    """The supplements in use: id, reason, versions."""
    reasons: dict[str, str] = {}
    found: dict[str, dict[str, None]] = {}
    for code in gathered.languages:
        request = gathered.request
        for one in gathered.law.rules(code, request.readings, request.supplements).supplements:
            reasons[one.id] = gathered.law.told(one.id, one.reason, messages)
            found.setdefault(one.id, {}).setdefault(code)
    for id, codes in found.items():
        yield id, reasons[id], ", ".join(codes)


def _commands(gathered: Gathered) -> list[str]:
    """What makes this page again."""
    options = [f"--language={code}" for code in gathered.languages]
    if gathered.languages == gathered.law.languages:
        options = []
    if not gathered.request.brief:
        options.append("--full")
    if gathered.request.total is not None:
        options += ["--total", f"{gathered.request.total:g}"]
    return [line(gathered, "report", *options)]


def _asked(gathered: Gathered, messages: str, say: Mapping[str, str]) -> str:
    """How much was asked, with the sizes where they are not all."""
    if not gathered.request.brief:
        return say["report_full"]
    code = messages if messages in gathered.languages else gathered.languages[0]
    every = gathered.result["obligations"]
    scopes = [one["scope"] for one in every if one["language"] == code]
    sizes = say_all_sizes(gathered.law, scopes, code)
    return say["report_brief"].format(sizes=f" ({sizes})" if sizes else "")


def _sums(gathered: Gathered) -> list[tuple[str, int, int]]:
    """For each two versions: their names, and how many paragraphs with rules are equal."""
    found = []
    for judged in gathered.judged:
        rows = [row for row in judged.table.rows if row.comparison.relation != "not_encoded"]
        equal = sum(row.comparison.relation == "equal" for row in rows)
        found.append((" / ".join(map(named, judged.table.languages)), equal, len(rows)))
    return found


def _terms(gathered: Gathered) -> list[str]:
    """The words of the report that are explained; those of comparison where there is any."""
    of_two = ["narrower"] if len(gathered.languages) > 1 else []
    return ["encoding", "proved", *of_two, "of_the_text", "supplement", "reading", "unknown"]
