# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The contenders for Stable-Baselines3: its own vector environments and adapters."""

from __future__ import annotations

import importlib
import multiprocessing
import warnings
from functools import partial
from typing import Any

import numpy as np
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnvWrapper, VecMonitor

from parallel_pool import registry, sb3
from parallel_pool.family import Case
from parallel_pool.tools.bench import contenders
from parallel_pool.tools.bench.sessions import Session, SyncSession

# One child process per environment, each of which loads torch.
_MOST_PROCESSES = 128


class PoolVecEnv:
    """The adapter of this package."""

    name = "parallel_pool"

    def why_not(self, case: Case) -> str | None:
        """It runs every case."""
        return None

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens the result of `parallel_pool.sb3.make_vec_env`."""
        envs = sb3.make_vec_env(case.id, case.num_envs, seed=0, num_threads=case.num_threads)
        envs.reset()
        return SyncSession(envs, actions)


class Dummy:
    """Stable-Baselines3's loop over single environments, its default."""

    name = "DummyVecEnv"

    def why_not(self, case: Case) -> str | None:
        """It needs a reference."""
        return None if registry.find(case.id).reference else f"Gymnasium has no {case.id}"

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens it with Monitor, as its own `make_vec_env` does."""
        envs = make_vec_env(
            registry.find(case.id).reference, case.num_envs, vec_env_cls=DummyVecEnv
        )
        envs.reset()
        return SyncSession(envs, actions)


class Subprocesses:
    """Stable-Baselines3's child processes, one per environment."""

    name = "SubprocVecEnv"

    def why_not(self, case: Case) -> str | None:
        """The conditions of `Dummy`, and not too many environments."""
        if case.num_envs > _MOST_PROCESSES:
            return f"it would take {case.num_envs} processes, more than {_MOST_PROCESSES}"
        return Dummy().why_not(case)

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens children of a fork server that has loaded the library once for all of them."""
        multiprocessing.set_forkserver_preload(["parallel_pool.tools.bench.sb3_contenders"])
        reference = registry.find(case.id).reference
        envs: Any = make_vec_env(reference, case.num_envs, vec_env_cls=SubprocVecEnv)
        envs.reset()
        return SyncSession(envs, actions)


class EnvPoolAdapter(VecEnvWrapper):
    """Makes the same calls as EnvPool's example for Stable-Baselines3, in the same order.

    Every row gets a dict of its infos, and every finished environment gets a reset call of its own.
    """

    def __init__(self, envs: Any) -> None:
        """Takes EnvPool's ``gymnasium`` face."""
        super().__init__(venv=envs)
        self._envs = envs
        self._actions: Any = None

    def reset(self) -> Any:
        """Returns only observations."""
        return self._envs.reset()[0]

    def step_async(self, actions: Any) -> None:
        """Stores the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Steps, then resets the finished environments one by one."""
        observations, rewards, terminated, truncated, told = self._envs.step(self._actions)
        dones = terminated | truncated
        infos = []
        for i in range(self.num_envs):
            infos.append({key: told[key][i] for key in told if isinstance(told[key], np.ndarray)})
            if dones[i]:
                infos[i]["terminal_observation"] = observations[i]
                observations[i] = self._envs.reset(np.array([i]))[0][0]
        return observations, rewards, dones, infos


class EnvPoolExample:
    """EnvPool, if it is installed, with the adapter of its example."""

    name = "EnvPool's example"

    def why_not(self, case: Case) -> str | None:
        """The conditions of `parallel_pool.tools.bench.contenders.EnvPool`."""
        return contenders.EnvPool().why_not(case)

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens it in Stable-Baselines3's VecMonitor, as the example does."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            make = importlib.import_module("envpool").make_gymnasium
            envs = make(case.id, num_envs=case.num_envs, num_threads=case.num_threads, seed=0)
            adapter = VecMonitor(EnvPoolAdapter(envs))
        adapter.reset()
        narrow = [contenders.as_int32(batch) for batch in actions]
        return SyncSession(adapter, narrow, close=partial(envs.close))


CONTENDERS: tuple[contenders.Contender, ...] = (
    PoolVecEnv(),
    EnvPoolExample(),
    Dummy(),
    Subprocesses(),
)
