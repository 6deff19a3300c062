"""Aims of simulated players, written in the words of properties.

An aim says who has it, and what they make smallest or greatest, one choice ahead:
``player p: smallest count(...)``. Who has it is a set, with a name for its members, or a role.
"""

import re

from compiler.diagnostics import Diagnostics
from compiler.elaborate.law import LawElaborator
from compiler.law import Law, Refused
from compiler.parse import parse
from compiler.properties import elaborate_properties
from runtime.ruleset.expressions import Binary
from runtime.ruleset.properties import AtTheStepAfter
from runtime.ruleset.ruleset import RuleSet
from runtime.simulation.policies import Aim

_AIM = re.compile(r"\s*(\w+(?:\s+\w+)?)\s*:\s*(smallest|greatest)\b(.*)", re.DOTALL)


def aim(law: Law, rules: RuleSet, text: str) -> Aim:
    """The aim that ``text`` states, in the concepts of ``rules``. Raises ``Refused``."""
    diagnostics = Diagnostics()
    match = _AIM.fullmatch(text)
    if match is None:
        diagnostics.add("no_aim", text, None)
        raise Refused(diagnostics.sorted())
    who, better, measure = match.groups()
    # A number is stated of whoever acts by comparing it with one.
    claim = f"at the step after {who} declines: ({' '.join(measure.split())}) = 0"
    source = f'properties {law.name}\n\nproperty aim "{better}"\n  {claim}\n'
    tree = parse(source, "properties", "en", text, diagnostics)
    version = law.versions[rules.language]
    if tree is not None and not diagnostics.errors:
        elaborator = LawElaborator(
            version.places,
            law.glossary,
            rules.language,
            rules.readings,
            version.source.law_file,
            diagnostics,
        )
        bare = elaborator.rule_set(law.name, law.hash, law.citations)
        for found in elaborate_properties(tree, bare, elaborator, text, {}):
            if isinstance(found, AtTheStepAfter) and isinstance(found.condition, Binary):
                return Aim(
                    text=" ".join(text.split()),
                    set=found.set,
                    role=found.role,
                    variable=found.variable,
                    better="smallest" if better == "smallest" else "greatest",
                    measure=found.condition.left,
                )
    raise Refused(diagnostics.sorted())
