"""Code without branches: where its lines stand, and that it means the same."""

import pytest

from compiler.kernel.levels import Levels
from compiler.kernel.shapes import Unsupported
from compiler.kernel.source import source
from tests.compiler.kernel.same import assert_same_from, setup
from tests.compiler.kernel.test_kernel import law_of, placed, random_games


def test_a_line_stands_once_and_in_no_loop_that_it_does_not_need() -> None:
    to = Levels(100)
    total = to.variable("0")
    with to.loop(range(9)) as at:
        one = to.temp("s[3]")
        two = to.temp(f"{one} * {at}")
        assert to.temp(f"{one} * {at}") == two
        to.put(f"{total} = {total} + {two}")
    assert [line.strip() for line in to.whole().lines] == [
        f"{total} = 0",
        f"{one} = s[3]",
        f"for {at} in range(0, 9):",
        f"{two} = {one} * {at}",
        f"{total} = {total} + {two}",
    ]


def test_too_much_work_and_branches_are_refused() -> None:
    to = Levels(10)
    with to.loop(range(9)):
        to.put("a = 1")
        with pytest.raises(Unsupported, match="too much"):
            to.put("b = 1")
    with pytest.raises(Unsupported, match="branch"), Levels(10).block("if a:"):
        pass


def test_votes_are_cast_without_a_branch() -> None:
    made = setup(law_of("posg").rules("de"), "election", {"candidate": 3})
    text = source(made, anywhere=True).text
    function = text[text.index("def u0(") : text.index("def u1(")]
    assert "pick(" in function
    # Nothing but: is something undefined?
    assert function.count(" if ") == 1


@pytest.fixture
def everything_in_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """No set is so small that its values are written out."""
    for module in ("unrolled", "straight", "program"):
        monkeypatch.setattr(f"compiler.kernel.{module}.MOST_UNROLLED", 1)


@pytest.mark.usefixtures("everything_in_loops")
def test_loops_without_branches_mean_the_same() -> None:
    for seed in range(6):
        random_games(seed)


@pytest.mark.slow
@pytest.mark.usefixtures("everything_in_loops")
def test_elections_in_loops_mean_the_same() -> None:
    kernel = assert_same_from(
        setup(law_of("posg").rules("fr"), "election", {"candidate": 3}), 1, placed(3, 8)
    )
    assert kernel.given_up == 0
