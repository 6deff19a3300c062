"""Whether a difference matters, told to somebody who knows no logic.

The two sentences or readings; the board; how play ends under each; what decides it, with
the paragraphs; and how often boards like that are met.
"""

from typing import Any, TextIO

from rich.markup import escape
from rich.text import Text

from compiler.law import Law
from runtime.interpreter import Game
from runtime.json_values import plain
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Type
from runtime.serialise import read_store
from runtime.steps import DECLINE, AnyStep, Chosen, Ended
from verify.consequence import Consequence, Share
from verify.consequence.result import Sampled
from wortlaut.render.board import Draw, board, lettered_set
from wortlaut.render.console import Paper, console
from wortlaut.render.details import say_detail
from wortlaut.render.names import NOTHING, Names
from wortlaut.render.numbers import decimal, percent
from wortlaut.render.sizes import say_sizes, spoken, term
from wortlaut.render.story import Story
from wortlaut.render.words import words

_ALL_TOLD = 30
"""A run with up to so many steps is told in full, another one from where the two part."""

_BEGINNING, _END = 36, 8
"""How many steps of a long run are told after the two part, and how many at its end."""

_STYLES = {"same_outcome": "good", "outcome_differs": "bad", "unknown": "open"}


def show_consequences(
    law: Law,
    found: list[Consequence],
    reader: str,
    stream: TextIO,
    *,
    in_full: bool = True,
    amended: Law | None = None,
) -> None:
    """All of them, one after the other; without ``in_full``, one line for each.

    ``amended``: the law that the second side is one of, where it is not ``law``.
    """
    tell_consequences(law, found, reader, console(stream), in_full=in_full, amended=amended)


def tell_consequences(
    law: Law,
    found: list[Consequence],
    reader: str,
    out: Paper,
    *,
    in_full: bool = True,
    texts: bool = True,
    amended: Law | None = None,
    draw: Draw | None = None,
) -> None:
    """The same, written to ``out``; without ``texts``, not what each of the two says.

    ``draw``: what draws boards, else they are lines as well.
    """
    for one in found:
        page = _Page(law, one, reader, out, amended or law, draw)
        if in_full:
            page.show(texts)
        else:
            page.line()


