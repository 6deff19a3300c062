"""What a command found, each with its place in the law's files: the same for every format.

Sizes of one verdict are put together; what is proved is no finding.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from compiler.diagnostics import Diagnostic
from compiler.law import Law
from compiler.toml_places import place_of
from compiler.tree import Span, file_of
from wortlaut.compared import Compared
from wortlaut.comparison import Judged
from wortlaut.render.details import say_detail
from wortlaut.render.wording import note
from wortlaut.render.words import words

Level = Literal["error", "warning", "open"]


@dataclass(frozen=True)
class Located:
    """A place in a file; ``span`` None: the file as a whole. ``text`` says what it is."""

    file: str
    span: Span | None
    text: str = ""


@dataclass(frozen=True)
class Finding:
    """One finding. ``level``: ``open`` is what could not be decided.

    ``key`` stays the same from run to run, whatever lines are added above the place.
    ``places``: the first is where it is, the others are involved. ``accepted``: why.
    """

    rule: str
    level: Level
    text: str
    key: str
    places: tuple[Located, ...]
    accepted: str | None = None


def of_diagnostics(diagnostics: Iterable[Diagnostic], language: str) -> list[Finding]:
    """The compiler's findings, in words of ``language``."""
    found = []
    for one in diagnostics:
        text = f"{one.message(language)} {one.remedy(language)}".strip()
        values = ",".join(f"{name}={value}" for name, value in sorted(one.values.items()))
        key = "|".join((one.code, one.heading or "", values))
        place = Located(one.file, one.span, one.heading or "")
        found.append(Finding(one.code, one.severity, text, key, (place,)))
    return found


def of_verdicts(law: Law, result: Mapping[str, Any], language: str) -> list[Finding]:
    """All that is not proved, sizes together, and the entries that are stale."""
    say = words(language)
    alike: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for one in result["obligations"]:
        if one["vacuous"] or one["verdict"] != "proved":
            readings = tuple(sorted(one.get("readings", {}).items()))
            verdict = "vacuous" if one["vacuous"] else one["verdict"]
            key = (one["id"], one["language"], readings, verdict, one["accepted"])
            alike.setdefault(key, []).append(one)
    sentences = {
        p.id: law.told(p.id, p.sentence, language)
        for code in result["languages"]
        for p in law.properties(code)
    }
    found = []
    for (id, code, readings, verdict, accepted), ones in alike.items():
        sizes = "; ".join(dict.fromkeys(_sizes(one["scope"]) for one in ones))
        told = [f"{id} · {code}" + (f" ({sizes})" if sizes else "") + f": {say[verdict]}."]
        told += [sentences[id]] if id in sentences else []
        told += dict.fromkeys(
            say_detail(one["detail"], law, code, say) for one in ones if one["detail"]
        )
        told += [", ".join(f"{point}={name}" for point, name in readings)] if readings else []
        level: Level = "open" if verdict in ("unknown", "unsupported") else "error"
        cited = dict.fromkeys(article for one in ones for article in one["articles"])
        places = tuple(_places(law, code, id, cited)) if verdict == "refuted" else ()
        found.append(
            Finding(
                rule=id,
                level="warning" if verdict == "vacuous" else level,
                text=" ".join(told),
                key="|".join((id, code, *(f"{p}={n}" for p, n in readings), verdict)),
                places=places or tuple(_places(law, code, id, ())),
                accepted=accepted,
            )
        )
    return found + _stale(law, result["stale"], say)


def of_comparison(law: Law, judged: Judged, language: str) -> list[Finding]:
    """The differences between two versions, in meaning and in wording."""
    say = words(language)
    first, second = judged.table.languages
    found = []

    def add(id: str, ref: str, how: str, text: str) -> None:
        places = tuple(_both(judged.versions, ref))
        level: Level = "error" if how == "found" else "open"
        found.append(Finding(id, level, text, id, places, judged.accepted.get(id)))

    def wording(one: Any) -> None:
        kind = say[f"finding_{one.kind}"]
        text = f"{kind}: {first} «{one.first}», {second} «{one.second}»: {note(one, say)}."
        add(judged.of_wording(one), one.ref, "found", text)

    for title in judged.table.titles:
        wording(title)
    for row in judged.table.rows:
        comparison, relation = row.comparison, row.comparison.relation
        if relation not in ("equal", "not_encoded"):
            head = " / ".join(citation for citation in row.citations if citation)
            told = [f"{head}: {_relation(relation, first, second, say)}."]
            for one in comparison.differences:
                aspect = say.get(f"aspect_{one.aspect}", one.aspect)
                sides = (say.get(f"order_{text}", text) for text in (one.first, one.second))
                said = ", ".join(
                    f"{code} {side}" for code, side in zip((first, second), sides, strict=True)
                )
                told.append(f"{say['differs']}: {aspect} ({one.subject}): {said}.")
            told += [comparison.detail] if comparison.detail else []
            how = relation if relation in ("unknown", "unsupported") else "found"
            add(judged.of_row(row), row.ref, how, " ".join(told))
        for finding in row.wording:
            wording(finding)
    return found + _stale(law, judged.stale, say)


def _relation(relation: str, first: str, second: str, say: dict[str, str]) -> str:
    if relation in ("first_narrower", "second_narrower"):
        narrower = first if relation == "first_narrower" else second
        return say["rel_narrower"].format(language=narrower)
    return say[f"rel_{relation}"]


def _sizes(scope: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {size}" for name, size in scope.items())


def _places(law: Law, language: str, id: str, cited: Iterable[str]) -> Iterator[Located]:
    """Where the paragraphs ``cited`` stand; without any, what the id names; else the version."""
    version = law.versions[language]
    file = version.source.law_file
    known = {place.citation: place for place in version.places}
    found = [known[citation] for citation in cited if citation in known]
    for place in found:
        yield Located(file_of(place.span, file), place.span, place.citation)
    if found:
        return
    span = law.place_of_property(id)
    if span is not None:
        yield Located(law.folder.file("properties.law"), span, id)
        return
    # Ids of what every law is asked have the reference in them: kind.8.2
    refs = {place.ref: place for place in version.places}
    tail = re.sub(r"^\w*:?[a-z_]+\.|@.*", "", id)
    while tail and tail not in refs:
        tail = tail.rpartition(".")[0]
    named = refs.get(tail)
    span = named.span if named else None
    yield Located(file_of(span, file), span, named.citation if named else "")


def _both(versions: Iterable[Compared], ref: str) -> Iterator[Located]:
    for compared in versions:
        version = compared.law.versions[compared.language]
        for place in version.places:
            if place.ref == (ref or "0"):
                file = file_of(place.span, version.source.law_file)
                yield Located(file, place.span, place.citation)


def _stale(law: Law, entries: Iterable[Mapping[str, Any]], say: dict[str, str]) -> list[Finding]:
    table = law.folder.accepted
    found = []
    for entry in entries:
        listed = [given.get("id") for given in table.values["finding"]]
        span = place_of(table.text, "finding", entry["id"], number=listed.index(entry["id"]))
        text = f"{entry['id']}: {say['stale']}. {say['stale_remedy']}"
        restricted = "|".join(f"{name}={entry[name]}" for name in ("language", "sizes", "readings"))
        key = f"stale|{entry['id']}|{restricted}"
        found.append(Finding("stale", "error", text, key, (Located(table.file, span),)))
    return found
