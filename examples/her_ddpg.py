# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Hindsight experience replay in plain PyTorch: an arm learns to push a block to its goal.

Needs ``pip install 'parallel_pool[robotics]' torch``. Run ``python examples/her_ddpg.py``. DDPG on
16 environments learns from steps of earlier episodes, most of which are given a goal that was
reached later in their episode (Andrychowicz et al., 2017). ``compute_reward`` says for a whole
batch of them what they would have earned. Episodes in which the block went far are drawn more
often (Zhao and Tresp, 2018), as in most early ones the arm does not touch it.
"""

from __future__ import annotations

import argparse
import copy
import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import parallel_pool
import torch
from torch import nn

LENGTH = 50  # steps of an episode
GAMMA = 0.95  # a step's discount
REPLACED = 0.8  # share of goals that are replaced
RANDOM, NOISE = 0.3, 0.2  # share of random actions, and the standard deviation of the others
LEARNING_RATE = 1e-3
FOLLOW = 0.02  # how far the target networks move at each update
ROOM = 20_000  # episodes that are kept

Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Played(NamedTuple):
    """An episode of each of n environments."""

    states: np.ndarray
    """``(n, LENGTH + 1, state)``"""
    reached: np.ndarray
    """Goals that states achieve, ``(n, LENGTH + 1, goal)``."""
    goals: np.ndarray
    """Goals that were wanted, ``(n, goal)``."""
    actions: np.ndarray
    """``(n, LENGTH, action)``"""
    success: np.ndarray
    """Whether the goal is reached at the end, ``(n,)``."""


def play(envs: Any, choose: Choose) -> Played:
    """Plays an episode of each environment, with actions of ``choose(states, goals)``."""
    observed, _ = envs.reset()
    goals = observed["desired_goal"].copy()
    states, reached, actions = [], [], []
    for _ in range(LENGTH):
        states.append(observed["observation"].copy())
        reached.append(observed["achieved_goal"].copy())
        actions.append(choose(states[-1], goals))
        observed, _, _, _, infos = envs.step(actions[-1])
    states.append(observed["observation"].copy())
    reached.append(observed["achieved_goal"].copy())
    return Played(
        np.stack(states, 1),
        np.stack(reached, 1),
        goals,
        np.stack(actions, 1),
        infos["is_success"].copy(),
    )


class Batch(NamedTuple):
    """Steps to learn from, a row each."""

    states: np.ndarray
    nexts: np.ndarray
    goals: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray


class Replay:
    """Keeps episodes, and draws steps of them with replaced goals."""

    def __init__(self, envs: Any) -> None:
        self._reward = envs.get_attr("compute_reward")[0]
        space = envs.single_observation_space
        states, goals = space["observation"].shape[0], space["desired_goal"].shape[0]
        self._states = np.zeros((ROOM, LENGTH + 1, states), np.float32)
        self._reached = np.zeros((ROOM, LENGTH + 1, goals))
        self._goals = np.zeros((ROOM, goals))
        self._actions = np.zeros((ROOM, LENGTH, envs.single_action_space.shape[0]), np.float32)
        self._distance = np.zeros(ROOM)
        self._next = self._held = 0

    def add(self, played: Played) -> None:
        """Takes the episodes, for the oldest ones if there is no room."""
        rows = (self._next + np.arange(len(played.goals))) % ROOM
        self._next = int(rows[-1]) + 1
        self._held = max(self._held, self._next)
        self._states[rows], self._reached[rows] = played.states, played.reached
        self._goals[rows], self._actions[rows] = played.goals, played.actions
        moves = np.linalg.norm(np.diff(played.reached, axis=1), axis=-1)
        self._distance[rows] = moves.sum(1)

    def draw(self, number: int, dice: np.random.Generator) -> Batch:
        """So many steps."""
        share = np.cumsum(self._distance[: self._held] + 0.02)
        row = np.searchsorted(share, dice.random(number) * share[-1])
        step = dice.integers(LENGTH, size=number)
        later = dice.integers(step + 1, LENGTH + 1)
        replaced = dice.random(number) < REPLACED
        goals = np.where(replaced[:, None], self._reached[row, later], self._goals[row])
        return Batch(
            self._states[row, step],
            self._states[row, step + 1],
            goals,
            self._actions[row, step],
            self._reward(self._reached[row, step + 1], goals, {}),
        )


class Scale:
    """The mean and the standard deviation of what was seen, to normalise inputs of networks."""

    def __init__(self, size: int) -> None:
        self._sum, self._squares, self._count = np.zeros(size), np.zeros(size), 0

    def see(self, values: np.ndarray) -> None:
        """Takes values ``(n, size)`` into account."""
        self._sum += values.sum(0)
        self._squares += np.square(values).sum(0)
        self._count += len(values)

    def __call__(self, values: np.ndarray) -> np.ndarray:
        """The values with mean 0 and standard deviation 1, but at most 5 from 0."""
        mean = self._sum / max(self._count, 1)
        variance = np.maximum(self._squares / max(self._count, 1) - mean**2, 1e-4)
        return np.clip((values - mean) / np.sqrt(variance), -5, 5)


def network(inputs: int, outputs: int, *last: nn.Module) -> nn.Sequential:
    """Three hidden layers of 256."""
    layers: list[nn.Module] = []
    for size in (inputs, 256, 256):
        layers += [nn.Linear(size, 256), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(256, outputs), *last)


class Learner:
    """DDPG: an actor, a critic, and the target networks that follow them."""

    def __init__(self, states: int, goals: int, actions: int) -> None:
        self._scale_states, self._scale_goals = Scale(states), Scale(goals)
        self._actor = network(states + goals, actions, nn.Tanh())
        self._critic = network(states + goals + actions, 1)
        self._target_actor = copy.deepcopy(self._actor)
        self._target_critic = copy.deepcopy(self._critic)
        self._actor_steps = torch.optim.Adam(self._actor.parameters(), LEARNING_RATE)
        self._critic_steps = torch.optim.Adam(self._critic.parameters(), LEARNING_RATE)

    def see(self, played: Played) -> None:
        """Takes what was observed into account when inputs are normalised."""
        self._scale_states.see(played.states.reshape(-1, played.states.shape[-1]))
        self._scale_goals.see(played.reached.reshape(-1, played.reached.shape[-1]))
        self._scale_goals.see(played.goals)

    @torch.no_grad()
    def act(self, states: np.ndarray, goals: np.ndarray) -> np.ndarray:
        """The actor's actions."""
        return self._actor(self._inputs(states, goals)).numpy()

    def improve(self, batch: Batch) -> None:
        """One step of the critic, of the actor, and of the networks that follow them."""
        now = self._inputs(batch.states, batch.goals)
        with torch.no_grad():
            then = self._inputs(batch.nexts, batch.goals)
            value = self._target_critic(torch.cat([then, self._target_actor(then)], -1))
            returns = torch.as_tensor(batch.rewards).float()[:, None] + GAMMA * value
            returns.clamp_(-1 / (1 - GAMMA), 0)  # a step earns -1 or 0
        value = self._critic(torch.cat([now, torch.as_tensor(batch.actions)], -1))
        self._critic_steps.zero_grad()
        nn.functional.mse_loss(value, returns).backward()
        self._critic_steps.step()

        self._critic.requires_grad_(False)
        actions = self._actor(now)
        value = self._critic(torch.cat([now, actions], -1))
        self._actor_steps.zero_grad()
        (actions.square().mean() - value.mean()).backward()
        self._actor_steps.step()
        self._critic.requires_grad_(True)

        with torch.no_grad():
            for target, source in (
                (self._target_actor, self._actor),
                (self._target_critic, self._critic),
            ):
                for old, new in zip(target.parameters(), source.parameters(), strict=True):
                    old.lerp_(new, FOLLOW)

    def _inputs(self, states: np.ndarray, goals: np.ndarray) -> torch.Tensor:
        scaled = np.concatenate([self._scale_states(states), self._scale_goals(goals)], -1)
        return torch.as_tensor(scaled, dtype=torch.float32)


