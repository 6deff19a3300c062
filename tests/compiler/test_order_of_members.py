"""An order of preference may end in the members themselves: who is listed first."""

from pathlib import Path

from compiler.law import load
from runtime.ruleset.expressions import Count, Select

LAW = """law Seats | Rules on seats
Art. 1
  | There are three members, and who has most points begins, of several the one listed first.
  set member: 3
  state points(member): 0..9
  define firsts := all member m with largest points(m), then smallest m
  flow start:
    by lot m from firsts
"""
TEXT = (
    "Rules on seats Art. 1 There are three members, and who has most points begins, "
    "of several the one listed first."
)
KINDS = {"member": "set", "points": "state", "firsts": "definition", "start": "flow"}


def test_of_equals_the_one_listed_first(tmp_path: Path) -> None:
    (tmp_path / "en.law").write_text(LAW, "utf-8")
    (tmp_path / "en.txt").write_text(TEXT, "utf-8")
    entries = (f'[{name}]\nkind = "{kind}"\n' for name, kind in KINDS.items())
    (tmp_path / "glossary.toml").write_text("".join(entries), "utf-8")
    law, diagnostics = load(str(tmp_path))
    assert law is not None
    assert not list(diagnostics)
    body = law.rules("en").definitions["firsts"].cases[0].value
    assert isinstance(body, Select)
    # A member counts by how many come before it, so what looks for symmetry sees the order.
    assert isinstance(body.binder.order[1].key, Count)
