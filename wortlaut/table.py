"""The table: one game played by hand, or watched.

By hand, whoever is named in the law chooses at the keyboard, and so do those
whom the law does not name; dice and lots are drawn from the seed. Each choice
can be undone: the dice then fall as before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rich.text import Text

from compiler.law import Law
from runtime.interpreter import Choice, Game, Refusal
from runtime.lowering import source_name
from runtime.players import playout
from runtime.state import State
from runtime.steps import DECLINE, AnyStep, Decline
from runtime.streams import Streams, pick
from runtime.values import Value
from wortlaut.entry import Entries
from wortlaut.render.board import lettered_set
from wortlaut.render.names import Names
from wortlaut.render.story import Place, Story
from wortlaut.render.words import words


class Write(Protocol):
    """Writes one line (or, with another ``end``, the beginning of one) for the players."""

    def __call__(self, line: Text, end: str = "\n") -> None: ...


@dataclass(frozen=True)
class _Moment:
    """All that an undo brings back."""

    state: State
    steps: int
    place: Place
    dice: int
    lots: int


class Table:
    """One game of ``law`` under ``seed``; ``reader`` is the language of messages."""

    def __init__(self, law: Law, game: Game, seed: int, reader: str, write: Write) -> None:
        self._law, self._reader = law, reader
        self._game = game
        self._seed = seed
        self._say = words(reader)
        self._write = write
        lettered = lettered_set(game.rules, game.sizes)
        self._names = Names(law, game.rules, lettered, reader, self._say)
        self._streams = Streams(seed)
        self._steps: list[AnyStep] = []
        self._told = 0
        self._past: list[_Moment] = []

    def watch(self) -> tuple[State, tuple[AnyStep, ...]]:
        """Random players play; every step is told, and the board at the end of each phase."""
        play = playout(self._game, self._seed, nobody="pending")
        self._open(boards=True)
        self._story.tell(play.steps)
        if play.pending:
            self._story.rest(self._game.pending(play.state))
        self._close()
        return play.state, play.steps

    def play(self) -> tuple[State, tuple[AnyStep, ...]]:
        """Ask for every choice until the game, or the input, ends."""
        self._open(boards=False)
        advance = self._game.initial()
        self._steps = list(advance.steps)
        state = self._drawn(advance.state)
        self._tell()
        while state.ending is None:
            try:
                after = self._ask(state)
            except (EOFError, KeyboardInterrupt):
                self._write(Text())
                where = self._names.cite(self._game.at(state))
                self._write(Text(self._say["left"].format(at=where), "open"))
                return state, tuple(self._steps)
            if after is None:
                break
            state = after
        if state.ending is not None:
            self._close()
        return state, tuple(self._steps)

    def _open(self, *, boards: bool) -> None:
        rules, say = self._game.rules, self._say
        self._story = Story(self._game, self._names, self._write, boards=boards)
        sizes = ", ".join(
            f"{n} {self._names.term(s)}"
            for s, n in self._game.sizes.items()
            if not rules.sets[s].members
        )
        about = " · ".join(one for one in (rules.law, rules.language, sizes) if one)
        heading = say["law_and_version"].format(law=about, seed=self._seed)
        self._write(Text(heading, "bold"))
        if rules.readings:
            shown = ", ".join(f"{point}={name}" for point, name in rules.readings.items())
            self._write(Text(say["readings_in_use"].format(readings=shown), "quiet"))
        self._show_settings()
        self._write(Text())

    def _show_settings(self) -> None:
        """The parameters of the law; a supplement that gives one its value is noted."""
        rules, names = self._game.rules, self._names
        shown = []
        for name, value in self._game.parameters.items():
            parameter = rules.parameters[name]
            shown.append(f"{names.term(name)}={names.value(value, parameter.type, short=True)}")
            for supplement in rules.supplements:
                if supplement.gap == f"parameter:{name}" and value == parameter.default:
                    self._story.supplements.setdefault(supplement.id)
        if shown:
            line = self._say["settings_in_use"].format(settings=", ".join(shown))
            self._write(Text(line, "quiet"))

    def _close(self) -> None:
        self._story.show_board()
        in_use = self._game.rules.supplements
        used = {one.id: one.reason for one in in_use if one.id in self._story.supplements}
        if used:
            self._write(Text(self._say["not_in_the_text"], "quiet"))
        for id, reason in used.items():
            told = self._law.told(id, reason, self._reader)
            self._write(Text(f"+ {id}: {told}", "quiet"))

    def _tell(self) -> None:
        self._story.tell(self._steps[self._told :])
        self._told = len(self._steps)

    # Choices.

    def _drawn(self, state: State) -> State:
        """Play on while chance decides, or nobody is named and there is only one possibility."""
        while (kind := self._game.kind(state)) in ("chance", "nobody"):
            lawful = self._game.lawful(state)
            if kind == "nobody" and len(lawful) > 1:
                break
            dice = self._game.stream(state) == "dice"
            value = pick(self._streams.dice if dice else self._streams.lots, lawful)
            advance = self._game.apply(state, value)
            self._steps.extend(advance.steps)
            state = advance.state
        return state

    def _ask(self, state: State) -> State | None:
        """One choice: the state after it (or after an undo); None to leave."""
        choice = self._game.pending(state)
        entries = Entries(choice, self._game, self._names)
        self._story.show_board()
        self._present(choice, entries)
        while True:
            self._write(Text("> "), end="")
            command, _, rest = (line := input().strip()).partition(" ")
            match command.casefold():
                case "q" | "quit" | "exit":
                    self._write(Text(self._say["left"].format(at=self._names.cite(choice.ref))))
                    return None
                case "?" | "h" | "help":
                    self._lines(self._say["help"].splitlines())
                case "u" | "undo":
                    if self._past:
                        return self._undo()
                    self._lines([self._say["nothing_to_undo"]])
                case word if word in ("why", self._say["why"]):
                    self._explain(state, entries, rest)
                case _:
                    value = entries.read(line)
                    if value is None:
                        self._lines([self._say["not_understood"].format(line=line[:60])])
                        continue
                    refusal = self._game.why_not(state, value[0])
                    if refusal is None:
                        return self._apply(state, value[0])
                    self._refuse(refusal, value[0], choice)

    def _present(self, choice: Choice, entries: Entries) -> None:
        names, say = self._names, self._say
        what = names.type(choice.type) or source_name(choice.name)
        if choice.kind == "nobody":
            line = say["asks_nobody"].format(what=what)
        else:
            who = names.term(choice.role) if choice.role is not None else ""
            if choice.actor_set is not None and choice.actor is not None:
                who = names.element(choice.actor_set, choice.actor)
            line = say["asks"].format(who=who, what=what)
        cited = f"  ({names.cite(choice.ref)})"
        self._write(Text.assemble((line, "bold"), (cited, "place")))
        self._lines(entries.listed())

    def _explain(self, state: State, entries: Entries, rest: str) -> None:
        value = entries.read(rest)
        if value is None:
            self._lines([self._say["not_understood"].format(line=rest[:60])])
            return
        refusal = self._game.why_not(state, value[0])
        if refusal is None:
            self._lines([self._say["lawful"].format(value=entries.shown(value[0]))])
        else:
            self._refuse(refusal, value[0], entries.choice)

    def _refuse(self, refusal: Refusal, value: Value | Decline, choice: Choice) -> None:
        shown = (
            self._say["declining"] if value is DECLINE else self._names.value(value, choice.type)
        )
        self._lines([self._say[refusal.kind].format(value=shown)], "open")
        for breach in refusal.breaches:
            self._lines([f"  {line}" for line in self._names.breach(breach)])

    def _apply(self, state: State, value: Value | Decline) -> State:
        dice, lots = self._streams.dice.state, self._streams.lots.state
        self._past.append(_Moment(state, len(self._steps), self._story.place, dice, lots))
        advance = self._game.apply(state, value)
        self._steps.extend(advance.steps)
        after = self._drawn(advance.state)
        self._tell()
        return after

    def _undo(self) -> State:
        moment = self._past.pop()
        self._streams.dice.state = moment.dice
        self._streams.lots.state = moment.lots
        del self._steps[moment.steps :]
        self._told = len(self._steps)
        self._story.place = moment.place
        self._lines([self._say["undone"]])
        return moment.state

    def _lines(self, lines: Sequence[str], style: str = "") -> None:
        for line in lines:
            self._write(Text(line, style))
