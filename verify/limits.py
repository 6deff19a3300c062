"""Asking the solver, within limits: the one place where it may answer "unknown".

A question is a list of named terms that are all to hold. It is written as
SMT-LIB text and read by a fresh solver in a fresh context with a fixed seed, so
that no question depends on an earlier one. The limit that counts is a number of
solver steps (the same on every machine); a clock stops what that misses. Whoever
listens hears every question that was put to the solver, with its answer.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b, sha256
from threading import Event, Timer
from typing import Any

from verify.answers import (
    LATE,
    LONG_SUMS,
    OUT_OF_STEPS,
    Answer,
    keep,
    keep_same,
    recalled,
    recalled_from_before,
    same,
)
from verify.deadline import finishing, seconds_left, stop_if_broken_off
from verify.evaluation import evaluate_all
from verify.script import script
from verify.terms import Term, Truth


@dataclass(frozen=True, slots=True)
class Limit:
    """How much one question may cost.

    ``steps``: solver steps, in thousands. ``seconds``: wall clock; what stops
    a question that the steps do not.
    """

    steps: int = 20_000
    seconds: float = 60.0

    def times(self, factor: float) -> "Limit":
        """A limit ``factor`` times as large in steps.

        The clock stays as it is: if it ran faster, answers would depend on how busy a machine is.
        """
        return Limit(max(1, int(self.steps * factor)), self.seconds)


class SolverDefect(Exception):
    """The solver's model does not satisfy the question: a defect, never a finding."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A question as it was put to the solver, and the answer.

    ``text``: SMT-LIB without the command to check. ``labels``: for each name, the
    symbol in ``text`` that is to be assumed for what has this name to hold.
    """

    text: str
    labels: Mapping[str, str]
    answer: Answer

    @property
    def question(self) -> str:
        """The whole of it, for any solver; it does not say what the answer should be."""
        assumed = " ".join(self.labels.values())
        check = f"(check-sat-assuming ({assumed}))" if assumed else "(check-sat)"
        return f"(set-logic QF_LIA)\n{self.text}\n{check}\n"


Listener = Callable[[Heard], None]

_LISTENERS: ContextVar[tuple[Listener, ...]] = ContextVar("listeners", default=())


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Within this, ``listener`` hears every question, also one whose answer is remembered."""
    before = _LISTENERS.set((*_LISTENERS.get(), listener))
    try:
        yield
    finally:
        _LISTENERS.reset(before)


@dataclass(frozen=True, slots=True)
class Named:
    """A term to hold; ``name`` is the paragraph (or other source) it comes from, if any."""

    name: str | None
    term: Truth


def ask(
    question: Sequence[Named],
    limit: Limit,
    core: bool = False,
    *,
    least: bool = True,
    anyway: Collection[str] = (),
) -> Answer:
    """Whether all terms of ``question`` can hold at once.

    With ``core``, a ``no`` comes with the names it needs; with ``least``, made as few
    as a few more questions can make them. Those that are cited ``anyway`` may stay.
    """
    terms = [item.term for item in question]
    if any(term is False for term in terms) and not core:
        return Answer("no", {})
    if not any(isinstance(term, Term) for term in terms) and all(terms):
        return Answer("yes", {})
    if not core:
        return _once([(None, term) for term in terms], limit)
    names = sorted({item.name for item in question if item.name is not None})
    kept = [(item.name, item.term) for item in question]
    answer = _once(kept, limit)
    if answer.verdict != "no":
        return answer
    needed = [name for name in names if name in answer.core]
    for name in [one for one in needed if one not in anyway] if least else ():
        if name not in needed:
            continue
        fewer = [other for other in needed if other != name]
        rest = [pair for pair in kept if pair[0] is None or pair[0] in fewer]
        again = _once(rest, limit.times(0.5))
        if again.verdict == "no":
            needed = [other for other in fewer if other in again.core]
            kept = rest
    return Answer("no", {}, tuple(needed))


_FROM_KEYBOARD = "interrupted from keyboard"

_STEPS = "rlimit count"
"""What the solver calls the number of steps it took."""


@lru_cache(maxsize=1)
def _z3() -> Any:
    """The solver's module: heavy, so it is imported with the first question."""
    import z3

    return z3


def _once(items: Sequence[tuple[str | None, Truth]], limit: Limit) -> Answer:
    """One question; with long sums in it, first with no regard to what they are made of."""
    if any(isinstance(term, Term) and term.seals for _, term in items):
        answer = _put(items, limit.times(_UNSEALED), unsealed=False)
        if answer.verdict == "no":
            return answer
    return _put(items, limit, unsealed=True)


_UNSEALED = 0.1
"""The share of the limit that a question may cost in which long sums could be anything."""


def _put(items: Sequence[tuple[str | None, Truth]], limit: Limit, *, unsealed: bool) -> Answer:
    stop_if_broken_off()
    exact = (_exactly(items), limit.steps, unsealed)
    answer = same(exact)
    if answer is None:
        answer = _as_text(items, limit, unsealed=unsealed)
        keep_same(exact, answer)
    if listeners := _LISTENERS.get():
        labels, text, _, _ = _asked(tuple(items), unsealed)
        for listener in listeners:
            listener(Heard(text, labels, answer))
    return answer


