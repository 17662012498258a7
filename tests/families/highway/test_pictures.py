# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pictures equal highway-env's byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import PerEnv

pytest.importorskip("highway_env", reason="highway-env is not installed")
pytest.importorskip("pygame", reason="pygame-ce is not installed")

from tests.families.facts import all_families
from tests.families.highway.configurations import LIDAR
from tests.families.highway.driver import Driver
from tests.families.highway.references import batched, make_reference, with_pictures

pytestmark = pytest.mark.filterwarnings("ignore")  # highway-env's own
IDS = all_families()["parallel_pool.families.highway.native"].ids
CASES: list[tuple[str, dict[str, Any]]] = [
    ("highway-fast-v0", {"lanes_count": 4, "screen_width": 300, "scaling": 3}),
    ("exit-v0", {"vehicles_count": 8}),
    ("highway-fast-v0", {"observation": LIDAR, "vehicles_count": 9}),
    ("parking-v0", {"observation": LIDAR | {"cells": 37, "maximum_range": 21.3}}),
    ("intersection-v1", {}),
    ("intersection-multi-agent-v1", {}),
    ("merge-v0", {}),
    ("parking-v0", {"vehicles_count": 4}),
    ("racetrack-v0", {}),
    ("racetrack-oval-v0", {"block_lane": True}),
    ("roundabout-v0", {"centering_position": [0.4, 0.5]}),
    ("two-way-v0", {}),
    ("u-turn-v0", {"other_vehicles_type": "highway_env.vehicle.behavior.LinearVehicle"}),
]


@pytest.mark.parametrize(("id", "config"), CASES)
def test_equal_the_reference(id: str, config: dict[str, Any]) -> None:
    reference = with_pictures(make_reference(id, config))
    pool = parallel_pool.make(
        id, config=config, render_mode="rgb_array", players=False, autoreset_mode="Disabled"
    )
    for seed in range(2):
        reference.reset(seed=seed)
        pool.reset(seed=[seed])
        driver = Driver(reference.unwrapped, 1 + seed, seed)
        for step in range(6):
            np.testing.assert_array_equal(pool.render()[0], reference.render())
            action = driver.action(step)
            result = reference.step(action)
            pool.step(batched([action], reference.action_space))
            if np.any(result[2]) or result[3]:
                break
        np.testing.assert_array_equal(pool.render()[0], reference.render())


@pytest.mark.parametrize("id", IDS)
def test_every_id(id: str) -> None:
    """Also the modes and the rate, which the reference knows once it is made."""
    reference = with_pictures(make_reference(id, None))
    pool = parallel_pool.make(id, render_mode="rgb_array", players=False)
    for name in ("render_modes", "render_fps"):
        assert pool.metadata[name] == reference.metadata[name]
    reference.reset(seed=7)
    pool.reset(seed=7)
    frame = pool.render()[0]
    assert frame.std() > 0
    np.testing.assert_array_equal(frame, reference.render())


def test_a_reset_changes_the_road() -> None:
    pool = parallel_pool.make("highway-fast-v0", render_mode="rgb_array", seed=0)
    pool.reset()
    reference = with_pictures(make_reference("highway-fast-v0", {}))
    options = {"config": {"lanes_count": 5}}
    reference.reset(seed=4, options=options)
    pool.reset(seed=4, options=options)
    np.testing.assert_array_equal(pool.render()[0], reference.render())


def test_each_environment_has_its_own_picture() -> None:
    configs = [{"screen_width": 200}, {"screen_height": 90}]
    pool = parallel_pool.make(
        "merge-v0", num_envs=2, config=PerEnv(configs), render_mode="rgb_array", seed=3
    )
    pool.reset()
    for i, frame in enumerate(pool.render()):
        reference = with_pictures(make_reference("merge-v0", configs[i]))
        reference.reset(seed=3 + i)
        np.testing.assert_array_equal(frame, reference.render())


def test_pictures_as_observations(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference makes them, in worker processes, which need a driver that it draws with."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    view = {
        "type": "GrayscaleObservation",
        "observation_shape": (60, 40),
        "stack_size": 2,
        "weights": [0.2989, 0.5870, 0.1140],
    }
    config = {"observation": view, "vehicles_count": 5}
    with pytest.raises(ValueError, match=r"make\(id, backend=\"python\"\)"):
        parallel_pool.make("highway-fast-v0", config=config)
    pool = parallel_pool.make(
        "highway-fast-v0", num_envs=2, config=config, backend="python", seed=4
    )
    rows = [pool.reset()[0], pool.step(np.array([3, 3]))[0]]
    pool.close()
    for i in range(2):
        reference = make_reference("highway-fast-v0", config)
        for row, seen in zip(
            rows, (reference.reset(seed=4 + i)[0].copy(), reference.step(3)[0]), strict=True
        ):
            assert seen.shape == (2, 60, 40)
            assert seen[-1].std() > 0
            np.testing.assert_array_equal(row[i], seen)
