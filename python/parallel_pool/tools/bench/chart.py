# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws results as a chart: a panel for each case, with bars on a logarithmic axis."""

from __future__ import annotations

import importlib.util
import math
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from parallel_pool.errors import PoolError
from parallel_pool.tools.bench.measure import CaseResult
from parallel_pool.tools.bench.report import short, times
from parallel_pool.tools.machine import Facts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours, which colour-blind readers can distinguish; lighter for CPU time.
_POOL, _RIVAL = "#0072B2", "#E69F00"
_LIGHT, _BAR = 0.45, 0.38
_KEY = (
    "Medians over the rounds, thin lines from p10 to p90. "
    '"pool: 3.00x" means that the pool made three times as many steps.'
)


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


def draw(path: Path, case_results: Sequence[CaseResult], facts: Facts) -> None:
    """Draws all results into a PNG.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    columns = min(2, len(case_results))
    places = [len(one.present) for one in case_results]
    # All bars are equally thick: the height of a row fits its panel with the most bars.
    heights = [max(places[i : i + columns]) for i in range(0, len(places), columns)]
    inches = sum(0.85 + 0.46 * height for height in heights) + 1.0
    # Without pyplot: no global state, no window.
    layout = ConstrainedLayoutEngine(hspace=0.06, wspace=0.04)
    figure = Figure(figsize=(7.2 * columns, inches), layout=layout)
    FigureCanvasAgg(figure)
    grid = figure.subplots(
        len(heights), columns, squeeze=False, sharex=True, gridspec_kw={"height_ratios": heights}
    )
    for i, axes in enumerate(grid.flat):
        if i < len(case_results):
            _draw_panel(axes, case_results[i])
            axes.set_ylim(heights[i // columns] - 0.5, -0.5)
        else:
            axes.set_axis_off()
    _set_limits(grid[0, 0], case_results)
    handles, labels = grid[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper right", ncols=2, frameon=False)
    figure.suptitle("Environment steps per second", x=0.01, ha="left", fontweight="bold")
    footer = "\n".join(textwrap.fill(text, 80 * columns) for text in (_KEY, facts.line()))
    figure.supxlabel(footer, x=0.01, ha="left", fontsize=8, color="#555555")
    figure.savefig(path, format="png", dpi=130)


def _draw_panel(axes: Axes, case_result: CaseResult) -> None:
    present = case_result.present
    for place, result in enumerate(present):
        rate, cpu_rate = result.rate, result.cpu_rate
        colour = _POOL if place == 0 else _RIVAL
        axes.barh(
            place - _BAR / 2,
            rate.median,
            _BAR,
            color=colour,
            xerr=[[rate.median - rate.low], [rate.high - rate.median]],
            error_kw={"elinewidth": 1, "ecolor": "#333333"},
            label="steps/s" if place == 0 else None,
        )
        if cpu_rate is not None:
            axes.barh(
                place + _BAR / 2,
                cpu_rate.median,
                _BAR,
                color=colour,
                alpha=_LIGHT,
                label="steps/CPU-s" if place == 0 else None,
            )
        ratio = "" if place == 0 else f"   pool: {times(case_result.ratio(result).median)}"
        highest = max(rate.high, cpu_rate.median if cpu_rate else 0.0)
        axes.text(highest * 1.15, place, short(rate.median) + ratio, va="center", fontsize=9)
    axes.set_yticks(range(len(present)), [result.contender for result in present])
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelbottom=True)
    axes.set_title(case_result.case.label, loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def _set_limits(axes: Axes, case_results: Sequence[CaseResult]) -> None:
    """One logarithmic axis for all panels, with room for the labels on the right."""
    results = [result for case_result in case_results for result in case_result.present]
    spreads = [one for result in results for one in (result.rate, result.cpu_rate) if one]
    start = 10 ** math.floor(math.log10(min(one.low for one in spreads)) - 0.3)
    end = max(one.high for one in spreads)
    axes.set_xscale("log")
    axes.set_xlim(start, end * (end / start) ** 0.4)
