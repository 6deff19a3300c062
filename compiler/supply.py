"""Fourth pass: supplements, put where the text leaves something open.

Receives a rule set straight from the text and the supplements in use; hands on
the rule set in which each of them fills its gap. What a supplement adds or
changes carries its id. A supplement that finds nothing to fill in this version
is left out and returned by name, so that one that fits no version at all can be
reported, with the places that it may have meant.
"""

from collections.abc import Callable, Iterator, Mapping

from compiler import tree as t
from compiler.diagnostics import closest
from compiler.elaborate.declarations import initial_value
from compiler.elaborate.law import LawElaborator
from compiler.elaborate.scope import Names, Scope
from compiler.elaborate.statements import Statements
from compiler.elaborate.typing import base
from compiler.elaborate.vocabulary import Abandoned, Site
from compiler.languages import language
from compiler.units import PREAMBLE, short
from runtime.precedence import covers
from runtime.ruleset import statements as s
from runtime.ruleset.expressions import Variable
from runtime.ruleset.ruleset import Rule, RuleSet, SupplementInUse

Path = tuple[tuple[str, str], ...]
Change = Callable[[s.Stmt], s.Stmt]


def supply(
    rules: RuleSet,
    supplements: tuple[t.Supplement, ...],
    elaborator: LawElaborator,
    file: str,
    everywhere: Mapping[str, Path],
) -> tuple[RuleSet, dict[str, tuple[str, ...]]]:
    """``rules`` with ``supplements``, and the names of those that found nothing to fill.

    With each such name, the places inside those named where such a thing is open.
    ``everywhere`` holds the places of all versions: one that only another version has
    leaves nothing to fill in this one.
    """
    unused: dict[str, tuple[str, ...]] = {}
    for supplement in supplements:
        filled, mistaken = rules, False
        inside: dict[str, None] = {}
        for fill in supplement.fills:
            try:
                filler = _Filler(filled, supplement, elaborator, file, everywhere)
                filled = filler.fill(fill)
                inside |= dict.fromkeys(filler.inside(fill))
            except _NotInThisVersion:
                continue
            except Abandoned:
                mistaken = True
        if filled is rules and not mistaken:
            unused[supplement.name.text] = tuple(inside)
        rules = filled
    return rules, unused


class _NotInThisVersion(Exception):
    """A supplement is for a place that only another version has."""


