"""A small law in two versions, and amendments to it, written into a folder."""

from collections.abc import Sequence
from pathlib import Path

from compiler.diagnostics import Diagnostic
from compiler.law import Law, load

GLOSSARY = """
[seat]
kind = "set"
de.term = "Platz"
[taken]
kind = "state"
de.term = "Besetzt"
[fare]
kind = "state"
de.term = "Preis"
[usual]
kind = "parameter"
de.term = "Ansatz"
[trip]
kind = "flow"
de.term = "Fahrt"
[full]
kind = "definition"
de.term = "Voll"
"""

EN = """law Ferry | Rules of the ferry

Art. 1 | Seats
  para. 1
    | The ferry has two seats.
    set seat: 2
    state taken(seat)
  para. 2
    | It is full if all are taken.
    define full := every seat s satisfies taken(s)

title | The trip
Art. 2 | Fare
  | The fare is set. It is at least one.
  state fare: 0..9
  parameter usual: 1..5 initially 3
  | A trip costs the usual fare.
  reading cost = whole "for all":
    flow trip:
      fare := usual
  reading cost = free "as a reading of its own":
    flow trip:
      fare := 0
  | Nobody stands.
  no rule "see Art. 1"
Art. 3 | Order
  | Somebody takes a seat.
  flow trip:
    open choice s from seat
    taken(s) := yes
"""

DE = """gesetz Fähre | Ordnung der Fähre

Art. 1 | Plätze
  Abs. 1
    | Die Fähre hat zwei Plätze.
    menge Platz: 2
    zustand Besetzt(Platz)
  Abs. 2
    | Sie ist voll, wenn alle besetzt sind.
    begriff Voll := jeder Platz s erfüllt Besetzt(s)

titel | Die Fahrt
Art. 2 | Preis
  | Der Preis wird gesetzt. Er ist mindestens eins.
  zustand Preis: 0..9
  einstellung Ansatz: 1..5 anfangs 3
  | Eine Fahrt kostet den üblichen Preis.
  lesart cost = whole "für alle":
    ablauf Fahrt:
      Preis := Ansatz
  lesart cost = free "als eigene Lesart":
    ablauf Fahrt:
      Preis := 0
  | Niemand steht.
  ohne Regel "siehe Art. 1"
Art. 3 | Ordnung
  | Jemand nimmt Platz.
  ablauf Fahrt:
    offen gewählt s aus Platz
    Besetzt(s) := ja
"""

SUPPLEMENTS = """supplements Ferry

supplement lot "Nobody is named."
  fills choice of Art. 3: by lot
"""

PROPERTIES = """properties Ferry

property cheap "The fare stays low."
  never fare > 5

property gratis "A trip costs nothing."
  always fare = 0

property filled "It is full or not."
  always full or not full
"""


def official(law: str) -> str:
    """The official text of a version: labels and what follows a bar."""
    found = []
    for line in law.splitlines():
        words, bar, text = line.partition("|")
        unit = words.strip() if words.strip().startswith("Art.") else ""
        found += [f"{unit} {text}"] if bar or unit else []
    return "\n".join(found)


def folder(path: Path) -> Path:
    """The law's folder, below ``path``."""
    home = path / "ferry"
    (home / "amendments").mkdir(parents=True, exist_ok=True)
    for code, law in (("en", EN), ("de", DE)):
        (home / f"{code}.law").write_text(law, "utf-8")
        (home / f"{code}.txt").write_text(official(law), "utf-8")
    (home / "glossary.toml").write_text(GLOSSARY, "utf-8")
    (home / "readings.toml").write_text('cost = "whole"\n', "utf-8")
    (home / "supplements.law").write_text(SUPPLEMENTS, "utf-8")
    (home / "properties.law").write_text(PROPERTIES, "utf-8")
    return home


def amendment(path: Path, name: str, *changes: str, code: str = "en", toml: str = "") -> None:
    """Write an amendment of these changes into the law's folder."""
    head = {"en": "amendment Ferry | New", "de": "änderung Fähre | Neu"}
    text = "\n".join((head.get(code, "modification Bac | Nouveau"), *changes)) + "\n"
    home = folder(path) / "amendments"
    (home / f"{name}.{code}.law").write_text(text, "utf-8")
    if toml:
        (home / f"{name}.toml").write_text(toml, "utf-8")


def amended(path: Path, *names: str) -> tuple[Law | None, Sequence[Diagnostic]]:
    """The law as the amendments make it, and what is to be said of it."""
    return load(str(folder(path)), names)


def sound(path: Path, *names: str) -> Law:
    """The same, without errors."""
    law, found = amended(path, *names)
    errors = [one.message("en") for one in found if one.severity == "error"]
    assert not errors, errors
    assert law is not None
    return law


def errors(path: Path, *names: str) -> list[tuple[str, dict[str, str]]]:
    """The codes of the errors, with what fills their blanks."""
    _, found = amended(path, *names)
    return [(one.code, one.values) for one in found if one.severity == "error"]
