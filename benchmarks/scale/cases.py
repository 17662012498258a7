# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What is measured with a growing number of threads, and by whom."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ScaleCase:
    """Environments whose number grows with the threads.

    Attributes:
        id: of the environments.
        envs: that a batch steps for each thread. In async mode there are three times as many.
        python: whether they are Gymnasium's own, in worker processes.
    """

    id: str
    envs: int
    python: bool = False


CASES = {
    "CartPole": ScaleCase("CartPole-v1", 1024),
    "Pong": ScaleCase("Pong-v5", 8),
    "Ant": ScaleCase("Ant-v5", 16),
    "CheetahRun": ScaleCase("CheetahRun-v1", 16),
    "LunarLander": ScaleCase("LunarLander-v3", 64),
    "DoorKey": ScaleCase("MiniGrid-DoorKey-8x8-v0", 256),
    "Python CartPole": ScaleCase("CartPole-v1", 32, python=True),
    "ViZDoom": ScaleCase("D1Basic-v1", 4),
}

STEP, SEND = "step", "recv and send"
PROCESSES = "processes that share nothing"
SUBPROCESSES, WITH_ALE = "AsyncVectorEnv", "AtariVectorEnv"
POOL = (STEP, SEND)
WITH_ENVPOOL = ("EnvPool, step", "EnvPool, recv and send")
ASYNC = (SEND, WITH_ENVPOOL[1])
CONTENDERS = (*POOL, PROCESSES, *WITH_ENVPOOL, SUBPROCESSES, WITH_ALE)
# A third of the environments is a batch in async mode.
WAITING = 3
