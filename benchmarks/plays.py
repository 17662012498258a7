# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the measurements of single families share: contenders that play, a row, a command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import turns

Play = Callable[[int], None]  # that many time steps of each environment


def pool_play(pool: Any, actions: Sequence[Any] = ()) -> Play:
    """A pool, with these actions or random ones."""
    pool.reset()
    pool.action_space.seed(0)
    actions = actions or [pool.action_space.sample() for _ in range(64)]

    def play(steps: int) -> None:
        for i in range(steps):
            pool.step(actions[i % len(actions)])

    return play


def env_play(env: Any) -> Play:
    """A single environment, with random actions; a reset counts as a step."""
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(64)]
    ended = False

    def play(steps: int) -> None:
        nonlocal ended
        for i in range(steps):
            if ended:
                env.reset()
                ended = False
            else:
                ended = any(env.step(actions[i % 64])[2:4])

    return play


def envpool(python: str | None, id: str) -> dict[str, tuple[list[str | Path], str]]:
    """EnvPool as a rival in a row, if there is an interpreter that has it."""
    script = Path(__file__).with_name("envpool_turns.py")
    return {"envpool": ([python, script, id], "pool")} if python else {}


def row(
    id: str,
    plays: Mapping[str, tuple[Play, int]],
    seconds: float,
    rounds: int,
    rivals: Mapping[str, tuple[Sequence[str | Path], str]] = {},
) -> dict[str, Any]:
    """A row of a table: time steps per CPU-second of each contender, in turns.

    Args:
        id: of the environments.
        plays: the contenders, each with its number of environments; the first is the pool.
        seconds: of a turn, about.
        rounds: turns of each.
        rivals: contenders in other interpreters: a command, to which the numbers of environments
            and of steps are added, and the name of the play that has as many environments.
    """
    steps = {
        name: max(2, round(seconds / turns.cpu_seconds(lambda play=play: play(9))() * 9))
        for name, (play, _) in plays.items()
    }
    envs = {name: count for name, (_, count) in plays.items()}
    contenders = {
        name: turns.cpu_seconds(lambda play=play, count=steps[name]: play(count))
        for name, (play, _) in plays.items()
    }
    for name, (command, like) in rivals.items():
        envs[name], steps[name] = envs[like], max(2, steps[like] // 2)
        words = [*command, str(envs[name]), str(steps[name])]
        contenders[name] = turns.in_other_interpreter(words)
    best = turns.fastest(contenders, rounds)
    each = {name: best[name] / (envs[name] * steps[name]) for name in best}
    return {"id": id, "envs": envs["pool"], **turns.speeds(each, 2)}


def main(
    about: str | None,
    names: Sequence[str],
    measure: Callable[[str, float, int, str | None], dict[str, Any]],
) -> None:
    """Measures, and writes a table as CSV to standard output or a file."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("names", nargs="*", default=[*names])
    parser.add_argument("--seconds", type=float, default=0.5, help="of a contender's turn, about")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--envpool", help="a Python interpreter that has EnvPool")
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()
    rows = (measure(name, given.seconds, given.rounds, given.envpool) for name in given.names)
    turns.write(rows, given.out)
