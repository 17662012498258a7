# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments of many packages are bit for bit what SyncVectorEnv and AsyncVectorEnv give."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import pytest
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from tests.python_envs.parity import MODES, play_beside

CLASSIC = ["CartPole-v1", "MountainCar-v0", "MountainCarContinuous-v0", "Acrobot-v1", "Pendulum-v1"]
TOY_TEXT = [
    "Blackjack-v1",
    "CliffWalking-v1",
    "CliffWalkingSlippery-v1",
    "FrozenLake-v1",
    "FrozenLake8x8-v1",
    "Taxi-v4",
]
MUJOCO = [
    f"{name}-v5"
    for name in (
        "Ant",
        "HalfCheetah",
        "Hopper",
        "Humanoid",
        "HumanoidStandup",
        "InvertedDoublePendulum",
        "InvertedPendulum",
        "Pusher",
        "Reacher",
        "Swimmer",
        "Walker2d",
    )
]
ATARI = ["ale_py:ALE/Pong-v5", "ale_py:ALE/Breakout-v5"]
BOX2D = ["LunarLander-v3", "LunarLanderContinuous-v3", "BipedalWalker-v3"]
MINIGRID = [
    f"minigrid:{name}-v0"
    for name in (
        "MiniGrid-Empty-8x8",
        "MiniGrid-DoorKey-6x6",
        "MiniGrid-FourRooms",
        "MiniGrid-MultiRoom-N2-S4",
        "MiniGrid-Fetch-5x5-N2",
        "MiniGrid-GoToDoor-5x5",
        "MiniGrid-PutNear-6x6-N2",
        "MiniGrid-RedBlueDoors-6x6",
        "MiniGrid-MemoryS7",
        "MiniGrid-Unlock",
        "MiniGrid-LavaGapS5",
        "MiniGrid-Dynamic-Obstacles-5x5",
    )
]
HIGHWAY = [
    f"highway_env:{name}-v0"
    for name in ("highway-fast", "merge", "roundabout", "parking", "intersection", "racetrack")
]


def make(id: str, **options: Any) -> gymnasium.Env[Any, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of packages about themselves
        return gymnasium.make(id, **options)


class WithoutDrawnAction(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Leaves out infos of resets that highway-env draws without a seed."""

    def reset(self, **options: Any) -> Any:
        observation, info = super().reset(**options)
        for drawn in ("action", "rewards"):
            info.pop(drawn, None)
        return observation, info


def make_highway(id: str) -> gymnasium.Env[Any, Any]:
    return WithoutDrawnAction(make(id, config={"duration": 3}))


def skip_unless_installed(*packages: str) -> None:
    for package in packages:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")


# Each environment in one mode; everything with everything is in the exhaustive part.
@pytest.mark.parametrize(("id", "mode"), [*zip([*CLASSIC, *TOY_TEXT], MODES * 4, strict=False)])
def test_gymnasium_s_own(id: str, mode: str) -> None:
    short = {"max_episode_steps": 12} if id in CLASSIC else {}
    play_beside([partial(make, id, **short)] * 5, mode, 40, num_workers=2)


@pytest.mark.parametrize("id", MUJOCO[::4])
def test_mujoco(id: str) -> None:
    skip_unless_installed("mujoco")
    functions = [partial(make, id, max_episode_steps=6)] * 3
    play_beside(functions, MODES[MUJOCO.index(id) % 3], 15, num_workers=2)


@pytest.mark.parametrize("id", ATARI)
def test_atari(id: str) -> None:
    skip_unless_installed("ale_py")
    play_beside([partial(make, id, max_num_frames_per_episode=40)] * 2, "SameStep", 20)


@pytest.mark.parametrize("id", BOX2D)
def test_box2d(id: str) -> None:
    skip_unless_installed("Box2D")
    play_beside([partial(make, id, max_episode_steps=20)] * 3, "SameStep", 30)


@pytest.mark.parametrize("id", MINIGRID[::3])
def test_minigrid(id: str) -> None:
    """A Dict with an image, a Discrete and a Text."""
    skip_unless_installed("minigrid")
    functions = [partial(make, id, max_steps=9)] * 3
    play_beside(functions, MODES[MINIGRID.index(id) // 3 % 3], 20, num_workers=2)


@pytest.mark.parametrize("id", HIGHWAY)
def test_highway(id: str) -> None:
    skip_unless_installed("highway_env")
    functions = [partial(make_highway, id)] * 2
    play_beside(functions, MODES[HIGHWAY.index(id) % 3], 8, num_workers=2)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", ["CartPole-v1", "Taxi-v4"])
def test_async_vector_env_gives_the_same(id: str, mode: str) -> None:
    play_beside([partial(make, id, max_episode_steps=7)] * 3, mode, 25, reference=AsyncVectorEnv)


# --- Everything with everything -------------------------------------------------------------------

# How each family of environments is made, and the package that it needs.
EVERYTHING: dict[str, tuple[str, Callable[[], Any]]] = {
    **{id: ("gymnasium", partial(make, id, max_episode_steps=12)) for id in CLASSIC},
    **{id: ("gymnasium", partial(make, id)) for id in TOY_TEXT},
    **{id: ("mujoco", partial(make, id, max_episode_steps=6)) for id in MUJOCO},
    **{id: ("ale_py", partial(make, id, max_num_frames_per_episode=40)) for id in ATARI},
    **{id: ("Box2D", partial(make, id, max_episode_steps=9)) for id in BOX2D},
    **{id: ("minigrid", partial(make, id, max_steps=9)) for id in MINIGRID},
    **{id: ("highway_env", partial(make_highway, id)) for id in HIGHWAY},
}


@pytest.mark.slow
@pytest.mark.parametrize("reference", [SyncVectorEnv, AsyncVectorEnv])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("id", EVERYTHING)
def test_every_environment_in_every_mode(id: str, mode: str, reference: Any) -> None:
    package, function = EVERYTHING[id]
    skip_unless_installed(package)
    if package == "minigrid" and reference is AsyncVectorEnv:
        # Its shared memory has no room for missions, a space of Minigrid's own.
        reference = partial(AsyncVectorEnv, shared_memory=False)
    play_beside([function] * 3, mode, 25, reference=reference, num_workers=2)


@pytest.mark.parametrize("method", ["starter", "fork", "spawn", "thread"])
def test_however_workers_start(method: str) -> None:
    play_beside(
        [partial(make, "CartPole-v1")] * 4, "NextStep", 30, num_workers=3, start_method=method
    )


@pytest.mark.parametrize("workers", [1, 3, 7])
def test_however_many_workers(workers: int) -> None:
    play_beside([partial(make, "Acrobot-v1")] * 7, "NextStep", 12, num_workers=workers)
