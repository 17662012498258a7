# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ways of CartPole, for which pools themselves are the cost: faces, modes and options."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np

from parallel_pool.family import Case
from parallel_pool.tools.bench import contenders
from parallel_pool.tools.bench.measure import draw_actions
from parallel_pool.tools.bench.sessions import Session
from parallel_pool.tools.bench.ways import openers
from parallel_pool.tools.bench.ways.measuring import OURS, AbsentError, Call, Way

ID = "CartPole-v1"
MANY = 64
ACTIONS = partial(draw_actions, Case(ID, MANY))


def ways() -> Iterator[Way]:
    """All of this module."""
    yield from _singles()
    yield from _pools()
    yield from _resets()
    yield from _processing()
    yield from _faces()
    yield openers.states(ID)
    yield openers.states(ID, MANY)
    yield _clones()
    yield openers.deep_copies(ID)


def _singles() -> Iterator[Way]:
    yield openers.single_steps(ID)
    yield openers.single_steps(ID, _wrapped, ", in three wrappers")
    yield openers.single_resets(ID)
    yield openers.single_resets(ID, seed=7)
    yield openers.renders(ID, "rgb_array")
    yield openers.makes(ID)


def _wrapped(env: Any) -> Any:
    wrappers = gymnasium.wrappers
    return wrappers.ClipReward(
        wrappers.NormalizeObservation(wrappers.RecordEpisodeStatistics(env)), -1.0, 1.0
    )


def _pools() -> Iterator[Way]:
    for num_envs in (1, 256):
        yield openers.batches(ID, num_envs)
    yield openers.makes_many(ID, MANY)
    asynchronous = Case(ID, MANY, batch_size=16)
    yield Way(
        f"{ID}: recv and send, 16 of {MANY}",
        {
            OURS: lambda: _batches_of(contenders.ParallelPool(), asynchronous),
            "EnvPool": lambda: _batches_of(contenders.EnvPool(), asynchronous),
        },
    )
    yield Way(
        f"{ID}: step of {MANY} with 2 threads",
        {
            OURS: lambda: _batches_of(contenders.ParallelPool(), Case(ID, MANY, 2)),
            "EnvPool": lambda: _batches_of(contenders.EnvPool(), Case(ID, MANY, 2)),
        },
    )


def _batches_of(contender: contenders.Contender, case: Case) -> Call:
    """A contender of `parallel-pool bench` in one of its cases."""
    if (reason := contender.why_not(case)) is not None:
        raise AbsentError(reason)
    session: Session = contender.open(case, draw_actions(case))
    session.run(session.settling)
    return Call(partial(session.run, openers.STEPS), session.close, openers.STEPS)


def _resets() -> Iterator[Way]:
    mask = np.arange(MANY) % 8 == 0
    yield Way(
        f"{ID}: reset of {MANY}",
        {
            OURS: lambda: openers.reset_many(openers.pool(ID, MANY)),
            "vectorised": lambda: openers.reset_many(openers.vectorised(ID, MANY)),
            "SyncVectorEnv": lambda: openers.reset_many(openers.references(ID, MANY)),
            "EnvPool": lambda: openers.reset_many(openers.envpool(ID, MANY)),
        },
    )
    yield Way(
        f"{ID}: reset of 8 of {MANY}, by a mask",
        {
            OURS: lambda: openers.reset_many(openers.pool(ID, MANY), options={"reset_mask": mask}),
            "SyncVectorEnv": lambda: openers.reset_many(
                openers.references(ID, MANY), options={"reset_mask": mask}
            ),
            "EnvPool": lambda: openers.reset_many(openers.envpool(ID, MANY), np.flatnonzero(mask)),
        },
    )


def _processing() -> Iterator[Way]:
    """What pools do with results, and what Gymnasium's wrappers do."""
    wrappers = gymnasium.wrappers.vector

    def normalized(envs: Any) -> Call:
        wrapped = wrappers.NormalizeReward(wrappers.NormalizeObservation(envs))
        return openers.batch_steps(wrapped, ACTIONS())

    def counted(envs: Any) -> Call:
        return openers.batch_steps(wrappers.RecordEpisodeStatistics(envs), ACTIONS())

    yield Way(
        f"{ID}: step of {MANY}, observations and rewards normalised",
        {
            OURS: lambda: openers.batch_steps(
                openers.pool(ID, MANY, normalize_observation=True, normalize_reward=True), ACTIONS()
            ),
            "wrappers on vectorised": lambda: normalized(openers.vectorised(ID, MANY)),
            "wrappers on the pool": lambda: normalized(openers.pool(ID, MANY)),
        },
    )
    yield Way(
        f"{ID}: step of {MANY}, with episode statistics",
        {
            OURS: lambda: openers.batch_steps(
                openers.pool(ID, MANY, record_episode_statistics=True), ACTIONS()
            ),
            "wrapper on vectorised": lambda: counted(openers.vectorised(ID, MANY)),
            "wrapper on the pool": lambda: counted(openers.pool(ID, MANY)),
        },
    )
    for num_envs in (1, MANY):
        yield _tensors(num_envs)


def _tensors(num_envs: int) -> Way:
    """Results as tensors, which ``torch.from_numpy`` makes of arrays."""
    actions = partial(draw_actions, Case(ID, num_envs))

    def converted() -> Call:
        from_numpy = openers.attribute("torch", "from_numpy")
        envs = openers.pool(ID, num_envs)
        envs.reset()
        given = actions()

        def run() -> None:
            for batch in given:
                for array in envs.step(batch)[:4]:
                    from_numpy(array)

        return Call(run, envs.close, len(given))

    def ours() -> Call:
        importlib.import_module("torch")
        return openers.batch_steps(openers.pool(ID, num_envs, array_type="torch"), actions())

    return Way(
        f"{ID}: step of {num_envs}, results as tensors of torch",
        {OURS: ours, "four from_numpy": converted},
    )


def _faces() -> Iterator[Way]:
    for face in ("gym", "dm"):
        yield Way(
            f"{ID}: step of {MANY}, make_{face}",
            {
                OURS: partial(_face, face, partial(openers.pool, ID, MANY, env_type=face)),
                "EnvPool": partial(_face, face, partial(openers.envpool, ID, MANY, face=face)),
            },
        )
    for num_envs in (1, MANY):
        yield Way(
            f"{ID}: step of {num_envs} for Stable-Baselines3",
            {
                OURS: partial(_sb3, "PoolVecEnv", num_envs),
                "DummyVecEnv": partial(_sb3, "Dummy", num_envs),
                "EnvPool's example": partial(_sb3, "EnvPoolExample", num_envs),
            },
        )


def _face(face: str, make: Any) -> Call:
    if face == "dm":
        importlib.import_module("dm_env")
    return openers.batch_steps(make(), [contenders.as_int32(batch) for batch in ACTIONS()])


def _sb3(name: str, num_envs: int) -> Call:
    importlib.import_module("stable_baselines3")
    module = importlib.import_module("parallel_pool.tools.bench.sb3_contenders")
    return _batches_of(getattr(module, name)(), Case(ID, num_envs))


def _clones() -> Way:
    def ours() -> Call:
        envs = openers.pool(ID, 2)
        envs.reset()
        return Call(partial(envs.clone, [0], [1]), envs.close)

    return Way(
        f"{ID}: clone",
        {OURS: ours, "deepcopy": lambda: openers.copies(openers.reference(ID).unwrapped)},
    )
