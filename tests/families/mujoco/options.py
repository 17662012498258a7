# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the constructor options of MuJoCo's robots."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Options = dict[str, st.SearchStrategy[Any]]

_weight = st.one_of(st.floats(-3, 3, allow_nan=False, allow_infinity=False), st.integers(-2, 2))
_flag = st.booleans()


def _range(low: float, high: float) -> st.SearchStrategy[tuple[float, float]]:
    return st.tuples(st.floats(low - 1, low + 0.1), st.floats(high - 0.1, high + 1))


# Frames as observations have tests of their own.
_LOOK: Options = {
    "from_pixels": st.just(False),
    "channels_first": _flag,
    "width": st.integers(16, 64),
    "height": st.integers(16, 64),
    "camera_id": st.sampled_from([None, -1]),
    "camera_name": st.none(),
}


def _fixed(**options: st.SearchStrategy[Any]) -> Options:
    """Options of version 4, whose model nobody chooses, with those that all have."""
    return {"frame_stack": st.integers(1, 3), **_LOOK, **options}


def _chosen(xml_file: str, **options: st.SearchStrategy[Any]) -> Options:
    """Options of version 5, with those that all have."""
    return _fixed(xml_file=st.just(xml_file), frame_skip=st.integers(1, 6), **options)


def _without(options: Options, *names: str) -> Options:
    return {name: values for name, values in options.items() if name not in names}


_runner = {
    "forward_reward_weight": _weight,
    "ctrl_cost_weight": _weight,
    "reset_noise_scale": st.floats(0, 0.2),
    "exclude_current_positions_from_observation": _flag,
}
_healthy = {
    "healthy_reward": _weight,
    "terminate_when_unhealthy": _flag,
}
_humanoid = {
    "ctrl_cost_weight": _weight,
    "reset_noise_scale": st.floats(0, 0.2),
    "exclude_current_positions_from_observation": _flag,
    "include_cinert_in_observation": _flag,
    "include_cvel_in_observation": _flag,
    "include_qfrc_actuator_in_observation": _flag,
    "include_cfrc_ext_in_observation": _flag,
}
# Version 4 of the first has the weights of version 5; of the others it has no options.
_SAME_WEIGHTS = ("HalfCheetah", "Hopper", "Swimmer", "Walker2d")
_NO_OPTIONS = ("HumanoidStandup", "InvertedDoublePendulum", "InvertedPendulum", "Reacher")

# By the id, or by its part before the version, of all versions without an entry of their own.
CONFIG: dict[str, Options] = {
    "Ant": _chosen(
        "ant.xml",
        **_runner,
        **_healthy,
        contact_cost_weight=_weight,
        main_body=st.sampled_from([0, 1, 3, "torso", "front_left_leg"]),
        healthy_z_range=_range(0.2, 1.0),
        contact_force_range=_range(-1.0, 1.0),
        include_cfrc_ext_in_observation=_flag,
    ),
    "HalfCheetah": _chosen("half_cheetah.xml", **_runner),
    "Hopper": _chosen(
        "hopper.xml",
        **_runner,
        **_healthy,
        healthy_state_range=_range(-5.0, 5.0),
        healthy_z_range=_range(0.7, 2.0),
        healthy_angle_range=_range(-0.2, 0.2),
    ),
    "Humanoid": _chosen(
        "humanoid.xml",
        **_humanoid,
        **_healthy,
        forward_reward_weight=_weight,
        contact_cost_weight=st.floats(0, 1e-3),
        contact_cost_range=_range(-1.0, 1.0),
        healthy_z_range=_range(1.0, 2.0),
    ),
    "HumanoidStandup": _chosen(
        "humanoidstandup.xml",
        **_humanoid,
        uph_cost_weight=_weight,
        impact_cost_weight=st.floats(0, 1e-3),
        impact_cost_range=_range(-1.0, 1.0),
    ),
    "InvertedDoublePendulum": _chosen(
        "inverted_double_pendulum.xml",
        healthy_reward=_weight,
        reset_noise_scale=st.floats(0, 0.2),
    ),
    "InvertedPendulum": _chosen("inverted_pendulum.xml", reset_noise_scale=st.floats(0, 0.2)),
    "Pusher": _chosen(
        "pusher_v5.xml",
        reward_near_weight=_weight,
        reward_dist_weight=_weight,
        reward_control_weight=_weight,
    ),
    "Reacher": _chosen("reacher.xml", reward_dist_weight=_weight, reward_control_weight=_weight),
    "Swimmer": _chosen("swimmer.xml", **_runner),
    "Walker2d": _chosen(
        "walker2d.xml",
        **_runner,
        **_healthy,
        healthy_z_range=_range(0.8, 2.0),
        healthy_angle_range=_range(-1.0, 1.0),
    ),
}
_MODEL = ("xml_file", "frame_skip")
CONFIG |= {
    "Ant-v4": {
        **_without(
            CONFIG["Ant"],
            "frame_skip",
            "forward_reward_weight",
            "main_body",
            "include_cfrc_ext_in_observation",
        ),
        "use_contact_forces": _flag,
    },
    "Humanoid-v4": _fixed(
        **_runner,
        **_healthy,
        healthy_z_range=_range(1.0, 2.0),
    ),
    **{f"{name}-v4": _without(CONFIG[name], *_MODEL) for name in _SAME_WEIGHTS},
    **{f"{name}-v4": _fixed() for name in _NO_OPTIONS},
}
