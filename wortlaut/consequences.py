"""Whether the differences of a law matter: all questions asked, in several processes.

What is found does not depend on where a question is asked.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor

from compiler.law import Law, load_sound
from verify.consequence import Consequence, Effort, Session, consequences, questions
from wortlaut.kept import kept_here
from wortlaut.workers import processors

FEWEST = 4
"""So many questions are worth a second process."""


def consequences_of(
    law: Law,
    languages: Sequence[str],
    diverging: Sequence[str] = (),
    *,
    effort: Effort | None = None,
    every: bool = False,
    workers: int | None = None,
    progress: Callable[[Consequence], None] | None = None,
) -> list[Consequence]:
    """What follows from each divergence, reading and supplement of ``law``, in order.

    ``diverging``: the paragraphs in which the first two of ``languages`` are known to differ.
    ``every``: ask each version what was asked of another one already. ``workers``: how many
    processes, as many as there are processors unless given. ``progress`` is told each answer.
    """
    asked = questions(law, languages, diverging, every=every)
    number = min(processors() if workers is None else workers, len(asked))
    if number < 2 or len(asked) < FEWEST:
        return consequences(asked, effort, progress)
    given = (law.origin, tuple(languages), tuple(diverging), every, effort or Effort())
    found = []
    with ProcessPoolExecutor(number, initializer=_begin, initargs=given) as pool:
        for one in pool.map(_answer, range(len(asked))):
            found.append(one)
            if progress is not None:
                progress(one)
    return found


class _Here:
    """What this process works on."""

    asked: Callable[[int], Consequence]


def _begin(
    origin: tuple[str, tuple[str, ...]],
    languages: tuple[str, ...],
    diverging: tuple[str, ...],
    every: bool,
    effort: Effort,
) -> None:
    law = load_sound(*origin)
    asked = questions(law, languages, diverging, every=every)
    session = Session(effort)
    _Here.asked = lambda number: session.answer(asked[number])


def _answer(number: int) -> Consequence:
    with kept_here():
        return _Here.asked(number)
