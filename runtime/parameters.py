"""Parameters: the settings of a law that are fixed for a whole game."""

from collections.abc import Mapping

from runtime.ruleset.ruleset import RuleSet
from runtime.values import Sizes, Value, contains


class BadParameter(ValueError):
    """A setting that the law does not know or does not allow, or one that is missing."""


def parameter_values(
    rules: RuleSet, sizes: Sizes, given: Mapping[str, Value] | None = None
) -> dict[str, Value]:
    """The value of every parameter of the law: as given, else its default.

    Raises :class:`BadParameter`.
    """
    rest = dict(given or {})
    values = {}
    for name, parameter in rules.parameters.items():
        value = rest.pop(name, parameter.default)
        if value is None and name not in (given or {}):
            raise BadParameter(f"the parameter {name!r} has no default and must be given")
        if not contains(value, parameter.type, rules, sizes):
            raise BadParameter(f"the parameter {name!r} cannot be {value!r}")
        values[name] = value
    if rest:
        raise BadParameter(f"there is no parameter {next(iter(rest))!r}")
    return values
