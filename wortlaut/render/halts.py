"""Why play broke off, in the reader's words.

The runtime says it in English and with the ids of concepts; people read the
terms of the law.
"""

import re

from wortlaut.render.names import Names

_LIMITS = r"outside (?P<low>\S+) to (?P<high>\S+)"
_KNOWN = {
    "detail_out_of_range": rf"(?P<of>\S+) would be (?P<number>\S+), {_LIMITS}",
    "detail_not_whole": r"(?P<of>\S+) would be (?P<number>\S+), which is not whole",
    "detail_outside": rf"(?P<of>\S+) is (?P<number>\S+), {_LIMITS}",
    "detail_by_zero": r"(?P<number>\S+) divided by zero",
    "detail_no_case": r"no case of (?P<of>\S+) applies",
    "detail_cases": r"(?P<number>\d+) cases of (?P<of>\S+) apply(?P<more>.*)",
    "detail_no_rule": r"no rule applies at the decision (?P<of>\S+)",
    "detail_rules": r"(?P<number>\d+) rules apply at the decision (?P<of>\S+)(?P<more>.*)",
    "detail_unset": r"(?P<of>\S+) is not set",
    "detail_unset_value": r"a value is not set",
    "detail_none": r"exactly one is meant, but none is there",
    "detail_several": r"exactly one is meant, but (?P<number>\d+) of them are there",
    "detail_no_value": r"no value of (?P<of>\S+) is lawful",
    "detail_again": r"the same happens again and again in (?P<of>\S+)",
    "detail_at_the_start": r"a norm forbids the state at the start",
}


def say_halt(detail: str, names: Names) -> str:
    """``detail`` of an ending in words; what the law itself says of a gap stays as it is."""
    for key, pattern in _KNOWN.items():
        found = re.fullmatch(pattern, detail)
        if found is not None:
            values = found.groupdict()
            if "of" in values:
                values["of"] = names.term(values["of"])
            if values.get("more"):
                named = values["more"].removeprefix(" (supplement ").removesuffix(")")
                values["more"] = names.say["detail_supplements"].format(named=named)
            return names.say[key].format(**values)
    return detail
