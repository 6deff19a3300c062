"""Worked cases: the files of ``cases/``, elaborated for one language version.

Receives the folder's files; hands on cases in concept ids. A file in German or
French speaks of its own version, one in English of every version. After this
pass each name is known, each list has as many values as there are places, and
each value is one of its type.
"""

from compiler.cases.files import CaseFile, case_files, elaborate_cases, load_with_cases

__all__ = ["CaseFile", "case_files", "elaborate_cases", "load_with_cases"]