class _Page:
    def __init__(
        self,
        law: Law,
        found: Consequence,
        reader: str,
        out: Paper,
        amended: Law,
        draw: Draw | None,
    ) -> None:
        self.law = law
        self.amended = amended
        self.found = found
        self.reader = reader
        self.say = words(reader)
        self.out = out
        self.draw = draw

    def line(self) -> None:
        """The verdict in one line."""
        found, say = self.found, self.say
        style = _STYLES[found.verdict]
        cited = ", ".join(self._cite(ref) for ref in found.refs)
        self.out.print(
            f"[place]{escape(cited)}[/place] · {escape(self._title())}: "
            f"[{style}]{say[f'consequence_{found.verdict}']}[/{style}]"
            f"{escape(self._briefly())} [quiet]\\[{escape(found.id)}][/quiet]"
        )

    def show(self, texts: bool) -> None:
        """The verdict, with ``texts`` what is compared, the board, both runs, and how often."""
        self.out.print()
        self.line()
        for name, text in self._sides() if texts else ():
            self.out.print(f"  {escape(name)}: [quote]{escape(text)}[/quote]")
        found, say = self.found, self.say
        if found.wider is not None:
            self.out.print(f"  {escape(say['consequence_wider'].format(side=found.wider))}")
        if found.also:
            places = ", ".join(self._cite(ref) for ref in found.also)
            self.out.print(
                f"  {escape(say['consequence_also'].format(places=places))}", style="open"
            )
        if found.verdict == "same_outcome":
            how = say[f"consequence_by_{found.method}"]
            self.out.print(f"  {escape(how.format(places=self._places()))}")
        elif found.verdict == "unknown":
            language = found.language or spoken(self.law, self.reader)
            told = say_detail(found.detail, self.law, language, say)
            self.out.print(f"  {escape(told)}", style="open")
            if found.only:
                outcome = ", ".join(term(self.law, one, language) for one in found.only)
                only = say["consequence_only" if len(found.only) == 1 else "consequence_only_bare"]
                self.out.print(f"  {escape(only.format(outcome=outcome))}")
        if found.witness is not None:
            self._runs(found.witness)
        for share in self._shares():
            self.out.print(f"  {escape(self._often(share))}", style="quiet")
        self._other_sizes()

    # What is compared.

    def _title(self) -> str:
        found = self.found
        first, second = found.sides
        if found.kind == "versions":
            return f"{first} / {second}"
        if found.kind == "readings":
            return f"{found.language} · {found.point}: {first} / {second}"
        if found.kind == "amendment":
            return f"{found.language} · {found.point}"
        return f"{found.language} · {self.say['consequence_supplement'].format(id=found.point)}"

    def _sides(self) -> list[tuple[str, str]]:
        """What each of the two says."""
        found = self.found
        if found.kind == "versions":
            return [(name, self._wording(name, found.refs[0])) for name in found.sides]
        if found.kind == "amendment":
            return []  # its texts are shown where it says what it changes
        assert found.language is not None
        if found.kind == "readings":
            texts = [
                (found.language, self._wording(found.language, ref))
                for ref in dict.fromkeys(found.refs)
            ]
            listed = self.law.versions[found.language].points[found.point].readings
            reasons = {one.name: one.reason for one in reversed(listed)}
            return [*texts, *((name, reasons[name]) for name in found.sides)]
        rules = self.law.rules(found.language)
        reason = next(one.reason for one in rules.supplements if one.id == found.point)
        texts = [(found.language, self._wording(found.language, ref)) for ref in found.refs]
        return [*texts, (found.point, self.law.told(found.point, reason, self.reader))]

    def _wording(self, language: str, ref: str) -> str:
        places = self.law.versions[language].places
        return next((place.text for place in places if place.ref == ref), NOTHING)

    def _cite(self, ref: str) -> str:
        cited = self.law.citations.get(ref) or self.amended.citations.get(ref, {})
        if self.found.language is not None:
            return cited.get(self.found.language, ref)
        own = [cited[name] for name in self.found.sides if name in cited]
        return " / ".join(dict.fromkeys(own)) or ref

    def _places(self) -> str:
        return ", ".join(self._cite(ref) for ref in self.found.core) or NOTHING

    # The runs.

    def _runs(self, witness: dict[str, Any]) -> None:
        first, second = self._rules()
        told = [
            _Run(self, self.law, first, witness),
            _Run(self, self.amended, second, witness["twin"]),
        ]
        told[0].show_start(witness["from_start"])
        for name, run in zip(self.found.sides, told, strict=True):
            self.out.print(f"  [bold]{escape(self._called(name))}: {escape(run.end)}[/bold]")
        for name, run in zip(self.found.sides, told, strict=True):
            self.out.print(f"\n  [bold]── {escape(self._called(name))} ──[/bold]")
            run.tell(witness["parted"])
        if self.found.strict is not None:
            key = "consequence_strict" if self.found.strict else "consequence_not_strict"
            self.out.print(f"  {escape(self.say[key])}")
        self.out.print()

    def _rules(self) -> tuple[RuleSet, RuleSet]:
        witness = self.found.witness
        assert witness is not None
        first, second = (
            law.rules(run["language"], run["readings"], run["supplements"])
            for law, run in ((self.law, witness), (self.amended, witness["twin"]))
        )
        return first, second

    def _called(self, side: str) -> str:
        if self.found.kind == "supplement":
            return self.say[f"consequence_{side}"].format(id=self.found.point)
        if self.found.kind == "amendment":
            return self.say[f"law_{side}"]
        return side

    # How often.

    def _briefly(self) -> str:
        share = self.found.share
        if share is None or not share.of or self.found.verdict == "same_outcome":
            return ""
        return f" ({share.count} / {share.of})"

    def _shares(self) -> list[Share]:
        """For all sizes together, one for each kind of start."""
        shares = self.found.all_shares
        return [one for one in shares if one.of]

    def _often(self, share: Share) -> str:
        return self.say["consequence_share"].format(
            count=share.count,
            of=share.of,
            percent=percent(share.count / share.of, self.say, ".1f"),
            low=decimal(100 * share.low, ".1f", self.say),
            high=percent(share.high, self.say, ".1f"),
            sampled=self._sampled(share.sampled),
        )

    def _sampled(self, sampled: Sampled) -> str:
        language = self.found.language or self.found.sides[0]
        terms = self.law.rules(language).terms
        flow = terms.get(sampled.flow, sampled.flow)
        if sampled.from_start:
            return self.say["consequence_games"].format(flow=flow)
        drawn = ", ".join(terms.get(name, name) for name in sampled.drawn)
        return self.say["consequence_boards"].format(flow=flow, drawn=drawn)

    def _other_sizes(self) -> None:
        """What is known for sizes with another verdict than the whole."""
        for one in self.found.by_size:
            if one.verdict != self.found.verdict:
                sizes = say_sizes(self.law, one.scope, spoken(self.law, self.reader))
                verdict = self.say[f"consequence_{one.verdict}"]
                self.out.print(f"  {escape(sizes)}: {escape(verdict)}", style="quiet")


