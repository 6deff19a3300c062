"""Exploration: plays made up by Hypothesis, beside the proofs and knowing nothing of them.

Every choice, every die and every lot of a play is drawn, and also which setting of the
law is played with. What is looked for is an end that a law should not come to (a
gap, a conflict, a value out of range, a dead end, a loop without a choice) and a
violated property of states, steps or ends. What turns up is made as short and plain as
it can be, and replayed like every other witness. Exploring proves nothing; but what it
finds of an obligation that was proved shows that this program is wrong.

The plays depend on nothing but the law and the number of examples.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from runtime.flows import main_flows
from runtime.graph import ChooseNode, Graph, HeadNode
from runtime.interpreter import Game
from runtime.lowering import LoweringError, lower
from runtime.ruleset.properties import Property
from runtime.state import Ending, State
from runtime.steps import DECLINE, AnyStep
from runtime.trace import article
from verify.automatic import TEXT
from verify.claims.hunt import shown
from verify.failing import with_failing
from verify.judges import Judge, Judged, can_be_judged
from verify.obligation import Obligation, obligation
from verify.reach.clashes import places
from verify.reach.settings import Setting, settings
from verify.replay import Run, WitnessDefect, replay
from verify.symbolic import Scope
from verify.witness import witness

LONGEST_PLAY = 400
"""After how many choices a play is broken off."""

MOST_SHRINKS = 200
"""How many plays may be tried to make what was found shorter."""

AUTOMATIC = ("gap", "conflict", "range", "stuck", "loop")
"""The ends that no law should come to."""

Found: TypeAlias = tuple[str, ...]
"""What was found: ids, any of which it may belong to; one of them is its own."""


@dataclass(frozen=True)
class Finding:
    """What exploring found, as a refutation.

    ``ids``: the ids of the obligations that it may refute. A conflict is reported where
    the rules clash, and asked of beforehand at the place where they are decided between.
    """

    ids: tuple[str, ...]
    refuted: Obligation


def explore(
    scope: Scope,
    properties: Sequence[Property],
    examples: int,
    *,
    automatic: bool = True,
    flows: Sequence[str] | None = None,
) -> list[Finding]:
    """What ``examples`` plays of each main flow (or of ``flows``) come to for one size.

    ``properties``: those to be looked at; of a kind that one play cannot break, none is
    ever found. ``automatic``: whether bad ends count. Raises
    :class:`~verify.replay.WitnessDefect` if something found does not replay.
    """
    found: list[Finding] = []
    own = main_flows(scope.rules)
    for flow in own if flows is None else flows:
        judged = [one for one in properties if can_be_judged(one) and one.flow == flow]
        try:
            explorer = _Explorer(scope, flow, judged, examples, automatic)
        except LoweringError:
            continue
        found += explorer.findings(f"@{flow}" if len(own) > 1 else "")
    return found


def settle(found: Sequence[Finding], verdicts: Sequence[Obligation]) -> list[Obligation]:
    """``verdicts`` with what was found: of the same law, version, readings and sizes.

    What was unknown is refuted now; what was not asked is added at the end. Raises
    :class:`~verify.replay.WitnessDefect` for what was found although it was proved.
    """
    settled = list(verdicts)
    for finding in found:
        scope = finding.refuted.scope
        about = [n for n, one in enumerate(settled) if one.id in finding.ids and one.scope == scope]
        known = [settled[number].verdict for number in about]
        if not about:
            settled.append(finding.refuted)
        elif "refuted" in known:
            continue
        elif all(verdict == "proved" for verdict in known):
            raise WitnessDefect(
                f"{settled[about[0]].id} was proved, but a play of the interpreter refutes it"
            )
        else:
            number = next(n for n in about if settled[n].verdict != "proved")
            named = {"id": settled[number].id, "text_alone": settled[number].text_alone}
            settled[number] = finding.refuted.model_copy(update=named)
    return settled


def of_text(finding: Finding) -> Finding:
    """The finding as one about the text alone, without any supplement."""
    ids = tuple(TEXT + one for one in finding.ids)
    own = {"id": TEXT + finding.refuted.id, "text_alone": True}
    return Finding(ids, finding.refuted.model_copy(update=own))


@dataclass(frozen=True)
class _Play:
    """A play that came to something; ``drawn``: what was drawn for its choices."""

    run: Run
    drawn: tuple[int, ...]

    @property
    def size(self) -> tuple[Any, ...]:
        """Short plays come first, and among them those with early options."""
        return len(self.run.choices), sum(self.drawn), self.drawn


class _Enough(BaseException):
    """No more plays are to be tried. No ordinary exception, which would be taken for a finding."""


class _Met(Exception):
    """The play came to what is looked for."""


class _Explorer:
    """The plays of one flow."""

    def __init__(
        self,
        scope: Scope,
        flow: str,
        judged: Sequence[Judged],
        examples: int,
        automatic: bool,
    ) -> None:
        self.scope = scope
        self.graph = lower(scope.rules, flow)
        self.examples = examples
        self.automatic = automatic
        self.tables: list[tuple[Setting, Game, list[tuple[Judged, Judge]]]] = []
        for setting in settings(scope, self.graph):
            try:
                game = Game(scope.rules, flow, scope.sizes, setting.parameters)
            except ValueError:
                continue
            self.tables.append((setting, game, [(one, Judge(game, one)) for one in judged]))
        self.judged: dict[Found, Judged] = {(one.id,): one for one in judged}

    def findings(self, suffix: str) -> Iterator[Finding]:
        """What the plays come to, each with the plainest play that was found."""
        if not self.tables or not self.examples:
            return
        best: dict[Found, _Play] = {}

        def collect(draw: Callable[[int], int]) -> None:
            for found, play in self._play(draw):
                if found not in best or play.size < best[found].size:
                    best[found] = play

        _played(collect, self.examples)
        for found in sorted(best):
            play = self._plainest(found, best[found])
            yield self._finding(found, play, suffix)

    def _plainest(self, wanted: Found, known: _Play) -> _Play:
        """The plainest play that comes to ``wanted``: Hypothesis shrinks, the smallest is kept."""
        best, tried = known, 0

        def meet(draw: Callable[[int], int]) -> None:
            nonlocal best, tried
            met = False
            # What is longer than the best known is not plainer.
            for found, play in self._play(draw, len(best.run.choices)):
                if found == wanted:
                    best = min(best, play, key=lambda one: one.size)
                    met = True
                    break
            # Until it is met, these are the plays of before.
            tried += met or tried > 0
            if tried > MOST_SHRINKS:
                raise _Enough
            if met:
                raise _Met

        with suppress(_Met, _Enough):
            _played(meet, self.examples)
        return best

    # Playing.

    def _play(
        self, draw: Callable[[int], int], longest: int = LONGEST_PLAY
    ) -> Iterator[tuple[Found, _Play]]:
        """One play: what it comes to, each as soon as it is there and once only."""
        setting, game, judges = self.tables[draw(len(self.tables))]
        drawn: list[int] = []
        chosen: list[Any] = []
        known: set[Found] = set()

        def so_far() -> _Play:
            run = Run(
                self.graph.flow,
                dict(game.sizes),
                dict(game.parameters),
                setting.arguments,
                None,
                tuple(chosen),
            )
            return _Play(run, tuple(drawn))

        before = game.layout.initial()
        advance = game.initial(None, setting.arguments)
        known |= {(one.id,) for one, judge in judges if judge.broken_at_start(before)}
        yield from ((found, so_far()) for found in sorted(known))
        while True:
            for found in self._broken(judges, advance.steps, before):
                if found not in known:
                    known.add(found)
                    yield found, so_far()
            state = advance.state
            if state.ending is not None:
                if self.automatic and state.ending.kind in AUTOMATIC:
                    yield self._ids(game, state.ending), so_far()
                return
            if len(chosen) == longest:
                return
            options = _options(game, self.graph, state)
            number = draw(len(options))
            drawn.append(number)
            chosen.append(options[number])
            before = state.store
            advance = game.apply(state, options[number])

    def _broken(
        self,
        judges: Sequence[tuple[Judged, Judge]],
        steps: Sequence[AnyStep],
        before: Any,
    ) -> Iterator[Found]:
        for one, judge in judges:
            if judge.broken(steps, before) is not None:
                yield (one.id,)

    def _ids(self, game: Game, ending: Ending) -> Found:
        """The ids of the obligations that ``ending`` may belong to."""
        kind, at = ending.kind, ending.at
        if kind == "loop":
            heads = (one for one in self.graph.nodes if isinstance(one, HeadNode) and one.ref == at)
            return tuple(dict.fromkeys(f"termination.{one.flow}" for one in heads))
        refs = {at: None}
        if kind == "conflict" and not ending.breaches:
            clash = frozenset(ending.between)
            refs = {p: None for p, refs in places(game.rules, self.graph) if clash <= refs} | refs
        ids = [f"{kind}.{ref}" for ref in refs]
        if ending.gap is not None:
            ids.append(f"{kind}.{at}.{ending.gap}")
        return tuple(ids)

    # Showing.

    def _finding(self, found: Found, play: _Play, suffix: str) -> Finding:
        item = self.judged.get(found)
        kind: str = found[0].split(".")[0] if item is None else item.kind
        if item is not None:
            ids = found
            data, ref = self._broken_by(play.run, item)
        else:
            ids = tuple(one + suffix for one in found)
            data, ref = self._ends(play.run, found)
        refuted = obligation(
            self.scope,
            # A gap that the text states has an id of its own.
            ids[-1] if kind == "gap" and self._is_stated(data) else ids[0],
            kind,
            "refuted",
            "exploration",
            articles=(article(self.scope.rules, ref),),
            witness=data,
        )
        if item is not None:
            refuted = with_failing(self.scope.rules, item, refuted)
        return Finding(ids, refuted)

    def _broken_by(self, run: Run, item: Judged) -> tuple[dict[str, Any], str]:
        def judge(game: Game, steps: Sequence[AnyStep], start: Any) -> int | None:
            asked = Judge(game, item)
            return 0 if asked.broken_at_start(start) else asked.broken(steps, start)

        told = shown(self.scope, run, judge, item.id)
        return told.witness, told.ref

    def _ends(self, run: Run, found: Found) -> tuple[dict[str, Any], str]:
        replayed = replay(self.scope.rules, run)
        ending = replayed.states[-1].ending
        if ending is None or self._ids(replayed.game, ending) != found:
            raise WitnessDefect(f"the play found for {found[0]} ends otherwise when replayed")
        data = witness(self.scope.rules, run, replayed, from_start=True)
        if ending.kind == "loop":
            data["comes_back_to"] = None
        return data, ending.at

    def _is_stated(self, data: Mapping[str, Any]) -> bool:
        last = data["steps"][-1]
        return last["gap"] is not None and last["gap"] not in self.scope.rules.decisions


def _options(game: Game, graph: Graph, state: State) -> tuple[Any, ...]:
    """What may be chosen; doing nothing is one option where the law has a default for it."""
    options = game.lawful(state)
    node = graph.nodes[state.node]
    if not isinstance(node, ChooseNode) or node.default is None or DECLINE in options:
        return options
    # A default may lie outside of what can be chosen; then doing nothing is no option.
    return options if game.why_not(state, DECLINE) is not None else (*options, DECLINE)


def _played(play: Callable[[Callable[[int], int]], None], examples: int) -> None:
    """Let Hypothesis make up plays; ``play`` gets a function that draws a number below another."""
    from hypothesis import HealthCheck, Phase, Verbosity, given
    from hypothesis import settings as run_with
    from hypothesis import strategies as st
    from hypothesis.configuration import set_hypothesis_home_dir

    @run_with(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=tuple(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    @given(st.data())
    def one(data: st.DataObject) -> None:
        play(lambda below: data.draw(st.integers(0, below - 1)) if below > 1 else 0)

    with tempfile.TemporaryDirectory() as folder:
        # It keeps notes on the source text of the program, which belong nowhere else.
        set_hypothesis_home_dir(folder)
        try:
            one()
        finally:
            set_hypothesis_home_dir(None)
