"""What the verifier says of a verdict is told in the reader's words and the terms of the law."""

import pytest

from compiler.law import load_sound
from wortlaut.render.details import say_detail
from wortlaut.render.words import words

DETAILS = [
    (
        "gave up after 5000 states; a search of 7 steps with 2 questions found no violation",
        "aufgegeben nach: 5000 Zustände; eine Suche über 7 Schritte mit 2 Fragen: keine Verletzung gefunden",
        "abandonné après: 5000 états; une recherche de 7 pas avec 2 questions: aucune violation trouvée",
    ),
    (
        "induction: too many paths; 40 games with random choices, what few choices lead to found no such step",
        "Induktion: zu viele Wege; 40 Partien mit zufälligen Entscheiden, wohin wenige Entscheide führen: kein solcher Schritt gefunden",
        "induction: trop de chemins; 40 parties aux choix aléatoires, là où mènent peu de choix: aucun pas de ce genre trouvé",
    ),
    (
        "symmetry: two that may be chosen can differ; commuting: something is drawn in a turn",
        "Symmetrie: zwei, die gewählt werden dürfen, können sich unterscheiden; Vertauschen: im Zug entscheidet der Zufall",
        "symétrie: deux qui peuvent être choisis peuvent différer; permutation: le hasard décide dans un tour",
    ),
    (
        "the law has no other number of candidate",
        "das Gesetz lässt keine andere Zahl zu für Kandidaten",
        "la loi n'admet pas d'autre nombre pour candidats",
    ),
]


@pytest.mark.parametrize(("said", "german", "french"), DETAILS)
def test_details_are_told(said: str, german: str, french: str) -> None:
    law = load_sound("posg")
    assert say_detail(said, law, "de", words("de")) == german
    assert say_detail(said, law, "fr", words("fr")) == french


def test_what_is_in_no_table_stays_as_it_is() -> None:
    assert say_detail("as is, or not", load_sound("posg"), "de", words("de")) == "as is, or not"