def main() -> None:
    """Trains, and tells how often 64 other environments reach their goals."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--id", default="FetchPush-v4", help="an environment of the Fetch arm")
    parser.add_argument("--cycles", type=int, default=400, help="episodes of each environment")
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--updates", type=int, default=80, help="after each cycle")
    parser.add_argument("--batch", type=int, default=512, help="steps of an update")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="a CSV file for the learning curve")
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    dice = np.random.default_rng(given.seed)
    envs = parallel_pool.make(given.id, num_envs=given.num_envs, seed=given.seed, num_threads=1)
    tests = parallel_pool.make(given.id, num_envs=64, seed=1000, num_threads=1)
    space = envs.single_observation_space
    actions = envs.single_action_space.shape[0]
    learner = Learner(space["observation"].shape[0], space["desired_goal"].shape[0], actions)
    replay = Replay(envs)

    def explore(states: np.ndarray, goals: np.ndarray) -> np.ndarray:
        chosen = learner.act(states, goals)
        noisy = np.clip(chosen + NOISE * dice.standard_normal(chosen.shape), -1, 1)
        anything = dice.uniform(-1, 1, chosen.shape)
        return np.where(dice.random((len(goals), 1)) < RANDOM, anything, noisy).astype(np.float32)

    curve, began = [], time.process_time()
    for cycle in range(1, given.cycles + 1):
        played = play(envs, explore)
        replay.add(played)
        learner.see(played)
        for _ in range(given.updates):
            learner.improve(replay.draw(given.batch, dice))
        if cycle % 20 == 0:
            success = float(play(tests, learner.act).success.mean())
            curve.append(
                {
                    "steps": cycle * given.num_envs * LENGTH,
                    "minutes": round((time.process_time() - began) / 60, 1),
                    "success": round(success, 3),
                }
            )
            print(
                "{steps:,} steps, {minutes} minutes of CPU time: {success:.0%}".format(**curve[-1]),
                flush=True,
            )
    if given.out:
        with given.out.open("w", newline="") as file:
            writer = csv.DictWriter(file, curve[0])
            writer.writeheader()
            writer.writerows(curve)
    envs.close()
    tests.close()


if __name__ == "__main__":
    main()
