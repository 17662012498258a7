# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool as a vector environment of Tianshou."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from tianshou.env import BaseVectorEnv

from parallel_pool.errors import PoolClosedError
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.pool.arguments import Seed, env_ids_of, integer, seeds_of
from parallel_pool.pool.info_rows import info_rows
from parallel_pool.tianshou.async_steps import AsyncSteps
from parallel_pool.tianshou.checks import check_options, check_spaces
from parallel_pool.tianshou.rows import Rows, in_form, objects

Ids = int | Sequence[int] | np.ndarray | None
Step = tuple[Any, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


class TianshouPool(AsyncSteps, BaseVectorEnv):
    """Environments of one id in a C++ thread pool, for ``Collector`` and ``AsyncCollector``.

    Results equal those of ``DummyVectorEnv`` over reference environments bit for bit, except that
    rewards are always float64. Environments whose episode has ended wait for a reset, which the
    collectors do themselves.

    Attributes:
        env_num: the number of environments.
        wait_num: the number of rows that `step` waits for.
        timeout: the number of seconds that `step` waits for them, or None.
        is_async: whether `step` may return before all environments have finished.
        is_closed: whether `close` was called.
        waiting_id: environments that are being stepped, in the order in which they were sent.
        ready_id: environments that can be stepped or reset.
    """

    # Tianshou's own makes every attribute access a Python call.
    __getattribute__ = object.__getattribute__

    def __init__(
        self,
        id: str,
        num_envs: int = 1,
        wait_num: int | None = None,
        timeout: float | None = None,
        **options: Any,
    ) -> None:
        """Makes the pool.

        Args:
            id: the environments' id.
            num_envs: the number of environments.
            wait_num: `step` returns when this number of environments has finished; None: all that
                it addressed.
            timeout: `step` returns the finished rows, at least one, after this number of seconds.
            **options: as for `parallel_pool.make`.

        Raises:
            As `parallel_pool.make`.
        """
        count = integer("num_envs", num_envs, 1)
        waits_for = count if wait_num is None else integer("wait_num", wait_num, 1)
        if waits_for > count:
            raise ValueError(f"wait_num must be at most num_envs = {count}, got {wait_num}")
        if timeout is not None and not timeout > 0:
            raise ValueError(f"timeout must be positive or None, got {timeout!r}")
        check_options(options)
        self._keywords = options | {"num_envs": count, "wait_num": wait_num, "timeout": timeout}
        # With a deadline, finished rows are received one by one.
        batch_size = 1 if timeout is not None else waits_for
        self._envs = PoolVectorEnv(
            id, count, batch_size, autoreset_mode=AutoresetMode.DISABLED, **options
        )
        self._id = id
        self._all = np.arange(count)
        self.env_num = count
        self.wait_num = waits_for
        self.timeout = timeout
        self.is_async = waits_for != count or timeout is not None
        self.is_closed = False
        check_spaces(id, self._envs)
        self._start_async()
        self._action_spaces: list[spaces.Space[Any]] = []

    # --- Stepping and resetting -----------------------------------------------------------------

    def step(self, action: Any, id: Ids = None) -> Step:
        """Steps environments.

        Args:
            action: an action for each addressed environment. In async mode, None only waits.
            id: the environments to step; None: all.

        Returns:
            Observations, rewards, terminations, truncations and an object array of infos, each
            with its ``"env_id"``. In sync mode, rows have the order of `id`. In async mode, they
            are the first ``wait_num`` or more that finish.

        Raises:
            ResetNeededError: the episode of an environment has ended; reset it first.
            As `PoolVectorEnv.step`.
        """
        if self.is_async:
            return self._step_async(action, self._ids(id)).as_step()
        if action is None:
            raise ValueError(
                "action is None, but step needs actions unless the pool is asynchronous: "
                "make it with wait_num or timeout"
            )
        ids = self._ids(id)
        if len(ids) == self.env_num and np.array_equal(ids, self._all):
            return Rows.of(self._envs.step(action), range(self.env_num)).as_step()
        return Rows.of(self._envs.step(action, ids), ids.tolist()).as_step()

    def reset(self, env_id: Ids = None, **kwargs: Any) -> tuple[Any, np.ndarray]:
        """Resets environments, all with the same arguments, as Tianshou's vector environments do.

        Args:
            env_id: the environments to reset. None resets all, and in async mode discards results
                in flight.
            **kwargs: ``seed``: the same seed for every environment; `seed` gives each its own.
                ``options``: the environment's reset options.

        Returns:
            Observations and an object array of infos, in the order of `env_id`.

        Raises:
            InFlightError: one of them is being stepped.
            As `PoolVectorEnv.reset`.
        """
        unknown = kwargs.keys() - {"seed", "options"}
        if unknown:
            raise TypeError(f"reset takes env_id, seed and options, got {sorted(unknown)}")
        ids = self._ids(env_id)
        seed = kwargs.get("seed")
        seeds = None if seed is None else [seed] * len(ids)
        return self._reset(None if env_id is None else ids, seeds, kwargs.get("options"))

    def seed(self, seed: Seed = None) -> list[Any]:
        """Resets all environments with seeds, and seeds their action spaces.

        Args:
            seed: an int s gives environment i the seed s + i; a sequence holds one for each. None
                gives the action spaces fresh entropy and continues the environments' streams.

        Returns:
            A list with the seed of each environment.

        Raises:
            TypeError, ValueError: the seed is invalid.
        """
        seeds = seeds_of(seed, range(self.env_num), self.env_num) or [None] * self.env_num
        for space, one in zip(self.action_space, seeds, strict=True):
            space.seed(one)
        self._reset(None, seeds, None)
        return [[one] for one in seeds]

    def _reset(
        self, ids: np.ndarray | None, seeds: Seed, options: dict[str, Any] | None
    ) -> tuple[Any, np.ndarray]:
        if not self.is_async:
            observations, infos = self._envs.reset(seed=seeds, options=options, env_id=ids)
            count = self.env_num if ids is None else len(ids)
            return in_form(observations), objects(info_rows(infos, count))
        if ids is None:
            self._drain()
            ids = self._all
        self._require_ready(ids)
        self._envs.async_reset(ids, seeds, options)
        rows = self._receive_all(ids.tolist())
        return rows.observations, objects(rows.infos)

    # --- The rest of BaseVectorEnv --------------------------------------------------------------

    def __len__(self) -> int:
        """The number of environments."""
        return self.env_num

    @property
    def action_space(self) -> list[spaces.Space[Any]]:
        """The action space of each environment, with a generator of its own."""
        if not self._action_spaces:
            space = self._envs.single_action_space
            self._action_spaces = [deepcopy(space) for _ in range(self.env_num)]
        return self._action_spaces

    @property
    def observation_space(self) -> list[spaces.Space[Any]]:
        """The observation space of each environment."""
        return [self._envs.single_observation_space] * self.env_num

    @property
    def spec(self) -> list[gymnasium.envs.registration.EnvSpec | None]:
        """The Gymnasium spec of each environment."""
        return [self._envs.spec] * self.env_num

    @property
    def metadata(self) -> list[dict[str, Any]]:
        """The metadata of each environment."""
        return [self._envs.metadata] * self.env_num

    def get_env_attr(self, key: str, id: Ids = None) -> list[Any]:
        """Returns an attribute of environments: the value of an option, a space, the generator.

        Args:
            key: as for `PoolVectorEnv.get_attr`.
            id: the environments; None: all.

        Returns:
            A value for each of them.

        Raises:
            AttributeError: the attribute does not exist; the message lists the known ones.
        """
        values = self.action_space if key == "action_space" else self._envs.get_attr(key)
        return [values[i] for i in self._ids(id).tolist()]

    def set_env_attr(self, key: str, value: Any, id: Ids = None) -> None:
        """Sets the generators of environments (``np_random``); nothing else can be set.

        Args:
            key: ``"np_random"``.
            value: a generator over PCG64; each environment gets a copy of it.
            id: the environments; None: all.

        Raises:
            AttributeError: for any other name.
        """
        if key != "np_random":
            self._envs.set_attr(key, value)
        generators = list(self._envs.np_random)
        for i in self._ids(id).tolist():
            generators[i] = value
        self._envs.np_random = tuple(generators)

    def render(self, **kwargs: Any) -> list[Any]:
        """Renders the current state of environments.

        Args:
            **kwargs: ``env_ids``: the environments to render instead of all.

        Returns:
            A frame for each, or None without a render mode; see `PoolVectorEnv.render`.

        Raises:
            InFlightError: one of them is being stepped.
        """
        pictures = self._envs.render(**kwargs)
        return [None] * self.env_num if pictures is None else list(pictures)

    def close(self) -> None:
        """Stops the threads and frees the environments."""
        self._envs.close()
        self.is_closed = True

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool that has not been reset."""
        kept = {name: value for name, value in self._keywords.items() if name != "seed"}
        return _rebuild, (self._id, kept)

    def _ids(self, id: Ids) -> np.ndarray:
        if self.is_closed:
            raise PoolClosedError("the pool is closed")
        if id is None:
            return self._all
        ids = [id] if isinstance(id, int | np.integer) else id
        return np.asarray(env_ids_of(ids, self.env_num))


def _rebuild(id: str, keywords: dict[str, Any]) -> TianshouPool:
    return TianshouPool(id, **keywords)
