"""Binders in a kernel: loops with conditions and orders of preference.

A body that may be undefined is asked for every value, as the meaning of a binder wants it;
one that cannot need not be.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from compiler.kernel.expressions import Expressions
from compiler.kernel.sets import Sets
from compiler.kernel.shapes import Shape, Unsupported, mask_of
from compiler.kernel.writer import Code, hull, truth, whole
from runtime.ruleset import expressions as ex


class Binders:
    """Writes the expressions with a binder."""

    def __init__(self, sets: Sets) -> None:
        self.sets = sets
        sets.binders = self

    def code(self, to: Expressions, item: ex.Expression) -> Code:
        """The value of ``item``."""
        match item:
            case ex.Quantified(quantifier="some"):
                return self._some(to, item.binder, item.body, wanted=True)
            case ex.Quantified():
                found = self._some(to, item.binder, item.body, wanted=False)
                return truth(f"(not {found.text})")
            case ex.Count(binder=binder):
                return self._count(to, binder)
            case ex.The():
                return self._the(to, item)
            case ex.Sum():
                return self._sum(to, item)
            case ex.Extreme():
                return self._extreme(to, item)
        raise Unsupported(type(item).__name__)

    def _some(self, to: Expressions, binder: ex.Binder, body: ex.Expr, *, wanted: bool) -> Code:
        """Whether the body is ``wanted`` for at least one value."""
        found = to.writer.temp("False")
        with self.kept(to, binder):
            code = to.value(body)
            with to.writer.block(f"if {code.text if wanted else f'not {code.text}'}:"):
                to.writer.put(f"{found} = True")
        return truth(found)

    def _count(self, to: Expressions, binder: ex.Binder) -> Code:
        if (mask := self._plain_mask(to, binder)) is not None:
            assert mask.shape.item is not None
            return to.writer.atom(Code(f"size({mask.text})", Shape(0, mask.shape.item.width)))
        if everything(binder):
            width = to.shapes.all(binder.domain.set).width  # type: ignore[union-attr]
            return whole(width)
        found, most = to.writer.temp("0"), 1
        with self.kept(to, binder) as codes:
            for code in codes:
                most *= code.shape.width
            to.writer.put(f"{found} += 1")
        return Code(found, Shape(0, most))

    def _the(self, to: Expressions, item: ex.The) -> Code:
        if (mask := self._plain_mask(to, item.binder)) is not None:
            assert mask.shape.item is not None
            shape, number = mask.shape.item, to.writer.temp(f"size({mask.text})")
            low = f" + {shape.low}" if shape.low else ""
            found = to.writer.temp(f"lowest({mask.text}){low}")
        else:
            number, found = to.writer.temp("0"), to.writer.temp("0")
            with self.kept(to, item.binder) as (code,):
                to.writer.put(f"{number} += 1")
                to.writer.put(f"{found} = {code.text}")
                shape = code.shape
        if item.otherwise is None:
            to.fail(f"{number} != 1")
            return Code(found, shape)
        with to.writer.block(f"if {number} != 1:"):
            otherwise = to.value(item.otherwise)
            to.writer.put(f"{found} = {otherwise.text}")
        return Code(found, hull(shape, otherwise.shape))

    def _sum(self, to: Expressions, item: ex.Sum) -> Code:
        found, most = to.writer.temp("0"), 1
        with self.kept(to, item.binder) as codes:
            for one in codes:
                most *= max(one.shape.width, 0)
            code = to.value(item.body)
            to.writer.put(f"{found} += {code.text}")
        low, high = min(0, code.shape.low * most), max(0, code.shape.high * most)
        return Code(found, Shape(low, high))

    def _extreme(self, to: Expressions, item: ex.Extreme) -> Code:
        found, number = to.writer.temp("0"), to.writer.temp("0")
        best = "min" if item.direction == "smallest" else "max"
        with self.kept(to, item.binder):
            code = to.atom(item.body)
            if code.optional or code.shape.item is not None:
                raise Unsupported("the smallest of what is no number")
            kept = f"{best}({found}, {code.text})"
            to.writer.put(f"{found} = {code.text} if {number} == 0 else {kept}")
            to.writer.put(f"{number} += 1")
        to.fail(f"{number} == 0")
        return Code(found, code.shape)

    # What a binder keeps.

    def _plain_mask(self, to: Expressions, binder: ex.Binder) -> Code | None:
        """The set that the binder keeps, where it is one that is there as a mask."""
        if len(binder.names) != 1 or binder.condition is not None:
            return None
        of_definition = isinstance(binder.domain, ex.Apply | ex.Variable)
        if binder.order or not of_definition or self.sets.is_wide(to, binder.domain):
            return None
        return to.atom(binder.domain)

    @contextmanager
    def kept(self, to: Expressions, binder: ex.Binder) -> Iterator[list[Code]]:
        """What is written inside is done with all that ``binder`` keeps."""
        with ExitStack() as stack:
            if not binder.order:
                yield self._bind(to, binder, stack)
            elif self.sets.is_wide(to, binder.domain):
                yield self._best_of_many(to, binder, stack)
            else:
                mask = to.writer.atom(self._best(to, binder))
                code = stack.enter_context(self.sets._members(to, mask))
                to.env[binder.names[0]] = code
                yield [code]

    def _bind(self, to: Expressions, binder: ex.Binder, stack: ExitStack) -> list[Code]:
        domain = binder.domain
        mask: Code | None = None
        if len(binder.names) > 1 and not isinstance(domain, ex.AllOf | ex.Variable):
            if self.sets.is_wide(to, domain):
                raise Unsupported("tuples of a large set")
            mask = to.atom(domain)
        codes: list[Code] = []
        for name in binder.names:
            if mask is not None:
                code = stack.enter_context(self.sets._members(to, mask))
            else:
                code = stack.enter_context(self.sets.loop(to, domain))
            if binder.distinct:
                for other in codes:
                    stack.enter_context(to.writer.block(f"if {code.text} != {other.text}:"))
            codes.append(code)
            to.env[name] = code
        if binder.condition is not None:
            condition = to.value(binder.condition)
            stack.enter_context(to.writer.block(f"if {condition.text}:"))
        return codes

    def mask(self, to: Expressions, binder: ex.Binder) -> Code:
        """The set of what the binder, which has one name, keeps."""
        if binder.order:
            return self._best(to, binder)
        found = to.writer.temp("0")
        with self.kept(to, binder) as (one,):
            shape = mask_of(one.shape)
            to.writer.put(f"{found} |= 1 << {one.text} - {one.shape.low}")
        return Code(found, shape)

    def _best(self, to: Expressions, binder: ex.Binder) -> Code:
        """The mask of those with the best keys; the first key is found in the same loop."""
        first, *further = binder.order
        plain = binder.model_copy(update={"order": ()})
        mask = self._best_of_kept(to, plain, first)
        for criterion in further:
            mask = self._best_among(to, mask, binder.names[0], criterion)
        return mask

    def _best_of_kept(self, to: Expressions, binder: ex.Binder, criterion: ex.Criterion) -> Code:
        best = _Best(to, criterion)
        with self.kept(to, binder) as (one,):
            best.keep(one, self._key(to, criterion))
        return best.mask()

    def _best_among(self, to: Expressions, mask: Code, name: str, criterion: ex.Criterion) -> Code:
        best = _Best(to, criterion)
        with self.sets._members(to, mask) as one:
            to.env[name] = one
            best.keep(one, self._key(to, criterion))
        return best.mask()

    def _best_of_many(self, to: Expressions, binder: ex.Binder, stack: ExitStack) -> list[Code]:
        """Of a large set: once through it for each key, then once more."""
        plain = binder.model_copy(update={"order": ()})
        bests: list[str] = []
        for position, criterion in enumerate(binder.order):
            number, best = to.writer.temp("0"), to.writer.temp("0")
            with ExitStack() as inner:
                self._bind(to, plain, inner)
                self._as_good(to, binder.order[:position], bests, inner)
                key = self._key(to, criterion)
                sign = "<" if criterion.direction == "smallest" else ">"
                with to.writer.block(f"if {number} == 0 or {key.text} {sign} {best}:"):
                    to.writer.put(f"{best} = {key.text}")
                to.writer.put(f"{number} += 1")
            bests.append(best)
        codes = self._bind(to, plain, stack)
        self._as_good(to, binder.order, bests, stack)
        return codes

    def _as_good(
        self, to: Expressions, order: tuple[ex.Criterion, ...], bests: list[str], stack: ExitStack
    ) -> None:
        for criterion, best in zip(order, bests, strict=True):
            key = self._key(to, criterion)
            stack.enter_context(to.writer.block(f"if {key.text} == {best}:"))

    def _key(self, to: Expressions, criterion: ex.Criterion) -> Code:
        key = to.atom(criterion.key)
        if key.optional or key.shape.item is not None:
            raise Unsupported("an order by what is no number")
        return key


def everything(binder: ex.Binder) -> bool:
    """Whether it keeps all members of a set, so that nothing has to be gone through."""
    alone = len(binder.names) == 1 and binder.condition is None and not binder.order
    return alone and isinstance(binder.domain, ex.AllOf)


class _Best:
    """A mask of those with the best key so far, written without branches."""

    def __init__(self, to: Expressions, criterion: ex.Criterion) -> None:
        self.to = to
        self.smallest = criterion.direction == "smallest"
        self.found = to.writer.temp("0")
        self.at = len(to.writer.lines)
        self.best = to.writer.temp("0")
        self.shape: Shape | None = None

    def keep(self, one: Code, key: Code) -> None:
        """Have ``one`` in the mask if its key is as good as any."""
        writer, found, best = self.to.writer, self.found, self.best
        self.shape = mask_of(one.shape)
        sign, pick, worst = ("<", "min", key.shape.high + 1)
        if not self.smallest:
            sign, pick, worst = (">", "max", key.shape.low - 1)
        writer.lines[self.at] = writer.lines[self.at].replace("= 0", f"= {worst}")
        bit = writer.temp(f"1 << {one.text} - {one.shape.low}")
        equal = f"{found} | {bit} if {key.text} == {best} else {found}"
        writer.put(f"{found} = {bit} if {key.text} {sign} {best} else ({equal})")
        writer.put(f"{best} = {pick}({best}, {key.text})")

    def mask(self) -> Code:
        """What was found."""
        assert self.shape is not None
        return Code(self.found, self.shape)