class _Filler:
    def __init__(
        self,
        rules: RuleSet,
        supplement: t.Supplement,
        elaborator: LawElaborator,
        file: str,
        everywhere: Mapping[str, Path],
    ) -> None:
        self.rules = rules
        self.name = supplement.name.text
        self.reason = supplement.reason
        self.elaborator = elaborator
        self.file = file
        self.everywhere = everywhere
        self.vocabulary = elaborator.vocabulary.in_english()

    def fill(self, tree: t.FillT) -> RuleSet:
        if isinstance(tree, t.FillOrder):
            return self._order(tree)
        if isinstance(tree, t.FillChoice):
            return self._choice(tree)
        if isinstance(tree, t.FillStuck):
            return self._stuck(tree)
        if isinstance(tree, t.FillConflict):
            return self._conflict(tree)
        if isinstance(tree, t.FillParameter):
            return self._parameter(tree)
        return self._gap(tree)

    def inside(self, tree: t.FillT) -> list[str]:
        """Citations of the places within the one that ``tree`` names where it would fill something.

        In English; a supplement is for the paragraph itself, not for all that is in an article.
        """
        if not isinstance(tree, t.FillOrder | t.FillChoice | t.FillStuck):
            return []
        named = short(tree.reference.path)
        refs = [
            one.ref
            for body in _bodies(self.rules)
            for one in _all(body)
            if covers(named, one.ref) and one.ref != named and _open_for(tree, one)
        ]
        return [language("en").cite(tuple(self.everywhere[ref])) for ref in dict.fromkeys(refs)]

    def _site(self, ref: str) -> Site:
        """The place ``ref`` of this version, with the supplement as what mistakes stand under."""
        place = next(place for place in self.elaborator.places if place.ref == ref)
        under = place.model_copy(update={"citation": self.name})
        return Site(under, self.file, self.elaborator.diagnostics, self.vocabulary, self.name)

    def _place(self, reference: t.Reference) -> Site:
        """The place that ``reference`` leads to."""
        ref = short(reference.path)
        if ref in self.elaborator.refs:
            return self._site(ref)
        if ref in self.everywhere:
            raise _NotInThisVersion()
        near = closest(ref, self.everywhere)
        raise self._site(PREAMBLE).fail(
            "reference_nowhere",
            reference.span,
            near and language("en").cite(tuple(self.everywhere[near])),
            reference=language("en").cite(reference.path),
        )

    def _used(self, rules: RuleSet, gap: str) -> RuleSet:
        entry = SupplementInUse(id=self.name, gap=gap, reason=self.reason)
        return rules.model_copy(update={"supplements": (*rules.supplements, entry)})

    # ---- fills that change statements

    def _order(self, tree: t.FillOrder) -> RuleSet:
        ref = self._place(tree.reference).ref

        def change(statement: s.Stmt) -> s.Stmt:
            if statement.ref == ref and _open_for(tree, statement):
                return statement.model_copy(update={"order": "in_turn", "supplement": self.name})
            return statement

        return self._changed(change, f"order:{ref}")

    def _choice(self, tree: t.FillChoice) -> RuleSet:
        ref = self._place(tree.reference).ref

        def change(statement: s.Stmt) -> s.Stmt:
            if statement.ref == ref and _open_for(tree, statement):
                lot = s.ByChance(stream="lots")
                return statement.model_copy(update={"by": lot, "supplement": self.name})
            return statement

        return self._changed(change, f"choice:{ref}")

    def _stuck(self, tree: t.FillStuck) -> RuleSet:
        site = self._place(tree.reference)
        scope = Scope(Names())
        body, _ = Statements(site, self.elaborator, None).sequence(tree.body, scope)

        def change(statement: s.Stmt) -> s.Stmt:
            if not isinstance(statement, s.Choose) or statement.ref != site.ref:
                return statement
            if not _open_for(tree, statement):
                return statement
            stuck = body
            last = body[-1] if body else None
            if isinstance(last, (s.Choose, s.Let)):
                if last.type != statement.type:
                    raise site.fail("wrong_substitute", tree.body[-1].span)
                value = Variable(name=last.name)
                taken = s.Let(
                    ref=site.ref,
                    supplement=self.name,
                    name=statement.name,
                    type=statement.type,
                    value=value,
                )
                stuck = (*body, taken)
            return statement.model_copy(update={"stuck": stuck})

        return self._changed(change, f"stuck:{site.ref}")

    def _changed(self, change: Change, gap: str) -> RuleSet:
        flows = {
            name: flow.model_copy(
                update={
                    "parts": tuple(
                        part.model_copy(update={"body": _rewrite(part.body, change)})
                        for part in flow.parts
                    )
                }
            )
            for name, flow in self.rules.flows.items()
        }
        decisions = {
            name: tuple(
                rule.model_copy(update={"body": _rewrite(rule.body, change)}) for rule in rules
            )
            for name, rules in self.rules.decisions.items()
        }
        if flows == self.rules.flows and decisions == self.rules.decisions:
            return self.rules
        changed = self.rules.model_copy(update={"flows": flows, "decisions": decisions})
        return self._used(changed, gap)

    def _parameter(self, tree: t.FillParameter) -> RuleSet:
        anywhere = self._site(PREAMBLE)
        concept = anywhere.concept(tree.parameter, ("parameter",))
        known = self.rules.parameters.get(concept)
        if known is None or known.default is not None:
            return self.rules
        site = self._site(known.ref)
        value = initial_value(tree.value, base(known.type), tree.span, site)
        filled = known.model_copy(update={"default": value})
        parameters = {**self.rules.parameters, concept: filled}
        changed = self.rules.model_copy(update={"parameters": parameters})
        return self._used(changed, f"parameter:{concept}")

    # ---- fills that add rules

    def _conflict(self, tree: t.FillConflict) -> RuleSet:
        refs = [self._place(reference).ref for reference in tree.between]
        winner = self._place(tree.prevails).ref
        if winner not in refs:
            raise self._site(winner).fail("prevails_over_nothing", tree.prevails.span)
        loser = refs[0] if winner == refs[1] else refs[1]

        def settle(rule: Rule) -> Rule:
            if rule.ref != winner or loser in rule.departs_from:
                return rule
            update = {
                "departs_from": (*rule.departs_from, loser),
                "settled": (*rule.settled, (loser, self.name)),
            }
            return rule.model_copy(update=update)

        decisions = {
            name: tuple(settle(rule) for rule in rules)
            if {winner, loser} <= {rule.ref for rule in rules}
            else rules
            for name, rules in self.rules.decisions.items()
        }
        if decisions == self.rules.decisions:
            return self.rules
        changed = self.rules.model_copy(update={"decisions": decisions})
        return self._used(changed, f"conflict:{refs[0]}/{refs[1]}")

    def _gap(self, tree: t.FillGap) -> RuleSet:
        words = self.vocabulary.words
        concept = words.get(tree.gap.text)
        places = {place.ref for place in self.elaborator.places}
        ref = self.elaborator.gaps.get(concept or "")
        if ref is None and concept in self.rules.definitions:
            ref = self.rules.definitions[concept].cases[0].ref
        if ref is None and self.rules.decisions.get(concept or ""):
            ref = self.rules.decisions[concept or ""][0].ref
        if ref is None or ref not in places:
            return self.rules
        site = self._site(ref)
        rules = self.rules
        for item in tree.items:
            if isinstance(item, t.RuleItem):
                rule = self.elaborator.rule(item, site)
                others = rules.decisions.get(rule.decision, ())
                decided = (*others, _before_the_gap(rule, concept or "", others))
                decisions = {**rules.decisions, rule.decision: decided}
                rules = rules.model_copy(update={"decisions": decisions})
            else:
                name = site.concept(item.name, ("definition",))
                known = rules.definitions.get(name)
                if known is None:
                    raise site.undeclared(item.name, "definition")
                case = self.elaborator.case(item, site, known.parameters, known.type)
                changed = known.model_copy(update={"cases": (*known.cases, case)})
                rules = rules.model_copy(
                    update={"definitions": {**rules.definitions, name: changed}}
                )
        return self._used(rules, f"gap:{concept}")


