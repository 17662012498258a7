# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The contenders of the paper's table: each makes environments and steps a batch of them.

    python benchmarks/paper/contenders.py NAME TASK CPUS

runs one: it pins itself to so many CPUs. For each line of standard input, a number of seconds, it
steps for so long and prints the number of time steps and the seconds that they took.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

# Steps a batch and returns the number of time steps.
Batch = Callable[[], int]


@dataclass(frozen=True)
class Task:
    """An environment of the paper.

    Attributes:
        id: in EnvPool and here.
        frame_skip: frames of a time step, by which the paper multiplies.
        num_envs: environments for each CPU of a contender that steps them in threads.
    """

    id: str
    frame_skip: int
    num_envs: int


TASKS = {"atari": Task("Pong-v5", 4, 8), "mujoco": Task("Ant-v5", 5, 16)}


def gymnasium_env(task: Task) -> Any:
    """The environment with the wrappers that make it like those of the pools."""
    import gymnasium

    if task.frame_skip != 4:
        return gymnasium.make(task.id, disable_env_checker=True)
    import ale_py

    gymnasium.register_envs(ale_py)
    env = gymnasium.make("ALE/Pong-v5", frameskip=1, disable_env_checker=True)
    env = gymnasium.wrappers.AtariPreprocessing(env)
    return gymnasium.wrappers.FrameStackObservation(env, 4)


def actions_of(space: Any, rows: int) -> list[Any]:
    """Some batches of random actions."""
    rng = np.random.default_rng(0)
    if hasattr(space, "n"):
        return [rng.integers(space.n, size=rows).astype(np.int32) for _ in range(64)]
    shape = (rows, *space.shape)
    return [rng.uniform(space.low, space.high, shape).astype(space.dtype) for _ in range(64)]


def for_loop(task: Task, cpus: int) -> Batch:
    """One environment after the other, in Python."""
    envs = [gymnasium_env(task) for _ in range(cpus)]
    actions = actions_of(envs[0].action_space, cpus)
    for seed, env in enumerate(envs):
        env.reset(seed=seed)

    def batch() -> int:
        for rows in actions:
            for env, action in zip(envs, rows, strict=True):
                _, _, terminated, truncated, _ = env.step(action)
                if terminated or truncated:
                    env.reset()
        return len(actions) * len(envs)

    return batch


def stepped(envs: Any, rows: int, cast: Callable[[Any], Any] = lambda actions: actions) -> Batch:
    """The batches of a vector environment in sync mode."""
    space = getattr(envs, "single_action_space", envs.action_space)
    actions = [cast(one) for one in actions_of(space, rows)]
    envs.reset()

    def batch() -> int:
        for one in actions:
            envs.step(one)
        return len(actions) * rows

    return batch


def received(envs: Any, rows: int) -> Batch:
    """The batches of a pool in async mode."""
    actions = actions_of(getattr(envs, "single_action_space", envs.action_space), rows)
    envs.async_reset()

    def batch() -> int:
        for one in actions:
            infos = envs.recv()[-1]
            envs.send(one, infos["env_id"])
        return len(actions) * rows

    return batch


def subprocesses(task: Task, cpus: int) -> Batch:
    """`gymnasium.vector.AsyncVectorEnv`, with two processes for each CPU."""
    import gymnasium

    rows = 2 * cpus
    return stepped(gymnasium.vector.AsyncVectorEnv([lambda: gymnasium_env(task)] * rows), rows)


def ale_vector(task: Task, cpus: int) -> Batch:
    """The vector environment of ale-py, in threads."""
    from ale_py.vector_env import AtariVectorEnv

    rows = task.num_envs * cpus
    return stepped(AtariVectorEnv("pong", num_envs=rows, num_threads=cpus), rows)


def envpool_sync(task: Task, cpus: int) -> Batch:
    """EnvPool in sync mode."""
    import envpool

    rows = task.num_envs * cpus
    made = envpool.make_gymnasium(task.id, num_envs=rows, num_threads=cpus, seed=0)
    return stepped(made, rows)


def envpool_async(task: Task, cpus: int) -> Batch:
    """EnvPool in async mode: batches of a third of the environments."""
    import envpool

    rows = task.num_envs * cpus
    made = envpool.make_gymnasium(
        task.id, num_envs=3 * rows, batch_size=rows, num_threads=cpus, seed=0
    )
    return received(made, rows)


def rollout(task: Task, cpus: int) -> Batch:
    """`mujoco.rollout`, a call for each time step: physics without rewards and resets."""
    import mujoco
    import mujoco.rollout

    rows = task.num_envs * cpus
    env: Any = gymnasium_env(task).unwrapped
    env.reset(seed=0)
    full = mujoco.mjtState.mjSTATE_FULLPHYSICS
    state = np.zeros((rows, mujoco.mj_stateSize(env.model, full)))
    mujoco.mj_getState(env.model, env.data, state[0], full)
    state[:] = state[0]
    datas = [mujoco.MjData(env.model) for _ in range(cpus)]
    runner = mujoco.rollout.Rollout(nthread=cpus if cpus > 1 else 0)
    controls = [
        np.repeat(one[:, None].astype(np.float64), task.frame_skip, axis=1)
        for one in actions_of(env.action_space, rows)
    ]

    def batch() -> int:
        for one in controls:
            state[:] = runner.rollout(env.model, datas, state, one)[0][:, -1]
        return len(controls) * rows

    return batch


def pool_sync(task: Task, cpus: int) -> Batch:
    """This package in sync mode."""
    import parallel_pool

    rows = task.num_envs * cpus
    return stepped(parallel_pool.make(task.id, num_envs=rows, num_threads=cpus, seed=0), rows)


def pool_async(task: Task, cpus: int) -> Batch:
    """This package in async mode: batches of a third of the environments."""
    import parallel_pool

    rows = task.num_envs * cpus
    made = parallel_pool.make(task.id, num_envs=3 * rows, batch_size=rows, num_threads=cpus, seed=0)
    return received(made, rows)


# In the order of the paper's table. "CPU by CPU" is what the paper does for each NUMA node.
CONTENDERS: dict[str, Callable[[Task, int], Batch]] = {
    "for-loop": for_loop,
    "AsyncVectorEnv": subprocesses,
    "ale-py": ale_vector,
    "mujoco.rollout": rollout,
    "EnvPool, sync": envpool_sync,
    "EnvPool, async": envpool_async,
    "parallel_pool, sync": pool_sync,
    "parallel_pool, async": pool_async,
    "parallel_pool, async, CPU by CPU": pool_async,
}
ONLY = {"ale-py": "atari", "mujoco.rollout": "mujoco"}


def main() -> None:
    """Steps as standard input says."""
    name, task, cpus, first = sys.argv[1], TASKS[sys.argv[2]], int(sys.argv[3]), int(sys.argv[4])
    allowed = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, allowed[first : first + cpus])
    batch = CONTENDERS[name](task, cpus)
    batch()
    print("ready", flush=True)
    for line in sys.stdin:
        seconds = float(line)
        batch()  # what was computed before the turn does not count
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            steps += batch()
        print(steps, time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main()
