"""What stands where an expression is written: variables, names of values, what is run over."""

from dataclasses import dataclass

from compiler.engine.layout import OR, Code, Comprehension, flat, grouped
from compiler.engine.names import Names, identifier
from runtime.lowering import source_name
from runtime.ruleset import expressions as ex


class Scope:
    """The variables that an expression may use, and the paragraph it stands in.

    ``top``: the names of the module, which no variable may hide. ``columns``: what
    state variables are called that are taken from the table once. ``known``: what
    expressions are called whose value has a name already.
    """

    def __init__(self, top: Names, ref: str) -> None:
        self.top = top
        self.ref = ref
        self.bound: dict[object, str] = {}
        self.columns: dict[str, str] = {}
        self.known: dict[ex.Expr, str] = {}

    def at(self, ref: str) -> "Scope":
        """The same variables in another paragraph."""
        other = Scope(self.top, ref)
        other.bound, other.columns, other.known = self.bound, self.columns, self.known
        return other

    def inner(self) -> "Scope":
        """What is bound in it is not bound outside."""
        other = Scope(self.top, self.ref)
        other.bound, other.columns = dict(self.bound), self.columns
        other.known = dict(self.known)
        return other

    def name(self, variable: str) -> str:
        """The identifier of a variable, made if need be."""
        if variable not in self.bound:
            self.bound[variable] = self.free(source_name(variable))
        return self.bound[variable]

    def own(self, wanted: str, what: object = None) -> str:
        """The identifier of what is no variable of the law, made of ``wanted`` if need be.

        ``what`` tells several of the same name apart.
        """
        key = ("own", wanted, what)
        if key not in self.bound:
            self.bound[key] = self.free(wanted)
        return self.bound[key]

    def free(self, wanted: str) -> str:
        """``wanted``, or with the first number that makes it free."""
        base = name = identifier(wanted)
        number = 1
        while self._hides(name) or not self.top.free(name):
            number += 1
            name = f"{base}_{number}"
        return name

    def _hides(self, name: str) -> bool:
        return name in self.bound.values() or name in self.columns.values()


@dataclass(frozen=True)
class Kept:
    """``for target in source if condition``; ``element`` is what it runs over, one by one.

    ``scope``: what is at hand there; ``after``: what still is where only elements are left.
    """

    scope: Scope
    after: Scope
    target: str
    element: Code
    source: Code
    condition: Code | None

    def comprehension(self, brackets: str, element: Code) -> Code:
        """``element`` for all that is kept."""
        condition = None if self.condition is None else grouped(self.condition, OR)
        return Comprehension(brackets, element, self.target, self.source, condition)

    def listed(self) -> Code:
        """All that is kept, as something to run over."""
        if self.condition is None and flat(self.element).strip("()") == self.target:
            return self.source
        return self.comprehension("[]", self.element)

    def first(self) -> "Kept":
        """The same, all conditions being asked before anything else is."""
        return self.of(self.listed())

    def of(self, source: Code) -> "Kept":
        """What ``source`` holds, which are elements."""
        target = flat(self.element).strip("()")
        return Kept(self.after, self.after, target, self.element, source, None)
