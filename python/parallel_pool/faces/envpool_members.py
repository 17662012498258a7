# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The members that EnvPool's two faces share."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np

from parallel_pool.errors import EnvironmentFailure
from parallel_pool.faces.dict_actions import ActionReader
from parallel_pool.faces.env_spec import PoolSpec, config_of
from parallel_pool.pool.arguments import Seed, seeds_of
from parallel_pool.pool.engine import Engine
from parallel_pool.pool.members import PoolMembers
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.when_asked import when_asked


class EnvPoolMembers(PoolMembers):
    """Members with EnvPool's names, for faces that return infos without masks."""

    _reader_type = ActionReader
    _result_format: str  # see `Engine`

    def _start(self, setup: PoolSetup, face: Mapping[str, object], result_format: str) -> None:
        """Makes the pool. `face` has the face's own arguments; for `result_format` see `Engine`."""
        self._engine = Engine(setup, result_format)
        self._pool = self._engine.pool
        self._reader = self._reader_type(setup.spec, len(self), not self.is_async)
        self._face = dict(face)
        self.spec: Any = PoolSpec(setup, face)

    @property
    def config(self) -> dict[str, Any]:
        """All arguments, with defaults filled in."""
        return config_of(self._engine.setup, self._face)

    @property
    def all_env_ids(self) -> np.ndarray:
        """0, 1, ... as int32."""
        return np.arange(len(self), dtype=np.int32)

    @property
    def is_async(self) -> bool:
        """Whether batches have fewer rows than there are environments."""
        return self.batch_size != len(self)

    def __len__(self) -> int:
        """The number of environments."""
        return self._engine.setup.engine.num_envs

    def __repr__(self) -> str:
        """Class, id and config."""
        values = ", ".join(f"{name}={value!r}" for name, value in self.config.items())
        return f"{type(self).__name__}({self._engine.setup.env_type.id!r}, {values})"

    __str__ = __repr__

    def send(self, action: Any, env_id: Any = None) -> None:
        """Starts steps and returns immediately; `recv` returns their rows.

        Args:
            action: an action for each addressed environment, in the structure of the action space
                with a leading axis; or a dict with these under ``"action"``, and with ``"env_id"``
                and ``"players.env_id"``.
            env_id: the environments to step. None: those that `action` names; otherwise all in sync
                mode, and those of the last batch in async mode.

        Raises:
            As `PoolVectorEnv.send`.
        """
        self._pool.send(*self._reader.read(action, env_id))

    def async_reset(
        self, env_id: Any = None, seed: Seed = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """Starts resets of some or all environments and returns immediately.

        Args:
            env_id: the environments to reset. None resets all; none may be in flight then.
            seed: as for `PoolVectorEnv.reset`.
            options: the environment's reset options.

        Raises:
            As `PoolVectorEnv.async_reset`.
        """
        self._engine.async_reset(env_id, seed, options)

    def seed(self, seed: Seed = None) -> None:
        """Sets the seeds of the next reset of all environments.

        Args:
            seed: an int s seeds environment i with s + i; a sequence holds one for each; None
                changes nothing.

        Raises:
            TypeError, ValueError: the seed is invalid.
            InFlightError: an environment is in flight.
        """
        seeds = seeds_of(seed, range(len(self)), len(self))
        if seeds is not None:
            self._pool.set_seeds(seeds)

    @when_asked
    def _form(self) -> Callable[..., Any]:
        """Makes what `step` returns of the engine's batch; holds no pool."""
        raise NotImplementedError

    def xla(self) -> Any:
        """Returns a handle and JAX functions that step the pool within jitted programs.

        Returns:
            ``handle, recv, send, step``. ``recv(handle)`` returns the next handle and a batch as
            `step` does, ``send(handle, action, env_id=None)`` the next handle, and
            ``step(handle, action, env_id=None)`` both. Infos have the same entries in every batch.

        Raises:
            DependencyNotInstalled: JAX is missing.
            PoolError: batches have no fixed structure of arrays.
        """
        if importlib.util.find_spec("jax") is None:
            raise gymnasium.error.DependencyNotInstalled(
                "xla() needs JAX, which is not installed: pip install 'parallel_pool[jax]'"
            )
        from parallel_pool.xla.envpool_functions import envpool_functions

        return envpool_functions(self, self._result_format, self._form)

    def render(self, env_ids: Any = None, camera_id: int | None = None) -> Any:
        """Renders the current state of environments with their reference.

        Args:
            env_ids: the environments to render; None: all. Mode ``"human"`` takes one.
            camera_id: None or -1; cameras cannot be chosen here.

        Returns:
            In mode ``"rgb_array"``, uint8 frames of shape ``(rows, height, width, 3)``; in mode
            ``"ansi"``, a list of str; in a mode that ends in ``_list``, a list of frames for
            each environment, those since the last call; None in mode ``"human"`` and, with a
            warning, without a mode.

        Raises:
            ValueError: `camera_id` has another value.
            InFlightError, ResetNeededError, IndexError: an environment cannot be shown.
        """
        if camera_id not in (None, -1):
            raise ValueError(f"camera_id must be None or -1, got {camera_id!r}")
        ids = [env_ids] if isinstance(env_ids, int | np.integer) else env_ids
        frames = self._engine.render(ids)
        if frames is None:
            return None
        return list(frames) if frames and isinstance(frames[0], str | list) else np.stack(frames)

    def close(self) -> None:
        """Stops the threads and frees the environments; returned arrays stay valid."""
        self._engine.close()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._pool.closed

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool that has not been reset."""
        setup = self._engine.setup
        return _rebuild, (type(self), setup.env_type.id, setup.copied_keywords() | self._face)


def formed(form: Callable[..., Any], call: Callable[..., Any], *arguments: Any) -> Any:
    """Calls the engine and converts the batch to the form of a face, also in an exception."""
    try:
        batch = call(*arguments)
    except EnvironmentFailure as failure:
        if failure.batch is not None:
            failure.batch = form(*failure.batch)
        raise
    return form(*batch)


def _rebuild(cls: type[Any], id: str, keywords: dict[str, Any]) -> Any:
    return cls(id, **keywords)