def _open_for(tree: t.FillT, statement: s.Stmt) -> bool:
    """Whether ``statement`` leaves open what ``tree`` fills, wherever it stands."""
    match statement:
        case s.Each(order="open"):
            return isinstance(tree, t.FillOrder)
        case s.Choose(by=by):
            if isinstance(tree, t.FillChoice):
                return isinstance(by, s.ByNobody)
            dice = isinstance(by, s.ByChance) and by.stream == "dice"
            return isinstance(tree, t.FillStuck) and not dice
    return False


def _bodies(rules: RuleSet) -> Iterator[tuple[s.Stmt, ...]]:
    """All blocks of flows, then those of rules."""
    for flow in rules.flows.values():
        yield from (part.body for part in flow.parts)
    for decision in rules.decisions.values():
        yield from (rule.body for rule in decision)


def _before_the_gap(rule: Rule, gap: str, known: tuple[Rule, ...]) -> Rule:
    """``rule`` with precedence over the rules ``known`` of its decision that state ``gap``."""
    stating = [one for one in known if one.supplement is None and _states(one.body, gap)]
    refs = tuple(
        one.ref for one in stating if not any(covers(name, one.ref) for name in rule.departs_from)
    )
    return rule.model_copy(update={"departs_from": (*rule.departs_from, *refs)})


def _states(body: tuple[s.Stmt, ...], gap: str) -> bool:
    """Whether a statement of ``body`` states ``gap``."""
    return any(isinstance(one, s.StatedGap) and one.gap == gap for one in _all(body))


def _all(body: tuple[s.Stmt, ...]) -> Iterator[s.Stmt]:
    """The statements of ``body`` with those inside them."""
    for statement in body:
        yield statement
        match statement:
            case s.Each() | s.Repeat() | s.Choose():
                yield from _all(statement.body)
            case s.If():
                yield from _all((*statement.then, *statement.otherwise))


def _rewrite(body: tuple[s.Stmt, ...], change: Change) -> tuple[s.Stmt, ...]:
    """The block with ``change`` applied to every statement in it, outside first."""
    return tuple(_rewrite_one(change(statement), change) for statement in body)


def _rewrite_one(statement: s.Stmt, change: Change) -> s.Stmt:
    if isinstance(statement, (s.Each, s.Repeat, s.Choose)):
        return statement.model_copy(update={"body": _rewrite(statement.body, change)})
    if isinstance(statement, s.If):
        return statement.model_copy(
            update={
                "then": _rewrite(statement.then, change),
                "otherwise": _rewrite(statement.otherwise, change),
            }
        )
    return statement
