"""Binders without branches: few values are written out one by one, for many there is a loop."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from compiler.kernel.binders import everything
from compiler.kernel.shapes import Shape, Unsupported, mask_of
from compiler.kernel.writer import Code, truth, whole
from runtime.ruleset import expressions as ex

if TYPE_CHECKING:
    from compiler.kernel.straight import Straight

MOST_UNROLLED = 6
"""So many values of one variable are written out."""

Kept = str | None
"""The name of whether a value is kept; None: it is in any case."""

Body = Callable[[list[Code], Kept], None]


class Found:
    """What becomes known of one value after the other, from the first value on."""

    def __init__(self, to: "Straight", first: str, *, loops: bool) -> None:
        self.writer = to.writer
        self.loops = loops
        self.text = self.writer.variable(first) if loops else first

    def put(self, text: str) -> None:
        """The value is now ``text``, in which ``{}`` is what it was."""
        text = text.format(self.text)
        if self.loops:
            self.writer.put(f"{self.text} = {text}")
        else:
            self.text = self.writer.temp(text)


def bound(to: "Straight", item: ex.Expression) -> Code:
    """The value of an expression with a binder."""
    match item:
        case ex.Quantified(quantifier=quantifier):
            found = _some(to, item.binder, item.body, wanted=quantifier == "some")
            return truth(found if quantifier == "some" else to.writer.temp(f"not {found}"))
        case ex.Count():
            return _count(to, item.binder)
        case ex.The():
            return _the(to, item)
        case ex.Sum():
            return _sum(to, item)
        case ex.Extreme():
            return _extreme(to, item)
        case ex.Select():
            return mask(to, item.binder)
    raise Unsupported(type(item).__name__)


def each(to: "Straight", binder: ex.Binder, body: Body) -> None:
    """``body`` is written for all values of the binder's variables, kept or not."""
    if binder.order:
        best = mask(to, binder)
        _over(to, binder.names, [(_members(best), best)], binder, [], None, body)
        return
    spread = _spread(to, binder.domain)
    _over(to, binder.names, [spread] * len(binder.names), binder, [], None, body)


def loops(to: "Straight", binder: ex.Binder) -> bool:
    """Whether :func:`each` writes a loop."""
    if binder.order:
        return False
    return len(_spread(to, binder.domain)[0]) > MOST_UNROLLED


def mask(to: "Straight", binder: ex.Binder) -> Code:
    """The set of what the binder, which has one name, keeps."""
    if binder.order:
        return _best(to, binder)
    found, shapes = Found(to, "0", loops=loops(to, binder)), [Shape(0, -1)]

    def body(codes: list[Code], kept: Kept) -> None:
        (one,) = codes
        shapes[0] = _item(to, binder)
        found.put(f"{{}} | {_bit(to, one, shapes[0], kept)}")

    each(to, binder, body)
    return Code(found.text, mask_of(shapes[0]))


# Going through values.


def _spread(to: "Straight", domain: ex.Expr) -> tuple[range, Code | None]:
    """The values that may be in ``domain``; the mask that says which are, if not all."""
    match domain:
        case ex.AllOf(set=set_id):
            return range(to.shapes.all(set_id).width), None
        case ex.Interval(low=low, high=high):
            first, last = to.value(low).constant, to.value(high).constant
            if first is None or last is None:
                raise Unsupported("a range that changes")
            return range(first, max(last + 1, first)), None
    if to.program.sets.is_wide(to, domain):
        raise Unsupported("a large set")
    found = to.atom(domain)
    return _members(found), found


def _members(mask: Code) -> range:
    item = mask.shape.item
    if item is None:
        raise Unsupported("a set is expected")
    return range(item.low, item.high + 1)


