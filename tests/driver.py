# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Drives a pool of any id, players included, with actions that outlive versions of NumPy."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import parallel_pool
from gymnasium.vector import AutoresetMode
from parallel_pool import registry
from parallel_pool.keywords import normalise_config
from parallel_pool.testing import Step
from parallel_pool.testing.play import Play
from parallel_pool.testing.trajectory import trajectory_hash

# Valid actions of environments in which some actions fail.
_COMMANDS = {"Scripted-v0": [0, 0, 0, 0, 0, 0, 1, 2, 4]}


def modes_of(id: str) -> list[str]:
    """The autoreset modes that an id allows."""
    modes = [mode.value for mode in AutoresetMode]
    return [mode for mode in modes if mode != "SameStep"] if is_multi_player(id) else modes


def is_multi_player(id: str) -> bool:
    """Whether an environment has a row for each player."""
    return bool(registry.find(id).spec({})["multi_player"])


class Driver:
    """A pool, and for each environment a stream of actions that no schedule changes.

    The streams are Python's, because NumPy's distributions may change between versions.

    Attributes:
        envs: the pool.
        spec: the spaces of one environment, as the engine describes them.
        streams: the stream of actions of each environment.
        players: the number of players that act next in each environment.
        ended: the environments whose episode is over and that need a manual reset (Disabled).
    """

    def __init__(self, id: str, seed: int = 0, **keywords: Any) -> None:
        """Takes a pool; resets nothing."""
        self.envs = parallel_pool.make(id, **keywords)
        env_type = registry.find(id)
        spec = env_type.spec(normalise_config(env_type, self.envs.config))
        self._id = id
        self.spec: dict[str, Any] = spec
        self.streams = [random.Random(f"{id} {seed} {i}") for i in range(self.envs.num_envs)]
        self._play = Play(self.envs)
        self.players = self._play.players
        self.ended = [False] * self.envs.num_envs

    def run(self, tasks: int, seed: int = 0) -> list[list[Step]]:
        """Runs each environment's reset and the tasks after it, in any order of finishing."""
        trajectories: list[list[Step]] = [[] for _ in self.streams]
        self.envs.async_reset(seed=seed)
        while self.envs.in_flight:
            steps = self.receive()
            for env_id, step in steps.items():
                trajectories[env_id].append(step)
            self.send([i for i in steps if len(trajectories[i]) <= tasks])
        return trajectories

    def advance(self, env_ids: Iterable[int]) -> dict[int, Step]:
        """Runs one more task of some environments."""
        self.send(env_ids)
        steps: dict[int, Step] = {}
        while self.envs.in_flight:
            steps |= self.receive()
        return steps

    def send(self, env_ids: Iterable[int]) -> None:
        """Sends the next action of each, or a reset where only that is allowed."""
        ids = list(env_ids)
        ended = [i for i in ids if self.ended[i]]
        going_on = [i for i in ids if not self.ended[i]]
        if ended:
            self.envs.async_reset(np.array(ended))
        if going_on:
            self.envs.send(self.actions(going_on), np.array(going_on))

    def actions(self, env_ids: Sequence[int]) -> Any:
        """The next action of each, batched."""
        return self._batch(self.spec["action"], env_ids)

    def receive(self) -> dict[int, Step]:
        """The next batch, by env id."""
        taken = self._play.take(self.envs.recv(timeout=60))
        steps = {env_id: (*step[:4], _without_masks(step[4])) for env_id, step in taken.items()}
        disabled = self.envs.autoreset_mode == AutoresetMode.DISABLED
        for env_id, (_, _, terminated, truncated, _) in steps.items():
            self.ended[env_id] = disabled and (terminated or truncated)
        return steps

    def take_over(self, env_id: int, other: Driver, source: int) -> None:
        """Prepares for a state that comes from another pool's environment."""
        self.streams[env_id].setstate(other.streams[source].getstate())
        self.players[env_id] = other.players[source]
        self.ended[env_id] = other.ended[source]

    # --- Actions --------------------------------------------------------------------------------

    def _batch(self, node: dict[str, Any], env_ids: Sequence[int]) -> Any:
        if node["kind"] == "Tuple":
            return tuple(self._batch(child, env_ids) for child in node["children"])
        if node["kind"] == "Dict":
            return {child["name"]: self._batch(child, env_ids) for child in node["children"]}
        size = math.prod(node["shape"])
        values: list[float] = []
        rows = 0
        for env_id in env_ids:
            count = self.players[env_id] if node["per_player"] else 1
            rows += count
            for _ in range(count):
                values += [self._draw(node, i, self.streams[env_id]) for i in range(size)]
        return np.array(values, dtype=node["dtype"]).reshape(rows, *node["shape"])

    def _draw(self, node: dict[str, Any], element: int, stream: random.Random) -> float:
        if self._id in _COMMANDS:
            commands = _COMMANDS[self._id]
            return commands[int(stream.random() * len(commands))]
        part = stream.random()
        if node["kind"] == "Discrete":
            return int(node["start"] + int(part * node["n"]))
        if node["kind"] == "MultiDiscrete":
            return int(part * node["nvec"][element])
        if node["kind"] == "MultiBinary":
            return int(part * 2)
        low, high = (node[side][element if len(node[side]) > 1 else 0] for side in ("low", "high"))
        low, high = max(low, -1e3), min(high, 1e3)
        return (
            int(low + part * (high - low + 1))
            if "int" in node["dtype"]
            else low + part * (high - low)
        )


def _without_masks(info: dict[str, Any]) -> dict[str, Any]:
    return {
        key: _without_masks(value) if isinstance(value, dict) else value
        for key, value in info.items()
        if not key.startswith("_")
    }


def hashes(trajectories: list[list[Step]]) -> list[str]:
    """One for each environment."""
    return [trajectory_hash([trajectory]) for trajectory in trajectories]
