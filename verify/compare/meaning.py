"""The common meaning of two versions: a rule set that permits only what both permit.

It begins as the first version's. Where the second one is narrower in a paragraph, what
that one says takes the place; what both forbid together is forbidden; sizes and ranges
are those that both allow; a value on which the versions may differ is given where they
agree. Where they never agree, or what they do cannot be laid together, the paragraph
says nothing: a gap, which verifying it then finds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from runtime.rewriting import rename, walk
from runtime.ruleset import expressions as ex
from runtime.ruleset import statements as s
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Case, Definition, Flow, Part, RuleSet
from verify.compare.inline import within
from verify.compare.paragraph import Comparison
from verify.compare.vocabulary import hull

Origin = Literal["both", "first", "second", "restricted", "nothing"]

_DECLARED = {"size", "range"}
"""What differs in declarations only, and can be laid together there."""

_OPEN = "The versions do not agree, and what both permit is not known."


class Source(Model):
    """Where the common meaning of a paragraph comes from.

    ``restricted``: from both, as far as they agree. ``nothing``: they never agree
    (``empty``), or what both permit could not be put together.
    """

    ref: str
    origin: Origin
    empty: bool = False


@dataclass(frozen=True)
class Common:
    """The rule set, and of each paragraph where it comes from."""

    rules: RuleSet
    sources: tuple[Source, ...]


def common(first: RuleSet, second: RuleSet, compared: Mapping[str, Comparison]) -> Common:
    """What both versions permit; ``compared``: how each paragraph compares, by reference.

    A paragraph whose comparison is undecided counts as one that cannot be put together.
    Raises ``ValueError`` where the versions allow no sizes or ranges in common.
    """
    made = _Common(first, second)
    sources = [made.take(ref, one) for ref, one in compared.items()]
    return Common(made.rules, tuple(sources))


class _Common:
    def __init__(self, first: RuleSet, second: RuleSet) -> None:
        self.second = second
        tables = ("sets", "records", "states", "parameters", "definitions", "terms")
        more: dict[str, Any] = {
            name: {**getattr(second, name), **getattr(first, name)} for name in tables
        }
        helping = {name: flow for name, flow in second.flows.items() if name not in first.flows}
        self.rules = first.model_copy(update={**more, "flows": {**first.flows, **helping}})

    def take(self, ref: str, compared: Comparison) -> Source:
        """Lay together what the versions say in ``ref``."""
        if compared.relation in ("not_encoded", "equal"):
            return Source(ref=ref, origin="both")
        if compared.relation == "first_narrower":
            return Source(ref=ref, origin="first")
        aspects = {one.aspect for one in compared.differences}
        if aspects and aspects <= _DECLARED:
            self._narrow(ref)
            return Source(ref=ref, origin="restricted")
        if aspects == {"forbidden"}:
            theirs = tuple(norm for norm in self.second.norms if norm.ref == ref)
            self._put(norms=(*self.rules.norms, *theirs))
            return Source(ref=ref, origin="restricted")
        if compared.relation == "second_narrower" and self._replace(ref):
            return Source(ref=ref, origin="second")
        if compared.relation == "overlap" and self._agreeing(ref, compared):
            return Source(ref=ref, origin="restricted")
        self._silence(ref)
        return Source(ref=ref, origin="nothing", empty=compared.relation == "disjoint")

    def _put(self, **changes: Any) -> None:
        self.rules = self.rules.model_copy(update=changes)

    # ---- declarations

    def _narrow(self, ref: str) -> None:
        """The sizes and ranges that both allow, of what is declared in ``ref``."""
        sets, records = dict(self.rules.sets), dict(self.rules.records)
        for name, declared in sets.items():
            other = self.second.sets.get(name)
            if other is not None and ref in (declared.ref, other.ref):
                low, high = _both((declared.low, declared.high), (other.low, other.high), name)
                sets[name] = declared.model_copy(update={"low": low, "high": high})
        for name, record in records.items():
            twin = self.second.records.get(name)
            if twin is not None and ref in (record.ref, twin.ref):
                fields = []
                for one, two in zip(record.fields, twin.fields, strict=True):
                    low, high = _both((one.low, one.high), (two.low, two.high), name)
                    fields.append(one.model_copy(update={"low": low, "high": high}))
                records[name] = record.model_copy(update={"fields": tuple(fields)})
        self._put(sets=sets, records=records)

    # ---- what the second version says

    def _replace(self, ref: str) -> bool:
        """Let the second version speak in ``ref``; whether that can be done."""
        flows = dict(self.rules.flows)
        for name, theirs in self.second.flows.items():
            mine = flows[name]
            if mine is not theirs and any(part.ref == ref for part in (*mine.parts, *theirs.parts)):
                laid = _with_parts(mine, theirs, ref)
                if laid is None:
                    return False
                flows[name] = laid
        definitions = {
            name: self._with_cases(one, ref, lambda own, theirs: theirs)
            for name, one in self.rules.definitions.items()
        }
        decisions = {
            name: _replaced(
                self.rules.decisions.get(name, ()), self.second.decisions.get(name, ()), ref
            )
            for name in {**self.rules.decisions, **self.second.decisions}
        }
        self._put(
            flows=flows,
            definitions=definitions,
            decisions=decisions,
            norms=_replaced(self.rules.norms, self.second.norms, ref),
            permissions=_replaced(self.rules.permissions, self.second.permissions, ref),
        )
        return True

    def _agreeing(self, ref: str, compared: Comparison) -> bool:
        """Give values where the versions agree; whether nothing else differs in ``ref``."""
        if {one.aspect for one in compared.differences} != {"value"}:
            return False
        names = {one.subject for one in compared.differences}

        def agree(own: Sequence[Case], theirs: Sequence[Case]) -> Sequence[Case]:
            return [_where_equal(one, theirs) for one in own]

        self._put(
            definitions={
                name: self._with_cases(one, ref, agree) if name in names else one
                for name, one in self.rules.definitions.items()
            }
        )
        return True

    def _with_cases(
        self,
        mine: Definition,
        ref: str,
        lay: Callable[[Sequence[Case], Sequence[Case]], Sequence[Case]],
    ) -> Definition:
        """``mine`` with what ``lay`` makes of both versions' cases in ``ref``."""
        theirs = self.second.definitions.get(mine.id)
        if theirs is None or theirs is mine:
            return mine
        cases = [_called(one, theirs, mine) for one in theirs.cases if one.ref == ref]
        own = [one for one in mine.cases if one.ref == ref]
        if not own and not cases:
            return mine
        rest = [one for one in mine.cases if one.ref != ref]
        laid = (*rest, *lay(own, cases))
        type_ = hull(mine.type, theirs.type) or mine.type
        return mine.model_copy(update={"cases": laid, "type": type_})

    # ---- nothing

    def _silence(self, ref: str) -> None:
        """Nothing is said in ``ref``: no case, no rule, and a gap where a flow comes by."""
        gap = s.StatedGap(ref=ref, gap=f"common_{ref.replace('.', '_')}", reason=_OPEN)
        self._put(
            definitions={
                name: one.model_copy(
                    update={"cases": tuple(case for case in one.cases if case.ref != ref)}
                )
                for name, one in self.rules.definitions.items()
            },
            decisions={
                name: tuple(rule for rule in rules if rule.ref != ref)
                for name, rules in self.rules.decisions.items()
            },
            flows={
                name: flow.model_copy(
                    update={
                        "parts": tuple(
                            part.model_copy(update={"body": (gap,)}) if part.ref == ref else part
                            for part in flow.parts
                        )
                    }
                )
                for name, flow in self.rules.flows.items()
            },
        )


