"""The properties of ``properties.law``, elaborated over one version's declarations.

Receives the tree of the file and a version's elaborator; hands on properties in
concept ids. They are asked of the law's main flow: the one no other flow runs.
"""

from compiler import tree as t
from compiler.elaborate.expressions import Expressions
from compiler.elaborate.law import LawElaborator
from compiler.elaborate.scope import Names, Scope
from compiler.elaborate.vocabulary import Abandoned, Site, Vocabulary
from compiler.units import PREAMBLE, Place, short
from runtime.flows import main_flow
from runtime.ruleset.properties import Always, LoopEnds, Never, Property
from runtime.ruleset.ruleset import RuleSet


def elaborate_properties(
    file: t.PropertiesFile, rules: RuleSet, elaborator: LawElaborator, path: str
) -> tuple[Property, ...]:
    """Every property of ``file`` that could be elaborated; mistakes are reported."""
    known = elaborator.vocabulary
    vocabulary = Vocabulary(
        glossary=known.glossary,
        language="en",
        words=known.glossary.words("en"),
        sets=known.sets,
        records=known.records,
        states=known.states,
        parameters=known.parameters,
        roles=known.roles,
        members=known.members,
    )
    found: list[Property] = []
    for tree in file.properties:
        place = Place(
            ref=PREAMBLE,
            path=(),
            citation=tree.name.text,
            heading=None,
            span=tree.span,
            passages=(),
        )
        site = Site(place, path, elaborator.diagnostics, vocabulary)
        if any(known_one.id == tree.name.text for known_one in found):
            site.fail("declared_twice", tree.name.span, name=tree.name.text)
            continue
        try:
            found.append(_property(tree, rules, elaborator, site))
        except Abandoned:
            continue
    return tuple(found)


def _property(
    tree: t.PropertyTree, rules: RuleSet, elaborator: LawElaborator, site: Site
) -> Property:
    expressions = Expressions(site, elaborator)
    claim = tree.claim
    flow = main_flow(rules)
    if flow is None:
        raise site.fail("no_main_flow", tree.name.span)
    if isinstance(claim, t.StateClaim):
        condition = expressions.truth(claim.condition, Scope(Names()))
        kind = Never if claim.modality == "never" else Always
        return kind(id=tree.name.text, sentence=tree.sentence, flow=flow, condition=condition)
    loop = site.concept(claim.flow, ("flow",))
    if loop not in rules.flows:
        raise site.fail("not_declared", claim.flow.span, name=claim.flow.text, kind="flow")
    measure = None
    if claim.measure is not None:
        measure, _ = expressions.number(claim.measure, Scope(Names()))
    return LoopEnds(
        id=tree.name.text,
        sentence=tree.sentence,
        flow=flow,
        loop=loop,
        within=_within(claim, elaborator, site),
        measure=measure,
    )


def _within(claim: t.LoopClaim, elaborator: LawElaborator, site: Site) -> tuple[str, ...]:
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
