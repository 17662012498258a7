# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO whose whole update, rollout included, is one jitted function. Needs JAX and optax."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import jax.numpy as jnp
import optax
import parallel_pool
import parallel_pool.jax as pool_jax

import jax
from jax import lax

NUM_ENVS, STEPS, EPOCHS, MINIBATCHES = 32, 64, 6, 4
GAMMA, LAMBDA, CLIP = 0.99, 0.95, 0.2
UPDATES = 200
SOLVED = 475.0

optimizer = optax.chain(
    optax.clip_by_global_norm(0.5),
    optax.adam(optax.linear_schedule(2.5e-3, 0.0, UPDATES * EPOCHS * MINIBATCHES), eps=1e-5),
)


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


def init_network(key: jax.Array, inputs: int, outputs: int) -> Any:
    """Two hidden layers for the policy, and two for the value."""
    parts = {"policy": (outputs, 0.01), "value": (1, 1.0)}
    params = {}
    for name, (width, gain) in parts.items():
        sizes = ((inputs, 64, 2**0.5), (64, 64, 2**0.5), (64, width, gain))
        layers = []
        for a, b, std in sizes:
            key, own = jax.random.split(key)
            layers.append((jax.nn.initializers.orthogonal(std)(own, (a, b)), jnp.zeros(b)))
        params[name] = layers
    return params


def network(layers: Any, x: jax.Array) -> jax.Array:
    """Applies the layers."""
    *hidden, (last, bias) = layers
    for weight, b in hidden:
        x = jnp.tanh(x @ weight + b)
    return x @ last + bias


def value_of(params: Any, obs: jax.Array) -> jax.Array:
    """The expected return."""
    return network(params["value"], obs)[..., 0]


def act(learner: Learner, _: None) -> tuple[Learner, tuple[Rollout, Any]]:
    """One step of all environments."""
    key, own = jax.random.split(learner.key)
    logits = jax.nn.log_softmax(network(learner.params["policy"], learner.obs))
    action = jax.random.categorical(own, logits)
    logprob = jnp.take_along_axis(logits, action[:, None], 1)[:, 0]
    value = value_of(learner.params, learner.obs)
    pool, batch = pool_jax.step(learner.pool, action)
    # SameStep autoreset: `obs` already belongs to the next episode, `final_obs` to the old one.
    rest = value_of(learner.params, batch.info["final_obs"])
    reward = batch.reward + GAMMA * rest * (batch.truncated & ~batch.terminated)
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
    logits = jax.nn.log_softmax(network(params["policy"], rows.obs))
    logprob = jnp.take_along_axis(logits, rows.action[:, None], 1)[:, 0]
    ratio = jnp.exp(logprob - rows.logprob)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage)
    error = (value_of(params, rows.obs) - target) ** 2
    entropy = -(jnp.exp(logits) * logits).sum(1)
    return -gain.mean() + 0.5 * error.mean() - 0.01 * entropy.mean()


@jax.jit
def update(learner: Learner) -> tuple[Learner, tuple[jax.Array, jax.Array]]:
    """Plays `STEPS` steps and learns from them; also the returns of episodes that ended."""
    learner, (rollout, returns) = lax.scan(act, learner, length=STEPS)
    advantage = advantages_of(rollout, value_of(learner.params, learner.obs))
    data = (rollout, advantage, advantage + rollout.value)
    data = jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]), data)

    def minibatch(carry: Any, rows: Any) -> tuple[Any, None]:
        params, state = carry
        gradient = jax.grad(loss)(params, *rows)
        change, state = optimizer.update(gradient, state, params)
        return (optax.apply_updates(params, change), state), None

    def epoch(carry: Any, key: jax.Array) -> tuple[Any, None]:
        order = jax.random.permutation(key, STEPS * NUM_ENVS).reshape(MINIBATCHES, -1)
        return lax.scan(minibatch, carry, jax.tree.map(lambda x: x[order], data))

    key, *keys = jax.random.split(learner.key, EPOCHS + 1)
    carry = (learner.params, learner.optimizer)
    (params, state), _ = lax.scan(epoch, carry, jnp.stack(keys))
    return learner._replace(params=params, optimizer=state, key=key), returns


def main(updates: int = UPDATES, seed: int = 0) -> float:
    """Trains until CartPole is solved; returns the mean return of the last 100 episodes."""
    began = time.perf_counter()
    pool = parallel_pool.make(
        "CartPole-v1",
        num_envs=NUM_ENVS,
        num_threads=1,
        seed=seed,
        autoreset_mode="SameStep",
        record_episode_statistics=True,
    )
    state, batch = pool_jax.reset(pool_jax.init(pool))
    key, own = jax.random.split(jax.random.key(seed))
    params = init_network(own, 4, 2)
    learner = Learner(params, optimizer.init(params), state, batch.obs, key)
    last: list[float] = []
    for i in range(updates):
        learner, (returns, ended) = update(learner)
        last = (last + returns[ended].tolist())[-100:]
        mean = sum(last) / max(len(last), 1)
        if i % 10 == 9 or mean >= SOLVED:
            seconds = time.perf_counter() - began
            print(
                f"{(i + 1) * STEPS * NUM_ENVS:7d} steps, {seconds:4.1f} s: mean return {mean:.0f}"
            )
        if mean >= SOLVED and len(last) == 100:
            break
    return mean


if __name__ == "__main__":
    main()