def _over(
    to: "Straight",
    names: tuple[str, ...],
    spreads: list[tuple[range, Code | None]],
    binder: ex.Binder,
    codes: list[Code],
    kept: Kept,
    body: Body,
) -> None:
    """The names that are left, each over its values; then condition and body."""
    if not names:
        if binder.condition is not None and not binder.order:
            with to.where(kept):
                condition = to.atom(binder.condition)
            kept = to.writer.both(kept, condition.text)
        with to.where(kept):
            body(codes, kept)
        return
    values, found = spreads[0]

    def one(code: Code) -> None:
        inner = kept
        if found is not None:
            bit = f"{found.text} >> {code.text} - {values.start} & 1"
            known = to.members.get(found.text, {}).get(code.text)
            inner = to.writer.both(inner, known or to.writer.temp(bit))
        if binder.distinct:
            for other in codes:
                if other.constant is not None and other.constant == code.constant:
                    return
                if other.constant is None or code.constant is None:
                    apart = to.writer.temp(f"{other.text} != {code.text}")
                    inner = to.writer.both(inner, apart)
        to.env[names[0]] = code
        _over(to, names[1:], spreads[1:], binder, [*codes, code], inner, body)

    if len(values) <= MOST_UNROLLED:
        for value in values:
            one(whole(value))
        return
    with to.over(values) as name:
        one(Code(name, Shape(values.start, values.stop - 1)))


def _item(to: "Straight", binder: ex.Binder) -> Shape:
    values, _ = _spread(to, binder.domain)
    return Shape(values.start, values.stop - 1)


def _bit(to: "Straight", one: Code, item: Shape, kept: Kept) -> str:
    if one.constant is not None:
        bit = str(1 << one.constant - item.low)
    else:
        bit = to.writer.temp(f"1 << {one.text} - {item.low}")
    return to.writer.pick(kept, bit, "0")


# What is asked of them.


def _some(to: "Straight", binder: ex.Binder, body: ex.Expr, *, wanted: bool) -> str:
    found = Found(to, "0", loops=loops(to, binder))

    def one(_: list[Code], kept: Kept) -> None:
        holds = to.atom(body).text
        if not wanted:
            holds = to.writer.temp(f"not {holds}")
        found.put(f"{{}} | {to.writer.both(kept, holds)}")

    each(to, binder, one)
    return to.writer.atom(truth(found.text)).text


def _count(to: "Straight", binder: ex.Binder) -> Code:
    if everything(binder):
        return whole(to.shapes.all(binder.domain.set).width)  # type: ignore[union-attr]
    if len(binder.names) == 1 and binder.condition is None:
        # Of a set that is a mask, the bits are counted.
        if binder.order:
            found = mask(to, binder)
        elif (there := _spread(to, binder.domain)[1]) is not None:
            found = there
        else:
            return whole(len(_spread(to, binder.domain)[0]))
        return to.writer.atom(Code(f"size({found.text})", Shape(0, len(_members(found)))))
    number, most = Found(to, "0", loops=loops(to, binder)), [0]

    def one(codes: list[Code], kept: Kept) -> None:
        most[0] += _times(codes)
        number.put(f"{{}} + {to.writer.pick(kept, '1', '0')}")

    each(to, binder, one)
    return Code(number.text, Shape(0, most[0]))


def _times(codes: list[Code]) -> int:
    """For how many values something is written, at most."""
    times = 1
    for one in codes:
        times *= one.shape.width
    return times


def lowest(mask: Code) -> Code:
    """The lowest member; the highest that may be, where there is none."""
    item = mask.shape.item
    if item is None or item.width < 1:
        raise Unsupported("a set is expected")
    low = f" + {item.low}" if item.low else ""
    return Code(f"(lowest({mask.text} | {1 << item.width - 1}){low})", item)


def _the(to: "Straight", item: ex.The) -> Code:
    binder = item.binder
    plain = len(binder.names) == 1 and binder.condition is None
    if plain and (binder.order or _spread(to, binder.domain)[1] is not None):
        one = to.writer.atom(mask(to, binder) if binder.order else to.atom(binder.domain))
        number, found = to.writer.temp(f"size({one.text})"), to.writer.atom(lowest(one))
    else:
        number, found = _only(to, binder)
    if item.otherwise is None:
        to.fail(f"{number} != 1")
        return found
    several = to.writer.temp(f"{number} != 1")
    with to.where(several):
        otherwise = to.atom(item.otherwise)
    return to.chosen(several, otherwise, found)


