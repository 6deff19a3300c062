"""The properties of ``properties.law``, elaborated over one version's declarations.

Receives the tree of the file and a version's elaborator; hands on properties in
concept ids. They are asked of the law's main flow, the one that no other flow
runs; where there are several, of each of them, under the id ``property@flow``.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from compiler import tree as t
from compiler.diagnostics import Diagnostics, closest
from compiler.elaborate.expressions import Expressions
from compiler.elaborate.law import LawElaborator
from compiler.elaborate.scope import Names, Scope
from compiler.elaborate.vocabulary import Abandoned, Site
from compiler.profiles import elaborate_profiles, meets
from compiler.units import beside, short
from runtime.flows import main_flows, runs
from runtime.ruleset import types as ty
from runtime.ruleset.properties import (
    Always,
    AtEveryStep,
    AtTheEnd,
    AtTheStepAfter,
    Eventually,
    LoopEnds,
    Never,
    Possible,
    Property,
    SameUnder,
)
from runtime.ruleset.ruleset import RuleSet

Points = Mapping[str, Mapping[str, tuple[str, ...]]]
"""For each version, its reading points, and the readings of each."""

_OF_STATES: dict[str, type[Never | Always | Possible | Eventually | AtTheEnd]] = {
    "never": Never,
    "always": Always,
    "possible": Possible,
    "eventually": Eventually,
    "at_the_end": AtTheEnd,
}


def elaborate_properties(
    file: t.PropertiesFile,
    rules: RuleSet,
    elaborator: LawElaborator,
    path: str,
    points: Points,
    diagnostics: Diagnostics | None = None,
) -> tuple[Property, ...]:
    """Every property of ``file`` that could be elaborated; mistakes are reported.

    A property about readings that only other versions have is passed over. ``diagnostics``:
    where mistakes go, if not where those of the law do.
    """
    diagnostics = elaborator.diagnostics if diagnostics is None else diagnostics
    vocabulary = elaborator.vocabulary.in_english()
    profiles = elaborate_profiles(file, rules, elaborator, path, diagnostics)
    found: list[Property] = []
    for tree in file.properties:
        site = Site(beside(tree.name.text, tree.span), path, diagnostics, vocabulary)
        if any(known_one.id.partition("@")[0] == tree.name.text for known_one in found):
            site.fail("declared_twice", tree.name.span, name=tree.name.text)
            continue
        try:
            if isinstance(tree.claim, t.MeetsClaim):
                found.extend(meets(tree, tree.claim, profiles, site))
            elif not _elsewhere(tree.claim, points, rules.language, site):
                found.extend(_asked(tree, rules, elaborator, site))
        except Abandoned:
            continue
    return tuple(found)


def _asked(
    tree: t.PropertyTree, rules: RuleSet, elaborator: LawElaborator, site: Site
) -> Iterator[Property]:
    """The property, of each main flow that it can be asked of."""
    one = _property(tree, rules, elaborator, site)
    flows = main_flows(rules)
    if isinstance(one, LoopEnds):
        flows = tuple(flow for flow in flows if runs(rules, flow, one.loop)) or (one.loop,)
    if not flows and elaborator.vocabulary.lost:
        raise Abandoned()  # it may be among what was left out for its mistakes
    if not flows:
        raise site.fail("no_main_flow", tree.name.span)
    for flow in flows:
        name = one.id if len(flows) == 1 else f"{one.id}@{flow}"
        yield one.model_copy(update={"id": name, "flow": flow})


def _property(
    tree: t.PropertyTree, rules: RuleSet, elaborator: LawElaborator, site: Site
) -> Property:
    """The property, not yet asked of any flow."""
    expressions = Expressions(site, elaborator)
    common: dict[str, Any] = {"id": tree.name.text, "sentence": tree.sentence, "flow": ""}
    match tree.claim:
        case t.StateClaim(modality=modality, condition=condition):
            truth = expressions.truth(condition, Scope(Names()))
            return _OF_STATES[modality](**common, condition=truth)
        case t.StepClaim(condition=condition) as claim:
            expressions = Expressions(site, elaborator, steps=True)
            truth = expressions.truth(condition, Scope(Names()))
            within = _within(claim, elaborator, site)
            return AtEveryStep(**common, condition=truth, within=within)
        case t.AfterClaim() as claim:
            return _after(claim, elaborator, site, common)
        case t.SameClaim() as claim:
            return _same(claim, rules, site, common)
        case t.LoopClaim() as claim:
            loop = site.concept(claim.flow, ("flow",))
            if loop not in rules.flows:
                raise site.undeclared(claim.flow, "flow")
            measure = None
            if claim.measure is not None:
                measure, _ = expressions.number(claim.measure, Scope(Names()))
            within = _within(claim, elaborator, site)
            return LoopEnds(**common, loop=loop, within=within, measure=measure)
    raise TypeError(type(tree.claim))


def _after(
    claim: t.AfterClaim, elaborator: LawElaborator, site: Site, common: dict[str, Any]
) -> AtTheStepAfter:
    """The chooser is a role or any member of a set, for which a variable may stand."""
    expressions = Expressions(site, elaborator, steps=True)
    actor = site.concept(claim.actor, ("role", "set"))
    scope = Scope(Names())
    if actor in site.vocabulary.roles:
        if claim.variable is not None:
            span, found = claim.variable.span, site.describe_concept(actor)
            raise site.fail("no_members", span, found=found)
        condition = expressions.truth(claim.condition, scope)
        return AtTheStepAfter(**common, condition=condition, role=actor)
    if actor not in site.vocabulary.sets:
        raise site.undeclared(claim.actor, "role, set")
    variable = None
    if claim.variable is not None:
        expressions.check_free(claim.variable)
        scope, variable = scope.bind(claim.variable.text, ty.Element(set=actor))
    condition = expressions.truth(claim.condition, scope)
    return AtTheStepAfter(**common, condition=condition, set=actor, variable=variable)


def _same(claim: t.SameClaim, rules: RuleSet, site: Site, common: dict[str, Any]) -> SameUnder:
    subject = site.concept(claim.subject, ("definition", "flow"))
    first, second = (name.text for name in claim.readings)
    about = {**common, "point": claim.point.text, "readings": (first, second)}
    if subject in rules.definitions:
        return SameUnder(**about, definition=subject, conceivable=claim.conceivable)
    if subject not in rules.flows:
        raise site.undeclared(claim.subject, "definition, flow")
    return SameUnder(**about, subject=subject, conceivable=claim.conceivable)


def _elsewhere(claim: t.ClaimT, points: Points, language: str, site: Site) -> bool:
    """Whether a property is about readings that other versions have and this one has not."""
    if not isinstance(claim, t.SameClaim):
        return False
    point = claim.point.text
    everywhere = sorted({name for known in points.values() for name in known})
    if point not in everywhere:
        near, known = closest(point, everywhere), ", ".join(everywhere)
        raise site.fail("no_such_point", claim.point.span, near, point=point, known=known)
    names = [name for known in points.values() for name in known.get(point, ())]
    for reading in claim.readings:
        if reading.text not in names:
            raise site.fail(
                "reading_not_listed",
                reading.span,
                closest(reading.text, names),
                point=point,
                name=reading.text,
                language=language,
                known=", ".join(dict.fromkeys(names)),
            )
    own = points[language].get(point, ())
    return not all(reading.text in own for reading in claim.readings)


def _within(
    claim: t.LoopClaim | t.StepClaim, elaborator: LawElaborator, site: Site
) -> tuple[str, ...]:
    """The places from the first to the last, on the level of the first."""
    if claim.first is None:
        return ()
    first, *last = elaborator.precedence(
        tuple(r for r in (claim.first, claim.last) if r is not None), site
    )
    if not last:
        return (first,)
    level = len(claim.first.path)
    refs = [place.ref for place in elaborator.places if len(place.path) == level]
    if first not in refs or last[0] not in refs or refs.index(first) > refs.index(last[0]):
        raise site.fail("empty_range", claim.first.span, low=short(claim.first.path), high=last[0])
    return tuple(refs[refs.index(first) : refs.index(last[0]) + 1])


def not_asked(found: Diagnostics, diagnostics: Diagnostics) -> None:
    """Note the properties and profiles that the amended law has no longer anything for."""
    rest = Diagnostics()
    for one in found.sorted():
        if one.heading is None:
            rest.add(one.code, one.file, one.span, suggestion=one.suggestion, values=one.values)
            continue
        diagnostics.add(
            "property_dropped",
            one.file,
            one.span,
            heading=one.heading,
            severity="warning",
            name=one.heading,
        )
    diagnostics.note(rest)
