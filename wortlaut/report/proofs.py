"""What was asked and what came of it, as rows of tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.law import Law
from wortlaut.jobs import is_automatic
from wortlaut.render.details import say_detail
from wortlaut.render.verdicts import alike, answer, is_general, say_method, sizes_of
from wortlaut.report.gathered import Gathered
from wortlaut.report.twins import Twins


@dataclass(frozen=True)
class Verdict:
    """One row. ``sentence``: what is asked, where the law says it; ``style``: a class of style."""

    id: str
    sentence: str
    sizes: str
    style: str
    verdict: str
    method: str
    rests: str


@dataclass(frozen=True)
class Table:
    """The verdicts of one sort about one version; ``open``: shown unfolded."""

    heading: str
    rows: tuple[Verdict, ...]
    proved: int
    open: bool
    twin: str


def tables(gathered: Gathered, messages: str, say: Mapping[str, str], twins: Twins) -> list[Table]:
    """For each version what the law states, what every law is asked, and what the text leaves."""
    return [
        table
        for code in gathered.languages
        for table in _of(
            gathered.law,
            [one for one in gathered.result["obligations"] if one["language"] == code],
            code,
            {
                one.id: gathered.law.told(one.id, one.sentence, messages)
                for one in gathered.law.properties(code)
            },
            dict(say),
            twins,
        )
    ]


def _of(
    law: Law,
    mine: list[dict[str, Any]],
    code: str,
    sentences: dict[str, str],
    say: dict[str, str],
    twins: Twins,
) -> Iterator[Table]:
    stated = [one for one in mine if not is_automatic(one["id"])]
    of_rules = [one for one in mine if is_automatic(one["id"]) and not one["text_alone"]]
    of_text = [one for one in mine if one["text_alone"]]
    for heading, part in (
        ("verdicts", stated),
        ("of_every_law", of_rules),
        ("of_the_text_alone", of_text),
    ):
        if part:
            groups = list(alike(part, answer))
            rows = tuple(_row(law, same, sentences, say) for same in groups)
            twin = twins.add(f"proofs-{code}-{heading}", [_data(same) for same in groups])
            proved = sum(one.style == "good" for one in rows)
            yield Table(f"{code} · {say[heading]}", rows, proved, part is stated, twin)


_OF_A_GROUP = (
    *("id", "kind", "language", "articles", "verdict", "method", "assumptions"),
    *("vacuous", "accepted"),
)


def _data(same: list[dict[str, Any]]) -> dict[str, Any]:
    """One row for programs: what is alike, and the sizes."""
    scopes = [one["scope"] for one in same]
    return {**{key: same[0][key] for key in _OF_A_GROUP}, "scopes": scopes}


def _row(
    law: Law, same: list[dict[str, Any]], sentences: dict[str, str], say: dict[str, str]
) -> Verdict:
    one = same[0]
    style = {"proved": "good", "refuted": "bad"}.get(one["verdict"], "open")
    verdict = say[one["verdict"]]
    if one["vacuous"]:
        style, verdict = "open", f"{verdict} ({say['vacuous']})"
    if one["accepted"] is not None:
        style, verdict = "quiet", f"{verdict} ({say['is_accepted']})"
    own = [a for a in one["assumptions"] if not is_general(a) and a not in one["articles"]]
    rests = ", ".join(one["articles"])
    if one["every_step"]:
        rests = say["every_step"].format(articles=rests)
    if one["vacuous"] or one["verdict"] in ("unknown", "unsupported"):
        rests = say_detail(one["detail"], law, one["language"], say)
    elif own:
        told = ", ".join(say_detail(each, law, one["language"], say) for each in own)
        rests = "; ".join(filter(None, (rests, told)))
    return Verdict(
        id=one["id"],
        sentence=sentences.get(one["id"], ""),
        sizes=sizes_of(law, same),
        style=style,
        verdict=verdict,
        method=say_method(one, say),
        rests=rests,
    )
