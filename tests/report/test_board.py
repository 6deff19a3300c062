"""The drawing: who is out, who is mapped to whom, and what was counted on the way."""

from compiler.law import load_sound
from runtime.interpreter import Game
from runtime.ruleset.wording import Sentence
from runtime.state import Layout, Store
from verify.compare.wording.alignment import align_all
from wortlaut.render.board import Moment, lettered_set
from wortlaut.render.names import Names
from wortlaut.render.words import words
from wortlaut.report.board import drawn
from wortlaut.report.tallies import tallied
from wortlaut.report.twins import Twins


def state(layout: Layout, **columns: tuple[object, ...]) -> Store:
    store = [list(column) for column in layout.initial().values]
    for name, given in columns.items():
        column = store[layout.position[name]]
        column[: len(given)] = given  # type: ignore[assignment]
    return Store(tuple(map(tuple, store)))


def test_who_is_out_is_faded_and_who_votes_for_nobody_is_marked() -> None:
    law = load_sound("posg")
    rules = law.rules("de")
    game = Game(rules, "election", {"candidate": 3, "player": 3, "voter": 24})
    names = Names(law, rules, lettered_set(rules, game.sizes), "en", words("en"))
    placed = {
        "candidate_square": ((2, 2), (7, 7), (9, 4)),
        "voter_square": ((3, 3), (4, 4), (9, 4)),
    }
    before = state(game.layout, **placed)
    first = state(game.layout, **placed, vote=(0, None, 2))
    second = state(game.layout, **placed, vote=(0, None, 0), eliminated=(False, False, True))

    assert 'class="dot none"' in drawn(game.layout, before, names, "a")
    assert "nobody" not in drawn(game.layout, before, names, "a")
    picture = drawn(game.layout, second, names, "b")
    assert picture.count('class="large out"') == 1
    assert picture.count('class="dot nobody"') == 1
    assert picture.count('<line class="to s0"') == 2
    assert "C (no longer takes part)" in picture

    twins = Twins()
    moments = [Moment("8.1", "votes", first), Moment("10.1", "out", second)]
    table = tallied(game.layout, [moments[0], *moments], names, "t", twins)
    assert table.count("<tr>") == 3
    (rows,) = twins.rows.values()
    assert [(one["at"][:7], one["counts"], one["none"], one["out"]) for one in rows] == [
        ("Art. 8 ", {"A": 1, "B": 0, "C": 1}, 22, []),
        ("Art. 10", {"A": 2, "B": 0, "C": 0}, 22, ["C"]),
    ]


def test_three_versions_are_aligned_sentence_by_sentence() -> None:
    def sentences(*texts: str) -> list[Sentence]:
        return [Sentence(text=text, marks=(), words=()) for text in texts]

    short, long = "Six.", "A very long sentence that nobody would take for the short one."
    found = align_all([sentences(short, long), sentences(long), sentences(short, long)])
    assert [tuple(len(side) for side in group) for group in found] == [(1, 0, 1), (1, 1, 1)]
