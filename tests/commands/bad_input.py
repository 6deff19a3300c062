"""A small sound law in two versions, and ways to spoil its folder."""

import os
from collections.abc import Callable
from pathlib import Path

EN_LAW = """\
law Keys | Rules on keys

Art. 1 | Keys
  para. 1
    | There are two or three keeper of keys and three keys.
    set keeper: 2 to 3
    set key: 3
  para. 2
    | A key hangs on a hook or is kept by a keeper.
    record hook: row 1..2, column 1..3
    state hung(key): hook or none
    state kept(key): keeper or none
    state lost(key)
  para. 3
    | The deposit is one to nine.
    state deposit: 1..9 initially 3
    parameter fee: 0..9 initially 1

Art. 2 | The day
  para. 1
    | Each keeper chooses a key in turn, by the die.
    flow day:
      in turn every keeper b:
        turn(b)
      decide evening
    flow turn(b: keeper):
      roll d from 1..3
      b chooses key k with kept(k) is not set
      kept(k) := b
  para. 2
    | In the evening, the day ends if a few keys are kept.
    define many := count(key k with kept(k) is set)
    reading few = two "a few is two":
      rule in decision evening when many >= 2:
        end done
    reading few = three "a few is three":
      rule in decision evening when many >= 3:
        end done
  para. 3
    | Otherwise a key is taken away.
    rule in decision evening when many < 2:
      open choice key k
      kept(k) := none
      end done
"""

EN_TEXT = """\
Rules on keys
Art. 1 Keys
1 There are two or three keeper of keys and three keys.
2 A key hangs on a hook or is kept by a keeper.
3 The deposit is one to nine.
Art. 2 The day
1 Each keeper chooses a key in turn, by the die.
2 In the evening, the day ends if a few keys are kept.
3 Otherwise a key is taken away.
"""

DE_LAW = """\
gesetz Schlüssel | Schlüsselordnung

Art. 1 | Schlüssel
  Abs. 1
    | Es gibt zwei oder drei Hüter und drei Schlüssel.
    menge Hüter: 2 bis 3
    menge Schlüssel: 3
  Abs. 2
    | Der Pfand beträgt eins bis neun, am Tag zwei.
    zustand Pfand: 1..9 anfangs 3
    ablauf Tag:
      Pfand := 2
"""

DE_TEXT = """\
Schlüsselordnung
Art. 1 Schlüssel
1 Es gibt zwei oder drei Hüter und drei Schlüssel.
2 Der Pfand beträgt eins bis neun, am Tag zwei.
"""

GLOSSARY = """\
[keeper]
kind = "set"
de = { term = "Hüter" }

[key]
kind = "set"
en = { term = "key", forms = ["keys"] }
de = { term = "Schlüssel" }

[deposit]
kind = "state"
de = { term = "Pfand" }

[day]
kind = "flow"
de = { term = "Tag" }
""" + "".join(
    f'\n[{name}]\nkind = "{kind}"\n'
    for kind, names in {
        "record": "hook",
        "field": "row column",
        "state": "hung kept lost",
        "parameter": "fee",
        "flow": "turn",
        "decision": "evening",
        "definition": "many",
        "outcome": "done",
    }.items()
    for name in names.split()
)

SUPPLEMENTS = """\
supplements Keys
supplement by_lot "Nobody is named who picks the key."
  fills choice of Art. 2 para. 3: by lot
"""

PROPERTIES = """\
properties Keys
property cheap "The deposit stays low."
  never deposit > 9
"""

FILES = {
    "en.law": EN_LAW,
    "en.txt": EN_TEXT,
    "de.law": DE_LAW,
    "de.txt": DE_TEXT,
    "glossary.toml": GLOSSARY,
    "readings.toml": 'few = "two"\n',
    "supplements.law": SUPPLEMENTS,
    "properties.law": PROPERTIES,
}

Spoil = Callable[[Path], None]


def sound(folder: Path) -> Path:
    """The sound law in ``folder``."""
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def content(name: str, text: str | bytes) -> Spoil:
    """The file has this content."""

    def spoil(folder: Path) -> None:
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        (folder / name).write_bytes(data)

    return spoil


def more(name: str, text: str) -> Spoil:
    """The file goes on with ``text``."""
    return content(name, FILES[name] + text)


def item(text: str) -> Spoil:
    """A further article of en.law with the entries ``text``, and its official text."""

    def spoil(folder: Path) -> None:
        indented = "".join(f"  {line}\n" for line in text.split("\n"))
        more("en.law", f"\nArt. 3 | More\n  | More is said.\n{indented}")(folder)
        more("en.txt", "Art. 3 More\nMore is said.\n")(folder)

    return spoil


