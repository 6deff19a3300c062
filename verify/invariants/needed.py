"""Which invariants a proof needs: those it cites, and those that they need to be kept.

Of the many facts that hold, a proof mostly needs a few. So what was needed among few
members is all that is looked into among many, and is borne out by induction there anew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from verify.invariants.conjectures import Fact
from verify.invariants.kept import PREFIX, Invariants, Meaning
from verify.limits import Limit, Named, ask
from verify.paths import Path
from verify.slices import Slicer
from verify.terms import negation

QUICK = 0.1
"""The share of the limit that one slice of a question may cost."""


@dataclass
class Cited(Invariants):
    """Invariants, each with a name of its own, that note which of them proofs rest on."""

    cited: dict[tuple[int, Fact], None] = field(default_factory=dict)
    _names: dict[tuple[int, Fact], str] = field(default_factory=dict)

    @classmethod
    def of(cls, known: Invariants) -> "Cited":
        return cls(known.scope, known.graph, known.facts, known.implied)

    def at(self, path: Path) -> tuple[Named, ...]:
        meaning = Meaning(self.scope, path)
        return tuple(
            Named(self._name(path.node, fact), meaning.truth(fact))
            for fact in self.facts.get(path.node, ())
        )

    def refs(self, name: str) -> tuple[str, ...]:
        self.cited.update(dict.fromkeys(self.among([name])))
        return super().refs(name) if not name.startswith(PREFIX) else ()

    def among(self, names: Iterable[str]) -> list[tuple[int, Fact]]:
        """The facts, each with its cut, among the names of a core."""
        wanted = set(names)
        return [fact for fact, name in self._names.items() if name in wanted]

    def _name(self, at: int, fact: Fact) -> str:
        return self._names.setdefault((at, fact), f"{PREFIX}{len(self._names)}")


def with_what_keeps_them(known: Cited, arriving: Sequence[Path], limit: Limit) -> Invariants:
    """What is cited of ``known``, and what it takes for all of that to be kept.

    ``arriving``: the ways to a cut, from the start and from any state at a cut of which
    ``known`` holds. Where the solver does not say what a fact needs, that is left out:
    nothing is taken to hold because of this.
    """
    needed: dict[tuple[int, Fact], None] = {}
    waiting = list(known.cited)
    slicers: dict[int, Slicer] = {}
    while waiting:
        at, fact = waiting.pop()
        if (at, fact) in needed:
            continue
        needed[at, fact] = None
        for end in (one for one in arriving if one.node == at):
            slicer = slicers.setdefault(id(end), Slicer(end.conditions))
            wrong = Named(None, negation(Meaning(known.scope, end).truth(fact)))
            answer = slicer.ask(wrong, limit.times(QUICK), core=False)
            if answer is None:
                answer = ask([*end.conditions, wrong], limit, core=True, least=False)
            waiting.extend(known.among(answer.core))
    # In their usual order, whichever way they were come upon.
    facts = {
        at: tuple(fact for fact in facts if (at, fact) in needed)
        for at, facts in known.facts.items()
    }
    return Invariants(known.scope, known.graph, facts, facts)
