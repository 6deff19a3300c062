"""A second solver, cvc5, in a process of its own: ``python -m verify.second_solver``.

Reads one request a line on standard input, ``{"text": …, "seconds": …}``, and answers
each with a line, ``sat``, ``unsat`` or ``unknown``; the first line it writes is its
name. It ends with its input, and can be killed at any time.
"""

import ctypes
import json
import signal
import sys
from contextlib import suppress

import cvc5

_PARENT_DEATH_SIGNAL = 1
"""What prctl(2) calls PR_SET_PDEATHSIG."""


def answer(text: str, seconds: float) -> str:
    """What cvc5 answers to the question ``text`` (SMT-LIB), within ``seconds`` at most."""
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    symbols = parser.getSymbolManager()
    said = []
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, symbols)).split()
    return said[-1] if said and said[-1] in ("sat", "unsat") else "unknown"


def die_with_parent() -> None:
    """Be killed where whoever asks is; elsewhere than on Linux, the limit ends a question."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def main() -> None:
    """Answer until there is no more input."""
    die_with_parent()
    # Ctrl-C is for whoever asks; our input ends when they do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(f"cvc5 {cvc5.__version__}", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            said = answer(request["text"], request["seconds"])
        except RuntimeError as problem:
            print(f"cvc5: {problem}", file=sys.stderr)
            said = "unknown"
        print(said, flush=True)


if __name__ == "__main__":
    main()