def within(name: str, old: str, new: str) -> Spoil:
    """In the file, ``new`` stands instead of ``old``."""
    assert old in FILES[name]
    return content(name, FILES[name].replace(old, new))


def gone(name: str) -> Spoil:
    """The file is missing."""
    return lambda folder: (folder / name).unlink()


def a_folder(name: str) -> Spoil:
    """A folder stands where the file should."""

    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return spoil


def a_link(name: str, to: str) -> Spoil:
    """A symbolic link stands where the file should."""

    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(to)

    return spoil


def a_pipe(name: str) -> Spoil:
    """A pipe nobody writes into stands where the file should."""

    def spoil(folder: Path) -> None:
        (folder / name).unlink()
        os.mkfifo(folder / name)

    return spoil


def both(*spoils: Spoil) -> Spoil:
    """One after the other."""

    def spoil(folder: Path) -> None:
        for one in spoils:
            one(folder)

    return spoil


_LONG = "9" * 5_000
_MANY = 4_000

BAD: dict[str, Spoil] = {
    # ---- files
    "glossary gone": gone("glossary.toml"),
    "text gone": gone("en.txt"),
    "law is a folder": a_folder("de.law"),
    "text is a folder": a_folder("de.txt"),
    "glossary is a folder": a_folder("glossary.toml"),
    "supplements is a folder": a_folder("supplements.law"),
    "law is a pipe": a_pipe("en.law"),
    "law is endless": a_link("en.law", "/dev/zero"),
    "law is a loop of links": a_link("en.law", "en.law"),
    "law is binary": content("en.law", bytes(range(256)) * 40),
    "law is UTF-16": content("en.law", EN_LAW.encode("utf-16")),
    "text is UTF-16": content("en.txt", EN_TEXT.encode("utf-16")),
    "glossary is UTF-16": content("glossary.toml", GLOSSARY.encode("utf-16")),
    "law is empty": content("en.law", ""),
    "law is blank": content("en.law", "\n \n\t\n"),
    "text is empty": content("en.txt", ""),
    "glossary is empty": content("glossary.toml", ""),
    "supplements is empty": content("supplements.law", ""),
    "properties is empty": content("properties.law", ""),
    "law has NUL": within("en.law", "deposit", "depo\0sit"),
    "text has NUL": within("en.txt", "deposit", "depo\0sit"),
    "glossary has NUL": within("glossary.toml", "deposit", "depo\0sit"),
    "law has a lone surrogate": within("en.law", "deposit", "depo\ud800sit"),
    "law is 3 MB": more("en.law", "# " + "x" * 3_000_000 + "\n"),
    "text is 3 MB": more("en.txt", "word " * 600_000),
    "glossary is 3 MB": more("glossary.toml", "# " + "x" * 3_000_000 + "\n"),
    # ---- TOML
    "glossary is no TOML": content("glossary.toml", "[key\nkind = \n"),
    "readings is no TOML": content("readings.toml", "few = two = three"),
    "glossary entries are lists": content(
        "glossary.toml", "key = [1, [2]]\nkeeper = 3\nhook = true"
    ),
    "glossary kind is a list": within("glossary.toml", 'kind = "flow"', 'kind = ["flow"]'),
    "glossary kind is unknown": within("glossary.toml", 'kind = "flow"', 'kind = "flaw"'),
    "glossary term is a number": within("glossary.toml", '"Hüter"', "3"),
    "glossary term is nested": within("glossary.toml", '"Hüter"', '{ term = { term = "a" } }'),
    "glossary forms is a word": within("glossary.toml", '["keys"]', '"keys"'),
    "glossary forms are numbers": within("glossary.toml", '["keys"]', "[1, {}]"),
    "glossary has unknown fields": more("glossary.toml", '[more]\nkind = "set"\ncolour = 1\n'),
    "glossary renames an entry": more("glossary.toml", '[more]\nkind = "set"\nid = "key"\n'),
    "glossary gives terms": more("glossary.toml", '[more]\nkind = "set"\nterms = {}\n'),
    "glossary term has blanks": within("glossary.toml", '"Hüter"', '"der Hüter"'),
    "glossary term is a keyword": within("glossary.toml", '"Hüter"', '"menge"'),
    "glossary term has a line end": within("glossary.toml", '"Hüter"', '"Hü\\nter"'),
    "glossary term is empty": within("glossary.toml", '"Hüter"', '""'),
    "glossary term has braces": within("glossary.toml", '"Hüter"', '"{term} {0} {"'),
    "glossary term has markup": within("glossary.toml", '"Hüter"', '"[bold]Hüter[/nope]"'),
    "glossary id has markup": more("glossary.toml", '["[bold]x[/nope] {0}"]\nkind = "set"\n'),
    "glossary is deeply nested": content("glossary.toml", "a = " + "[" * 5_000 + "]" * 5_000),
    "glossary has dotted keys": content("glossary.toml", ".".join(["a"] * 5_000) + " = 1"),
    "glossary number is long": content("glossary.toml", f"a = {_LONG}"),
    "readings is a number": content("readings.toml", "few = 3"),
    "readings is a list": content("readings.toml", 'few = ["two"]'),
    "readings is a table": content("readings.toml", '[few]\nname = "two"'),
    "readings is a date": content("readings.toml", "few = 2020-01-01"),
    "readings of a language": content("readings.toml", "[en]\nfew = { a = 1 }"),
    "readings of no point": content("readings.toml", 'mnay = "two"'),
    "readings has markup": content("readings.toml", '"[bold]{x}[/nope]" = "[i]{y}[/nope]"'),
    # ---- sizes
    "set of 10**12": within("en.law", "set key: 3", "set key: 1000000000000"),
    "set of a very long number": within("en.law", "set key: 3", f"set key: {_LONG}"),
    "set from a very long number": within("en.law", "2 to 3", f"{_LONG} to 3"),
    "record of a huge range": within("en.law", "row 1..2", "row 1..1000000000000"),
    "record of far numbers": within("en.law", "row 1..2", f"row {_LONG}..{_LONG}"),
    "record with many fields": within("en.law", "column 1..3", "column 1..3, " * 30 + "row 1..9"),
    "state of a very long number": within("en.law", "1..9 initially 3", f"1..{_LONG}"),
    "initial value very long": within("en.law", "initially 3", f"initially {_LONG}"),
    "default very long": within("en.law", "initially 1", f"initially {_LONG}"),
    "state over too many places": item("state deposit(" + ", ".join(["key"] * 20) + "): 1..9"),
    "huge interval": item("forbidden: every n from 1..1000000000 satisfies n > 0"),
    "very long number in an expression": item(f"forbidden: deposit > {_LONG}"),
    "very long interval": item(f"forbidden: every n from 1..{_LONG} satisfies n > 0"),
    "repeat very often": within("en.law", "decide evening", f"repeat {_LONG} times:\n        turn"),
    "sum too large": item("forbidden: sum(1000000000 over key k) > 3"),
    "product too large": item("forbidden: " + " * ".join(["999999999"] * 40) + " > 3"),
    "too many variables": item(
        "forbidden: count(" + ", ".join(f"n{i}" for i in range(3_000)) + " from 1..9) > 3"
    ),
    # ---- depth and length
    "brackets nested thousands deep": item("forbidden: " + "(" * _MANY + "yes" + ")" * _MANY),
    "brackets opened thousands deep": item("forbidden: " + "(" * _MANY),
    "brackets closed thousands of times": item("forbidden: " + ")" * _MANY),
    "braces nested thousands deep": item("forbidden: " + "{" * _MANY + "1" + "}" * _MANY),
    "not not not": item("forbidden: " + "not " * _MANY + "yes"),
    "minus minus minus": item("forbidden: 1 > " + "- " * _MANY + "1"),
    "or or or": item("forbidden: " + " or ".join(["yes"] * _MANY)),
    "implies": item("forbidden: " + " implies ".join(["yes"] * _MANY)),
    "long sum": item("forbidden: 3 > " + " + ".join(["deposit"] * _MANY)),
    "long chain of fields": item("forbidden: deposit" + ".row" * _MANY + " = 1"),
    "if then if then": item("forbidden: " + "if yes then yes otherwise " * _MANY + "yes"),
    "every every every": item("forbidden: " + "every key k satisfies " * _MANY + "yes"),
    "set of set of": item("define kept: " + "set of " * _MANY + "key := key"),
    "blocks nested thousands deep": item(
        "flow day:\n" + "\n".join("  " * (n + 2) + "repeat:" for n in range(1_000))
    ),
    "units nested thousands deep": more(
        "en.law", "".join("  " * n + f"Art. {n + 9}\n" for n in range(1_000))
    ),
    "chain of definitions": both(
        item("\n".join(f"define d{n} := d{n + 1}" for n in range(3_000))),
        more("glossary.toml", "".join(f'[d{n}]\nkind="definition"\n' for n in range(3_001))),
    ),
    "chain of typed definitions": both(
        item(
            "\n".join(f"define d{n}: 1..9 := d{n + 1}" for n in range(999)) + "\ndefine d999 := 1"
        ),
        more("glossary.toml", "".join(f'[d{n}]\nkind="definition"\n' for n in range(1_000))),
    ),
    "flows that double": both(
        item(
            "\n".join(f"flow f{n}:\n    f{n + 1}\n    f{n + 1}" for n in range(60))
            + "\nflow f60:\n    day"
        ),
        more("glossary.toml", "".join(f'[f{n}]\nkind="flow"\n' for n in range(61))),
    ),
    f"{_MANY} wrong lines": item("\n".join(["set a b c"] * _MANY)),
    f"{_MANY} unknown names": item("\n".join(f"set nobody{n}: 3" for n in range(_MANY))),
    f"{_MANY} strange characters": item("§" * _MANY),
    "300000 strange characters": more("en.law", "§\n" * 300_000),
    "30000 open quotes": more("en.law", '"\n' * 30_000),
    "very long line": item("forbidden: " + "a" * 500_000),
    "very long text line": item("| " + "word " * 100_000),
    "one letter as text": both(
        content("en.txt", "a " * 200_000), within("en.law", "There are", "a " * 100_000)
    ),
    "text of abbreviations": both(item("| " + "art. A " * 60_000)),
    # ---- circles
    "circular definitions": both(
        item("define many2 := many3\ndefine many3 := many2"),
        more("glossary.toml", '[many2]\nkind="definition"\n[many3]\nkind="definition"\n'),
    ),
    "circular flows": item("flow turn(b: keeper):\n    day"),
    "circular sizes": within("en.law", "set key: 3", "set key: as many as key"),
    "circular decision": item("rule in decision evening when yes:\n    decide evening"),
    # ---- names
    "names with traversal": within("en.law", "law Keys", "law ../../../etc/passwd"),
    "names with code": within("en.law", "decide evening", "__import__('os').system('id')"),
    "supplement of no place": within("supplements.law", "Art. 2", "Art. 99999999999999999999"),
    "supplement of a very long place": within("supplements.law", "Art. 2", f"Art. {_LONG}"),
    "property of nothing": within("properties.law", "deposit", "deposits"),
    "law with markup": more("en.law", "[bold]{x}[/nope] :smile: \\[\n"),
    "text with markup": within("en.txt", "deposit", "[bold]{x}[/nope] :smile: \\["),
    "law with terminal codes": more("en.law", "\x1b[31m \x07 \x9b\n"),
}
"""What spoils the sound law, each with a name that says how."""

