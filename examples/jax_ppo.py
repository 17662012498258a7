# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO whose whole update, rollout included, is one jitted function. Needs JAX and optax.

`python examples/jax_ppo.py` solves CartPole in about ten seconds. With the argument `pong`, it
trains on small pictures of Pong: in 24 minutes on one CPU, the mean return rises from -21 to -4.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any, NamedTuple

import jax.numpy as jnp
import optax
import parallel_pool
import parallel_pool.jax as pool_jax

import jax
from jax import lax

GAMMA, LAMBDA, CLIP = 0.99, 0.95, 0.2
PATCH = 6  # the side of the squares that pictures are cut into
Scalar = float | int | str | bool


class Task(NamedTuple):
    """What to learn, and how."""

    id: str
    options: tuple[tuple[str, Scalar], ...]
    num_envs: int
    steps: int  # of each environment in an update
    epochs: int
    minibatches: int
    rate: float
    updates: int
    solved: float  # the mean return of the last 100 episodes at which to stop


TASKS = {
    "cartpole": Task("CartPole-v1", (), 32, 64, 6, 4, 2.5e-3, 200, 475.0),
    "pong": Task(
        "Pong-v5",
        (("img_height", 42), ("img_width", 42), ("stack_num", 2)),
        16,
        128,
        3,
        4,
        1e-3,
        5000,
        18.0,
    ),
}


def optimizer_of(task: Task) -> optax.GradientTransformation:
    """Adam, whose rate falls to zero."""
    rate = optax.linear_schedule(task.rate, 0.0, task.updates * task.epochs * task.minibatches)
    return optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate, eps=1e-5))


class Learner(NamedTuple):
    """What an update changes."""

    params: Any
    optimizer: Any
    pool: pool_jax.PoolState
    obs: jax.Array
    key: jax.Array


class Rollout(NamedTuple):
    """What a batch of steps left, time first."""

    obs: jax.Array
    action: jax.Array
    logprob: jax.Array
    value: jax.Array
    reward: jax.Array  # with the value of what was cut off by a time limit
    ended: jax.Array


