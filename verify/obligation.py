"""One thing to be shown of a law, and what came of it, as data."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args

from runtime.ruleset.model import Model
from runtime.trace import article
from verify.symbolic import Scope

Undecided = Literal["unknown", "unsupported"]
Verdict = Literal["proved", "refuted"] | Undecided


class Obligation(Model):
    """One thing that was to be shown, and what came of it.

    ``scope``: the sizes of the sets whose size can vary. ``articles``: the
    paragraphs that the verdict rests on, as cited. ``assumptions``: what a proof
    takes for granted beside them. ``vacuous``: proved, but of something that
    cannot happen. ``text_alone``: asked of the text without any supplement; then
    ``id`` begins with ``text:``. ``every_step``: no paragraph was needed by itself;
    ``articles`` are those with steps that change what is proved. ``method``: how the
    verdict was found (several, with commas); ``none`` where nothing was. ``detail``: of what is
    not decided, what was tried, or what cannot be expressed. ``seconds``: wall clock, for
    information only.
    """

    id: str
    kind: str
    language: str
    articles: tuple[str, ...] = ()
    scope: dict[str, int]
    verdict: Verdict
    method: str
    assumptions: tuple[str, ...] = ()
    vacuous: bool = False
    witness: dict[str, Any] | None = None
    detail: str = ""
    text_alone: bool = False
    every_step: bool = False
    seconds: float = 0.0

    def model_post_init(self, context: Any, /) -> None:
        """Refuse a method by which something was found where nothing was, and the reverse."""
        if (self.verdict in get_args(Undecided)) != (self.method == "none"):
            raise ValueError(f"{self.verdict} cannot be found by the method {self.method!r}")


class Obligations(Model):
    """Several obligations, in order."""

    each: tuple[Obligation, ...]


def proved(
    scope: Scope,
    id: str,
    kind: str,
    method: str,
    core: Iterable[str],
    *,
    vacuous: bool = False,
    detail: str = "",
) -> Obligation:
    """A proof that rests on the paragraphs ``core`` (references)."""
    cited = cited_in_order(scope, core)
    return obligation(
        scope,
        id,
        kind,
        "proved",
        method,
        articles=cited,
        assumptions=(*cited, *(f"supplement {id}" for id in scope.rules.supplement_ids)),
        vacuous=vacuous,
        detail=detail,
    )


def undecided(
    scope: Scope,
    id: str,
    kind: str,
    detail: str = "",
    *,
    verdict: Undecided = "unknown",
    articles: tuple[str, ...] = (),
) -> Obligation:
    """Neither proved nor refuted; ``detail``: what was tried, or what cannot be expressed."""
    return obligation(scope, id, kind, verdict, "none", articles=articles, detail=detail)


def obligation(
    scope: Scope, id: str, kind: str, verdict: Verdict, method: str, **rest: Any
) -> Obligation:
    """A verdict for the sizes of ``scope``."""
    return Obligation(
        id=id,
        kind=kind,
        language=scope.rules.language,
        scope=dict(_ranged(scope)),
        verdict=verdict,
        method=method,
        **rest,
    )


def cited_in_order(scope: Scope, refs: Iterable[str]) -> tuple[str, ...]:
    """References as the law cites them, in the order of its paragraphs."""
    order = list(scope.rules.paragraphs)
    known = sorted(
        set(refs), key=lambda ref: (order.index(ref) if ref in order else len(order), ref)
    )
    return tuple(article(scope.rules, ref) for ref in known)


def _ranged(scope: Scope) -> Iterator[tuple[str, int]]:
    for name, declared in scope.rules.sets.items():
        if declared.same_as is None and declared.low < declared.high:
            yield name, scope.sizes[name]
