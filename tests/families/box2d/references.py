# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Policies that play as trained ones do, and comparisons of whole runs with Gymnasium."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
import parallel_pool

Policy = Callable[[gymnasium.Env[Any, Any], Any], Any]


def play_randomly() -> Policy:
    """Draws from the action space."""
    return lambda env, observation: env.action_space.sample()


def land() -> Policy:
    """Gymnasium's heuristic for LunarLander, which lands and comes to rest."""
    from gymnasium.envs.box2d.lunar_lander import heuristic

    def act(env: gymnasium.Env[Any, Any], observation: Any) -> Any:
        action = heuristic(env.unwrapped, observation)
        return np.asarray(action, np.float32) if env.action_space.shape else int(action)

    return act


def walk() -> Policy:
    """Gymnasium's heuristic for BipedalWalker."""
    from gymnasium.envs.box2d.bipedal_walker import BipedalWalkerHeuristics

    heuristics = BipedalWalkerHeuristics()

    def act(env: gymnasium.Env[Any, Any], observation: Any) -> Any:
        return heuristics.step_heuristic(observation).astype(np.float32)

    return act


def drive() -> Policy:
    """Follows CarRacing's road for whole laps."""

    def act(env: gymnasium.Env[Any, Any], observation: Any) -> Any:
        base: Any = env.unwrapped
        hull = base.car.hull
        track = np.array(base.track)[:, 2:4]
        nearest = int(np.argmin(((track - np.array(hull.position)) ** 2).sum(axis=1)))
        dx, dy = track[(nearest + 6) % len(track)] - np.array(hull.position)
        turn = (np.arctan2(dy, dx) - np.pi / 2 - hull.angle + np.pi) % (2 * np.pi) - np.pi
        speed = float(np.hypot(*hull.linearVelocity))
        wanted = 38 - 60 * abs(turn)
        controls = [
            np.clip(-2.2 * turn, -1, 1),
            0.45 if speed < wanted else 0,
            0.15 if speed > wanted + 6 else 0,
        ]
        return np.array(controls, np.float32)

    return act


class Reference:
    """One of Gymnasium's environments and the policy that plays it."""

    def __init__(self, id: str, policy: Policy, seed: int, options: Mapping[str, Any]) -> None:
        self._env = gymnasium.make(id, **options)
        self._env.action_space.seed(seed)
        self._policy = policy
        self.observation, _ = self._env.reset(seed=seed)
        self.has_ended = False
        self.steps = 0
        self.last_rewards: list[float] = []

    def act(self) -> Any:
        """What the policy does now."""
        return self._policy(self._env, self.observation)

    def reset(self) -> None:
        """Begins an episode."""
        self.observation, _ = self._env.reset()
        self.has_ended = False

    def step(self, action: Any) -> tuple[float, bool, bool, dict[str, Any]]:
        """A time step; the observation stays here."""
        self.observation, reward, terminated, truncated, info = self._env.step(action)
        self.steps += 1
        self.has_ended = terminated or truncated
        if self.has_ended:
            self.last_rewards.append(float(reward))
        return float(reward), terminated, truncated, info


def _of_row(infos: Mapping[str, Any], row: int) -> dict[str, Any]:
    """The infos that a row has."""
    return {
        key: infos[key][row]
        for key in infos
        if key[0] != "_" and not key.startswith("final") and infos[f"_{key}"][row]
    }


def compare(
    id: str,
    policy: Callable[[], Policy],
    steps: int,
    seed: int,
    *,
    rows: int = 1,
    autoreset_mode: Any = "Disabled",
    num_threads: int = 1,
    **options: Any,
) -> list[float]:
    """Plays a pool beside its references and requires equal bytes throughout.

    Args:
        id: the environment.
        policy: makes the policy of each row.
        steps: of all references together.
        seed: of the first row; each further row has the next one.
        rows: environments of the pool.
        autoreset_mode: of the pool.
        num_threads: of the pool.
        **options: of the environment.

    Returns:
        The last reward of each episode that ended.
    """
    references = [Reference(id, policy(), seed + i, options) for i in range(rows)]
    ours = parallel_pool.make(
        id, num_envs=rows, autoreset_mode=autoreset_mode, num_threads=num_threads, **options
    )
    got, _ = ours.reset(seed=seed)

    def agrees(i: int) -> bool:
        return bool(got[i].tobytes() == references[i].observation.tobytes())

    assert all(map(agrees, range(rows)))
    while sum(reference.steps for reference in references) < steps:
        actions = np.stack([reference.act() for reference in references])
        got, rewards, terminations, truncations, infos = ours.step(actions)
        for i, reference in enumerate(references):
            found = rewards[i], terminations[i], truncations[i]
            if reference.has_ended and autoreset_mode == "NextStep":
                reference.reset()
                assert (*found, agrees(i)) == (0, False, False, True)
                continue
            *expected, info = reference.step(actions[i])
            assert found == tuple(expected)
            if reference.has_ended and autoreset_mode == "SameStep":
                assert infos["final_obs"][i].tobytes() == reference.observation.tobytes()
                assert _of_row(infos.get("final_info", {}), i) == info
                reference.reset()
            else:
                assert _of_row(infos, i) == info
            assert agrees(i)
        ended = np.array([reference.has_ended for reference in references])
        if autoreset_mode == "Disabled" and ended.any():
            got, _ = ours.reset(options={"reset_mask": ended})
            for i in np.flatnonzero(ended):
                references[i].reset()
                assert agrees(i)
    ours.close()
    return [reward for reference in references for reward in reference.last_rewards]
