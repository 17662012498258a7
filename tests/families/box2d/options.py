# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Values to try for the options of the Box2D environments."""

from __future__ import annotations

from hypothesis import strategies as st

_LANDER: dict[str, st.SearchStrategy[object]] = {
    "continuous": st.booleans(),
    "gravity": st.one_of(st.floats(-11.9, -0.1), st.just(-10)),
    "enable_wind": st.booleans(),
    "wind_power": st.floats(0, 20),
    "turbulence_power": st.floats(0, 2),
}
_WALKER: dict[str, st.SearchStrategy[object]] = {"hardcore": st.booleans()}

CONFIG: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "LunarLander": _LANDER,
    "LunarLanderContinuous": _LANDER,
    "BipedalWalker": _WALKER,
    "BipedalWalkerHardcore": _WALKER,
    "CarRacing": {
        "continuous": st.booleans(),
        "lap_complete_percent": st.floats(0, 1),
        "domain_randomize": st.booleans(),
    },
}

# Without `randomize` the reference keeps colors that it drew without a seed.
RESET: dict[str, st.SearchStrategy[dict[str, bool]]] = {
    "CarRacing": st.fixed_dictionaries({}, optional={"randomize": st.just(True)}),
}
