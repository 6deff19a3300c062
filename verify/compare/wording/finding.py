"""A finding in the wording, and what each kind of finding weighs."""

from typing import Literal

from runtime.ruleset.model import Model

Grade = Literal["formal", "terminology", "meaning"]
"""``formal``: how it is written; ``terminology``: which word; ``meaning``: what is said."""

GRADES_IN_ORDER: tuple[Grade, ...] = ("meaning", "terminology", "formal")
"""The gravest first."""

Kind = Literal[
    "structure",
    "references",
    "numbers",
    "ordinals",
    "ranges",
    "dates",
    "modality",
    "negation",
    "condition",
    "order",
    "quantity",
    "comparison",
    "restriction",
    "measure",
    "direction",
    "connective",
    "plurality",
    "terms",
    "renderings",
    "form",
]

Note = Literal[
    "number_of_titles",
    "number_of_title",
    "place_missing",
    "number_of_sentences",
    "sentence_missing",
    "heading_missing",
    "references",
    "numbers",
    "numbers_order",
    "ordinals",
    "ranges",
    "dates",
    "modality",
    "negation",
    "condition",
    "order",
    "quantity",
    "comparison",
    "restriction",
    "measure",
    "direction",
    "connective",
    "and_or",
    "plurality",
    "terms",
    "sequence",
    "two_renderings",
    "two_wordings",
    "citation",
]
"""What was found, in a word; ``wortlaut/render/wording.py`` has its text in each language."""

GRADES: dict[Note, tuple[Grade, int]] = {
    "number_of_titles": ("formal", 3),
    "number_of_title": ("formal", 2),
    "place_missing": ("meaning", 3),
    "number_of_sentences": ("formal", 1),
    "sentence_missing": ("meaning", 3),
    "heading_missing": ("formal", 2),
    "references": ("meaning", 3),
    "numbers": ("meaning", 3),
    "numbers_order": ("meaning", 1),
    "ordinals": ("meaning", 3),
    "ranges": ("meaning", 3),
    "dates": ("meaning", 3),
    "modality": ("meaning", 3),
    "negation": ("meaning", 3),
    "condition": ("meaning", 2),
    "order": ("meaning", 2),
    "quantity": ("meaning", 2),
    "comparison": ("meaning", 2),
    "restriction": ("meaning", 2),
    "measure": ("meaning", 2),
    "direction": ("meaning", 2),
    "connective": ("meaning", 1),
    "and_or": ("meaning", 3),
    "plurality": ("meaning", 1),
    "terms": ("terminology", 2),
    "sequence": ("formal", 1),
    "two_renderings": ("terminology", 2),
    "two_wordings": ("terminology", 1),
    "citation": ("formal", 1),
}
"""The grade of each note, and its weight from 1 (light) to 3 (heavy)."""


class WordingFinding(Model):
    """A difference in the wording. ``first`` and ``second`` are what each version has.

    ``about`` tells findings of one place apart: a word for what was compared. It and
    ``ref`` make the finding's id, so they do not depend on the words. ``note`` says
    what was found; ``weight`` is from 1 (light) to 3 (heavy) within its ``grade``.
    ``ref`` is empty for what concerns the law as a whole, ``places`` says where then.
    """

    kind: Kind
    about: str
    ref: str
    first: str
    second: str
    note: Note
    grade: Grade
    weight: int
    places: tuple[str, ...] = ()


def finding(
    kind: Kind,
    about: str,
    ref: str,
    said: tuple[str, str],
    note: Note,
    *,
    places: tuple[str, ...] = (),
    weight: int | None = None,
) -> WordingFinding:
    """A finding with the grade and the weight of its note."""
    grade, usual = GRADES[note]
    return WordingFinding(
        kind=kind,
        about=about,
        ref=ref,
        first=said[0],
        second=said[1],
        note=note,
        grade=grade,
        weight=usual if weight is None else weight,
        places=places,
    )
