# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws the chart of the README from the newest results: ``python -m benchmarks.chart``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.docs.numbers import results

# Okabe and Ito's colours, which colour-blind readers can distinguish.
PYTHON, ENVPOOL, OTHER = "#E69F00", "#0072B2", "#009E73"
TITLE = "Steps in a CPU-second: how many times as many parallel_pool makes"


@dataclass(frozen=True)
class Bar:
    """A peer in a case: its name, its colour, and the ratio."""

    peer: str
    colour: str
    ratio: float


def groups() -> Iterator[tuple[str, list[Bar]]]:
    """Each case, from the largest ratios to the smallest, with its bars."""
    yield "CartPole, 64 environments", _of_bench("CartPole-v1", 64)
    yield "FrozenLake, 1,024", _of_bench("FrozenLake-v1", 1024)
    yield (
        "LunarLander, 64",
        _of_row("box2d", lambda row: row["id"] == "LunarLander-v3", "gymnasium"),
    )
    yield "Atari Pong, 8", _of_bench("Pong-v5", 8)
    yield (
        "Control Suite CheetahRun, 64",
        _of_row("dm_control", lambda row: row["id"] == "CheetahRun-v1", "dm_control"),
    )
    yield "MuJoCo Ant, 64", _of_row("mujoco", lambda row: row["id"] == "Ant-v5", "gymnasium")
    trained = [row for row in results("sb3_training") if row["contender"] == "DummyVecEnv"]
    for id, name in (
        ("LunarLander-v3", "LunarLander"),
        ("Ant-v5", "Ant"),
        ("CartPole-v1", "CartPole"),
    ):
        [row] = [
            row
            for row in trained
            if (row["algorithm"], row["id"]) == ("PPO", id) and row["num_envs"] != "64"
        ]
        bar = Bar("DummyVecEnv", OTHER, float(row["cpu_ratio"]))
        yield f"training: SB3's PPO, {name}, {row['num_envs']}", [bar]


def _of_bench(id: str, num_envs: int) -> list[Bar]:
    """The peers of a case of ``parallel-pool bench`` in sync mode."""
    names = {"Gymnasium SyncVectorEnv": PYTHON, "EnvPool": ENVPOOL}
    return [
        Bar(row["contender"], names[row["contender"]], float(row["cpu_ratio"]))
        for row in results("bench")
        if (row["id"], row["num_envs"], row["batch_size"]) == (id, str(num_envs), "")
        and row["contender"] in names
        and not row["absent"]
    ][::-1]


def _of_row(kind: str, chosen: Callable[[dict[str, str]], bool], reference: str) -> list[Bar]:
    """The reference and EnvPool, from the row of a family's results."""
    [row] = [row for row in results(kind) if chosen(row)]
    return [
        Bar(
            {"gymnasium": "Gymnasium"}.get(reference, reference),
            PYTHON,
            float(row[f"pool/{reference}"]),
        ),
        Bar("EnvPool", ENVPOOL, float(row["pool/envpool"])),
    ]


def times(ratio: float) -> str:
    """The ratio as the chart shows it."""
    return f"{ratio:.0f}x" if ratio >= 20 else f"{ratio:.1f}x" if ratio >= 2 else f"{ratio:.2f}x"


def draw(path: Path) -> None:
    """Writes the chart as SVG with text that stays text; the same numbers give the same file."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    options = {"svg.fonttype": "none", "svg.hashsalt": "parallel_pool", "font.size": 10}
    with matplotlib.rc_context(options):
        figure = Figure(figsize=(8.2, 5.2), layout="constrained", facecolor="white")
        FigureCanvasSVG(figure)
        axes = figure.subplots()
        place, ticks, labels = 0.0, [], []
        for case, bars in groups():
            ticks.append(place + (len(bars) - 1) / 2)
            labels.append(case)
            for bar in bars:
                axes.barh(place, bar.ratio - 1, 0.82, left=1, color=bar.colour)
                text = f"{times(bar.ratio)}  {bar.peer}"
                axes.text(bar.ratio * 1.06, place, text, va="center", color="#222222")
                place += 1
            place += 0.55
        axes.set_yticks(ticks, labels)
        axes.set_ylim(place - 0.9, -0.65)
        axes.set_xscale("log")
        axes.set_xlim(1, 60_000)
        axes.set_xticks([1, 10, 100, 1000], ["1x", "10x", "100x", "1000x"])
        axes.minorticks_off()
        axes.tick_params(length=0)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.grid(axis="x", color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        figure.suptitle(TITLE, x=0.01, ha="left", fontweight="bold")
        figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    draw(Path(__file__).parents[1] / "docs" / "speed.svg")
