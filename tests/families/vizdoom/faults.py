# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool whose engines are killed, beside one whose engines are not."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter

import numpy as np
import parallel_pool
from parallel_pool.errors import EnvironmentFailure

from tests.families.vizdoom.running import engines

ID = "VizdoomBasic-v1"


def session(dice: random.Random, counts: Counter[str]) -> None:
    """Kills engines; after the next reset the pools are alike."""
    options = {"num_envs": 2, "num_threads": dice.randint(1, 2), "screen_resolution": "RES_160X120"}
    twin = parallel_pool.make(ID, **options)
    twin.reset(seed=1)
    others = {*engines(os.getpid())}
    with twin, parallel_pool.make(ID, **options) as envs:
        for _ in range(3):
            seed = dice.getrandbits(30)
            observations = [pool.reset(seed=seed)[0] for pool in (envs, twin)]
            for _ in range(5):
                one, other = map(_leaves, observations)
                assert all(map(np.array_equal, one, other)), f"{ID} {seed=}"
                actions = np.array([dice.randrange(2) for _ in range(2)])
                observations = [pool.step(actions)[0] for pool in (envs, twin)]
                counts["steps"] += 4
            own = sorted({*engines(os.getpid())} - others)
            os.kill(dice.choice(own), signal.SIGKILL)
            counts["processes killed"] += 1
            try:
                envs.step(np.array([0, 0]))
            except EnvironmentFailure:
                continue
            raise AssertionError("a killed engine was not noticed")


def _leaves(observation: object) -> list[np.ndarray]:
    values = observation.values() if isinstance(observation, dict) else [observation]
    return [np.asarray(value) for value in values]
