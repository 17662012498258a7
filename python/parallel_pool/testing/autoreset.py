# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rule that the three autoreset modes agree."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.testing.subject import STEPS, Subject, require_same
from parallel_pool.testing.trajectory import ActionSource, take_row
from parallel_pool.vector_env import PoolVectorEnv


def autoreset_modes_agree(subject: Subject) -> None:
    """NextStep, SameStep and resets by hand (Disabled) yield the same episodes."""
    next_step = _episodes_next_step(subject)
    require_same(_episodes_same_step(subject), next_step, "SameStep and NextStep differ")
    require_same(_episodes_disabled(subject), next_step, "Disabled and NextStep differ")


def _episodes_next_step(subject: Subject) -> list[list[Any]]:
    envs = subject.make(num_envs=1)
    actions = ActionSource(envs.single_action_space, 1, 0)
    observation, _ = envs.reset(seed=3)
    seen = [take_row(observation, 0)]
    for _ in range(STEPS):
        result = envs.step(actions.batch([0]))
        seen.append(take_row(result[:4], 0))
        if result[2][0] or result[3][0]:
            seen.append(take_row(envs.step(_any_action(envs))[0], 0))
    return seen


def _episodes_same_step(subject: Subject) -> list[list[Any]]:
    envs = subject.make(num_envs=1, autoreset_mode="SameStep")
    actions = ActionSource(envs.single_action_space, 1, 0)
    observation, _ = envs.reset(seed=3)
    seen = [take_row(observation, 0)]
    for _ in range(STEPS):
        result = envs.step(actions.batch([0]))
        if result[2][0] or result[3][0]:
            final = _as_batched(envs.single_observation_space, result[4]["final_obs"][0])
            seen.append((final, *take_row(result[1:4], 0)))
            seen.append(take_row(result[0], 0))
        else:
            seen.append(take_row(result[:4], 0))
    return seen


def _as_batched(space: spaces.Space[Any], value: Any) -> Any:
    """A single observation with the dtypes it has in a batch."""
    if isinstance(space, spaces.Dict):
        return {key: _as_batched(part, value[key]) for key, part in space.spaces.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(_as_batched(part, value[i]) for i, part in enumerate(space.spaces))
    return np.asarray(value, dtype=space.dtype)


def _episodes_disabled(subject: Subject) -> list[list[Any]]:
    envs = subject.make(num_envs=1, autoreset_mode="Disabled")
    actions = ActionSource(envs.single_action_space, 1, 0)
    observation, _ = envs.reset(seed=3)
    seen = [take_row(observation, 0)]
    for _ in range(STEPS):
        result = envs.step(actions.batch([0]))
        seen.append(take_row(result[:4], 0))
        if result[2][0] or result[3][0]:
            seen.append(take_row(envs.reset()[0], 0))
    return seen


def _any_action(envs: PoolVectorEnv) -> Any:
    return ActionSource(envs.single_action_space, 1, 1).batch([0])
