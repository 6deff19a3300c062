"""A tiny law in two versions, of which much can be found: some of it true, some not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verify import verdicts

GLOSSARY = """
[bed]
kind = "set"
de.term = "Beet"
[watered]
kind = "state"
de.term = "Gegossen"
[season]
kind = "flow"
de.term = "Saison"
[can]
kind = "state"
de.term = "Kanne"
"""

EN = """law Garden | Rules of the garden

Art. 1
  | There are two or three beds.
  set bed: 2 to 3
Art. 2
  | Each bed is watered for up to four days.
  state watered: 0..9
  state can: 0..1
  reading amount = plenty "up to four":
    flow season:
      watered := 4
  reading amount = little "as few as will do":
    flow season:
      watered := 1
"""

DE = """gesetz Garten | Ordnung des Gartens

Art. 1
  | Es gibt zwei oder drei Beete.
  menge Beet: 2 bis 3
Art. 2
  | Jedes Beet wird bis zu fünf Tage gegossen.
  zustand Gegossen: 0..9
  zustand Kanne: 0..1
  lesart amount = plenty "bis zu fünf":
    ablauf Saison:
      Gegossen := 5
  lesart amount = little "so wenig wie nötig":
    ablauf Saison:
      Gegossen := 1
"""

PROPERTIES = """properties Garden

property no_more_than_nine "Never is a bed watered for more than nine days."
  never watered > 9
property no_more_than_three "Never is a bed watered for more than three days."
  never watered > 3
property no_more_than_four "Never is a bed watered for more than four days."
  never watered > 4
"""

WATERED = """
[[finding]]
id = "no_more_than_three"
reason = "plenty is plenty"
[[finding]]
id = "no_more_than_four"
reason = "the German version"
language = "de"
[[finding]]
id = "no_more_than_nine"
reason = "nothing can be watered that much"
[[finding]]
id = "compare.2.de+en"
reason = "we are watering as we always have"
[[finding]]
id = "wording.numbers.2.de+en"
reason = "see there"
"""


def write(folder: Path, accepted: str | None = None) -> str:
    """The law in ``folder``, with these accepted findings; the path to give to a command."""
    files = {"glossary.toml": GLOSSARY, "properties.law": PROPERTIES}
    for language, law in (("en", EN), ("de", DE)):
        files[f"{language}.law"] = law
        lines = [line.strip() for line in law.splitlines()]
        said = [line.removeprefix("| ") for line in lines if line.startswith(("|", "Art."))]
        files[f"{language}.txt"] = lines[0].split("| ")[1] + "\n" + "\n".join(said) + "\n"
    if accepted is not None:
        files["accepted.toml"] = accepted
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        folder.joinpath(name).write_text(text, "utf-8")
    return str(folder)


def decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every verdict be unknown."""
    decided = verdicts.verify
    undecided = {"verdict": "unknown", "witness": None, "vacuous": False, "detail": "not tried"}

    def verify(*arguments: Any, progress: Callable[[Any], None], **named: Any) -> None:
        def decide(one: Any) -> None:
            progress(one.model_copy(update=undecided))

        decided(*arguments, progress=decide, **named)

    monkeypatch.setattr(verdicts, "verify", verify)
