# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO learns soccer, one against one, by playing against itself.

    python examples/self_play_soccer.py --save player.pt

One network, that of `ppo.py`, controls the players of both teams. It observes the ball, the goals
and the opponent from its own player's point of view. Goals are rare at first, so players are also
rewarded for running towards the ball and for moving the ball towards the opponents' goal, both of
which they observe as statistics. An action is held for several time steps.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import parallel_pool
import torch
from gymnasium import spaces
from ppo import Policy, Settings, update

ID = "DmcSoccerBoxhead-v1"
HOLD = 6  # time steps of 25 ms for each action
LIMIT = 30.0  # seconds of a match
GOAL = 10.0
TO_BALL, TO_GOAL = 0.01, 0.03  # for each metre per second in a time step
SEEN = (
    "ball_ego_position",
    "ball_ego_linear_velocity",
    "sensors_velocimeter",
    "sensors_gyro",
    "team_goal_mid",
    "opponent_goal_mid",
    "opponent_0_ego_position",
    "opponent_0_ego_linear_velocity",
)
SETTINGS = Settings(
    ID,
    num_envs=32,
    horizon=32,
    epochs=6,
    minibatches=4,
    learning_rate=1e-3,
    gamma=0.98,
    entropy=0.001,
    hidden=(64, 64),
    deviation=0.6,
    normalize_rewards=False,
)


@dataclass
class Batch:
    """Samples of both teams, along the first axis of each tensor."""

    observations: torch.Tensor
    actions: torch.Tensor
    logprobs: torch.Tensor
    advantages: torch.Tensor
    returns: torch.Tensor


def direction(ways: np.ndarray) -> np.ndarray:
    """Scales vectors to length 1."""
    return ways / (np.linalg.norm(ways, axis=1, keepdims=True) + 1e-6)


