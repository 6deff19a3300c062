"""Answers of the solver, and where they are kept: in this process, and beyond it if asked.

An answer depends on nothing but the text of the question, the steps allowed and the
solver, since each question is put to a fresh one. So whoever asks the same once more
need not wait. What the clock or the machine broke off is no such answer.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from typing import Literal, Protocol, TypeAlias

from verify.terms import Term


@dataclass(frozen=True, slots=True)
class Answer:
    """``yes`` with a model, ``no`` with the names it rests on, or ``unknown`` with a reason."""

    verdict: Literal["yes", "no", "unknown"]
    model: dict[str, int]
    core: tuple[str, ...] = ()
    reason: str = ""


LATE = "the time limit was reached"
"""The reason of an answer that would be another one on another machine, or at another time."""

OUT_OF_STEPS = "the limit of solver steps was reached"

LONG_SUMS = "it depends on what long sums are made of"


class Memory(Protocol):
    """Where texts are kept beyond this process; nothing need be there."""

    def recall(self, key: bytes) -> str | None: ...

    def keep(self, key: bytes, text: str) -> None: ...


_MEMORY: ContextVar[Memory | None] = ContextVar("memory", default=None)


@contextmanager
def remembering(memory: Memory | None) -> Iterator[None]:
    """Within this, what ``memory`` has an answer to is not asked again."""
    before = _MEMORY.set(memory)
    try:
        yield
    finally:
        _MEMORY.reset(before)


def memory_in_use() -> Memory | None:
    """Where texts are kept beyond this process, if anywhere."""
    return _MEMORY.get()


Key: TypeAlias = tuple[bytes, int, bool]
"""What an answer depends on: a digest of the question, the steps, whether sums are spelled out."""

Names: TypeAlias = tuple[Mapping[str, str], Mapping[Term, str]]
"""How a question's names are called in its text: those to be cited, and its symbols."""

_ANSWERED: dict[Key, Answer] = {}
"""Answers by what was asked; the names in them are those of the text, not of the question."""


MOST_SAME = 20_000
"""How many answers are known by their question's own names, before these are forgotten."""

_SAME: dict[Key, Answer] = {}
"""Answers by the very same question, its own names included."""

_late = 0


def late_answers() -> int:
    """How often the clock has broken off a question so far, or it was used what rests on that."""
    return _late


def note_late() -> None:
    """Say that something is used which rests on a question that the clock has broken off."""
    global _late
    _late += 1


def same(key: Key) -> Answer | None:
    """The answer to the very same question, of whose names ``key`` has a digest as well."""
    return _SAME.get(key)


def keep_same(key: Key, answer: Answer) -> None:
    """Keep the answer to the very same question."""
    if answer.reason != LATE:
        if len(_SAME) >= MOST_SAME:
            _SAME.clear()
        _SAME[key] = answer


def recalled(key: Key, names: Names) -> Answer | None:
    """The answer that is kept, in the question's own names."""
    known = _ANSWERED.get(key)
    return None if known is None else _renamed(known, names)


def recalled_from_before(key: Key, names: Names) -> Answer | None:
    """The answer that was kept beyond an earlier process."""
    memory = _MEMORY.get()
    text = None if memory is None else memory.recall(_lasting(key))
    if text is None:
        return None
    verdict, model, core, reason = json.loads(text)
    return _renamed(Answer(verdict, model, tuple(core), reason), names)


def keep(key: Key, answer: Answer, names: Names, *, lasting: bool) -> None:
    """Keep ``answer``; also beyond this process, if that is asked and it holds there too."""
    if answer.reason == LATE:
        note_late()
        return
    labels, spelled = names
    model = {
        label: answer.model[term.args[0]]
        for term, label in spelled.items()
        if term.args[0] in answer.model
    }
    core = tuple(labels[name] for name in answer.core)
    _ANSWERED[key] = Answer(answer.verdict, model, core, answer.reason)
    memory = _MEMORY.get()
    if lasting and memory is not None and answer.reason in ("", OUT_OF_STEPS, LONG_SUMS):
        told = [answer.verdict, model, core, answer.reason]
        memory.keep(_lasting(key), json.dumps(told, separators=(",", ":")))


def _renamed(answer: Answer, names: Names) -> Answer:
    labels, spelled = names
    of_labels = {label: name for name, label in labels.items()}
    model = {
        term.args[0]: answer.model[label]
        for term, label in spelled.items()
        if label in answer.model
    }
    core = tuple(of_labels[label] for label in answer.core)
    return Answer(answer.verdict, model, core, answer.reason)


def _lasting(key: Key) -> bytes:
    """``key`` for what outlives this process, and may meet another solver."""
    digest, steps, unsealed = key
    about = f"answer {_solver_version()} {steps} {unsealed} "
    return sha256(about.encode() + digest).digest()


@lru_cache(maxsize=1)
def _solver_version() -> str:
    return version("z3-solver")
