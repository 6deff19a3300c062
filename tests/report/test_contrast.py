"""The colours of the report: what is read stands out from what it stands on, light and dark."""

import re
from importlib import resources

import pytest

STYLE = resources.files("wortlaut.report").joinpath("template", "style.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", block))
    for block in re.findall(r":root \{([^}]*--paper[^}]*--c0[^}]*)\}", STYLE)
)

TEXTS = [
    *((text, ground) for text in ("ink", "quiet", "link") for ground in ("paper", "panel")),
    *((name, f"{name}-bg") for name in ("good", "bad", "open", "words")),
    *((name, "paper") for name in ("good", "bad", "open")),
]
"""Words on what is behind them: 4.5 to 1 (WCAG 2.2, 1.4.3)."""

PIECES = [f"c{number}" for number in range(6)]
"""Pieces on the board: white letters 4.5 to 1, the piece from the board 3 to 1 (1.4.11)."""


def contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    full = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(full[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_measure_itself() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_everything_can_be_read(colours: dict[str, str]) -> None:
    for text, ground in TEXTS:
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for piece in PIECES:
        assert contrast("#fff", colours[piece]) >= 4.5, piece
        assert contrast(colours[piece], colours["paper"]) >= 3, piece
