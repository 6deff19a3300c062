"""Shares across a grid: a dot with its interval for each value of the outcome, row by row."""

from itertools import pairwise

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from wortlaut.pictures.style import INK, LINE, QUIET, colour, mark, styled, wrapped
from wortlaut.render.words import words
from wortlaut.sweeps.grid import Grid
from wortlaut.sweeps.labels import Share, row_label, shown_shares
from wortlaut.sweeps.rows import Ask
from wortlaut.sweeps.sweep import Swept

_WIDTH = 7.2
_APART = 0.17
"""Inches from one dot of a row to the next."""


_LEGEND_LINE = 0.18
"""Inches from one line of the legend to the next."""
_LETTER, _HANDLE = 0.066, 0.5
"""Inches that a letter of the legend takes, and what stands beside it."""


def legend_columns(labels: list[str]) -> int:
    """In how many columns the legend fits the picture: as many as there is room for."""
    for columns in range(min(len(labels), 5), 1, -1):
        # Matplotlib fills column after column; the first ones are longer by one.
        least, longer = divmod(len(labels), columns)
        ends = [least * at + min(at, longer) for at in range(columns + 1)]
        widest = [max(map(len, labels[a:b])) for a, b in pairwise(ends)]
        if sum(_HANDLE + _LETTER * one for one in widest) <= _WIDTH:
            return columns
    return 1


def draw_shares(made: Grid, ask: Ask, swept: list[Swept]) -> Figure:
    """The picture. Rows that could not be made are left out."""
    say = words(ask.messages)
    rows: list[tuple[str, list[Share]]] = [
        (row_label(made, point, say), shown_shares(one, ask.messages))
        for point, one in zip(made.points(), swept, strict=True)
        if one.found is not None
    ]
    called: dict[str, dict[str, None]] = {}
    for share in (share for _, shares in rows for share in shares):
        called.setdefault(share.key, {})[share.label] = None
    # Versions have words of their own for one thing.
    keys = {key: " / ".join(labels) for key, labels in called.items()}
    columns = legend_columns(list(keys.values()))
    numbers = {key: at for at, key in enumerate(keys)}
    caption = wrapped(_caption(ask, swept), 100)
    below = 0.75 + 0.16 * caption.count("\n")
    heights = [_APART * (len(shares) + 1.2) for _, shares in rows]
    above = 0.5 + _LEGEND_LINE * (max(len(keys) - 1, 0) // columns)
    height = sum(heights) + above + below
    with styled():
        figure = Figure(figsize=(_WIDTH, height), layout=None)
        longest = max((len(line) for label, _ in rows for line in _label(label)), default=0)
        left = min(0.48, (0.35 + 0.068 * longest) / _WIDTH)
        bottom, top = below / height, above / height
        axes = figure.add_axes((left, bottom, 0.97 - left, 1 - bottom - top))
        at, ticks = 0.0, []
        for number, ((_, shares), tall) in enumerate(zip(rows, heights, strict=True)):
            if number % 2 == 0:
                axes.axhspan(at, at + tall, color="#f4f4f4", zorder=0, linewidth=0)
            ticks.append(at + tall / 2)
            for place, share in enumerate(shares):
                one, y = share.entry, at + _APART * (place + 1.1)
                paint = colour(numbers[share.key])
                axes.plot([one["low"], one["high"]], [y, y], color=paint, linewidth=1.6, zorder=2)
                axes.plot(
                    [one["share"]],
                    [y],
                    marker=mark(numbers[share.key]),
                    markersize=5,
                    color=paint,
                    markeredgecolor="white",
                    markeredgewidth=0.5,
                    zorder=3,
                )
            at += tall
        axes.set_ylim(at, 0)
        axes.set_yticks(ticks, ["\n".join(_label(label)) for label, _ in rows])
        most = max((share.entry["high"] for _, shares in rows for share in shares), default=1.0)
        axes.set_xlim(0, min(1.02, most * 1.06) if most < 0.9 else 1.02)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
        axes.grid(axis="x", color=LINE, linewidth=0.6, zorder=1)
        axes.tick_params(axis="y", length=0)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.set_xlabel(say["picture_share"], fontsize=8, color=QUIET)
        handles = [
            Line2D([], [], marker=mark(n), color=colour(n), label=keys[key], markersize=5)
            for key, n in numbers.items()
        ]
        figure.legend(
            handles=handles,
            loc="upper left",
            bbox_to_anchor=(0.01, 1 - 0.08 / height),
            ncols=columns,
            frameon=False,
            fontsize=8,
            handlelength=1.6,
            columnspacing=1.4,
        )
        figure.text(0.02, 0.09 / height, caption, fontsize=7, color=QUIET, va="bottom")
        axes.set_axisbelow(True)
        for tick in axes.get_yticklabels():
            tick.set_color(INK)
    return figure


_LINE = 46


def _label(text: str) -> list[str]:
    return wrapped(text.replace("_", " "), _LINE).split("\n")


def _caption(ask: Ask, swept: list[Swept]) -> str:
    """What is needed to know what is seen: law, games, seed, policy, hash."""
    say = words(ask.messages)
    found = [one.found for one in swept if one.found is not None]
    policies = dict.fromkeys("; ".join(one["policy"]) for one in found)
    hashes = dict.fromkeys(f"{one['law']} {one['law_hash'][:12]}" for one in found)
    return "\n".join(
        (
            " · ".join(
                (
                    say["caption_games"].format(
                        games=f"{ask.games:,}", seed=ask.seed, policy=" / ".join(policies)
                    ),
                    say["caption_interval"],
                )
            ),
            say["caption_hash"].format(hash=" · ".join(hashes)),
        )
    )
