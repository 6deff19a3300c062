"""How pictures look, and how they are saved: the same bytes for the same figures."""

from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F6A00", "#444444")
"""M. Okabe, K. Ito, Color Universal Design (2008); told apart by most of the colour-blind."""

MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
"""Shapes that go with the colours, for print without them."""

INK, QUIET, LINE = "#1a1a1a", "#5a5a5a", "#d9d9d9"

_SETTINGS: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "text.color": INK,
    # A caption with a "$" is no formula.
    "text.parse_math": False,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "svg.fonttype": "none",
    "svg.hashsalt": "wortlaut",
}


def styled() -> Any:
    """Within this pictures are drawn and saved."""
    context: Any = matplotlib.rc_context
    return context(_SETTINGS)


def save(figure: Figure, path: Path) -> None:
    """Write ``path`` with the endings ``.svg`` and ``.png``. Raises ``OSError``."""
    with styled():
        figure.savefig(path.with_name(f"{path.name}.svg"), metadata={"Date": None, "Creator": None})
        figure.savefig(path.with_name(f"{path.name}.png"), dpi=160, metadata={"Software": None})


def colour(at: int) -> str:
    """The colour of the value with this number."""
    return COLOURS[at % len(COLOURS)]


def mark(at: int) -> str:
    """The shape of the value with this number."""
    return MARKS[at % len(MARKS)]


def wrapped(text: str, width: int) -> str:
    """``text`` in lines of at most ``width`` characters."""
    from textwrap import fill

    return "\n".join(fill(line, width) for line in text.splitlines())
