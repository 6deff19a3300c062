"""A small invented law in two versions: whoever is nearest to most people is chosen.

People and options stand on a line; nothing in the law puts them there, so boards are
drawn for them. The readings and the German version differ in ways that matter, or do not.
"""

from pathlib import Path

from compiler.law import Law, load_sound

GLOSSARY = """
option = set, Vorschlag
person = set, Person
spot = record, Platz
column = field, Spalte
person_spot = state, Personenplatz
option_spot = state, Vorschlagsplatz
chosen = state, gewählt
distance = definition, Abstand
nearest = definition, Nächste
votes = definition, Stimmen
leaders = definition, Führende
luck = definition, Glück
choosing = flow, Wahl
"""

EN = """law Choice | How to choose

Art. 1
  | Everybody and every option has a place on the line, each option its own.
  set option: 2 to 3
  set person: 9
  record spot: column 0..6
  state person_spot(person): spot or none
  state option_spot(option): spot or none
  state chosen: option or none
  forbidden: two distinct option o, q with option_spot(o) is set and option_spot(o) = option_spot(q)

Art. 2
  | Everybody is for the nearest option.
  reading measure = steps "counted in steps":
    define distance(p: person; o: option) := abs(person_spot(p).column - option_spot(o).column)
  reading measure = squares "counted in squares of steps":
    define distance(p: person; o: option) :=
      (person_spot(p).column - option_spot(o).column)
      * (person_spot(p).column - option_spot(o).column)
  reading measure = leftmost "the nearest to the left end":
    define distance(p: person; o: option) := option_spot(o).column
  reading chance = bad "there is no luck":
    define luck := 0
  reading chance = good "there is":
    define luck := 1

Art. 3
  | The option that most are for is chosen, the first of them if there are several.
  define nearest(p: person) := all option o with smallest distance(p, o)
  define votes(o: option) := count(person p with o in nearest(p))
  define leaders := all option o with largest votes(o)
  flow choosing:
    reading way = turns "one after the other":
      in turn every option o:
        if chosen is not set and o in leaders:
          chosen := o
    reading way = last "the last one after the other":
      in turn every option o:
        if o in leaders:
          chosen := o
    reading way = twice "one after the other, twice":
      in turn every option o:
        if chosen is not set and o in leaders:
          chosen := o
      in turn every option o:
        if chosen is not set and o in leaders:
          chosen := o
    end chosen
"""

DE = """gesetz Wahl | Wie gewählt wird

Art. 1
  | Jede Person und jeder Vorschlag hat einen Platz auf der Linie, jeder Vorschlag einen eigenen.
  menge Vorschlag: 2 bis 3
  menge Person: 9
  verbund Platz: Spalte 0..6
  zustand Personenplatz(Person): Platz oder keiner
  zustand Vorschlagsplatz(Vorschlag): Platz oder keiner
  zustand gewählt: Vorschlag oder keiner
  verboten: zwei verschiedene Vorschlag o, q
      mit Vorschlagsplatz(o) gesetzt und Vorschlagsplatz(o) = Vorschlagsplatz(q)

Art. 2
  | Jede Person ist für den nächsten Vorschlag.
  begriff Abstand(p: Person; o: Vorschlag) :=
    betrag(Personenplatz(p).Spalte - Vorschlagsplatz(o).Spalte)

Art. 3
  | Gewählt ist der Vorschlag, für den die meisten sind, bei mehreren {who}.
  begriff Nächste(p: Person) := alle Vorschlag o mit kleinstem Abstand(p, o)
  begriff Stimmen(o: Vorschlag) := anzahl(Person p mit o in Nächste(p))
  begriff Führende := alle Vorschlag o mit größtem Stimmen(o)
  ablauf Wahl:
    {order} jeder Vorschlag o:
      falls gewählt nicht gesetzt und o in Führende:
        gewählt := o
    ende gewählt
"""

ORDERS = {"der Reihe nach": "der erste", "in offener Reihenfolge": "einer von ihnen"}

SUPPLEMENTS = """supplements Choice

supplement first_come "Somebody has to be first."
  fills order of Art. 3: in turn
"""


def law(folder: Path, order: str = "in offener Reihenfolge") -> Law:
    """The law, its German version taking the options in ``order``."""
    versions = {"en": EN, "de": DE.format(order=order, who=ORDERS[order])}
    for language, text in versions.items():
        (folder / f"{language}.law").write_text(text, "utf-8")
        quotes = [line.partition("| ")[2] for line in text.splitlines() if "| " in line]
        articles = (f"Art. {number} {quote}" for number, quote in enumerate(quotes[1:], 1))
        (folder / f"{language}.txt").write_text("\n".join([quotes[0], *articles]) + "\n", "utf-8")
    tables = []
    for line in GLOSSARY.strip().splitlines():
        concept, said = line.split(" = ")
        kind, term = said.split(", ")
        tables.append(f'[{concept}]\nkind = "{kind}"\nde = {{ term = "{term}" }}\n')
    (folder / "glossary.toml").write_text("\n".join(tables), "utf-8")
    if "offen" in order:
        (folder / "supplements.law").write_text(SUPPLEMENTS, "utf-8")
    return load_sound(str(folder))
