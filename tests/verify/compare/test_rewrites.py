"""The same said in other words: the paragraph stays equal."""

import pytest

from tests.verify.compare.changed import changed, compared

NEIGHBOURS = (
    """alle Spielfeld b mit max(betrag(a.Spalte - b.Spalte), betrag(a.Zeile - b.Zeile)) = 1"""
)
REWRITES = {
    "renamed variable": ("2.1", "fr", "notion majorité_absolue(k: candidate) := nombre_de_voix(k) > nombre(électrice e) / 2", "notion majorité_absolue(c: candidate) := nombre_de_voix(c) > nombre(électrice i) / 2"),
    "turned round": ("2.1", "fr", "nombre_de_voix(k) > nombre(électrice e) / 2", "nombre(électrice e) < 2 * nombre_de_voix(k)"),
    "De Morgan": ("10.1", "fr", "lorsque aucun candidat k avec majorité_absolue(k)", "lorsque (tout candidat k vérifie non majorité_absolue(k))"),
    "double negation": ("7.3", "fr", "tout électeur e vérifie position_électeur(e) défini", "aucun électeur e avec position_électeur(e) non défini"),
    "counted": ("7.3", "fr", "tout électeur e vérifie position_électeur(e) défini", "nombre(électeur e avec position_électeur(e) défini) = 24"),
    "conjuncts in another order": ("11", "fr", "et deux distinctes candidates k, l avec restante(k) et restante(l) et nombre_de_voix(k) = nombre_de_voix(l)", "et deux distinctes candidates k, l avec nombre_de_voix(k) = nombre_de_voix(l) et restante(l) et restante(k)"),
    "norm without its guard": ("5.3", "de", "mit Kandidatenfeld(k) gesetzt und Kandidatenfeld(k) = Kandidatenfeld(l)", "mit Kandidatenfeld(l) = Kandidatenfeld(k) und Kandidatenfeld(l) gesetzt"),
    "helping definition put in its place": ("10.1", "fr", "pour chaque k parmi derniers: éliminé(k) := oui", "pour chaque k parmi (tous candidat i avec restant(i) au plus petit nombre_de_voix(i)): éliminé(k) := oui"),
    "value named before it is used": ("10.1", "fr", "pour chaque k parmi derniers: éliminé(k) := oui", "soit perdants := derniers\npour chaque k parmi perdants: éliminé(k) := oui"),
    "value named before the choice": ("7.2", "de", "s darf wählen g aus Nachbarfelder(Kandidatenfeld(Figur(s))): Kandidatenfeld(Figur(s)) := g", "s darf wählen g aus Nachbarfelder(Kandidatenfeld(Figur(s))):\n  sei z := Figur(s)\n  Kandidatenfeld(z) := g"),
    "what was just kept, read again": ("6.1", "fr", "pion(j) := k", "pion(j) := k\npion(j) := pion(j)"),
    "the piece itself": ("6.2", "fr", "position_candidat(pion(j)) := x", "position_candidat(k) := x"),
    "one after the other": ("11", "fr", "choix ouvert électrice e avec voix(e) défini voix(e) := rien, position_électeur(e) := rien", "choix ouvert électrice e avec voix(e) défini\nposition_électeur(e) := rien\nvoix(e) := rien"),
    "pairings in another order": ("4.2", "fr", "case(a + b, c + d), case(a + c, b + d)", "case(a + c, b + d), case(d + c, b + a), case(a + b, c + d)"),
    "neighbours as sums": ("7.2", "de", NEIGHBOURS, "alle Spielfeld b mit b ≠ a und betrag(a.Spalte - b.Spalte) <= 1 und betrag(a.Zeile - b.Zeile) <= 1"),
    "neighbours as products": ("7.2", "de", NEIGHBOURS, "alle Spielfeld b mit (a.Spalte - b.Spalte) * (a.Spalte - b.Spalte) + (a.Zeile - b.Zeile) * (a.Zeile - b.Zeile) in {1, 2}"),
    "the distance doubled": ("8.2", "fr", "à la plus petite distance_droite(position_électeur(e), position_candidat(k))", "à la plus petite 2 * distance_droite(position_électeur(e), position_candidat(k)) + 1"),
    "nearest of some": ("8.1", "fr", "lorsque nombre(k parmi plus_proches(e)) = 1", "lorsque une k parmi plus_proches(e) avec (tout l parmi plus_proches(e) vérifie l = k)"),
    "case by case": ("8.3", "fr", "pour chaque électrice e: position_électeur(e) := position_soutenue(e)", "pour chaque électrice e avec voix(e) défini: position_électeur(e) := position_candidat(voix(e))"),
    "several dice at once": ("4.1", "fr", "lancer a, b, c, d parmi 1..6", "lancer a, b parmi 1..6\nlancer c, d parmi 1..6"),
}  # fmt: skip


@pytest.mark.parametrize("name", REWRITES)
def test_the_same_in_other_words_is_equal(name: str) -> None:
    ref, language, old, new = REWRITES[name]
    found = compared(changed("spec/posg", language, old, new), ref, "de", "fr")
    assert not found.differences
    assert (found.relation, found.detail) == ("equal", "")
