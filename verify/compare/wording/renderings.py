"""How the words of one version are rendered in the other, learnt from the two texts alone.

No dictionary: in corresponding sentences, words that look alike are taken for each
other, then words that always come together, then what is left over on both sides
if it is one word here and one expression there. So little is said, and that is
sure enough to be shown: a word that is rendered in two ways.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from runtime.ruleset.model import Model
from runtime.ruleset.wording import Mark, Sentence
from verify.compare.wording.expressions import claimed

CONCEPT = "@"
"""Begins the key of a term; what follows is its concept."""

_ALIKE = 4
"""Words that begin with as many like letters, or are alike up to their endings, are cognates, …"""
_SHARE = 0.55
"""… if that is so much of the longer one."""
_SAME = 3
"""Renderings that begin with as many like letters are forms of one word, as far as can be told."""
_INSIDE = 5
"""Or that have as many letters in a row in common, as "weight" and "outweigh" have."""
_LONGEST_EXPRESSION = 3


class Unit(Model):
    """A word of a sentence, or one of the law's terms without a counterpart there."""

    key: str
    text: str
    start: int
    end: int


class Rendering(Model):
    """A word and the expressions that stand for it in the other version, each with its place."""

    key: str
    text: str
    others: tuple[tuple[str, str], ...]


class Pairing(Model):
    """Corresponding sentences, as what is still to be told of them, and where they stand."""

    ref: str
    first: tuple[Unit, ...]
    second: tuple[Unit, ...]
    texts: tuple[str, str]


def pairing(
    ref: str, first: Sequence[Sentence], second: Sequence[Sentence], terms: frozenset[str]
) -> Pairing:
    """The words of corresponding sentences that no mark explains."""
    named = [
        {m.sense for one in side for m in one.marks if m.kind in ("term", "part", "hint")}
        for side in (first, second)
    ]
    units = [_units(side, terms, named[1 - at]) for at, side in enumerate((first, second))]
    texts = ["\n".join(one.text for one in side) for side in (first, second)]
    return Pairing(ref=ref, first=units[0], second=units[1], texts=(texts[0], texts[1]))


def _units(
    sentences: Sequence[Sentence], terms: frozenset[str], elsewhere: set[str]
) -> tuple[Unit, ...]:
    found, offset = [], 0
    for sentence in sentences:
        found += [
            Unit(key=word.stem, text=word.text, start=offset + word.start, end=offset + word.end)
            for word in sentence.words
        ]
        for mark, key in _without_counterpart(sentence, terms, elsewhere):
            start, end = offset + mark.start, offset + mark.end
            found.append(Unit(key=key, text=mark.text, start=start, end=end))
        offset += len(sentence.text) + 1
    return tuple(sorted(found, key=lambda one: one.start))


def _without_counterpart(
    sentence: Sentence, terms: frozenset[str], elsewhere: set[str]
) -> Iterator[tuple[Mark, str]]:
    """Terms that the other side does not name, and words of the glossary that are no terms here."""
    for mark in claimed(sentence.marks, terms):
        if mark.sense not in elsewhere:
            yield mark, f"{CONCEPT}{mark.sense}"
    explained = [
        other
        for other in sentence.marks
        if other.kind not in ("part", "hint", "plurality")
        and not (other.kind == "term" and other.sense not in terms)
    ]
    for mark in sentence.marks:
        if mark.kind == "term" and not any(
            other.start < mark.end and mark.start < other.end for other in explained
        ):
            yield mark, mark.text.casefold()


def renderings(pairings: Sequence[Pairing]) -> tuple[Rendering, ...]:
    """What each word of the first version is rendered by, where that can be told."""
    known = _always_together(pairings)
    expressions = _always_beside(pairings)
    links: dict[tuple[int, int], str] = {}
    while True:
        found = {
            (at, place): text
            for at, one in enumerate(pairings)
            for place, text in _linked(one, known).items()
        }
        if found == links:
            break
        links = found
        for (at, place), text in links.items():
            if " " not in text:
                unit = next(u for u in pairings[at].second if u.text == text)
                known = known | {(pairings[at].first[place].key, unit.key)}
    said: dict[str, list[tuple[str, str, str]]] = {}
    for (at, place), text in sorted({**expressions, **links}.items()):
        unit = pairings[at].first[place]
        said.setdefault(unit.key, []).append((unit.text, text, pairings[at].ref))
    return tuple(
        Rendering(key=key, text=uses[0][0], others=tuple((text, ref) for _, text, ref in uses))
        for key, uses in said.items()
    )


