"""Properties a law states about itself: what is to be proved of its rule set."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from runtime.ruleset.expressions import Expr
from runtime.ruleset.model import Family


class PropertyNode(Family):
    """The root of the properties.

    ``id`` names the property, ``sentence`` says what it means, and ``flow`` is
    the flow it is asked of, from its start.
    """

    id: str
    sentence: str
    flow: str


if TYPE_CHECKING:
    Property: TypeAlias = Union["Never", "Always", "LoopEnds"]
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
