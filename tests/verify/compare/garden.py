"""A small invented law in two versions: the rules of an allotment garden.

Each version is given as entries by article; the wording is made up around them.
Article 1 declares what all tests use.
"""

from pathlib import Path
from textwrap import indent

from compiler.law import Law, load_sound
from verify.compare.paragraph import Comparison
from verify.compare.table import ComparisonTable, compare_versions

GLOSSARY = """
member = set, Mitglied
plot = set, Parzelle
spot = record, Platz
row = field, Zeile
column = field, Spalte
holder = state, Besitz
place = state, Ort
water = state, Wasser
tally = state, Zähler
mark = state, Marke
bell = state, Glocke
limit = parameter, Grenze
share = definition, Anteil
wet = definition, nass
dry = definition, trocken
thirst = definition, Durst
season = flow, Saison
chore = flow, Arbeit
draw = flow, Ziehung
weather = decision, Wetter
drought = outcome, Dürre
flood = outcome, Flut
frost = gap, Frost
tool = set, Werkzeug
rake = member, Rechen
spade = member, Spaten
lent = state, Leihe
"""

EN = """
set member: 2 to 3
set plot: 3
record spot: row 1..3, column 1..3
state holder(plot): member or none
state place(plot): spot or none
state water(plot): 0..9
state tally: 0..9
state mark: 0..9
"""

DE = """
menge Mitglied: 2 bis 3
menge Parzelle: 3
verbund Platz: Zeile 1..3, Spalte 1..3
zustand Besitz(Parzelle): Mitglied oder keines
zustand Ort(Parzelle): Platz oder keiner
zustand Wasser(Parzelle): 0..9
zustand Zähler: 0..9
zustand Marke: 0..9
"""

Articles = dict[int, str]


class Garden:
    """Writes the law into a folder and compares its versions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def law(self, en: Articles, de: Articles) -> Law:
        """The law with these entries; article 1 as declared unless it is given."""
        self.folder.joinpath("glossary.toml").write_text(_glossary(), "utf-8")
        for language, articles, declared in (("en", en, EN), ("de", de, DE)):
            self._version(language, {1: declared, **articles})
        return load_sound(str(self.folder))

    def table(self, en: Articles, de: Articles) -> ComparisonTable:
        """The comparison of both versions, English first."""
        return compare_versions("garden", self.law(en, de), ("en", "de"))

    def compare(self, en: Articles, de: Articles) -> dict[str, Comparison]:
        """What came of each article."""
        return {row.ref: row.comparison for row in self.table(en, de).rows}

    def relations(self, en: Articles, de: Articles) -> dict[str, str]:
        """The relation of each article but the first."""
        found = self.compare(en, de)
        return {ref: one.relation for ref, one in found.items() if ref not in ("0", "1")}

    def _version(self, language: str, articles: Articles) -> None:
        opening = {"en": "law Garden | Garden rules", "de": "gesetz Garten | Gartenordnung"}
        nothing = {"en": 'no rule "…"', "de": 'ohne Regel "…"'}
        lines, wording = [opening[language]], [opening[language].split("| ")[1]]
        for number in sorted(articles):
            entries = articles[number].strip("\n") or nothing[language]
            lines += ["", f"Art. {number}", "  | This is it.", indent(entries, "  ")]
            wording.append(f"Art. {number} This is it.")
        self.folder.joinpath(f"{language}.law").write_text("\n".join(lines) + "\n", "utf-8")
        self.folder.joinpath(f"{language}.txt").write_text("\n".join(wording) + "\n", "utf-8")


def _glossary() -> str:
    tables = []
    for line in GLOSSARY.strip().splitlines():
        concept, said = line.split(" = ")
        kind, term = said.split(", ")
        tables.append(f'[{concept}]\nkind = "{kind}"\nde = {{ term = "{term}" }}\n')
    return "\n".join(tables)
