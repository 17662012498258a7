# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Plays pools, those of multi-player environments too, so that no schedule changes a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from parallel_pool.testing.trajectory import ActionSource, Step, Trajectory, steps_of
from parallel_pool.vector_env import PoolVectorEnv


class Play:
    """A pool, and for each environment a stream of actions of its own.

    Where a multi-player environment has a row for each player, its `Step`s have them all: an
    array with a leading axis of players. `info["players"]` is the array of their ids.

    Attributes:
        envs: the pool.
        players: how many act next in each environment; 1 where rules know no players.
    """

    def __init__(self, envs: PoolVectorEnv, action_seed: int = 0) -> None:
        """Nothing is reset yet."""
        self.envs = envs
        self.players = [1] * envs.num_envs
        self._spec = envs._engine.setup.spec
        self._source = ActionSource(envs.single_action_space, envs.num_envs, action_seed)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> list[Any]:
        """Each environment's observation after a reset of a sync pool."""
        observations, infos = self.envs.reset(seed=seed, options=options)
        flags = np.zeros(self.envs.num_envs, dtype=bool)
        self.note(infos)
        steps = self.take((observations, np.zeros(sum(self.players)), flags, flags, infos))
        return [step[0] for step in steps.values()]

    def step(self, actions: Any = None) -> list[Step]:
        """A step of all environments of a sync pool, by default with their next actions."""
        result = self.envs.step(self.actions() if actions is None else actions)
        return list(self.take(result).values())

    def actions(self, env_ids: Sequence[int] | None = None) -> Any:
        """The next action of each environment (None: of all), or of each player in it, batched."""
        ids = range(self.envs.num_envs) if env_ids is None else env_ids
        # One is drawn for nobody too: fields that are the environment's own want a row.
        drawn = [self._source.batch([i] * max(self.players[i], 1)) for i in ids]
        return _joined(self._spec["action"], drawn, [self.players[i] for i in ids])

    def take(self, result: tuple[Any, ...]) -> dict[int, Step]:
        """What is each environment's own in a batch, copied, by env id."""
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
        """Notes who acts next in the environments of a batch, and returns their ids."""
        everyone = np.arange(self.envs.num_envs)
        ids: list[int] = infos.get("env_id", everyone).tolist()
        if self._spec["multi_player"]:
            owners = infos["players"]["env_id"]
            for env_id in ids:
                self.players[env_id] = int(np.count_nonzero(owners == env_id))
        return ids


def _joined(node: dict[str, Any], drawn: list[Any], counts: list[int]) -> Any:
    """Of some actions drawn for each environment, the rows that its players or itself act with."""
    if node["kind"] == "Dict":
        parts = {child["name"]: child for child in node["children"]}
        return {name: _joined(parts[name], [one[name] for one in drawn], counts) for name in parts}
    if node["kind"] == "Tuple":
        children = enumerate(node["children"])
        return tuple(_joined(child, [one[i] for one in drawn], counts) for i, child in children)
    rows = counts if node["per_player"] else [1] * len(counts)
    return np.concatenate([one[:count] for one, count in zip(drawn, rows, strict=True)])


def _grouped(node: dict[str, Any], values: Any, counts: list[int]) -> Any:
    """Batched values with a list of arrays, one for each environment, where players have rows."""
    if node["kind"] == "Dict":
        parts = {child["name"]: child for child in node["children"]}
        # Infos have masks besides, and not always all of their entries.
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
    """Each environment's trajectory over its first `steps` tasks after a reset with `seed`.

    The environments' actions come from streams of their own, so the result must not depend on
    `num_threads`, `batch_size` or `chunk_size`.

    Args:
        envs: with nothing in flight; not for disabled autoreset.
        steps: tasks of each environment after its first reset; autoresets count.
        seed: environment i is reset with ``seed + i``.
        action_seed: of the streams of actions.
        on_batch: sees every batch after it was read.

    Returns:
        For each environment, the reset's `Step` and those of its tasks. Infos have an
        environment's own entries only. Of a multi-player environment, what players have has a
        leading axis of them, and ``info["players"]`` their ids.
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
