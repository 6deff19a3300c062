"""Proofs in one process, against reading the law in the same process."""

from collections.abc import Mapping

from benchmarks.measure import Job
from compiler.law import Law, load_sound
from verify.verdicts import verify

PROPERTIES = ("distinct_squares", "ballots_end")


def jobs(law: Law, candidates: int) -> Mapping[str, Job]:
    """One property at a time: an induction and a ranking argument."""
    rules = law.rules("de")
    stated = {one.id: one for one in law.properties("de")}
    sizes = {name: declared.low for name, declared in rules.sets.items()}
    for name, declared in rules.sets.items():
        if name == "candidate" or declared.same_as == "candidate":
            sizes[name] = candidates

    def proof(name: str) -> Job:
        def job() -> None:
            (found,) = verify(rules, [stated[name]], sizes=[sizes])
            assert found.verdict == "proved", found

        return job

    def read() -> None:
        load_sound("posg")

    return {"reading posg": read} | {
        f"{name}, {candidates} candidates": proof(name) for name in PROPERTIES
    }
