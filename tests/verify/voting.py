"""Small laws by which several people choose one of several options, as law folders."""

from pathlib import Path

from compiler.law import Law
from runtime.ruleset.profiles import CRITERIA
from tests.verify.english import law_folder

KINDS = {
    "set": "person option",
    "member": "ann bob cid left middle right",
    "record": "spot",
    "field": "column",
    "state": "rank chosen out person_spot option_spot",
    "definition": "first_choices points distance ahead leaders",
    "flow": "choosing",
}

RANKED = """
Art. 1
  | Everybody ranks the options, from one for the best.
  set option: {options}
  set person: {people}
  state rank(person, option): 1..4
  state chosen: option or none
  forbidden: two distinct option a, b with some person p with rank(p, a) = rank(p, b)
"""

PLURALITY = (
    RANKED
    + """
Art. 2
  | The option with the most first choices is chosen.
  define first_choices(o: option) := count(person p with every option q with q != o satisfies rank(p, o) < rank(p, q))
  flow choosing:
    chosen := the option o with largest first_choices(o)
"""
)

BORDA = (
    RANKED
    + """
Art. 2
  | Everybody gives an option one point for each option below it. Most points win.
  define points(o: option) := sum(count(option q with rank(p, o) < rank(p, q)) over person p)
  flow choosing:
    chosen := the option o with largest points(o)
"""
)

WITH_TIES = """
Art. 1
  | Everybody ranks the options, equally if they like; how many put which first decides.
  set option: {options}
  set person: {people}
  state rank(person, option): 1..4
  state chosen: option or none
  define first_choices(o: option) := count(person p with every option q with q != o satisfies rank(p, o) < rank(p, q))
  flow choosing:
    chosen := the option o with {wins}
"""

RUN_OFF = (
    RANKED
    + """
Art. 2
  | The option with the fewest first choices drops out, until two are left.
  state out(option)
  define first_choices(o: option) := count(person p with every option q with q != o and not out(q) satisfies rank(p, o) < rank(p, q))
  flow choosing:
    repeat until count(option o with not out(o)) = 1:
      out(the option o with not out(o) with smallest first_choices(o)) := yes
    chosen := the option o with not out(o)
"""
)

RUN_OFF_BY_LOT = (
    RANKED
    + """
Art. 2
  | The option with the fewest first choices drops out, of several one by lot, until two are left.
  state out(option)
  define first_choices(o: option) := count(person p with every option q with q != o and not out(q) satisfies rank(p, o) < rank(p, q))
  flow choosing:
    repeat until count(option o with not out(o)) = 1:
      by lot q from (all option o with not out(o) with smallest first_choices(o))
      out(q) := yes
    chosen := the option o with not out(o)
"""
)

FIRST_OF_SEVERAL = (
    RANKED
    + """
Art. 2
  | The option with the most first choices is chosen, of several the first one.
  define first_choices(o: option) := count(person p with every option q with q != o satisfies rank(p, o) < rank(p, q))
  define leaders := all option o with largest first_choices(o)
  flow choosing:
    chosen := the o from leaders with no q from leaders with q < o
"""
)

ONE_RULES = """
Art. 1
  | Ann, Bob and Cid rank the options; Ann decides.
  set option: {options}
  set person: ann, bob, cid
  state rank(person, option): 1..4
  state chosen: option or none
  flow choosing:
    chosen := the option o with smallest rank(ann, o)
"""

LEFT_FIRST = """
Art. 1
  | The option with the most first choices is chosen; if several have, the one on the left.
  set option: left, middle, right
  set person: {people}
  state rank(person, option): 1..3
  state chosen: option or none
  define first_choices(o: option) := count(person p with every option q with q != o satisfies rank(p, o) < rank(p, q))
  define leaders := all option o with largest first_choices(o)
  flow choosing:
    chosen := if left in leaders then left otherwise the o from leaders
"""

IN_TURN = (
    RANKED
    + """
Art. 2
  | The options are gone through in turn; the first one that anybody puts first is chosen.
  define first_choices(o: option) := count(person p with every option q with q != o satisfies rank(p, o) < rank(p, q))
  flow choosing:
    in turn every option o:
      if chosen is not set and first_choices(o) > 0:
        chosen := o
"""
)

ON_A_LINE = """
Art. 1
  | People and options stand on a line; who has most people nearest is chosen.
  set option: {options}
  set person: {people}
  record spot: column 0..6
  state person_spot(person): spot or none
  state option_spot(option): spot or none
  state chosen: option or none
  define distance(p: person; o: option) := abs(person_spot(p).column - option_spot(o).column)
  define first_choices(o: option) := count(person p with every option q with q != o satisfies distance(p, o) < distance(p, q))
  flow choosing:
    chosen := the option o with largest first_choices(o){tie}
"""

MOST = "largest first_choices(o)"
BY_RANK = "person p ranks option o with smallest rank(p, o)"
BY_DISTANCE = "person p ranks option o with smallest distance(p, o)"


def law(folder: Path, text: str, ranks: str = BY_RANK, **sizes: str) -> Law:
    """The law with ``text``, its options and people as said, asked for every criterion."""
    said = {"options": "3", "people": "9", "tie": "", "wins": MOST, **sizes}
    body = f"law Choice | How to choose\n{text.format(**said)}"
    claims = (f'property {name} "{name}."\n  ranking meets {name}' for name in CRITERIA)
    head = f'profile ranking "Lower is better."\n  {ranks}\n  flow choosing yields chosen'
    return law_folder(folder, body, KINDS, "\n".join([head, *claims]))
