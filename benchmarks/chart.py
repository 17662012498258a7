# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws the charts of the documents from the newest results: ``python -m benchmarks.chart``.

Text in them has the colour of the page: where a page contains a chart, its own; where it shows the
file as a picture, one for the reader's light or dark system.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from parallel_pool.tools.bench import chart
from parallel_pool.tools.bench.chart import Bar

from benchmarks.markdown import results
from benchmarks.paper.tables import GOALS

PYTHON, ENVPOOL, OTHER, VECTORISED = chart.COLOURS
POOLS = {"parallel_pool": OTHER, "EnvPool": ENVPOOL, "AsyncVectorEnv": PYTHON}
# Colours that nothing else has, for text and for the lines behind the bars.
INK, GRID = "#010203", "#040506"
STYLE = (
    "<style>svg { color: #222 } @media (prefers-color-scheme: dark) { svg { color: #ddd } }</style>"
)


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
    names = {
        "EnvPool": ENVPOOL,
        "Gymnasium vectorised": VECTORISED,
        "Gymnasium SyncVectorEnv": PYTHON,
    }
    return [
        Bar(
            row["contender"].removeprefix("Gymnasium "),
            names[row["contender"]],
            float(row["cpu_ratio"]),
        )
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


def draw(path: Path) -> None:
    """Draws the ratios of speeds."""
    chart.draw(path, chart.TITLE, list(groups()), INK, GRID)
    _follow_the_page(path)


def draw_training(path: Path, kind: str) -> None:
    """Draws the mean return over CPU seconds of training runs, a panel for each environment."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    runs: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    for row in results(kind):
        runs.setdefault((row["id"], row["pool"], row["seed"]), []).append(row)
    with matplotlib.rc_context(chart.style(INK)):
        figure = Figure(figsize=(4.8 * len(GOALS), 3.6), layout="constrained")
        FigureCanvasAgg(figure)
        panels = dict(zip(GOALS, figure.subplots(1, len(GOALS)), strict=True))
        for (id, pool, _), run in runs.items():
            panels[id].plot(
                [float(row["cpu_seconds"]) for row in run],
                [float(row["mean_return"]) for row in run],
                color=POOLS[pool],
                label=pool if pool not in panels[id].get_legend_handles_labels()[1] else None,
            )
        for id, axes in panels.items():
            axes.axhline(GOALS[id], color="#888888", linestyle=":")
            axes.set(title=id, xlabel="CPU seconds", ylabel="mean return of the last 64 episodes")
            axes.grid(color=GRID)
            axes.patch.set_visible(False)
            if len({pool for other, pool, _ in runs if other == id}) > 1:
                axes.legend(framealpha=0)
        figure.savefig(path, metadata={"Date": None}, transparent=True)
    _follow_the_page(path)


Line = tuple[list[float], list[float]]


def draw_lines(
    path: Path, lines: Mapping[str, Line], x: str, y: str, colours: Sequence[str | None]
) -> None:
    """Draws shares in percent, a line for each label; `None` is a colour of matplotlib's choice."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context(chart.style(INK)):
        figure = Figure(figsize=(6.4, 3.4), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        for (label, (at, shares)), colour in zip(lines.items(), colours, strict=True):
            width = 1.0 if colour is None else 2.0
            percent = [100 * share for share in shares]
            axes.plot(at, percent, linewidth=width, color=colour, label=label)
        axes.set(xlabel=x, ylabel=y, ylim=(-2, 102))
        axes.grid(color=GRID)
        axes.patch.set_visible(False)
        axes.legend(framealpha=0, loc="center left", bbox_to_anchor=(1, 0.5))
        figure.savefig(path, metadata={"Date": None}, transparent=True)
    _follow_the_page(path)


def draw_robotics(path: Path) -> None:
    """How often goals are reached over minutes of training, a line for each environment."""
    lines: dict[str, Line] = {}
    for row in results("robotics_learning"):
        minutes, success = lines.setdefault(row["id"], ([], []))
        minutes.append(float(row["minutes"]))
        success.append(float(row["success"]))
    colours = (OTHER, ENVPOOL)
    draw_lines(path, lines, "minutes of CPU time", "goals that are reached (%)", colours)


def draw_metaworld(path: Path) -> None:
    """How often each task of MT10 succeeds over time steps of training, and their mean."""
    rows = results("metaworld_learning")
    steps = [float(row["steps"]) / 1000 for row in rows]
    tasks = [task for task in rows[0] if task not in ("steps", "cpu_seconds")]
    lines = {task: (steps, [float(row[task]) for row in rows]) for task in tasks}
    mean = [sum(one) / len(tasks) for one in zip(*(y for _, y in lines.values()), strict=True)]
    lines["mean"] = (steps, mean)
    colours = [*[None] * len(tasks), INK]
    draw_lines(path, lines, "thousand time steps of all tasks together", "success (%)", colours)


def _follow_the_page(path: Path) -> None:
    """Replaces the two colours of text and grid."""
    text = path.read_text().replace(GRID, "currentColor; stroke-opacity: 0.2")
    text = re.sub(r"(<svg [^>]*>)", rf"\1\n{STYLE}", text.replace(INK, "currentColor"), count=1)
    path.write_text("".join(f"{line.rstrip()}\n" for line in text.splitlines()))


if __name__ == "__main__":
    docs = Path(__file__).parents[1] / "docs"
    draw(docs / "speed.svg")
    draw_training(docs / "training.svg", "paper_training")
    draw_training(docs / "training_pools.svg", "paper_training_pools")
    draw_robotics(docs / "environments" / "robotics_learning.svg")
    draw_metaworld(docs / "environments" / "metaworld_mt10.svg")
