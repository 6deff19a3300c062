"""What the law's authors say of its properties and supplements in further languages.

Beside each property and supplement stands one sentence, in one language. ``sentences.toml``
may say it in others: a table for each language, ids to sentences. It says how to tell
and nothing of what the law means: it is no part of the law's hash.
"""

from collections.abc import Collection, Mapping

from compiler.diagnostics import Diagnostics, closest
from compiler.folder import Table
from compiler.languages import known_languages
from compiler.toml_places import place_of

Sentences = Mapping[str, Mapping[str, str]]
"""By language, then by the id of a property or supplement."""


def read_sentences(table: Table, ids: Collection[str], diagnostics: Diagnostics) -> Sentences:
    """The sentences by language and id; what is of no language or of no id is reported."""
    found: dict[str, dict[str, str]] = {}
    for language, given in table.values.items():
        if language not in known_languages() or not isinstance(given, dict):
            _report(table, None, language, known_languages(), diagnostics)
            continue
        own = found.setdefault(language, {})
        for id, sentence in given.items():
            if id in ids and isinstance(sentence, str):
                own[id] = sentence
            else:
                _report(table, language, id, ids, diagnostics)
    return found


def _report(
    table: Table, head: str | None, word: str, known: Collection[str], diagnostics: Diagnostics
) -> None:
    diagnostics.add(
        "bad_sentence_entry",
        table.file,
        place_of(table.text, head or word, word if head else None),
        suggestion=closest(word, known) if word not in known else None,
        field=word,
        known=", ".join(known) or "–",
    )
