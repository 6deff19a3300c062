"""The profiles of ``properties.law``, elaborated over one version's declarations.

A profile that names a concept for which a version has no term belongs to other
versions; so may a profile be given several times, in the words of each. What is
claimed of a profile that a version does not have is not asked of that version.
"""

from collections.abc import Iterator

from compiler import tree as t
from compiler.diagnostics import Diagnostics, closest
from compiler.elaborate.expressions import Expressions
from compiler.elaborate.law import LawElaborator
from compiler.elaborate.scope import Names, Scope
from compiler.elaborate.vocabulary import Abandoned, Site
from compiler.mentions import names_in
from compiler.units import beside
from runtime.ruleset import expressions as e
from runtime.ruleset import types as ty
from runtime.ruleset.profiles import CRITERIA, Profile
from runtime.ruleset.properties import Meets
from runtime.ruleset.ruleset import RuleSet

Profiles = dict[str, Profile | None]
"""By name; None: only other versions have it, or it has a mistake that was reported."""


def elaborate_profiles(
    file: t.PropertiesFile,
    rules: RuleSet,
    elaborator: LawElaborator,
    path: str,
    diagnostics: Diagnostics,
) -> Profiles:
    """Every profile of ``file``; mistakes are reported."""
    vocabulary = elaborator.vocabulary.in_english()
    found: Profiles = {}
    for tree in file.profiles:
        site = Site(beside(tree.name.text, tree.span), path, diagnostics, vocabulary)
        if _elsewhere(tree, rules.language, site):
            found.setdefault(tree.name.text, None)
            continue
        if found.get(tree.name.text) is not None:
            site.fail("declared_twice", tree.name.span, name=tree.name.text)
            continue
        try:
            found[tree.name.text] = _profile(tree, rules, elaborator, site)
        except Abandoned:
            found[tree.name.text] = None
    return found


def meets(
    tree: t.PropertyTree, claim: t.MeetsClaim, profiles: Profiles, site: Site
) -> Iterator[Meets]:
    """The claim, if this version has its profile. Raises ``Abandoned``."""
    name = claim.profile.text
    if name not in profiles:
        near, known = closest(name, profiles), ", ".join(profiles)
        raise site.fail("no_such_profile", claim.profile.span, near, name=name, known=known or "–")
    criterion = next((one for one in CRITERIA if one == claim.criterion.text), None)
    if criterion is None:
        near, known = closest(claim.criterion.text, CRITERIA), ", ".join(CRITERIA)
        span, name = claim.criterion.span, claim.criterion.text
        raise site.fail("no_such_criterion", span, near, name=name, known=known)
    profile = profiles[name]
    if profile is not None:
        yield Meets(
            id=tree.name.text,
            sentence=tree.sentence,
            flow=profile.flow,
            criterion=criterion,
            profile=profile,
        )


def _elsewhere(tree: t.ProfileTree, language: str, site: Site) -> bool:
    """Whether the profile names a concept that ``language`` has no term for and others have."""
    concepts, words = site.vocabulary.glossary.concepts, site.vocabulary.words
    named = (words.get(word) for word in names_in(tree))
    terms = (concepts[one].terms for one in named if one is not None)
    return language != "en" and any(found and language not in found for found in terms)


def _profile(tree: t.ProfileTree, rules: RuleSet, elaborator: LawElaborator, site: Site) -> Profile:
    expressions = Expressions(site, elaborator)
    scope = Scope(Names())
    sets = []
    variables = []
    for of, name in ((tree.electors, tree.elector), (tree.alternatives, tree.alternative)):
        concept = site.concept(of, ("set",))
        if concept not in rules.sets:
            raise site.undeclared(of, "set")
        expressions.check_free(name)
        scope, inner = scope.bind(name.text, ty.Element(set=concept))
        sets.append(concept)
        variables.append(inner)
    keys = []
    for criterion in tree.order:
        key, _ = expressions.number(criterion.key, scope)
        keys.append(e.Criterion(direction=criterion.direction, key=key))
    flow = site.concept(tree.flow, ("flow",))
    if flow not in rules.flows:
        raise site.undeclared(tree.flow, "flow")
    if rules.flows[flow].parameters:
        raise site.fail("profile_flow_parameters", tree.flow.span, name=tree.flow.text)
    winner = site.concept(tree.winner, ("state",))
    if winner not in rules.states:
        raise site.undeclared(tree.winner, "state")
    declared = rules.states[winner]
    held = declared.type.item if isinstance(declared.type, ty.Optional) else declared.type
    if declared.domain or held != ty.Element(set=sets[1]):
        span, wanted = tree.winner.span, site.describe_concept(sets[1])
        raise site.fail("not_a_winner", span, name=tree.winner.text, wanted=wanted)
    return Profile(
        id=tree.name.text,
        sentence=tree.sentence,
        electors=sets[0],
        elector=variables[0],
        alternatives=sets[1],
        alternative=variables[1],
        keys=tuple(keys),
        flow=flow,
        winner=winner,
    )
