"""What a case does and what it expects, line by line."""

from typing import Any

from compiler import tree as t
from compiler.cases.values import CaseValues
from compiler.diagnostics import closest
from compiler.elaborate.vocabulary import Abandoned, Site
from compiler.languages import language as spoken
from compiler.units import PREAMBLE, short
from runtime.ruleset import cases as c
from runtime.ruleset.ruleset import RuleSet

ENDS = (t.OutcomeLine, t.RestLine, t.ResultLine)
"""The lines that say how a case ends."""


class CaseLines:
    """Elaborates the lines of one case; each raises ``Abandoned`` where it has a mistake."""

    def __init__(self, site: Site, rules: RuleSet, values: CaseValues, flow: str) -> None:
        self.site = site
        self.rules = rules
        self.values = values
        self.flow = flow

    def moves(self, line: t.CaseLineT, words: str) -> tuple[c.Move, ...]:
        """What ``line`` does; nothing where it is none of the lines that do something."""
        place: dict[str, Any] = {"line": line.span.line, "words": words}
        match line:
            case t.ChooseLine():
                value = None if line.value is None else self.values.said(line.value)
                return (c.Chooses(actor=self._actor(line.actor), value=value, **place),)
            case t.LawfulLine():
                ref = None if line.reference is None else self._ref(line.reference)
                actor, said = self._actor(line.actor), self.values.said(line.value)
                return (c.Lawful(actor=actor, value=said, lawful=line.lawful, ref=ref, **place),)
            case t.DrawLine():
                drawn = [self.values.said(value) for value in line.values]
                return tuple(c.Drawn(by=line.by, value=value, **place) for value in drawn)
            case _:
                return ()

    def expectation(self, line: t.CaseLineT, words: str) -> c.Expectation | None:
        """What ``line`` expects; None where it is none of the lines that expect something."""
        place: dict[str, Any] = {"line": line.span.line, "words": words}
        match line:
            case t.OutcomeLine():
                return self._outcome(line, place)
            case t.RestLine():
                refs = tuple(self._ref(reference) for reference in line.references)
                gap = None
                if line.missing is not None:
                    gap = self.site.concept(line.missing, ("gap",))
                return c.ExpectedEnd(end=line.end, refs=refs, gap=gap, **place)
            case t.ResultLine():
                result = self.rules.flows[self.flow].result
                if result is None:
                    name = self.values.term(self.flow)
                    raise self.site.fail("no_result", line.span, name=name)
                value = self.values.value(line.value, result)
                return c.ExpectedEnd(end="done", valued=True, value=value, **place)
            case t.HoldsLine():
                concept, entries = self.values.holds(line.holds, ("state", "definition"))
                return c.ExpectedValues(concept=concept, entries=entries, **place)
            case t.DecidedLine():
                refs = tuple(self._ref(reference) for reference in line.references)
                return c.ExpectedRules(refs=refs, **place)
            case _:
                return None

    def _actor(self, tree: t.ValueTree) -> c.Actor:
        if tree.form == "record":
            raise self.site.fail("not_an_actor", tree.span, found=self.values.written(tree))
        if tree.form == "name" and tree.name is not None:
            concept = self.site.concept(tree.name, ("role", "member"))
            if concept in self.rules.roles:
                return c.Actor(role=concept)
        said = self.values.said(tree)
        return c.Actor(set=said.set, index=said.value)

    def _outcome(self, line: t.OutcomeLine, place: dict[str, Any]) -> c.ExpectedEnd:
        outcome = self.site.concept(line.outcome, ("outcome", "state"))
        state = self.rules.states.get(outcome)
        if state is not None and state.domain:
            raise self.site.fail("outcome_with_arguments", line.span, name=line.outcome.text)
        value = None
        if line.value is not None:
            if state is None:
                raise self.site.fail("outcome_without_value", line.span, name=line.outcome.text)
            value = self.values.value(line.value, state.type)
        return c.ExpectedEnd(
            end="end",
            refs=tuple(self._ref(one) for one in (line.reference,) if one is not None),
            outcome=outcome,
            valued=line.value is not None,
            value=value,
            **place,
        )

    def _ref(self, reference: t.Reference) -> str:
        ref = short(reference.path)
        if ref == PREAMBLE or ref not in self.rules.paragraphs:
            near = closest(ref, self.rules.paragraphs)
            cited = self.rules.paragraphs[near].citations.get(self.rules.language) if near else None
            wording = spoken(self.site.vocabulary.language).cite(reference.path)
            raise self._abandon(reference, cited, wording)
        return ref

    def _abandon(self, reference: t.Reference, near: str | None, wording: str) -> Abandoned:
        return self.site.fail("reference_nowhere", reference.span, near, reference=wording)
