# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rows of a batch in Tianshou's form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from tianshou.data import Batch

from parallel_pool.pool.info_rows import info_rows


@dataclass(frozen=True)
class Rows:
    """The results of some environments, a row for each.

    Attributes:
        observations: an array, or a `tianshou.data.Batch` of arrays for Dict spaces.
        rewards: float64.
        terminations, truncations: bool.
        infos: a dict for each row.
        env_ids: the environments of the rows.
    """

    observations: Any
    rewards: np.ndarray
    terminations: np.ndarray
    truncations: np.ndarray
    infos: list[dict[str, Any]]
    env_ids: list[int]

    @classmethod
    def of(cls, step: tuple[Any, ...], env_ids: Sequence[int] | None = None) -> Rows:
        """Takes a result of `PoolVectorEnv.step`; without ids, reads them from its infos."""
        observations, rewards, terminations, truncations, infos = step
        ids: list[int] = infos["env_id"].tolist() if env_ids is None else list(env_ids)
        dicts = info_rows(infos, len(ids))
        return cls(in_form(observations), rewards, terminations, truncations, dicts, ids)

    @classmethod
    def join(cls, parts: Sequence[Rows]) -> Rows:
        """Joins the rows of at least one part."""
        if len(parts) == 1:
            return parts[0]
        observations = [part.observations for part in parts]
        is_batch = isinstance(observations[0], Batch)
        return cls(
            Batch.cat(observations) if is_batch else np.concatenate(observations),
            np.concatenate([part.rewards for part in parts]),
            np.concatenate([part.terminations for part in parts]),
            np.concatenate([part.truncations for part in parts]),
            [info for part in parts for info in part.infos],
            [env_id for part in parts for env_id in part.env_ids],
        )

    def take(self, places: Sequence[int]) -> Rows:
        """The rows at these places, in this order."""
        index = np.asarray(places, dtype=np.intp)
        return Rows(
            self.observations[index],
            self.rewards[index],
            self.terminations[index],
            self.truncations[index],
            [self.infos[place] for place in places],
            [self.env_ids[place] for place in places],
        )

    def as_step(self) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The rows as ``BaseVectorEnv.step`` returns them, with env ids in the infos."""
        for info, env_id in zip(self.infos, self.env_ids, strict=True):
            info["env_id"] = env_id
        infos = objects(self.infos)
        return self.observations, self.rewards, self.terminations, self.truncations, infos


def in_form(observations: Any) -> Any:
    """Converts observations of a pool to Tianshou's form."""
    return Batch(observations) if isinstance(observations, dict) else observations


def objects(infos: list[dict[str, Any]]) -> np.ndarray:
    """An object array of dicts, which Tianshou takes without a conversion."""
    array = np.empty(len(infos), dtype=object)
    array[:] = infos
    return array
