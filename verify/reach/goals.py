"""What can be looked for: endings, states, rules that apply.

A goal is data. :mod:`verify.reach.met` tells whether a run of the interpreter meets
it, :mod:`verify.reach.wanted` under which condition a symbolic path does.
"""

from dataclasses import dataclass
from typing import TypeAlias

from runtime.ruleset.expressions import Expr
from runtime.state import EndKind


@dataclass(frozen=True, slots=True)
class Ends:
    """Play ends in this way: a gap, a conflict, a value outside its range, a dead end.

    ``ref``: the paragraph where it ends, one of those a conflict is between, or the
    paragraph of the decision whose rules conflict; none: anywhere. ``gap``: the id of
    what the text is silent about (of a decision without a rule: the decision's id).
    """

    kind: EndKind
    ref: str | None = None
    gap: str | None = None


@dataclass(frozen=True, slots=True)
class Holds:
    """A state is entered in which ``condition`` has the value ``value``.

    ``or_undefined``: a state in which it has no value will do, too.
    """

    condition: Expr
    value: bool = True
    or_undefined: bool = False


@dataclass(frozen=True, slots=True)
class Applies:
    """A rule of a decision applies, or a case of a definition does.

    Exactly one of ``decision`` and ``definition`` is given (an id); ``ref`` is the
    paragraph of the rule or case. A case applies where its value is asked for on the
    way, for whatever arguments.
    """

    ref: str
    decision: str | None = None
    definition: str | None = None


Goal: TypeAlias = Ends | Holds | Applies
