"""Each kind of difference in the wording: sentences that say the same, and one that does not."""

from collections.abc import Mapping

import pytest

from compiler.marks import read_sentence
from compiler.terms import Terms
from runtime.ruleset.wording import Sentence, VersionWording, Wording
from verify.compare.wording import align, compare_law, compare_wording
from verify.compare.wording.expressions import compare_expressions
from verify.compare.wording.renderings import alike

GLOSSARY = {
    "de": {
        "Pächter": "tenant",
        "Pächterin": "tenant",
        "Beet": "bed",
        "Beete": "bed",
        "Rat": "board",
    },
    "fr": {"locataire": "tenant", "locataires": "tenant", "parcelle": "bed", "conseil": "board"},
    "en": {"tenant": "tenant", "bed": "bed", "board": "board"},
    "it": {"affittuario": "tenant", "affittuari": "tenant", "aiuola": "bed", "consiglio": "board"},
}
CONCEPTS = frozenset({"tenant", "bed", "board"})

# kind: the sentence in two languages, and the second one changed.
PAIRS = {
    "numbers": [
        ("de", "Es sind drei Beete.", "fr", "Il y a trois parcelles.", "Il y a quatre parcelles."),
        ("de", "Es braucht 12 Beete.", "en", "It takes twelve beds.", "It takes twenty beds."),
        ("de", "Spalten links (2) und rechts (12).", "fr", "Colonnes à gauche (2) et à droite (12).", "Colonnes à gauche (12) et à droite (2)."),
        ("fr", "Un dixième des locataires suffit.", "it", "Un decimo degli affittuari basta.", "Un ventesimo degli affittuari basta."),
        ("de", "Zwei Drittel der Beete.", "en", "Two thirds of the beds.", "Three quarters of the beds."),
        ("de", "Die Hälfte genügt.", "fr", "La moitié suffit.", "Le tiers suffit."),
    ],
    "ordinals": [
        ("fr", "La deuxième parcelle est libre.", "it", "La seconda aiuola è libera.", "La prima aiuola è libera."),
        ("de", "Das zweite Beet ist frei.", "fr", "La deuxième parcelle est libre.", "La troisième parcelle est libre."),
        ("fr", "La première parcelle est libre.", "en", "The first bed is free.", "The bed is free."),
    ],
    "ranges": [
        ("de", "Es sind zwei bis vier.", "fr", "Il y en a deux à quatre.", "Il y en a deux ou quatre."),
        ("de", "Es sind 2–4.", "en", "There are 2 to 4.", "There are 2, 4."),
    ],
    "references": [
        ("de", "Es gilt Art. 3 Abs. 2.", "fr", "L'art. 3 al. 2 est applicable.", "L'art. 3 al. 1 est applicable."),
    ],
    "dates": [
        ("fr", "Valable dès le 3 mai 2021.", "it", "Valido dal 3 maggio 2021.", "Valido dal 3 giugno 2021."),
        ("de", "Es gilt ab 3. Mai 2021.", "fr", "Valable dès le 3 mai 2021.", "Valable dès le 3 juin 2021."),
        ("de", "Es gilt ab 1. Januar 2020.", "en", "It applies from January 1, 2020.", "It applies from January 1, 2021."),
    ],
    "modality": [
        ("de", "Der Rat muss prüfen.", "fr", "Le conseil doit vérifier.", "Le conseil peut vérifier."),
        ("de", "Die Regeln sind einzuhalten.", "fr", "Les règles doivent être respectées.", "Les règles sont respectées."),
        ("de", "Der Rat hat dies zu prüfen.", "en", "The board must check this.", "The board may check this."),
        ("de", "Der Rat darf das nicht prüfen.", "fr", "Le conseil ne peut pas le vérifier.", "Le conseil peut le vérifier."),
        ("de", "Der Rat darf nicht prüfen.", "en", "The board must not check.", "The board need not check."),
        ("de", "Der Rat muss prüfen.", "it", "Il consiglio deve verificare.", "Il consiglio può verificare."),
        ("fr", "Le conseil ne peut pas le vérifier.", "it", "Il consiglio non può verificarlo.", "Il consiglio può verificarlo."),
        ("en", "The board shall check.", "fr", "Le conseil est tenu de vérifier.", "Le conseil vérifie."),
    ],
    "negation": [
        ("de", "Das Beet ist nicht frei.", "fr", "La parcelle n'est pas libre.", "La parcelle est libre."),
        ("de", "Kein Beet ist frei.", "en", "No bed is free.", "A bed is free."),
    ],
    "condition": [
        ("de", "Wird ein Beet frei, meldet es der Rat.", "fr", "Si une parcelle se libère, le conseil l'annonce.", "Une parcelle se libère, le conseil l'annonce."),
        ("de", "Falls ein Beet frei wird, meldet er es.", "en", "If a bed becomes free, it is announced.", "A bed becomes free, it is announced."),
        ("fr", "À moins qu'elle ne soit libre.", "en", "Unless it is free.", "If it is free."),
    ],
    "order": [
        ("fr", "Avant le tour.", "it", "Prima del turno.", "Dopo il turno."),
        ("de", "Danach wählen sie der Reihe nach.", "fr", "Ils choisissent ensuite à tour de rôle.", "Ils choisissent ensuite."),
        ("de", "Sie wählen der Reihe nach.", "it", "Scelgono a turno.", "Scelgono."),
        ("de", "Sie prüfen gleichzeitig.", "en", "They check at the same time.", "They check."),
        ("de", "Nach dem Ausscheiden wird neu verteilt.", "fr", "Après le retrait, on redistribue à nouveau.", "En cas de retrait, on redistribue à nouveau."),
    ],
    "quantity": [
        ("de", "Jeder Pächter zahlt.", "fr", "Chaque locataire paie.", "Un locataire paie."),
        ("de", "Ein oder mehrere Beete.", "en", "One or more beds.", "Beds."),
        ("de", "Alle Pächter zahlen.", "fr", "Chaque locataire paie.", "Plusieurs locataires paient."),
    ],
    "comparison": [
        ("fr", "Le plus grand reste.", "it", "Il maggior resto.", "Il minor resto."),
        ("de", "Mehr als drei genügen.", "fr", "Plus de trois suffisent.", "Au moins trois suffisent."),
        ("de", "Wer am wenigsten hat, zahlt.", "fr", "Qui a le moins paie.", "Qui a le plus paie."),
        ("de", "Beide haben gleich viele Stimmen.", "en", "Two have the same number of votes.", "Two have votes."),
    ],
    "restriction": [
        ("de", "Nur Pächter zahlen.", "fr", "Seuls les locataires paient.", "Les locataires paient."),
        ("de", "Es bleiben nur noch zwei.", "fr", "Il ne reste que deux.", "Il reste deux."),
        ("de", "Das eigene Beet.", "en", "Their own bed.", "Their bed."),
    ],
    "measure": [
        ("de", "Die Zahl der Schritte zählt.", "fr", "Le nombre de pas compte.", "La distance compte."),
    ],
    "direction": [
        ("fr", "Il est arrondi à l'entier supérieur.", "it", "È arrotondato all'intero superiore.", "È arrotondato all'intero inferiore."),
        ("de", "Links liegt das Beet.", "fr", "À gauche se trouve la parcelle.", "À droite se trouve la parcelle."),
    ],
    "connective": [
        ("de", "Beet und Rat.", "fr", "Parcelle et conseil.", "Parcelle ou conseil."),
        ("de", "Beet oder Rat.", "en", "Bed or board.", "Bed and board."),
    ],
    "plurality": [
        ("de", "Der Rat vergibt ein Beet.", "fr", "Le conseil attribue une parcelle.", "Le conseil attribue des parcelles."),
    ],
    "terms": [
        ("de", "Die Pächterin zahlt.", "fr", "Le locataire paie.", "Le conseil paie."),
        ("de", "Das Beet ist frei.", "en", "The bed is free.", "The patch is free."),
    ],
    "form": [
        ("de", "Beet und Rat.", "fr", "Parcelle et conseil.", "Conseil et parcelle."),
    ],
}  # fmt: skip

