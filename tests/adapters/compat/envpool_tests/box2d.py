# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's tests of Box2D."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from tests.adapters.compat.envpool_tests.cases import (
    Ask,
    case,
    plays_the_same,
    renders,
    renders_as_reference,
    spaces_agree,
)

ALIGN = "box2d_align_test.py"
CORRECT = "box2d_correctness_test.py"
SAME = "box2d_deterministic_test.py"
PICTURES = "box2d_render_test.py"
LANDERS = ("LunarLander-v3", "LunarLanderContinuous-v3")
WALKERS = ("BipedalWalker-v3", "BipedalWalkerHardcore-v3")
CAR = "CarRacing-v3"
SMALL = {"render_width": 64, "render_height": 48}


@case(SAME, "registered_tasks")
def _(library: Any) -> None:
    for id in (*LANDERS, *WALKERS, "LunarLander-v2", "LunarLanderContinuous-v2"):
        plays_the_same(library, id)
    for id in (CAR, "CarRacing-v2"):
        plays_the_same(library, id, 2)


@case(SAME, "car_racing_short_time_limit")
def _(library: Any) -> None:
    plays_the_same(library, CAR, 6, max_episode_steps=3)


@case(CORRECT, "bipedal_walker_space", "Box2D")
def _(library: Any) -> None:
    spaces_agree(library, WALKERS[0])


@case(CORRECT, "lunar_lander_space", "Box2D")
def _(library: Any) -> None:
    for id in LANDERS:
        spaces_agree(library, id)


@case(CORRECT, "car_racing_space", "Box2D", "pygame")
def _(library: Any) -> None:
    spaces_agree(library, CAR)


@case(CORRECT, "lunar_lander_correctness", "Box2D")
def _(library: Any) -> None:
    """The mean return of Gymnasium's heuristic, which EnvPool's test tells for 1,000 episodes."""
    from gymnasium.envs.box2d.lunar_lander import heuristic

    for id, mean, most in ((LANDERS[1], 284, 10), (LANDERS[0], 237, 20)):
        pool = library.make_gym(id, num_envs=30)
        rules: Any = SimpleNamespace(unwrapped=SimpleNamespace(continuous=id == LANDERS[1]))
        rows, (seen, _) = np.arange(30), pool.reset()
        returns = np.zeros(30)
        while len(rows):
            actions = np.array([heuristic(rules, one) for one in seen])
            seen, rewards, terminated, truncated, infos = pool.step(actions, rows)
            returns[infos["env_id"]] += rewards
            going = ~(terminated | truncated)
            rows, seen = infos["env_id"][going], seen[going]
        assert abs(returns.mean() - mean) < most, f"{id}: {returns.mean():.1f}"


@case(CORRECT, "car_racing_correctness", "Box2D", "pygame")
def _(library: Any) -> None:
    """Nobody drives: 1,000 tiles' share of a tile at the start, less 0.1 in each of 100 steps."""
    pool = library.make_gym(CAR, num_envs=2)
    pool.reset()
    total = sum(pool.step(np.tile([0.0, 0.0, 0.0], (2, 1)))[1].mean() for _ in range(100))
    assert -10 <= total < 10


@case(CORRECT, "bipedal_walker_correctness", "Box2D")
def _(library: Any) -> None:
    """A walker that does not move ends with a low return, of either difficulty."""
    for hardcore in (True, False):
        pool = library.make_gym(WALKERS[hardcore], num_envs=10)
        seen, _ = pool.reset()
        assert seen.shape == (10, 24)
        rewards = [pool.step(np.zeros((10, 4), np.float32))[1] for _ in range(60)]
        assert np.sum(rewards, axis=0).mean() < 5


def _told_state(id: str, key: str) -> Ask:
    """The tests set the reference to an info of the reset."""
    return lambda library: library.make_gym(id).reset()[1][key]


_ROLLOUT = "rollout_matches_official_after_reset_state_sync"
ALIGN_TESTS = {
    f"lunar_lander_{_ROLLOUT}": (LANDERS[0], "sky_polys"),
    f"bipedal_walker_{_ROLLOUT}": (WALKERS[0], "path4"),
    f"car_racing_{_ROLLOUT}": (CAR, "track"),
    "reset_render_matches_official_after_state_sync": (LANDERS[0], "sky_polys"),
}
for _test, _asked in ALIGN_TESTS.items():
    case(ALIGN, _test)(_told_state(*_asked))


@case(PICTURES, "render_succeeds_for_multiple_steps_for_all_tasks", "Box2D", "pygame")
def _(library: Any) -> None:
    for id in (*LANDERS, *WALKERS):
        renders(library, id)


@case(PICTURES, "car_racing_render", "Box2D", "pygame")
def _(library: Any) -> None:
    renders(library, CAR, (48, 64, 3), **SMALL)


@case(PICTURES, "bipedal_walker_render", "Box2D", "pygame")
def _(library: Any) -> None:
    renders(library, WALKERS[0], (48, 64, 3), **SMALL)


@case(PICTURES, "lunar_lander_render", "Box2D", "pygame")
def _(library: Any) -> None:
    renders(library, LANDERS[0], (48, 64, 3), **SMALL)


@case(PICTURES, "bipedal_walker_render_matches_official_ground_profile", "Box2D", "pygame")
def _(library: Any) -> None:
    for id in WALKERS:
        renders_as_reference(library, id, 40.0)


@case(PICTURES, "render_matches_official_first_frame", "Box2D", "pygame")
def _(library: Any) -> None:
    for id, most in {LANDERS[0]: 30.0, LANDERS[1]: 30.0, WALKERS[0]: 40.0, CAR: 15.0}.items():
        renders_as_reference(library, id, most)
