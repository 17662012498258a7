# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures frames per second of the emulator and of ALE, in turns on one core.

For each game there are three contenders: ALE, the emulator with every frame drawn, and the emulator
with two of four frames drawn. In each turn, all three play the same part of the same game. A turn
gives ratios of CPU times, and the median over the turns counts. Other work on the machine and the
cost of a part of the game therefore have little influence.

Also measured are the times to make an emulator, for a game that is new to the process and for one
that is not; and the times of a reset in the middle of a game, without earlier resets and after many
of them (medians). ALE's times are measured in the same run.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import math
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import ale_py
import numpy as np
from parallel_pool.atari import find_game, find_rom, load_rom
from parallel_pool.families.atari import native as atari

TIMES = ["ale_make_ms", "first_ms", "make_ms", "ale_reset_ms", "new_reset_ms", "reset_ms"]
RATIOS = ["drawn", "half_drawn"]  # to ALE's frames per second
COLUMNS = ["game", "ale", *RATIOS, *TIMES]


def seconds(call: Callable[[], object]) -> float:
    """CPU time of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def play_ale(ale: ale_py.ALEInterface, actions: list[ale_py.Action]) -> None:
    for action in actions:
        ale.act(action)
        if ale.game_over():
            ale.reset_game()


def play_ours(console: atari.Emulator, actions: list[int], drawn: tuple[bool, ...]) -> None:
    for number, action in enumerate(actions):
        console.act(action, 1.0, drawn[number & 3])
        if console.terminal:
            console.reset()


def play_and_reset(console: atari.Emulator, actions: list[int]) -> float:
    """The time of a reset after some actions."""
    for action in actions:
        console.act(action, 1.0, False)
    return seconds(console.reset)


def reset_times(console: atari.Emulator, rng: np.random.Generator) -> tuple[float, float]:
    """Times of resets that are emulated, and of resets after 150 others."""

    def once() -> float:
        return play_and_reset(console, [int(action) for action in rng.integers(18, size=8)])

    emulated = []
    for _ in range(9):
        atari._forget_resets()
        emulated.append(once())
    for _ in range(150):
        once()
    return float(np.median(emulated)), float(np.median([once() for _ in range(50)]))


def new_ale(name: str) -> ale_py.ALEInterface:
    ale = ale_py.ALEInterface()
    ale.setInt("random_seed", 1)
    ale.loadROM(find_rom(find_game(name)))
    return ale


def measure(name: str, frames: int, turns: int) -> dict[str, float | str]:
    """One row of the table: ALE's frames per second, ratios to it, and milliseconds."""
    game = find_game(name)
    image = load_rom(game)
    consoles: list[atari.Emulator] = []

    def make() -> None:
        consoles.append(atari.Emulator(name, image, 1))

    first = seconds(make)
    again = min(seconds(make) for _ in range(5))
    drawn, half_drawn = consoles[:2]
    ale = new_ale(name)
    ale_make = min(seconds(lambda: new_ale(name)) for _ in range(3))
    rng = np.random.default_rng(0)
    spent = np.empty((turns, 3))
    for turn in range(turns):
        actions = [int(action) for action in rng.choice(game.minimal_actions, frames)]
        theirs = [ale_py.Action(action) for action in actions]
        spent[turn] = (
            seconds(partial(play_ale, ale, theirs)),
            seconds(partial(play_ours, drawn, actions, (True,) * 4)),
            seconds(partial(play_ours, half_drawn, actions, (False, False, True, True))),
        )
        assert drawn.ram() == half_drawn.ram() == bytes(ale.getRAM())
    ratios = np.median(spent[:, :1] / spent[:, 1:], axis=0)
    new_reset, reset = reset_times(drawn, rng)
    ale_reset = float(np.median([seconds(ale.reset_game) for _ in range(9)]))
    return {
        "game": name,
        "ale": round(frames / float(np.median(spent[:, 0]))),
        "drawn": round(float(ratios[0]), 2),
        "half_drawn": round(float(ratios[1]), 2),
        "ale_make_ms": round(1e3 * ale_make, 1),
        "first_ms": round(1e3 * first, 2),
        "make_ms": round(1e3 * again, 3),
        "ale_reset_ms": round(1e3 * ale_reset, 2),
        "new_reset_ms": round(1e3 * new_reset, 3),
        "reset_ms": round(1e3 * reset, 3),
    }


def summary(rows: list[dict[str, float | str]]) -> str:
    """Geometric means of the ratios, and the smallest."""
    lines = []
    for what in RATIOS:
        ratios = {str(row["game"]): float(row[what]) for row in rows}
        mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
        slowest = min(ratios, key=ratios.__getitem__)
        lines.append(f"{what}: {mean:.2f} times ALE, at least {ratios[slowest]:.2f} ({slowest})")
    for what in TIMES:
        values = [float(row[what]) for row in rows]
        lines.append(f"{what}: median {np.median(values):.4g}, at most {max(values)}")
    return "\n".join(lines)


def main() -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all by default")
    parser.add_argument("--frames", type=int, default=400)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--out", type=Path, help="the CSV file")
    options = parser.parse_args()
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)  # otherwise each prints a greeting
    names = options.games or [game.name for game in atari.games]
    rows = []
    with (
        open(options.out, "w", newline="")
        if options.out
        else contextlib.nullcontext(sys.stdout) as out
    ):
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for name in names:
            rows.append(measure(name, options.frames, options.turns))
            writer.writerow(rows[-1])
            out.flush()
    print(summary(rows), file=sys.stderr)


if __name__ == "__main__":
    main()
