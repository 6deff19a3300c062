"""A play as a story: one line for each step, its paragraph cited in all languages of the law."""

from collections.abc import Callable, Sequence

from rich.text import Text

from runtime.actors import acting_sets, turns, variable_types
from runtime.graph import BranchNode, DecideNode, DoneNode, HeadNode
from runtime.interpreter import Choice, Game
from runtime.lowering import source_name
from runtime.phases import phase_after, phases
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Number, Optional
from runtime.state import Ending, Layout, Store
from runtime.steps import (
    DECLINE,
    Announced,
    AnyStep,
    Applied,
    Assigned,
    Blocked,
    Bound,
    Change,
    Chosen,
    Ended,
)
from wortlaut.render.board import Draw, Moment, board, counted, totals
from wortlaut.render.halts import say_halt
from wortlaut.render.names import NOTHING, Names

_MOST_CHANGES = 3
"""So many changes of one state variable in a step are listed, more are counted."""

_SILENT = (BranchNode, DecideNode, DoneNode, HeadNode)
"""Nodes that seldom have a line: their citations may be longer than the column."""

Place = tuple[Store, int | None]
"""Where the story is: what the state variables hold, and the phase."""


class Story:
    """Tells the steps of a play of ``game`` as they come; ``write`` takes each line.

    ``boards``: draw the state wherever a phase of the game ends. ``draw``: with this,
    else as lines.
    """

    def __init__(
        self,
        game: Game,
        names: Names,
        write: Callable[[Text], None],
        *,
        boards: bool,
        draw: Draw | None = None,
    ) -> None:
        self._game = game
        self._names = names
        self._say = names.say
        self._write = write
        self._boards = boards
        self._draw = draw
        self._phases = phases(game.rules, game.flow)
        self._acting = acting_sets(game.rules)
        self._turns = turns(game.graph)
        self._types = variable_types(game.rules, game.graph)
        cited = {node.ref for node in game.graph.nodes if not isinstance(node, _SILENT)}
        self._column = max((len(names.cite(ref)) for ref in cited), default=0)
        self._told: list[tuple[Text, int]] = []
        self._moments: list[Moment] = []
        self.place: Place = (game.layout.initial(), None)
        self.supplements: dict[str, None] = {}

    def tell(self, steps: Sequence[AnyStep]) -> None:
        """One line for each step; dice thrown together are one, and so are equal lines."""
        at = 0
        while at < len(steps):
            step = steps[at]
            self._enter(step.ref)
            together = _together(steps, at, self._game.rules)
            supplements = _supplements(steps[at : at + together])
            self.supplements.update(dict.fromkeys(supplements))
            texts = [] if _repeats(steps, at) else self._lines(step, steps[at : at + together])
            for text in texts:
                self._line(step.ref, supplements, text)
            for told in steps[at : at + together]:
                if isinstance(told, Assigned):
                    store = _after(self._game.layout, self.place[0], told.changes)
                    self.place = (store, self.place[1])
            self._moments += [Moment(step.ref, one.plain, self.place[0]) for one in texts]
            at += together
        self._flush()

    def pass_over(self, steps: Sequence[AnyStep]) -> None:
        """The same steps without a line for them."""
        write, self._write = self._write, lambda line: None
        self.tell(steps)
        self._write = write

    def rest(self, choice: Choice) -> None:
        """Play rests at ``choice``, for which nobody is named."""
        what = self._names.type(choice.type) or source_name(choice.name)
        self._line(
            choice.ref,
            () if choice.supplement is None else (choice.supplement,),
            Text(self._say["rests"].format(name=what), "open"),
        )
        self._flush()

    def show_board(self) -> None:
        """The state as it is now, between empty lines; drawn, with what was told since the last."""
        self._flush()
        if self._draw is not None:
            self._draw(self._game.layout, self.place[0], self._names, self._moments)
            self._moments = []
            return
        lines = board(self._game.layout, self.place[0], self._names)
        for line in ("", *lines, "") if lines else ("",):
            self._write(Text(line))

    def _enter(self, ref: str) -> None:
        store, before = self.place
        now = phase_after(self._phases, before, ref)
        if now == before or now is None:
            return
        self._flush()
        if before is not None:
            if self._boards:
                self.show_board()
            else:
                self._write(Text())
        phase = self._phases[now]
        title = f"{self._names.term(phase.flow)} ({self._names.cite(phase.ref)})"
        self._write(Text(f"── {title} ──", "bold"))
        self.place = (store, now)

    def _line(self, ref: str, supplements: Sequence[str], text: Text) -> None:
        cited = Text(f"{self._names.cite(ref):<{self._column}}  ", "place")
        line = Text.assemble(cited, text)
        for supplement in supplements:
            line.append(f"  + {supplement}", "open")
        if self._told and self._told[-1][0] == line:
            self._told[-1] = (line, self._told[-1][1] + 1)
            return
        self._flush()
        self._told.append((line, 1))

    def _flush(self) -> None:
        for line, times in self._told:
            if times > 1:
                line.append(f"  ({times}×)", "quiet")
            self._write(line)
        self._told.clear()

    # What a step says.

    def _lines(self, step: AnyStep, together: Sequence[AnyStep]) -> list[Text]:
        names, say = self._names, self._say
        match step:
            case Bound(name=name, type=type, value=value):
                acts = isinstance(type, Element) and type.set in self._acting
                shown = f"{source_name(name)} = {names.value(value, type)}"
                if name in self._turns:
                    member = names.variable(source_name(name), value, type)
                    shown = say["turn"].format(value=member)
                return [Text(shown, "bold" if acts else "")]
            case Assigned(changes=changes):
                return [self._changes(changes)]
            case Chosen():
                text = Text(self._chosen(step, together))
                if isinstance(last := together[-1], Assigned):
                    text.append_text(Text("; ").append_text(self._changes(last.changes)))
                return [text]
            case Blocked(name=name):
                what = names.type(self._types[name]) or source_name(name)
                return [Text(say["blocked"].format(name=what))]
            case Applied(decision=decision):
                text = Text(say["applied"].format(decision=names.term(decision)))
                if counts := totals(self._game.layout, self.place[0], names):
                    text.append(f"; {counts}", "quiet")
                return [text]
            case Announced():
                return [Text(self._said(step), "quote")]
            case Ended(ending=ending):
                return self._ended(ending)

    def _chosen(self, step: Chosen, together: Sequence[AnyStep]) -> str:
        names, say = self._names, self._say
        if step.kind == "chance":
            values = ", ".join(
                names.value(one.value, one.type) for one in together if isinstance(one, Chosen)
            )
            return say["dice" if isinstance(step.type, Number) else "lot"].format(value=values)
        if step.kind == "nobody":
            return say["open"].format(value=names.value(step.value, step.type))
        who = names.term(step.role) if step.role is not None else ""
        if step.actor_set is not None and step.actor is not None:
            who = names.element(step.actor_set, step.actor)
        if step.value is DECLINE:
            return say["declines"].format(who=who)
        how = "chooses_nothing" if step.by_default else "chooses"
        return say[how].format(who=who, value=names.value(step.value, step.type))

    def _said(self, step: Announced) -> str:
        names, say = self._names, self._say
        shown = [names.value(v, type) for v, type in zip(step.values, step.types, strict=True)]
        said = " ".join([f"«{step.text}»", *shown])
        if step.duration is not None:
            said += f" ({step.duration})"
        if step.role is not None:
            return say["said_to"].format(who=names.term(step.role), said=said)
        if step.to_set is None:
            return said
        who = ", ".join(names.element(step.to_set, one) for one in step.members)
        if len(step.members) == self._game.sizes[step.to_set]:
            who = say["everybody"]
        return say["said_to"].format(who=who, said=said)

    def _changes(self, changes: tuple[Change, ...]) -> Text:
        if not changes:
            return Text(self._say["no_change"], "quiet")
        by_state: dict[str, list[Change]] = {}
        for change in changes:
            by_state.setdefault(change.state, []).append(change)
        shown = []
        for state, found in by_state.items():
            type = self._game.rules.states[state].type
            if len(found) > _MOST_CHANGES:
                values = counted(tuple(change.new for change in found), type, self._names)
                shown.append(f"{self._names.term(state)}: {values}")
                continue
            for change in found:
                old, new = (
                    self._names.value(v, type, short=True) for v in (change.old, change.new)
                )
                shown.append(f"{self._names.place(state, change.arguments)}: {old} → {new}")
        return Text("; ".join(shown))

    def _ended(self, ending: Ending) -> list[Text]:
        names, say = self._names, self._say
        if ending.kind == "end" and ending.outcome is not None:
            outcome = names.term(ending.outcome)
            declared = self._game.rules.states.get(ending.outcome)
            if declared is None or declared.domain:
                return [Text(outcome, "good")]
            return [Text(f"{outcome}: {names.value(ending.value, declared.type)}", "good")]
        if ending.kind == "done":
            return [Text(say["end_done"], "good")]
        between = ", ".join(names.cite(ref) for ref in dict.fromkeys(ending.between)) or NOTHING
        detail = say_halt(ending.detail, names)
        line = say[f"end_{ending.kind}"].format(detail=detail, between=between)
        reasons = dict.fromkeys(one for breach in ending.breaches for one in names.breach(breach))
        return [Text(line, "open"), *(Text(f"  {reason}") for reason in reasons)]


