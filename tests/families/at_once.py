# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Compares pools of agents who act at once with parallel environments of PettingZoo's API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing import assert_same


def random_actions(rng: np.random.Generator, envs: Any) -> dict[str, np.ndarray]:
    """An action of each agent in each environment; forces beyond 0 to 1 too."""
    actions = {}
    for agent in envs.possible_agents:
        space = envs.action_space(agent)
        if hasattr(space, "n"):
            actions[agent] = rng.integers(0, space.n, envs.num_envs)
        else:
            forces = rng.uniform(-0.2, 1.2, (envs.num_envs, *space.shape))
            actions[agent] = np.where(rng.random(forces.shape) < 0.2, 0, forces).astype(np.float32)
    return actions


class Games:
    """Environments of the reference that a pool is compared with."""

    def __init__(self, make: Callable[..., Any], count: int, **config: Any) -> None:
        self.games = [make(**config) for _ in range(count)]
        self.observations: list[Any] = [None] * count

    def reset(self, i: int, seed: int | None) -> None:
        self.observations[i], _ = self.games[i].reset(seed=seed)

    def assert_spaces(self, envs: Any) -> None:
        first = self.games[0]
        assert envs.possible_agents == first.possible_agents
        for agent in envs.possible_agents:
            assert envs.observation_space(agent) == first.observation_space(agent)
            assert envs.action_space(agent) == first.action_space(agent)

    def assert_observed(self, observations: dict[str, np.ndarray]) -> None:
        for i, expected in enumerate(self.observations):
            for agent, array in observations.items():
                wanted = expected.get(agent, np.zeros_like(array[i]))  # zeros: it has left
                assert_same(array[i], wanted, f"environment {i}, {agent}")

    def step(self, actions: dict[str, np.ndarray], results: tuple[Any, ...]) -> None:
        """Steps or resets each environment, and compares with the pool's results."""
        _, *told, _ = results
        for i, game in enumerate(self.games):
            if not game.agents:
                self.reset(i, None)
                expected: list[dict[str, Any]] = [{}, {}, {}]
            else:
                own = {agent: array[i] for agent, array in actions.items()}
                own = {agent: a if np.ndim(a) else int(a) for agent, a in own.items()}
                self.observations[i], *expected, _ = game.step(own)
            for agent in game.possible_agents:
                for ours, theirs in zip(told, expected, strict=True):
                    value, wanted = ours[agent][i], theirs.get(agent, 0)
                    assert value == wanted, f"environment {i}, {agent}: {value!r}, {wanted!r}"
        self.assert_observed(results[0])


MODES = pytest.mark.parametrize("mode", ["NextStep", "Disabled"])


def assert_same_states(id: str, make: Callable[..., Any], steps: int, **config: Any) -> None:
    """What `state` returns, in a pool and alone, while episodes run and when they have ended."""
    envs = parallel_pool.make(id, "parallel", num_envs=2, **config)
    games = Games(make, 2, **config)
    envs.reset(seed=1)
    for i, game in enumerate(games.games):
        assert envs.state_space == game.state_space
        games.reset(i, 1 + i)
    rng = np.random.default_rng(0)
    for _ in range(steps):
        actions = random_actions(rng, envs)
        games.step(actions, envs.step(actions))
        states = envs.state()
        for i, game in enumerate(games.games):
            assert_same(states[i], game.state(), f"environment {i}")


def count_terminations(
    id: str,
    make: Callable[..., Any],
    steps: int,
    choose: Callable[[Any, dict[str, np.ndarray]], dict[str, np.ndarray]],
    count: int = 3,
    **config: Any,
) -> int:
    """Steers pools and environments alike; how many agents' episodes the rules ended.

    `choose` takes the pool and its observations, and returns actions.
    """
    envs = parallel_pool.make(id, "parallel", num_envs=count, **config)
    games = Games(make, count, **config)
    seen, _ = envs.reset(seed=0)
    for i in range(count):
        games.reset(i, i)
    terminations = 0
    for _ in range(steps):
        actions = choose(envs, seen)
        results = envs.step(actions)
        games.step(actions, results)
        seen = results[0]
        terminations += sum(int(flags.sum()) for flags in results[2].values())
    return terminations


def assert_states_continue(id: str, steps: int, **config: Any) -> None:
    """A pool that takes over the states of another, in another order, goes on like it."""
    envs = parallel_pool.make(id, "parallel", num_envs=2, seed=5, **config)
    other = parallel_pool.make(id, "parallel", num_envs=2, seed=8, **config)
    envs.reset()
    other.reset()
    rng = np.random.default_rng(0)
    for number in range(steps):
        if number % 9 == 0:
            other.set_state([1, 0], [envs.get_state()[i] for i in (1, 0)])
        actions = random_actions(rng, envs)
        assert_same(other.step(actions), envs.step(actions))


def compare(
    id: str,
    make: Callable[..., Any],
    steps: int,
    seed: int,
    threads: int = 1,
    mode: str = "NextStep",
    **config: Any,
) -> None:
    """Pools equal environments that are reset by hand, sometimes before their episode is over."""
    count = 3
    envs = parallel_pool.make(
        id,
        "parallel",
        num_envs=count,
        num_threads=threads,
        chunk_size=1,
        autoreset_mode=mode,
        **config,
    )
    games = Games(make, count, **config)
    games.assert_spaces(envs)
    rng = np.random.default_rng(seed)
    observations, _ = envs.reset(seed=seed)
    for i in range(count):
        games.reset(i, seed + i)
    games.assert_observed(observations)
    for number in range(steps):
        chosen = rng.random(count) < 1 / steps
        if number == steps // 3:
            chosen[rng.integers(count)] = True
        if mode == "Disabled":
            chosen |= [not game.agents for game in games.games]
        if chosen.any():
            _reset(envs, games, chosen, rng)
        actions = random_actions(rng, envs)
        games.step(actions, envs.step(actions))
        _assert_alive(envs, games)
    envs.close()


def _reset(envs: Any, games: Games, chosen: np.ndarray, rng: np.random.Generator) -> None:
    """Resets the chosen environments, each with a seed or without."""
    seeds = [int(rng.integers(2**40)) if rng.random() < 0.5 else None for _ in chosen]
    observations, _ = envs.reset(seed=seeds, options={"reset_mask": chosen})
    for i in np.flatnonzero(chosen):
        games.reset(i, seeds[i])
    games.assert_observed(observations)
    _assert_alive(envs, games)


def _assert_alive(envs: Any, games: Games) -> None:
    for i, game in enumerate(games.games):
        for agent in envs.possible_agents:
            assert envs.alive[agent][i] == (agent in game.agents)
