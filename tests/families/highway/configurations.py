# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Configurations that differ from the defaults: every type of observation and action among them."""

from __future__ import annotations

from typing import Any

ALL_FEATURES = [
    *("presence", "x", "y", "vx", "vy", "heading", "cos_h", "sin_h", "cos_d", "sin_d"),
    *("long_off", "lat_off", "ang_off"),
]
KINEMATICS = {"type": "Kinematics"}
LIDAR = {"type": "LidarObservation"}
GOAL = {
    "type": "KinematicsGoal",
    "features": ["x", "y", "vx", "vy", "cos_h", "sin_h"],
    "scales": [100, 100, 5, 5, 1, 1],
}
TRACK_GRID = {
    "type": "OccupancyGrid",
    "features": ["presence", "on_road"],
    "grid_size": [[-18, 18], [-18, 18]],
    "grid_step": [3, 3],
    "align_to_vehicle_axes": True,
}
RICH_GRID = {
    "type": "OccupancyGrid",
    "features": ["presence", "x", "vx", "heading", "nothing", "on_road"],
    "features_range": {"x": [-100, 100], "y": [-90, 100], "vx": [-20, 20]},
    "grid_size": [[-27.5, 27.5], [-20, 30]],
    "grid_step": [5, 2.5],
    "as_image": True,
}
CONTINUOUS = {"type": "ContinuousAction"}
DISCRETE = {"type": "DiscreteAction"}
TYPES = "highway_env.vehicle.behavior."


