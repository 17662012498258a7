# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures ViZDoom's scenarios beside EnvPool and Gymnasium, in CPU time of client and engines.

``python -m benchmarks.vizdoom.speed [--rounds 9] [--peer PYTHON] [--out FILE]`` plays all
contenders in turns, each in a process of its own, and writes a CSV row for each case. EnvPool and
Gymnasium's environments may live in another interpreter. The least CPU time a step of each counts,
because other work on the machine can only add to it.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks.turns import Process, write

ENVPOOL = ("D1Basic-v1", "Basic-v1", "HealthGathering-v1", "DefendTheCenter-v1")
GYMNASIUM = ("VizdoomBasic-v1", "VizdoomDefendCenter-v1")


class Player:
    """A contender in a process of its own."""

    def __init__(self, python: str, *arguments: str) -> None:
        script = Path(__file__).with_name("player.py")
        self.process = Process([python, script, *arguments])

    def play(self, batches: int) -> tuple[float, float]:
        """Microseconds a step: of the CPU, and by the clock."""
        steps, cpu, wall = self.process.ask(batches)
        return cpu / steps * 1e6, wall / steps * 1e6


def row(id: str, rival: str, options: argparse.Namespace) -> dict[str, float | str]:
    """The measurements of a case."""
    sizes = (str(options.num_envs), str(options.num_threads))
    players = {
        "parallel_pool": Player(sys.executable, "parallel_pool", id, *sizes),
        rival: Player(options.peer, rival, id, *sizes),
    }
    least = {name: [float("inf")] * 2 for name in players}
    for number in range(options.rounds + 1):
        for name, player in players.items():
            found = player.play(options.batches)
            if number > 0:  # the first warms up
                least[name] = [min(pair) for pair in zip(least[name], found, strict=True)]
    for player in players.values():
        player.process.end()
    ours, theirs = least.values()
    return {
        "id": id,
        "environments": options.num_envs,
        "threads": options.num_threads,
        "load": round(os.getloadavg()[0], 1),
        "CPU us a step": round(ours[0]),
        "us a step": round(ours[1]),
        "rival": rival,
        "rival's CPU us a step": round(theirs[0]),
        "rival's us a step": round(theirs[1]),
        "times in CPU time": round(theirs[0] / ours[0], 2),
        "times by the clock": round(theirs[1] / ours[1], 2),
    }


def main() -> None:
    """Measures all cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--batches", type=int, default=50)
    parser.add_argument("--num-envs", type=int, default=2)
    parser.add_argument("--num-threads", type=int, default=1)
    parser.add_argument("--peer", default=sys.executable, help="the interpreter of the peers")
    parser.add_argument("--gymnasium", action="store_true", help="beside SyncVectorEnv")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    ids, rival = (GYMNASIUM, "SyncVectorEnv") if options.gymnasium else (ENVPOOL, "EnvPool")
    write((row(id, rival, options) for id in ids), options.out)


if __name__ == "__main__":
    main()
