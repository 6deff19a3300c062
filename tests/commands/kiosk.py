"""A tiny law that says nothing of a four, and a supplement that does."""

from pathlib import Path

KINDS = {
    "guest": "set",
    "shown": "state",
    "served": "state",
    "day": "flow",
    "closing": "decision",
    "low": "outcome",
    "high": "outcome",
    "middle": "outcome",
}

LAW = """law Kiosk | Rules of the kiosk

Art. 1
  | There are two or three guests.
  set guest: 2 to 3
  state served(guest)
  state shown: 0..9
Art. 2
  | The guests are served in turn. Then a die is thrown, and it is decided.
  flow day:
    in turn every guest g:
      g may choose n from 1..2:
        served(g) := yes
    roll d from 1..6
    shown := d
    decide closing
Art. 3
  | Up to three is low.
  rule in decision closing when shown <= 3:
    end low
Art. 4
  | From five on is high.
  rule in decision closing when shown >= 5:
    end high
"""

PROPERTIES = """properties Kiosk

property no_six "Never is a six shown."
  never shown = 6
property no_seven "Never is a seven shown."
  never shown > 6
"""

SUPPLEMENTS = """supplements Kiosk

supplement four "Somebody has to say what a four is."
  fills gap closing:
    rule in decision closing when shown = 4:
      end middle
"""


def in_one_version(law: str, kinds: dict[str, str]) -> dict[str, str]:
    """The files of a law whose concepts have no terms of their own."""
    title, *lines = (line.strip() for line in law.splitlines())
    said = [line.removeprefix("| ") for line in lines if line.startswith(("|", "Art."))]
    return {
        "glossary.toml": "".join(f'[{id}]\nkind = "{kind}"\n' for id, kind in kinds.items()),
        "en.law": law,
        "en.txt": "\n".join([title.partition("| ")[2], *said, ""]),
    }


def write(folder: Path) -> str:
    """The law in ``folder``; the path to give to a command."""
    files = {
        **in_one_version(LAW, KINDS),
        "properties.law": PROPERTIES,
        "supplements.law": SUPPLEMENTS,
    }
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        folder.joinpath(name).write_text(text, "utf-8")
    return str(folder)