class Match:
    """A batch of matches. Rows are players: first all home players, then all away players."""

    def __init__(self, count: int, seed: int) -> None:
        self.envs = parallel_pool.make(
            ID, "parallel", num_envs=count, num_threads=1, seed=seed, team_size=1, time_limit=LIMIT
        )
        self.agents = self.envs.possible_agents
        self.seen, _ = self.envs.reset()

    def observations(self) -> torch.Tensor:
        """Returns the observations of all players, of shape (players, numbers)."""
        rows = []
        for agent in self.agents:
            seen = {name: self.seen[agent][name].reshape(-1, 3) for name in SEEN}
            ball, goal = seen["ball_ego_position"], seen["opponent_goal_mid"]
            rows.append(
                np.concatenate([*seen.values(), direction(ball), direction(goal - ball)], 1)
            )
        return torch.from_numpy(np.concatenate(rows)).float()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Repeats an action for `HOLD` time steps.

        Returns:
            Shaped rewards and results (1, 0 or -1) of (players,), and which matches have ended.
        """
        of = dict(zip(self.agents, np.split(actions, len(self.agents)), strict=True))
        shaped, results, over = 0.0, 0.0, np.zeros(self.envs.num_envs, bool)
        for _ in range(HOLD):
            self.seen, rewards, terminations, truncations, _ = self.envs.step(of)
            goals = np.stack([rewards[agent] for agent in self.agents])
            to_ball, to_goal = (
                np.stack([self.seen[agent][name].reshape(-1) for agent in self.agents])
                for name in ("stats_vel_to_ball", "stats_vel_ball_to_goal")
            )
            gain = GOAL * goals + TO_BALL * to_ball + TO_GOAL * to_goal
            shaped, results = shaped + np.where(over, 0.0, gain), results + np.where(over, 0, goals)
            over |= terminations[self.agents[0]] | truncations[self.agents[0]]
        return shaped.ravel(), results.ravel(), over


class Experience:
    """A rollout in the form that `ppo.update` needs."""

    def __init__(self, rows: list[tuple[torch.Tensor, ...]], last: torch.Tensor) -> None:
        columns = (torch.stack(column) for column in zip(*rows, strict=True))
        self.observations, self.actions, self.logprobs, self.values, self.rewards, self.over = (
            columns
        )
        self.last = last

    def compute_advantages(self, gamma: float, lambda_: float) -> None:
        """Computes generalised advantage estimates."""
        self.advantages = torch.zeros_like(self.values)
        following, after = torch.zeros_like(self.last), self.last
        for t in reversed(range(len(self.values))):
            goes_on = 1 - self.over[t]
            error = self.rewards[t] + gamma * after * goes_on - self.values[t]
            following = error + gamma * lambda_ * goes_on * following
            self.advantages[t], after = following, self.values[t]

    def minibatches(self, count: int) -> Iterator[Batch]:
        """All samples, in a random order."""
        returns = self.advantages + self.values
        flat = [
            part.flatten(0, 1)
            for part in (self.observations, self.actions, self.logprobs, self.advantages, returns)
        ]
        for chosen in torch.randperm(len(flat[0])).chunk(count):
            yield Batch(*(part[chosen] for part in flat))


@torch.inference_mode()
def collect(match: Match, policy: Policy, horizon: int) -> tuple[Experience, int, int]:
    """Plays a rollout. Also returns the numbers of goals and of matches that ended."""
    rows, goals, ended = [], 0, 0
    for _ in range(horizon):
        seen = match.observations()
        features = policy.features(seen)
        distribution = policy.distribution(features)
        actions = distribution.sample()
        rewards, results, over = match.step(actions.clamp(-1, 1).double().numpy())
        both = torch.from_numpy(np.tile(over, len(match.agents))).float()
        gains = torch.from_numpy(rewards).float()
        logprobs = distribution.log_prob(actions)
        rows.append((seen, actions, logprobs, policy.values(features), gains, both))
        goals += int(np.abs(results).sum()) // len(match.agents)
        ended += int(over.sum())
    last = policy.values(policy.features(match.observations()))
    return Experience(rows, last), goals, ended


def spaces_of_players() -> tuple[spaces.Box, spaces.Box]:
    """The spaces of flat observations and of actions."""
    match = Match(1, 0)
    size = match.observations().shape[1]
    return spaces.Box(-np.inf, np.inf, (size,)), spaces.Box(-1, 1, (3,))


@torch.no_grad()
def results_against_random(policy: Policy, count: int, seed: int) -> tuple[int, int, int]:
    """Counts the matches that the policy wins, draws and loses, half of them as the home team."""
    match = Match(count, seed)
    rng = np.random.default_rng(seed)
    is_home = np.arange(count) % 2 == 0
    is_policy = np.concatenate([is_home, ~is_home])
    scores, over = np.zeros(count, int), np.zeros(count, bool)
    while not over.all():
        actions = policy.distribution(policy.features(match.observations())).mean
        moves = actions.clamp(-1, 1).double().numpy()
        moves[~is_policy] = rng.uniform(-1, 1, (count, 3))
        _, results, ended = match.step(moves)
        own = np.where(is_policy, results, 0).reshape(2, count).sum(0)
        scores += np.where(over, 0, own).astype(int)
        over |= ended
    return int((scores > 0).sum()), int((scores == 0).sum()), int((scores < 0).sum())


def train(updates: int, settings: Settings = SETTINGS, save: Path | None = None) -> Policy:
    """Trains a policy, and saves it regularly."""
    torch.manual_seed(settings.seed)
    torch.set_num_threads(1)
    policy = Policy(*spaces_of_players(), settings)
    optimizer = torch.optim.Adam(policy.parameters(), lr=settings.learning_rate, eps=1e-5)
    match = Match(settings.num_envs, settings.seed)
    begin = time.monotonic()
    for number in range(updates):
        experience, goals, ended = collect(match, policy, settings.horizon)
        if number > 0:  # the first rollout only tells what observations are like
            optimizer.param_groups[0]["lr"] = settings.learning_rate * (1 - 0.9 * number / updates)
            update(policy, optimizer, experience, settings)
        policy.observe(experience.observations.flatten(0, 1))
        if (number + 1) % 20 and number + 1 < updates:
            continue
        steps = (number + 1) * settings.horizon * settings.num_envs * HOLD
        mean = float(experience.rewards.mean())
        print(
            f"{steps:10,} steps, {time.monotonic() - begin:6.0f} s: reward {mean:6.3f}, "
            f"{goals} goals in {ended} matches",
            flush=True,
        )
        if save is not None:
            policy.save(save, settings)
    return policy


def main() -> None:
    """Trains a policy, and plays it against random actions."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--updates", type=int, default=160)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help="file for the policy")
    parser.add_argument("--matches", type=int, default=200, help="at the end, against random play")
    given = parser.parse_args()
    settings = Settings(**{**SETTINGS.__dict__, "seed": given.seed})
    policy = train(given.updates, settings, given.save)
    won, drawn, lost = results_against_random(policy, given.matches, given.seed + 1000)
    print(f"Against random play: {won} won, {drawn} drawn, {lost} lost.")


if __name__ == "__main__":
    main()
