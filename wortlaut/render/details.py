"""What a verdict says of itself, in the reader's words.

The verifier says it in English and with the ids of concepts; the English wording is in the
table of texts too, so that what was said is found there, and people read it in theirs, with the
terms of the law. What is not in the table stays as it is.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache

from compiler.law import Law
from wortlaut.render.sizes import term
from wortlaut.render.words import words
from wortlaut.why import say_why

_PREFIX = "told_"
_BETWEEN = "; "
_ALSO = ", "


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """What the verifier may say, by key; the values in it are groups."""
    found = {}
    for key, text in words("en").items():
        if key.startswith(_PREFIX):
            parts = re.split(r"\{(\w+)\}", text)
            found[key] = re.compile(
                "".join(
                    f"(?P<{part}>.+?)" if number % 2 else re.escape(part)
                    for number, part in enumerate(parts)
                )
            )
    return found


class _Teller:
    def __init__(self, law: Law, language: str, say: Mapping[str, str]) -> None:
        self._law = law
        self._language = language
        self._say = say
        self._of_value: dict[str, Callable[[str], str]] = {
            "of": self._term,
            "states": lambda names: ", ".join(map(self._term, names.split(", "))),
            "ref": lambda ref: law.citations.get(ref, {}).get(language, ref),
            "rest": self.told,
            "more": self.told,
            "readings": self.told,
            "items": lambda items: ", ".join(map(self.told, items.split(", "))),
        }

    def told(self, detail: str) -> str:
        for key, pattern in _patterns().items():
            found = pattern.fullmatch(detail)
            if found is not None:
                values = {
                    name: self._of_value.get(name, str)(value)
                    for name, value in found.groupdict().items()
                }
                return self._say[key].format(**values)
        first, comma, rest = detail.partition(_ALSO)
        return self.told(first) + comma + self.told(rest) if comma else detail

    def _term(self, concept: str) -> str:
        return term(self._law, concept, self._language)


def say_detail(detail: str, law: Law, language: str, say: dict[str, str]) -> str:
    """The detail of a verdict on the version ``language``, in the words ``say``."""
    told = _Teller(law, language, say).told
    return _BETWEEN.join(told(say_why(part, say)) for part in detail.split(_BETWEEN))
