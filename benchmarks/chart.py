# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Draws the chart of the README from the newest results: ``python -m benchmarks.chart``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from parallel_pool.tools.bench import ratio_chart
from parallel_pool.tools.bench.ratio_chart import Bar

from tests.docs.numbers import results

PYTHON, ENVPOOL, OTHER, _ = ratio_chart.COLOURS
TITLE = "Steps per CPU-second, relative to other libraries"
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


def draw(path: Path) -> None:
    """Writes the chart as SVG, with the colours of the page that it stands in.

    In a page, text has the page's colour; as a picture, it follows the reader's system.
    """
    ratio_chart.draw(path, TITLE, list(groups()), INK, GRID)
    text = path.read_text().replace(INK, "currentColor")
    text = text.replace(GRID, "currentColor; stroke-opacity: 0.2")
    path.write_text(re.sub(r"(<svg [^>]*>)", rf"\1\n{STYLE}", text, count=1))


if __name__ == "__main__":
    draw(Path(__file__).parents[1] / "docs" / "speed.svg")
