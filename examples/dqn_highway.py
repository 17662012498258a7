# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Double DQN that learns to overtake in highway-fast-v0, in one file with NumPy alone.

``python examples/dqn_highway.py drive.png`` also draws the drive that it has learned. highway-env
draws it: the same seed and actions give the same drive there.
"""

from __future__ import annotations

import sys
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import parallel_pool

ID = "highway-fast-v0"
NUM_ENVS, STEPS = 64, 3000
SIZES = (25, 128, 128, 5)
MEMORY, BATCH, UPDATES = 100_000, 256, 2  # updates after each time step of all environments
GAMMA, LEARNING_RATE, COPIED = 0.9, 5e-4, 100
EXPLORED = 0.6  # the part of the training in which random actions become rare

Array = npt.NDArray[np.float32]
Actions = npt.NDArray[np.int64]


class Network:
    """Values of all actions; the last row of each matrix of weights is the bias."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Starts from random weights."""
        self.weights: list[Array] = []
        for rows, columns in pairwise(SIZES):
            drawn = rng.standard_normal((rows + 1, columns)) * (2 / rows) ** 0.5
            drawn[-1] = 0
            self.weights.append(drawn.astype(np.float32))
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def layers(self, obs: Array) -> list[Array]:
        """The values of all layers, from the inputs to the outputs."""
        values = [obs.reshape(len(obs), -1)]
        for i, weights in enumerate(self.weights):
            sums = values[-1] @ weights[:-1] + weights[-1]
            values.append(np.maximum(sums, 0) if i < len(self.weights) - 1 else sums)
        return values

    def values(self, obs: Array) -> Array:
        """What each action is worth."""
        return self.layers(obs)[-1]

    def learn(self, obs: Array, actions: Actions, targets: Array) -> None:
        """One step of Adam towards the targets."""
        values = self.layers(obs)
        rows = np.arange(len(obs))
        slopes = np.zeros_like(values[-1])
        slopes[rows, actions] = np.clip(values[-1][rows, actions] - targets, -1, 1) / len(obs)
        self.updates += 1
        for i in reversed(range(len(self.weights))):
            gradient = np.vstack([values[i].T @ slopes, slopes.sum(axis=0)])
            slopes = (slopes @ self.weights[i][:-1].T) * (values[i] > 0)
            mean, square = self.moments[i]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            self.weights[i] -= LEARNING_RATE * mean / (1 - 0.9**self.updates) / size


class Memory:
    """The newest time steps."""

    def __init__(self) -> None:
        """Makes room."""
        shape = (MEMORY, SIZES[0])
        self.obs, self.next_obs = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.actions = np.zeros(MEMORY, np.int64)
        self.rewards, self.goes_on = np.zeros(MEMORY, np.float32), np.zeros(MEMORY, np.float32)
        self.count = 0

    def add(
        self, obs: Array, actions: Actions, rewards: Array, next_obs: Array, goes_on: Array
    ) -> None:
        """A time step of all environments."""
        rows = (self.count + np.arange(len(obs))) % MEMORY
        self.obs[rows], self.next_obs[rows] = obs.reshape(len(obs), -1), next_obs
        self.actions[rows], self.rewards[rows], self.goes_on[rows] = actions, rewards, goes_on
        self.count += len(obs)

    def draw(self, rng: np.random.Generator) -> Actions:
        """The numbers of some of them."""
        return rng.integers(min(self.count, MEMORY), size=BATCH)


def train(steps: int = STEPS) -> tuple[Network, float]:
    """Trains, and returns the network and the mean return of the last 100 episodes."""
    rng = np.random.default_rng(0)
    envs = parallel_pool.make(
        ID,
        num_envs=NUM_ENVS,
        seed=0,
        autoreset_mode="SameStep",
        record_episode_statistics=True,
    )
    network, copied, memory = Network(rng), Network(rng), Memory()
    returns: list[float] = []
    obs, _ = envs.reset()
    for step in range(steps):
        chance = max(0.03, 1 - step / (EXPLORED * steps))
        actions = np.argmax(network.values(obs), axis=1)
        random = rng.random(NUM_ENVS) < chance
        actions[random] = rng.integers(SIZES[-1], size=int(random.sum()))
        seen = obs.copy()
        obs, rewards, terminated, truncated, infos = envs.step(actions)
        following = obs.reshape(NUM_ENVS, -1).copy()
        for i in np.flatnonzero(terminated | truncated):
            following[i] = infos["final_obs"][i].ravel()
        # The time limit does not end the task: what follows counts as if the drive went on.
        memory.add(seen, actions, rewards.astype(np.float32), following, 1.0 - terminated)
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
        for _ in range(UPDATES):
            rows = memory.draw(rng)
            next_obs = memory.next_obs[rows]
            best = np.argmax(network.values(next_obs), axis=1)
            value = copied.values(next_obs)[np.arange(BATCH), best]
            targets = memory.rewards[rows] + GAMMA * memory.goes_on[rows] * value
            network.learn(memory.obs[rows], memory.actions[rows], targets)
        if step % COPIED == 0:
            copied.weights = [weights.copy() for weights in network.weights]
        if step % 500 == 499:
            print(f"{(step + 1) * NUM_ENVS:7} steps, return {np.mean(returns[-100:]):5.2f}")
    return network, float(np.mean(returns[-100:]))


def drive(network: Network, seed: int) -> tuple[list[int], float]:
    """The actions of an episode without random ones, and its return."""
    envs = parallel_pool.make(ID, num_envs=1, autoreset_mode="Disabled")
    obs, _ = envs.reset(seed=[seed])
    actions, total, ended = [], 0.0, False
    while not ended:
        actions.append(int(np.argmax(network.values(obs))))
        obs, rewards, terminated, truncated, _ = envs.step(actions[-1:])
        total += float(rewards[0])
        ended = bool(terminated[0] or truncated[0])
    return actions, total


def draw(actions: list[int], seed: int, file: str) -> None:
    """Plays the drive again in highway-env, which draws every third time step below the last."""
    import gymnasium
    from PIL import Image

    env = gymnasium.make(f"highway_env:{ID}", render_mode="rgb_array")
    env.reset(seed=seed)
    frames = [env.render()]
    for action in actions:
        env.step(action)
        frames.append(env.render())
    Image.fromarray(np.concatenate(frames[:19:3])).save(file)


def main() -> None:
    """Trains, shows how the network drives, and draws one of its drives."""
    network, _ = train()
    drives = [drive(network, seed) for seed in range(1000, 1100)]
    full = sum(len(actions) == 30 for actions, _ in drives)
    print(f"100 drives: mean return {np.mean([r for _, r in drives]):.2f}, {full} without a crash")
    if len(sys.argv) > 1:
        seed = 1000 + int(np.argmax([r for _, r in drives]))
        draw(drive(network, seed)[0], seed, sys.argv[1])


if __name__ == "__main__":
    main()
