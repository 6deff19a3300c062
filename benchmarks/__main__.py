"""``python -m benchmarks``: the table; ``--sanity``: the smallest size of everything."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter, process_time

import click
from rich.console import Console
from rich.table import Table

from benchmarks import boards, counts, elections, engine, kernel, processes, proofs, simulate
from benchmarks.measure import Job, compete
from compiler.law import Law, load_sound


@dataclass(frozen=True, slots=True)
class Size:
    """How much is done: rounds of quick and of long jobs, boards and games a round, voters."""

    quick: int
    long: int
    boards: int
    games: int
    voters: int


FULL = Size(quick=15, long=2, boards=200, games=200, voters=24_000)
SANITY = Size(quick=0, long=0, boards=20, games=50, voters=240)
COMPARED = 200


@click.command()
@click.option("--sanity", is_flag=True, help="The smallest size: only whether results are right.")
def main(sanity: bool) -> None:
    """Measure how long things take, as ratios; see benchmarks/README.md."""
    size = SANITY if sanity else FULL
    law = load_sound("posg")
    agree(law)
    out = Console()
    table = Table("what", "times as long as", "median", "least", "most", "seconds", box=None)
    with kernel.in_c() as in_c:
        against_c = [] if in_c is None else compiled(law, in_c, size)
        against_elsim = counted(law, size)
        alone = [*engines(law, size), *against_c, *against_elsim]
        measured = [(one, perf_counter) for one in contests(law, size)]
        for (jobs, rounds), clock in [*measured, *((one, process_time) for one in alone)]:
            for ratio in compete(jobs, rounds, clock):
                table.add_row(
                    ratio.name,
                    ratio.unit,
                    *(f"{one:.2f}" for one in (ratio.median, ratio.least, ratio.most)),
                    f"{ratio.seconds:.3f}",
                )
            table.add_section()
    out.print(table)
    if in_c is None:
        click.echo("There is no gcc, so the kernel was not measured.")
    if not counts.THERE:
        click.echo("There is no elsim, so counts alone were not measured.")


def agree(law: Law) -> None:
    """The interpreter and the election by hand agree, in both versions."""
    for language in law.languages:
        for candidates in (2, 3, 4):
            differing = elections.disagreements(law, language, candidates, COMPARED)
            if differing:
                raise SystemExit(f"{language}, {candidates} candidates: {differing[0]} differs")
    click.echo(f"The interpreter agrees with the election by hand on {COMPARED} boards a size.")
    for players in (2, 3, 4):
        differing = simulate.disagreement(law, players, COMPARED, 10 * COMPARED)
        if differing is not None:
            raise SystemExit(differing)
    click.echo(f"Shares agree with games by hand in {COMPARED} games a size.")
    for players in (2, 3, 4):
        if unlike := engine.disagreements(law, players, COMPARED // 5):
            raise SystemExit(f"{players} players: game {unlike[0]} ends in different ways")
    click.echo("Engine, interpreter and the game by hand end alike, draw by draw.")


def contests(law: Law, size: Size) -> list[tuple[Mapping[str, Job], int]]:
    """What competes with what, and in how many rounds."""
    return [
        (processes.starting(), size.quick),
        *(
            (elections.jobs(law, candidates, size.boards, size.quick), size.quick)
            for candidates in (2, 3, 4)
        ),
        *((simulate.jobs(law, players, size.games), size.long) for players in (2, 4)),
        *((proofs.jobs(law, candidates), size.long) for candidates in (2, 4)),
        *((boards.jobs(law, candidates, size.voters), size.long) for candidates in (3, 4)),
        (processes.proving(everything=size is FULL), size.long),
    ]


def engines(law: Law, size: Size) -> list[tuple[Mapping[str, Job], int]]:
    """Engine, interpreter and games by hand."""
    games, rounds = size.games, size.quick
    return [(engine.jobs(law, players, games, rounds), rounds) for players in (2, 3, 4)]


def compiled(law: Law, in_c: kernel.InC, size: Size) -> list[tuple[Mapping[str, Job], int]]:
    """The kernel against C, which are made to agree first."""
    for players in (2, 3, 4):
        if unlike := kernel.disagreements(law, in_c, players, 50 * COMPARED):
            raise SystemExit(f"{players} players: game {unlike[0]} ends otherwise in C")
    click.echo(f"Kernel and C end alike in {50 * COMPARED} games a size, draw by draw.")
    games = 100 * size.games
    return [(kernel.jobs(law, in_c, players, games), size.quick) for players in (2, 3, 4)]


def counted(law: Law, size: Size) -> list[tuple[Mapping[str, Job], int]]:
    """Counts alone by the kernel, which is right, and by elsim, where that is installed."""
    for candidates in (2, 3, 4):
        if unlike := counts.disagreements(law, candidates, COMPARED):
            raise SystemExit(f"{candidates} candidates: kernel differs on board {unlike[0]}")
    click.echo(f"Kernel and interpreter elect the same on {COMPARED} boards a size.")
    if not counts.THERE:
        return []
    number = 20 * size.boards
    return [(counts.jobs(law, candidates, number), size.quick) for candidates in (2, 3, 4)]


if __name__ == "__main__":
    main()
