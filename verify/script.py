"""Questions to the solver as SMT-LIB text: what is a part of several things is written once."""

from collections.abc import Iterable, Mapping

from verify.terms import Term, Truth, Whole, parts_of, walk


def script(
    items: Iterable[tuple[str | None, Truth]], labels: dict[str, str], *, unsealed: bool = True
) -> tuple[str, dict[Term, str]]:
    """``items`` as SMT-LIB text, and how each symbol is spelled in it.

    Not ``unsealed``: of a sealed sum only the limits are stated.
    """
    pairs = list(items)
    order = walk((term for _, term in pairs), unsealed=unsealed)
    shared = _shared(order, unsealed=unsealed)
    lines: list[str] = []
    spelled: dict[Term, str] = {}
    symbols: dict[Term, str] = {}
    for term in order:
        sort = "Bool" if term.truth else "Int"
        if term.op == "symbol" or (term.op == "sealed" and not unsealed):
            label = f"s{len(symbols)}"
            symbols[term] = spelled[term] = label
            lines.append(f"(declare-const {label} {sort})")
            if not term.truth:
                low, high = _whole(term.low), _whole(term.high)
                lines.append(f"(assert (<= {low} {label} {high}))")
            continue
        written = _written(term, spelled)
        if term in shared:
            label = f"t{len(spelled)}"
            lines.append(f"(define-fun {label} () {sort} {written})")
            written = label
        spelled[term] = written
    for label in labels.values():
        lines.append(f"(declare-const {label} Bool)")
    for name, item in pairs:
        body = _spelled(item, spelled)
        lines.append(f"(assert {body})" if name is None else f"(assert (=> {labels[name]} {body}))")
    return "\n".join(lines), symbols


def _shared(order: Iterable[Term], *, unsealed: bool) -> set[Term]:
    """Which of the terms in ``order`` are parts of more than one, or one more than once."""
    once: set[Term] = set()
    shared: set[Term] = set()
    for term in order:
        for part in parts_of(term, unsealed=unsealed):
            if part in once:
                shared.add(part)
            else:
                once.add(part)
    return shared


def _whole(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"


def _spelled(item: Truth | Whole, spelled: Mapping[Term, str]) -> str:
    if isinstance(item, Term):
        return spelled[item]
    if isinstance(item, bool):
        return "true" if item else "false"
    return _whole(item)


def _written(term: Term, spelled: Mapping[Term, str]) -> str:
    op, args = term.op, term.args
    match op:
        case "and" | "or" | "not":
            return f"({op} {' '.join([spelled[part] for part in term.parts])})"
        case "linear":
            constant, multiples = args
            parts = [
                spelled[part] if factor == 1 else f"(* {_whole(factor)} {spelled[part]})"
                for factor, part in multiples
            ]
            if constant:
                parts.append(_whole(constant))
            return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"
        case "sealed":
            return spelled[args[0]]
        case "at_most":
            return f"(<= {spelled[args[0]]} {_whole(args[1])})"
        case "equal":
            return f"(= {spelled[args[0]]} {_whole(args[1])})"
        case "iff":
            return f"(= {spelled[args[0]]} {spelled[args[1]]})"
        case _:
            condition, then, otherwise = args
            then, otherwise = _spelled(then, spelled), _spelled(otherwise, spelled)
            return f"(ite {spelled[condition]} {then} {otherwise})"
