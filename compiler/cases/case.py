"""One case: what it stands under and what it is given, then its lines in order."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from compiler import tree as t
from compiler.cases.lines import ENDS, CaseLines
from compiler.cases.values import CaseValues
from compiler.diagnostics import Diagnostics, closest
from compiler.elaborate.vocabulary import Abandoned, Site, Vocabulary
from compiler.law import Law
from compiler.units import beside
from runtime.flows import main_flows
from runtime.ruleset.cases import Entry, Expectation, Move, WorkedCase
from runtime.sizes import BadSize, sizes, source

Made = TypeVar("Made")


class CaseElaborator:
    """Elaborates one case of a file for one version.

    ``path``, ``code`` and ``text`` are the file's path, the language of its
    words and its lines.
    """

    def __init__(
        self,
        law: Law,
        language: str,
        tree: t.CaseTree,
        path: str,
        code: str,
        text: tuple[str, ...],
        diagnostics: Diagnostics,
    ) -> None:
        self.law = law
        self.language = language
        self.tree = tree
        self.path = path
        self.text = text
        vocabulary = Vocabulary(law.glossary, code, law.glossary.words(code))
        self.site = Site(beside(tree.title, tree.span), path, diagnostics, vocabulary)
        self._said: set[object] = set()
        self._failed = False

    def elaborate(self, asked: Mapping[str, str]) -> WorkedCase | None:
        """The case; None where only another version has its readings. Raises ``Abandoned``.

        ``asked`` are the readings in use where they are not the usual ones.
        """
        readings = self._readings()
        if readings is None:
            return None
        supplements = self._supplements()
        self.rules = self.law.rules(self.language, {**asked, **readings}, supplements)
        self.sizes = self._sizes()
        self.values = CaseValues(self.site, self.rules, self.sizes)
        flow, arguments = self._flow()
        seeds = self._only(t.SeedLine)
        case = WorkedCase(
            title=self.tree.title,
            file=self.path,
            line=self.tree.span.line,
            language=self.language,
            flow=flow,
            arguments=arguments,
            sizes=self.sizes,
            parameters=self._parameters(),
            readings=readings,
            supplements=supplements,
            seed=None if seeds is None else seeds.seed,
            given=self._given(),
            moves=self._moves(flow),
            expected=self._expected(flow),
        )
        if self._failed:
            raise Abandoned()
        return case

    # ---- lines

    def _lines(self, kind: type[Made]) -> list[Made]:
        return [line for line in self.tree.lines if isinstance(line, kind)]

    def _only(self, kind: type[Made]) -> Made | None:
        """The one line of a kind; the second one is reported."""
        lines: list[Any] = self._lines(kind)
        for line in lines:
            self._once(kind, line.span, self._words(line.span))
        return lines[0] if lines else None

    def _once(self, what: object, span: t.Span, name: str) -> None:
        """Report where ``what`` is said a second time."""
        if what in self._said:
            self._twice(span, name)
        self._said.add(what)

    def _twice(self, span: t.Span, name: str) -> None:
        self._failed = True
        self.site.fail("said_twice", span, name=name)

    def _try(self, make: Callable[..., Made], *given: Any) -> Made | None:
        """What ``make`` makes; None where it has a mistake, so that the next line is read too."""
        try:
            return make(*given)
        except Abandoned:
            self._failed = True
            return None

    def _words(self, span: t.Span) -> str:
        """The line as it is written, comments left out."""
        last = max(span.line, span.end_line)
        lines = [line.partition("#")[0].strip() for line in self.text[span.line - 1 : last]]
        return " ".join(line for line in lines if line)

    # ---- what the case stands under

    def _readings(self) -> dict[str, str] | None:
        own = self.law.versions[self.language].points
        everywhere: dict[str, list[str]] = {}
        for version in self.law.versions.values():
            for known in version.points.values():
                everywhere.setdefault(known.id, []).extend(known.names)
        chosen: dict[str, str] = {}
        for line in self._lines(t.ReadingLine):
            point, name = line.point.text, line.name.text
            self._once(("reading", point), line.span, point)
            if point not in everywhere:
                near, listed = closest(point, everywhere), ", ".join(sorted(everywhere))
                raise self.site.fail(
                    "no_such_point", line.point.span, near, point=point, known=listed
                )
            names = own[point].names if point in own else ()
            if name not in names:
                if self.site.vocabulary.language == "en" and name in everywhere[point]:
                    return None
                raise self.site.fail(
                    "reading_not_listed",
                    line.name.span,
                    closest(name, names),
                    point=point,
                    name=name,
                    language=self.language,
                    known=", ".join(names),
                )
            chosen[point] = name
        return chosen

    def _supplements(self) -> tuple[str, ...] | None:
        line = self._only(t.SupplementsLine)
        known = [supplement.name.text for supplement in self.law.supplements]
        for name in line.names if line is not None else ():
            if name.text not in known:
                near, listed = closest(name.text, known), ", ".join(sorted(known))
                raise self.site.fail(
                    "no_such_supplement", name.span, near, name=name.text, known=listed
                )
        return None if line is None else tuple(name.text for name in line.names)

    def _sizes(self) -> dict[str, int]:
        """The sizes that are said, or that the lists of what is given tell."""
        asked: dict[str, int] = {}
        for line in self._lines(t.SizeLine):
            for one in line.sizes:
                set_id = self.site.concept(one.set, ("set",))
                if set_id not in self.rules.sets:
                    raise self._undeclared(one.set, "set")
                origin = self.rules.sets[source(self.rules, set_id)]
                self._once(("size", origin.id), one.set.span, one.set.text)
                if not origin.low <= one.size <= origin.high:
                    raise self._size(one.set.span, one.set.text, one.size, origin.low, origin.high)
                asked[origin.id] = one.size
        for given in self._lines(t.GivenLine):
            state = self.rules.states.get(self.site.vocabulary.words.get(given.holds.name.text, ""))
            if given.holds.entries and state is not None and len(state.domain) == 1:
                origin = self.rules.sets[source(self.rules, state.domain[0])]
                length = sum(entry.times for entry in given.holds.entries)
                if origin.low <= length <= origin.high:
                    asked.setdefault(origin.id, length)
        try:
            return sizes(self.rules, asked)
        except BadSize:
            # A set that is as large as another may have narrower limits of its own.
            for narrow in self.rules.sets.values():
                size = asked.get(source(self.rules, narrow.id), narrow.low)
                if not narrow.low <= size <= narrow.high:
                    term, low, high = self._term(narrow.id), narrow.low, narrow.high
                    raise self._size(self.tree.span, term, size, low, high) from None
            raise

    def _size(self, span: t.Span, name: str, given: int, low: int, high: int) -> Abandoned:
        return self.site.fail(
            "size_not_allowed", span, name=name, given=str(given), low=str(low), high=str(high)
        )

    def _flow(self) -> tuple[str, dict[str, Any]]:
        line = self._only(t.FlowLine)
        given: tuple[t.ValueTree, ...] = ()
        if line is None:
            flow = next(iter(main_flows(self.rules)), None)
            if flow is None:
                raise self.site.fail("no_flow", self.tree.span)
            name = t.Name(text=self._term(flow), span=self.tree.span)
        else:
            name, given = line.flow, line.arguments
            flow = self.site.concept(name, ("flow",))
            if flow not in self.rules.flows:
                raise self._undeclared(name, "flow")
        parameters = self.rules.flows[flow].parameters
        arguments = self.values.arguments(name, given, [one.type for one in parameters])
        return flow, {one.name: value for one, value in zip(parameters, arguments, strict=True)}

    def _parameters(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for line in self._lines(t.SettingLine):
            name = self.site.concept(line.name, ("parameter",))
            if name not in self.rules.parameters:
                raise self._undeclared(line.name, "parameter")
            self._once(("setting", name), line.span, line.name.text)
            found[name] = self.values.value(line.value, self.rules.parameters[name].type)
        for parameter in self.rules.parameters.values():
            if parameter.default is None and parameter.id not in found:
                name = self._term(parameter.id)
                word = self.site.keywords["PARAMETER"][0]
                raise self.site.fail("setting_missing", self.tree.span, name=name, keyword=word)
        return found

    def _given(self) -> dict[str, tuple[Entry, ...]]:
        found: dict[str, tuple[Entry, ...]] = {}
        for line in self._lines(t.GivenLine):
            made = self._try(self.values.holds, line.holds, ("state",))
            if made is None:
                continue
            state, entries = made
            before = {entry.arguments for entry in found.get(state, ())}
            if any(entry.arguments in before for entry in entries):
                self._twice(line.span, self._words(line.span))
            found[state] = (*found.get(state, ()), *entries)
        return found

    def _term(self, concept: str) -> str:
        return self.law.glossary.concepts[concept].term(self.site.vocabulary.language)

    def _undeclared(self, name: t.Name, kind: str) -> Abandoned:
        return self.site.fail("not_declared", name.span, name=name.text, kind=kind)

    # ---- what is done and expected

    def _moves(self, flow: str) -> tuple[Move, ...]:
        elaborator = CaseLines(self.site, self.rules, self.values, flow)
        return tuple(
            move
            for line in self.tree.lines
            for move in self._try(elaborator.moves, line, self._words(line.span)) or ()
        )

    def _expected(self, flow: str) -> tuple[Expectation, ...]:
        elaborator = CaseLines(self.site, self.rules, self.values, flow)
        found = []
        for line in self.tree.lines:
            words = self._words(line.span)
            if isinstance(line, ENDS):
                self._once("end", line.span, words)
            made = self._try(elaborator.expectation, line, words)
            if made is not None:
                found.append(made)
        return tuple(found)
