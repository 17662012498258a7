# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What runs within an actor: a pool of its share of the environments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector.utils import create_empty_array

from parallel_pool.errors import EnvironmentFailure
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.pool.native import StepResult
from parallel_pool.pool.per_env import PerEnv
from parallel_pool.ray.rows import take_values


@dataclass(frozen=True)
class Reply:
    """What an actor returns of rows that have finished; env ids count from its first environment.

    Attributes:
        env_ids: the environment of each row of the batch.
        batch: what the actor's pool returned; None without rows.
        causes: why environments failed.
        saved: the states of environments, taken right after their row of this batch.
        refused: what the pool raised before it did anything.
    """

    env_ids: np.ndarray
    batch: StepResult | None
    causes: dict[int, str]
    saved: dict[int, bytes]
    refused: Exception | None = None


@dataclass(frozen=True)
class ActorPlan:
    """How an actor makes its pool.

    Attributes:
        arguments: of `parallel_pool.make`, or of `make_python` if these have ``env``.
        save_every: save each environment with every so many of its rows; 0: never.
        keeps_last: keep the last observation of each environment.
    """

    arguments: dict[str, Any]
    save_every: int
    keeps_last: bool

    def make(self) -> PoolVectorEnv:
        """The pool."""
        from parallel_pool.making import make
        from parallel_pool.python_envs.making import make_python

        if "env" in self.arguments:
            python: PoolVectorEnv = make_python(**self.arguments)
            return python
        native: PoolVectorEnv = make(**self.arguments)
        return native


class PoolActor:
    """The pool of an actor.

    Args:
        plan: how it is made.
    """

    def __init__(self, plan: ActorPlan) -> None:
        """See the class."""
        self._plan = plan
        self._pool = plan.make()
        self._is_sync = self._pool.batch_size == self._pool.num_envs
        self._since_save = np.full(self._pool.num_envs, plan.save_every)
        self._last: dict[int, Any] = {}  # a batch, and the row of it that an environment has

    def facts(self) -> dict[str, Any]:
        """What the driver wants to know of Python environments."""
        names = ("single_observation_space", "single_action_space", "metadata", "is_multi_player")
        return {name: getattr(self._pool, name) for name in names}

    def step(self, env_ids: np.ndarray, actions: Any) -> Reply:
        """Sends actions, and receives what has finished then."""
        try:
            self._pool.send(actions, env_ids)
        except Exception as error:
            return Reply(env_ids, None, {}, {}, error)
        return self.receive(env_ids)

    def reset(self, env_ids: np.ndarray, seeds: Any, options: Any, discard: bool) -> Reply:
        """Starts resets, after results in flight are thrown away if asked for."""
        try:
            while discard and self._pool.in_flight:
                self._receive()
            self._pool.async_reset(env_ids, seeds, options)
        except Exception as error:
            return Reply(env_ids, None, {}, {}, error)
        return self.receive(env_ids)

    def receive(self, sent: np.ndarray | None = None) -> Reply:
        """Receives a batch of the pool; `sent` are its env ids in sync mode."""
        batch, causes, good = self._receive()
        if batch is None:
            return Reply(np.zeros(0, np.int32), None, causes, {})
        env_ids = batch[4].pop("env_id", None)
        if self._is_sync:
            env_ids = sent if good is None else good
        if self._plan.keeps_last:
            self._last.update((int(i), (batch[0], row)) for row, i in enumerate(env_ids))
        return Reply(np.asarray(env_ids, np.int32), batch, causes, self._saved(env_ids))

    def _receive(self) -> tuple[StepResult | None, dict[int, str], np.ndarray | None]:
        try:
            return self._pool.recv(), {}, None
        except EnvironmentFailure as failure:
            batch: Any = failure.batch
            return batch, failure.causes, failure.good_env_ids

    def _saved(self, env_ids: Any) -> dict[int, bytes]:
        """The states of those of environments that have not been saved for long enough."""
        every = self._plan.save_every
        if every == 0:
            return {}
        self._since_save[env_ids] += 1
        saved = {}
        for i in np.asarray(env_ids)[self._since_save[env_ids] >= every]:
            if self._pool._engine.pool.needs_reset(int(i)):
                continue  # it could not go on from this state
            saved[int(i)] = self._pool.get_state([i])[0]
            self._since_save[i] = 0
        return saved

    def last(self, env_ids: np.ndarray) -> list[Any]:
        """The last observation of each environment, as a batch of one row; zeros without any."""
        space = self._pool.single_observation_space
        for i in env_ids:
            if self._last.get(int(i), "") is None:
                self._last[int(i)] = (self._observed(int(i)), 0)
        none = (create_empty_array(space, 1), 0)
        seen = [self._last.get(int(i), none) for i in env_ids]
        return [take_values(space, batch, np.array([row])) for batch, row in seen]

    def get_state(self, env_ids: np.ndarray) -> list[bytes]:
        """See `PoolMembers.get_state`."""
        return self._pool.get_state(env_ids)

    def set_state(self, env_ids: np.ndarray, states: list[bytes]) -> list[bool]:
        """See `PoolMembers.set_state`. Returns which environments now need a reset."""
        self._pool.set_state(env_ids, states)
        self._since_save[env_ids] = self._plan.save_every
        self._last.update(dict.fromkeys(map(int, env_ids)))  # not seen yet
        return [self._pool._engine.pool.needs_reset(int(i)) for i in env_ids]

    def _observed(self, env_id: int) -> Any:
        """What an environment shows after its state was set: a masked reset shows other rows."""
        own = {
            k: v[env_id] if isinstance(v, PerEnv) else v for k, v in self._plan.arguments.items()
        }
        own |= {"num_envs": 2, "batch_size": 2, "num_threads": 1, "seed": None}
        with ActorPlan(own, 0, False).make() as scratch:
            scratch.set_state([0], self._pool.get_state([env_id]))
            mask = np.array([False, True])
            observations: Any = scratch.reset(options={"reset_mask": mask})[0]
            return observations

    def seeds(self) -> tuple[int | None, ...]:
        """See `PoolMembers.np_random_seed`."""
        return self._pool.np_random_seed

    def call(self, name: str, args: Any, kwargs: Any) -> tuple[Any, ...]:
        """See `PythonVectorEnv.call`."""
        return self._pool.call(name, *args, **kwargs)

    def render(self, env_ids: np.ndarray) -> tuple[Any, ...] | None:
        """See `PoolMembers.render`."""
        return self._pool.render(env_ids)
