"""The figures of an experiment that was played before: read, checked, drawn with intervals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from markupsafe import Markup
from pydantic import ConfigDict, Field, ValidationError

from compiler.law import Law, Refused
from runtime.ruleset.model import Model
from runtime.simulation.games import Setup
from wortlaut.render.experiment import difference_with, measure_name
from wortlaut.render.numbers import decimal, grouped, p_value, percent
from wortlaut.render.simulation import Labels

_Number = Annotated[float, Field(allow_inf_nan=False)]
_Share = Annotated[float, Field(ge=0, le=1)]
_Count = Annotated[int, Field(ge=0)]

_ROW, _WIDE, _SIDE = 24, 520, 12


class BadExperiment(Exception):
    """The file is not an experiment of this law; ``code``: which message, ``reason``: why."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class _Told(Model):
    """A part of the file; what the report does not show may stand there as well."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Measure(_Told):
    """One measure on both sides, and the paired difference with its interval."""

    measure: str
    before: _Number
    after: _Number
    difference: _Number
    low: _Number
    high: _Number
    lower: _Count
    higher: _Count
    holm_p: _Share


class _Side(_Told):
    law_hash: str
    language: str
    readings: Mapping[str, str]
    supplements: tuple[str, ...]
    flow: str
    sizes: Mapping[str, Annotated[int, Field(ge=0, le=100_000)]]


class _Changes(_Told):
    count: _Count
    share: _Share
    low: _Share
    high: _Share


class Experiment(_Told):
    """What ``wortlaut experiment --format json`` writes, as far as the report shows it."""

    law: str
    seed: int
    games: Annotated[int, Field(gt=0)]
    command: str
    sides: Annotated[tuple[_Side, ...], Field(min_length=2, max_length=2)]
    winner_changes: _Changes
    measures: tuple[Measure, ...]


def read_experiment(data: bytes, before: Law, after: Law) -> Experiment:
    """The experiment in ``data``, played under ``before`` and ``after``.

    Raises :class:`BadExperiment` where it is none, or one of other laws.
    """
    try:
        found = Experiment.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadExperiment("fail_experiment", f"{where}: {first['msg']}".lstrip(": ")) from None
    for side, law in zip(found.sides, (before, after), strict=True):
        if side.law_hash != law.hash:
            raise BadExperiment("fail_experiment_law", f"{side.law_hash} ≠ {law.hash}")
    try:
        for side, law in zip(found.sides, (before, after), strict=True):
            labels = _labels(side, law, "en")
            for one in found.measures:
                measure_name(one.measure, labels)
    except (Refused, LookupError, ValueError, TypeError) as error:
        raise BadExperiment("fail_experiment", str(error)) from None
    return found


@dataclass(frozen=True)
class Shown:
    """An experiment in words: a sentence, rows of a table, a drawing."""

    sentence: str
    rows: tuple[tuple[str, str, str, str, str, str, bool], ...]
    drawing: Markup
    twin: list[dict[str, Any]]


def shown(found: Experiment, before: Law, reader: str, say: Mapping[str, str]) -> Shown:
    """What the report shows of it; what is the same in all games is not drawn."""
    labels = _labels(found.sides[0], before, reader)
    named = [(one, measure_name(one.measure, labels).strip()) for one in found.measures]
    changes = found.winner_changes
    sentence = say["winner_changes"].format(
        count=grouped(changes.count, say),
        of=grouped(found.games, say),
        share=percent(changes.share, say),
        low=percent(changes.low, say),
        high=percent(changes.high, say),
    )
    rows = tuple(_row(one, name, say) for one, name in named)
    shares = [
        (one, name) for one, name in named if not _is_count(one) and (one.lower or one.higher)
    ]
    return Shown(
        sentence,
        rows,
        _drawing(shares, say) if shares else Markup(""),
        [one.model_dump(mode="json") for one in found.measures],
    )


def _labels(side: _Side, law: Law, reader: str) -> Labels:
    rules = law.rules(side.language, side.readings, side.supplements)
    if side.flow not in rules.flows or side.sizes.keys() != rules.sets.keys():
        raise ValueError("flow, sizes")
    return Labels(law, Setup(rules, side.flow, side.sizes), reader)


def _is_count(one: Measure) -> bool:
    return one.measure.startswith("count:")


def _row(
    one: Measure, name: str, say: Mapping[str, str]
) -> tuple[str, str, str, str, str, str, bool]:
    factor, unit = (1, "") if _is_count(one) else (100, " %")
    before, after, difference, low, high = (
        factor * value for value in (one.before, one.after, one.difference, one.low, one.high)
    )
    return (
        name,
        decimal(before, ".2f", say) + unit,
        decimal(after, ".2f", say) + unit,
        difference_with(difference, low, high, unit, say),
        f"{grouped(one.lower, say)} / {grouped(one.higher, say)}",
        p_value(one.holm_p, say),
        one.holm_p < 0.05,
    )


def _drawing(shares: list[tuple[Measure, str]], say: Mapping[str, str]) -> Markup:
    """The differences with their intervals, in percentage points, around a line at zero."""
    reach = max(max(abs(one.low), abs(one.high)) for one, _ in shares) or 0.01
    middle, scale = _WIDE / 2, (_WIDE / 2 - _SIDE) / reach
    high = 2 * _ROW * len(shares) + 30
    parts, told = [], []
    for at, (one, name) in enumerate(shares):
        y = 2 * _ROW * at + 16
        low, mid, top = (middle + scale * v for v in (one.low, one.difference, one.high))
        style = "sure" if one.low > 0 or one.high < 0 else "unsure"
        parts.append(
            Markup(
                '<text class="axis start" x="0" y="{}">{}</text><line class="whisker {}" '
                'x1="{:.1f}" x2="{:.1f}" y1="{}" y2="{}"/><circle class="{}" cx="{:.1f}" '
                'cy="{}" r="5"/>'
            ).format(y, name, style, low, top, y + 14, y + 14, style, mid, y + 14)
        )
        difference, least, most = (100 * v for v in (one.difference, one.low, one.high))
        told.append(f"{name}: {difference_with(difference, least, most, '', say)}")
    ticks = Markup(
        '<line class="zero" x1="{}" x2="{}" y1="20" y2="{}"/>'
        '<text class="axis" x="{}" y="{}">0</text>'
        '<text class="axis start" x="0" y="{}">{}</text>'
        '<text class="axis end" x="{}" y="{}">{}</text>'
    ).format(
        *(middle, middle, high - 20, middle, high - 4),
        *(high - 4, percent(-reach, say, "+.1f"), _WIDE, high - 4, percent(reach, say, "+.1f")),
    )
    return Markup(
        '<svg role="img" class="intervals" viewBox="0 0 {} {}" style="max-width:{}px" '
        'aria-labelledby="experiment-t experiment-d"><title id="experiment-t">{}</title>'
        '<desc id="experiment-d">{}</desc>{}{}</svg>'
    ).format(
        *(_WIDE, high, _WIDE, say["report_intervals"], "; ".join(told)),
        *(ticks, Markup("").join(parts)),
    )
