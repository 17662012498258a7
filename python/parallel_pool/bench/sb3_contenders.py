# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Who takes part where Stable-Baselines3 steps: its own vector environments and adapters to it."""

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
from parallel_pool.bench import contenders
from parallel_pool.bench.cases import Case
from parallel_pool.bench.cpu_time import cpu_clock_with
from parallel_pool.bench.sessions import Session, SyncSession

# One child process an environment, each of which has loaded torch.
_MOST_PROCESSES = 128


class PoolVecEnv:
    """This package's."""

    name = "parallel_pool"

    def why_not(self, case: Case) -> str | None:
        """It runs every case."""
        return None

    def open(self, case: Case, actions: list[Any]) -> Session:
        """What `parallel_pool.sb3.make_vec_env` makes."""
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
        """With Monitor, as its own `make_vec_env` makes it."""
        envs = make_vec_env(
            registry.find(case.id).reference, case.num_envs, vec_env_cls=DummyVecEnv
        )
        envs.reset()
        return SyncSession(envs, actions)


class Subprocesses:
    """Stable-Baselines3's child processes, one an environment."""

    name = "SubprocVecEnv"

    def why_not(self, case: Case) -> str | None:
        """As `Dummy`, and not too many environments."""
        if case.num_envs > _MOST_PROCESSES:
            return f"it would take {case.num_envs} processes, more than {_MOST_PROCESSES}"
        return Dummy().why_not(case)

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Children of a fork server that has loaded the library once for all of them."""
        multiprocessing.set_forkserver_preload(["parallel_pool.bench.sb3_contenders"])
        reference = registry.find(case.id).reference
        envs: Any = make_vec_env(reference, case.num_envs, vec_env_cls=SubprocVecEnv)
        envs.reset()
        process_ids = [process.pid for process in envs.processes if process.pid is not None]
        return SyncSession(envs, actions, cpu_seconds=cpu_clock_with(process_ids))


class EnvPoolAdapter(VecEnvWrapper):
    """What EnvPool's example for Stable-Baselines3 calls, in the same order.

    Every row gets a dict of its info's arrays, every environment that is done a reset of its own.
    """

    def __init__(self, envs: Any) -> None:
        """Takes EnvPool's ``gymnasium`` face."""
        super().__init__(venv=envs)
        self._envs = envs
        self._actions: Any = None

    def reset(self) -> Any:
        """Observations alone."""
        return self._envs.reset()[0]

    def step_async(self, actions: Any) -> None:
        """Takes the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Steps, then resets those that are done, one by one."""
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
    """EnvPool, where it is installed, through what its example does."""

    name = "EnvPool's example"

    def why_not(self, case: Case) -> str | None:
        """As `parallel_pool.bench.contenders.EnvPool`."""
        return contenders.EnvPool().why_not(case)

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Under Stable-Baselines3's VecMonitor, as the example has it."""
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
