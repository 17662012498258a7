# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rule that a batch names the environment and player of each player row."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from parallel_pool.testing.play import run
from parallel_pool.testing.subject import STEPS, Subject, require, require_same


def players_are_counted(subject: Subject) -> None:
    """Each player row has its env id and player id, from 0 on, and at most `max_players` exist."""
    spec = subject.spec()
    if not spec["multi_player"]:
        return
    for engine in ({}, {"batch_size": 2}):
        run(subject.make(**engine), STEPS, on_batch=functools.partial(require_counted, spec))


def require_counted(spec: dict[str, Any], result: Sequence[Any]) -> None:
    """Raises `ConformanceError` if the ids of players in a batch do not fit its arrays."""
    observations, rewards, terminations, _, infos = result
    own, ids = infos["players"]["env_id"], infos["players"]["id"]
    env_ids = infos.get("env_id", np.arange(len(terminations))).tolist()
    counts = [int(np.count_nonzero(own == env_id)) for env_id in env_ids]
    require(
        max(counts) <= spec["max_players"],
        f"an environment has {max(counts)} players, and its spec allows {spec['max_players']}",
    )
    owners = np.repeat(np.array(env_ids, np.int32), counts)
    starts = np.cumsum([0, *counts])
    require_same(own, owners, "infos['players']['env_id'] is not in the order of environments")
    if not spec.get("agents"):
        numbers = np.array([i for count in counts for i in range(count)], np.int32)
        require_same(ids, numbers, "infos['players']['id'] does not count from 0")
    for first, end in itertools.pairwise(starts):
        own_ids = ids[first:end]
        require(
            bool((np.diff(own_ids) > 0).all()) and bool((own_ids < spec["max_players"]).all()),
            f"the ids of an environment's players are {own_ids.tolist()}: agent(row) must grow "
            f"with the row, and be below {spec['max_players']}",
        )
    _require_mover(spec, infos, env_ids)
    rows = len(env_ids), len(owners)
    require(len(rewards) == rows[1], f"there are {len(rewards)} rewards for {rows[1]} players")
    _require_rows(spec["observation"], observations, rows, "the observation")
    _require_rows(spec["info"], infos, rows, "infos")


def _require_mover(spec: dict[str, Any], infos: dict[str, Any], env_ids: list[int]) -> None:
    """Whose turn it is is one of the players that have a row."""
    if spec.get("mover") is None:
        return
    owners, ids = infos["players"]["env_id"], infos["players"]["id"]
    for env_id, mover in zip(env_ids, infos[spec["mover"]].tolist(), strict=True):
        known = ids[owners == env_id].tolist()
        require(mover in known, f"the mover is {mover}, but the players are {known}")


def _require_rows(node: dict[str, Any], values: Any, rows: Sequence[int], path: str) -> None:
    if node["kind"] == "Tuple":
        for i, child in enumerate(node["children"]):
            _require_rows(child, values[i], rows, f"{path}[{i}]")
    elif node["kind"] == "Dict":
        for child in node["children"]:
            name = child["name"]
            if name in values:  # infos may be missing
                _require_rows(child, values[name], rows, f"{path}[{name!r}]")
    else:
        expected = rows[1] if node["per_player"] else rows[0]
        require(len(values) == expected, f"{path} has {len(values)} rows, not {expected}")
