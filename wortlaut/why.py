"""Why something was not decided, where the run is to blame and not the question."""

INTERRUPTED = "interrupted"
OUT_OF_TIME = "the time for the whole run was used up"
LOST = "a worker was lost"

_WORDS = {INTERRUPTED: "why_interrupted", OUT_OF_TIME: "why_out_of_time", LOST: "why_worker_lost"}


def by_the_run(reason: str) -> bool:
    """Whether the run is to blame, and not the question."""
    return reason in _WORDS


def say_why(reason: str, say: dict[str, str]) -> str:
    """A reason of those above in the words ``say``; any other as it is."""
    return say[_WORDS[reason]] if reason in _WORDS else reason
