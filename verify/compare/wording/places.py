"""The wording of two versions, place by place: structure, then what the sentences say."""

from collections.abc import Iterator, Sequence

from runtime.ruleset.wording import Sentence, VersionWording, Wording
from verify.compare.wording.alignment import Aligned, align
from verify.compare.wording.expressions import Unmatched, compare_expressions, together
from verify.compare.wording.finding import WordingFinding, finding


def compare_titles(
    first: VersionWording, second: VersionWording, terms: frozenset[str] = frozenset()
) -> Iterator[WordingFinding]:
    """The titles of the two versions: as many, with the same numbers, saying the same."""
    if len(first.titles) != len(second.titles):
        said = (str(len(first.titles)), str(len(second.titles)))
        yield finding("structure", "titles", "", said, "number_of_titles")
        return
    titles = zip(first.titles, second.titles, strict=True)
    for number, (one, other) in enumerate(titles, start=1):
        numbers = [[word for word in title.split() if _figure(word)] for title in (one, other)]
        if [_figure(w) for w in numbers[0]] != [_figure(w) for w in numbers[1]]:
            yield finding("structure", f"title.{number}", "", (one, other), "number_of_title")
    read = zip(first.read_titles, second.read_titles, strict=True)
    for number, (sentence, opposite) in enumerate(read, start=1):
        for found in compare_expressions((sentence,), (opposite,), terms):
            if found.kind != "numbers":  # the title's own number has been compared
                yield _finding(found, f"title.{number}.{_about(found)}", "")


def compare_wording(
    first: Wording | None, second: Wording | None, terms: frozenset[str] = frozenset()
) -> Iterator[WordingFinding]:
    """The wording of one place. None: the version has no such place.

    ``terms``: the concepts that both texts name somewhere in corresponding sentences.
    """
    if first is None or second is None:
        present = first if first is not None else second
        assert present is not None
        cited = ("" if first is None else first.citation, "" if second is None else second.citation)
        yield finding("structure", "place", present.ref, cited, "place_missing")
        return
    ref = first.ref
    groups = align(first.read, second.read)
    yield from _structure(first, second, groups)
    found = [
        one
        for group in groups
        if group.first and group.second
        for one in compare_expressions(group.first, group.second, terms)
    ]
    for one in together(found):
        yield _finding(one, _about(one), ref)
    if first.read_heading is not None and second.read_heading is not None:
        heads = (first.read_heading,), (second.read_heading,)
        for one in together(list(compare_expressions(*heads, terms))):
            yield _finding(one, f"heading.{_about(one)}", ref)


def _structure(
    first: Wording, second: Wording, groups: Sequence[Aligned]
) -> Iterator[WordingFinding]:
    alone = [group for group in groups if not group.first or not group.second]
    if alone:
        said = (
            _texts(sentence for group in alone for sentence in group.first),
            _texts(sentence for group in alone for sentence in group.second),
        )
        yield finding("structure", "sentences", first.ref, said, "sentence_missing")
    elif len(first.sentences) != len(second.sentences):
        numbers = (str(len(first.sentences)), str(len(second.sentences)))
        yield finding("structure", "sentences", first.ref, numbers, "number_of_sentences")
    if (first.heading is None) != (second.heading is None):
        headings = (first.heading or "", second.heading or "")
        yield finding("structure", "heading", first.ref, headings, "heading_missing")


def _finding(found: Unmatched, about: str, ref: str) -> WordingFinding:
    said = (", ".join(found.first), ", ".join(found.second))
    return finding(found.kind, about, ref, said, found.note, weight=1 if found.light else None)


def _about(found: Unmatched) -> str:
    return found.note if found.note in ("sequence", "numbers_order") else found.kind


def _texts(sentences: Iterator[Sentence]) -> str:
    return " ".join(sentence.text for sentence in sentences)


def _figure(word: str) -> str:
    digits = word.strip(".:,;")
    return digits if digits.isdigit() else ""
