"""The properties of ``properties.law``, elaborated over one version's declarations.

Receives the tree of the file and a version's elaborator; hands on properties in
concept ids. They are asked of the law's main flow, the one that no other flow
runs; where there are several, of each of them, under the id ``property@flow``.
"""

from collections.abc import Iterator

from compiler import tree as t
from compiler.elaborate.expressions import Expressions
from compiler.elaborate.law import LawElaborator
from compiler.elaborate.scope import Names, Scope
from compiler.elaborate.vocabulary import Abandoned, Site
from compiler.units import PREAMBLE, Place, short
from runtime.flows import main_flows, runs
from runtime.ruleset.properties import Always, LoopEnds, Never, Property
from runtime.ruleset.ruleset import RuleSet


def elaborate_properties(
    file: t.PropertiesFile, rules: RuleSet, elaborator: LawElaborator, path: str
) -> tuple[Property, ...]:
    """Every property of ``file`` that could be elaborated; mistakes are reported."""
    vocabulary = elaborator.vocabulary.in_english()
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
        if any(known_one.id.partition("@")[0] == tree.name.text for known_one in found):
            site.fail("declared_twice", tree.name.span, name=tree.name.text)
            continue
        try:
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
    claim = tree.claim
    if isinstance(claim, t.StateClaim):
        condition = expressions.truth(claim.condition, Scope(Names()))
        kind = Never if claim.modality == "never" else Always
        return kind(id=tree.name.text, sentence=tree.sentence, flow="", condition=condition)
    loop = site.concept(claim.flow, ("flow",))
    if loop not in rules.flows:
        raise site.undeclared(claim.flow, "flow")
    measure = None
    if claim.measure is not None:
        measure, _ = expressions.number(claim.measure, Scope(Names()))
    return LoopEnds(
        id=tree.name.text,
        sentence=tree.sentence,
        flow="",
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