def init_network(key: jax.Array, shape: tuple[int, ...], outputs: int) -> Any:
    """The layers of the policy and of the value; with pictures, both share their first layers."""
    keys = iter(jax.random.split(key, 9))  # more than there are layers

    def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> tuple[jax.Array, jax.Array]:
        weight = jax.nn.initializers.orthogonal(gain)(next(keys), (inputs, outputs))
        return weight, jnp.zeros(outputs)

    if len(shape) == 3:
        channels, height, width = shape
        assert height % PATCH == width % PATCH == 0
        patches = (height // PATCH) * (width // PATCH)
        shared = [layer(channels * PATCH * PATCH, 32), layer(32 * patches, 128)]
        policy, value = [layer(128, outputs, 0.01)], [layer(128, 1, 1.0)]
    else:
        shared = []
        policy = [layer(shape[0], 64), layer(64, 64), layer(64, outputs, 0.01)]
        value = [layer(shape[0], 64), layer(64, 64), layer(64, 1, 1.0)]
    return {"shared": shared, "policy": policy, "value": value}


def network(params: Any, obs: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The logarithms of the actions' probabilities, and the expected return."""
    x = obs
    if params["shared"]:
        (weight, bias), (dense, dense_bias) = params["shared"]
        x = jax.nn.relu(patches_of(obs) @ weight + bias)
        x = jax.nn.relu(x.reshape(len(x), -1) @ dense + dense_bias)
    return jax.nn.log_softmax(layers(params["policy"], x)), layers(params["value"], x)[:, 0]


def patches_of(pictures: jax.Array) -> jax.Array:
    """The squares of each picture, as rows of numbers from 0 to 1.

    On a CPU, XLA multiplies matrices quickly, but is slow at the gradients of convolutions.
    """
    rows, channels, height, width = pictures.shape
    x = pictures.astype(jnp.float32).transpose(0, 2, 3, 1) / 255.0
    x = x.reshape(rows, height // PATCH, PATCH, width // PATCH, PATCH, channels)
    return x.transpose(0, 1, 3, 2, 4, 5).reshape(rows, -1, PATCH * PATCH * channels)


def layers(params: Any, x: jax.Array) -> jax.Array:
    """Applies layers, with tanh between them."""
    *hidden, (last, bias) = params
    for weight, b in hidden:
        x = jnp.tanh(x @ weight + b)
    return x @ last + bias


def act(learner: Learner, _: None) -> tuple[Learner, tuple[Rollout, Any]]:
    """One step of all environments."""
    key, own = jax.random.split(learner.key)
    logits, value = network(learner.params, learner.obs)
    action = jax.random.categorical(own, logits)
    logprob = jnp.take_along_axis(logits, action[:, None], 1)[:, 0]
    pool, batch = pool_jax.step(learner.pool, action)
    # SameStep autoreset: `obs` already belongs to the next episode, `final_obs` to the old one.
    cut = batch.truncated & ~batch.terminated
    rest = lax.cond(
        cut.any(),
        lambda: network(learner.params, batch.info["final_obs"])[1],
        lambda: jnp.zeros_like(value),
    )
    reward = batch.reward + GAMMA * rest * cut
    ended = batch.terminated | batch.truncated
    row = Rollout(learner.obs, action, logprob, value, reward, ended)
    returns = (batch.info["episode"]["r"], batch.info["_episode"])
    return learner._replace(pool=pool, obs=batch.obs, key=key), (row, returns)


def advantages_of(rollout: Rollout, last: jax.Array) -> jax.Array:
    """Generalised advantage estimates."""

    def back(carry: Any, row: Rollout) -> tuple[Any, jax.Array]:
        following, advantage = carry
        on = 1.0 - row.ended
        delta = row.reward + GAMMA * following * on - row.value
        advantage = delta + GAMMA * LAMBDA * on * advantage
        return (row.value, advantage), advantage

    return lax.scan(back, (last, jnp.zeros_like(last)), rollout, reverse=True)[1]


def loss(params: Any, rows: Rollout, advantage: jax.Array, target: jax.Array) -> jax.Array:
    """PPO's clipped objective, the value's error and the entropy."""
    logits, value = network(params, rows.obs)
    logprob = jnp.take_along_axis(logits, rows.action[:, None], 1)[:, 0]
    ratio = jnp.exp(logprob - rows.logprob)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage)
    error = (value - target) ** 2
    entropy = -(jnp.exp(logits) * logits).sum(1)
    return -gain.mean() + 0.5 * error.mean() - 0.01 * entropy.mean()


@partial(jax.jit, static_argnums=0)
def update(task: Task, learner: Learner) -> tuple[Learner, tuple[jax.Array, jax.Array]]:
    """Plays steps and learns from them; also the returns of episodes that ended."""
    learner, (rollout, returns) = lax.scan(act, learner, length=task.steps)
    advantage = advantages_of(rollout, network(learner.params, learner.obs)[1])
    data = (rollout, advantage, advantage + rollout.value)
    data = jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), data)
    optimizer = optimizer_of(task)

    def minibatch(carry: Any, rows: Any) -> tuple[Any, None]:
        params, state = carry
        rows = jax.tree.map(lambda x: x[rows], data)
        gradient = jax.grad(loss)(params, *rows)
        change, state = optimizer.update(gradient, state, params)
        return (optax.apply_updates(params, change), state), None

    def epoch(carry: Any, key: jax.Array) -> tuple[Any, None]:
        order = jax.random.permutation(key, task.steps * task.num_envs)
        return lax.scan(minibatch, carry, order.reshape(task.minibatches, -1))

    key, *keys = jax.random.split(learner.key, task.epochs + 1)
    carry = (learner.params, learner.optimizer)
    (params, state), _ = lax.scan(epoch, carry, jnp.stack(keys))
    return learner._replace(params=params, optimizer=state, key=key), returns


def main(updates: int | None = None, seed: int = 0, task: Task = TASKS["cartpole"]) -> float:
    """Trains until the task is solved; returns the mean return of the last 100 episodes."""
    began = time.perf_counter()
    pool = parallel_pool.make(
        task.id,
        num_envs=task.num_envs,
        num_threads=1,
        seed=seed,
        autoreset_mode="SameStep",
        record_episode_statistics=True,
        **dict(task.options),
    )
    state, batch = pool_jax.reset(pool_jax.init(pool))
    key, own = jax.random.split(jax.random.key(seed))
    params = init_network(own, batch.obs.shape[1:], int(pool.single_action_space.n))
    learner = Learner(params, optimizer_of(task).init(params), state, batch.obs, key)
    last: list[float] = []
    for i in range(updates or task.updates):
        learner, (returns, ended) = update(task, learner)
        last = (last + returns[ended].tolist())[-100:]
        mean = sum(last) / max(len(last), 1)
        if i % 10 == 9 or mean >= task.solved:
            steps, seconds = (i + 1) * task.steps * task.num_envs, time.perf_counter() - began
            print(f"{steps:7d} steps, {seconds:4.1f} s: mean return {mean:.1f}", flush=True)
        if mean >= task.solved and len(last) == 100:
            break
    return mean


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("task", nargs="?", choices=TASKS, default="cartpole")
    parser.add_argument("--updates", type=int)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    main(arguments.updates, arguments.seed, TASKS[arguments.task])
