"""What ``simulate`` and ``experiment`` share: options, policies, progress, interruptions."""

import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from compiler.aims import aim
from compiler.law import Law, Refused
from runtime.simulation.checkpoint import BadCheckpoint
from runtime.simulation.cluster import ClusterProblem
from runtime.simulation.games import Setup
from runtime.simulation.policies import NAMED, Policy
from runtime.simulation.running import WorkersLost
from wortlaut.executors import EXECUTORS, NUMBA, NoKernel, played_by
from wortlaut.options import amendments, fail, refuse, said
from wortlaut.render.words import words
from wortlaut.simulation import Progress, Series
from wortlaut.workers import processors

Command = TypeVar("Command", bound=Callable[..., Any])

_SEAT = re.compile(r"([0-9]{1,9})=(.*)", re.DOTALL)

_INTERRUPTED = 130


def series_options(command: Command) -> Command:
    """``--games``, ``--policy``, ``--workers``, ``--cluster`` and ``--resume``."""
    for option in (
        click.option(
            "--resume",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Keep what was played in FILE, and go on from what is there.",
        ),
        click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Play on the workers of the Dask scheduler at ADDRESS.",
        ),
        click.option(
            "--workers",
            type=click.IntRange(1, 1024),
            default=processors,
            show_default="all processors",
            metavar="W",
            help="How many processes play.",
        ),
        click.option(
            "--policy",
            "policies",
            multiple=True,
            metavar="[SEAT=]POLICY",
            help="How players choose: random (default), decline, first, or an aim; "
            "for everybody, or for the player with this number, from 0 (repeatable).",
        ),
        click.option(
            "--games",
            type=click.IntRange(1, 1_000_000_000),
            default=1000,
            show_default=True,
            metavar="G",
            help="How many games.",
        ),
    ):
        command = option(command)
    return command


executor_option = click.option(
    "--executor",
    type=click.Choice(EXECUTORS),
    default="auto",
    show_default=True,
    help="What plays: the games are the same. auto takes what is done first.",
)


def executed(
    setup: Setup, executor: str, games: int, workers: int, *, anywhere: bool = False
) -> Setup:
    """The setup, played by what ``--executor`` asks for; ``anywhere``: from given starts."""
    try:
        return played_by(setup, executor, games, workers, _hint, anywhere=anywhere)
    except NoKernel as none:
        reason = str(none)
        known = said("fail_no_numba") if reason == NUMBA else said("fail_kernel", reason=reason)
        raise fail(known) from None


def _hint() -> None:
    click.echo(said("executor_hint"), err=True)


def chosen_policies(law: Law, setup: Setup, given: tuple[str, ...], messages: str) -> Setup:
    """The setup with the policies that ``--policy`` asks for."""
    found: list[Policy] = []
    for one in given:
        match = _SEAT.fullmatch(one)
        seat, how = (int(match[1]), match[2]) if match else (None, one)
        if seat is not None and seat >= (setup.players or 0):
            raise fail(said("fail_seat", seat=seat, players=setup.players or 0))
        if any(known.seat == seat for known in found):
            raise fail(said("fail_policy_twice", given=one))
        if how in NAMED:
            found.append(Policy(how, seat))
            continue
        if ":" not in how:
            raise fail(said("fail_policy", given=how, known=", ".join(NAMED)))
        try:
            found.append(Policy(aim(law, setup.rules, how), seat))
        except Refused as refused:
            raise refuse(refused, messages) from None
    return replace(setup, policies=tuple(found))


def command_line() -> str:
    """The command that does the same again: as it was given, and with number and seed.

    What it leaves to the law is fixed by the law's hash.
    """
    context = click.get_current_context()
    parts = ["wortlaut", context.info_name or ""]
    for option in context.command.params:
        name = option.name or ""
        value = amendments() if name == "amend" else context.params.get(name)
        usual = context.get_parameter_source(name) is ParameterSource.DEFAULT
        if name in _DIFFERENT_WAYS or value is None or (usual and name not in _ALWAYS):
            continue
        if isinstance(option, click.Argument):
            parts.append(str(value))
        elif value is True:
            parts.append(option.opts[0])
        else:
            for one in value if isinstance(value, tuple) else (value,):
                parts += [option.opts[0], str(one)]
    return shlex.join(parts)


_DIFFERENT_WAYS = ("executor", "workers", "cluster", "resume", "output", "messages")
"""Options that change nothing in the result."""

_ALWAYS = ("games", "seed")


@contextmanager
def going_on(series: Series, messages: str) -> Iterator[Progress]:
    """Within this games are played; what ends that early is told, with how to go on."""
    from wortlaut.render.progress import Countdown

    say = words(messages)
    try:
        with Countdown(series.games, say["countdown"], say) as countdown:
            yield countdown.at
    except BadCheckpoint as bad:
        raise fail(f"{series.checkpoint}: {bad}.") from None
    except OSError as error:
        raise fail(said("fail_unwritable", reason=error)) from None
    except WorkersLost as lost:
        click.echo(f"{lost}.", err=True)
        _how_to_go_on(series)
        raise click.exceptions.Exit(_INTERRUPTED) from None
    except ClusterProblem as problem:
        _how_to_go_on(series)
        raise fail(said("cluster_lost", reason=problem)) from None
    except KeyboardInterrupt:
        _how_to_go_on(series)
        raise


def _how_to_go_on(series: Series) -> None:
    if series.checkpoint is not None:
        click.echo(said("go_on_with", file=series.checkpoint), err=True)
