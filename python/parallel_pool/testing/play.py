# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays single- and multi-player pools so that the schedule cannot change a trajectory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.testing.trajectory import ActionSource, Step, Trajectory, steps_of


class Play:
    """A pool with a separate stream of actions for each environment.

    In a multi-player environment, values per player are arrays with a leading axis of players in
    each `Step`, and `info["players"]` is the array of player ids.

    Attributes:
        envs: the pool.
        players: the number of players that act next in each environment; 1 for single-player
            environments.
    """

    def __init__(self, envs: PoolVectorEnv, action_seed: int = 0) -> None:
        """Takes a pool; resets nothing."""
        self.envs = envs
        self.players = [1] * envs.num_envs
        self._spec = envs._engine.setup.spec
        self._source = ActionSource(envs.single_action_space, envs.num_envs, action_seed)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> list[Any]:
        """Resets a sync pool and returns the observation of each environment."""
        observations, infos = self.envs.reset(seed=seed, options=options)
        flags = np.zeros(self.envs.num_envs, dtype=bool)
        self.note(infos)
        steps = self.take((observations, np.zeros(sum(self.players)), flags, flags, infos))
        return [step[0] for step in steps.values()]

    def step(self, actions: Any = None) -> list[Step]:
        """Steps all environments of a sync pool, by default with their next actions."""
        result = self.envs.step(self.actions() if actions is None else actions)
        return list(self.take(result).values())

    def actions(self, env_ids: Sequence[int] | None = None) -> Any:
        """The next actions of environments (None: all) or of their players, as a batch."""
        ids = range(self.envs.num_envs) if env_ids is None else env_ids
        # Draw one even without players, because fields of the environment itself need a row.
        drawn = [self._source.batch([i] * max(self.players[i], 1)) for i in ids]
        return _joined(self._spec["action"], drawn, [self.players[i] for i in ids])

    def take(self, result: tuple[Any, ...]) -> dict[int, Step]:
        """Copies the part of each environment out of a batch, by env id."""
        observations, rewards, terminations, truncations, infos = result
        ids = self.note(infos)
        if self._spec["multi_player"]:
            counts = [self.players[i] for i in ids]
            observations = _grouped(self._spec["observation"], observations, counts)
            rewards = _split(rewards, counts)
            infos = _grouped(self._spec["info"], infos, counts) | {
                "players": _split(infos["players"]["id"], counts),
                "_players": np.ones(len(counts), dtype=bool),
            }
        own = steps_of((observations, rewards, terminations, truncations, infos), len(ids))
        return dict(zip(ids, own, strict=True))

    def note(self, infos: dict[str, Any]) -> list[int]:
        """Notes how many players act next in a batch's environments, and returns the env ids."""
        everyone = np.arange(self.envs.num_envs)
        ids: list[int] = infos.get("env_id", everyone).tolist()
        if self._spec["multi_player"]:
            owners = infos["players"]["env_id"]
            for env_id in ids:
                self.players[env_id] = int(np.count_nonzero(owners == env_id))
        return ids


def _joined(node: dict[str, Any], drawn: list[Any], counts: list[int]) -> Any:
    """Joins the drawn actions of all environments, with one row for each actor."""
    if node["kind"] == "Dict":
        parts = {child["name"]: child for child in node["children"]}
        return {name: _joined(parts[name], [one[name] for one in drawn], counts) for name in parts}
    if node["kind"] == "Tuple":
        children = enumerate(node["children"])
        return tuple(_joined(child, [one[i] for one in drawn], counts) for i, child in children)
    rows = counts if node["per_player"] else [1] * len(counts)
    return np.concatenate([one[:count] for one, count in zip(drawn, rows, strict=True)])


def _grouped(node: dict[str, Any], values: Any, counts: list[int]) -> Any:
    """Splits values per player into a list of arrays, one for each environment."""
    if node["kind"] == "Dict":
        parts = {child["name"]: child for child in node["children"]}
        # Infos also have masks, and may lack some of their entries.
        return values | {
            name: _grouped(parts[name], values[name], counts) for name in parts if name in values
        }
    if node["kind"] == "Tuple":
        children = enumerate(node["children"])
        return tuple(_grouped(child, values[i], counts) for i, child in children)
    return _split(values, counts) if node["per_player"] else values


def _split(rows: np.ndarray, counts: list[int]) -> list[np.ndarray]:
    return np.split(rows, np.cumsum(counts)[:-1])


def run(
    envs: PoolVectorEnv,
    steps: int,
    seed: int = 0,
    action_seed: int = 0,
    on_batch: Callable[[Any], None] | None = None,
) -> list[Trajectory]:
    """Runs all environments for `steps` tasks after a reset with `seed`.

    Each environment has its own stream of actions, so the result must not depend on `num_threads`,
    `batch_size` or `chunk_size`.

    Args:
        envs: a pool with nothing in flight; not with disabled autoreset.
        steps: the number of tasks of each environment after its first reset, including autoresets.
        seed: environment i is reset with ``seed + i``.
        action_seed: the seed of the streams of actions.
        on_batch: called with every batch after it was read.

    Returns:
        A trajectory for each environment: the `Step` of the reset, then those of its tasks. Infos
        have only the environment's own entries. In multi-player environments, values per player
        have a leading axis of players, and ``info["players"]`` has the player ids.
    """
    play = Play(envs, action_seed)
    trajectories: list[Trajectory] = [[] for _ in range(envs.num_envs)]
    envs.async_reset(seed=seed)
    while envs.in_flight > 0:
        result = envs.recv()
        taken = play.take(result)
        for env_id, step in taken.items():
            trajectories[env_id].append(step)
        if on_batch is not None:
            on_batch(result)
        going_on = [i for i in taken if len(trajectories[i]) <= steps]
        if going_on:
            envs.send(play.actions(going_on), np.array(going_on, dtype=np.int32))
    return trajectories
