# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Steps of Minigrid and BabyAI per CPU-second: the pool beside its rivals, in turns.

The rivals are EnvPool, in an interpreter of its own, and Gymnasium's SyncVectorEnv over Minigrid's
environments. All take random actions, and their resets count. Each round runs each contender once.
The median of the rounds' ratios counts, and each contender's median speed.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).parents[1]))
import turns

HERE = Path(__file__).parent
RESULTS = HERE.parent / "results"
IDS = (
    "MiniGrid-Empty-8x8-v0",
    "MiniGrid-DoorKey-8x8-v0",
    "MiniGrid-MultiRoom-N6-v0",
    "BabyAI-GoToLocal-v0",
    "BabyAI-BossLevel-v0",
)
TURN = 0.25  # seconds that a turn should take


@dataclass(frozen=True)
class Contender:
    """Who plays with how many environments and threads."""

    name: str
    num_envs: int
    num_threads: int = 1
    python: str = sys.executable


class Player:
    """A contender's process."""

    def __init__(self, who: Contender, id: str, observation: str) -> None:
        what = (who.name, id, str(who.num_envs), str(who.num_threads), observation)
        self.process = turns.Process([who.python, HERE / "player.py", *what])
        self.batches = 1
        while self.turn()[2] < TURN / 2:  # a slow or a warm turn: how many batches make a turn
            self.batches *= 2
        self.turns: list[tuple[float, float]] = []

    def turn(self) -> tuple[int, float, float]:
        """Steps, CPU-seconds and seconds of a turn."""
        steps, cpu, wall = self.process.ask(self.batches)
        return int(steps), cpu, wall

    def play(self) -> None:
        """A turn that counts."""
        steps, cpu, wall = self.turn()
        self.turns.append((steps / cpu, steps / wall))


def measure(
    id: str, observation: str, contenders: list[Contender], rounds: int
) -> list[dict[str, str | int]]:
    """A row for each contender; the first is who the others are compared with."""
    players = [Player(who, id, observation) for who in contenders]
    for _ in range(rounds):
        for player in players:
            player.play()
    rows: list[dict[str, str | int]] = []
    for who, player in zip(contenders, players, strict=True):
        player.process.end()
        ratios = [
            ours[0] / theirs[0] for ours, theirs in zip(players[0].turns, player.turns, strict=True)
        ]
        rows.append(
            {
                "date": datetime.date.today().isoformat(),
                "load": f"{os.getloadavg()[0]:.1f}",
                "id": id,
                "observation": observation,
                "contender": who.name,
                "num_envs": who.num_envs,
                "num_threads": who.num_threads,
                "steps_per_cpu_second": f"{median(turn[0] for turn in player.turns):.0f}",
                "steps_per_second": f"{median(turn[1] for turn in player.turns):.0f}",
                "ratio": f"{median(ratios):.4f}",
            }
        )
        print(*rows[-1].values(), flush=True)
    return rows


def main() -> None:
    """Measures all cases and writes them to a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--envpool", help="an interpreter that has EnvPool")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--sync-envs", type=int, default=1024, help="environments of SyncVectorEnv")
    given = parser.parse_args()

    ours = Contender("parallel_pool", 1024)
    sync = Contender("SyncVectorEnv", given.sync_envs)
    rows = []
    for id in IDS:
        rivals = [Contender("parallel_pool", 1024, 2), sync]
        if given.envpool:
            rivals.append(Contender("EnvPool", 1024, python=given.envpool))
        rows += measure(id, "dict", [ours, *rivals], given.rounds)
    for id in ("MiniGrid-DoorKey-8x8-v0", "BabyAI-BossLevel-v0"):
        for observation in ("rgb", "rgb_partial"):
            rows += measure(id, observation, [ours, sync], given.rounds)
    path = RESULTS / f"minigrid-{datetime.date.today().isoformat()}.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
