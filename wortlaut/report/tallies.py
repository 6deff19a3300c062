"""How many are mapped to each lettered element, step by step, with the paragraphs.

No law is known here: what is counted is each state variable that maps the elements of
a set to those of the lettered set, in a story as its lines tell it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from runtime.ruleset.types import Element, Optional, Truth, Type
from runtime.state import Layout, Store
from wortlaut.render.board import Moment
from wortlaut.render.names import Names
from wortlaut.report.twins import Twins


@dataclass(frozen=True)
class _Row:
    at: str
    said: str
    counts: tuple[int, ...]
    nobody: int
    gone: frozenset[int]


def mappings(layout: Layout, names: Names) -> dict[str, str]:
    """For each set, the state variable that maps its elements to those of the lettered set."""
    found: dict[str, str] = {}
    for state in layout.names:
        declared = layout.rules.states[state]
        if len(declared.domain) == 1 and _bare(declared.type) == Element(set=names.lettered or ""):
            found.setdefault(declared.domain[0], state)
    return found


def gone(layout: Layout, store: Store, names: Names, set_id: str) -> frozenset[int]:
    """The elements of a set that the law's folder says are drawn as no longer taking part."""
    found: set[int] = set()
    for state in names.law.faded:
        declared = layout.rules.states.get(state)
        if declared and declared.domain == (set_id,) and isinstance(declared.type, Truth):
            column = store.values[layout.position[state]]
            found |= {index for index, value in enumerate(column) if value}
    return frozenset(found)


def tallied(
    layout: Layout, moments: Sequence[Moment], names: Names, id: str, twins: Twins
) -> Markup:
    """A table for each state variable that is counted, of the steps in which the counts change.

    Nothing where none changes more than once. ``id``: unique in the page.
    """
    lettered = names.lettered
    if lettered is None:
        return Markup("")
    parts = []
    for number, (set_id, state) in enumerate(mappings(layout, names).items(), start=1):
        size = layout.sizes[lettered]
        if layout.sizes[set_id] > size and len(rows := _rows(layout, moments, names, state)) > 1:
            parts.append(_table(rows, layout, names, state, f"{id}-{number}", twins))
    return Markup("\n").join(parts)


def _rows(layout: Layout, moments: Sequence[Moment], names: Names, state: str) -> list[_Row]:
    """The moments after which the counts, or who takes part, are others than before."""
    lettered = names.lettered or ""
    rows: list[_Row] = []
    for one in moments:
        column = one.store.values[layout.position[state]]
        counts = Counter(column)
        if not rows and set(counts) == {None}:
            continue
        row = _Row(
            names.cite(one.ref),
            one.said,
            tuple(counts[index] for index in range(layout.sizes[lettered])),
            counts[None],
            gone(layout, one.store, names, lettered),
        )
        if not rows or (row.counts, row.gone) != (rows[-1].counts, rows[-1].gone):
            rows.append(row)
    return rows


def _table(
    rows: list[_Row], layout: Layout, names: Names, state: str, id: str, twins: Twins
) -> Markup:
    say, lettered = names.say, names.lettered or ""
    letters = [names.short(lettered, index) for index in range(layout.sizes[lettered])]
    heading = say["report_tallies"].format(term=names.term(state))
    head = [say["report_where"], *letters, say["report_nobody"], say["report_step"]]
    cells = Markup("").join(Markup('<th scope="col">{}</th>').format(one) for one in head)
    body = []
    for row in rows:
        counts = [
            Markup('<td class="number gone"><s>{}</s></td>').format(count)
            if index in row.gone
            else Markup('<td class="number">{}</td>').format(count)
            for index, count in enumerate(row.counts)
        ]
        body.append(
            Markup(
                '<tr><th scope="row">{}</th>{}<td class="number">{}</td><td>{}</td></tr>'
            ).format(row.at, Markup("").join(counts), row.nobody, row.said)
        )
    twin = twins.add(
        f"tallies-{id}",
        [
            {
                "at": row.at,
                "state": state,
                "counts": dict(zip(letters, row.counts, strict=True)),
                "none": row.nobody,
                "out": [letters[index] for index in sorted(row.gone)],
                "step": row.said,
            }
            for row in rows
        ],
    )
    return Markup(
        '<div class="wide" tabindex="0" role="region" aria-label="{}">'
        '<table class="tallies" data-twin="{}"><caption>{}</caption>'
        "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(heading, twin, heading, cells, Markup("").join(body))


def _bare(type: Type) -> Type:
    return _bare(type.item) if isinstance(type, Optional) else type
