# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The Gymnasium face of a pool in actors."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, cast

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from parallel_pool.errors import PoolError
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.native import NativePool
from parallel_pool.pool.arguments import env_ids_of
from parallel_pool.pool.engine import Engine
from parallel_pool.pool.normalization import Normalization
from parallel_pool.pool.per_env import EnvConfig
from parallel_pool.pool.processed_pool import ProcessedPool
from parallel_pool.pool.result_options import ResultOptions
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.pool.state import Owner, checked_states
from parallel_pool.ray.pool import RemotePool
from parallel_pool.rendering import render_metadata


class RayEngine(Engine):
    """A pool in actors, and what the faces call.

    Attributes:
        remote: the pool that results come from, before they are processed.
    """

    def __init__(
        self,
        remote: RemotePool,
        setup: PoolSetup | None,
        results: ResultOptions,
        same_step: bool,
        owner: Owner | None = None,
    ) -> None:
        """See the class; `setup` is None for environments in Python, which have an `owner`."""
        self.remote = remote
        self._end = weakref.finalize(self, remote.close)
        self._num_envs = remote.num_envs
        self.results = results
        self.normalization = None
        if results.normalize_observation or results.normalize_reward:
            shape = tuple(remote.observation_space.shape or ())
            self.normalization = Normalization(results, self._num_envs, same_step, shape)
        self.pool: NativePool = cast(NativePool, remote)
        tensors = results.tensors()
        if self.normalization is not None or tensors is not None:
            self.pool = cast(NativePool, ProcessedPool(self.pool, self.normalization, tensors))
        self._native = setup
        self._configs: list[EnvConfig] = []
        if setup is None:
            assert owner is not None
            self._owner = owner
        else:
            self.setup = setup
            self._configs = [*setup.own]
            self._owner = setup.owner()
            self._reset_option_names = [name for name, _, _, _ in setup.env_type.reset_options]

    def close(self) -> None:
        """Ends the actors."""
        self._end()

    @property
    def is_python(self) -> bool:  # type: ignore[override]
        """Whether the environments are written in Python."""
        return self._native is None

    def apply(self, env_ids: Sequence[int], function: Callable[..., Any]) -> list[Any]:
        """See `Engine.apply`."""
        return self.remote.ask_of(env_ids, "apply", [function] * len(env_ids))

    def parse_reset_options(
        self, options: Mapping[str, Any] | None
    ) -> tuple[dict[str, object] | None, np.ndarray | None]:
        """See `Engine`; environments in Python know themselves what they take."""
        if self._native is not None:
            return super().parse_reset_options(options)
        from parallel_pool.python_envs.engine import PythonEngine

        return PythonEngine.parse_reset_options(cast(PythonEngine, self), options)

    def config_of(self, env_id: int) -> EnvConfig | None:
        """The options that an environment was made with, if they are its own."""
        return self._configs[env_id] if self._configs else None

    def _check_states(self) -> None:
        if self.normalization is not None:
            raise PoolError("pools in actors that normalise results have no get_state, set_state")

    def get_state(self, env_id: Any) -> list[bytes]:
        """See `PoolMembers.get_state`."""
        self._check_states()
        return self.remote.get_state(env_id)

    def set_state(self, env_id: Any, states: Sequence[bytes | memoryview]) -> None:
        """See `PoolMembers.set_state`."""
        self._check_states()
        ids = env_ids_of(env_id, self._num_envs)
        checked = checked_states(states)
        if len(checked) != len(ids):
            raise ValueError(f"expected {len(ids)} states, got {len(checked)}")
        for i, state in zip(ids, checked, strict=True):
            self._owner_of(i).unpack(state)
        self.remote.set_state(env_id, checked)

    def seeds(self) -> tuple[int | None, ...]:
        """The seed of each environment's generator."""
        return tuple(self.remote.ask_all("seeds"))

    def generators(self) -> NoReturn:
        """Generators cannot be shared with other processes."""
        raise PoolError("the generators of environments in actors cannot be had: seed by reset")

    def set_generators(self, value: Sequence[np.random.Generator]) -> NoReturn:
        """As `generators`."""
        self.generators()

    def clone(self, from_ids: Any, to_ids: Any) -> NoReturn:
        """Environments cannot be copied from one actor into another."""
        raise PoolError("environments in actors cannot be cloned: use get_state and set_state")

    def set_config(self, env_ids: Any, options: Mapping[str, Any]) -> NoReturn:
        """Options of environments in actors are fixed."""
        raise PoolError("options of environments in actors cannot be changed: make another pool")


class RayVectorEnv(PoolVectorEnv):
    """Environments in actors of Ray; it is used as a `PoolVectorEnv`.

    Its results equal those of one pool of the same size bit for bit, for any number of actors.
    Arrays of a batch that is all of one actor's are read-only views of memory that the actor lends,
    or of Ray's object store if it is on another machine, and keep it occupied until they are gone.
    The rows of several actors are copied into new arrays.

    Attributes:
        num_actors: the number of actors.
    """

    _engine: RayEngine

    def __init__(
        self,
        remote: RemotePool,
        setup: PoolSetup | None,
        name: str,
        autoreset_mode: AutoresetMode,
        metadata: dict[str, Any],
        results: ResultOptions,
        owner: Owner | None = None,
    ) -> None:
        """See `parallel_pool.ray.make`."""
        same_step = autoreset_mode == AutoresetMode.SAME_STEP
        self._engine = RayEngine(remote, setup, results, same_step, owner)
        self._pool = self._engine.pool
        self._id = name
        self.autoreset_mode = autoreset_mode
        self.metadata = metadata | {"autoreset_mode": autoreset_mode}
        self.render_mode = None
        self.closed = False
        self.config = {} if setup is None else setup.shown_config
        self.num_envs = remote.num_envs
        self.num_actors = remote.num_actors
        self.result_options = results
        self.normalization = self._engine.normalization
        self.is_multi_player = False
        self._keywords = {}
        if setup is not None:
            self.metadata = render_metadata(setup.env_type) | self.metadata
            self._set_spaces(setup)
            self.spec = None
            return
        self.single_observation_space = results.observation_space(remote.observation_space)
        self.single_action_space = remote.action_space
        self.observation_space = batch_space(self.single_observation_space, self.batch_size)
        self.action_space = batch_space(self.single_action_space, self.batch_size)
        self.spec = None

    def actors(self) -> list[dict[str, Any]]:
        """Where the actors are.

        Returns:
            For each actor, its process (``"pid"``), the address of its node (``"node"``) and the
            name of the machine (``"host"``).
        """
        return self._engine.remote.actors()

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """See `PoolVectorEnv.call`, or `PythonVectorEnv.call` for environments in Python."""
        return tuple(self._engine.remote.ask_all("call", name, args, kwargs))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment.

        Args:
            name: of the attribute.
        """
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Refuses: attributes of environments in actors cannot be set."""
        raise AttributeError(f"attribute {name!r} of environments in actors cannot be set")

    def render(self, env_ids: Any = None) -> NoReturn:
        """Refuses: pools in actors do not render."""
        raise PoolError("pools in actors do not render: render their states in a local pool")

    def __reduce__(self) -> NoReturn:
        """Refuses to be pickled: the actors belong to this process."""
        raise TypeError("pools in actors cannot be pickled: the actors belong to this process")
