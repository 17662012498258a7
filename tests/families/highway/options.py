# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of highway-env's environments."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Options = dict[str, st.SearchStrategy[Any]]

_PLAYERS = st.just(False)


def _config(**entries: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=entries)


_IDM = "highway_env.vehicle.behavior."
_TYPES = st.sampled_from(
    [_IDM + name for name in ("IDMVehicle", "LinearVehicle", "AggressiveVehicle")]
)

# By the part of the id before the version; each value is a strategy for one option. None of them
# changes a space.
CONFIG: dict[str, Options] = {
    "highway-fast": {
        "config": _config(
            vehicles_count=st.integers(1, 6),
            lanes_count=st.integers(1, 4),
            duration=st.integers(1, 6),
            vehicles_density=st.sampled_from([0.5, 1, 2]),
            other_vehicles_type=_TYPES,
            collision_reward=st.floats(-2, 0),
            normalize_reward=st.booleans(),
            offroad_terminal=st.booleans(),
        ),
        "players": _PLAYERS,
    },
    "intersection-multi-agent": {
        "config": _config(
            initial_vehicle_count=st.integers(1, 4),
            destination=st.sampled_from([None, "o1", "o2"]),
            spawn_probability=st.floats(0, 1),
            normalize_reward=st.booleans(),
            duration=st.integers(1, 5),
        ),
    },
    "lane-keeping": {
        "config": _config(state_noise=st.floats(0, 1), derivative_noise=st.floats(0, 1)),
        "players": _PLAYERS,
    },
    "parking": {
        "config": _config(
            vehicles_count=st.integers(0, 5),
            duration=st.integers(1, 10),
            add_walls=st.booleans(),
            success_goal_reward=st.floats(0, 1),
        ),
        "players": _PLAYERS,
    },
    "racetrack": {
        "config": _config(
            other_vehicles=st.integers(0, 3),
            duration=st.integers(1, 10),
            terminate_off_road=st.booleans(),
            action_reward=st.floats(-1, 0),
        ),
        "players": _PLAYERS,
    },
    "two-way": {
        "config": _config(left_lane_reward=st.floats(0, 1), other_vehicles_type=_TYPES),
        "players": _PLAYERS,
    },
}
CONFIG["intersection-multi-agent-v0"] = CONFIG["intersection-multi-agent"] | {"players": _PLAYERS}
CONFIG["intersection-multi-agent-v1"] = CONFIG["intersection-multi-agent"] | {
    "players": st.just(True)
}
RESET = {
    name: st.fixed_dictionaries({"config": options["config"]}) for name, options in CONFIG.items()
}
