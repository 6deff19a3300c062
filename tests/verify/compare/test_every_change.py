"""Every small change of the rules of one version shows in the comparison of its paragraph.

The changes are those of ``wortlaut mutate``. By default one is tried for each kind in
each paragraph; the slow test tries all.
"""

from functools import cache

import pytest

from tests.verify.compare.changed import law
from verify.compare.bench import Pair
from verify.compare.paragraph import Comparison, compare_paragraph
from verify.compare.vocabulary import common_sizes
from verify.mutation.mutants import Mutant, mutants

LANGUAGES = ("de", "fr")

# What changes nothing: the paragraph permits the same as before, for the reason given.
THE_SAME = {
    # Of those nearest in steps, one at least is nearest in straight steps.
    "fr mutant.change_comparison.8.2.2",
    "de mutant.change_comparison.8.2.2",
    # Two that are nearest in straight steps are two that are nearest in steps.
    "fr mutant.drop_condition.8.2.3",
    "de mutant.drop_condition.8.2.3",
    # Two different ones remain anyway: at most two are two.
    "fr mutant.change_comparison.11.2",
    "de mutant.change_comparison.11.2",
}

# Dice with other faces: the type of what is thrown stays what it was, which no text can say.
# `test_mutations` changes the text instead.
_NO_TEXT = ("shift_number.4.1.",)

_SLOW = ("10.2", "10.3", "8.1")
"""Paragraphs that do much at once: finding a case may take up to half a minute."""


@cache
def changes(language: str) -> dict[str, Mutant]:
    found = law("spec/posg")
    rules = found.bare_rules(language, found.readings[language])
    return {one.id: one for one in mutants(rules) if not any(part in one.id for part in _NO_TEXT)}


def compared(language: str, mutant: Mutant) -> Comparison:
    found = law("spec/posg")
    pair = [found.bare_rules(one, found.readings[one]) for one in LANGUAGES]
    pair[LANGUAGES.index(language)] = mutant.rules
    ref = mutant.key.ref
    return compare_paragraph(Pair(pair[0], pair[1]), ref, common_sizes(pair[0], pair[1]))


def tried() -> list[object]:
    first: set[tuple[str, str, str]] = set()
    found = []
    for language in LANGUAGES:
        for id, mutant in changes(language).items():
            key = language, mutant.key.kind, mutant.key.ref
            slow = key in first or language == "de" or mutant.key.ref in _SLOW
            first.add(key)
            marks = pytest.mark.slow if slow else ()
            found.append(pytest.param(language, id, marks=marks, id=f"{language} {id}"))
    return found


@pytest.mark.parametrize(("language", "id"), tried())
def test_a_change_shows(language: str, id: str) -> None:
    mutant = changes(language)[id]
    found = compared(language, mutant)
    if f"{language} {id}" in THE_SAME:
        assert (found.relation, found.detail) == ("equal", "")
        return
    # Art. 7 (1) differs between the versions anyway.
    known = 1 if mutant.key.ref == "7.1" else 0
    assert found.relation not in ("equal", "not_encoded", "unknown", "unsupported")
    assert len(found.differences) > known
    for one in found.differences:
        assert one.first != one.second
        if one.values is not None and "undefined" not in (one.first, one.second):
            assert one.values[0] != one.values[1]


def test_every_paragraph_with_rules_is_changed() -> None:
    table = {
        ref for language in LANGUAGES for ref in (m.key.ref for m in changes(language).values())
    }
    found = law("spec/posg")
    rules = found.bare_rules("fr", found.readings["fr"])
    encoded = {norm.ref for norm in rules.norms}
    encoded |= {case.ref for one in rules.definitions.values() for case in one.cases}
    encoded |= {rule.ref for decided in rules.decisions.values() for rule in decided}
    encoded |= {declared.ref for declared in rules.sets.values() if declared.same_as is None}
    assert encoded <= table
