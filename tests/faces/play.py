# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Actions for any environment, and what the EnvPool-like faces should make of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
from gymnasium.vector.utils import batch_space
from parallel_pool import registry

from tests.support import PUBLIC_IDS, TEST_IDS

# Those of the tests that play as they are, without options.
IDS = [*PUBLIC_IDS, *(id for id in TEST_IDS if not id.startswith("Broken"))]
SINGLE_PLAYER = [id for id in IDS if not registry.find(id).spec({})["multi_player"]]


class Actor:
    """Draws actions; equal seeds draw equal actions."""

    def __init__(self, id: str, seed: int = 0) -> None:
        self._crowd = id == "Crowd-v0"
        spec = registry.find(id).spec({})
        self._per_player = spec["action"].get("per_player", False)
        self._space = parallel_pool.make_spec(id).action_space
        self._rng = np.random.default_rng(seed)
        self._scripted = id == "Scripted-v0"

    def act(self, infos: dict[str, Any], env_ids: Any) -> Any:
        """Actions for each of these environments; `infos` are those of their last batch."""
        rows = len(env_ids)
        if self._crowd:
            owners = infos["players"]["env_id"]
            counts = [int((owners == i).sum()) for i in env_ids]
            return {
                "choice": self._rng.integers(0, 10, sum(counts)),
                "finish": (self._rng.random(rows) < 0.1).astype(np.int64),
            }
        if self._per_player:
            rows = sum(int((infos["players"]["env_id"] == i).sum()) for i in env_ids)
        if self._scripted:
            return self._rng.integers(0, 3, rows)  # go on, terminate or truncate
        space = batch_space(self._space, rows)
        space.seed(int(self._rng.integers(2**31)))
        return space.sample()


def plain(infos: dict[str, Any], description: dict[str, Any], rows: int) -> dict[str, Any]:
    """Infos without their masks, with zeros for entries that no row has."""
    out: dict[str, Any] = {}
    for child in description["children"]:
        name = child["name"]
        if child["kind"] == "Dict":
            out[name] = plain(infos.get(name, {}), child, rows)
        else:
            zeros = np.zeros((rows, *child["shape"]), child["dtype"])
            out[name] = infos.get(name, zeros)
    return out


class Elapsed:
    """Counts the steps of episodes, independently of the engine."""

    def __init__(self, num_envs: int) -> None:
        self._steps = np.zeros(num_envs, np.int32)
        self._ended = np.ones(num_envs, bool)

    def reset(self, env_ids: Any) -> np.ndarray:
        self._steps[env_ids] = 0
        self._ended[env_ids] = False
        counts: np.ndarray = self._steps[env_ids]
        return counts

    def step(self, env_ids: Any, terminations: np.ndarray, truncations: np.ndarray) -> np.ndarray:
        counts: np.ndarray = np.where(self._ended[env_ids], 0, self._steps[env_ids] + 1)
        self._steps[env_ids] = counts
        self._ended[env_ids] = terminations | truncations
        return counts.astype(np.int32)


def expected_infos(
    id: str, infos: dict[str, Any], env_ids: np.ndarray, elapsed: np.ndarray
) -> dict[str, Any]:
    """The infos of EnvPool for a batch of the Gymnasium face."""
    players = infos.get("players", {"env_id": env_ids})
    own = plain(infos, registry.find(id).spec({})["info"], len(env_ids))
    return own | {"env_id": env_ids, "players": players, "elapsed_step": elapsed}