def _both(one: tuple[int, int], other: tuple[int, int], name: str) -> tuple[int, int]:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    if low > high:
        raise ValueError(f"the versions have no size or range in common for {name}")
    return low, high


def _replaced(mine: Sequence[Any], theirs: Sequence[Any], ref: str) -> tuple[Any, ...]:
    """``mine`` with what ``theirs`` has in ``ref``, in the place of its own."""
    at = next((at for at, one in enumerate(mine) if one.ref == ref), len(mine))
    before = [one for one in mine[:at] if one.ref != ref]
    after = [one for one in mine[at:] if one.ref != ref]
    return (*before, *(one for one in theirs if one.ref == ref), *after)


def _called(case: Case, theirs: Definition, mine: Definition) -> Case:
    """A case of the other version, with this one's names for what it is asked about."""
    names = {
        other.name: one.name for one, other in zip(mine.parameters, theirs.parameters, strict=True)
    }

    def fresh(name: str) -> str:
        return f"{name}′"

    return case.model_copy(
        update={
            "value": rename(case.value, names, fresh),
            "guard": None if case.guard is None else rename(case.guard, names, fresh),
        }
    )


def _where_equal(mine: Case, theirs: Sequence[Case]) -> Case:
    """The case, where one of the other version's speaks too and gives the same value."""
    agreed: ex.Expr | None = None
    for other in theirs:
        same: ex.Expr = ex.Binary(operator="equal", left=mine.value, right=other.value)
        if other.guard is not None:
            same = ex.Binary(operator="and", left=other.guard, right=same)
        agreed = same if agreed is None else ex.Binary(operator="or", left=agreed, right=same)
    guard = agreed or ex.TruthConstant(value=False)
    if mine.guard is not None:
        guard = ex.Binary(operator="and", left=mine.guard, right=guard)
    return mine.model_copy(update={"guard": guard})


