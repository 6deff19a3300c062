"""The trace: the steps of a play as data to be read, each cited in the law's languages.

State variables, outcomes and decisions stand under their concept ids; values as
in :mod:`runtime.json_values`.
"""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from runtime.interpreter import Game
from runtime.json_values import plain
from runtime.lowering import source_name
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.state import Breach, State
from runtime.steps import (
    DECLINE,
    Announced,
    AnyStep,
    Applied,
    Assigned,
    Blocked,
    Bound,
    Chosen,
    Ended,
)


class TraceStep(Model):
    """What every step has. ``article``: the citation in the rule set's own language.

    ``supplement``: what decided where the text does not, itself or (the first of them)
    by a case of a definition that the step relied on.
    """

    article: str
    citations: dict[str, str]
    ref: str
    supplement: str | None


class TracedChange(Model):
    """One place of a state variable; ``at`` lists the elements it is the place of."""

    state: str
    at: tuple[int, ...]
    old: Any
    new: Any


class BoundStep(TraceStep):
    """A name took a value, such as the player whose turn it is."""

    step: Literal["bound"] = "bound"
    name: str
    value: Any


class AssignedStep(TraceStep):
    """State variables were set; ``changes`` lists what is different now."""

    step: Literal["assigned"] = "assigned"
    changes: tuple[TracedChange, ...]


class ChosenStep(TraceStep):
    """``by``: chance, nobody, a role, or a set's id; then ``actor`` is the element.

    ``by_default``: nothing was done, and ``value`` is what the law has for that.
    """

    step: Literal["chosen"] = "chosen"
    name: str
    by: str
    actor: int | None
    declined: bool
    by_default: bool
    value: Any


class BlockedStep(TraceStep):
    """No value was lawful, and a supplement says what happens then."""

    step: Literal["blocked"] = "blocked"
    name: str


class AppliedStep(TraceStep):
    """The rule of this paragraph was the one that applied at ``decision``."""

    step: Literal["applied"] = "applied"
    decision: str


class AnnouncedStep(TraceStep):
    """Words were said; ``duration`` in the unit of the law.

    ``to``: a role, or a set's id; then ``members`` are the elements.
    """

    step: Literal["announced"] = "announced"
    text: str
    values: tuple[Any, ...]
    to: str | None
    members: tuple[int, ...]
    duration: Any


class TracedBreach(Model):
    """A norm that is not kept; ``values`` says by what."""

    article: str
    citations: dict[str, str]
    ref: str
    at: str
    values: dict[str, Any]


class EndedStep(TraceStep):
    """Play ended; ``end`` is a kind of :class:`~runtime.state.Ending`."""

    step: Literal["ended"] = "ended"
    end: str
    outcome: str | None
    value: Any
    gap: str | None
    detail: str
    between: tuple[str, ...]
    breaches: tuple[TracedBreach, ...]


AnyTraceStep: TypeAlias = (
    BoundStep | AssignedStep | ChosenStep | BlockedStep | AppliedStep | AnnouncedStep | EndedStep
)


def trace(rules: RuleSet, steps: Iterable[AnyStep]) -> tuple[AnyTraceStep, ...]:
    """The steps, cited. ``model_dump()`` of each is JSON data."""
    return tuple(_traced(rules, step) for step in steps)


def article(rules: RuleSet, ref: str) -> str:
    """The citation of ``ref`` in the rule set's own language; ``ref`` where it has none."""
    return citations(rules, ref).get(rules.language, ref)


def citations(rules: RuleSet, ref: str) -> dict[str, str]:
    """How ``ref`` is cited, by language; empty for what is no paragraph of the law."""
    paragraph = rules.paragraphs.get(ref)
    return dict(paragraph.citations) if paragraph is not None else {}


def breaches(rules: RuleSet, found: Iterable[Breach]) -> tuple[TracedBreach, ...]:
    """Broken norms, cited."""
    return tuple(
        TracedBreach(
            article=article(rules, one.ref),
            citations=dict(one.citations),
            ref=one.ref,
            at=article(rules, one.at),
            values={name: plain(value) for name, value in one.values},
        )
        for one in found
    )


def summary(game: Game, state: State) -> dict[str, Any]:
    """Where play rests, in a few words for users.

    ``{"end": "x", "x": 2}`` for the outcome ``x`` that is a state variable;
    ``{"end": "done"}``, with ``value`` if the flow has a result; ``{"end":
    "pending", "at": article}`` at a choice; else the kind of end and its article.
    """
    rules, ending = game.rules, state.ending
    if ending is None:
        return {"end": "pending", "at": article(rules, game.at(state))}
    if ending.outcome is not None:
        reported = rules.states.get(ending.outcome)
        value = {ending.outcome: plain(ending.value)}
        return {"end": ending.outcome} | (value if reported and not reported.domain else {})
    if ending.kind == "done":
        value = {"value": plain(ending.value)}
        return {"end": "done"} | (value if game.graph.result is not None else {})
    return {"end": ending.kind, "at": article(rules, ending.at)}


def _traced(rules: RuleSet, step: AnyStep) -> AnyTraceStep:
    place: dict[str, Any] = {
        "article": article(rules, step.ref),
        "citations": citations(rules, step.ref),
        "ref": step.ref,
        "supplement": step.supplement or next(iter(step.relied), None),
    }
    match step:
        case Bound(name=name, value=value):
            return BoundStep(**place, name=source_name(name), value=plain(value))
        case Assigned(changes=changes):
            traced = tuple(
                TracedChange(state=c.state, at=c.arguments, old=plain(c.old), new=plain(c.new))
                for c in changes
            )
            return AssignedStep(**place, changes=traced)
        case Chosen(value=value):
            return ChosenStep(
                **place,
                name=source_name(step.name),
                by=step.role or step.actor_set or step.kind,
                actor=step.actor,
                declined=value is DECLINE,
                by_default=step.by_default,
                value=plain(value),
            )
        case Blocked(name=name):
            return BlockedStep(**place, name=source_name(name))
        case Applied(decision=decision):
            return AppliedStep(**place, decision=decision)
        case Announced(text=text, values=values, duration=duration):
            return AnnouncedStep(
                **place,
                text=text,
                values=tuple(plain(value) for value in values),
                to=step.role or step.to_set,
                members=step.members,
                duration=plain(duration),
            )
        case Ended(ending=ending):
            return EndedStep(
                **place,
                end=ending.kind,
                outcome=ending.outcome,
                value=plain(ending.value),
                gap=ending.gap,
                detail=ending.detail,
                between=ending.between,
                breaches=breaches(rules, ending.breaches),
            )
