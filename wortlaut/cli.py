"""The command ``wortlaut``: which subcommands there are, each loaded only when it is asked for."""

import gc
import importlib
import os
import sys
from io import TextIOWrapper
from typing import Any

import click

from wortlaut import __version__

COMMANDS = {
    "audit": "Check, verify and compare a law: everything at once.",
    "check": "Read every version of a law: mistakes, and the coverage of its sentences.",
    "compare": "Compare the language versions of a law, paragraph by paragraph.",
    "compile": "Write a law as a program of its own, or as data.",
    "completion": "Print what bash, zsh or fish needs to complete commands and names.",
    "diff": "Say what an amendment changes: meaning, verdicts, who wins.",
    "doctor": "Look at the installation: what is there, what is missing.",
    "experiment": "Play the same games under two laws or readings, and compare.",
    "explain": "Explain one place of a law: text, encoding, readings, who refers to it.",
    "export": "Give out texts (Akoma Ntoso), glossary (TBX) or paired sentences (TMX).",
    "fmt": "Lay out law files, without changing what they say.",
    "map": "Draw who wins from around each place of a law's board.",
    "mutate": "Change the rules one by one: which changes does nothing notice?",
    "new": "Make a law folder from official texts, every sentence in place.",
    "play": "Play a game by the law in the terminal.",
    "report": "Write all that is known of a law as one page, to read and to send.",
    "run": "Run one flow from given states: JSON Lines in, JSON Lines out.",
    "simulate": "Play many games: the shares of how they end, with intervals.",
    "sweep": "Play many games over a grid of laws, readings, sizes, policies: one table.",
    "test": "Play the worked cases of a law and compare with what they expect.",
    "verify": "Prove or refute what a law promises.",
}

_INTERRUPTED = 130
"""The exit status of what was interrupted before there was anything to tell, as shells have it."""


class LazyGroup(click.Group):
    """Knows its commands by name; imports one when it runs, so that starting stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"wortlaut.commands.{cmd_name}")
        command = module.command
        assert isinstance(command, click.Command)
        if ctx.resilient_parsing:  # the shell asks what could be typed
            from wortlaut.completion import completing

            completing(command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that goes away early, or Ctrl-C, is no finding."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Before click sees it, which would end with 1: the status of findings.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except KeyboardInterrupt:
            # Likewise: nothing was found, and nothing was not found.
            ctx.exit(_INTERRUPTED)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def cli() -> None:
    """Compile the rules of a law or a game, in each of its languages, and prove what they say.

    LAW is a law folder, or the name of a law that comes with the package.

    Exit status: 0 nothing found that is not accepted, 1 findings, 2 bad input,
    3 only unknowns remain.

    \b
    Examples:
      wortlaut check posg
      wortlaut verify posg --language fr
      wortlaut compare posg
      wortlaut play posg --players 3 --seed 7 --auto
    """


def main() -> None:
    """Run the command line."""
    # Trees and rule sets are many small objects that stay; looking through them for
    # garbage again and again costs a tenth of a short command.
    gc.set_threshold(100_000, 50, 50)
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that lacks a character is no reason to fall over.
        sys.stdout.reconfigure(errors="backslashreplace")
    cli()


if __name__ == "__main__":
    main()