def _always_together(pairings: Sequence[Pairing]) -> frozenset[tuple[str, str]]:
    """Words that come together twice or more, and neither ever without the other."""
    alone: list[Counter[str]] = [Counter(), Counter()]
    both: Counter[tuple[str, str]] = Counter()
    for one in pairings:
        keys = [sorted({unit.key for unit in side}) for side in (one.first, one.second)]
        for at, side in enumerate(keys):
            alone[at].update(side)
        both.update((a, b) for a in keys[0] for b in keys[1])
    sure = [
        pair
        for pair, times in both.items()
        if times > 1 and alone[0][pair[0]] == alone[1][pair[1]] == times
    ]
    partners = [Counter(pair[at] for pair in sure) for at in (0, 1)]
    return frozenset(pair for pair in sure if partners[0][pair[0]] == partners[1][pair[1]] == 1)


def _always_beside(pairings: Sequence[Pairing]) -> dict[tuple[int, int], str]:
    """For terms without a counterpart in several places: the one expression in all of these."""
    where: dict[str, list[tuple[int, int]]] = {}
    for at, one in enumerate(pairings):
        for place, unit in enumerate(one.first):
            if unit.key.startswith(CONCEPT):
                where.setdefault(unit.key, []).append((at, place))
    found = {}
    for places in where.values():
        shared = set.intersection(*({u.key for u in pairings[at].second} for at, _ in places))
        here = [
            [n for n, unit in enumerate(pairings[at].second) if unit.key in shared]
            for at, _ in places
        ]
        if len(places) > 1 and all(
            0 < len(others) <= _LONGEST_EXPRESSION and _adjoin(pairings[at], others)
            for (at, _), others in zip(places, here, strict=True)
        ):
            for (at, place), others in zip(places, here, strict=True):
                found[at, place] = _text(pairings[at], others)
    return found


def _linked(one: Pairing, known: frozenset[tuple[str, str]]) -> dict[int, str]:
    """For words of the first side, by their position: the words of the second."""
    found: dict[int, list[int]] = {}
    free = [list(range(len(one.first))), list(range(len(one.second)))]

    def link(place: int, other: int) -> None:
        found[place] = [other]
        free[0].remove(place)
        free[1].remove(other)

    for wanted in (_cognate, lambda a, b: (a.key, b.key) in known):
        for place in list(free[0]):
            matches = [n for n in free[1] if wanted(one.first[place], one.second[n])]
            if matches:
                link(place, matches[0])
    if len(free[0]) == 1 and 0 < len(free[1]) <= _LONGEST_EXPRESSION and _adjoin(one, free[1]):
        found[free[0][0]] = free[1]
    return {place: _text(one, others) for place, others in found.items()}


def _adjoin(one: Pairing, places: list[int]) -> bool:
    """Whether words of the second side are one expression, small words in it apart."""
    return all(
        other == place + 1
        and one.texts[1][one.second[place].end : one.second[other].start].count(" ") <= 2
        for place, other in pairwise(places)
    )


def _text(one: Pairing, places: list[int]) -> str:
    return one.texts[1][one.second[places[0]].start : one.second[places[-1]].end]


def _cognate(first: Unit, second: Unit) -> bool:
    return alike(first.text, second.text)


def alike(one: str, other: str) -> bool:
    """Whether two words of different languages look like the same word."""
    first, second = _plain(one), _plain(other)
    shared = _shared(first, second)
    return shared >= _ALIKE and shared >= _SHARE * max(len(first), len(second))


def differing(others: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The renderings that are clearly not forms of one word; nothing if there are not two."""
    kept: list[str] = []
    for text, _ in others:
        if not any(_one_word(_plain(text), _plain(one)) for one in kept):
            kept.append(text)
    return tuple(kept) if len(kept) > 1 else ()


def _one_word(one: str, other: str) -> bool:
    """Whether two renderings are forms of one word; a word and an expression of several are not."""
    if one.count(" ") != other.count(" "):
        return False
    return _shared(one, other) >= _SAME or any(
        one[at : at + _INSIDE] in other for at in range(len(one) - _INSIDE + 1)
    )


def _plain(word: str) -> str:
    """Without accents; what sounds alike is written alike."""
    bare = "".join(
        letter
        for letter in unicodedata.normalize("NFD", word.casefold())
        if not unicodedata.combining(letter)
    )
    return bare.replace("k", "c").replace("ph", "f")


def _shared(one: str, other: str) -> int:
    """With how many like letters two words begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
