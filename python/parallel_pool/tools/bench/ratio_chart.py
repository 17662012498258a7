# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws how many times as fast the pool is as its peers: bars on one logarithmic axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Okabe and Ito's colours, which colour-blind readers can distinguish on white and on black.
COLOURS = ("#E69F00", "#0072B2", "#009E73", "#CC79A7")


@dataclass(frozen=True)
class Bar:
    """A peer in a case: its name, its colour, and the ratio."""

    peer: str
    colour: str
    ratio: float


Groups = Sequence[tuple[str, Sequence[Bar]]]


def times(ratio: float) -> str:
    """The ratio as the chart shows it."""
    return f"{ratio:.0f}x" if ratio >= 20 else f"{ratio:.1f}x" if ratio >= 2 else f"{ratio:.2f}x"


def style(ink: str) -> dict[Any, Any]:
    """Matplotlib's settings: text that stays text, the same file for the same numbers."""
    return {
        "svg.fonttype": "none",
        "svg.hashsalt": "parallel_pool",
        "font.size": 10,
        "text.color": ink,
        "axes.edgecolor": ink,
        "axes.labelcolor": ink,
        "xtick.color": ink,
        "ytick.color": ink,
    }


def draw(
    path: Path, title: str, groups: Groups, ink: str = "#222222", grid: str = "#dddddd"
) -> None:
    """Writes the chart, as SVG or PNG by the name of the file.

    An SVG has no background and text that stays text; the same numbers give the same file.

    Args:
        path: the file.
        title: above the chart.
        groups: the cases from top to bottom, each with its bars.
        ink: the colour of text.
        grid: the colour of the lines behind the bars.
    """
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context(style(ink)):
        bars = sum(len(bars) for _, bars in groups)
        figure = Figure(figsize=(8.2, 0.8 + 0.23 * bars + 0.13 * len(groups)), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        axes.patch.set_visible(False)
        place, ticks = 0.0, []
        for _, shown in groups:
            ticks.append(place + (len(shown) - 1) / 2)
            for bar in shown:
                axes.barh(place, bar.ratio - 1, 0.82, left=1, color=bar.colour)
                text = f"{times(bar.ratio)}  {bar.peer}"
                axes.text(max(1, bar.ratio) * 1.06, place, text, va="center")
                place += 1
            place += 0.55
        axes.set_yticks(ticks, [case for case, _ in groups])
        axes.set_ylim(place - 0.9, -0.65)
        axes.set_xscale("log")
        largest = max(bar.ratio for _, shown in groups for bar in shown)
        axes.set_xlim(1, 80 * largest)  # room for the names
        axes.set_xticks([10**i for i in range(5) if 10**i <= largest])
        axes.xaxis.set_major_formatter("{x:g}x")
        axes.minorticks_off()
        axes.tick_params(length=0)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.spines["left"].set_color(ink)
        axes.grid(axis="x", color=grid, linewidth=0.6)
        axes.set_axisbelow(True)
        figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
        if path.suffix == ".svg":
            figure.savefig(path, metadata={"Date": None}, transparent=True)
        else:
            figure.savefig(path, dpi=150)
