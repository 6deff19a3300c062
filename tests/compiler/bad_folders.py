"""Broken law folders, each written as one file: ``bad/<code>.txt``.

The file begins with a head, one ``key: value`` to a line:

* ``at``: the file in which the mistake is to be reported, and the line if it has one
  (``en.law:4``); ``.`` for the folder as a whole.
* ``also CODE``: why a further code is reported; none may be without it.
* ``command``: the command and its options; without it, ``check``.
* ``status``: the exit status; without it, 2. It is 0 where only a note is given.
* ``open``: what to give as the law; without it, the folder.
* ``without``, ``folders``, ``locked``: files to leave out, to make a folder of, to lock.
* ``lengthen``: a file and how many characters to add to it, in comments.
* ``folder: none``: the folder is not even there.

Then come the files, each after ``--- name`` (``--- name, codec`` where it is not UTF-8).
A glossary that is not given is empty; ``en.txt`` is taken from the quotes of ``en.law``.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from compiler.languages import known_languages

HERE = Path(__file__).parent / "bad"
_SECTION = re.compile(r"^--- ([\w./]+)(?:, ([\w-]+))?\n", re.MULTILINE)


@dataclass(frozen=True)
class BadFolder:
    """One broken folder: its code, the head of its file, and its files as bytes."""

    code: str
    head: dict[str, str]
    files: dict[str, bytes]

    @property
    def command(self) -> list[str]:
        """The command line without the name of the program."""
        usual = (
            "check --cases" if any(name.startswith("cases/") for name in self.files) else "check"
        )
        name, *options = self.head.get("command", usual).split()
        opened = self.head.get("open")
        return [name, f"{self.code}/{opened}" if opened else self.code, *options]

    @property
    def place(self) -> tuple[str, int | None]:
        """The file that is to be named, as it is named, and the line."""
        file, _, line = self.head["at"].partition(":")
        path = self.code if file == "." else f"{self.code}/{file}"
        return path, int(line) if line else None

    @property
    def status(self) -> int:
        """The exit status of the command."""
        return int(self.head.get("status", 2))

    @property
    def also(self) -> set[str]:
        """The further codes that are justified."""
        return {key.removeprefix("also ") for key in self.head if key.startswith("also ")}

    def write(self, parent: Path) -> None:
        """Make the folder in ``parent``; it is named after the code."""
        if self.head.get("folder") == "none":
            return
        folder = parent / self.code
        folder.mkdir()
        for name, content in self.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        for name in self.head.get("folders", "").split():
            (folder / name).mkdir()


def read(path: Path) -> BadFolder:
    """The broken folder that ``path`` describes."""
    head_text, *sections = _SECTION.split(path.read_text("utf-8"))
    head = dict(line.split(": ", 1) for line in head_text.splitlines())
    texts = {"glossary.toml": ""}
    codecs = {}
    for name, codec, body in zip(sections[::3], sections[1::3], sections[2::3], strict=True):
        texts[name] = body
        codecs[name] = codec or "utf-8"
        if name.endswith(".law") and name[:-4] in known_languages():
            texts.setdefault(f"{name[:-4]}.txt", quotes(body))
    if "lengthen" in head:
        name, characters = head["lengthen"].split()
        texts[name] += "#" * 79 + "\n" + ("#" * 79 + "\n") * (int(characters) // 80)
    for name in head.get("without", "").split():
        del texts[name]
    files = {name: text.encode(codecs.get(name, "utf-8")) for name, text in texts.items()}
    return BadFolder(path.stem, head, files)


def quotes(law: str) -> str:
    """The official text that a law file quotes."""
    lines = re.findall(r"^ *(Art\. \d+)?[^|\n]*(?:\|(.*))?$", law, re.MULTILINE)
    return "\n".join(f"{label} {quoted}".strip() for label, quoted in lines if label or quoted)


FOLDERS = {path.stem: read(path) for path in sorted(HERE.glob("*.txt"))}
