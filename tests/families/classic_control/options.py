# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of classic control."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

finite = {"allow_nan": False, "allow_infinity": False}


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

# By the part of the id before the version; each value is a strategy for one option.
CONFIG: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "CartPole": {
        "sutton_barto_reward": st.booleans(),
        "gravity": st.floats(-20, 20, **finite),
        "masscart": st.floats(0.1, 5),
        "masspole": st.floats(0.01, 2),
        "length": st.floats(0.1, 2),
        "force_mag": st.floats(-20, 20, **finite),
    },
    "MountainCar": {"goal_velocity": _velocity},
    "MountainCarContinuous": {"goal_velocity": _velocity},
    "Acrobot": {
        "book_or_nips": st.sampled_from(["book", "nips"]),
        "torque_noise_max": st.one_of(st.floats(-1, 5), st.just(1)),
    },
    "Pendulum": {"g": st.one_of(st.floats(-30, 30, **finite), st.integers(-10, 10))},
}

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
