# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools of all scenarios equal Gymnasium's own vector environment, with any number of threads."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from parallel_pool import registry

from tests.families.vizdoom.running import OPTIONS
from tests.families.vizdoom.side_by_side import assert_equal
from tests.families.vizdoom.test_exactness import SCENARIOS

pytest.importorskip("vizdoom")

QUICK = "VizdoomPredictPosition-v1"
# Episodes end in every fourth time step.
SHORT = {
    "episode_timeout": 14,
    "frame_skip": 4,
    "screen_resolution": "RES_160X120",
    "depth_buffer_enabled": True,
    "labels_buffer_enabled": True,
}
STEPS = 14


def reference(id: str, options: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    import vizdoom.gymnasium_wrapper  # noqa: F401

    return gymnasium.make(registry.find(id).reference, disable_env_checker=True, **options)


def compare(id: str, mode: AutoresetMode, threads: int, **more: Any) -> None:
    """Batches as a whole, with the last observations of episodes."""
    options = {**SHORT, **more}
    references = SyncVectorEnv([lambda: reference(id, options)] * 2, autoreset_mode=mode)
    pool = parallel_pool.make(id, num_envs=2, num_threads=threads, autoreset_mode=mode, **options)
    references.action_space.seed(0)
    ends = 0
    try:
        assert_equal(pool.reset(seed=5)[0], references.reset(seed=5)[0], "the reset")
        for number in range(STEPS):
            actions = references.action_space.sample()
            ours, theirs = pool.step(actions), references.step(actions)
            for one, other in zip(ours[:4], theirs[:4], strict=True):
                assert_equal(one, other, f"step {number}")
            ended = theirs[2] | theirs[3]
            ends += ended.sum()
            if mode is AutoresetMode.SAME_STEP and ended.any():
                for row in np.flatnonzero(ended):
                    assert_equal(ours[4]["final_obs"][row], theirs[4]["final_obs"][row], "the last")
            if mode is AutoresetMode.DISABLED and ended.any():
                masks = {"reset_mask": ended}
                ours_reset, theirs_reset = (
                    envs.reset(options=dict(masks))[0] for envs in (pool, references)
                )
                assert_equal(ours_reset, theirs_reset, f"the reset after step {number}")
    finally:
        pool.close()
        references.close()
    assert ends >= 4


@pytest.mark.parametrize("mode", [*AutoresetMode])
@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=[] if id == QUICK else [pytest.mark.slow]) for id in SCENARIOS]
)
def test_modes(id: str, mode: AutoresetMode) -> None:
    compare(id, mode, threads=2)


def maps() -> list[Any]:
    """Each mode and number of threads with one of the 680 ids of maps.

    Those of two games run by default: one that ViZDoom brings, and one that needs the user's WAD
    file. The others are each map of Freedoom's first game, in one of the five skills.
    """
    kinds = [*itertools.product(AutoresetMode, (1, 2))]
    ids = [f"VizdoomFreedoom1E{number // 9 + 1}M{number % 9 + 1}" for number in range(36)]
    ids = [f"{id}-S{number % 5 + 1}-v0" for number, id in enumerate(ids)]
    some = ["VizdoomFreedoom2MAP08-S4-v0", "VizdoomDoomE2M6-S2-v0"] * 3
    return [
        *(pytest.param(id, *kind) for id, kind in zip(some, kinds, strict=True)),
        *(
            pytest.param(id, mode, 1 + (number + at) % 2, marks=pytest.mark.slow)
            for number, id in enumerate(ids)
            for at, mode in enumerate(AutoresetMode)
        ),
    ]


@pytest.mark.parametrize(("id", "mode", "threads"), maps())
def test_modes_of_maps(id: str, mode: AutoresetMode, threads: int) -> None:
    """Maps, whose observations also include sound and the automap."""
    files = {"doom_game_path": "freedoom1.wad"} if "Doom" in id else {}
    compare(id, mode, threads, **files)


def digest(id: str, threads: int, **options: Any) -> str:
    """Of all that four environments give."""
    total = hashlib.sha256()
    with parallel_pool.make(id, num_envs=4, num_threads=threads, **options) as envs:
        envs.action_space.seed(0)
        observations = envs.reset(seed=5)[0]
        for _ in range(STEPS):
            for key, value in observations.items():
                total.update(key.encode())
                total.update(np.ascontiguousarray(value).tobytes())
            observations, rewards, *flags, _ = envs.step(envs.action_space.sample())
            total.update(rewards.tobytes() + np.concatenate(flags).tobytes())
    return total.hexdigest()


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=[] if id == QUICK else [pytest.mark.slow]) for id in SCENARIOS]
)
def test_threads(id: str) -> None:
    """One, two, three and four threads give the same bytes."""
    once = digest(id, 1, **SHORT)
    assert [digest(id, threads, **SHORT) for threads in (2, 3, 4)] == [once] * 3


def test_threads_of_games_of_players() -> None:
    options = {**OPTIONS, "episode_timeout": 30, "num_players": 2}
    once = digest("VizdoomCigPlayers-v0", 1, **options)
    assert [digest("VizdoomCigPlayers-v0", n, **options) for n in (2, 3, 4)] == [once] * 3
