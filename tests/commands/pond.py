"""A small law with something to change in every way there is, and cases that notice it."""

from pathlib import Path

GLOSSARY = """
[frog]
kind = "set"
en.term = "frog"
[lily]
kind = "set"
en.term = "lily"
[leaf]
kind = "state"
en.term = "leaf"
[fed]
kind = "state"
en.term = "fed"
[meals]
kind = "state"
en.term = "meals"
[first]
kind = "state"
en.term = "first"
[far]
kind = "definition"
en.term = "far"
[points]
kind = "definition"
en.term = "points"
[day]
kind = "flow"
en.term = "day"
[jump]
kind = "flow"
en.term = "jump"
[feeding]
kind = "flow"
en.term = "feeding"
[closing]
kind = "decision"
en.term = "closing"
[content]
kind = "outcome"
en.term = "content"
[hungry]
kind = "outcome"
en.term = "hungry"
"""

LAW = """law Pond | Rules of the pond

Art. 1 | Frogs
  | Two or three frogs sit on leaves, no two of them on one leaf.
  set frog: 2 to 3
  set lily: as many as frog
  state leaf(frog): 0..9
  state first: frog or none
  forbidden: two distinct frog f, g with leaf(f) > 0 and leaf(f) = leaf(g)
Art. 2 | The day
  | The frogs jump in turn; then they are fed twice.
  state fed(frog)
  state meals: 0..9
  define far(f: frog) := leaf(f) > 1 and leaf(f) > 0
  define points(f: frog): 0..1 := if fed(f) then 1 otherwise 0
  flow day:
    in turn every frog f:
      jump(f)
    repeat 2 times:
      feeding
    decide closing
  flow jump(f: frog):
    f chooses n from 1..3
    leaf(f) := n, first := f
  flow feeding:
    for each frog f with far(f): fed(f) := yes
    if meals < 5:
      meals := meals + 1
Art. 3 | Content
  | If all are fed, the day ends well, whatever Art. 4 says.
  rule in decision closing when every frog f satisfies fed(f) departing from Art. 4:
    end content
Art. 4 | Hungry
  | If any frog sits on a leaf, the first is the fed one on the smallest leaf.
  rule in decision closing when some frog f with leaf(f) > 0:
    first := the frog f with largest points(f), then smallest leaf(f)
    end hungry
"""

CASES = """cases Pond

case "Both eat."
  frog 1 chooses 2
  frog 2 may not choose 2 under Art. 1
  frog 2 may not choose 4 under Art. 2
  frog 2 may choose 1
  frog 2 chooses 3
  expect content under Art. 3
  expect leaf: 2, 3
  expect meals = 2
  expect first = frog 2

case "One of three stays hungry."
  with 3 frog
  frog 1 chooses 1
  frog 2 chooses 2
  expect hungry under Art. 4
  expect first = frog 2
  expect fed: false, yes, yes
"""

PROPERTIES = """properties Pond

property apart "No two frogs share a leaf."
  never two distinct frog f, g with leaf(f) > 0 and leaf(f) = leaf(g)
"""


def is_text(line: str) -> bool:
    """Whether a line of the law is from its official text."""
    return line.startswith(("| ", "Art. "))


def write(folder: Path, *, cases: bool = True, accepted: str | None = None) -> str:
    """The law in ``folder``; the path to give to a command."""
    said = [line.strip() for line in LAW.splitlines()[1:]]
    lines = [line.removeprefix("| ").replace(" | ", "\n") for line in said if is_text(line)]
    files = {
        "glossary.toml": GLOSSARY,
        "properties.law": PROPERTIES,
        "en.law": LAW,
        "en.txt": "\n".join(["Rules of the pond", *lines, ""]),
        "accepted.toml": accepted,
        "cases/en.law": CASES if cases else None,
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is not None:
            path.write_text(content, "utf-8")
        else:
            path.unlink(missing_ok=True)
    return str(folder)
