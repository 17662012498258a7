# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The rule that all autoreset modes agree."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.testing.play import Play
from parallel_pool.testing.subject import STEPS, Subject, require_same


def autoreset_modes_agree(subject: Subject) -> None:
    """NextStep, SameStep (single-player only) and manual resets (Disabled) give equal episodes."""
    next_step = _episodes_next_step(subject)
    if not subject.multi_player:
        require_same(_episodes_same_step(subject), next_step, "SameStep and NextStep differ")
    require_same(_episodes_disabled(subject), next_step, "Disabled and NextStep differ")


def _episodes_next_step(subject: Subject) -> list[Any]:
    play = Play(subject.make(num_envs=1))
    ignored = Play(play.envs, action_seed=1)
    ignored.players = play.players
    seen = play.reset(seed=3)
    for _ in range(STEPS):
        step = play.step()[0]
        seen.append(step[:4])
        if step[2] or step[3]:
            seen.append(play.step(ignored.actions())[0][0])
    return seen


def _episodes_same_step(subject: Subject) -> list[Any]:
    play = Play(subject.make(num_envs=1, autoreset_mode="SameStep"))
    seen = play.reset(seed=3)
    for _ in range(STEPS):
        step = play.step()[0]
        if step[2] or step[3]:
            final = _as_batched(play.envs.single_observation_space, step[4]["final_obs"])
            seen.append((final, *step[1:4]))
            seen.append(step[0])
        else:
            seen.append(step[:4])
    return seen


def _as_batched(space: spaces.Space[Any], value: Any) -> Any:
    """A single observation with the dtypes of a batch."""
    if isinstance(space, spaces.Dict):
        return {key: _as_batched(part, value[key]) for key, part in space.spaces.items()}
    if isinstance(space, spaces.Tuple):
        return tuple(_as_batched(part, value[i]) for i, part in enumerate(space.spaces))
    return np.asarray(value, dtype=space.dtype)


def _episodes_disabled(subject: Subject) -> list[Any]:
    play = Play(subject.make(num_envs=1, autoreset_mode="Disabled"))
    seen = play.reset(seed=3)
    for _ in range(STEPS):
        step = play.step()[0]
        seen.append(step[:4])
        if step[2] or step[3]:
            seen += play.reset()
    return seen
