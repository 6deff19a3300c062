"""Named members as values at the start and as settings; words addressed to somebody; quotations."""

from pathlib import Path

import pytest

from compiler.languages import language
from compiler.law import Law, load
from compiler.sentences import sentences
from runtime.ruleset.statements import Announce, Audience
from runtime.ruleset.types import Element, SetOf

LAW = """law Garden | Rules
Art. 1
  | The season is spring or summer, at first summer. Everybody hears it, and the warden.
  set season: spring, summer
  set member: 2 to 3
  role warden
  state current: season initially summer
  parameter opening: season initially summer
  parameter closing: season
  parameter grace: 0..9
  flow round:
    announce "It is", current addressed to all member m
    announce "You are", warden_of addressed to warden
    in turn every member m:
      announce "You", m addressed to m duration grace
  define warden_of := all member m
"""
TEXT = "Rules Art. 1 The season is spring or summer, at first summer. Everybody hears it, and the warden."
SUPPLEMENTS = """supplements Garden

supplement usual "Nobody says."
  fills parameter closing: spring
  fills parameter grace: 3
"""
KINDS = {
    "season": "set", "member": "set", "spring": "member", "summer": "member", "warden": "role",
    "current": "state", "opening": "parameter", "closing": "parameter", "grace": "parameter",
    "round": "flow", "warden_of": "definition",
}  # fmt: skip


def read(
    folder: Path, law: str = LAW, supplements: str = SUPPLEMENTS
) -> tuple[Law | None, list[str]]:
    (folder / "en.law").write_text(law, "utf-8")
    (folder / "en.txt").write_text(TEXT, "utf-8")
    (folder / "supplements.law").write_text(supplements, "utf-8")
    entries = (f'[{name}]\nkind = "{kind}"\n' for name, kind in KINDS.items())
    (folder / "glossary.toml").write_text("".join(entries), "utf-8")
    found, diagnostics = load(str(folder))
    return found, [one.code for one in diagnostics]


def test_a_named_member_is_a_value_at_the_start_and_a_default(tmp_path: Path) -> None:
    law, codes = read(tmp_path)
    assert law is not None
    assert codes == []
    rules = law.rules("en")
    assert rules.states["current"].initial == 1
    defaults = {name: one.default for name, one in rules.parameters.items()}
    assert defaults == {"opening": 1, "closing": 0, "grace": 3}
    assert [one.gap for one in rules.supplements] == ["parameter:closing", "parameter:grace"]
    bare = law.rules("en", supplements=())
    assert [name for name, one in bare.parameters.items() if one.default is None] == [
        "closing",
        "grace",
    ]


def test_words_are_addressed_to_a_role_a_member_or_members(tmp_path: Path) -> None:
    law, _ = read(tmp_path)
    assert law is not None
    body = law.rules("en").flows["round"].parts[0].body
    everybody, warden, each = (*body[:2], body[2].body[0])  # type: ignore[union-attr]
    assert isinstance(everybody, Announce)
    assert isinstance(warden, Announce)
    assert isinstance(each, Announce)
    assert everybody.to is not None
    assert (everybody.to.role, everybody.to.set) == (None, "member")
    assert everybody.values[0].type == Element(set="season")
    assert warden.to == Audience(role="warden")
    assert warden.values[0].type == SetOf(item=Element(set="member"))
    assert each.to is not None
    assert each.to.set == "member"


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("current: season initially summer", "current: season initially 1", "initial_of_no_number"),
        ("current: season initially summer", "current: season", "needs_nothing"),
        ("grace: 0..9", "grace: 0..9 initially spring", "wrong_type"),
        ("addressed to warden", "addressed to grace", "not_an_actor"),
    ],
)
def test_what_is_no_value_is_reported(tmp_path: Path, right: str, wrong: str, code: str) -> None:
    _, codes = read(tmp_path, LAW.replace(right, wrong))
    assert code in codes


def test_a_supplement_leaves_what_the_text_sets(tmp_path: Path) -> None:
    _, codes = read(tmp_path, supplements=SUPPLEMENTS.replace("closing: spring", "opening: spring"))
    assert codes == []
    only = SUPPLEMENTS.replace("  fills parameter grace: 3\n", "").replace("closing", "opening")
    _, codes = read(tmp_path, supplements=only)
    assert codes == ["supplement_fills_nothing"]


@pytest.mark.parametrize(
    ("code", "text", "count"),
    [
        ("de", "Er sagt an: „Gleich. Noch einmal“. Dann geht es weiter.", 2),
        ("de", "Er sagt: »Gleich. Noch einmal« und geht. Dann weiter.", 2),
        ("fr", "Il dit : « Égalité. Encore une fois ». Puis on continue.", 2),
        ("en", "They say “Equal. Once more” and go. Then it goes on.", 2),
        ("en", "A screen of 5\" is small. Another one is not.", 2),
    ],
)  # fmt: skip
def test_a_quotation_does_not_end_the_sentence_it_stands_in(
    code: str, text: str, count: int
) -> None:
    assert len(sentences(text, language(code))) == count


@pytest.mark.parametrize(
    ("code", "text", "count"),
    [
        ("de", "Es gilt der Tarif vom 1. Januar und die Liste nach Art. 2 Abs. 3. Sie liegt auf.", 2),
        ("de", "Die Frist endet 2030. Sie wird nicht verlängert.", 2),
        ("de", "1. Die Frist endet am 3. Werktag.", 1),
        ("fr", "Les lots suivent l'ordre de l'art. 2, al. 3. Le lot revient au premier.", 2),
        ("fr", "2. Le conseil compte de 5 à 7. Il siège à huis clos.", 2),
        ("de", "Die Gebühr beträgt Fr. 2.50 je Tag, inkl. Steuern. Kinder zahlen nichts.", 2),
        ("fr", "La taxe s'élève à Fr. 2.50. Les enfants ne paient rien.", 2),
        ("en", "Cases are: 1. The fee is due. 2. The fee is waived.", 2),
    ],
)  # fmt: skip
def test_a_sentence_ends_with_a_number_and_not_within_an_amount(
    code: str, text: str, count: int
) -> None:
    assert len(sentences(text, language(code))) == count
