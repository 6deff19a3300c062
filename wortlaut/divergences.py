"""What follows from the paragraphs in which two versions differ: asked while readings are compared.

The question goes to a process of its own, which reads the law while the paragraphs are
compared here.
"""

import signal
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import active_children
from types import TracebackType
from typing import TYPE_CHECKING

from compiler.law import Law, load_sound
from runtime.ruleset.ruleset import RuleSet
from wortlaut.compared import Compared
from wortlaut.kept import kept_here

if TYPE_CHECKING:
    from verify.consequence import Consequence


class Divergences:
    """Asks once, by :meth:`ask`, and gives the answers when the context is left or later.

    ``workers``: with fewer than two, the question is answered here. Only versions of one
    law can be asked about.
    """

    def __init__(self, pair: tuple[Compared, Compared], workers: int) -> None:
        self._pair = pair
        self._before = {child.pid for child in active_children()}
        self._pool: ProcessPoolExecutor | None = None
        self._asked: Future[list[Consequence]] | tuple[str, ...] = ()
        if pair[0].law is pair[1].law and workers > 1:
            self._pool = ProcessPoolExecutor(1, initializer=_begin, initargs=(pair[0].law.origin,))
            self._pool.submit(_ready)

    def __enter__(self) -> "Divergences":
        return self

    def ask(self, refs: tuple[str, ...]) -> None:
        """Ask about the paragraphs ``refs``."""
        if self._pool is None or not refs:
            self._asked = refs
        else:
            one, other = self._pair
            languages = (one.language, other.language)
            self._asked = self._pool.submit(_answer_here, languages, dict(one.readings), refs)

    def answers(self) -> "list[Consequence]":
        """The answers, when they are there."""
        if isinstance(self._asked, Future):
            return self._asked.result()
        one, other = self._pair
        if not self._asked or one.law is not other.law:
            return []
        return _answer(one.law, (one.language, other.language), one.readings, self._asked)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            mine = [child for child in active_children() if child.pid not in self._before]
            self._pool.shutdown(wait=False, cancel_futures=True)
            for child in mine:
                child.kill()
            for child in mine:
                child.join()


def of_open_points(pair: tuple[Compared, Compared]) -> "list[Consequence]":
    """Of each open point and supplement of a law whether it can change the outcome."""
    from verify.consequence import consequences, questions
    from wortlaut.consequences import consequences_of
    from wortlaut.render.progress import Progress

    law, languages = pair[0].law, [one.language for one in pair]
    with Progress() as progress:
        if not pair[0].readings:
            return consequences_of(law, languages, progress=lambda one: progress.step(one.id))
        asked = questions(ReadSo(law, pair[0].readings), languages)
        return consequences(asked, None, lambda one: progress.step(one.id))


class ReadSo:
    """A law whose readings in use are others: the family that consequences are asked of."""

    def __init__(self, law: Law, readings: Mapping[str, str]) -> None:
        self._law = law
        self._readings = readings

    def rules(
        self,
        language: str,
        readings: Mapping[str, str] | None = None,
        supplements: Sequence[str] | None = None,
    ) -> RuleSet:
        """The rule set of a version; readings and supplements in use unless given."""
        return self._law.rules(language, {**self._readings, **(readings or {})}, supplements)

    def readings_in_use(self, language: str) -> Mapping[str, str]:
        """The reading of each point."""
        return self._law.choose_readings(language, self._readings)

    def points_at(self, language: str, ref: str) -> Mapping[str, tuple[str, ...]]:
        """The points that a place lists, each with its readings."""
        return self._law.points_at(language, ref)


def _answer(
    law: Law, languages: tuple[str, str], readings: Mapping[str, str], refs: tuple[str, ...]
) -> "list[Consequence]":
    from verify.consequence import consequences
    from verify.consequence.sides import of_versions

    return consequences(of_versions(ReadSo(law, readings), *languages, refs))


_HERE: list[Law] = []
"""What the process of its own works on."""


def _begin(origin: tuple[str, tuple[str, ...]]) -> None:
    # Ctrl-C reaches every process of the group; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _HERE.append(load_sound(*origin))


def _ready() -> None:
    """Something to do, so that the process begins."""


def _answer_here(
    languages: tuple[str, str], readings: Mapping[str, str], refs: tuple[str, ...]
) -> "list[Consequence]":
    with kept_here():
        return _answer(_HERE[0], languages, readings, refs)
