"""Ends among all states of a flow: what holds in each of them, and what every run has met by then.

For flows with few states, walked through by the interpreter alone. It decides what
induction left open, and tells where a proof says nothing since no run ends.
"""

from collections.abc import Sequence
from typing import Any

from runtime.interpreter import Game
from runtime.lowering import lower
from runtime.ruleset.properties import AtTheEnd, Eventually, Property
from runtime.state import Store
from runtime.steps import AnyStep, Ended
from verify.claims.hunt import GAMES, LONGEST_PLAY, condition_in, moves, shown
from verify.endless import anything_endless, parts
from verify.every_setting import every_setting
from verify.exhaustion import GOOD_ENDS, Edge, Exhausted, Exploration, Explorations, rests_on
from verify.lasso import comes_back, lasso_witness
from verify.norms import states_read
from verify.obligation import Obligation, cited_in_order, obligation, proved
from verify.random_games import game_of, random_game
from verify.symbolic import Scope

NOTHING_ENDS = "no run ends"


def with_walk(
    scope: Scope, item: AtTheEnd | Eventually, found: Obligation, explored: Explorations
) -> Obligation:
    """``found``, or what a walk through all states says where it is undecided or of nothing.

    Raises :class:`~verify.replay.WitnessDefect` if a run that is found does not replay.
    """
    if found.verdict == "proved":
        if found.vacuous or _ends_in_play(scope, item.flow):
            return found
        exploration = explored.of(scope, item.flow)
        exploration.walk()
        if exploration.incomplete() or _Walk(exploration, item).ends:
            return found
        return found.model_copy(update={"vacuous": True, "detail": NOTHING_ENDS})
    if found.verdict != "unknown":
        return found
    walked = _Walk(explored.of(scope, item.flow), item).says()
    if walked.holds is None:
        detail = f"{found.detail}; exhaustion: {walked.detail}"
        return found.model_copy(update={"detail": detail})
    if walked.holds:
        core = rests_on(scope, item.flow, item.condition)
        detail = walked.detail if walked.changed else NOTHING_ENDS
        return proved(
            scope, item.id, item.kind, "exhaustion", core, vacuous=not walked.changed, detail=detail
        )
    return refuted_by_walk(scope, item, walked)


def refuted_by_walk(scope: Scope, item: Property, walked: Exhausted) -> Obligation:
    """The verdict that a walk through all states met what ``item`` says there is not."""
    return obligation(
        scope,
        item.id,
        item.kind,
        "refuted",
        "exhaustion",
        articles=cited_in_order(scope, walked.refs),
        witness=walked.witness,
        detail=walked.detail,
    )


