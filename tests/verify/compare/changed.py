"""The law with one thing changed in one encoding, and the comparison of one paragraph of it."""

import re
from functools import cache

from compiler.diagnostics import Diagnostics
from compiler.law import Law, Version, load_sound
from compiler.parse import parse
from verify.compare.bench import Pair
from verify.compare.paragraph import Comparison, compare_paragraph
from verify.compare.table import ComparisonTable, compare_versions
from verify.compare.vocabulary import common_sizes

law = cache(load_sound)


def changed(name: str, language: str, old: str, new: str) -> Law:
    """The law ``name`` where ``old``, which stands once in a version, is ``new``.

    How ``old`` is laid out on lines does not matter; further lines of ``new`` are
    indented from the line on which ``old`` begins. Only the changed version is
    read again. An error in it fails the test.
    """
    whole = law(name)
    source = whole.versions[language].source
    text = source.law_text
    found = list(re.finditer(r"\s+".join(map(re.escape, old.split())), text))
    assert len(found) == 1, (old, len(found))
    line = text[text.rfind("\n", 0, found[0].start()) + 1 : found[0].start()]
    indent = " " * (len(line) - len(line.lstrip()))
    text = text[: found[0].start()] + new.replace("\n", f"\n{indent}") + text[found[0].end() :]
    source = source.model_copy(update={"law_text": text})
    diagnostics = Diagnostics()
    tree = parse(source.law_text, "law", language, source.law_file, diagnostics)
    assert tree is not None, diagnostics.sorted()
    version = Version(source, tree, whole.glossary, diagnostics)
    assert not diagnostics.errors, diagnostics.sorted()
    return Law(
        whole.folder,
        {**whole.versions, language: version},
        whole.glossary,
        whole.readings,
        (),
        None,
    )


def compared(found: Law, ref: str, *languages: str, **readings: str) -> Comparison:
    """The comparison of one paragraph in two versions, under the readings in use but for ``readings``."""
    pair = Pair(*(found.bare_rules(one, found.choose_readings(one, readings)) for one in languages))
    return compare_paragraph(pair, ref, common_sizes(pair.first, pair.second))


@cache
def table(name: str, *languages: str) -> ComparisonTable:
    """The whole comparison of two versions, made once for all tests."""
    first, second = languages
    return compare_versions(name, law(name), (first, second))