def _exactly(items: Sequence[tuple[str | None, Truth]]) -> bytes:
    """A digest of the very same question, whatever its symbols are called in the text."""
    said = blake2b(digest_size=16)
    for name, term in items:
        said.update(b"." if name is None else b"%d:%s" % (len(name), name.encode()))
        said.update(b"t" + term.digest if isinstance(term, Term) else b"%d" % term)
    return said.digest()


def _as_text(items: Sequence[tuple[str | None, Truth]], limit: Limit, *, unsealed: bool) -> Answer:
    """The answer to a question of which it is written down first whether it was asked before."""
    labels, text, spelled, digest = _asked(tuple(items), unsealed)
    key, own = (digest, limit.steps, unsealed), (labels, spelled)
    answer = recalled(key, own)
    if answer is None:
        answer = recalled_from_before(key, own)
        kept = answer is not None and (answer.verdict != "yes" or _satisfied(items, answer.model))
        if answer is None or not kept:
            with finishing():
                answer = _solved(items, text, labels, spelled, limit, unsealed=unsealed)
        keep(key, answer, own, lasting=not kept)
    return answer


@lru_cache(maxsize=64)
def _asked(
    items: tuple[tuple[str | None, Truth], ...], unsealed: bool
) -> tuple[dict[str, str], str, dict[Term, str], bytes]:
    """A question as text: the label of each name, the text, the symbols in it, and a digest."""
    names = sorted({name for name, _ in items if name is not None})
    labels = {name: f"!{position}" for position, name in enumerate(names)}
    text, spelled = script(items, labels, unsealed=unsealed)
    return labels, text, spelled, sha256(text.encode()).digest()


def _solved(
    items: Sequence[tuple[str | None, Truth]],
    text: str,
    labels: Mapping[str, str],
    spelled: Mapping[Term, str],
    limit: Limit,
    *,
    unsealed: bool,
) -> Answer:
    z3 = _z3()
    names = list(labels)
    context = z3.Context()
    # Without names to be cited nothing is gained from its choice of a strategy, which takes time.
    solver = z3.Solver(ctx=context) if labels else z3.SimpleSolver(ctx=context)
    solver.set("random_seed", 0)
    solver.set("rlimit", limit.steps * 1000)
    solver.from_string(text)
    late = Event()

    def stop() -> None:
        late.set()
        context.interrupt()

    clock = Timer(min(limit.seconds, seconds_left()), stop)
    clock.daemon = True
    clock.start()
    try:
        result = solver.check(*(z3.Bool(labels[name], context) for name in names))
    except z3.Z3Exception as error:
        if _pressed(solver, str(error), limit, late.is_set()):
            raise KeyboardInterrupt from None
        return Answer("unknown", {}, reason=_reason(str(error), late.is_set()))
    finally:
        clock.cancel()
    if result == z3.unsat:
        core = {str(item) for item in solver.unsat_core()}
        return Answer("no", {}, tuple(name for name in names if labels[name] in core))
    if result == z3.unknown and _pressed(solver, solver.reason_unknown(), limit, late.is_set()):
        # The solver takes the signal for itself while it works; it was meant for all of us.
        raise KeyboardInterrupt
    if result == z3.unknown:
        return Answer("unknown", {}, reason=_reason(solver.reason_unknown(), late.is_set()))
    if not unsealed:
        return Answer("unknown", {}, reason=LONG_SUMS)
    try:
        found = solver.model()
    except z3.Z3Exception as error:  # The clock may strike just when the answer is there.
        return Answer("unknown", {}, reason=_reason(str(error), late.is_set()))
    model = {}
    for term, label in spelled.items():
        value = found[(z3.Bool if term.truth else z3.Int)(label, context)]
        if value is not None:
            model[term.args[0]] = int(z3.is_true(value)) if term.truth else value.as_long()
    if not _satisfied(items, model):
        raise SolverDefect("the solver's model does not satisfy the question")
    return Answer("yes", model)


def _pressed(solver: Any, reason: str, limit: Limit, late: bool) -> bool:
    """Whether the solver gave up since Ctrl-C was pressed; it may just say that it was canceled."""
    if late or reason == _FROM_KEYBOARD:
        return not late
    counted = solver.statistics()
    steps = next((counted[n][1] for n in range(len(counted)) if counted[n][0] == _STEPS), None)
    return "cancel" in reason and steps is not None and steps < limit.steps * 1000


def _satisfied(items: Sequence[tuple[str | None, Truth]], model: Mapping[str, int]) -> bool:
    return all(evaluate_all((term for _, term in items), model))


def _reason(reason: str, late: bool) -> str:
    if late:
        return LATE
    # Running out of steps in one of its parts, the solver says that it was canceled.
    if "resource" in reason or "rlimit" in reason or "cancel" in reason:
        return OUT_OF_STEPS
    return f"the solver gave up ({reason})"
