# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool as a vector environment of Stable-Baselines3, and `make_vec_env`."""

from __future__ import annotations

import operator
import os
import time
import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.pool.info_rows import info_rows, single_info
from parallel_pool.rendering import render_metadata
from parallel_pool.sb3.members import members_of
from parallel_pool.sb3.refusals import check_suits, refuse_options
from parallel_pool.spaces import batch_of_one, joined

try:
    from stable_baselines3.common.monitor import Monitor, ResultsWriter
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise gymnasium.error.DependencyNotInstalled(
        f"parallel_pool.sb3 needs Stable-Baselines3 ({error}): pip install 'parallel_pool[sb3]'"
    ) from error

__all__ = ["PoolVecEnv", "make_vec_env"]


def make_vec_env(
    env_id: str,
    n_envs: int = 1,
    seed: int | None = None,
    start_index: int = 0,
    monitor_dir: str | None = None,
    env_kwargs: dict[str, Any] | None = None,
    **options: Any,
) -> PoolVecEnv:
    """Replaces Stable-Baselines3's ``make_vec_env``: makes a pool with the same rollouts.

    Args:
        env_id: an environment id, with or without the prefix ``parallel_pool/``.
        n_envs: the number of environments.
        seed: seeds environment i with seed + i at the first reset; None draws fresh entropy.
        start_index: the number of the first environment, for the seed of the action space and the
            names of monitor files.
        monitor_dir: the folder for a monitor file of each environment; None writes none.
        env_kwargs: the environment's own options.
        **options: more of the environment's options, and those of `parallel_pool.make`, such as
            ``num_threads``, ``max_episode_steps``, ``render_mode`` (default: ``"rgb_array"`` if
            the environment can be rendered) and ``record_episode_statistics=False``, which turns
            the monitor off.

    Returns:
        The vector environment. As with Monitor, infos of ended episodes have ``episode``.

    Raises:
        ValueError: Stable-Baselines3 does not support an option; the message says what to do.
        PoolError, TypeError, ValueError: as `parallel_pool.make`.
    """
    refuse_options(options, "make_vec_env")
    envs = make_pool(env_id, n_envs, (env_kwargs or {}) | options)
    if seed is not None:
        envs.single_action_space.seed(operator.index(seed) + start_index)
    vec_env = PoolVecEnv(envs, monitor_dir, start_index)
    vec_env.seed(seed)
    return vec_env


def make_pool(env_id: str, n_envs: int, options: dict[str, Any]) -> PoolVectorEnv:
    """Makes the pool below a vector environment, with Stable-Baselines3's defaults."""
    env_type = registry.find(env_id)
    arguments: dict[str, Any] = {"record_episode_statistics": True}
    if "rgb_array" in render_metadata(env_type)["render_modes"]:
        arguments["render_mode"] = "rgb_array"
    arguments |= options
    return PoolVectorEnv(env_type.id, n_envs, autoreset_mode=AutoresetMode.SAME_STEP, **arguments)


