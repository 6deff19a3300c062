"""The files of cases of a law, and the cases in them for each version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler import tree as t
from compiler.cases.case import CaseElaborator
from compiler.diagnostics import Diagnostic, Diagnostics
from compiler.elaborate.vocabulary import Abandoned
from compiler.folder import read_cases
from compiler.law import Law, load
from compiler.parse import parse
from runtime.ruleset.cases import WorkedCase

ENGLISH = "en"


@dataclass(frozen=True)
class CaseFile:
    """A file of cases, parsed; ``language`` is that of its words."""

    path: str
    language: str
    text: tuple[str, ...]
    tree: t.CasesFile

    def speaks_of(self, version: str) -> bool:
        """Whether its cases are told of this version."""
        return self.language in (version, ENGLISH)


def case_files(law: Law, diagnostics: Diagnostics) -> tuple[CaseFile, ...]:
    """The law's files of cases, by name; mistakes are reported."""
    found = []
    for path, code, text in read_cases(law.folder, diagnostics):
        if code != ENGLISH and code not in law.languages:
            known = ", ".join(law.languages)
            diagnostics.add("cases_without_version", path, None, language=code, known=known)
            continue
        tree = parse(text, "cases", code, path, diagnostics)
        if isinstance(tree, t.CasesFile):
            found.append(CaseFile(path, code, tuple(text.splitlines()), tree))
    return tuple(found)


def elaborate_cases(
    law: Law,
    language: str,
    files: tuple[CaseFile, ...],
    diagnostics: Diagnostics,
    readings: Mapping[str, str] | None = None,
) -> tuple[WorkedCase, ...]:
    """The cases that speak of the version ``language``, which must be sound.

    ``readings`` are those in use where they are not the usual ones. A case in
    English under a reading that only other versions list is left out, and so is a case
    about what amendments have taken out of the law, which is noted.
    """
    found = []
    own = Diagnostics() if law.amendments else diagnostics
    for file in files:
        if not file.speaks_of(language):
            continue
        titles: set[str] = set()
        for tree in file.tree.cases:
            if tree.title in titles:
                own.add("said_twice", file.path, tree.span, name=tree.title)
            titles.add(tree.title)
            elaborator = CaseElaborator(
                law, language, tree, file.path, file.language, file.text, own
            )
            try:
                case = elaborator.elaborate(readings or {})
            except Abandoned:
                continue
            if case is not None:
                found.append(case)
    if own is not diagnostics:
        diagnostics.note(own)
    return tuple(found)


def load_with_cases(
    law: str, amendments: Sequence[str] = ()
) -> tuple[Law | None, tuple[Diagnostic, ...]]:
    """As :func:`compiler.law.load`; where the law has no errors, those of its cases are added."""
    found, mistakes = load(law, amendments)
    if found is None or any(one.severity == "error" for one in mistakes):
        return found, mistakes
    diagnostics = Diagnostics()
    files = case_files(found, diagnostics)
    for language in found.languages:
        elaborate_cases(found, language, files, diagnostics)
    return found, (*mistakes, *diagnostics.sorted())
