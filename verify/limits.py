"""Asking the solver, within limits: the one place where it may answer "unknown".

A question is a list of named terms that are all to hold. It is written as
SMT-LIB text and read by a fresh solver in a fresh context with a fixed seed, so
that no question depends on an earlier one. The limit that counts is a number of
solver steps (the same on every machine); a clock stops what that misses. Whoever
listens hears every question that was put to the solver, with its answer.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from threading import Event, Timer
from typing import Any, Literal

from verify.deadline import finishing, seconds_left, stop_if_broken_off
from verify.terms import Term, Truth, Whole, evaluate_all, parts_of, walk


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


@dataclass(frozen=True, slots=True)
class Answer:
    """``yes`` with a model, ``no`` with the names it rests on, or ``unknown`` with a reason."""

    verdict: Literal["yes", "no", "unknown"]
    model: dict[str, int]
    core: tuple[str, ...] = ()
    reason: str = ""


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
    labels, text, spelled, digest = _asked(tuple(items), unsealed)
    key = (digest, limit.steps)
    if key in _ANSWERED:
        answer = _again(_ANSWERED[key], labels, spelled)
    else:
        with finishing():
            answer = _solved(items, text, labels, spelled, limit, unsealed=unsealed)
        if answer.reason != _LATE:
            _ANSWERED[key] = _kept(answer, labels, spelled)
    for listener in _LISTENERS.get():
        listener(Heard(text, labels, answer))
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


_LATE = "the time limit was reached"

_ANSWERED: dict[tuple[bytes, int], Answer] = {}
"""Answers by what was asked; the names in them are those of the text, not of the question."""


def _kept(answer: Answer, labels: Mapping[str, str], spelled: Mapping[Term, str]) -> Answer:
    model = {
        label: answer.model[term.args[0]]
        for term, label in spelled.items()
        if term.args[0] in answer.model
    }
    return Answer(answer.verdict, model, tuple(labels[n] for n in answer.core), answer.reason)


def _again(answer: Answer, labels: Mapping[str, str], spelled: Mapping[Term, str]) -> Answer:
    names = {label: name for name, label in labels.items()}
    model = {
        term.args[0]: answer.model[label]
        for term, label in spelled.items()
        if label in answer.model
    }
    return Answer(answer.verdict, model, tuple(names[n] for n in answer.core), answer.reason)


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
    solver = z3.Solver(ctx=context)
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
        return Answer("unknown", {}, reason=_reason(str(error), late.is_set()))
    finally:
        clock.cancel()
    if result == z3.unsat:
        core = {str(item) for item in solver.unsat_core()}
        return Answer("no", {}, tuple(name for name in names if labels[name] in core))
    if result == z3.unknown and solver.reason_unknown() == _FROM_KEYBOARD:
        # The solver takes the signal for itself while it works; it was meant for all of us.
        raise KeyboardInterrupt
    if result == z3.unknown:
        return Answer("unknown", {}, reason=_reason(solver.reason_unknown(), late.is_set()))
    if not unsealed:
        return Answer("unknown", {}, reason="it depends on what long sums are made of")
    try:
        found = solver.model()
    except z3.Z3Exception as error:  # The clock may strike just when the answer is there.
        return Answer("unknown", {}, reason=_reason(str(error), late.is_set()))
    model = {}
    for term, label in spelled.items():
        value = found[(z3.Bool if term.truth else z3.Int)(label, context)]
        if value is not None:
            model[term.args[0]] = int(z3.is_true(value)) if term.truth else value.as_long()
    if not all(evaluate_all((term for _, term in items), model)):
        raise SolverDefect("the solver's model does not satisfy the question")
    return Answer("yes", model)


def _reason(reason: str, late: bool) -> str:
    if late:
        return _LATE
    # Running out of steps in one of its parts, the solver says that it was canceled.
    if "resource" in reason or "rlimit" in reason or "cancel" in reason:
        return "the limit of solver steps was reached"
    return f"the solver gave up ({reason})"


def script(
    items: Iterable[tuple[str | None, Truth]], labels: dict[str, str], *, unsealed: bool = True
) -> tuple[str, dict[Term, str]]:
    """``items`` as SMT-LIB text, and how each symbol is spelled in it.

    Not ``unsealed``: of a sealed sum only the limits are stated.
    """
    pairs = list(items)
    order = walk((term for _, term in pairs), unsealed=unsealed)
    shared = _shared(order, unsealed=unsealed)
    lines: list[str] = []
    spelled: dict[Term, str] = {}
    symbols: dict[Term, str] = {}
    for term in order:
        sort = "Bool" if term.truth else "Int"
        if term.op == "symbol" or (term.op == "sealed" and not unsealed):
            label = f"s{len(symbols)}"
            symbols[term] = spelled[term] = label
            lines.append(f"(declare-const {label} {sort})")
            if not term.truth:
                low, high = _whole(term.low), _whole(term.high)
                lines.append(f"(assert (<= {low} {label} {high}))")
            continue
        written = _written(term, spelled)
        if term in shared:
            label = f"t{len(spelled)}"
            lines.append(f"(define-fun {label} () {sort} {written})")
            written = label
        spelled[term] = written
    for label in labels.values():
        lines.append(f"(declare-const {label} Bool)")
    for name, item in pairs:
        body = _spelled(item, spelled)
        lines.append(f"(assert {body})" if name is None else f"(assert (=> {labels[name]} {body}))")
    return "\n".join(lines), symbols


def _shared(order: Iterable[Term], *, unsealed: bool) -> set[Term]:
    """Which of the terms in ``order`` are parts of more than one, or one more than once."""
    once: set[Term] = set()
    shared: set[Term] = set()
    for term in order:
        for part in parts_of(term, unsealed=unsealed):
            if part in once:
                shared.add(part)
            else:
                once.add(part)
    return shared


def _whole(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"


def _spelled(item: Truth | Whole, spelled: Mapping[Term, str]) -> str:
    if isinstance(item, Term):
        return spelled[item]
    if isinstance(item, bool):
        return "true" if item else "false"
    return _whole(item)


def _written(term: Term, spelled: Mapping[Term, str]) -> str:
    op, args = term.op, term.args
    match op:
        case "and" | "or" | "not":
            return f"({op} {' '.join([spelled[part] for part in term.parts])})"
        case "linear":
            constant, multiples = args
            parts = [
                spelled[part] if factor == 1 else f"(* {_whole(factor)} {spelled[part]})"
                for factor, part in multiples
            ]
            if constant:
                parts.append(_whole(constant))
            return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"
        case "sealed":
            return spelled[args[0]]
        case "at_most":
            return f"(<= {spelled[args[0]]} {_whole(args[1])})"
        case "equal":
            return f"(= {spelled[args[0]]} {_whole(args[1])})"
        case "iff":
            return f"(= {spelled[args[0]]} {spelled[args[1]]})"
        case _:
            condition, then, otherwise = args
            then, otherwise = _spelled(then, spelled), _spelled(otherwise, spelled)
            return f"(ite {spelled[condition]} {then} {otherwise})"
