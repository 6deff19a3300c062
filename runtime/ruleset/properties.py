"""Properties a law states about itself: what is to be proved of its rule set."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from runtime.ruleset.expressions import Expr
from runtime.ruleset.model import Family
from runtime.ruleset.profiles import CriterionName, Profile
from runtime.ruleset.ruleset import RuleSet


class PropertyNode(Family):
    """The root of the properties.

    ``id`` names the property, ``sentence`` says what it means, and ``flow`` is
    the flow it is asked of, from its start.
    """

    id: str
    sentence: str
    flow: str


if TYPE_CHECKING:
    Property: TypeAlias = Union[
        "Never",
        "Always",
        "Possible",
        "Eventually",
        "AtTheEnd",
        "AtEveryStep",
        "AtTheStepAfter",
        "SameUnder",
        "LoopEnds",
        "Meets",
    ]
else:
    Property = PropertyNode


class Never(PropertyNode):
    """``condition`` holds in no state that the flow can enter.

    Where it is undefined it does not hold.
    """

    kind: Literal["never"] = "never"
    condition: Expr


class Always(PropertyNode):
    """``condition`` is defined and holds in every state that the flow can enter."""

    kind: Literal["always"] = "always"
    condition: Expr


class Possible(PropertyNode):
    """Some run of the flow enters a state in which ``condition`` is defined and holds."""

    kind: Literal["possible"] = "possible"
    condition: Expr


class AtTheEnd(PropertyNode):
    """``condition`` is defined and holds in every state in which the flow ends.

    A run that breaks off (a gap, a dead end, a conflict) has no such state: that
    it does is a finding of its own.
    """

    kind: Literal["at_the_end"] = "at_the_end"
    condition: Expr


class Eventually(PropertyNode):
    """Every run of the flow ends, and has by then been in a state where ``condition`` holds.

    Of a run that breaks off, the same is said as by :class:`AtTheEnd`.
    """

    kind: Literal["eventually"] = "eventually"
    condition: Expr


class AtEveryStep(PropertyNode):
    """``condition``, in which ``Before`` may stand, is defined and holds of every step.

    A step is an assignment, also one that sets what was so before. ``within``
    holds the references that the steps asked about stand in; empty: all.
    """

    kind: Literal["every_step"] = "every_step"
    condition: Expr
    within: tuple[str, ...] = ()


class AtTheStepAfter(PropertyNode):
    """The same of the first step that follows when the chooser has done nothing.

    Whether the law then has a default or passes the choice over; a step that only
    follows upon a further choice does not count. The chooser is ``role``, or a
    member of ``set``, for which ``variable`` then stands. Exactly one is given.
    """

    kind: Literal["step_after"] = "step_after"
    condition: Expr
    role: str | None = None
    set: str | None = None
    variable: str | None = None


class SameUnder(PropertyNode):
    """A definition or a flow is the same under two readings of the point ``point``.

    Exactly one of ``definition`` and ``subject`` (a flow) is given. A definition
    is the same if it has the same values, or none, in every state that the flow
    can enter under the first reading; where ``conceivable``, in every state at
    all that no norm forbids. A flow is the same if the same choices are lawful
    and lead to the same end. ``versions``: the rule set under each of ``readings``;
    empty until they are asked for.
    """

    kind: Literal["same_under"] = "same_under"
    point: str
    readings: tuple[str, str]
    definition: str | None = None
    subject: str | None = None
    conceivable: bool = False
    versions: tuple[RuleSet, ...] = ()


class LoopEnds(PropertyNode):
    """The loops of ``loop`` (a flow), within some paragraphs, end whatever is chosen.

    ``loop`` is a flow that ``flow`` runs, or ``flow`` itself. ``within`` holds
    the references that the steps of the loop are restricted to (``10`` means
    the whole article); empty: all. ``measure`` is a whole number over the state
    that each pass makes smaller; absent: one is looked for.
    """

    kind: Literal["loop_ends"] = "loop_ends"
    loop: str
    within: tuple[str, ...] = ()
    measure: Expr | None = None


class Meets(PropertyNode):
    """The runs of the profile's flow meet ``criterion``; so far as they leave nothing to choose."""

    kind: Literal["meets"] = "meets"
    criterion: CriterionName
    profile: Profile
