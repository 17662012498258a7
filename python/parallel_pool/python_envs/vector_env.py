# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The Gymnasium face of a pool of Python environments."""

from __future__ import annotations

from typing import Any

import cloudpickle
from gymnasium.vector.utils import batch_differing_spaces, batch_space

from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.python_envs.engine import PythonEngine
from parallel_pool.python_envs.settings import Settings


class PythonVectorEnv(PoolVectorEnv):
    """Environments written in Python, in worker processes.

    It is used as a `PoolVectorEnv`, and equals `gymnasium.vector.AsyncVectorEnv` of the same
    functions bit for bit, infos included. Returned arrays lie in memory shared with the workers;
    the caller may still keep and change them.

    Attributes:
        num_workers: how many processes there are.
        reward_space: the space of one environment's rewards, if they are vectors; else None. A
            batch of rewards then has the shape ``(rows, numbers)`` and the space's dtype.
    """

    _engine: PythonEngine

    def __init__(self, settings: Settings, name: str, results: dict[str, Any]) -> None:
        """See `parallel_pool.make_python`."""
        self._engine = PythonEngine(settings, name, results)
        self._pool = self._engine.pool
        self._settings = settings
        self._id = name
        pool = self._engine.python_pool
        self.autoreset_mode = settings.autoreset_mode
        self.metadata = dict(pool.facts.metadata) | {"autoreset_mode": settings.autoreset_mode}
        self.render_mode = pool.facts.render_mode
        self.closed = False
        self.config = {}
        self.num_envs = settings.num_envs
        self.num_workers = settings.num_workers
        self.result_options = self._engine.results
        self.normalization = self._engine.normalization
        own = pool.facts.single_observation_space
        self.single_observation_space = self.result_options.observation_space(own)
        self.single_action_space = pool.facts.single_action_space
        self.reward_space = pool.facts.reward_space
        self.is_multi_player = pool.facts.max_players > 0
        rows = self.batch_size * max(pool.facts.max_players, 1)
        acting = self.batch_size if pool.facts.takes_turns else rows
        self.action_space = batch_space(self.single_action_space, acting)
        self.observation_space = batch_space(self.single_observation_space, rows)
        if isinstance(settings.observation_mode, tuple):
            self.observation_space = settings.observation_mode[0]
        if settings.observation_mode == "different" and self.batch_size == self.num_envs:
            self.observation_space = batch_differing_spaces(
                list(self._engine.call(None, "observation_space"))
            )
        self._keywords = results
        self.spec = None

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a method of each environment, or reads the attribute if it cannot be called.

        Args:
            name: of the member, looked for in wrappers first.
            *args: for methods; they are pickled.
            **kwargs: for methods; they are pickled.

        Returns:
            A value for each environment, pickled on its way.

        Raises:
            InFlightError: results are in flight.
            Exception: what an environment threw; its traceback is the cause.
        """
        self._engine.check_open("call")
        return self._engine.call(None, name, *args, **kwargs)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment; see `call`.

        Args:
            name: of the attribute.

        Returns:
            A value for each environment.
        """
        self._engine.check_open("get_attr")
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Sets an attribute of each environment.

        Args:
            name: of the attribute, looked for in wrappers first.
            values: a list or tuple with a value for each environment, or one value for all.

        Raises:
            ValueError: the number of values is wrong.
        """
        self._engine.check_open("set_attr")
        self._engine.set_attribute(name, values)

    def render(self, env_ids: Any = None) -> tuple[Any, ...] | None:
        """What ``render`` of each environment returns.

        Args:
            env_ids: which environments; None: all.

        Returns:
            A value for each.
        """
        return self._engine.call(env_ids, "render")

    def rollout(self, steps: int, **options: Any) -> Any:
        """See `PoolVectorEnv.rollout`.

        Raises:
            ValueError: rewards are vectors.
        """
        if self.reward_space is not None:
            raise ValueError(
                f"a rollout keeps one number for each reward, and those of {self._id} are vectors "
                f"({self.reward_space})"
            )
        return super().rollout(steps, **options)

    def _storable(self, given: dict[str, Any]) -> dict[str, Any]:
        return given  # what the environments' constructors take

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool, not yet reset."""
        return _rebuild, (cloudpickle.dumps((self._settings.unseeded(), self._id, self._keywords)),)


def _rebuild(pickled: bytes) -> PythonVectorEnv:
    return PythonVectorEnv(*cloudpickle.loads(pickled))
