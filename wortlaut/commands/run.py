"""``wortlaut run``: one flow from given states, JSON Lines in and out."""

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

import click

from runtime.batch import Batch, error
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    chosen_flow,
    chosen_language,
    chosen_rules,
    chosen_settings,
    fail,
    language_option,
    law_argument,
    messages_option,
    open_law,
    rule_options,
    said,
    setting_option,
)

_LONGEST_LINE = 1_000_000
"""Bytes; a state rarely takes a thousand."""


@click.command("run")
@law_argument
@amend_option
@click.option("--flow", required=True, metavar="FLOW", help="The flow to run: its id or its term.")
@click.option(
    "--states",
    required=True,
    metavar="FILE",
    help="The states, one JSON object a line; - for standard input.",
)
@click.option("--no-trace", is_flag=True, help="Leave the steps out.")
@click.option("--final-state", is_flag=True, help="Add the state at the end.")
@click.option(
    "--seed",
    type=int,
    help="Draw dice, lots and choices from this seed instead of stopping there.",
)
@language_option
@rule_options
@setting_option
@click.option(
    "--format", "output", type=click.Choice(["json"]), default="json", help="Always JSON Lines."
)
@messages_option
def command(
    law: str,
    flow: str,
    states: str,
    no_trace: bool,
    final_state: bool,
    seed: int | None,
    language: str | None,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    settings: tuple[str, ...],
    output: str,
    messages: str,
) -> None:
    """Run one flow of LAW from each state of a file.

    A state names state variables by their ids, with one entry for each element
    of a set; what is left out is as at the start. The answer to each line is one
    line: "end" is the outcome, "done", "pending" (a choice or dice would be
    needed), "gap", "conflict", "stuck", "range" or "loop"; "at" cites where.
    Empty lines are passed over.

    Exit status: 0 every line was answered, 2 some line was no state (its answer has "error").

    \b
    Examples:
      wortlaut run LAW --flow FLOW --states states.jsonl --no-trace
      wortlaut run LAW --flow FLOW --states - --seed 1 --final-state < states.jsonl
    """
    found = open_law(law, messages)
    version = chosen_language(found, language)
    rules = chosen_rules(found, version, readings, no_supplements, supplements, messages)
    batch = Batch(
        rules,
        chosen_flow(found, rules, flow),
        chosen_settings(found, rules, settings),
        seed=seed,
        with_trace=not no_trace,
        with_state=final_state,
    )
    answered = bad = 0
    out = sys.stdout.buffer
    with _opened(states) as stream:
        for number, line in _lines(stream, states):
            answer = _answer(batch, line, number)
            answered += 1
            bad += "error" in answer
            out.write(json_line(answer).encode() + b"\n")
            # Whoever waits for one answer before writing the next state must get it.
            out.flush()
    if bad:
        raise fail(said("fail_lines", bad=bad, all=answered))


def _answer(batch: Batch, line: bytes, number: int) -> dict[str, Any]:
    if len(line) > _LONGEST_LINE:
        return error(f"the line is longer than {_LONGEST_LINE} bytes", number)
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return error("the line is not UTF-8 text", number)
    return batch.answer(text, number)


def _lines(stream: BinaryIO, path: str) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, numbered from 1; of one that is too long, its beginning."""
    for number in count(1):
        line = stream.readline(_LONGEST_LINE + 2)
        if not line:
            return
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(_LONGEST_LINE)
        if number == 1:
            line = line.removeprefix(BOM_UTF8)
            if b"\0" in line:
                raise fail(said("fail_states_text", file=path))
        if line := line.strip():
            yield number, line


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as problem:  # ValueError: no possible name of a file
        reason = getattr(problem, "strerror", None) or str(problem)
        raise fail(f"--states {path}: {reason}.") from None
    with stream:
        yield stream
