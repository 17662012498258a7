# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The contenders: the pool and its peers, behind the same interface."""

from __future__ import annotations

import importlib
import multiprocessing
import warnings
from functools import partial
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from parallel_pool import registry
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.family import Case
from parallel_pool.making import make
from parallel_pool.tools.bench.sessions import AsyncSession, PlayersSession, Session, SyncSession
from parallel_pool.tools.machine import envpool_version, version_of

_NO_BATCHES = "Gymnasium has no async batches"


class Contender(Protocol):
    """A library that can step environments."""

    name: str

    def why_not(self, case: Case) -> str | None:
        """The reason why it cannot run a case, or None if it can."""

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens environments, resets them, and makes them ready for steps.

        Args:
            case: the case to run.
            actions: batches of actions in the dtypes of the pool's action space, used in turn.
        """


def players_act_at_once(id: str) -> bool:
    """Whether each player of an environment has an action of its own in every time step."""
    return bool(registry.find(id).spec({})["action"].get("per_player"))


class ParallelPool:
    """This package."""

    name = "parallel_pool"

    def make(self, case: Case) -> PoolVectorEnv:
        """The pool of a case."""
        return make(
            case.id,
            num_envs=case.num_envs,
            batch_size=case.batch_size,
            num_threads=case.num_threads,
            seed=0,
        )

    def why_not(self, case: Case) -> str | None:
        """It runs every case."""
        return None

    def open(self, case: Case, actions: list[Any]) -> Session:
        """A pool."""
        envs = self.make(case)
        if case.batch_size is not None:
            envs.async_reset()
            return AsyncSession(envs, actions, case)
        if players_act_at_once(case.id):
            return PlayersSession(envs, actions)
        envs.reset()
        return SyncSession(envs, actions)


class GymnasiumSync:
    """Gymnasium's loop over single environments, in this thread."""

    name = "Gymnasium SyncVectorEnv"

    def why_not(self, case: Case) -> str | None:
        """It needs a reference and has no async batches."""
        return _why_not_gymnasium(case)

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens environments without the checker, which would slow them down."""
        envs = SyncVectorEnv([_single(case)] * case.num_envs)
        envs.reset(seed=0)
        return SyncSession(envs, actions)


class GymnasiumAsync:
    """Gymnasium's child processes, one per environment."""

    name = "Gymnasium AsyncVectorEnv"

    def __init__(self, most: int = 64) -> None:
        """Takes the largest number of processes: thousands would measure the operating system."""
        self._most = most

    def why_not(self, case: Case) -> str | None:
        """The conditions of `GymnasiumSync`, and not too many environments."""
        reason = _why_not_gymnasium(case)
        if reason is None and case.num_envs > self._most:
            reason = f"it would take {case.num_envs} processes, more than {self._most}"
        return reason

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens children of a fork server; a plain fork would break this process's threads."""
        multiprocessing.set_forkserver_preload(["parallel_pool.tools.cli", "gymnasium"])
        envs = AsyncVectorEnv([_single(case)] * case.num_envs, context="forkserver")
        envs.reset(seed=0)
        # A child that is terminated, not asked to close, leaves its own children behind.
        return SyncSession(envs, actions)


class GymnasiumVectorised:
    """The environments that Gymnasium or ale-py have vectorised themselves."""

    name = "Gymnasium vectorised"

    def why_not(self, case: Case) -> str | None:
        """It needs a vectorised version of the id, and has no async batches."""
        if registry.vector_peer(case.id) is not None:
            return _NO_BATCHES if case.batch_size is not None else None
        reason = _why_not_gymnasium(case)
        if reason is None and _has_no_vector_env(_reference(case)):
            reason = f"Gymnasium has no vectorised {_reference(case)}"
        return reason

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens Gymnasium's own class for the id, or ale-py's."""
        peer = registry.vector_peer(case.id)
        envs = (
            peer.make(case.num_envs, case.num_threads)
            if peer is not None
            else gymnasium.make_vec(
                _reference(case), num_envs=case.num_envs, vectorization_mode="vector_entry_point"
            )
        )
        envs.reset(seed=0)
        return SyncSession(envs, actions)


class EnvPool:
    """EnvPool, if it is installed."""

    name = "EnvPool"

    def why_not(self, case: Case) -> str | None:
        """It must be importable and have the id."""
        if version_of("envpool") is None:
            return envpool_version()
        try:
            envpool = importlib.import_module("envpool")
        except Exception as error:
            return f"it cannot be imported: {type(error).__name__}: {error}"
        if case.id not in envpool.list_all_envs():
            return f"EnvPool has no {case.id}"
        return None

    def open(self, case: Case, actions: list[Any]) -> Session:
        """Opens its Gymnasium face, which takes discrete actions as int32."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            envs = importlib.import_module("envpool").make_gymnasium(
                case.id,
                num_envs=case.num_envs,
                batch_size=case.rows,
                num_threads=case.num_threads,
                seed=0,
            )
            # Made on first use, with warnings about digits that its bounds lose.
            _ = envs.observation_space
        narrow = [as_int32(batch) for batch in actions]
        if case.batch_size is not None:
            envs.async_reset()
            return AsyncSession(envs, narrow, case)
        envs.reset()
        return SyncSession(envs, narrow)


RIVALS: tuple[Contender, ...] = (
    EnvPool(),
    GymnasiumVectorised(),
    GymnasiumSync(),
    GymnasiumAsync(),
)


def _reference(case: Case) -> str:
    return registry.find(case.id).reference


def _why_not_gymnasium(case: Case) -> str | None:
    if not _reference(case):
        return f"Gymnasium has no {case.id}"
    if (missing := registry.missing_reference(registry.find(case.id))) is not None:
        return f"{missing} is not installed"
    if case.batch_size is not None:
        return _NO_BATCHES
    return None


def _has_no_vector_env(reference: str) -> bool:
    """Whether an id, with the module that registers it before a colon, has no vectorised class."""
    module, _, id = reference.rpartition(":")
    if module:
        importlib.import_module(module)
    return gymnasium.spec(id).vector_entry_point is None


def _single(case: Case) -> partial[gymnasium.Env[Any, Any]]:
    return partial(gymnasium.make, _reference(case), disable_env_checker=True)


def as_int32(batch: Any) -> Any:
    """Discrete actions in the dtype that EnvPool takes."""
    if isinstance(batch, np.ndarray) and batch.dtype.kind == "i":
        return batch.astype(np.int32)
    return batch
