# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for every constructor and reset option. An option without an entry fails a test."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from mujoco_options import MUJOCO

finite = {"allow_nan": False, "allow_infinity": False}


@st.composite
def lake_maps(draw: st.DrawFn) -> object:
    """A map of any letters, as list of strings, of letters, or an array."""
    rows = draw(st.integers(1, 6))
    columns = draw(st.integers(2, 6))  # the reference takes no single column
    letters = st.sampled_from("SFHGFF")
    grid = [[draw(letters) for _ in range(columns)] for _ in range(rows)]
    grid[draw(st.integers(0, rows - 1))][draw(st.integers(0, columns - 1))] = "S"
    strings = ["".join(row) for row in grid]
    form = draw(st.sampled_from(["strings", "letters", "array"]))
    if form == "letters":
        return grid
    return np.array(grid, dtype="S1") if form == "array" else strings


@st.composite
def bounds(draw: st.DrawFn, low: float, high: float) -> dict[str, float]:
    """Low <= high, or only one of them, which the other's default value suits."""
    values = sorted(draw(st.lists(st.floats(-3, 3, **finite), min_size=2, max_size=2)))
    both = {"low": values[0], "high": values[1]}
    return draw(
        st.sampled_from([both, {}, {"low": low - abs(values[0])}, {"high": high + abs(values[1])}])
    )


# Velocities about those that cars reach; 0.07 is the greatest, in float64 and as a float32.
_velocity = st.one_of(
    st.floats(-0.08, 0.08), st.sampled_from([0, 0.07, float(np.float32(0.07)), -1, 1])
)
_rate = st.one_of(st.floats(0, 1), st.just(1.0 / 3.0))
_reward = st.one_of(st.integers(-5, 5), st.floats(-5, 5, **finite))

# By the part of the id before the version; each value is a strategy for one option.
CONFIG: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "CartPole": {"sutton_barto_reward": st.booleans()},
    "MountainCar": {"goal_velocity": _velocity},
    "MountainCarContinuous": {"goal_velocity": _velocity},
    "Acrobot": {
        "book_or_nips": st.sampled_from(["book", "nips"]),
        "torque_noise_max": st.one_of(st.floats(-1, 5), st.just(1)),
    },
    "Pendulum": {"g": st.one_of(st.floats(-30, 30, **finite), st.integers(-10, 10))},
    "FrozenLake": {
        "desc": st.one_of(st.none(), lake_maps()),
        "map_name": st.sampled_from(["4x4", "8x8"]),
        "is_slippery": st.booleans(),
        "success_rate": _rate,
        "reward_schedule": st.tuples(_reward, _reward, _reward),
    },
    "CliffWalking": {"is_slippery": st.booleans()},
    "CliffWalkingSlippery": {"is_slippery": st.booleans()},
    "Taxi": {
        "is_rainy": st.booleans(),
        "fickle_passenger": st.booleans(),
        "rainy_probability": _rate,
        "fickle_probability": _rate,
    },
    "Blackjack": {"natural": st.booleans(), "sab": st.booleans()},
}

CONFIG |= MUJOCO
CONFIG["FrozenLake8x8"] = CONFIG["FrozenLake"]

# All reset options of an id at once: some go together.
RESET: dict[str, st.SearchStrategy[dict[str, float]]] = {
    "CartPole": bounds(-0.05, 0.05),
    "MountainCar": bounds(-0.6, -0.4),
    "MountainCarContinuous": bounds(-0.6, -0.4),
    "Acrobot": bounds(-0.1, 0.1),
    "Pendulum": st.fixed_dictionaries(
        {}, optional={"x_init": st.floats(0, 50, **finite), "y_init": st.floats(0, 8, **finite)}
    ),
}


def family(id: str) -> str:
    """``CartPole`` of ``CartPole-v1``."""
    return id.rsplit("-v", 1)[0]


def options_of(id: str) -> dict[str, st.SearchStrategy[Any]]:
    """The constructor options of an id: its own, or those of its family."""
    return CONFIG.get(id, CONFIG.get(family(id), {}))


def configs(id: str) -> st.SearchStrategy[dict[str, object]]:
    """Constructor options of an id, some of them left out."""
    return st.fixed_dictionaries({}, optional=options_of(id))


def reset_options(id: str) -> st.SearchStrategy[dict[str, float] | None]:
    """Reset options of an id, or None."""
    return st.one_of(st.none(), RESET.get(family(id), st.just({})))