def _ends_in_play(scope: Scope, flow: str) -> bool:
    """Whether one of some games with random choices comes to an end and does not break off."""
    if scope.rules.flows[flow].parameters:
        return True  # it is another flow's to say
    for number, setting in enumerate(every_setting(scope, lower(scope.rules, flow)).tried[:GAMES]):
        game = game_of(scope, flow, setting.parameters)
        for again in range(max(1, GAMES // (number + 1))):
            ending = random_game(game, again, LONGEST_PLAY).state.ending
            if ending is not None and ending.kind in GOOD_ENDS:
                return True
    return False


class _Walk:
    """What the states of one exploration say of ``item``."""

    def __init__(self, exploration: Exploration, item: AtTheEnd | Eventually) -> None:
        exploration.walk()
        self.exploration = exploration
        self.item = item
        self._holds = [condition_in(game, item.condition) for game in exploration.games]
        self.ends = [
            at
            for at, visit in enumerate(exploration.visits)
            if visit.state.ending is not None and visit.state.ending.kind in GOOD_ENDS
        ]

    def says(self) -> Exhausted:
        return self._at_the_end() if isinstance(self.item, AtTheEnd) else self._eventually()

    def _at_the_end(self) -> Exhausted:
        for at in self.ends:
            visit = self.exploration.visits[at]
            if not self._holds[visit.setting](visit.state.store):
                way = self.exploration.way_to(visit.before, visit.choice)
                return self._ended(visit.setting, way)
        return self._held()

    def _eventually(self) -> Exhausted:
        """Runs that have not met it are followed; each ends with it, or one shows it is not so."""
        ways, edges = self._unmet()
        for at in self.ends:
            if at in ways:
                return self._ended(self.exploration.visits[at].setting, self._way(ways, at))
        for part in parts(edges):
            return self._for_ever(ways, edges, min(part))
        endless = anything_endless(self.exploration)
        return self._held() if endless.holds else endless

    def _held(self) -> Exhausted:
        reason = self.exploration.incomplete(
            states_read(self.exploration.scope, self.item.condition)
        )
        if reason:
            return Exhausted(None, reason)
        count = f"{len(self.exploration.visits)} states"
        return Exhausted(True, count, changed=bool(self.ends))

    def _unmet(self) -> tuple[dict[int, tuple[int, Any] | None], list[list[Edge]]]:
        """The visits that some run comes to without having met it, how, and the edges of those."""
        exploration = self.exploration
        ways: dict[int, tuple[int, Any] | None] = {}
        for at, visit in enumerate(exploration.visits):
            if visit.before is None:
                game = exploration.games[visit.setting]
                start = game.layout.initial()
                arguments = exploration.settings.tried[visit.setting].arguments
                steps = game.initial(None, arguments).steps
                if not self._met(visit.setting, steps, start, of_start=True):
                    ways[at] = None
        edges: list[list[Edge]] = [[] for _ in exploration.visits]
        open_ = list(ways)
        for at in open_:  # grows while it is walked
            visit = exploration.visits[at]
            game = exploration.games[visit.setting]
            for edge in exploration.edges[at] if at < len(exploration.edges) else ():
                steps = game.apply(visit.state, edge.choice).steps
                if self._met(visit.setting, steps, visit.state.store):
                    continue
                edges[at].append(edge)
                if edge.to not in ways:
                    ways[edge.to] = (at, edge.choice)
                    open_.append(edge.to)
        return ways, edges

    def _met(
        self, setting: int, steps: Sequence[AnyStep], before: Store, *, of_start: bool = False
    ) -> bool:
        layout = self.exploration.games[setting].layout
        stores = [after for _, _, after in moves(layout, steps, before)]
        return any(map(self._holds[setting], [before, *stores] if of_start else stores))

    def _way(self, ways: dict[int, tuple[int, Any] | None], at: int) -> tuple[Any, ...]:
        choices: list[Any] = []
        while (step := ways[at]) is not None:
            at, choice = step
            choices.append(choice)
        return tuple(reversed(choices))

    # Witnesses.

    def _ended(self, setting: int, choices: tuple[Any, ...]) -> Exhausted:
        run = self.exploration.run(setting, choices)
        found = shown(self.exploration.scope, run, self._judge, self.item.id)
        return self._refuted(found.witness, found.ref)

    def _judge(self, game: Game, steps: Sequence[AnyStep], start: Store) -> int | None:
        """A run that ends without it, as the interpreter sees it."""
        last = steps[-1] if steps else None
        if not isinstance(last, Ended) or last.ending.kind not in GOOD_ENDS:
            return None
        holds = condition_in(game, self.item.condition)
        stores = [start, *(after for _, _, after in moves(game.layout, steps, start))]
        met = stores if isinstance(self.item, Eventually) else stores[-1:]
        return None if any(map(holds, met)) else len(steps)

    def _for_ever(
        self, ways: dict[int, tuple[int, Any] | None], edges: list[list[Edge]], first: int
    ) -> Exhausted:
        came: dict[int, tuple[int, Any]] = {}
        open_ = [first]
        for at in open_:  # grows while it is walked
            for edge in edges[at]:
                if edge.to not in came:
                    came[edge.to] = (at, edge.choice)
                    open_.append(edge.to)
        back: list[Any] = []
        at = first
        while not back or at != first:
            at, choice = came[at]
            back.append(choice)
        rules = self.exploration.scope.rules
        visit = self.exploration.visits[first]
        run = self.exploration.run(visit.setting, (*self._way(ways, first), *reversed(back)))
        replayed = comes_back(rules, run)
        witness = lasso_witness(rules, run, replayed, from_start=True)
        return self._refuted(witness, replayed.steps[-1].ref)

    def _refuted(self, witness: dict[str, Any], ref: str) -> Exhausted:
        return Exhausted(False, f"{len(self.exploration.visits)} states", witness, (ref,))