class PoolVecEnv(VecEnv):
    """A pool as a ``stable_baselines3.common.vec_env.VecEnv``.

    For the same seeds, every rollout equals that of ``DummyVecEnv`` over reference environments in
    ``Monitor``s bit for bit. Outside the engine, a step only makes a new dict for each row, and
    adds the information that Stable-Baselines3 needs to the rows whose episode ended.

    Args:
        envs: a pool from `parallel_pool.make` with ``autoreset_mode="SameStep"``. With
            ``record_episode_statistics=True``, it counts as wrapped in ``Monitor``.
        monitor_dir: the folder for a monitor file of each environment; None writes none.
        start_index: the number in the name of the first of these files.

    Raises:
        TypeError, ValueError: the pool is not suitable; the message says how to make one.
    """

    def __init__(
        self, envs: PoolVectorEnv, monitor_dir: str | None = None, start_index: int = 0
    ) -> None:
        """See the class."""
        check_suits(envs)
        self.envs = envs
        self.spec = envs.spec
        self._members = members_of(envs)
        self._monitored = envs.result_options.record_episode_statistics
        self._is_numpy = registry.numpy_infos(envs._id)
        self._actions: Any = None
        self._batch_type = _batch_type(envs.single_action_space)
        self._start_time = time.time()
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)
        self.metadata = {key: value for key, value in envs.metadata.items() if key != _MODE}
        self._writers = self._open_files(monitor_dir, start_index) if monitor_dir else []

    def _open_files(self, folder: str, start_index: int) -> list[ResultsWriter]:
        if not self._monitored:
            raise ValueError("monitor_dir needs a pool with record_episode_statistics=True")
        id = self.spec.id if self.spec is not None else ""
        header: dict[str, float | str] = {"t_start": self._start_time, "env_id": id}
        return [
            ResultsWriter(os.path.join(folder, str(start_index + i)), header=header)
            for i in range(self.num_envs)
        ]

    # --- Stepping -------------------------------------------------------------------------------

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seeds of the next reset: seed + i for environment i, as Stable-Baselines3 does.

        Args:
            seed: a non-negative int; None draws one from NumPy's global generator.

        Returns:
            The seed of each environment.
        """
        # NumPy's integers would wrap around.
        seeds: Sequence[int | None] = super().seed(None if seed is None else operator.index(seed))
        return seeds

    def reset(self) -> Any:
        """Resets all environments with the seeds and options that were set.

        Returns:
            The observations; the infos are in ``reset_infos``.
        """
        self._actions = None
        first = self._options[0]
        # `set_options` stores one dict for all environments as one object.
        if all(options is first or not (options or first) for options in self._options):
            observations, infos = self.envs.reset(seed=self._seeds, options=first or None)
            self.reset_infos = [single_info(infos, i, self._is_numpy) for i in range(self.num_envs)]
        else:
            observations = self._reset_one_by_one()
        self._reset_seeds()
        self._reset_options()
        return observations

    def _reset_one_by_one(self) -> Any:
        rows = []
        for i, options in enumerate(self._options):
            row, infos = self.envs.reset(seed=[self._seeds[i]], options=options or None, env_id=[i])
            rows.append(row)
            self.reset_infos[i] = single_info(infos, 0, self._is_numpy)
        return joined(rows)

    def step_async(self, actions: np.ndarray | list[Any]) -> None:
        """Stores the actions for `step_wait`.

        Args:
            actions: an action for each environment; where actions are nested, a sequence of them
                other than a tuple of Tuples, or a batch as for `PoolVectorEnv.step`.
        """
        if self._batch_type is not None and not isinstance(actions, self._batch_type):
            actions = joined([batch_of_one(self.action_space, action) for action in actions])
        self._actions = actions

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Steps all environments.

        Returns:
            Observations, rewards (float32), dones (bool) and a dict for each environment. Where an
            episode ended, the observation is the first of the next episode, and the dict has
            ``terminal_observation`` and, if the pool is monitored, ``episode``.

        Raises:
            RuntimeError: `step_async` was not called.
            InvalidActionError, EnvironmentFailure, PoolClosedError: as `PoolVectorEnv.step`.
        """
        if self._actions is None:
            raise RuntimeError("step_wait() was called without step_async(): nothing to wait for")
        actions, self._actions = self._actions, None
        observations, rewards, terminated, truncated, infos = self.envs.step(actions)
        if "final_obs" in infos:
            ended = {key: infos.pop(key) for key in _ENDED_KEYS if key in infos}
            rows = info_rows(infos, self.num_envs, _COMMON, self._is_numpy)
            self._tell_ended(rows, infos, ended, truncated & ~terminated)
        else:
            rows = info_rows(infos, self.num_envs, _COMMON, self._is_numpy)
        return observations, rewards.astype(np.float32), terminated | truncated, rows

    def _tell_ended(
        self,
        rows: list[dict[str, Any]],
        infos: dict[str, Any],
        ended: dict[str, Any],
        by_time: np.ndarray,
    ) -> None:
        """Replaces the dicts of the rows whose episodes ended."""
        ids = ended["_final_obs"].nonzero()[0]
        episodes = self._episodes(ended)
        last, last_infos = ended["final_obs"], ended["final_info"]
        for i in ids.tolist():
            self.reset_infos[i] = single_info(infos, i, self._is_numpy)
            row = rows[i] = single_info(last_infos, i, self._is_numpy)
            row["TimeLimit.truncated"] = by_time.item(i)
            row["terminal_observation"] = last[i]
            if i in episodes:
                row["episode"] = episodes[i]

    def _episodes(self, ended: dict[str, Any]) -> dict[int, dict[str, Any]]:
        """Monitor's dicts of ended episodes; their time is the age of the environments."""
        if "episode" not in ended:
            return {}
        ids = ended["_episode"].nonzero()[0]
        age = round(time.time() - self._start_time, 6)
        rewards, lengths = ended["episode"]["r"], self._lengths(ended)
        told = {
            i: {"r": round(rewards.item(i), 6), "l": lengths.item(i), "t": age}
            for i in ids.tolist()
        }
        for i, episode in told.items() if self._writers else ():
            self._writers[i].write_row(episode)
        return told

    def _lengths(self, ended: dict[str, Any]) -> np.ndarray:
        """The lengths of ended episodes, int; only the rows of episodes that ended count."""
        lengths: np.ndarray = ended["episode"]["l"]
        return lengths

    # --- Environments as such -------------------------------------------------------------------

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns an attribute of environments; see `PoolVectorEnv.get_attr`.

        A method of an environment in Python is called where the environment is.
        """
        return self._members.get(attr_name, self._ids(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of environments in Python; of others only ``np_random``."""
        self._members.set(attr_name, value, self._ids(indices))

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Calls a method of environments in Python; of others ``render``."""
        return self._members.call(method_name, self._ids(indices), method_args, method_kwargs)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Whether environments have a wrapper; those that the pool monitors count as in Monitor."""
        ids = self._ids(indices)
        if self._monitored and issubclass(Monitor, wrapper_class):
            return [True for _ in ids]
        return self._members.are_wrapped(wrapper_class, ids)

    def _ids(self, indices: Any) -> list[int]:
        """Env ids from indices as Stable-Baselines3 has them: None, one, or several, also < 0."""
        all_ids = range(self.num_envs)
        try:
            return [all_ids[i] for i in self._get_indices(indices)]
        except IndexError:
            raise IndexError(
                f"indices must be in -{self.num_envs}..{self.num_envs - 1}, got {indices!r}"
            ) from None

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Renders each environment; warns and returns Nones without mode ``"rgb_array"``."""
        if self.render_mode == "rgb_array":
            return self.env_method("render")
        warnings.warn(
            f"get_images() needs render_mode='rgb_array', this pool has {self.render_mode!r}",
            stacklevel=2,
        )
        return [None] * self.num_envs

    def close(self) -> None:
        """Closes the pool and the monitor files."""
        self.envs.close()
        for writer in self._writers:
            writer.close()


def _batch_type(space: gymnasium.spaces.Space[Any]) -> type[Any] | None:
    """The type of a batch of nested actions; None if actions are not nested."""
    if isinstance(space, gymnasium.spaces.Dict):
        return dict
    return tuple if isinstance(space, gymnasium.spaces.Tuple) else None


_MODE = "autoreset_mode"
_COMMON = {"TimeLimit.truncated": False}  # the info of every row whose episode continues
_ENDED_KEYS = ("final_obs", "_final_obs", "final_info", "_final_info", "episode", "_episode")