HEAVY = {
    "30000 open quotes",
    f"{_MANY} unknown names",
    "300000 strange characters",
    "chain of definitions",
    "every every every",
    "if then if then",
    "implies",
    "one letter as text",
    "repeated very often",
    "text of abbreviations",
    "very long text line",
}
"""What takes a second or more to read through."""

HARMLESS: dict[str, Spoil] = {
    "markup in texts": both(
        within("en.law", "deposit is one", "[bold]deposit[/nope] {is} :smile: \\[one\\"),
        within("en.txt", "deposit is one", "[bold]deposit[/nope] {is} :smile: \\[one\\"),
    ),
    "markup in reasons": both(
        within("en.law", "a few is two", "[bold]{0} {x} :smile: [/nope] \\"),
        within("supplements.law", "Nobody is", "[bold]{0} {x} :smile: [/nope]"),
        within("properties.law", "The deposit", "[bold]{0} {x} :smile: [/nope]"),
    ),
    "code in reasons": within("supplements.law", "Nobody is", "__import__('os').system('id')"),
    "names that are Python's": both(
        within("en.law", "turn(b", "lambda(b"),
        more("glossary.toml", '[lambda]\nkind = "flow"\n'),
    ),
    "variables that are Python's": within(
        "en.law",
        "roll d from",
        "let None := 1\n      let self := 2\n      let __class__ := 3\n      roll d from",
    ),
    "repeated very often": item(
        "flow turn(b: keeper):\n    repeat 1000000000 times:\n      deposit := deposit"
    ),
    "Windows line ends": both(*(content(n, t.replace("\n", "\r\n")) for n, t in FILES.items())),
    "byte order marks": both(*(content(n, "\ufeff" + t) for n, t in FILES.items())),
    "other line ends in texts": both(
        within("en.law", "deposit is one", "deposit\u2028is\x85one"),
        within("en.txt", "deposit is one", "deposit\u2028is\x85one"),
    ),
    "letters in two parts": within("de.law", "Hüter", "Hu\u0308ter"),
    f"{_MANY} lines": more("en.law", "\n# nothing\n" * _MANY),
}
"""What looks dangerous and is sound all the same."""
