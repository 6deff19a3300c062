"""Examples: what is used in games with random choices.

A game is played by the interpreter from the law's own start, so what is seen to be
used in one can be used. The same games are played every time.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice

from runtime.code import Scope as Variables
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.graph import AssignNode, ChooseNode, DecideNode
from runtime.interpreter import Game
from runtime.players import choose, random_player
from runtime.state import State, Store
from runtime.steps import DECLINE, AnyStep, Applied, Assigned, Decline
from runtime.streams import Streams
from runtime.values import Value
from runtime.watch import Watch
from verify.obligations.items import Item, Place, Subject
from verify.reach.settings import Setting, settings

MOST_CHOICES = 1_000
"""After how many choices a game is broken off."""

ASKED_EVERY = 8
"""After how many choices it is asked again whether what is permitted holds."""


@dataclass(frozen=True)
class Script:
    """A game that showed something new: which size and flow, which settings, the choices."""

    size: int
    graph: int
    setting: Setting
    chosen: tuple[Value | Decline, ...]


@dataclass
class Uses:
    """What was used: ``reached`` at all, and ``told``, those whose use made a difference.

    What makes a difference: values that change something, a case without which the value
    would be missing or another one; the rest does where it is reached.
    ``scripts``: the games in which something new was seen; ``games``: how many were played.
    """

    reached: set[Item] = field(default_factory=set)
    told: set[Item] = field(default_factory=set)
    scripts: list[Script] = field(default_factory=list)
    games: int = 0


def played(
    of: Subject,
    enough: Callable[[Uses], bool],
    games: int,
    scripts: Sequence[Script] = (),
    uses: Uses | None = None,
) -> Uses:
    """Play until it is ``enough``, at most ``games`` games.

    ``scripts`` are followed first, as far as their choices are lawful here. The
    others are in turn of each size, each flow and each of the law's settings.
    ``uses``: what was seen before, to which more is added.
    """
    uses = Uses() if uses is None else uses
    players: dict[tuple[int, int, str], _Player] = {}
    for script in [*scripts, *islice(_fresh(of), games)]:
        if enough(uses):
            break
        key = script.size, script.graph, repr(script.setting)
        if key not in players:
            players[key] = _Player(of, script, uses)
        players[key].play(script)
    return uses


def walked_states(of: Subject, script: Script, uses: Uses, most: int) -> int | None:
    """Make every choice of a size, a flow and a setting, and note what is used in ``uses``.

    How many states there are; none if they are more than ``most``.
    """
    return _Player(of, script, uses).walk(script, most)


def _fresh(of: Subject) -> Iterator[Script]:
    """Games without a script, for ever: the settings change last, the sizes first."""
    ways = [
        [Script(size, number, setting, ()) for setting in settings(scope, graph)]
        for number, graph in enumerate(of.graphs)
        for size, scope in enumerate(of.scopes)
    ]
    for turn in count():
        found = [scripts[turn % len(scripts)] for scripts in ways if scripts]
        if not found:
            return
        yield from found


class _Player(Watch):
    """Plays games of one flow with one setting, and notes what they use."""

    def __init__(self, of: Subject, script: Script, uses: Uses) -> None:
        scope, items = of.scopes[script.size], of.items
        self.graph = of.graphs[script.graph]
        self.uses = uses
        self.seen: tuple[set[Item], set[Item]] = (set(), set())
        self.noted: set[tuple[object, ...]] = set()
        self.game = Game(scope.rules, self.graph.flow, scope.sizes, script.setting.parameters, self)
        self.cases = {where: item for item, where in items.cases.items()}
        self.norms = {where: item for item, where in items.norms.items()}
        self.at: dict[int, list[tuple[Item, Place]]] = {}
        for item, places in items.places.items():
            for place in places:
                if place.graph == script.graph:
                    self.at.setdefault(place.node, []).append((item, place))
        evaluator = Evaluator(scope.rules, self.game.layout, self.game.parameters)
        self.permitted = []
        for item, where in items.permissions.items():
            variables = Variables(item.ref)
            code = evaluator.code(scope.rules.permissions[where].permitted, variables)
            self.permitted.append((item, code, variables))

    def play(self, script: Script) -> None:
        """One game; what is new in it is added to the uses."""
        self.seen = (set(), set())
        self.noted = set()
        game, streams = self.game, Streams(0, self.uses.games)
        self.uses.games += 1
        planned = iter(script.chosen)
        chosen: list[Value | Decline] = []
        state = game.initial(None, script.setting.arguments).state
        while state.ending is None and len(chosen) < MOST_CHOICES:
            self.entered(state.node)
            if len(chosen) % ASKED_EVERY == 0:
                self._ask(state.store)
            value = next(planned, None)
            if value is None or game.why_not(state, value) is not None:
                picked = choose(game, state, streams, random_player, "lots")
                assert picked is not None
                value = picked[0]
            chosen.append(value)
            state = self._apply(state, value)
        self._ask(state.store)
        reached, told = self.seen
        if not (reached <= self.uses.reached and told <= self.uses.told):
            self.uses.reached |= reached
            self.uses.told |= told
            self.uses.scripts.append(replace(script, chosen=tuple(chosen)))

    def walk(self, script: Script, most: int) -> int | None:
        """Make every choice in every state; how many there are, or none if more than ``most``."""
        self.seen = (set(), set())
        self.noted = set()
        game = self.game
        start = game.initial(None, script.setting.arguments).state
        met, open_ = {start}, [start]
        for state in open_:  # grows while it is walked
            if len(met) > most or (state.ending is not None and state.ending.kind == "limit"):
                return None
            if state.ending is not None:
                continue
            self.entered(state.node)
            for value in game.lawful(state):
                after = self._apply(state, value)
                if after not in met:
                    met.add(after)
                    open_.append(after)
        self.uses.reached |= self.seen[0]
        self.uses.told |= self.seen[1]
        return len(met)

    def _apply(self, state: State, value: Value | Decline) -> State:
        node = self.graph.nodes[state.node]
        assert isinstance(node, ChooseNode)
        declined = value is DECLINE and node.decline is not None
        to = node.decline if declined else node.next
        assert to is not None
        self._note(state.node, to, True, None)
        return self.game.apply(state, value).state

    def _ask(self, store: Store) -> None:
        for item, code, variables in self.permitted:
            if item in self.uses.reached or item in self.seen[0]:
                continue
            try:
                if code(store, variables.frame()):
                    self._see(item, True)
            except Undefined:
                continue

    def _see(self, item: Item, tells: bool) -> None:
        self.seen[0].add(item)
        if tells:
            self.seen[1].add(item)

    def _note(self, node: int, to: int | None, tells: bool, arm: int | None) -> None:
        key = node, to, tells, arm
        if key in self.noted:
            return
        self.noted.add(key)
        for item, place in self.at.get(node, ()):
            if place.to is None or (place.to == to and place.arm == arm):
                self._see(item, tells)

    # What the game tells.

    def entered(self, node: int) -> None:
        self._note(node, None, not isinstance(self.graph.nodes[node], AssignNode), None)

    def left(self, node: int, next: int, steps: Sequence[AnyStep]) -> None:
        found, last = self.graph.nodes[node], steps[-1] if steps else None
        if isinstance(found, DecideNode) and isinstance(last, Applied):
            for arm, one in enumerate(found.arms):
                if one.target == next and one.ref == last.ref:
                    self._note(node, next, True, arm)
            return
        changes = isinstance(last, Assigned) and bool(last.changes)
        self._note(node, next, changes or not isinstance(found, AssignNode), None)

    def case(self, definition: str, position: int, decides: bool) -> None:
        key = definition, position, decides
        if key in self.noted:
            return
        self.noted.add(key)
        item = self.cases.get((definition, position))
        if item is not None:
            self._see(item, decides)

    def norm(self, position: int) -> None:
        self._see(self.norms[position], True)