def _with_parts(mine: Flow, theirs: Flow, ref: str) -> Flow | None:
    """``mine`` with the other version's part in ``ref``; None where they hang together."""
    positions = [at for at, part in enumerate(mine.parts) if part.ref == ref]
    others = [part for part in theirs.parts if part.ref == ref]
    if len(positions) != len(others):
        return None
    parts = list(mine.parts)
    parameters = {one.name for one in theirs.parameters}
    for at, other in zip(positions, others, strict=True):
        bound = set(_bound(parts[at]))
        used = {name for place, part in enumerate(parts) if place != at for name in _used(part)}
        foreign = set(_used(other)) - set(_bound(other)) - parameters
        if bound & used or foreign:
            return None
        lets = tuple(
            s.Let(ref=ref, name=two.name, type=one.type, value=ex.Variable(name=one.name))
            for one, two in zip(mine.parameters, theirs.parameters, strict=True)
            if one.name != two.name
        )
        parts[at] = other.model_copy(update={"body": (*lets, *other.body)})
    return mine.model_copy(update={"parts": tuple(parts)})


def _bound(part: Part) -> Iterator[str]:
    """The variables that a part's statements and expressions bind."""
    for statement in within(part.body):
        if isinstance(statement, s.Let | s.Choose | s.Each):
            yield statement.name
        elif isinstance(statement, s.Call) and statement.result is not None:
            yield statement.result
        for item in _inside(statement):
            if isinstance(item, ex.Binder):
                yield from item.names


def _used(part: Part) -> Iterator[str]:
    for statement in within(part.body):
        for item in _inside(statement):
            if isinstance(item, ex.Variable):
                yield item.name


def _inside(statement: s.Stmt) -> Iterator[Model]:
    """The expressions of a statement, and of what is no statement in it."""
    open_: list[Any] = [getattr(statement, name) for name in type(statement).model_fields]
    while open_:
        item = open_.pop()
        if isinstance(item, tuple):
            open_ += item
        elif isinstance(item, s.Statement):
            continue
        elif isinstance(item, Model):
            yield from walk(item)
            if not isinstance(item, ex.Expression):
                open_ += [getattr(item, name) for name in type(item).model_fields]
