"""Concepts and sizes of sets in the words of a version of the law."""

from collections.abc import Iterable, Mapping

from compiler.law import Law


def spoken(law: Law, reader: str) -> str:
    """The version whose words are used for a reader of ``reader``: that one, or the first."""
    return reader if reader in law.languages else law.languages[0]


def term(law: Law, concept: str, language: str) -> str:
    """The term for a concept in a version; its id where there is none."""
    found = law.glossary.concepts.get(concept)
    return concept if found is None else found.term(language)


def say_sizes(law: Law, sizes: Mapping[str, int], language: str) -> str:
    """How large each set is, in the words of a version."""
    return ", ".join(f"{term(law, name, language)} {size}" for name, size in sizes.items())


def say_all_sizes(law: Law, every: Iterable[Mapping[str, int]], language: str) -> str:
    """These sizes and no others, runs of them as ranges, in the words of a version.

    What is no product of ranges is said as several, with a semicolon between them.
    """
    by_sets: dict[tuple[str, ...], dict[tuple[int, ...], None]] = {}
    for sizes in every:
        by_sets.setdefault(tuple(sizes), {})[tuple(sizes.values())] = None
    return "; ".join(
        ", ".join(
            f"{term(law, name, language)} {_ranges(numbers)}"
            for name, numbers in zip(names, box, strict=True)
        )
        for names, found in by_sets.items()
        for box in boxes(list(found))
    )


Box = tuple[tuple[int, ...], ...]


def boxes(points: list[tuple[int, ...]]) -> list[Box]:
    """Products of sets of numbers that hold each of the points once, and nothing else."""
    found: list[Box] = [tuple((number,) for number in point) for point in sorted(points)]
    for axis in reversed(range(len(points[0]) if points else 0)):
        together: dict[Box, list[int]] = {}
        for box in found:
            together.setdefault(box[:axis] + box[axis + 1 :], []).extend(box[axis])
        found = [
            (*rest[:axis], tuple(sorted(numbers)), *rest[axis:])
            for rest, numbers in together.items()
        ]
    return found


def _ranges(numbers: Iterable[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
