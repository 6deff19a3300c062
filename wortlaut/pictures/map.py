"""A map of a board: the result that is most frequent around each place, and what changes."""

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from compiler.law import Law
from wortlaut.maps import Mapped
from wortlaut.pictures.style import INK, QUIET, colour, styled, wrapped
from wortlaut.render.map import MapLabels, caption, changes

_SIDE = 3.1
"""Inches of one map."""

_PALEST = 0.22
_EVEN = "#eeeeee"


def draw_map(laws: list[Law], found: Mapped, reader: str) -> Figure:
    """One map; with a second side three: before, after, and the difference."""
    labels = MapLabels(laws, found, reader)
    paired = len(found.task.setups) > 1
    number = 3 if paired else 1
    lines = caption(labels, found)
    if paired:
        lines.append(f"{changes(labels, found)} {_darker(labels, found)}")
    text = wrapped("\n".join(lines), 150 if paired else 66)
    below = 0.52 + 0.135 * (text.count("\n") + 1)
    above = 0.78
    wide, tall = number * (_SIDE + 0.42) + 0.35, _SIDE + below + above
    say = labels.say
    titles = (say["map_before"], say["map_after"], say["map_changes"]) if paired else ("",)
    with styled():
        figure = Figure(figsize=(wide, tall), layout=None)
        for at, title in enumerate(titles):
            left = (0.45 + at * (_SIDE + 0.42)) / wide
            axes = figure.add_axes((left, below / tall, _SIDE / wide, _SIDE / tall))
            if at < 2:
                _winners(axes, labels, found, at)
            else:
                _difference(axes, labels, found)
            _frame(axes, labels, found, first=at == 0)
            if title:
                axes.set_title(title, fontsize=9.5, pad=5, loc="left")
        _legend(figure, labels, found, (0.45 / wide, 1 - 0.08 / tall))
        figure.text(0.02, 0.08 / tall, text, fontsize=6.8, color=QUIET, va="bottom")
    return figure


def _winners(axes: Axes, labels: MapLabels, found: Mapped, side: int) -> None:
    for at, centre in enumerate(found.task.centres):
        results, winner = found.side(at, side), found.winner(at, side)
        share = max(results.values()) / found.task.games
        number = len(found.results)
        # From an even share to all games.
        strength = (share - 1 / max(number, 2)) / (1 - 1 / max(number, 2))
        shade: str | tuple[float, float, float] = _EVEN
        if winner is not None:
            shade = _mixed(colour(found.results.index(winner)), max(0.0, strength))
        _cell(axes, centre, shade, labels.sign(winner))


def _difference(axes: Axes, labels: MapLabels, found: Mapped) -> None:
    numbers = range(len(found.task.centres))
    most = max(map(found.changed, numbers)) or 1
    for at, centre in enumerate(found.task.centres):
        grey = 0.965 - 0.7 * found.changed(at) / most
        before, after = found.winner(at, 0), found.winner(at, 1)
        sign = "" if before == after else f"{labels.sign(before)}→{labels.sign(after)}"
        ink = "white" if grey < 0.5 else INK
        _cell(axes, centre, (grey, grey, grey), sign, ink)


def _darker(labels: MapLabels, found: Mapped) -> str:
    """What the shades of the difference mean."""
    most = max(map(found.changed, range(len(found.task.centres))))
    return labels.say["map_darker"].format(share=f"{100 * most / found.task.games:.0f} %")


def _mixed(paint: str, strength: float) -> tuple[float, float, float]:
    """From pale to the colour itself."""
    part = _PALEST + (1 - _PALEST) * strength
    red, green, blue = (1 - part * (1 - one) for one in to_rgb(paint))
    return red, green, blue


def _cell(
    axes: Axes,
    centre: tuple[int, int],
    shade: str | tuple[float, float, float],
    sign: str,
    ink: str | None = None,
) -> None:
    x, y = centre
    axes.add_patch(
        Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=shade, edgecolor="white", linewidth=0.8)
    )
    if ink is None:
        bright = sum(w * c for w, c in zip((0.299, 0.587, 0.114), to_rgb(shade), strict=True))
        ink = "white" if bright < 0.55 else INK
    axes.text(x, y, sign, ha="center", va="center_baseline", fontsize=6.5, color=ink)


def _frame(axes: Axes, labels: MapLabels, found: Mapped, *, first: bool) -> None:
    """Axes, and where those stand that are not scattered."""
    task, names = found.task, labels.names.names
    rules = task.setups[0].rules
    across, up = rules.records[task.cloud.record].fields
    axes.set_xlim(across.low - 0.5, across.high + 0.5)
    axes.set_ylim(up.low - 0.5, up.high + 0.5)
    axes.set_aspect("equal")
    axes.set_xticks(range(across.low, across.high + 1))
    axes.set_yticks(range(up.low, up.high + 1))
    axes.tick_params(length=0, labelsize=7, pad=2)
    axes.set_xlabel(names.term(across.id), fontsize=8, color=QUIET, labelpad=2)
    if first:
        axes.set_ylabel(names.term(up.id), fontsize=8, color=QUIET, labelpad=2)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for state, column in task.cloud.given.items():
        domain = rules.states[state].domain
        for member, value in enumerate(column):
            if not isinstance(value, tuple) or len(value) != 2:
                continue
            x, y = value
            axes.add_patch(
                Rectangle(
                    (x - 0.46, y - 0.46), 0.92, 0.92, fill=False, edgecolor=INK, linewidth=1.3
                )
            )
            label = names.short(domain[0], member) if domain else ""
            axes.annotate(
                label,
                (x - 0.42, y + 0.42),
                ha="left",
                va="top",
                fontsize=5,
                fontweight="bold",
                color=INK,
            )


def _legend(figure: Figure, labels: MapLabels, found: Mapped, corner: tuple[float, float]) -> None:
    handles = [
        Patch(color=colour(at), label=f"{labels.sign(result)}: {labels.result(result)}")
        for at, result in enumerate(found.results)
    ]
    most, pale = labels.say["map_most"], labels.say["map_share_least"]
    figure.legend(
        handles=handles,
        title=f"{most} ({pale})",
        loc="upper left",
        bbox_to_anchor=corner,
        ncols=max(1, len(handles)),
        frameon=False,
        fontsize=8,
        title_fontsize=7.5,
        alignment="left",
        borderpad=0,
        borderaxespad=0,
        handlelength=1.0,
        columnspacing=1.2,
    )
