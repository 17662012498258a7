# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The values from which MetaWorld's tasks compute their rewards."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from parallel_pool.simulations.batch import Batch

Ids = slice | np.ndarray


class Arm(Protocol):
    """What `Rows` reads from a task: arrays with a row for each environment, and positions."""

    shown: np.ndarray
    target: np.ndarray
    start: np.ndarray
    init_tcp: np.ndarray
    height_v1: np.ndarray
    most_v1: np.ndarray
    geoms: dict[str, int]
    goes_forward: bool

    def tcp(self, sim: Batch, ids: Ids) -> np.ndarray:
        """As `Rows.tcp`."""

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """As `Rows.now`."""

    def site(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """As `Rows.site`."""

    def body(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """As `Rows.body`."""

    def geom(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """As `Rows.geom`."""

    def joint(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """As `Rows.joint`."""


class Rows:
    """The values from which rewards of some environments are computed.

    Attributes:
        sim: the simulations.
        ids: the environments.
        task: the task, whose arrays `ids` index.
        action: float32 of shape (n, 4).
        obs: their observations, clipped to the bounds of the reference's space, (n, 39).
        tcp: the middle of the fingers' ends, (n, 3).
    """

    def __init__(self, task: Arm, sim: Batch, ids: Ids, action: np.ndarray) -> None:
        """Reads the observations and the middle of the fingers' ends."""
        self.task, self.sim, self.ids, self.action = task, sim, ids, action
        self.obs: np.ndarray = task.shown[ids]
        self.tcp = task.tcp(sim, ids)

    @property
    def hand(self) -> np.ndarray:
        """Where the hand is, (n, 3)."""
        return self.obs[:, :3]

    @property
    def opened(self) -> np.ndarray:
        """How far the gripper is open, (n,)."""
        return self.obs[:, 3]

    @property
    def obj(self) -> np.ndarray:
        """Where the object is, (n, 3)."""
        return self.obs[:, 4:7]

    @property
    def second(self) -> np.ndarray:
        """Where the second object is, (n, 3)."""
        return self.obs[:, 11:14]

    @property
    def target(self) -> np.ndarray:
        """Where the object should be, (n, 3)."""
        target: np.ndarray = self.task.target[self.ids]
        return target

    @property
    def start(self) -> np.ndarray:
        """Where the object was at the start of the episode, (n, 3)."""
        start: np.ndarray = self.task.start[self.ids]
        return start

    @property
    def init_tcp(self) -> np.ndarray:
        """Where the middle of the fingers' ends was at the start of the episode, (n, 3)."""
        init: np.ndarray = self.task.init_tcp[self.ids]
        return init

    def now(self) -> np.ndarray:
        """Where the object is, not clipped, (n, 3)."""
        return self.task.position(self.sim, self.ids)

    def site(self, name: str) -> np.ndarray:
        """The position of a site, (n, 3)."""
        return self.task.site(self.sim, self.ids, name)

    def body(self, name: str) -> np.ndarray:
        """The position of a body, (n, 3)."""
        return self.task.body(self.sim, self.ids, name)

    def geom(self, name: str) -> np.ndarray:
        """The position of a geom, (n, 3)."""
        return self.task.geom(self.sim, self.ids, name)

    def joint(self, name: str) -> np.ndarray:
        """The position of a joint, (n,)."""
        return self.task.joint(self.sim, self.ids, name)
