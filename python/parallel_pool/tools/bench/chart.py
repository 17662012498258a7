# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws how many times as fast the pool is as its peers: bars on one logarithmic axis."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parallel_pool.errors import PoolError
from parallel_pool.tools.bench.measure import CaseResult

_MANY = 40  # Above this number, bars are thinner.
# Okabe and Ito's colours, which colour-blind readers can distinguish on white and on black.
COLOURS = ("#E69F00", "#0072B2", "#009E73", "#CC79A7")


class MissingExtraError(PoolError, ImportError):
    """An optional package is not installed; the message names the extra that installs it."""


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def require_matplotlib() -> None:
    """Checks before the measurement that a chart can be drawn.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    if not can_draw():
        raise MissingExtraError(
            "the chart needs matplotlib: pip install 'parallel_pool[bench]', or pass --no-png"
        )


@dataclass(frozen=True)
class Bar:
    """A peer in a case: its name, its colour, and the ratio."""

    peer: str
    colour: str
    ratio: float


TITLE = "Steps per CPU-second, relative to other libraries"
_SHOWN = {"Gymnasium vectorised": "vector class"}  # of Gymnasium, or of ale-py
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


def bars_of(results: Sequence[CaseResult]) -> Groups:
    """The ratios of all contenders, by CPU time where it was measured."""
    names = dict.fromkeys(one.contender for result in results for one in result.present[1:])
    colours = dict(zip(names, COLOURS * len(names), strict=False))
    groups = [
        (
            f"{result.case.num_envs} {result.case.id}",
            [
                Bar(
                    _SHOWN.get(one.contender, one.contender),
                    colours[one.contender],
                    (result.cpu_ratio(one) or result.ratio(one)).median,
                )
                for one in result.present[1:]
            ],
        )
        for result in results
    ]
    return [group for group in groups if group[1]]


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
        thick = 0.23 if bars <= _MANY else 0.16  # inches
        height = 0.8 + thick * (bars + 0.55 * len(groups))
        figure = Figure(figsize=(8.2, height), layout="constrained")
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
