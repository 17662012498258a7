# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A short run of PPO on MT10: one policy for ten tasks, which it tells apart by one-hot ids.

``python -m benchmarks.metaworld.learning FILE.csv [--minutes 30]``, with torch;
``python -m benchmarks.chart`` draws the curve.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np

EACH, HORIZON, EPOCHS, MINIBATCH = 5, 200, 6, 1000
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.002, 5e-4
LATE = 10  # of how many episodes of a task, the latest, successes are counted


class Episodes:
    """Which of the latest episodes of each task had success in any of their steps."""

    def __init__(self, task_of: np.ndarray) -> None:
        """None yet."""
        self._task_of, self._any = task_of, np.zeros(len(task_of), np.bool_)
        self._late: list[deque[bool]] = [deque(maxlen=LATE) for _ in range(task_of[-1] + 1)]

    def count(self, infos: dict[str, Any], ended: np.ndarray) -> None:
        """Takes a step into account."""
        final = infos.get("final_info", {}).get("success", np.zeros(len(ended)))
        self._any |= np.where(ended, final, infos.get("success", 0)) == 1
        for row in np.flatnonzero(ended):
            self._late[self._task_of[row]].append(bool(self._any[row]))
        self._any &= ~ended

    def rates(self) -> list[float]:
        """Of each task, NaN before its first episode has ended."""
        return [float(np.mean(late)) if late else float("nan") for late in self._late]


def train(path: Path, minutes: float, envs: Any) -> None:
    """Trains for some minutes, and writes a line after every tenth update."""
    import torch

    from examples.ppo import Policy, Settings

    torch.manual_seed(1)
    torch.set_num_threads(1)
    settings = Settings(hidden=(128, 128), deviation=1.0)
    policy = Policy(envs.single_observation_space, envs.single_action_space, settings)
    optimizer = torch.optim.Adam(policy.parameters(), lr=RATE, eps=1e-5)
    rows, episodes = envs.num_envs, Episodes(envs.task_of)
    start, cpu, updates = time.monotonic(), time.process_time(), 0
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["steps", "cpu_seconds", *envs.tasks])
        observed = torch.as_tensor(envs.reset()[0])
        while time.monotonic() - start < 60 * minutes:
            seen = torch.zeros(HORIZON, *observed.shape)
            acted = torch.zeros(HORIZON, rows, 4)
            values, logs, rewards, ends = (torch.zeros(HORIZON, rows) for _ in range(4))
            with torch.inference_mode():
                for t in range(HORIZON):
                    features = policy.features(observed)
                    distribution = policy.distribution(features)
                    actions = distribution.sample()
                    seen[t], acted[t], values[t] = observed, actions, policy.values(features)
                    logs[t] = distribution.log_prob(actions)
                    shown, reward, ended, cut, infos = envs.step(actions.clamp(-1, 1).numpy())
                    rewards[t], ends[t] = torch.as_tensor(reward), torch.as_tensor(ended | cut)
                    for row in np.flatnonzero(cut):  # the episode would have gone on
                        final = infos["final_obs"][row].astype(np.float32)[None]
                        rewards[t, row] += GAMMA * policy.values(policy.features(final))[0]
                    episodes.count(infos, ended | cut)
                    observed = torch.as_tensor(shown)
                following = policy.values(policy.features(observed))
            gains, gain = torch.zeros(HORIZON, rows), torch.zeros(rows)
            for t in reversed(range(HORIZON)):
                goes_on = 1 - ends[t]
                error = rewards[t] + GAMMA * following * goes_on - values[t]
                gain = error + GAMMA * LAMBDA * goes_on * gain
                gains[t], following = gain, values[t]
            updates += 1
            if updates > 1:  # the first rollout only tells what observations are like
                data = [one.flatten(0, 1) for one in (seen, acted, logs, gains, gains + values)]
                for _ in range(EPOCHS):
                    for part in torch.randperm(HORIZON * rows).split(MINIBATCH):
                        _improve(policy, optimizer, *(one[part] for one in data))
            policy.observe(seen.flatten(0, 1))
            if updates % 10 == 0:
                line = [updates * HORIZON * rows, round(time.process_time() - cpu)]
                writer.writerow([*line, *episodes.rates()])
                file.flush()
                print(*line, round(float(np.nanmean(episodes.rates())), 3), flush=True)


def _improve(
    policy: Any, optimizer: Any, seen: Any, acted: Any, logs: Any, gains: Any, returns: Any
) -> None:
    """PPO's clipped update on a minibatch."""
    import torch

    features = policy.features(seen)
    distribution = policy.distribution(features)
    ratio = (distribution.log_prob(acted) - logs).exp()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    loss = -torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
    loss = loss + 0.5 * (policy.values(features) - returns).square().mean()
    loss = loss - ENTROPY * distribution.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimizer.step()


def main() -> None:
    """Trains."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("csv", type=Path, help="the file with the curve")
    parser.add_argument("--minutes", type=float, default=30)
    given = parser.parse_args()
    from parallel_pool.metaworld import Benchmark

    with Benchmark(
        "MT10",
        envs_per_task=EACH,
        seed=1,
        num_threads=1,
        autoreset_mode="SameStep",
        reward_normalization_method="gymnasium",
    ) as envs:
        train(given.csv, given.minutes, envs)


if __name__ == "__main__":
    main()