def _only(to: "Straight", binder: ex.Binder) -> tuple[str, Code]:
    shape = _item(to, binder)
    if shape.width < 1:
        raise Unsupported("an empty set")
    looping = loops(to, binder)
    number, value = Found(to, "0", loops=looping), Found(to, str(shape.low), loops=looping)

    def one(codes: list[Code], kept: Kept) -> None:
        number.put(f"{{}} + {to.writer.pick(kept, '1', '0')}")
        value.put(codes[0].text if kept is None else f"pick({kept}, {codes[0].text}, {{}})")

    each(to, binder, one)
    return number.text, Code(value.text, shape)


def _sum(to: "Straight", item: ex.Sum) -> Code:
    total, bounds = Found(to, "0", loops=loops(to, item.binder)), [0, 0]

    def one(codes: list[Code], kept: Kept) -> None:
        value, times = to.atom(item.body), _times(codes)
        bounds[0] += min(0, value.shape.low * times)
        bounds[1] += max(0, value.shape.high * times)
        if value.optional or value.shape.item is not None:
            raise Unsupported("a sum of what is no number")
        total.put(f"{{}} + {to.writer.pick(kept, value.text, '0')}")

    each(to, item.binder, one)
    low, high = bounds
    return Code(total.text, Shape(low, high))


def _extreme(to: "Straight", item: ex.Extreme) -> Code:
    keys: list[tuple[Code, Kept]] = []
    if loops(to, item.binder):
        raise Unsupported("the smallest of many")
    each(to, item.binder, lambda _, kept: keys.append((_key(to, item.body), kept)))
    if not keys:
        raise Unsupported("the smallest of nothing")
    found, shape, _ = _winner(to, keys, smallest=item.direction == "smallest")
    if all(kept is not None for _, kept in keys):
        to.fail(f"not ({' | '.join(str(kept) for _, kept in keys)})")
    if found.shape.high > shape.high:
        found = Code(to.writer.temp(f"min({found.text}, {shape.high})"), shape)
    if found.shape.low < shape.low:
        found = Code(to.writer.temp(f"max({found.text}, {shape.low})"), shape)
    return Code(found.text, shape)


def _key(to: "Straight", item: ex.Expr) -> Code:
    key = to.atom(item)
    if key.optional or key.shape.item is not None:
        raise Unsupported("an order by what is no number")
    return key


def _winner(
    to: "Straight", keys: list[tuple[Code, Kept]], *, smallest: bool
) -> tuple[Code, Shape, list[str]]:
    """The best key; of what shape it is if any is kept; and the keys, worse if not kept."""
    shape = Shape(min(one.shape.low for one, _ in keys), max(one.shape.high for one, _ in keys))
    pick, worst = ("min", shape.high + 1) if smallest else ("max", shape.low - 1)
    texts = [to.writer.pick(kept, key.text, str(worst)) for key, kept in keys]
    best = texts[0]
    for text in texts[1:]:
        best = to.writer.temp(f"{pick}({best}, {text})")
    around = Shape(min(shape.low, worst), max(shape.high, worst))
    return Code(best, around), shape, texts


def _best(to: "Straight", binder: ex.Binder) -> Code:
    """The mask of those with the best keys, of few."""
    plain = binder.model_copy(update={"order": ()})
    if loops(to, plain):
        raise Unsupported("the best of many")
    left: list[tuple[Code, Kept]] = []
    each(to, plain, lambda codes, kept: left.append((codes[0], kept)))
    for criterion in binder.order if left else ():
        keys = []
        for one, kept in left:
            to.env[binder.names[0]] = one
            with to.where(kept):
                keys.append((_key(to, criterion.key), kept))
        smallest = criterion.direction == "smallest"
        best, _, texts = _winner(to, keys, smallest=smallest)
        equal = [to.writer.temp(f"{text} == {best.text}") for text in texts]
        left = [
            (one, equal if kept is None else to.writer.both(kept, equal))
            for (one, kept), equal in zip(left, equal, strict=True)
        ]
    item = _item(to, plain)
    bits = " | ".join(_bit(to, one, item, kept) for one, kept in left) or "0"
    found = to.writer.atom(Code(bits, mask_of(item)))
    to.members[found.text] = {one.text: kept for one, kept in left if kept is not None}
    return found
