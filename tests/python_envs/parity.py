# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool of Python environments beside Gymnasium's own vector environment."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import parallel_pool
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from parallel_pool.testing.compare import assert_same

MODES = [mode.value for mode in AutoresetMode]


def play_beside(
    functions: Sequence[Callable[[], Any]],
    mode: str,
    steps: int,
    seed: int = 3,
    reference: Callable[..., VectorEnv[Any, Any, Any]] = SyncVectorEnv,
    **arguments: Any,
) -> None:
    """Every value of every step is the same in both, in dtype, shape and bytes.

    Args:
        functions: what makes the environments.
        mode: the autoreset mode. Where it is Disabled, ended environments are reset by a mask.
        steps: how many.
        seed: of the first reset and the actions.
        reference: Gymnasium's class.
        **arguments: of the pool.
    """
    theirs = reference(functions, autoreset_mode=AutoresetMode(mode))
    ours = parallel_pool.make_python(functions, autoreset_mode=mode, **arguments)
    try:
        assert ours.single_observation_space == theirs.single_observation_space
        assert ours.observation_space == theirs.observation_space
        assert ours.action_space == theirs.action_space
        assert ours.metadata == theirs.metadata
        assert ours.render_mode == theirs.render_mode
        assert_same(ours.reset(seed=seed), theirs.reset(seed=seed), "reset")
        theirs.action_space.seed(seed)
        for step in range(steps):
            actions = theirs.action_space.sample()
            expected = theirs.step(copy.deepcopy(actions))
            assert_same(ours.step(actions), expected, f"step {step}")
            ended = np.asarray(expected[2] | expected[3])
            if mode == "Disabled" and ended.any():
                # Gymnasium takes the mask out of the options.
                assert_same(
                    ours.reset(options={"reset_mask": ended}),
                    theirs.reset(options={"reset_mask": ended}),
                    f"reset after step {step}",
                )
        assert_same(ours.reset(), theirs.reset(), "second reset")
    finally:
        ours.close()
        theirs.close()
