# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a pickled rollout becomes in another process: a copy without its pool."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from parallel_pool.rollout.data import RolloutData
from parallel_pool.rollout.memory import build
from parallel_pool.rollout.rows import Rows


@dataclass(frozen=True)
class RolloutState:
    """What is pickled of a rollout.

    Attributes:
        facts: what rollouts look up in their pool.
        arguments: of `RolloutData`.
        arrays: the leaves of each member; with stacks, the frames.
        stacks: where the frames of the stacks lie, and those that lie apart; None without stacks.
        members: attributes that are the same in the copy.
        t: the number of steps.
        episodes: as `RolloutData.episodes`.
    """

    facts: dict[str, Any]
    arguments: dict[str, Any]
    arrays: dict[str, list[np.ndarray]]
    stacks: tuple[bytes, bytes] | None
    members: dict[str, Any]
    t: int
    episodes: list[tuple[int, int, float, int]]


_MEMBERS = ("env_ids", "infos", "_final_leaves", "_final_places")


def state_of(rollout: RolloutData) -> RolloutState:
    """What a copy of a rollout is made from."""
    arrays = {"actions": rollout._action_leaves}
    stacks = rollout._stacks
    if stacks is None:
        arrays["observations"] = rollout._observation_leaves
    else:
        arrays["frames"] = [np.asarray(rollout.frames)]
    for name in rollout._rows_of_numbers():
        arrays[name] = [getattr(rollout, f"_{name}")]
    return RolloutState(
        rollout._facts,
        rollout._arguments,
        arrays,
        None if stacks is None else stacks.state(),
        {name: getattr(rollout, name) for name in _MEMBERS},
        rollout.t,
        rollout.episodes,
    )


class RolloutCopy(RolloutData):
    """What a learner needs of a rollout that another process has filled; it has no pool to step.

    It has all members of `Rollout` but `begin`, `put` and `step`.
    """

    def __init__(self, state: RolloutState) -> None:
        """Takes over arrays, and copies those that are read-only, as those of Ray's store are."""
        envs = SimpleNamespace(**state.facts)
        spaces = {
            "actions": envs.single_action_space,
            "observations": envs.single_observation_space,
        }
        out: dict[str, Any] = {}
        for name, leaves in state.arrays.items():
            own = (leaf if leaf.flags.writeable else leaf.copy() for leaf in leaves)
            out[name] = build(spaces[name], own) if name in spaces else next(own)
        pending = np.zeros(envs.num_envs, np.bool_)
        super().__init__(envs, pending=pending, out=out, pin_memory=False, **state.arguments)
        if state.stacks is not None:
            assert self._stacks is not None
            self._stacks.restore(*state.stacks)
        for name, value in state.members.items():
            setattr(self, name, value)
        for episode in state.episodes:
            self._writer.add_episode(*episode)
        self._newest = Rows(self._observation, self._row_memory)
        self._newest.t = state.t

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies can be copied."""
        return RolloutCopy, (state_of(self),)
