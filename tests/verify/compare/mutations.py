"""One change in one encoding of the positioning law, and what must come of it.

Each says the paragraph, the version, what is replaced by what, how the paragraph
then compares, in which aspect, and whether a state shows it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    name: str
    ref: str
    language: str
    old: str
    new: str
    relation: str
    aspect: str
    shown: bool = True
    """Whether the difference has a witness: a state in which it matters."""
    slow: bool = False
    """Whether finding that state takes a while."""


FORM = False

# fmt: off
MUTATIONS = [
    # Art. 1
    Mutation("size not bound", "1.1.a", "fr", "ensemble joueurs: autant que candidats", "ensemble joueurs: 2 à 4", "overlap", "size", FORM),
    Mutation("another call first", "1.1.a", "fr", "procédure jeu: placement", "procédure jeu:\n  sondage", "disjoint", "call", FORM),
    Mutation("call removed", "1.1.b", "fr", "procédure jeu: sondage", 'sans règle "…"', "overlap", "step", FORM),
    Mutation("another call last", "1.1.c", "de", "ablauf Spiel: Wahl", "ablauf Spiel:\n  Umfragerunden", "disjoint", "call", FORM),
    # Art. 2
    Mutation("half is enough", "2.1", "fr", "nombre_de_voix(k) > nombre(électrice e) / 2", "nombre_de_voix(k) ≥ nombre(électrice e) / 2", "overlap", "value"),
    Mutation("rule binds less", "2.1", "fr", "lorsque une candidate k avec majorité_absolue(k)", "lorsque une candidate k avec restante(k) et majorité_absolue(k)", "de_narrower", "guard"),
    Mutation("nobody elected", "2.1", "fr", "élu := la candidate k avec majorité_absolue(k)", "élu := rien", "disjoint", "effect"),
    Mutation("no end", "2.1", "de", "ende gewählt", "", "overlap", "step", FORM),
    # Art. 3
    Mutation("more allowed", "3.2", "fr", "ensemble candidats: 2 à 4", "ensemble candidats: 2 à 5", "de_narrower", "size", FORM),
    Mutation("fewer allowed", "3.2", "de", "menge Kandidaten: 2 bis 4", "menge Kandidaten: 3 bis 4", "de_narrower", "size", FORM),
    Mutation("another number", "3.3", "fr", "ensemble électeurs: 24", "ensemble électeurs: 25", "disjoint", "size", FORM),
    # Art. 4
    Mutation("smaller dice", "4.1", "fr", "lancer a, b, c, d parmi 1..6", "lancer a, b, c, d parmi 1..5", "fr_narrower", "domain"),
    Mutation("five dice", "4.1", "fr", "lancer a, b, c, d parmi 1..6", "lancer a, b, c, d, e parmi 1..6", "overlap", "step", FORM),
    Mutation("larger board", "4.2", "fr", "produit case: colonne 2..12", "produit case: colonne 1..12", "de_narrower", "range", FORM),
    Mutation("one pairing less", "4.2", "fr", "case(b + d, a + c), case(b + c, a + d)", "case(b + d, a + c)", "fr_narrower", "domain"),
    Mutation("nobody pairs", "4.2", "fr", "j choisit x parmi {", "choix ouvert x parmi {", "de_narrower", "chooser", FORM),
    Mutation("fields swapped", "4.2", "fr", "résultat x", "résultat case(x.rangée, x.colonne)", "overlap", "result"),
    # Art. 5
    Mutation("permission dropped", "5.1", "fr", "permis: deux distinctes électrices e, f avec position_électeur(e) défini et position_électeur(e) = position_électeur(f)", 'sans règle "…"', "fr_narrower", "permitted"),
    Mutation("another permission", "5.1", "fr", "et position_électeur(e) = position_électeur(f)", "et position_électeur(f) défini et position_électeur(e) ≠ position_électeur(f)", "overlap", "permitted"),
    Mutation("quantifier", "5.2", "de", "und ein Wähler w mit Wählerfeld(w) = Kandidatenfeld(k)", "und jeder Wähler w erfüllt Wählerfeld(w) = Kandidatenfeld(k)", "de_narrower", "permitted"),
    Mutation("norm dropped", "5.3", "fr", "interdit: deux distinctes candidates k, l avec position_candidat(k) défini et position_candidat(k) = position_candidat(l)", 'sans règle "…"', "de_narrower", "forbidden"),
    Mutation("norm weaker", "5.3", "fr", "interdit: deux distinctes candidates k, l avec position_candidat(k) défini et", "interdit: deux distinctes candidates k, l avec position_candidat(k) défini et restante(k) et", "de_narrower", "forbidden"),
    Mutation("norm stronger", "5.3", "de", "mit Kandidatenfeld(k) gesetzt und Kandidatenfeld(k) = Kandidatenfeld(l)", "mit Kandidatenfeld(k) gesetzt und Kandidatenfeld(l) gesetzt", "de_narrower", "forbidden"),
    # Art. 6
    Mutation("no order of turns", "6.1", "fr", "à tour de rôle chaque joueuse j:", "dans un ordre ouvert chaque joueuse j:", "de_narrower", "order", FORM),
    Mutation("taken pieces too", "6.1", "fr", "j choisit candidat k avec aucune joueuse i avec pion(i) = k", "j choisit candidat k", "de_narrower", "domain"),
    Mutation("nobody chooses the piece", "6.1", "de", "s wählt Kandidat k mit keine", "offen gewählt Kandidat k mit keine", "fr_narrower", "chooser", FORM),
    Mutation("piece not kept", "6.1", "fr", "pion(j) := k", "pion(j) := rien", "disjoint", "effect"),
    Mutation("piece not placed", "6.2", "fr", "position_candidat(pion(j)) := x", "", "overlap", "effect"),
    Mutation("another piece placed", "6.2", "fr", "position_candidat(pion(j)) := x", "pour chaque candidat k: position_candidat(k) := x", "overlap", "undefined"),
    # Art. 7
    Mutation("must move", "7.2", "fr", "j peut choisir y parmi cases_adjacentes(position_candidat(pion(j))): position", "j choisit y parmi cases_adjacentes(position_candidat(pion(j)))\nposition", "fr_narrower", "optional", FORM),
    Mutation("straight only", "7.2", "de", "max(betrag(a.Spalte - b.Spalte), betrag(a.Zeile - b.Zeile)) = 1", "betrag(a.Spalte - b.Spalte) + betrag(a.Zeile - b.Zeile) = 1", "disjoint", "value"),
    Mutation("two steps", "7.2", "de", "betrag(a.Zeile - b.Zeile)) = 1", "betrag(a.Zeile - b.Zeile)) in {1, 2}", "disjoint", "value"),
    Mutation("no effect of moving", "7.2", "fr", "position_candidat(pion(j)) := y", "position_candidat(pion(j)) := position_candidat(pion(j))", "overlap", "effect"),
    Mutation("one voter is enough", "7.3", "fr", "tout électeur e vérifie position_électeur(e) défini", "un électeur e avec position_électeur(e) défini", "overlap", "value"),
    # Art. 8
    Mutation("farthest", "8.1", "fr", "à la plus petite distance_en_pas(", "à la plus grande distance_en_pas(", "overlap", "value"),
    Mutation("those who are out too", "8.1", "fr", "toutes candidate k avec restante(k) à la plus petite", "toutes candidate k à la plus petite", "overlap", "value"),
    Mutation("case guard wider", "8.1", "fr", "lorsque nombre(k parmi plus_proches(e)) = 1", "lorsque nombre(k parmi plus_proches(e)) ≤ 1", "fr_narrower", "guard"),
    Mutation("field mixed up", "8.1", "fr", "max(absolu(a.colonne - b.colonne), absolu(a.rangée - b.rangée))", "max(absolu(a.colonne - b.colonne), absolu(a.rangée - b.colonne))", "overlap", "value"),
    Mutation("votes of others", "8.1", "de", "anzahl(Wähler w mit Stimme(w) = k)", "anzahl(Wähler w mit Stimme(w) gesetzt und Stimme(w) ≠ k)", "overlap", "value"),
    Mutation("vote not given", "8.1", "fr", "pour chaque électrice e: voix(e) := choix_de_voix(e)", "pour chaque électrice e avec voix(e) non défini: voix(e) := choix_de_voix(e)", "overlap", "effect", slow=True),
    Mutation("three for a tie", "8.2", "fr", "nombre(k parmi plus_proches(e)) ≥ 2", "nombre(k parmi plus_proches(e)) ≥ 3", "overlap", "value"),
    Mutation("tie-break swapped", "8.2", "fr", "à la plus petite distance_droite(position_électeur(e)", "à la plus grande distance_droite(position_électeur(e)", "overlap", "value"),
    Mutation("three left open", "8.2", "fr", "nombre(k parmi plus_proches_en_ligne_droite(e)) ≥ 2", "nombre(k parmi plus_proches_en_ligne_droite(e)) = 2", "de_narrower", "guard"),
    Mutation("nobody abstains", "8.2", "fr", "lorsque ex_aequo(e) et nombre(k parmi plus_proches_en_ligne_droite(e)) ≥ 2 := rien", "lorsque faux := rien", "de_narrower", "guard"),
    Mutation("abstainers lose their squares", "8.3", "fr", "alors position_candidat(voix(e)) sinon position_électeur(e)", "alors position_candidat(voix(e)) sinon rien", "overlap", "effect"),
    Mutation("no move", "8.3", "fr", "procédure détermination: ralliement", "", "overlap", "step", FORM),
    # Art. 9
    Mutation("until nobody", "9", "fr", "répéter jusqu'à élu défini:", "répéter jusqu'à élu non défini:", "overlap", "until"),
    Mutation("for ever", "9", "de", "wiederhole, bis gewählt gesetzt:", "wiederhole:", "overlap", "until", FORM),
    # Art. 10
    Mutation("rule binds more", "10.1", "fr", "lorsque aucun candidat k avec majorité_absolue(k):", "lorsque aucun candidat k avec restant(k) et majorité_absolue(k):", "fr_narrower", "guard"),
    Mutation("most votes", "10.1", "fr", "au plus petit nombre_de_voix(k)", "au plus grand nombre_de_voix(k)", "overlap", "effect"),
    Mutation("gap not seen", "10.1", "de", "falls kein Kandidat k mit verblieben(k): lücke NiemandVerbleibt", "falls kein Kandidat k mit nicht verblieben(k):\n  lücke NiemandVerbleibt", "overlap", "condition"),
    Mutation("reassignment restricted", "10.2", "fr", "avec voix(e) défini et éliminé(voix(e)): voix(e)", "avec voix(e) défini et éliminé(voix(e)) et position_électeur(e) défini: voix(e)", "overlap", "undefined", slow=True),
    Mutation("all reassigned", "10.2", "fr", "avec voix(e) défini et éliminé(voix(e)): voix(e)", "avec voix(e) défini: voix(e)", "overlap", "effect", slow=True),
    Mutation("call removed after reassignment", "10.2", "fr", "et éliminé(voix(e)): voix(e) := choix_de_voix(e) ralliement", "et éliminé(voix(e)): voix(e) := choix_de_voix(e)", "overlap", "step", FORM),
    Mutation("call removed after new judgement", "10.3", "fr", "voix(e) non défini: voix(e) := choix_de_voix(e) ralliement", "voix(e) non défini: voix(e) := choix_de_voix(e)", "overlap", "step", FORM),
    Mutation("abstentions not alone", "10.3", "de", "für jeden Wähler w mit Stimme(w) nicht gesetzt: Stimme(w)", "für jeden Wähler w: Stimme(w)", "overlap", "effect", slow=True),
    # Art. 11
    Mutation("four deducted", "11", "fr", "répéter 3 fois: choix ouvert électrice e avec voix(e) défini", "répéter 4 fois:\n  choix ouvert électrice e avec voix(e) défini", "disjoint", "times", FORM),
    Mutation("more than two", "11", "fr", "lorsque nombre(candidate c avec restante(c)) = 2", "lorsque nombre(candidate c avec restante(c)) ≥ 2", "fr_narrower", "guard"),
    Mutation("abstainers deducted", "11", "fr", "choix ouvert électrice e avec voix(e) défini", "choix ouvert électrice e", "de_narrower", "domain"),
    Mutation("by lot", "11", "fr", "choix ouvert électrice e avec voix(e) défini", "tiré au sort électrice e avec voix(e) défini", "fr_narrower", "chooser", FORM),
    Mutation("vote not deducted", "11", "fr", "choix ouvert électrice e avec voix(e) défini voix(e) := rien, position_électeur(e) := rien", "choix ouvert électrice e avec voix(e) défini\nposition_électeur(e) := rien", "disjoint", "effect"),
    Mutation("precedence", "11", "fr", "règle dans la décision issue_du_scrutin lorsque nombre(candidate c avec restante(c)) = 2 et deux distinctes candidates k, l avec restante(k) et restante(l) et nombre_de_voix(k) = nombre_de_voix(l):", "règle dans la décision issue_du_scrutin lorsque nombre(candidate c avec restante(c)) = 2 et (deux distinctes candidates k, l avec restante(k) et restante(l) et nombre_de_voix(k) = nombre_de_voix(l)) en dérogation à art. 10 al. 1:", "fr_narrower", "precedence"),
    Mutation("no new rounds", "11", "de", "Umfragerunden Stimmenermittlung", "Stimmenermittlung", "overlap", "step", FORM),
]
# fmt: on
