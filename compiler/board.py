"""What a drawing of the state shows beside who stands where: ``board.toml``.

Receives the parsed file; hands on which state variables, true of whoever no longer takes
part, are drawn as such. It says how to draw and nothing of what the law means: it is no
part of the law's hash.
"""

from compiler.diagnostics import Diagnostics, closest
from compiler.folder import Table
from compiler.glossary import Glossary
from compiler.toml_places import place_of

_FADED = "faded"


def read_faded(table: Table, glossary: Glossary, diagnostics: Diagnostics) -> tuple[str, ...]:
    """The ids of the state variables whose members are drawn faded; what is wrong is reported.

    One that is not true or false of single members of a set fades nobody.
    """
    for key in table.values:
        if key != _FADED:
            _report(table, key, glossary, diagnostics)
    given = table.values.get(_FADED, [])
    if not isinstance(given, list):
        _report(table, _FADED, glossary, diagnostics)
        return ()
    found = []
    for one in given:
        if isinstance(one, str) and one in glossary.of_kind("state"):
            found.append(one)
        else:
            _report(table, one if isinstance(one, str) else _FADED, glossary, diagnostics)
    return tuple(found)


def _report(table: Table, word: str, glossary: Glossary, diagnostics: Diagnostics) -> None:
    states = glossary.of_kind("state")
    diagnostics.add(
        "bad_board_entry",
        table.file,
        place_of(table.text, None, word),
        suggestion=closest(word, states),
        field=word,
        known=", ".join(states) or "–",
    )
