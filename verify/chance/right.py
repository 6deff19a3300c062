"""Choices that are right for one state, made to be right for many.

Values that are the same as one in the state ("where that one stands") are kept as such,
what must then be added up to them follows, and of the rest the least or the greatest
values are taken where they do as well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from verify.chance.substitution import Substitution
from verify.evaluation import Model, evaluate
from verify.limits import Limit, Named, ask
from verify.terms import Term, Truth, Whole, subtract, symbols, total, walk

Instance: TypeAlias = Mapping[Term, Truth | Whole]
"""A value for each symbol of the choices: known, or one that depends on the state."""


def right(goal: Truth, chosen: Sequence[Term], state: Model, limit: Limit) -> Instance | str:
    """Choices with which ``goal`` holds in ``state``; why not, if there may be none."""
    return _Right(goal, chosen, state, limit).found()


class _Right:
    def __init__(self, goal: Truth, chosen: Sequence[Term], state: Model, limit: Limit) -> None:
        self.goal = goal
        self.chosen = chosen
        self.own = set(chosen)
        self.state = state
        self.limit = limit
        self.like: dict[Term, Term] = {}
        self.model: Model = {}
        own = {one: _value(one, state) for one in symbols([goal]) if one not in self.own}
        self.open: Truth = Substitution(own)(goal)
        """What is left of ``goal`` once everything that is settled is put into it."""

    def found(self) -> Instance | str:
        answer = ask([Named(None, self.open)], self.limit)
        if answer.verdict != "yes":
            return answer.reason or "there may be a state from which no choice leads on"
        self.model = answer.model
        for fields in _records(self.chosen).values():
            for others in self._of_their_kind(fields):
                pairs = zip(fields, others, strict=True)
                if self._can_be({one: int(_value(other, self.state)) for one, other in pairs}):
                    self.like.update(zip(fields, others, strict=True))
                    break
        made: dict[Term, Truth | Whole] = dict(self.like)
        waiting = set(self.like)
        for symbol in self.chosen:
            if symbol in made:
                continue
            follows = self._follows(symbol, made, waiting)
            made[symbol] = self._plain(symbol) if follows is None else follows
        if evaluate(Substitution(made)(self.goal), self.state):
            return made
        return {one: _value(one, self.model) for one in self.chosen}

    def _can_be(self, values: Mapping[Term, int]) -> bool:
        """Whether choices can have these values as well; then they do from now on."""
        if not all(one.low <= value <= one.high for one, value in values.items()):
            return False
        put = {one: bool(value) if one.truth else value for one, value in values.items()}
        settled: Truth = Substitution(put)(self.open)
        names = {one.args[0]: value for one, value in values.items()}
        if any(self.model.get(one.args[0], one.low) != values[one] for one in values):
            answer = ask([Named(None, settled)], self.limit)
            if answer.verdict != "yes":
                return False
            self.model = {**self.model, **answer.model, **names}
        self.open = settled
        return True

    def _of_their_kind(self, fields: Sequence[Term]) -> Iterator[tuple[Term, ...]]:
        """The fields of each record in the state that has the same ones."""
        names = [_parts(one) for one in fields]
        if not all(field for _, field in names):
            return
        in_state = (one for one in symbols([self.goal]) if one not in self.own and not one.truth)
        for others in _records(in_state).values():
            by_field = {_parts(other)[1]: other for other in others}
            alike = [by_field.get(field) for _, field in names]
            found = tuple(other for other in alike if other is not None)
            pairs = zip(found, fields, strict=False)
            same = all((a.low, a.high) == (b.low, b.high) for a, b in pairs)
            if len(found) == len(fields) and same:
                yield found

    def _follows(
        self, symbol: Term, made: Mapping[Term, Truth | Whole], waiting: set[Term]
    ) -> Whole | None:
        """What ``symbol`` must be for a sum to be what one of ``waiting`` is, if one tells."""
        for term in walk([self.goal]):
            if term.op != "equal" or term.args[0].op != "linear":
                continue
            constant, multiples = term.args[0].args
            factors = {part: factor for factor, part in multiples}
            source = next((one for one in self.chosen if one in waiting and one in factors), None)
            others = [one for one in factors if one is not symbol]
            if source is None or abs(factors.get(symbol, 0)) != 1:
                continue
            if not all(one in made for one in others) or not evaluate(term, self._values()):
                continue
            waiting.discard(source)
            rest = total([(1, constant), *((factors[one], made[one]) for one in others)])
            return total([(factors[symbol], subtract(term.args[1], rest))])
        return None

    def _values(self) -> Model:
        return {**self.state, **self.model}

    def _plain(self, symbol: Term) -> Truth | Whole:
        """The least or the greatest value, else the one found."""
        if not any(self._can_be({symbol: end}) for end in (symbol.low, symbol.high)):
            self._can_be({symbol: int(_value(symbol, self.model))})
        return _value(symbol, self.model)


def _value(symbol: Term, model: Model) -> bool | int:
    value = model.get(symbol.args[0], symbol.low)
    return bool(value) if symbol.truth else value


def _parts(symbol: Term) -> tuple[str, str]:
    """Whose field a symbol is, and of which name; of what is no record, none."""
    owner, dot, field = str(symbol.args[0]).rpartition(".")
    return (owner, field) if dot else (field, "")


def _records(of: Iterable[Term]) -> dict[str, list[Term]]:
    """The symbols by whose fields they are."""
    found: dict[str, list[Term]] = {}
    for one in of:
        found.setdefault(_parts(one)[0], []).append(one)
    return found
