# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO that lands LunarLander, in one file with NumPy alone.

A million time steps take less than a minute, most of which is the update.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import parallel_pool

NUM_ENVS, STEPS, UPDATES = 64, 256, 75
EPOCHS, MINIBATCHES = 6, 32
GAMMA, LAMBDA, CLIP = 0.999, 0.98, 0.2
ENTROPY, LEARNING_RATE, REWARD_SCALE = 0.01, 1e-3, 0.05

Array = npt.NDArray[np.float32]


@dataclass
class Network:
    """Two hidden layers of 64 units, trained by Adam.

    Attributes:
        sizes: units of each layer, from the inputs to the outputs.
        gain: scale of the last layer's first weights.
        rng: draws the first weights.
    """

    sizes: tuple[int, ...]
    gain: float
    rng: np.random.Generator
    weights: list[Array] = field(default_factory=list)
    moments: list[tuple[Array, Array]] = field(default_factory=list)
    updates: int = 0

    def __post_init__(self) -> None:
        """Starts from orthogonal weights; the last row of each matrix is the bias."""
        last = len(self.sizes) - 2
        for i, (rows, columns) in enumerate(zip(self.sizes, self.sizes[1:], strict=False)):
            basis, _ = np.linalg.qr(self.rng.standard_normal((max(rows, columns),) * 2))
            scale = self.gain if i == last else 2**0.5
            weights = np.vstack([basis[:rows, :columns] * scale, np.zeros((1, columns))])
            self.weights.append(weights.astype(np.float32))
            self.moments.append((np.zeros_like(self.weights[i]), np.zeros_like(self.weights[i])))

    def layers(self, inputs: Array) -> list[Array]:
        """The values of all layers, from the inputs to the outputs."""
        values = [inputs]
        for i, weights in enumerate(self.weights):
            sums = values[-1] @ weights[:-1] + weights[-1]
            values.append(np.tanh(sums) if i < len(self.weights) - 1 else sums)
        return values

    def gradients(self, values: list[Array], slopes: Array) -> list[Array]:
        """From the values of all layers and the slopes of the loss by the outputs."""
        found: list[Array] = []
        for i in reversed(range(len(self.weights))):
            found.append(np.vstack([values[i].T @ slopes, slopes.sum(axis=0)]))
            slopes = (slopes @ self.weights[i][:-1].T) * (1 - values[i] ** 2)
        return found[::-1]

    def descend(self, gradients: list[Array], rate: float) -> None:
        """One step of Adam."""
        self.updates += 1
        for weights, gradient, (mean, square) in zip(
            self.weights, gradients, self.moments, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-5
            weights -= rate * mean / (1 - 0.9**self.updates) / size


def log_softmax(logits: Array) -> Array:
    """Logarithms of the probabilities of all actions."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    logs: Array = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return logs


def clipped(gradients: list[Array]) -> list[Array]:
    """Gradients whose norm is at most 0.5."""
    norm = float(np.sqrt(sum(float((g**2).sum()) for g in gradients)))
    return [g * min(1.0, 0.5 / (norm + 1e-8)) for g in gradients]


@dataclass
class Rollout:
    """What a batch of time steps left, time first."""

    obs: Array
    actions: npt.NDArray[np.int64]
    logprobs: Array
    rewards: Array
    ended: Array
    values: Array

    def advantages(self, last_values: Array) -> Array:
        """Generalised advantage estimates."""
        out, running = np.zeros_like(self.rewards), np.zeros(NUM_ENVS, np.float32)
        following = last_values
        for t in reversed(range(STEPS)):
            alive = 1 - self.ended[t]
            delta = self.rewards[t] + GAMMA * following * alive - self.values[t]
            running = delta + GAMMA * LAMBDA * alive * running
            out[t], following = running, self.values[t]
        return out


def collect(
    envs: parallel_pool.PoolVectorEnv,
    obs: Array,
    actor: Network,
    critic: Network,
    rng: np.random.Generator,
    returns: list[float],
) -> tuple[Rollout, Array]:
    """Plays `STEPS` time steps, and adds the returns of episodes that ended to `returns`."""
    shape = (STEPS, NUM_ENVS)
    rollout = Rollout(
        np.zeros((*shape, obs.shape[1]), np.float32),
        np.zeros(shape, np.int64),
        *(np.zeros(shape, np.float32) for _ in range(4)),
    )
    everybody = np.arange(NUM_ENVS)
    for t in range(STEPS):
        logs = log_softmax(actor.layers(obs)[-1])
        gumbel = -np.log(-np.log(rng.random(logs.shape) + 1e-12))
        actions = np.argmax(logs + gumbel, axis=1)
        rollout.obs[t], rollout.actions[t] = obs, actions
        rollout.logprobs[t] = logs[everybody, actions]
        rollout.values[t] = critic.layers(obs)[-1][:, 0]
        obs, rewards, terminated, truncated, infos = envs.step(actions)
        rollout.rewards[t] = rewards * REWARD_SCALE
        rollout.ended[t] = terminated | truncated
        # A time limit does not end the task: the value of the last observation stands for the rest.
        for i in np.flatnonzero(truncated & ~terminated):
            rest = critic.layers(infos["final_obs"][i][None])[-1][0, 0]
            rollout.rewards[t, i] += GAMMA * rest
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    return rollout, obs


def update(
    rollout: Rollout,
    advantages: Array,
    actor: Network,
    critic: Network,
    rate: float,
    rng: np.random.Generator,
) -> None:
    """PPO's clipped update."""
    obs = rollout.obs.reshape(-1, rollout.obs.shape[-1])
    actions, old = rollout.actions.ravel(), rollout.logprobs.ravel()
    targets, gains = (advantages + rollout.values).ravel(), advantages.ravel()
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(obs)), MINIBATCHES):
            rows = np.arange(len(part))
            gain = gains[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            values = actor.layers(obs[part])
            logs = log_softmax(values[-1])
            probabilities = np.exp(logs)
            ratio = np.exp(logs[rows, actions[part]] - old[part])
            counts = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            slope = -(gain * ratio * counts)[:, None] * -probabilities
            slope[rows, actions[part]] -= gain * ratio * counts
            entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
            slope += ENTROPY * probabilities * (logs + entropy)
            slope = (slope / len(part)).astype(np.float32)
            actor.descend(clipped(actor.gradients(values, slope)), rate)
            values = critic.layers(obs[part])
            error = (values[-1][:, 0] - targets[part])[:, None] / len(part)
            critic.descend(clipped(critic.gradients(values, error.astype(np.float32))), rate)


def main(updates: int = UPDATES) -> float:
    """Trains, and returns the mean return of the last 100 episodes."""
    rng = np.random.default_rng(1)
    envs = parallel_pool.make(
        "LunarLander-v3",
        num_envs=NUM_ENVS,
        seed=1,
        autoreset_mode="SameStep",
        record_episode_statistics=True,
    )
    actor, critic = Network((8, 64, 64, 4), 0.01, rng), Network((8, 64, 64, 1), 1.0, rng)
    returns: list[float] = []
    obs, _ = envs.reset()
    for number in range(updates):
        rollout, obs = collect(envs, obs, actor, critic, rng, returns)
        advantages = rollout.advantages(critic.layers(obs)[-1][:, 0])
        update(rollout, advantages, actor, critic, LEARNING_RATE * (1 - number / updates), rng)
        if number % 5 == 4:
            print(
                f"{(number + 1) * STEPS * NUM_ENVS:8} steps, return {np.mean(returns[-100:]):6.1f}"
            )
    return float(np.mean(returns[-100:]))


if __name__ == "__main__":
    main()
