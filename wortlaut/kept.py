"""Verdicts that are kept: what a job found, for as long as nothing that it depends on changes.

That is the rule sets, the properties, the limits, and this program with its solver. Where
only one version of a law was edited, the others need not be verified again. What the clock
broke off is not kept, since it may turn out otherwise.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from wortlaut.jobs import Job, Known, Request, done, properties
from wortlaut.store import Store, digest

if TYPE_CHECKING:
    from runtime.ruleset.ruleset import RuleSet
    from verify.obligation import Obligation

_PROGRAM = ("runtime", "verify", "compiler", "wortlaut/jobs.py", "wortlaut/kept.py")
"""Where the code is that verdicts depend on."""


def store() -> Store:
    """What is kept for this user."""
    from compiler.syntax import cache_folder

    return _store(cache_folder() / "verdicts.sqlite3")


@lru_cache(maxsize=1)
def _store(file: Path) -> Store:
    return Store(file)


def done_or_kept(known: Known, job: Job, progress: Callable[["Obligation"], None]) -> None:
    """Do a job, or tell the verdicts that are kept of it."""
    from verify.answers import late_answers, remembering

    if not known.request.keep:
        with remembering(None if known.shared is None else _store(known.shared)):
            done(known, job, progress)
        return

    here = store()
    # Whoever listens to the questions wants to hear them.
    kept = None if known.request.listens else _kept(here, known, job)
    if kept is not None:
        for one in kept:
            progress(one)
        return
    found: list[str] = []
    late = late_answers()

    def tell(one: "Obligation") -> None:
        found.append(one.model_dump_json())
        progress(one)

    with remembering(here):
        done(known, job, tell)
    if late_answers() == late:
        here.keep(_key(known, job, known.request), "\n".join(found))


def _kept(here: Store, known: Known, job: Job) -> "list[Obligation] | None":
    """The verdicts that are kept of a job, or of one of which it is a part."""
    from verify.obligation import Obligation

    request = known.request
    everything = replace(request, wanted=())
    for asked in (request, everything) if request.wanted else (request,):
        kept = here.recall(_key(known, job, asked))
        if kept is not None:
            found = [Obligation.model_validate_json(line) for line in kept.splitlines()]
            return [one for one in found if request.wants(one.id)]
    return None


def _key(known: Known, job: Job, request: Request) -> bytes:
    return digest(["verdicts", _program(), *_depends_on(known, job, request)])


def _depends_on(known: Known, job: Job, request: Request) -> Iterator[str]:
    """All that the verdicts of a job depend on, but for the program."""
    law = known.law
    yield repr((job.part, job.language, job.readings, job.size, request.timeout))
    yield repr((request.wanted, request.brief))
    yield _as_text(known.rules(job))
    if job.part == "properties":
        for one in properties(law, request, job.language, dict(job.readings)):
            yield one.model_dump_json(exclude={"versions"})
            for rules in getattr(one, "versions", ()):
                yield _as_text(rules)
    if job.part == "readings":
        # It compiles the law under other readings, for which its source stands here.
        yield law.hash
        yield repr(request.supplements)


def _as_text(rules: "RuleSet") -> str:
    return rules.model_dump_json(exclude={"law_hash"})


@lru_cache(maxsize=1)
def _program() -> str:
    """This program, in the version at hand, with what decides and plays for it."""
    root = Path(__file__).parents[1]
    sums = sha256()
    for place in _PROGRAM:
        path = root / place
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in (".py", ".toml", ".lark"):
                sums.update(
                    f"{file.relative_to(root)}:".encode() + sha256(file.read_bytes()).digest()
                )
    return f"{sums.hexdigest()} {version('z3-solver')} {sys.version_info[:2]}"
