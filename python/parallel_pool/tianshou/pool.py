# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool as Tianshou's vector environment."""

from __future__ import annotations

import time
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from tianshou.env import BaseVectorEnv

from parallel_pool import registry
from parallel_pool._arguments import Seed, env_ids_of, integer, seeds_of
from parallel_pool.errors import EnvironmentFailure, InFlightError, PoolClosedError
from parallel_pool.info_rows import info_rows
from parallel_pool.tianshou.rows import Rows, in_form, objects
from parallel_pool.vector_env import PoolVectorEnv

Ids = int | Sequence[int] | np.ndarray | None
Step = tuple[Any, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


class TianshouPool(BaseVectorEnv):
    """Environments of one id in a C++ thread pool, for ``Collector`` and ``AsyncCollector``.

    Returns what ``DummyVectorEnv`` over the reference environments returns, bit for bit, but for
    rewards, which are always float64. Environments that have ended wait to be reset, as the
    collectors do by themselves.

    Attributes:
        env_num: how many environments there are.
        wait_num: how many rows `step` waits for.
        timeout: how many seconds `step` waits for them, or None.
        is_async: whether `step` returns before all environments are done.
        is_closed: whether `close` was called.
        waiting_id: environments that are being stepped, in the order in which they were sent.
        ready_id: environments that can be stepped or reset.
    """

    # Tianshou's own makes every look at an attribute a call in Python.
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
            num_envs: how many environments.
            wait_num: `step` returns when so many environments are done; None: all of those it
                addressed.
            timeout: `step` returns after so many seconds what is done by then, at least one row.
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
        _check_options(options)
        self._keywords = options | {"num_envs": count, "wait_num": wait_num, "timeout": timeout}
        # Whatever is done at a deadline is taken row by row.
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
        _check_spaces(id, self._envs)
        self.waiting_id: list[int] = []
        self.ready_id = list(range(count))
        self._early: list[Rows] = []  # received while others were waited for
        self._action_spaces: list[spaces.Space[Any]] = []

    # --- Stepping and resetting -----------------------------------------------------------------

    def step(self, action: Any, id: Ids = None) -> Step:
        """Steps environments.

        Args:
            action: an action for each environment addressed. None, in async mode: only waits.
            id: which environments; None: all.

        Returns:
            Observations, rewards, terminations, truncations and an object array of infos, each
            with its ``"env_id"``. In sync mode in the order of `id`; in async mode the first
            ``wait_num`` or more rows that are done, whoever was stepped.

        Raises:
            ResetNeededError: an environment that has ended: reset it first.
            As `PoolVectorEnv.step`.
        """
        if self.is_async:
            return self._step_async(action, id)
        if action is None:
            raise ValueError(
                "action is None, but only an asynchronous pool, made with wait_num or timeout, "
                "can be waited for without one"
            )
        ids = self._ids(id)
        if len(ids) == self.env_num and np.array_equal(ids, self._all):
            return Rows.of(self._envs.step(action), range(self.env_num)).as_step()
        return Rows.of(self._envs.step(action, ids), ids.tolist()).as_step()

    def reset(self, env_id: Ids = None, **kwargs: Any) -> tuple[Any, np.ndarray]:
        """Resets environments, each with the same arguments, as Tianshou's own do.

        Args:
            env_id: which; None: all. In async mode what is in flight is then thrown away.
            **kwargs: ``seed``: of every environment alike; use `seed` for one that differs.
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
            seed: an int s stands for s + i, a sequence holds one for each; None is fresh entropy
                for the action spaces, and leaves the environments' streams.

        Returns:
            A list with the seed of each environment.

        Raises:
            TypeError, ValueError: a bad seed.
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

    # --- Asynchronous mode ----------------------------------------------------------------------

    def _step_async(self, action: Any, id: Ids) -> Step:
        if action is not None:
            ids = self._ids(id)
            self._require_ready(ids)
            self._envs.send(action, ids)
            sent: list[int] = ids.tolist()
            self.waiting_id += sent
            self.ready_id = _without(self.ready_id, sent)
        elif not self.waiting_id:
            raise ValueError(
                "action is None, but nothing is being stepped: send actions first"
            )
        rows = self._gather()
        self._are_ready(rows.env_ids)
        return rows.as_step()

    def _gather(self) -> Rows:
        """The first rows that are done: `wait_num`, or what there is at the deadline."""
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
        """A batch; of one in which environments failed the good rows are kept for later."""
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
        """The rows of these environments in their order; those of others are kept for later."""
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
        """Throws away what is in flight."""
        while self._envs.in_flight > 0:
            try:
                self._envs.recv()
            except EnvironmentFailure:
                continue  # its environments are reset next
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

    # --- The rest of BaseVectorEnv --------------------------------------------------------------

    def __len__(self) -> int:
        """How many environments there are."""
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
        """An attribute of environments: an option's value, a space, its generator.

        Args:
            key: as for `PoolVectorEnv.get_attr`.
            id: which environments; None: all.

        Returns:
            A value for each of them.

        Raises:
            AttributeError: there is no such attribute; the message lists those there are.
        """
        values = self.action_space if key == "action_space" else self._envs.get_attr(key)
        return [values[i] for i in self._ids(id).tolist()]

    def set_env_attr(self, key: str, value: Any, id: Ids = None) -> None:
        """Sets environments' generators (``np_random``); nothing else can be set.

        Args:
            key: ``"np_random"``.
            value: a generator over PCG64; each environment gets a copy of it.
            id: which environments; None: all.

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
        """Pictures of all environments as they are now.

        Args:
            **kwargs: ``env_ids``: which environments instead of all.

        Returns:
            A picture for each, or None without a render mode, see `PoolVectorEnv.render`.

        Raises:
            InFlightError: one of them is being stepped.
        """
        pictures = self._envs.render(**kwargs)
        return [None] * self.env_num if pictures is None else list(pictures)

    def close(self) -> None:
        """Ends the pool's threads and frees its environments."""
        self._envs.close()
        self.is_closed = True

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool, not yet reset."""
        return _rebuild, (self._id, self._keywords)

    def _ids(self, id: Ids) -> np.ndarray:
        if self.is_closed:
            raise PoolClosedError("the pool is closed")
        if id is None:
            return self._all
        ids = [id] if isinstance(id, int | np.integer) else id
        return np.asarray(env_ids_of(ids, self.env_num))


def _without(values: Sequence[int], gone: Sequence[int]) -> list[int]:
    names = set(gone)
    return [value for value in values if value not in names]


def _check_options(options: dict[str, Any]) -> None:
    """Refuses what this face decides by itself."""
    if "autoreset_mode" in options:
        raise ValueError(
            "autoreset_mode can not be chosen here: Tianshou's collectors reset what has ended"
        )
    if "batch_size" in options:
        raise ValueError("batch_size is called wait_num here, as in Tianshou")


def _check_spaces(id: str, envs: PoolVectorEnv) -> None:
    """Refuses what Tianshou can not take."""
    if registry.find(id).spec(envs.config)["multi_player"]:
        envs.close()
        raise ValueError(
            f"{id} has several players in each environment, and Tianshou's collectors one: use "
            "parallel_pool.make"
        )
    space = envs.single_observation_space
    if _has_tuple(space):
        envs.close()
        raise TypeError(
            f"Tianshou takes no tuples as observations, and these are {space}: use "
            "DummyVectorEnv over gymnasium.make with a FlattenObservation wrapper"
        )


def _has_tuple(space: spaces.Space[Any]) -> bool:
    if isinstance(space, spaces.Dict):
        return any(_has_tuple(part) for part in space.spaces.values())
    return isinstance(space, spaces.Tuple)


def _rebuild(id: str, keywords: dict[str, Any]) -> TianshouPool:
    return TianshouPool(id, **keywords)