class _Run:
    """One side's run, played once more."""

    def __init__(self, page: _Page, law: Law, rules: RuleSet, data: dict[str, Any]) -> None:
        self.page = page
        self.rules = rules
        self.game = Game(rules, data["flow"], data["sizes"], data.get("parameters"))
        lettered = lettered_set(rules, self.game.sizes)
        self.names = Names(law, rules, lettered, page.reader, page.say)
        self.store = None
        if "initial" in data:
            _, self.store = read_store(rules, data["initial"], self.game.sizes)
        self.steps: list[AnyStep] = []
        self._play(data["choices"])

    def _play(self, choices: list[Any]) -> None:
        advance = self.game.initial(self.store)
        self.steps += advance.steps
        for choice in choices:
            options = self.game.lawful(advance.state)
            taken = next((o for o in options if o is not DECLINE and plain(o) == choice), DECLINE)
            advance = self.game.apply(advance.state, taken)
            self.steps += advance.steps
        self.state = advance.state

    @property
    def end(self) -> str:
        """How it ends, in a few words."""
        last = self.steps[-1]
        assert isinstance(last, Ended)
        ending = last.ending
        if ending.kind != "end" or ending.outcome is None:
            cited = self.names.cite(ending.at)
            return f"{self.page.say[f'consequence_ends_{ending.kind}']} ({cited})"
        declared = self.rules.states.get(ending.outcome)
        term = self.names.term(ending.outcome)
        if declared is None or declared.domain:
            return term
        type: Type = declared.type
        return f"{term}: {self.names.value(ending.value, type)}"

    def show_start(self, from_start: bool) -> None:
        """The board that both runs start from."""
        say = self.page.say
        if from_start:
            self.page.out.print(f"  {escape(say['consequence_from_start'])}")
            return
        assert self.store is not None
        self.page.out.print(f"  {escape(say['consequence_board'])}")
        if self.page.draw is not None:
            self.page.draw(self.game.layout, self.store, self.names, ())
            return
        lines = board(self.game.layout, self.store, self.names)
        for line in ("", *lines, ""):
            self._write(Text(line))

    def tell(self, parted: int) -> None:
        """The steps; of many, those from where the runs part, which is at choice ``parted``."""
        told = len(self.steps) <= _ALL_TOLD
        story = Story(self.game, self.names, self._write, boards=False, draw=self.page.draw)
        if self.store is not None:
            story.place = (self.store, None)
        at = 0 if told else self._choice(parted)
        if at:
            story.pass_over(self.steps[:at])
            self._write(Text(self.page.say["consequence_skipped"].format(number=at), "quiet"))
            story.show_board()
        self._told(story, self.steps[at:])
        if self.page.draw is not None:
            story.show_board()

    def _told(self, story: Story, steps: list[AnyStep]) -> None:
        """All steps, or those at the beginning and at the end."""
        left_out = len(steps) - _BEGINNING - _END
        if left_out <= 0:
            story.tell(steps)
            return
        story.tell(steps[:_BEGINNING])
        self._write(Text(self.page.say["consequence_left_out"].format(number=left_out), "quiet"))
        story.pass_over(steps[_BEGINNING:-_END])
        story.tell(steps[-_END:])

    def _choice(self, number: int) -> int:
        """Where in the steps the last choice before choice ``number`` is made."""
        made = [at for at, step in enumerate(self.steps) if isinstance(step, Chosen)]
        return made[min(number, len(made)) - 1] if number and made else 0

    def _write(self, line: Text) -> None:
        self.page.out.print(Text.assemble("  ", line), soft_wrap=True)
