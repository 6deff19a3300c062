"""Values as JSON, and the careful reading of values that others have written.

Elements are numbers from 0 (or the member's name, where members have names),
records lists of numbers, sets lists of values; nothing is ``null``, and a
fraction is a string as ``"7/2"``.
"""

import json
import re
from fractions import Fraction
from typing import Any, NoReturn

from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth, Type
from runtime.steps import DECLINE
from runtime.values import Sizes, Value, canonical, is_whole, shown, whole

_FRACTION = re.compile(r"-?[0-9]{1,18}/[0-9]{1,18}")


class BadState(ValueError):
    """Data that does not describe a state. The message says where, and what was expected."""


def parse(text: str) -> Any:
    """The JSON value in ``text``; more strictly than the standard library.

    Raises :class:`BadState` for what is no JSON, for NaN and infinity, for a
    name that stands twice in one object, and for absurd nesting.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise BadState(f"the name {shown(twice)} stands twice in one object")
        return result

    def no_constant(name: str) -> NoReturn:
        raise BadState(f"{name} is not a number that a state can hold")

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=no_constant)
    except BadState:
        raise
    except RecursionError:
        raise BadState("lists or objects are nested too deeply") from None
    except json.JSONDecodeError as error:
        raise BadState(f"this is not JSON: {error}") from None
    except ValueError:
        raise BadState("a number is too long to be one of a state") from None


def plain(value: Value) -> Any:
    """The value as JSON data. Declining is ``null``."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if isinstance(value, Fraction):
        number = whole(value)
        return number if isinstance(number, int) else str(value)
    return None if value is DECLINE else value


def value_from(data: Any, type: Type, rules: RuleSet, sizes: Sizes, where: str) -> Value:
    """The value of ``type`` that ``data`` describes; ``where`` names its place in messages.

    Raises :class:`BadState`.
    """
    match type:
        case Truth():
            if isinstance(data, bool):
                return data
            _bad(where, "true or false", data)
        case Number(low=low, high=high, fraction=fraction):
            number = data
            if fraction and isinstance(data, str) and _FRACTION.fullmatch(data):
                top, _, bottom = data.partition("/")
                number = whole(Fraction(int(top), int(bottom))) if int(bottom) else None
            right = is_whole(number) or (fraction and isinstance(number, Fraction))
            if right and low <= number <= high:
                return number
            kind = 'a number (a fraction as "7/2")' if fraction else "a whole number"
            _bad(where, f"{kind} from {low} to {high}", data)
        case Element(set=set_id):
            members = rules.sets[set_id].members
            if isinstance(data, str) and data in members:
                return members.index(data)
            if is_whole(data) and 0 <= data < sizes[set_id]:
                return data
            _bad(where, f"an element of {set_id}: a number from 0 to {sizes[set_id] - 1}", data)
        case Record(record=record):
            fields = rules.records[record].fields
            if not isinstance(data, list) or len(data) != len(fields):
                names = ", ".join(field.id for field in fields)
                _bad(where, f"a list of {len(fields)} numbers ({names})", data)
            for field, one in zip(fields, data, strict=True):
                if not (is_whole(one) and field.low <= one <= field.high):
                    wanted = f"a whole number from {field.low} to {field.high}"
                    _bad(f"{where}, {field.id}", wanted, one)
            return tuple(data)
        case Optional(item=item):
            return None if data is None else value_from(data, item, rules, sizes, where)
        case SetOf(item=item):
            if not isinstance(data, list):
                _bad(where, "a list of different values", data)
            values = [
                value_from(one, item, rules, sizes, f"{where}, value {at}")
                for at, one in enumerate(data)
            ]
            found = canonical(values, item)
            if len(found) < len(values):
                raise BadState(f"{where}: a set holds each value once")
            return found


def _bad(where: str, wanted: str, data: Any) -> NoReturn:
    raise BadState(f"{where}: expected {wanted}, not {shown(data)}")