def _supplements(steps: Sequence[AnyStep]) -> tuple[str, ...]:
    """The supplements that ``steps`` come from or relied on, each once."""
    named = (one for step in steps for one in (step.supplement, *step.relied) if one is not None)
    return tuple(dict.fromkeys(named))


def _together(steps: Sequence[AnyStep], at: int, rules: RuleSet) -> int:
    """How many steps from ``at`` on are told in one line.

    Dice of one paragraph, and a choice with the assignment that only notes it.
    """
    first = steps[at]
    if not isinstance(first, Chosen):
        return 1
    same = (first.ref, first.supplement)
    if first.kind != "chance":
        noted = steps[at + 1] if at + 1 < len(steps) else None
        if isinstance(noted, Assigned) and (noted.ref, noted.supplement) == same:
            return 1 + any(_notes(change, first, rules) for change in noted.changes)
        return 1
    end = at + 1
    while (
        end < len(steps)
        and isinstance(next := steps[end], Chosen)
        and next.kind == "chance"
        and (next.ref, next.supplement) == same
        and type(next.type) is type(first.type)
    ):
        end += 1
    return end - at


def _notes(change: Change, chosen: Chosen, rules: RuleSet) -> bool:
    """Whether the value chosen is what the change puts down, or where it puts it."""
    declared = rules.states[change.state]
    held = declared.type.item if isinstance(declared.type, Optional) else declared.type
    if (held, change.new) == (chosen.type, chosen.value):
        return True
    places = zip(declared.domain, change.arguments, strict=True)
    return any((Element(set=s), at) == (chosen.type, chosen.value) for s, at in places)


def _repeats(steps: Sequence[AnyStep], at: int) -> bool:
    """Whether the step only hands on under another name what was chosen just before."""
    step = steps[at]
    if not isinstance(step, Bound) or at == 0:
        return False
    before = steps[at - 1]
    if not isinstance(before, Chosen | Bound):
        return False
    return (before.type, before.value) == (step.type, step.value)


def _after(layout: Layout, store: Store, changes: tuple[Change, ...]) -> Store:
    columns = [list(column) for column in store.values]
    for change in changes:
        at = layout.position[change.state]
        index = 0
        for size, argument in zip(layout.domains[at], change.arguments, strict=True):
            index = index * size + argument
        columns[at][index] = change.new
    return Store(tuple(tuple(column) for column in columns))
