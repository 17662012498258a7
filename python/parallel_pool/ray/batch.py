# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rows that have arrived from actors and wait until the caller receives them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.native import StepResult
from parallel_pool.ray.rows import Part, joined

# Why environments failed, the env ids of the others, and the batch of their rows.
Received = tuple[dict[int, str], np.ndarray, StepResult | None]


@dataclass
class Batch:
    """What was sent and is not yet received.

    Attributes:
        ids: in sync mode, the environments in the order in which they were sent.
        named: whether a batch of sync mode says whose rows it has: if a call named environments,
            and always on faces other than Gymnasium's.
        replies: what has arrived, with the env ids of the rows that are not yet received.
        causes: why environments failed.
    """

    ids: list[int] = field(default_factory=list)
    named: bool = False
    replies: list[tuple[np.ndarray, StepResult]] = field(default_factory=list)
    causes: dict[int, str] = field(default_factory=dict)

    @property
    def arrived(self) -> int:
        """The number of rows that have arrived, those of failures included."""
        return len(self.causes) + sum(len(ids) for ids, _ in self.replies)

    def all_rows(self, space: spaces.Space[Any], num_envs: int) -> Received:
        """All rows, in the order in which they were sent."""
        good = np.array([i for i in self.ids if i not in self.causes], dtype=np.int32)
        place = np.zeros(num_envs, dtype=np.int64)
        place[good] = np.arange(len(good))
        parts = [Part(batch, np.arange(len(ids)), place[ids]) for ids, batch in self.replies]
        batch = joined(space, parts, len(good)) if len(good) else None
        if batch is not None and self.named:
            _name_rows(batch, good)
        return self.causes, good, batch

    def first_rows(self, space: spaces.Space[Any], want: int) -> Received:
        """The first rows that have arrived; the rest stays."""
        causes: dict[int, str] = {}
        while self.causes and len(causes) < want:
            i = next(iter(self.causes))
            causes[i] = self.causes.pop(i)
        parts, good = [], np.zeros(0, np.int32)
        while self.replies and len(causes) + len(good) < want:
            ids, source = self.replies.pop(0)
            count = min(len(ids), want - len(causes) - len(good))
            start = len(source[1]) - len(ids)  # the rows before were received
            places = np.arange(len(good), len(good) + count)
            parts.append(Part(source, np.arange(start, start + count), places))
            good = np.concatenate([good, ids[:count].astype(np.int32)])
            if count < len(ids):
                self.replies.insert(0, (ids[count:], source))
        batch = joined(space, parts, len(good)) if parts else None
        if batch is not None:
            _name_rows(batch, good)
        return causes, good, batch


def _name_rows(batch: StepResult, env_ids: np.ndarray) -> None:
    infos = batch[4]
    infos["env_id"] = env_ids
    if "players" in infos:  # on faces other than Gymnasium's; each row has one player
        infos["players"]["env_id"] = env_ids.copy()
