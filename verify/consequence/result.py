"""What is said of one question: a verdict, a board on which it shows, and how often it does."""

from collections.abc import Sequence
from typing import Any, Literal

from runtime.ruleset.model import Model
from runtime.simulation.intervals import wilson

Verdict = Literal["same_outcome", "outcome_differs", "unknown"]
Kind = Literal["versions", "readings", "supplement", "amendment"]


_CALLED = {"versions": "languages", "amendment": "sides"}
"""What the sides are called in JSON, where they are no readings."""


class Sampled(Model):
    """What is drawn at random.

    ``from_start``: games of ``flow`` from the law's start: dice, lots and what players choose. Else
    states in which ``flow`` begins: the state variables ``drawn``, each value as probable as the
    next where no norm forbids it, and all else as random play left it.
    """

    flow: str
    from_start: bool
    drawn: tuple[str, ...]

    def __str__(self) -> str:
        if self.from_start:
            return f"games of {self.flow} from the law's start: dice, lots and choices at random"
        drawn = ", ".join(self.drawn)
        return (
            f"states in which {self.flow} begins: {drawn} drawn evenly where no norm forbids it, "
            "the rest as in random play"
        )


class Share(Model):
    """Of how many random starts (``of``) so many (``count``) end differently.

    ``low`` and ``high``: 95 % interval for the share, from 0 to 1. ``sampled`` says what was
    drawn; ``scope`` the size of the sets (empty: all sizes, equally often).
    """

    count: int
    of: int
    low: float
    high: float
    sampled: Sampled
    scope: dict[str, int]


def share(count: int, of: int, sampled: Sampled, scope: dict[str, int] | None = None) -> Share:
    """The share with its interval after Wilson (:func:`runtime.simulation.intervals.wilson`)."""
    if not of:
        return Share(count=0, of=0, low=0.0, high=1.0, sampled=sampled, scope=scope or {})
    low, high = wilson(count, of)
    return Share(
        count=count,
        of=of,
        low=round(low, 4),
        high=round(high, 4),
        sampled=sampled,
        scope=scope or {},
    )


def together(shares: Sequence[Share]) -> Share:
    """The share of several samples, at least one, of one kind of start."""
    count, of = sum(one.count for one in shares), sum(one.of for one in shares)
    return share(count, of, shares[0].sampled)


def main_share(shares: Sequence[Share]) -> Share | None:
    """The share to be told: of games from the law's start, if such were played."""
    if not shares:
        return None
    kind = shares[-1].sampled
    return together([one for one in shares if one.sampled == kind])


class SizeVerdict(Model):
    """What is known for one size; ``method`` and ``detail`` say how."""

    scope: dict[str, int]
    verdict: Verdict
    method: str
    detail: str = ""


class Consequence(Model):
    """Whether a difference can change the outcome.

    ``point``: the id of the reading point, the reference of the paragraph in which two versions
    differ, the id of a supplement, or the names of amendments. ``refs``: the paragraphs it is
    about. ``sides``: what each of the two rule sets is called: two languages, two readings,
    ``with`` and ``without``, ``before`` and ``after``.
    ``language``: the version, where it is one.

    ``outcome_differs``: ``witness`` is the first side's run, as data, its ``twin`` the second
    side's, from the same start with the same dice, lots and players; ``parted`` is how many choices
    both make alike before they part. ``same_outcome``: proved by ``method`` for every size in
    ``scope``. ``wider``: the side that permits more runs, where one leaves open what the
    other settles; ``strict`` tells that the other side never ends as the wider one did with the
    same dice and lots, whatever the players choose (None: that was not found out).
    ``also``: further paragraphs in which the sides differ and which the flow uses: what is
    shown may be due to them. ``core``: the paragraphs that a proof rests on. ``share``: how often
    random starts end differently, ``shares`` for each size and kind of start; a proof needs
    none, and sizes for which there is one are not drawn. ``only``: the outcomes that the sides
    can have where none of them has a value, so that they can differ only in which of them it is
    and in whether play breaks off; none: there are others, or it is not asked.
    """

    id: str
    kind: Kind
    point: str
    refs: tuple[str, ...]
    citations: tuple[str, ...]
    sides: tuple[str, str]
    language: str | None
    verdict: Verdict
    method: str
    scope: tuple[dict[str, int], ...]
    by_size: tuple[SizeVerdict, ...]
    detail: str = ""
    core: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    wider: str | None = None
    strict: bool | None = None
    share: Share | None = None
    shares: tuple[Share, ...] = ()
    outcomes: tuple[dict[str, Any], dict[str, Any]] | None = None
    only: tuple[str, ...] = ()
    witness: dict[str, Any] | None = None

    @property
    def all_shares(self) -> tuple[Share, ...]:
        """For each kind of start, the share of all sizes together."""
        kinds = [one.sampled for one in self.shares]
        kinds = [kind for at, kind in enumerate(kinds) if kind not in kinds[:at]]
        return tuple(together([s for s in self.shares if s.sampled == kind]) for kind in kinds)

    def as_dict(self) -> dict[str, Any]:
        """The result as the contract's JSON."""
        data = self.model_dump(mode="json")
        for told, one in zip(
            [data["share"], *data["shares"]], [self.share, *self.shares], strict=True
        ):
            if told is not None and one is not None:
                told["sampled"] = {"text": str(one.sampled), **told["sampled"]}
        sides = list(data.pop("sides"))
        data[_CALLED.get(self.kind, "readings")] = sides
        return data
