"""Worked cases on a terminal: a line for each; where one fails, what was told and what happened."""

from typing import TextIO

from rich.console import Console
from rich.text import Text

from compiler.law import Law
from runtime.casework import Difference, Parting, Worked
from runtime.interpreter import Choice
from runtime.lowering import source_name
from runtime.ruleset.types import Element, Type
from runtime.state import Ending
from wortlaut.render.console import console
from wortlaut.render.halts import say_halt
from wortlaut.render.names import NOTHING, Names
from wortlaut.render.story import Story
from wortlaut.render.words import words
from wortlaut.tested import Tested

_MARKS = {"passed": ("✓", "good"), "failed": ("✗", "bad"), "skipped": ("–", "quiet")}
_MOST_LINES = 40
_MOST_DIFFERENCES = 6


def show_cases(
    law: Law, languages: tuple[str, ...], results: tuple[Tested, ...], reader: str, stream: TextIO
) -> None:
    """Every case of ``results`` and the sums, in the reader's language."""
    out = console(stream)
    say = words(reader)
    if not results:
        out.print(say["no_cases"])
        return
    for language in languages:
        mine = [one for one in results if one.case.language == language]
        if not mine:
            continue
        out.print(Text(f"{law.name} · {language} · {say['cases']}", "italic"))
        for one in mine:
            mark, style = _MARKS[one.status]
            line = Text.assemble((f"{mark} ", style), one.case.title)
            line.append(f"  {one.case.file}:{one.case.line}", "quiet")
            out.print(line, soft_wrap=True)
            if one.worked is not None and one.worked.parting is not None:
                _Failure(law, one.worked, one.worked.parting, reader, say, out).show()
        out.print()
    counts = {status: sum(one.status == status for one in results) for status in _MARKS}
    out.print(say["cases_sums"].format(all=len(results), **counts))


class _Failure:
    def __init__(
        self,
        law: Law,
        worked: Worked,
        parting: Parting,
        reader: str,
        say: dict[str, str],
        out: Console,
    ) -> None:
        rules = worked.game.rules
        self.worked = worked
        self.parting = parting
        self.say = say
        self.out = out
        # A case numbers the elements of every set, so its failure does too.
        self.names = Names(law, rules, None, reader, say)

    def show(self) -> None:
        readings = self.worked.game.rules.readings
        shown = ", ".join(f"{point}={name}" for point, name in readings.items())
        if shown:
            self._line(self.say["readings_in_use"].format(readings=shown), "quiet")
        self._trace()
        case = self.worked.case
        place = f"{case.file}:{self.parting.line}"
        told = Text.assemble((self.say["told"], "bold"), " ", (self.parting.words, "quote"))
        told.append(f"  {place}", "quiet")
        self.out.print(Text("    ").append_text(told), soft_wrap=True)
        first, *more = self._happened()
        self.out.print(
            Text("    ").append_text(Text.assemble((self.say["happened"], "bold"), f" {first}")),
            soft_wrap=True,
        )
        for line in more:
            self._line(f"  {line}")
        self.out.print()

    def _line(self, text: str, style: str = "") -> None:
        self.out.print(Text(f"    {text}", style), soft_wrap=True)

    def _trace(self) -> None:
        lines: list[Text] = []
        story = Story(self.worked.game, self.names, lines.append, boards=False)
        story.place = (self.worked.start, None)
        story.tell(self.worked.steps[: self.parting.steps])
        left = len(lines) - _MOST_LINES
        if left > 0:
            self._line(self.say["earlier_lines"].format(n=left), "quiet")
        for line in lines[max(0, left) :]:
            self.out.print(Text("    ").append_text(line), soft_wrap=True)

    # What happened.

    def _happened(self) -> list[str]:
        parting, say, names = self.parting, self.say, self.names
        match parting.kind:
            case "values":
                shown = [self._difference(one) for one in parting.differences[:_MOST_DIFFERENCES]]
                left = len(parting.differences) - len(shown)
                return [*shown, say["more_differences"].format(n=left)] if left else shown
            case "rules":
                rules = ", ".join(names.cite(ref) for ref in parting.rules) or NOTHING
                return [say["rules_applied"].format(rules=rules)]
            case "choice":
                assert parting.choice is not None
                return [self._waits(parting.choice)]
            case "lawful":
                return [say["was_lawful"]]
            case "refused" | "reason":
                assert parting.refusal is not None
                assert parting.choice is not None
                if parting.refusal.kind != "forbidden":
                    where = names.cite(parting.choice.ref)
                    return [say["was_impossible"].format(at=where)]
                reasons = [
                    line for breach in parting.refusal.breaches for line in names.breach(breach)
                ]
                return [say["was_forbidden"], *dict.fromkeys(reasons)]
            case _:
                return [self._rests()]

    def _difference(self, one: Difference) -> str:
        rules, names = self.worked.game.rules, self.names
        if one.concept in rules.states:
            type_ = rules.states[one.concept].type
            domain: list[Type] = [Element(set=s) for s in rules.states[one.concept].domain]
        else:
            definition = rules.definitions[one.concept]
            type_, domain = definition.type, [p.type for p in definition.parameters]
        inside = ", ".join(
            names.value(argument, item)
            for argument, item in zip(one.arguments, domain, strict=True)
        )
        place = names.term(one.concept) + (f"({inside})" if inside else "")
        if one.undefined is not None:
            return self.say["not_defined"].format(place=place, reason=one.undefined)
        return f"{place} = {names.value(one.found, type_)}"

    def _waits(self, choice: Choice) -> str:
        names, say = self.names, self.say
        what = names.type(choice.type) or source_name(choice.name)
        at = names.cite(choice.ref)
        if choice.kind == "chance":
            return say["waits_dice" if choice.stream == "dice" else "waits_lot"].format(at=at)
        if choice.kind == "nobody":
            return say["waits_nobody"].format(what=what, at=at)
        who = names.term(choice.role) if choice.role is not None else ""
        if choice.actor_set is not None and choice.actor is not None:
            who = names.element(choice.actor_set, choice.actor)
        return say["waits"].format(who=who, what=what, at=at)

    def _rests(self) -> str:
        ending = self.worked.state.ending
        if ending is None:
            return self._waits(self.worked.game.pending(self.worked.state))
        return f"{self._ended(ending)} ({self.names.cite(ending.at)})"

    def _ended(self, ending: Ending) -> str:
        names, rules = self.names, self.worked.game.rules
        if ending.outcome is not None:
            declared = rules.states.get(ending.outcome)
            value = "" if declared is None else f": {names.value(ending.value, declared.type)}"
            return names.term(ending.outcome) + value
        if ending.kind == "done":
            result = rules.flows[self.worked.game.flow].result
            value = "" if result is None else f": {names.value(ending.value, result)}"
            return self.say["end_done"] + value
        between = ", ".join(names.cite(ref) for ref in dict.fromkeys(ending.between)) or NOTHING
        detail = say_halt(ending.detail, names)
        return self.say[f"end_{ending.kind}"].format(detail=detail, between=between)
