"""Sentences in the manner of Swiss statutes that say the same in German and in French.

The tables are made for the field, not for the laws in this repository: of sentences
that they have never seen, few may be reported, and for a reason.
"""

import pytest

from compiler.marks import read_sentence
from compiler.terms import Terms
from verify.compare.wording.expressions import compare_expressions

SAME = [
    ("Alle Menschen sind vor dem Gesetz gleich.", "Tous les êtres humains sont égaux devant la loi."),
    ("Mann und Frau sind gleichberechtigt.", "L'homme et la femme sont égaux en droit."),
    ("Das Gesetz sorgt für ihre rechtliche und tatsächliche Gleichstellung, vor allem in Familie, Ausbildung und Arbeit.", "La loi pourvoit à l'égalité de droit et de fait, en particulier dans les domaines de la famille, de la formation et du travail."),
    ("Mann und Frau haben Anspruch auf gleichen Lohn für gleichwertige Arbeit.", "L'homme et la femme ont droit à un salaire égal pour un travail de valeur égale."),
    ("Der Nationalrat besteht aus 200 Abgeordneten des Volkes.", "Le Conseil national se compose de 200 députés du peuple."),
    ("Die Abgeordneten werden vom Volk in direkter Wahl nach dem Grundsatz des Proporzes bestimmt.", "Les députés sont élus par le peuple au suffrage direct selon le système proportionnel."),
    ("Alle vier Jahre findet eine Gesamterneuerung statt.", "Le Conseil national est renouvelé intégralement tous les quatre ans."),
    ("Die Sitze werden nach der Bevölkerungszahl auf die Kantone verteilt.", "Les sièges sont répartis entre les cantons proportionnellement à leur population."),
    ("Jeder Kanton hat mindestens einen Sitz.", "Chaque canton a droit à un siège au moins."),
    ("Wahlberechtigte können nur einen Wahlzettel abgeben.", "Les électeurs ne peuvent déposer qu'un seul bulletin."),
    ("Wer das Formular nicht innert 30 Tagen einreicht, verliert den Anspruch.", "Quiconque ne remet pas le formulaire dans les 30 jours perd son droit."),
    ("Die Kantone erlassen die nötigen Ausführungsbestimmungen und teilen sie der Bundeskanzlei mit.", "Les cantons édictent les dispositions d'exécution nécessaires et les communiquent à la Chancellerie fédérale."),
    ("Bei Stimmengleichheit entscheidet das Los.", "En cas d'égalité des voix, le sort décide."),
    ("Ist ein Sitz frei, so findet innert drei Monaten eine Ersatzwahl statt, ausser wenn die Gesamterneuerung bevorsteht.", "Si un siège devient vacant, une élection complémentaire a lieu dans les trois mois, à moins que le renouvellement intégral ne soit imminent."),
    ("Die Beschwerde ist innert drei Tagen seit der Entdeckung des Beschwerdegrundes, spätestens jedoch am dritten Tag nach Veröffentlichung der Ergebnisse einzureichen.", "Le recours doit être déposé dans les trois jours qui suivent la découverte du motif de recours, mais au plus tard le troisième jour après la publication des résultats."),
    ("Der Vorstand darf keine Geschenke annehmen.", "Le comité ne peut pas accepter de cadeaux."),
    ("Niemand ist verpflichtet, mehr als eine Stimme abzugeben.", "Personne n'est tenu de donner plus d'une voix."),
    ("Dieses Gesetz tritt am 1. Juli 2022 in Kraft.", "La présente loi entre en vigueur le 1er juillet 2022."),
    ("Die Kommission ist beschlussfähig, wenn die Mehrheit der Mitglieder anwesend ist.", "La commission délibère valablement lorsque la majorité des membres est présente."),
    ("Wer eine Vorschrift verletzt, wird mit Busse bis zu 10 000 Franken bestraft.", "Quiconque contrevient à une disposition est puni d'une amende de 10 000 francs au plus."),
    ("Vorbehalten bleiben abweichende Bestimmungen anderer Bundesgesetze.", "Les dispositions contraires d'autres lois fédérales sont réservées."),
    ("Die Behörde weist Gesuche ab, die nicht den Anforderungen nach Artikel 5 Absatz 2 entsprechen.", "L'autorité rejette les demandes qui ne satisfont pas aux exigences visées à l'art. 5, al. 2."),
    ("Der Arbeitgeber darf dem Arbeitnehmer nur kündigen, wenn ein wichtiger Grund vorliegt.", "L'employeur ne peut résilier le contrat que s'il existe un juste motif."),
    ("Gebühren werden nicht erhoben.", "Aucun émolument n'est perçu."),
    ("Jede Person hat Anspruch auf rechtliches Gehör.", "Toute personne a le droit d'être entendue."),
    ("Der Antrag muss mindestens 30 Tage vor der Versammlung schriftlich eingereicht werden.", "La proposition doit être déposée par écrit 30 jours au moins avant l'assemblée."),
    ("Sind alle Sitze verteilt, endet das Verfahren.", "Lorsque tous les sièges sont répartis, la procédure prend fin."),
]  # fmt: skip

REPORTED = [
    ("Schweizerinnen und Schweizer sind wählbar.", "Tous les Suisses et toutes les Suissesses sont éligibles.", {"quantity"}, "all of them, said in French only"),
    ("Sie kann Dritte beiziehen, soweit dies dazu erforderlich ist.", "Elle peut faire appel à des tiers, dans la mesure où cela l'exige.", {"restriction"}, "necessary, and demands: an adjective and a verb"),
    ("Der Vorsitzende hat den Stichentscheid.", "En cas d'égalité, la voix du président est prépondérante.", {"condition"}, "the condition lies in the German noun"),
]  # fmt: skip


def kinds(german: str, french: str) -> set[str]:
    read = [
        read_sentence(text, code, (), Terms({}, code))
        for text, code in ((german, "de"), (french, "fr"))
    ]
    return {one.kind for one in compare_expressions(read[:1], read[1:], frozenset())}


@pytest.mark.parametrize(("german", "french"), SAME)
def test_what_is_the_same_is_not_reported(german: str, french: str) -> None:
    assert kinds(german, french) == set()


@pytest.mark.parametrize(("german", "french", "expected", "why"), REPORTED)
def test_what_is_reported_all_the_same(
    german: str, french: str, expected: set[str], why: str
) -> None:
    assert kinds(german, french) == expected, why
