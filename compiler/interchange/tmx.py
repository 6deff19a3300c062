"""The sentences of the versions of a law side by side, as TMX 1.4b (LISA OSCAR).

All versions are equally authentic, so none is the source. Sentences are paired where a
place has as many of them in every version that has the place; elsewhere the place is one
segment, since pairing its sentences would be a guess.
"""

from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement

from compiler import tree as t
from compiler.interchange.markup import write_xml
from compiler.law import Version
from compiler.units import Place
from runtime.ruleset.model import Model

_RUNNING = frozenset(("seg",))


class Aligned(Model):
    """A passage in each version that has it. ``id`` is its place and its number there, from 1.

    ``whole``: not a sentence but all that stands in its place.
    """

    id: str
    texts: dict[str, str]
    whole: bool = False


def aligned(versions: Sequence[Version]) -> tuple[Aligned, ...]:
    """What the versions say, in the order of the first one. What only one says has one text."""
    found: list[Aligned] = [_of("title", versions, [v.tree.title.text for v in versions])]
    titles = [[p.text.text for p in v.tree.body if isinstance(p, t.Title)] for v in versions]
    if len({len(one) for one in titles}) == 1:
        for number, texts in enumerate(zip(*titles, strict=True), start=1):
            found.append(_of(f"title.{number}", versions, texts))
    places: dict[str, dict[str, Place]] = {}
    for version in versions:
        for place in version.places:
            places.setdefault(place.ref, {})[version.language] = place
    for ref, by_language in places.items():
        found += _of_place(ref, by_language)
    return tuple(one for one in found if one.texts)


def _of(id: str, versions: Sequence[Version], texts: Sequence[str]) -> Aligned:
    pairs = zip(versions, texts, strict=True)
    return Aligned(id=id, texts={version.language: text for version, text in pairs})


def _of_place(ref: str, places: dict[str, Place]) -> Iterator[Aligned]:
    headings = {
        code: place.heading.text
        for code, place in places.items()
        # The heading of the preamble is the title of the law.
        if place.path and place.heading is not None and place.heading.text
    }
    yield Aligned(id=f"{ref}.heading", texts=headings)
    said = {
        code: [sentence for passage in place.passages for sentence in passage.sentences]
        for code, place in places.items()
    }
    said = {code: sentences for code, sentences in said.items() if sentences}
    if len({len(sentences) for sentences in said.values()}) == 1:
        for number in range(len(next(iter(said.values())))):
            texts = {code: sentences[number] for code, sentences in said.items()}
            yield Aligned(id=f"{ref}.{number + 1}", texts=texts)
    elif said:
        texts = {code: " ".join(sentences) for code, sentences in said.items()}
        yield Aligned(id=ref, texts=texts, whole=True)


def tmx(passages: Iterable[Aligned], tool: str, version: str) -> bytes:
    """The document of what at least two versions say.

    ``tool`` writes it, in its ``version``. Raises ``Unwritable``.
    """
    root = Element("tmx", {"version": "1.4"})
    header = {
        "creationtool": tool,
        "creationtoolversion": version,
        "segtype": "sentence",
        "o-tmf": tool,
        "adminlang": "en",
        "srclang": "*all*",
        "datatype": "plaintext",
    }
    SubElement(root, "header", header)
    body = SubElement(root, "body")
    for one in (one for one in passages if len(one.texts) > 1):
        unit = SubElement(body, "tu", {"tuid": one.id})
        if one.whole:
            unit.set("segtype", "paragraph")
        for code, text in one.texts.items():
            variant = SubElement(unit, "tuv", {"xml:lang": code})
            SubElement(variant, "seg").text = text
    return write_xml(root, _RUNNING, 'tmx SYSTEM "tmx14.dtd"')
