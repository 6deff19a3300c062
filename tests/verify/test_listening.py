"""Whoever listens to the solver: transcripts, and a second solver that has its own opinion."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread, Timer

import pytest

from verify.answers import Answer
from verify.cross_check import CrossCheck, Disagreement, Missing
from verify.deadline import OutOfTime, seconds_left, within
from verify.limits import Heard, Limit, Named, ask, listening
from verify.obligation import Obligation
from verify.terms import Truth, add, at_most, either, equal, negation
from verify.terms import number_symbol as whole
from verify.transcript import Transcript

X = whole("x", 0, 9)
FEW, MANY = Named("2.1", at_most(X, 3)), Named("2.2", at_most(5, X))


def pigeons(holes: int) -> list[Named]:
    """One pigeon more than there are holes, each in a hole of its own: hard to refute."""
    where = [whole(f"p{n}", 1, holes) for n in range(holes + 1)]
    return [
        Named(None, negation(equal(one, other)))
        for at, one in enumerate(where)
        for other in where[:at]
    ]


def for_ever(act: Callable[[], object]) -> None:
    while True:
        act()


def test_every_question_is_heard_with_its_answer() -> None:
    heard: list[Heard] = []
    with listening(heard.append):
        ask([FEW], Limit())
        ask([FEW, MANY], Limit(), core=True)
    ask([MANY], Limit())
    assert [one.answer.verdict for one in heard] == ["yes", "no", "yes", "yes"]
    assert heard[1].labels == {"2.1": "!0", "2.2": "!1"}


def test_what_is_remembered_is_heard_as_well() -> None:
    heard: list[Heard] = []
    ask([FEW, MANY], Limit(), core=True)
    with listening(heard.append):
        ask([FEW, MANY], Limit(), core=True)
    assert [one.answer.verdict for one in heard] == ["no", "yes", "yes"]


def test_a_transcript_says_what_each_question_belongs_to(tmp_path: Path) -> None:
    transcript = Transcript(tmp_path)
    with listening(transcript.hear):
        ask([FEW, MANY], Limit(), core=True)
    obligation = Obligation(
        id="text:gap.2", kind="gap", language="en", scope={"bed": 3}, verdict="proved", method="…"
    )
    cited = {"2.1": "Art. 2 para. 1", "2.2": "Art. 2 para. 2"}
    transcript.write(obligation, {"amount": "little"}, cited.__getitem__)
    transcript.write(obligation, {}, str)
    (folder,) = (tmp_path / "en").iterdir()
    assert folder.name == "text_gap.2@bed=3@amount=little"
    first, *_ = texts = [path.read_text("utf-8") for path in sorted(folder.iterdir())]
    assert len(texts) == 3
    for said in (
        "; obligation: text:gap.2\n",
        "; sizes: bed=3\n",
        "; !0: Art. 2 para. 1\n",
        "; expected: unsat\n",
        "(set-info :status unsat)",
        "(check-sat-assuming (!0 !1))",
    ):
        assert said in first


# ---- the time of a whole run


def test_time_that_is_used_up_breaks_off_what_is_being_done() -> None:
    began = time.monotonic()
    with pytest.raises(OutOfTime), within(0.3):
        for_ever(lambda: None)
    assert time.monotonic() - began < 5
    assert seconds_left() > 1000


def test_a_share_of_the_time_ends_by_itself_and_no_later_than_all_of_it() -> None:
    with within(60):
        with pytest.raises(OutOfTime), within(0.1):
            for_ever(lambda: None)
        assert 10 < seconds_left() <= 60
    with pytest.raises(OutOfTime), within(0.1), within(60):
        for_ever(lambda: None)


def test_who_pays_no_heed_is_ended_by_the_time_alone() -> None:
    began = time.monotonic()
    with pytest.raises(OutOfTime), within(0.4, deaf=True):
        for_ever(lambda: os.kill(os.getpid(), signal.SIGINT))
    assert time.monotonic() - began >= 0.4


def test_time_that_is_used_up_at_once_is_no_other_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Late(Thread):
        def start(self) -> None:
            super().start()
            time.sleep(0.2)

    monkeypatch.setattr("verify.deadline.Thread", Late)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(OutOfTime), within(0.0):
        pass
    assert signal.getsignal(signal.SIGINT) is before
    assert seconds_left() > 1000


def test_time_that_is_used_up_breaks_off_a_question() -> None:
    began = time.monotonic()
    with pytest.raises(OutOfTime), within(0.5):
        for_ever(lambda: ask(pigeons(24), Limit(steps=2_000_000, seconds=60)))
    assert time.monotonic() - began < 10


def test_a_signal_that_is_lost_is_not_told(capfd: pytest.CaptureFixture[str]) -> None:
    class Tidies:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    def broken_off() -> None:
        with within(None):
            Tidies()
            ask([FEW], Limit())

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert capfd.readouterr().err == ""


def test_within_its_time_nothing_happens() -> None:
    with within(0.2):
        pass
    time.sleep(0.3)
    with within(None):
        assert seconds_left() > 1000


def test_an_interrupt_is_not_taken_for_an_answer() -> None:
    """While it works, the solver takes the signal for itself."""
    Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        for_ever(lambda: ask(pigeons(24), Limit(steps=2_000_000, seconds=60)))


# ---- the second solver


def test_without_it_the_remedy_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.cross_check.find_spec", lambda name: None)
    with pytest.raises(Missing, match="not installed"), CrossCheck(10):
        pass


def questions() -> list[list[Named]]:
    y, z = whole("y", 0, 9), whole("z", -9, 9)
    several: Truth = either(equal(y, add(X, z)), at_most(z, add(X, y)))
    return [[FEW], [FEW, MANY], [Named(None, several), MANY], pigeons(3)]


def test_it_confirms_what_is_decided() -> None:
    pytest.importorskip("cvc5")
    with CrossCheck(10) as second, listening(second.hear):
        for question in questions():
            ask(question, Limit())
            ask(question, Limit(), core=True)
    assert second.tally.answers == second.tally.confirmed >= 8
    assert second.solver.startswith("cvc5 ")


@pytest.mark.parametrize(("said", "text"), [("no", "true"), ("yes", "false")])
def test_a_disagreement_stops_everything(said: str, text: str) -> None:
    pytest.importorskip("cvc5")
    wrong = Heard(f"(assert {text})", {}, Answer(said, {}))  # type: ignore[arg-type]
    with CrossCheck(10) as second, pytest.raises(Disagreement):
        second.hear(wrong)


def test_what_it_cannot_decide_is_counted() -> None:
    pytest.importorskip("cvc5")
    hard: list[Heard] = []
    with listening(hard.append):
        ask(pigeons(24), Limit(steps=1))
    claimed = Heard(hard[0].text, {}, Answer("no", {}))
    with CrossCheck(0.2) as second:
        second.hear(claimed)
        second.hear(Heard("(assert true)", {}, Answer("unknown", {})))
        assert (second.tally.answers, second.tally.undecided) == (1, 1)


def test_a_killed_process_costs_one_answer() -> None:
    pytest.importorskip("cvc5")
    easy = Heard("(assert true)", {}, Answer("yes", {}))
    other = Heard("(assert (not false))", {}, Answer("yes", {}))
    with CrossCheck(10) as second:
        second.hear(easy)
        assert second._process is not None
        os.kill(second._process.pid, signal.SIGKILL)
        second.hear(other)
        second.hear(other)
        second.hear(easy)
        assert (second.tally.answers, second.tally.confirmed) == (4, 3)
        last = second._process
    assert last is not None
    assert last.poll() is not None
