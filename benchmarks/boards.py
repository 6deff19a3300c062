"""Boards on which all candidates tie: found by the solver, and played from the law's start.

The number of voters is that of a law written for so many; the text says twenty-four.
"""

from collections.abc import Mapping

from benchmarks.measure import Job
from compiler.law import Law
from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet
from verify.limits import Limit
from verify.reach import Ends
from verify.reach.filled import any_board, filled
from verify.symbolic import Scope

VOTERS = (24, 240, 2_400, 24_000)
TIE = Ends("gap", "10.1", "nobody_left")


def jobs(law: Law, candidates: int, most: int) -> Mapping[str, Job]:
    """Boards for up to ``most`` voters, and for twenty-four the whole game as well."""
    scopes = {number: _scope(law, candidates, number) for number in VOTERS if number <= most}

    def asked(scope: Scope) -> Job:
        def job() -> None:
            found = any_board(scope, lower(scope.rules, "game"), TIE, Limit(), 0)
            assert found is not None
            assert len(found.target["voter_square"]) == scope.sizes["voter"]

        return job

    def played(scope: Scope) -> Job:
        def job() -> None:
            run = filled(scope, lower(scope.rules, "game"), TIE, Limit(), 0)
            assert run is not None

        return job

    named = {
        f"a board, {candidates} candidates, {number} voters": asked(scope)
        for number, scope in scopes.items()
    }
    return named | {f"and played, {candidates} candidates, 24 voters": played(scopes[24])}


def _scope(law: Law, candidates: int, voters: int) -> Scope:
    rules = law.rules("de", supplements=())
    sizes = {name: declared.low for name, declared in rules.sets.items()}
    sizes |= {"voter": voters, "candidate": candidates, "player": candidates}
    return Scope(_for(rules, voters), sizes)


def _for(rules: RuleSet, voters: int) -> RuleSet:
    """The same law for another number of voters."""
    declared = rules.sets["voter"].model_copy(update={"low": voters, "high": voters})
    return rules.model_copy(update={"sets": {**rules.sets, "voter": declared}})
