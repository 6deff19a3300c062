"""Law folders in English, made of nothing but the encoding: what it quotes is the text."""

import re
from collections.abc import Mapping
from pathlib import Path

from compiler.law import Law, load


def changed(text: str, changes: tuple[tuple[str, str], ...]) -> str:
    """``text`` with each change made; what is to be changed stands there once."""
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def law_folder(folder: Path, text: str, kinds: Mapping[str, str], properties: str) -> Law:
    """The law ``text``, which must be free of mistakes and warnings.

    ``kinds``: for each kind the names of that kind, those that the law does not use left
    out. ``properties``: what follows the header of ``properties.law``.
    """
    text = text.lstrip()
    (folder / "en.law").write_text(text, "utf-8")
    lines = (line.strip() for line in text.splitlines())
    quoted = (
        line if line.startswith("Art.") else line.partition("|")[2].strip()
        for line in lines
        if line.startswith(("Art.", "|", "law "))
    )
    (folder / "en.txt").write_text("\n".join(quoted), "utf-8")
    glossary = (
        f'[{name}]\nkind = "{kind}"\n'
        for kind, names in kinds.items()
        for name in names.split()
        if re.search(rf"\b{name}\b", text)
    )
    (folder / "glossary.toml").write_text("".join(glossary), "utf-8")
    name = text.split()[1]
    (folder / "properties.law").write_text(f"properties {name}\n{properties}\n", "utf-8")
    found, diagnostics = load(str(folder))
    assert diagnostics == ()
    assert found is not None
    return found
