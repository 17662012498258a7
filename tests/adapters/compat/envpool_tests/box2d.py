# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's tests of Box2D."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from tests.adapters.compat.envpool_tests.cases import (
    Ask,
    case,
    full,
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
IDS = (*LANDERS, CAR, "LunarLander-v2", "LunarLanderContinuous-v2", "CarRacing-v2", *WALKERS)
SMALL = {"render_width": 64, "render_height": 48}


@case(SAME, "registered_tasks")
def _(library: Any) -> None:
    for id in IDS:
        plays_the_same(library, id, 2 if id.startswith("Car") else 40)


@case(SAME, "car_racing_short_time_limit")
def _(library: Any) -> None:
    plays_the_same(library, CAR, 3, max_episode_steps=3)


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


def _mean_return(
    pool: Any, act: Callable[[int, np.ndarray], Any], first: Any = None, steps: int | None = None
) -> float:
    """One episode of each environment; `act` chooses an action from a row and its observation."""
    rows, (seen, _) = np.arange(len(pool)), pool.reset(np.arange(len(pool)))
    returns, step = np.zeros(len(pool)), 0
    while len(rows) and step != steps:
        plain = first is not None and step == 0
        actions = [first if plain else act(row, one) for row, one in zip(rows, seen, strict=True)]
        seen, rewards, terminated, truncated, infos = pool.step(np.array(actions), rows)
        returns[infos["env_id"]] += rewards
        going = ~(terminated | truncated)
        rows, seen, step = infos["env_id"][going], seen[going], step + 1
    return float(returns.mean())


def _near(id: str, found: float, mean: float, most: float) -> None:
    assert abs(found - mean) < most, f"{id}: {found:.2f}"


@case(CORRECT, "lunar_lander_correctness", "Box2D")
def _(library: Any) -> None:
    """The mean return of Gymnasium's heuristic, which EnvPool's test tells for 1,000 episodes."""
    from gymnasium.envs.box2d.lunar_lander import heuristic

    for id, mean, most in ((LANDERS[1], 284, 10), (LANDERS[0], 237, 20)):
        pool = library.make_gym(id, num_envs=30)
        rules: Any = SimpleNamespace(unwrapped=SimpleNamespace(continuous=id == LANDERS[1]))
        for _ in range(2):
            _near(id, _mean_return(pool, lambda _, seen: heuristic(rules, seen)), mean, most)  # noqa: B023


@case(CORRECT, "car_racing_correctness", "Box2D", "pygame")
def _(library: Any) -> None:
    """The mean return of 100 steps with one action, over 100 tracks."""
    for action, mean in (
        ((0, 0.5, 0), 65),
        ((0.1, 0.3, 0), 18.5),
        ((0, 0.7, 0.1), 42.7),
    )[: full(3, 1)]:
        pool = library.make_gym(CAR, num_envs=full(100, 4))
        found = _mean_return(pool, lambda *_: action, steps=100)  # noqa: B023
        _near(CAR, found, mean, full(1, 10))


@case(CORRECT, "bipedal_walker_correctness", "Box2D")
def _(library: Any) -> None:
    """The mean return of Gymnasium's heuristic, after a step without force."""
    from gymnasium.envs.box2d.bipedal_walker import BipedalWalkerHeuristics

    for id, mean, most in ((WALKERS[1], -59, 10), (WALKERS[0], 110, 30)):
        count = full(100, 10)
        legs = [BipedalWalkerHeuristics() for _ in range(count)]
        found = _mean_return(
            library.make_gym(id, num_envs=count),
            lambda row, seen: legs[row].step_heuristic(seen),  # noqa: B023
            np.zeros(4),
        )
        _near(id, found, mean, full(most, 3 * most))


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
    for id in full(IDS, (*LANDERS, *WALKERS)):
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
        ours, theirs = renders_as_reference(library, id, 40.0, render_width=600, render_height=400)
        assert np.abs(ours - theirs)[-96:].mean() < 40
        assert np.abs(ours - theirs)[100:320, :220].mean() < 15


@case(PICTURES, "render_matches_official_first_frame", "Box2D", "pygame")
def _(library: Any) -> None:
    most = dict.fromkeys(LANDERS, 30.0) | dict.fromkeys(WALKERS, 40.0) | {CAR: 15.0}
    for id in most:
        renders_as_reference(library, id, most[id])
