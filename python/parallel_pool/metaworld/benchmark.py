# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The vector environment of several of MetaWorld's tasks."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, cast

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from parallel_pool.errors import (
    ConcurrentCallError,
    EnvironmentFailure,
    PoolClosedError,
    ResetNeededError,
)
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.families.metaworld.benchmarks import meta_options, tasks_of
from parallel_pool.families.metaworld.goals import goals_used
from parallel_pool.families.metaworld.processing import (
    NORMALISERS,
    Observations,
    joined_infos,
    rows_of_actions,
)
from parallel_pool.pool.arguments import integer, reset_mask_of
from parallel_pool.pool.workers import Workers

Infos = dict[str, Any]
Results = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Infos]


class Benchmark(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Environments of several of MetaWorld's tasks, in one batch.

    Each task has a pool, whose environments are consecutive rows of the batch; all pools share
    threads. Results equal those of `gymnasium.make_vec("Meta-World/MT10", ...)` with the same seed.

    Args:
        tasks: ``"MT10"``, ``"MT25"``, ``"MT50"``, ``"ML10"``, ``"ML25"``, ``"ML45"``, or a sequence
            of ids such as ``"reach-v3"``.
        envs_per_task: how many environments each task has.
        seed: determines the goals, and which of them each episode has. In a named benchmark,
            environment j of each task has seed + j, and the goals of a task depend on the tasks
            before it. With a sequence of ids, row i has seed + i. None: fresh entropy.
        split: which of an ML benchmark's tasks to use, ``"train"`` or ``"test"``.
        reward_normalization_method: ``"gymnasium"`` or ``"exponential"``: normalises each row's
            rewards as MetaWorld's wrappers do, by the variance of its returns, or by a moving
            variance of its rewards (in float64). None: rewards are unchanged.
        recurrent_info_in_obs: whether observations end with the last action, the last reward and
            whether that step ended the episode; zeros after a reset.
        normalize_reward_in_recurrent_info: whether that reward is divided by 10.
        normalize_observations: whether observations, with all that the other options add to them,
            are normalised by the running mean and variance of their row, and are float32.
        use_one_hot: whether observations have a number for each task: 1 for the task of the row,
            0 for the others.
        num_threads: the number of threads; None: as many as CPUs that this process may use.
        autoreset_mode: as for `parallel_pool.make`.
        options: options of every task, such as ``terminate_on_success=True`` and
            ``max_episode_steps=200``; ``total_tasks_per_cls=10`` uses only the first ten of the 50
            goals of each task. ML benchmarks have other defaults, as in MetaWorld:
            ``partially_observable=True`` hides the goals; ``task_select="pseudorandom"`` keeps an
            environment's goal until `sample_tasks` is called; ``divided=True`` divides a task's
            goals among its environments, which all have the same seed; and in ``"test"``,
            ``terminate_on_success=True``.

    Attributes:
        tasks: the ids of the tasks.
        task_of: for each row the index of its task, int64 of shape (num_envs,).
        pools: the pool of each task.

    Raises:
        ValueError, TypeError: an argument is invalid.
        DependencyNotInstalled: MetaWorld or MuJoCo is missing.
    """

    _is_meta = False  # whether goals are sampled as for meta-learning
    _in_turn = False  # whether goals of a task depend on the tasks before it

    def __init__(
        self,
        tasks: str | Sequence[str],
        *,
        envs_per_task: int = 1,
        seed: int | None = None,
        split: str = "train",
        use_one_hot: bool = True,
        reward_normalization_method: str | None = None,
        recurrent_info_in_obs: bool = False,
        normalize_reward_in_recurrent_info: bool = True,
        normalize_observations: bool = False,
        num_threads: int | None = None,
        autoreset_mode: Any = "NextStep",
        **options: Any,
    ) -> None:
        """See the class."""
        self.closed = True  # nothing to close, as long as the constructor may raise
        self._caller: dict[str, int] = {}  # the thread that is in a call
        self.tasks = tasks_of(tasks, split)
        self._in_turn = self._in_turn or isinstance(tasks, str)
        own = {"num_envs", "workers", "batch_size", "env_type", "drawn_after"} & options.keys()
        if own:
            raise TypeError(f"Benchmark() takes no {min(own)}: see envs_per_task and num_threads")
        self._each = integer("envs_per_task", envs_per_task, 1)
        if isinstance(tasks, str) and tasks.startswith("ML"):
            self._is_meta = True
        if split == "test" and not self._is_meta:
            raise ValueError(f"only ML benchmarks have a split 'test', got it with {tasks!r}")
        if self._is_meta:
            options = meta_options(split) | options
        shares = self._each if options.get("divided", False) is True else 1
        goals_used(options.get("total_tasks_per_cls"), shares)
        for name, value in {
            "use_one_hot": use_one_hot,
            "recurrent_info_in_obs": recurrent_info_in_obs,
            "normalize_reward_in_recurrent_info": normalize_reward_in_recurrent_info,
            "normalize_observations": normalize_observations,
        }.items():
            if not isinstance(value, bool | np.bool_):
                raise TypeError(f"{name} must be True or False, got {value!r}")
        if reward_normalization_method not in (None, *NORMALISERS):
            raise ValueError(
                f"reward_normalization_method must be None or one of {[*NORMALISERS]}, got "
                f"{reward_normalization_method!r}"
            )
        self.num_envs = len(self.tasks) * self._each
        self.task_of = np.repeat(np.arange(len(self.tasks)), self._each)
        self._parts = [slice(k * self._each, (k + 1) * self._each) for k in range(len(self.tasks))]
        # Pools finish in about the order in which they are sent actions. So each half is received
        # from the last pool on: after the wait for that one, the others have mostly finished.
        half = len(self.tasks) // 2
        self._order = [*reversed(range(half)), *reversed(range(half, len(self.tasks)))]
        self._workers = Workers(num_threads)
        self.pools: list[PoolVectorEnv] = []
        first = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
        try:
            for k, (id, seeds) in enumerate(zip(self.tasks, self._seeds(first), strict=True)):
                before = {"drawn_after": self.tasks[:k]} if self._in_turn else {}
                pool = PoolVectorEnv(
                    id,
                    num_envs=self._each,
                    seed=seeds,
                    workers=self._workers,
                    autoreset_mode=autoreset_mode,
                    **before,
                    **options,
                )
                self.pools.append(pool)
        except BaseException:
            self.close_extras()
            raise
        shown = self.pools[0].single_observation_space
        assert isinstance(shown, Box)
        self._observations = Observations(
            shown,
            self.task_of,
            one_hot=bool(use_one_hot),
            recurrent=bool(recurrent_info_in_obs),
            reward_divisor=10.0 if normalize_reward_in_recurrent_info else 1.0,
            normalised=bool(normalize_observations),
        )
        self._updates = True
        self._normalise = NORMALISERS.get(reward_normalization_method or "", lambda count: None)(
            self.num_envs
        )
        self._ended = np.zeros(self.num_envs, np.bool_)  # in the last step
        self._sent = False  # whether pools may be in flight
        self._last = [np.zeros((self._each, 39)) for _ in self.pools]
        self._new = np.zeros(self.num_envs, np.bool_)  # what was not shown yet
        self._blocked = np.ones(self.num_envs, np.bool_)  # what has to be reset first
        self.single_observation_space = self._observations.space
        self.single_action_space = self.pools[0].single_action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.autoreset_mode = self.pools[0].autoreset_mode
        self.closed = False
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}

    @property
    def update_running_mean(self) -> bool:
        """Whether new observations update the means and variances of ``normalize_observations``.

        True at first.

        Raises:
            TypeError: it is set to something else than True or False.
        """
        return self._updates

    @update_running_mean.setter
    def update_running_mean(self, value: bool) -> None:
        if not isinstance(value, bool | np.bool_):
            raise TypeError(f"update_running_mean must be True or False, got {value!r}")
        self._updates = bool(value)

    def _seeds(self, seed: int) -> list[list[int]]:
        """The seeds of each pool's environments."""
        if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
            raise TypeError(f"seed must be an int or None, got {seed!r}")
        number = int(seed)
        if number < 0:
            raise ValueError(f"seed must be at least 0, got {seed}")
        if self._is_meta:
            return [[number] * self._each for _ in self.tasks]
        return [
            [number + (0 if self._in_turn else k * self._each) + j for j in range(self._each)]
            for k in range(len(self.tasks))
        ]

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray, Infos]:
        """Resets environments.

        Args:
            seed: draws new goals, as the constructor's seed does. None: keeps the goals; each
                episode has one of them.
            options: ``"reset_mask"``: a bool array of shape ``(num_envs,)``, which environments to
                reset; the others' rows show their last observations.

        Returns:
            Observations and infos. Observations have 39 numbers in float64, or, with one-hot ids,
            these and one for each task in float32.
        """
        return cast("tuple[np.ndarray, Infos]", self._call("reset", self._reset, seed, options))

    def sample_tasks(self) -> tuple[np.ndarray, Infos]:
        """Gives each environment another goal, and resets it.

        In MT benchmarks, each reset does the same.

        Returns:
            As `reset`.
        """
        own = {"sample_task": True}
        shown = self._call("sample_tasks", self._reset, None, None, own)
        return cast("tuple[np.ndarray, Infos]", shown)

    def _call(self, name: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """Makes a call of a thread's own, whose name is in all errors."""
        me = threading.get_ident()
        try:
            # A claim of this thread's own is what an interrupted call has left.
            if self._caller.setdefault("thread", me) != me:
                raise ConcurrentCallError(
                    f"{name}() was called while another call is in progress: a "
                    f"{type(self).__name__} takes calls from one thread at a time"
                )
            if self.closed:
                raise PoolClosedError(f"{name}() was called on a closed {type(self).__name__}")
            return work(*arguments)
        except PoolClosedError as error:
            raise PoolClosedError(re.sub(r"^\w+\(\)", f"{name}()", str(error))) from None
        finally:
            if self._caller.get("thread") == me:
                self._caller.clear()

    def _reset(
        self,
        seed: int | None,
        options: Mapping[str, Any] | None,
        own: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, Infos]:
        if not isinstance(options, Mapping | None):
            raise TypeError(f"options must be a dict or None, got {options!r}")
        given = dict(options or {})
        mask = given.pop("reset_mask", None)
        if given:
            raise ValueError(f"options may be 'reset_mask', got {[*given]}")
        everything = np.ones(self.num_envs, np.bool_)
        rows = everything if mask is None else reset_mask_of(mask, self.num_envs)
        self._drain()
        told: list[Infos] = [{} for _ in self.pools]
        seeds = [None] * len(self.pools) if seed is None else self._seeds(seed)
        for k, part in enumerate(self._parts):
            if rows[part].any():
                given = (own or {}) | ({} if mask is None else {"reset_mask": rows[part]})
                self._last[k], told[k] = self.pools[k].reset(seed=seeds[k], options=given or None)
                self._blocked[part] &= ~rows[part]
        self._ended[rows] = False
        self._observations.begin(rows)
        self._new |= rows
        return self._shown(), joined_infos(told, self._each)

    def step(self, actions: Any) -> Results:
        """Steps all environments.

        Args:
            actions: numbers of shape ``(num_envs, 4)``.

        Returns:
            Observations, rewards (float64), terminations, truncations (bool) and infos, with a row
            for each environment.

        Raises:
            InvalidActionError: an action is NaN or infinite; nothing was stepped.
            TypeError, ValueError: the actions have another dtype or shape; nothing was stepped.
            ResetNeededError: environments were never reset, have failed, or have ended with
                autoreset disabled; nothing was stepped.
            EnvironmentFailure: environments of a task failed, and need a reset; all have stepped.
            PoolClosedError, ConcurrentCallError: it is closed, or in another call.
        """
        results: Results = self._call("step", self._step, actions)
        return results

    def _step(self, actions: Any) -> Results:
        rows = rows_of_actions(actions, self.num_envs)
        if self._blocked.any():
            raise ResetNeededError(f"rows {np.flatnonzero(self._blocked)} must be reset first")
        self._drain()
        stepped = np.ones(self.num_envs, np.bool_)
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            stepped = ~self._ended
        self._sent = True
        for pool, part in zip(self.pools, self._parts, strict=True):
            pool.send(rows[part])
        parts: list[Any] = [None] * len(self.pools)
        failures: dict[int, EnvironmentFailure] = {}
        for k in self._order:
            try:
                parts[k] = self._receive(k)
            except EnvironmentFailure as error:
                error.add_note(f"These are environments of {self.tasks[k]}.")
                failures[k] = error
        self._sent = False
        if failures:
            raise failures[min(failures)]
        _, *told, given = zip(*parts, strict=True)
        reward, ended, cut = (np.concatenate(one) for one in told)
        infos = joined_infos(given, self._each)
        self._observations.step(rows, reward, self._ended, stepped)
        for row in np.flatnonzero(infos.get("_final_obs", ())).tolist():
            own = infos["final_obs"][row]
            last = self._observations.final(row, own, self._updates)
            infos["final_obs"][row] = last
        if self._normalise is not None:
            reward = self._normalise(reward, ended, stepped)
        return self._shown(), reward, ended, cut, infos

    def _receive(self, k: int) -> tuple[Any, ...]:
        """The results of a pool, noted at once: the call may be interrupted."""
        part = self._parts[k]
        try:
            results = self.pools[k].recv()
        except EnvironmentFailure as error:
            self._blocked[part][[*error.causes]] = True
            raise
        self._last[k] = results[0]
        self._new[part] = True
        self._ended[part] = results[2] | results[3]
        if self.autoreset_mode == AutoresetMode.DISABLED:
            self._blocked[part] = self._ended[part]
        return results

    def _drain(self) -> None:
        """Waits for steps that an interrupted call has left unfinished."""
        if not self._sent:
            return
        for k, pool in enumerate(self.pools):
            while not self.closed and pool.in_flight:
                with contextlib.suppress(EnvironmentFailure):
                    self._receive(k)
        self._sent = False

    def _shown(self) -> np.ndarray:
        """What all rows show."""
        shown = self._observations.show(self._last, self._new, self._updates)
        self._new[:] = False
        return shown

    def __enter__(self) -> Self:
        """The environments, which the end of the ``with`` block closes."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes them."""
        self.close()

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the pools and ends the threads."""
        for pool in self.pools:
            pool.close()
        self._workers.close()
