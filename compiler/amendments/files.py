"""The amendments that are asked for: read, parsed, and put into the versions of a law."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compiler import tree as t
from compiler.amendments.amend import Amending
from compiler.diagnostics import Diagnostics
from compiler.folder import LawFolder, Table, read_amendment
from compiler.glossary import Glossary, read_glossary
from compiler.languages import known_languages, language
from compiler.parse import parse
from compiler.toml_places import place_of
from runtime.ruleset.model import Model


@dataclass(frozen=True)
class Amendment:
    """An amendment: its name, what its files' paths begin with, and its tree in each language."""

    name: str
    path: str
    files: Mapping[str, str]
    trees: Mapping[str, t.AmendmentFile]
    glossary: Table
    hash: str

    def title(self, code: str) -> str:
        """What the amendment is called in a language, or in the first one that it has."""
        tree = self.trees.get(code) or next(iter(self.trees.values()))
        return tree.title.text


class Amendments:
    """Amendments in the order in which they are made. Made by :func:`read_amendments`."""

    def __init__(self, chosen: Sequence[Amendment]) -> None:
        self.chosen = tuple(chosen)

    def glossary(self, law: Glossary, diagnostics: Diagnostics) -> Glossary:
        """The law's glossary with the concepts of the amendments; mistakes are reported."""
        glossary = law
        for one in self.chosen:
            glossary = _with_concepts(glossary, one.glossary, diagnostics)
        return glossary

    def into(
        self, law: t.LawFile, code: str, glossary: Glossary, diagnostics: Diagnostics
    ) -> t.LawFile:
        """The tree of the version in language ``code``, amended; mistakes are reported."""
        amending = Amending(law, language(code), glossary.words(code), diagnostics)
        for one in self.chosen:
            tree = one.trees.get(code)
            if tree is not None:
                amending.make(tree, one.name, one.files[code])
        return amending.result()


def read_amendments(
    folder: LawFolder, given: Sequence[str], diagnostics: Diagnostics
) -> Amendments:
    """The amendments ``given`` by name or path, parsed; mistakes are reported."""
    chosen: list[Amendment] = []
    own = [version.language for version in folder.versions]
    for asked in given:
        texts = read_amendment(folder, asked, diagnostics)
        if texts is None:
            continue
        if texts.path in {one.path for one in chosen}:
            diagnostics.add("amendment_twice", texts.path, None, name=texts.name)
            continue
        trees = {}
        for code, text in texts.texts.items():
            file = texts.files[code]
            if code not in own:
                known = ", ".join(own)
                diagnostics.add("amendment_without_version", file, None, language=code, known=known)
                continue
            tree = parse(text, "amendment", code, file, diagnostics)
            if isinstance(tree, t.AmendmentFile):
                trees[code] = _located(tree, file)
        for code in own:
            if trees and code not in texts.texts:
                diagnostics.add(
                    "version_not_amended",
                    texts.path,
                    None,
                    severity="warning",
                    name=texts.name,
                    language=code,
                )
        if trees:
            chosen.append(
                Amendment(texts.name, texts.path, texts.files, trees, texts.glossary, texts.hash)
            )
    return Amendments(chosen)


def hash_of(law: str, amendments: Sequence[Amendment]) -> str:
    """What tells an amended law from every other one; ``law`` does so before it is amended."""
    if not amendments:
        return law
    parts = (law, *(one.hash for one in amendments))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _with_concepts(glossary: Glossary, table: Table, diagnostics: Diagnostics) -> Glossary:
    """``glossary`` with the concepts of ``table``, none of which may be there already."""
    new = read_glossary(table, diagnostics).concepts
    for id, concept in new.items():
        if id in glossary.concepts:
            place = place_of(table.text, id)
            diagnostics.add("concept_there", table.file, place, concept=id)
        for code in known_languages():
            term = concept.terms.get(code)
            owners = glossary.words(code)
            for word in dict.fromkeys((term.term, *term.forms)) if term else ():
                if owners.get(word, id) != id:
                    diagnostics.add(
                        "shared_word",
                        table.file,
                        place_of(table.text, id, word),
                        word=word,
                        language=code,
                        first=owners[word],
                        second=id,
                    )
    return Glossary(concepts={**new, **glossary.concepts})


def _located(tree: Any, file: str) -> Any:
    """``tree`` with every place in it known to be one of ``file``."""
    if isinstance(tree, t.Span):
        return t.SpanIn(file=file, **tree.model_dump())
    if isinstance(tree, tuple):
        return tuple(_located(part, file) for part in tree)
    if isinstance(tree, Model):
        parts = {name: _located(getattr(tree, name), file) for name in type(tree).model_fields}
        return tree.model_copy(update=parts)
    return tree