def agents(observation: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
    """The entries that give each agent these."""
    return {
        "observation": {"type": "MultiAgentObservation", "observation_config": observation},
        "action": {"type": "MultiAgentAction", "action_config": action},
    }


META = {"type": "DiscreteMetaAction"}
FEW = {"vehicles_count": 8}
CONFIGURATIONS: list[tuple[str, dict[str, Any]]] = [
    ("highway-fast-v0", FEW | {"action": CONTINUOUS}),
    (
        "highway-fast-v0",
        FEW
        | {
            "action": CONTINUOUS
            | {"dynamical": True, "speed_range": [0, 35], "acceleration_range": [-6, 4]}
        },
    ),
    ("highway-fast-v0", FEW | {"action": CONTINUOUS | {"lateral": False, "clip": False}}),
    ("highway-fast-v0", FEW | {"action": DISCRETE}),
    (
        "highway-fast-v0",
        FEW
        | {
            "action": DISCRETE
            | {"actions_per_axis": 5, "longitudinal": False, "steering_range": [-0.2, 0.2]}
        },
    ),
    ("highway-fast-v0", FEW | {"action": META | {"longitudinal": False}}),
    ("highway-fast-v0", FEW | {"action": META | {"target_speeds": [10, 15, 22, 31, 40]}}),
    ("highway-fast-v0", FEW | {"observation": LIDAR}),
    (
        "highway-fast-v0",
        FEW | {"observation": LIDAR | {"cells": 37, "maximum_range": 41.5, "normalize": False}},
    ),
    ("highway-fast-v0", FEW | {"observation": {"type": "OccupancyGrid"}}),
    ("highway-fast-v0", FEW | {"observation": RICH_GRID}),
    (
        "highway-fast-v0",
        FEW
        | {
            "observation": {
                "type": "OccupancyGrid",
                "clip": False,
                "features": ["presence", "vy", "vx", "cos_h", "long_off"],
                "align_to_vehicle_axes": True,
            }
        },
    ),
    (
        "highway-fast-v0",
        FEW
        | {
            "observation": {"type": "TimeToCollision", "horizon": 7},
            "policy_frequency": 2,
            "simulation_frequency": 10,
        },
    ),
    (
        "highway-fast-v0",
        FEW
        | {
            "observation": {
                "type": "Kinematics",
                "order": "shuffled",
                "features": ALL_FEATURES,
                "vehicles_count": 7,
                "see_behind": True,
                "observe_intentions": True,
            }
        },
    ),
    (
        "highway-fast-v0",
        FEW
        | {
            "observation": {
                "type": "Kinematics",
                "order": "none",
                "normalize": False,
                "absolute": True,
                "include_obstacles": False,
            }
        },
    ),
    (
        "highway-fast-v0",
        {"vehicles_count": 12, "controlled_vehicles": 3} | agents(KINEMATICS, META),
    ),
    ("highway-fast-v0", {"vehicles_count": 12, "controlled_vehicles": 2}),
    (
        "highway-fast-v0",
        FEW
        | {
            "observation": {
                "type": "TupleObservation",
                "observation_configs": [KINEMATICS, LIDAR, {"type": "TimeToCollision"}],
            }
        },
    ),
    ("highway-fast-v0", FEW | {"other_vehicles_type": TYPES + "LinearVehicle"}),
    ("highway-fast-v0", FEW | {"other_vehicles_type": TYPES + "AggressiveVehicle"}),
    ("highway-fast-v0", FEW | {"other_vehicles_type": TYPES + "DefensiveVehicle"}),
    (
        "highway-fast-v0",
        FEW
        | {
            "lanes_count": 1,
            "initial_lane_id": 0,
            "duration": 9.5,
            "normalize_reward": False,
            "offroad_terminal": True,
            "on_road_reward": 0.3,
            "collision_reward": -2.5,
        },
    ),
    (
        "highway-fast-v0",
        {
            "vehicles_density": 2.5,
            "initial_lane_id": 1,
            "simulation_frequency": 7,
            "policy_frequency": 2,
            "reward_speed_range": [15, 35],
        },
    ),
    ("highway-fast-v0", FEW | {"manual_control": True}),
    ("merge-v0", {"other_vehicles_type": TYPES + "LinearVehicle"}),
    ("merge-v0", {"observation": KINEMATICS | {"features": ALL_FEATURES, "vehicles_count": 8}}),
    ("merge-v0", {"observation": LIDAR, "action": CONTINUOUS | {"lateral": False}}),
    ("merge-v1", {"observation": {"type": "OccupancyGrid"}, "action": DISCRETE}),
    ("merge-v1", {"action": CONTINUOUS | {"longitudinal": False, "dynamical": True}}),
    ("merge-v0", agents(KINEMATICS, META)),
    (
        "merge-generic-v0",
        {
            "lanes_count": 4,
            "vehicles_count": 12,
            "before_merge_length": 200,
            "parallel_merge_length": 60.5,
        },
    ),
    ("merge-generic-v1", {"lanes_count": 1, "vehicles_count": 5}),
    ("roundabout-v0", {"incoming_vehicle_destination": 1, "normalize_reward": False}),
    (
        "roundabout-v1",
        {
            "observation": KINEMATICS
            | {"features": ALL_FEATURES, "observe_intentions": True, "absolute": True},
            "action": CONTINUOUS | {"lateral": False},
        },
    ),
    ("roundabout-v0", {"observation": {"type": "OccupancyGrid"}, "action": DISCRETE}),
    (
        "roundabout-v0",
        {
            "observation": {"type": "TimeToCollision"},
            "other_vehicles_type": TYPES + "LinearVehicle",
        },
    ),
    (
        "roundabout-generic-v0",
        {
            "roundabout_lanes": 3,
            "vehicles_count": 9,
            "roundabout_radius": 25.5,
            "incoming_vehicle_destination": 3,
        },
    ),
    ("roundabout-generic-v1", {"roundabout_lanes": 1}),
    ("two-way-v0", {"observation": KINEMATICS}),
    ("two-way-v0", {"other_vehicles_type": TYPES + "DefensiveVehicle"}),
    ("u-turn-v0", {"observation": KINEMATICS | {"features": ALL_FEATURES}, "action": CONTINUOUS}),
    ("u-turn-v1", {"observation": LIDAR, "normalize_reward": False}),
    (
        "exit-v0",
        {"controlled_vehicles": 2, "lanes_count": 4} | agents({"type": "ExitObservation"}, META),
    ),
    ("exit-v0", {"action": CONTINUOUS, "goal_reward": 0.7, "vehicles_count": 8}),
    (
        "exit-v1",
        {
            "observation": KINEMATICS,
            "lanes_count": 9,
            "normalize_reward": False,
            "vehicles_count": 8,
        },
    ),
    (
        "intersection-v0",
        {"destination": None, "initial_vehicle_count": 5, "normalize_reward": True},
    ),
    (
        "intersection-v0",
        {
            "destination": "o2",
            "spawn_probability": 0.9,
            "arrived_reward": 0.7,
            "offroad_terminal": True,
            "collision_reward": -4.5,
            "observation": {"type": "OccupancyGrid"},
        },
    ),
    ("intersection-v0", {"action": CONTINUOUS, "observation": LIDAR}),
    (
        "intersection-v0",
        {
            "other_vehicles_type": TYPES + "LinearVehicle",
            "observation": KINEMATICS
            | {"features": ALL_FEATURES, "observe_intentions": True, "order": "shuffled"},
        },
    ),
    (
        "intersection-v0",
        {
            "action": META | {"target_speeds": [0, 3, 6, 9]},
            "simulation_frequency": 10,
            "observation": {"type": "TimeToCollision"},
        },
    ),
    ("intersection-multi-agent-v0", {"controlled_vehicles": 5}),
    ("intersection-multi-agent-v1", {"controlled_vehicles": 3, "destination": None}),
    ("parking-v0", {"controlled_vehicles": 2} | agents(GOAL, CONTINUOUS)),
    (
        "parking-v0",
        {
            "vehicles_count": 20,
            "add_walls": False,
            "success_goal_reward": 0.9,
            "action": DISCRETE,
        },
    ),
    (
        "parking-v0",
        {
            "observation": {
                "type": "KinematicsGoal",
                "features": ["presence", "x", "cos_d"],
                "scales": [3, 100, 5],
            },
            "reward_weights": [1, 0.5, 0.1, 0.1, 0.3, 0.3],
            "action": META | {"target_speeds": [-2, 0, 2]},
        },
    ),
    ("parking-v0", {"observation": KINEMATICS, "action": CONTINUOUS | {"dynamical": True}}),
    ("parking-v0", {"observation": LIDAR, "vehicles_count": 5}),
    (
        "racetrack-v0",
        {"controlled_vehicles": 2, "other_vehicles": 4}
        | agents(TRACK_GRID, CONTINUOUS | {"longitudinal": False}),
    ),
    (
        "racetrack-v0",
        {"action": CONTINUOUS, "other_vehicles": 3, "terminate_off_road": False, "duration": 12},
    ),
    (
        "racetrack-v0",
        {
            "action": DISCRETE | {"longitudinal": False},
            "observation": KINEMATICS,
            "action_reward": -0.1,
            "collision_reward": -1.5,
        },
    ),
    ("racetrack-large-v0", {"speed_limit": 8.5, "other_vehicles": 5, "observation": LIDAR}),
    (
        "racetrack-oval-v0",
        {
            "length": 80,
            "no_lanes": 4,
            "block_lane": True,
            "force_decision": True,
            "other_vehicles": 2,
        },
    ),
    (
        "racetrack-oval-v1",
        {"no_lanes": 1, "block_lane": True, "observation": KINEMATICS | {"features": ALL_FEATURES}},
    ),
    (
        "lane-keeping-v0",
        {
            "state_noise": 0.2,
            "observation": {
                "type": "AttributesObservation",
                "attributes": ["reference_state", "derivative"],
            },
        },
    ),
    (
        "lane-keeping-v0",
        {
            "observation": KINEMATICS,
            "simulation_frequency": 20,
            "policy_frequency": 5,
            "action": CONTINUOUS | {"dynamical": True},
        },
    ),
]
