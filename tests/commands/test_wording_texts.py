"""Findings in the wording are worded in every language."""

from typing import get_args

import pytest

from verify.compare.reconcile import What
from verify.compare.wording import GRADES_IN_ORDER, Grade, Kind, Note
from verify.compare.wording.finding import GRADES
from wortlaut.render.words import words


@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_every_finding_is_worded(language: str) -> None:
    say = words(language)
    wanted = {f"finding_{kind}" for kind in get_args(Kind)}
    wanted |= {f"note_{note}" for note in get_args(Note)}
    wanted |= {f"grade_{grade}" for grade in get_args(Grade)}
    wanted |= {f"reconcile_{what}" for what in get_args(What)}
    assert wanted <= say.keys()


def test_every_note_has_a_grade_and_a_weight() -> None:
    assert set(GRADES) == set(get_args(Note))
    assert {grade for grade, _ in GRADES.values()} == set(GRADES_IN_ORDER) == set(get_args(Grade))
    assert {weight for _, weight in GRADES.values()} == {1, 2, 3}
