"""A second, slow evaluator, read off the docstrings of the model: the oracle for the fast one."""

from fractions import Fraction
from itertools import product
from typing import Any

from runtime.precedence import covers
from runtime.ruleset import expressions as e
from runtime.ruleset.ruleset import RuleSet


class Naive:
    """Evaluates with nothing compiled, folded or remembered. ``store``: value by state and place."""

    def __init__(self, rules: RuleSet, sizes: dict[str, int], store: dict[Any, Any]) -> None:
        self.rules, self.sizes, self.store = rules, sizes, store

    def value(self, x: Any, env: dict[str, Any]) -> Any:
        """The value of ``x``, or ``ArithmeticError`` where it has none."""
        match x:
            case e.TruthConstant() | e.NumberConstant():
                return x.value
            case e.ElementConstant():
                return x.index
            case e.Nothing():
                return None
            case e.Variable():
                return env[x.name]
            case e.Read():
                return self.store[x.state, tuple(self.value(a, env) for a in x.arguments)]
            case e.Apply():
                return self.apply(x.definition, [self.value(a, env) for a in x.arguments])
            case e.FieldOf():
                names = [f.id for f in self.rules.records[x.record].fields]
                return self.value(x.item, env)[names.index(x.field)]
            case e.MakeRecord():
                made = tuple(self.value(i, env) for i in x.items)
                fields = self.rules.records[x.record].fields
                if any(m < f.low or m > f.high for m, f in zip(made, fields, strict=True)):
                    raise ArithmeticError
                return made
            case e.Unary(operator="not"):
                return not self.value(x.item, env)
            case e.Unary(operator="negate"):
                return -self.value(x.item, env)
            case e.Unary():
                return abs(self.value(x.item, env))
            case e.Binary():
                return self.binary(x, env)
            case e.MinMax():
                values = sorted(self.value(i, env) for i in x.items)
                return values[0] if x.operator == "min" else values[-1]
            case e.IfThenElse():
                return self.value(x.then if self.value(x.condition, env) else x.otherwise, env)
            case e.IsSet():
                return self.value(x.item, env) is not None
            case e.Unwrap():
                return self.some(self.value(x.item, env))
            case e.Member():
                item, of = self.value(x.item, env), self.value(x.of, env)
                return any(item == one for one in of)
            case e.AllOf():
                return tuple(range(self.sizes[x.set]))
            case e.Interval():
                low, high = self.value(x.low, env), self.value(x.high, env)
                return tuple(i for i in range(-200, 200) if low <= i <= high)
            case e.SetDisplay():
                return ordered([self.value(i, env) for i in x.items])
            case e.Quantified():
                bodies = [self.value(x.body, k) for k in self.kept(x.binder, env)]
                return all(bodies) if x.quantifier == "every" else any(bodies)
            case e.Select():
                return tuple(k[x.binder.names[0]] for k in self.kept(x.binder, env))
            case e.The():
                kept = self.kept(x.binder, env)
                if len(kept) == 1:
                    return kept[0][x.binder.names[0]]
                if x.otherwise is None:
                    raise ArithmeticError
                return self.value(x.otherwise, env)
            case e.Count():
                return len(self.kept(x.binder, env))
            case e.Sum():
                return sum([self.value(x.body, k) for k in self.kept(x.binder, env)])
            case e.Extreme():
                values = sorted(self.value(x.body, k) for k in self.kept(x.binder, env))
                if not values:
                    raise ArithmeticError
                return values[0] if x.direction == "smallest" else values[-1]
            case e.First():
                return self.some((*self.value(x.of, env), None)[0])
            case e.Without():
                gone = self.value(x.item, env)
                return tuple(o for o in self.value(x.of, env) if o != gone)
        raise AssertionError(x)

    def some(self, value: Any) -> Any:
        if value is None:
            raise ArithmeticError
        return value

    def binary(self, x: e.Binary, env: dict[str, Any]) -> Any:
        left = self.value(x.left, env)
        if (x.operator, left) in (("and", False), ("or", True), ("implies", False)):
            return x.operator != "and"
        right = self.value(x.right, env)
        match x.operator:
            case "and" | "or" | "implies":
                return right
            case "add":
                return left + right
            case "subtract":
                return left - right
            case "multiply":
                return left * right
            case "divide":
                if right == 0:
                    raise ArithmeticError
                return Fraction(left) / Fraction(right)
            case "equal":
                return left == right
            case "unequal":
                return left != right
            case "less":
                return left < right
            case "at_most":
                return not right < left
            case "greater":
                return right < left
            case "at_least":
                return not left < right

    def kept(self, b: e.Binder, env: dict[str, Any]) -> list[dict[str, Any]]:
        values = self.value(b.domain, env)
        found = [
            env | dict(zip(b.names, t, strict=True))
            for t in product(values, repeat=len(b.names))
            if not b.distinct or len(set(t)) == len(t)
        ]
        if b.condition is not None:
            found = [k for k in found if self.value(b.condition, k)]
        for criterion in b.order:
            keys = [self.value(criterion.key, k) for k in found]
            sign = 1 if criterion.direction == "smallest" else -1
            found = [
                k
                for k, key in zip(found, keys, strict=True)
                if all(sign * key <= sign * other for other in keys)
            ]
        return found

    def apply(self, name: str, arguments: list[Any]) -> Any:
        d = self.rules.definitions[name]
        env = dict(zip([p.name for p in d.parameters], arguments, strict=True))
        applying = [c for c in d.cases if c.guard is None or self.value(c.guard, env)]
        left = [
            c
            for c in applying
            if not any(
                o is not c
                and (
                    any(covers(r, c.ref) for r in o.departs_from)
                    or any(covers(r, o.ref) for r in c.yields_to)
                )
                for o in applying
            )
        ]
        if len(left) != 1:
            raise ArithmeticError
        return self.value(left[0].value, env)


def ordered(values: list[Any]) -> tuple[Any, ...]:
    """Each value once; nothing first, then ascending."""
    return tuple(sorted(set(values), key=lambda o: (o is not None, o if o is not None else 0)))
