# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pictures equal highway-env's byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest

pytest.importorskip("highway_env", reason="highway-env is not installed")
pytest.importorskip("pygame", reason="pygame-ce is not installed")

from tests.families.highway.driver import Driver
from tests.families.highway.references import batched, make_reference

pytestmark = pytest.mark.filterwarnings("ignore")  # highway-env's own
CASES: list[tuple[str, dict[str, Any]]] = [
    ("highway-fast-v0", {"lanes_count": 4, "screen_width": 300, "scaling": 3}),
    ("exit-v0", {"vehicles_count": 8}),
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
    reference = make_reference(id, config, render_mode="rgb_array")
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


def test_a_reset_changes_the_road() -> None:
    pool = parallel_pool.make("highway-fast-v0", render_mode="rgb_array", seed=0)
    pool.reset()
    reference = make_reference("highway-fast-v0", {}, render_mode="rgb_array")
    options = {"config": {"lanes_count": 5}}
    reference.reset(seed=4, options=options)
    pool.reset(seed=4, options=options)
    np.testing.assert_array_equal(pool.render()[0], reference.render())
