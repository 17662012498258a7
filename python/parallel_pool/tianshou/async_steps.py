# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tianshou's asynchronous mode: tracks environments being stepped, and rows received early."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from parallel_pool.errors import EnvironmentFailure, InFlightError
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.tianshou.rows import Rows


class AsyncSteps:
    """The part of `TianshouPool` that sends steps and gathers finished rows.

    Attributes:
        waiting_id: environments that are being stepped, in the order in which they were sent.
        ready_id: environments that can be stepped or reset.
    """

    _envs: PoolVectorEnv
    env_num: int
    wait_num: int
    timeout: float | None

    def _start_async(self) -> None:
        """Starts with no environment being stepped."""
        self.waiting_id: list[int] = []
        self.ready_id = list(range(self.env_num))
        self._early: list[Rows] = []  # received while waiting for other rows

    def _step_async(self, action: Any, ids: np.ndarray) -> Rows:
        if action is not None:
            self._require_ready(ids)
            self._envs.send(action, ids)
            sent: list[int] = ids.tolist()
            self.waiting_id += sent
            self.ready_id = _without(self.ready_id, sent)
        elif not self.waiting_id:
            raise ValueError("action is None, but nothing is being stepped: send actions first")
        rows = self._gather()
        self._are_ready(rows.env_ids)
        return rows

    def _gather(self) -> Rows:
        """Returns the first `wait_num` finished rows, or those finished at the deadline."""
        deadline = None if self.timeout is None else time.monotonic() + self.timeout
        while (have := sum(len(part.env_ids) for part in self._early)) < self.wait_num:
            if self._envs.in_flight == 0:
                break
            left = None
            if deadline is not None and have > 0:
                left = max(0.0, deadline - time.monotonic())
            try:
                self._early.append(self._receive(left))
            except TimeoutError:
                break
        rows = Rows.join(self._early)
        self._early = []
        return rows

    def _receive(self, timeout: float | None = None) -> Rows:
        """Receives a batch. If environments failed in it, keeps its good rows for later."""
        try:
            return Rows.of(self._envs.recv(timeout))
        except EnvironmentFailure as failure:
            failed = set(failure.env_ids.tolist())
            self._are_ready([env_id for env_id in self.waiting_id if env_id in failed])
            if failure.batch is not None:
                rows = Rows.of(failure.batch)
                steps = [i for i, env_id in enumerate(rows.env_ids) if env_id in self.waiting_id]
                self._early.append(rows.take(steps))
            raise

    def _receive_all(self, ids: list[int]) -> Rows:
        """Receives the rows of these environments, in order; keeps rows of others for later."""
        missing = set(ids)
        found: list[Rows] = []
        while missing:
            rows = self._receive()
            mine = [i for i, env_id in enumerate(rows.env_ids) if env_id in missing]
            if len(mine) < len(rows.env_ids):
                others = [i for i, env_id in enumerate(rows.env_ids) if env_id not in missing]
                self._early.append(rows.take(others))
            found.append(rows.take(mine))
            missing -= set(found[-1].env_ids)
        rows = Rows.join(found)
        place = {env_id: i for i, env_id in enumerate(rows.env_ids)}
        return rows.take([place[env_id] for env_id in ids])

    def _drain(self) -> None:
        """Discards the results in flight."""
        while self._envs.in_flight > 0:
            try:
                self._envs.recv()
            except EnvironmentFailure:
                continue  # the caller resets its environments next
        self._early = []
        self._are_ready(self.waiting_id)

    def _are_ready(self, env_ids: Sequence[int]) -> None:
        self.ready_id = [*self.ready_id, *env_ids]
        self.waiting_id = _without(self.waiting_id, env_ids)

    def _require_ready(self, ids: np.ndarray) -> None:
        waiting = set(self.waiting_id)
        for env_id in ids.tolist():
            if env_id in waiting:
                raise InFlightError(
                    f"env id {env_id} is being stepped: wait for it with step(None) first"
                )


def _without(values: Sequence[int], gone: Sequence[int]) -> list[int]:
    names = set(gone)
    return [value for value in values if value not in names]