CASES = [
    pytest.param(kind, *pair, id=f"{kind}-{number}")
    for kind, pairs in PAIRS.items()
    for number, pair in enumerate(pairs, start=1)
]


def read(text: str, language: str, words: Mapping[str, str] | None = None) -> Sentence:
    terms = Terms(GLOSSARY[language] if words is None else words, language)
    return read_sentence(text, language, (), terms)


def kinds(first: Sentence, second: Sentence) -> set[str]:
    return {one.kind for one in compare_expressions((first,), (second,), CONCEPTS)}


@pytest.mark.parametrize(("kind", "one", "first", "other", "same", "changed"), CASES)
def test_what_differs_is_found_and_what_is_the_same_is_not(
    kind: str, one: str, first: str, other: str, same: str, changed: str
) -> None:
    assert kinds(read(first, one), read(same, other)) == set()
    assert kind in kinds(read(first, one), read(changed, other))
    assert kind in kinds(read(changed, other), read(first, one)), "whichever comes first"


GRAMMAR = [
    ("mixed genders", "Die Pächterin wählt ihr Beet.", "Le locataire choisit sa parcelle."),
    ("a plural that follows", "Zwei Pächter nennen ihr Beet.", "Deux locataires nomment leurs parcelles."),
    ("each and all", "Jeder Pächter zahlt.", "Tous les locataires paient."),
    ("a prohibition", "Das Beet darf nicht leer sein.", "La parcelle ne doit pas être vide."),
    ("a duty without a modal verb", "Die Frist ist einzuhalten.", "Le délai doit être respecté."),
    ("a verb that begins", "Ist das Beet frei, zahlt der Pächter.", "Lorsque la parcelle est libre, le locataire paie."),
    ("«nach» of place and of time", "Nach Ablauf zahlt der Rat.", "À l'échéance, le conseil paie."),
    ("a compound", "Beetpächter zahlen.", "Les locataires d'une parcelle paient."),
    ("«un» and «ein»", "Ein Beet genügt.", "Une parcelle suffit."),
    ("a number of something else", "Innert zehn Tagen Beet wählen.", "Choisir une parcelle dans les dix jours."),
    ("«ou que» after «ne»", "Bis kein Beet frei ist oder kein Pächter zahlt.", "Jusqu'à ce qu'aucune parcelle ne soit libre ou qu'aucun locataire ne paie."),
    ("«über» with a number", "Der Pächter über 65 zahlt nie mehr als 9.", "Le locataire de plus de 65 ne paie jamais un montant qui dépasse 9."),
    ("a prohibition by «kein»", "Kein Beet darf länger als neun Tage frei bleiben.", "Aucune parcelle ne peut rester libre plus de neuf jours."),
    ("neighbours", "Die Beete, die aneinandergrenzen, zahlen.", "Les parcelles contiguës paient."),
    ("who comes back", "Der Pächter wird wieder aufgenommen.", "Le locataire est réadmis."),
    ("capital at the start", "Drei Beete genügen.", "Trois parcelles suffisent."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second"), [pair[1:] for pair in GRAMMAR], ids=[p[0] for p in GRAMMAR]
)
def test_what_grammar_explains_is_no_finding(first: str, second: str) -> None:
    assert kinds(read(first, "de"), read(second, "fr")) == set()


# ---- which sentences correspond


def sentences(language: str, *texts: str) -> tuple[Sentence, ...]:
    return tuple(read(text, language) for text in texts)


def shape(first: tuple[Sentence, ...], second: tuple[Sentence, ...]) -> list[tuple[int, int]]:
    return [(len(group.first), len(group.second)) for group in align(first, second)]


def test_sentences_correspond_by_what_they_say() -> None:
    first = sentences("de", "Drei Beete sind frei, fünf Beete sind leer.", "Der Rat muss prüfen.")
    second = sentences("fr", "Trois parcelles sont libres.", "Cinq parcelles sont vides.", "Le conseil doit vérifier.")  # fmt: skip
    assert shape(first, second) == [(1, 2), (1, 1)]
    assert shape(second, first) == [(2, 1), (1, 1)]


def test_a_sentence_without_counterpart_stands_alone() -> None:
    first = sentences("de", "Drei Beete sind frei.", "Der Rat muss prüfen.", "Es gilt Art. 5.")
    second = sentences("fr", "Trois parcelles sont libres.", "L'art. 5 est applicable.")
    assert shape(first, second) == [(1, 1), (1, 0), (1, 1)]
    assert shape((), second) == [(0, 1), (0, 1)]


def test_sentences_without_marks_go_in_order() -> None:
    first = sentences("de", "Gut.", "Schön.")
    assert shape(first, sentences("fr", "Bon.", "Beau.")) == [(1, 1), (1, 1)]


# ---- the law as a whole


def version(language: str, *texts: str, heading: str | None = None) -> VersionWording:
    places = {}
    for number, text in enumerate(texts, start=1):
        one = read(text, language)
        places[str(number)] = Wording(
            ref=str(number),
            citation=f"Art. {number}",
            heading=heading,
            sentences=(text,),
            references=(),
            numbers=(),
            read=(one,),
            read_heading=read(heading, language) if heading else None,
        )
    return VersionWording(language=language, titles=(), places=places)


def whole(first: VersionWording, second: VersionWording) -> list[str]:
    return [one.about for one in compare_law(first, second)]


def test_one_word_rendered_in_two_ways() -> None:
    first = version("de", "Der Sieger.", "Der Sieger.", "Der Rat.")
    assert whole(first, version("fr", "Le gagnant.", "Le gagnant.", "Le conseil.")) == []
    second = version("fr", "Le gagnant.", "Le vainqueur.", "Le conseil.")
    assert whole(first, second) == ["rendering.de.sieger"]
    assert whole(second, first) == ["rendering.de.sieger"]


def test_inflected_forms_are_one_rendering() -> None:
    first = version("de", "Der Sieger.", "Die Sieger.")
    assert whole(first, version("fr", "Le gagnant.", "Les gagnants.")) == []


def test_one_expression_for_two() -> None:
    first = version("de", "Sie prüfen gleichzeitig.", "Sie wählen gleichzeitig.")
    second = version("fr", "Ils vérifient simultanément.", "Ils choisissent en même temps.")
    assert "expression.simultaneous" in whole(first, second)
    second = version("fr", "Ils vérifient simultanément.", "Ils choisissent simultanément.")
    assert "expression.simultaneous" not in whole(first, second)


def test_a_term_used_for_something_else() -> None:
    first = version("de", "Das Beet ist frei.", "Das Beet ist leer.", "Das Beet ist gross.")
    same = version("fr", *["La parcelle est libre."] * 3)
    assert [one for one in whole(first, same) if one.endswith(".bed")] == []
    second = version("fr", "La parcelle est libre.", "Le jardin est vide.", "Le jardin est grand.")
    assert "rendering.bed" in whole(first, second)


def test_references_printed_otherwise_than_the_others() -> None:
    second = version("fr", "Le conseil.", "Le conseil.", "Le conseil.")
    first = version("de", "Nach Art. 1 Abs. 1.", "Nach Art. 2 Abs. 1.", "Nach Art. 3 Abs. 1.")
    assert whole(first, second) == []
    first = version("de", "Nach Art. 1 Abs. 1.", "Nach Art. 2 Abs. 1.", "Nach Art.3 Absatz 1.")
    assert whole(first, second) == ["citation.de"]


def test_headings_are_compared_too() -> None:
    first, second = version("de", "Gut.", heading="Drei Beete"), version("fr", "Bon.", heading="Trois parcelles")  # fmt: skip
    same = compare_wording(first.places["1"], second.places["1"], CONCEPTS)
    assert list(same) == []
    second = version("fr", "Bon.", heading="Deux parcelles")
    (found,) = compare_wording(first.places["1"], second.places["1"], CONCEPTS)
    assert (found.about, found.kind, found.first, found.second) == ("heading.numbers", "numbers", "Drei", "Deux")  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("politisch", "politique", True),
        ("konservativ", "conservateur", True),
        ("Geographie", "géographie", True),
        ("Form", "forme", True),
        ("Gewinner", "gagnant", False),
        ("Stimme", "voix", False),
        ("Rat", "ratio", False),
    ],
)
def test_cognates(one: str, other: str, expected: bool) -> None:
    assert alike(one, other) is expected
