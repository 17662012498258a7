# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A short run of PPO on coinrun's first 200 levels, and what it reaches on others.

``python -m benchmarks.procgen.learning [--steps 1000000] [--out FILE]``, with torch. Ctrl-C ends
the training early. The network is far smaller than those of papers, so that a CPU can train it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import parallel_pool

from benchmarks import turns
from examples.ppo import Policy, Progress, Settings, train

ID = "CoinrunEasy-v0"
TRAIN = {"num_levels": 200}
TEST = {"num_levels": 100_000, "start_level": 200}


def settings_of(steps: int) -> Settings:
    """Of the run."""
    return Settings(
        id=ID,
        total_steps=steps,
        num_envs=64,
        num_threads=1,
        horizon=128,
        epochs=2,
        minibatches=8,
        learning_rate=1e-3,
        gamma=0.99,
        clip=0.2,
        normalize_rewards=True,
        convolutions=((16, 8, 4), (32, 3, 2)),
        hidden=(256,),
        late_episodes=200,
        options=TRAIN,
    )


def mean_return(policy: Policy | None, options: dict[str, int], episodes: int = 200) -> float:
    """Of the first episode of each environment; without a policy, of random actions."""
    dice = np.random.default_rng(0)
    with parallel_pool.make(ID, num_envs=episodes, num_threads=1, seed=10_000, **options) as envs:
        observed, _ = envs.reset()
        running, returns = np.ones(episodes, bool), np.zeros(episodes)
        while running.any():
            actions = dice.integers(0, 15, episodes) if policy is None else policy(observed)
            observed, rewards, terminated, truncated, _ = envs.step(np.asarray(actions))
            returns += rewards * running
            running &= ~(terminated | truncated)
    return float(returns.mean())


def main() -> None:
    """Trains, plays, and writes the curve as CSV."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--out", type=Path, help="the CSV file")
    given = parser.parse_args()

    def show(progress: Progress) -> None:
        print(
            f"{progress.steps:9,} {progress.seconds:6.0f} s {progress.mean_return:5.2f}", flush=True
        )

    policy, history = train(settings_of(given.steps), show, "cpu")
    rows = [
        {"what": "training", "steps": one.steps, "return": round(one.mean_return, 2)}
        for one in history[9::10]
    ]
    for what, who, options in (
        ("training levels", policy, TRAIN),
        ("other levels", policy, TEST),
        ("random actions", None, TRAIN),
    ):
        found = round(mean_return(who, options), 2)
        rows.append({"what": what, "steps": history[-1].steps, "return": found})
    turns.write(rows, given.out)


if __name__ == "__main__":
    main()
