"""Definitions with conditions that nothing uses: no question ever reaches their cases.

Whether the cases of a definition leave a gap or contradict each other is asked where it is used.
"""

from collections.abc import Iterable
from typing import Any

from compiler import tree as t
from compiler.diagnostics import Diagnostics
from compiler.folder import LawVersion
from compiler.glossary import Glossary
from compiler.mentions import names_in, used_in
from compiler.units import Place


def report_unused(
    versions: Iterable[tuple[tuple[Place, ...], LawVersion]],
    glossary: Glossary,
    beside: tuple[Any, ...],
    diagnostics: Diagnostics,
) -> None:
    """Warn of each definition of a version that has a condition, and that nothing uses.

    ``beside``: the trees of what belongs to no version, which uses concepts by their ids.
    """
    for places, source in versions:
        words = glossary.words(source.language)
        used = set(names_in(beside))
        for place in places:
            used.update(used_in(place, words))
        for place in places:
            for item in (item for passage in place.passages for item in passage.items):
                if not isinstance(item, t.DefinitionItem) or item.guard is None:
                    continue
                concept = words.get(item.name.text)
                if concept is not None and concept not in used:
                    used.add(concept)  # one case stands for all
                    _report(item.name, place, source.law_file, diagnostics)


def _report(name: t.Name, place: Place, file: str, diagnostics: Diagnostics) -> None:
    diagnostics.add(
        "unused_definition",
        file,
        name.span,
        heading=place.citation,
        severity="warning",
        name=name.text,
    )
