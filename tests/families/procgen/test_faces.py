# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Faces beside that of Gymnasium's vectors: the same games in their own forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.utils.env_checker import check_env
from parallel_pool import compat

from tests.families.procgen.references import Reference, need_package

need_package()

ACTIONS = (7, 8, 5, 9, 1, 7, 7, 14)


@pytest.fixture
def envpool() -> Iterator[Any]:
    compat.install()
    import envpool

    yield envpool
    compat.uninstall()


def test_scripts_for_envpool(envpool: Any) -> None:
    """By id, with its numbers of modes, and by its class, whose options name the game."""
    from envpool.procgen import ProcgenEnvSpec, ProcgenGymnasiumEnvPool

    config = ProcgenEnvSpec.gen_config(env_name="coinrun", distribution_mode=0, num_envs=2, seed=5)
    pools = (
        envpool.make_gymnasium("CoinrunEasy-v0", num_envs=2, seed=5),
        envpool.make_gymnasium("CoinrunHard-v0", num_envs=2, seed=5, distribution_mode=0),
        ProcgenGymnasiumEnvPool(ProcgenEnvSpec(config)),
    )
    references = [Reference("coinrun", seed, distribution_mode="easy") for seed in (5, 6)]
    for pool in pools:
        observed, _ = pool.reset()
        assert observed.shape == (2, 3, 64, 64)
    for action in ACTIONS:
        for reference in references:
            reference.step(action)
        expected = [reference.frame.transpose(2, 0, 1) for reference in references]
        for pool in pools:
            observed, reward, *_ = pool.step(np.array([action] * 2, np.int32))
            assert np.array_equal(observed, expected)
            assert reward.dtype == np.float32


def test_dm_env() -> None:
    reference = Reference("maze", 4)
    envs = parallel_pool.make_dm("procgen-maze-v0", num_envs=1, seed=4)
    assert np.array_equal(envs.reset().observation.obs[0], reference.frame)
    for action in ACTIONS:
        reference.step(action)
        step = envs.step(np.array([action]))
        assert np.array_equal(step.observation.obs[0], reference.frame)


@pytest.mark.filterwarnings("ignore")
def test_single_environments() -> None:
    env = gymnasium.make("parallel_pool/procgen-ninja-v0", render_mode="rgb_array")
    check_env(env.unwrapped, skip_render_check=True)
    reference = Reference("ninja", 11)
    assert np.array_equal(env.reset(seed=11)[0], reference.frame)
    for action in ACTIONS:
        reference.step(action)
        assert np.array_equal(env.step(action)[0], reference.frame)
    assert env.render().shape == (512, 512, 3)
    env.close()


def test_async_mode() -> None:
    """Whichever environments finish first."""
    references = [Reference("bigfish", 2 + i) for i in range(4)]
    envs = parallel_pool.make("procgen-bigfish-v0", num_envs=4, batch_size=2, num_threads=2, seed=2)
    envs.async_reset()
    for turn in range(40):
        observed, _, _, _, infos = envs.recv(timeout=60)
        ids = infos["env_id"]
        for row, i in enumerate(ids):
            assert np.array_equal(observed[row], references[i].frame)
            references[i].step(turn % 9)
        envs.send(np.full(2, turn % 9), ids)
    envs.close()
