# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium's Box2D environments, on a physics engine of our own."""

from __future__ import annotations

from parallel_pool.families.box2d import native
from parallel_pool.family import Case, EnvPoolNames, Family, later, rules_of

# EnvPool's classes whose names are not those of the ids.
_CLASSES = {"LunarLander": "LunarLanderDiscrete", "BipedalWalkerHardcore": "BipedalWalker"}

FAMILY = Family(
    name="box2d",
    module=native,
    # EnvPool's older names of the same rules.
    aliases={
        "CarRacing-v2": "CarRacing-v3",
        "LunarLander-v2": "LunarLander-v3",
        "LunarLanderContinuous-v2": "LunarLanderContinuous-v3",
    },
    picture=later(f"{__name__}.pictures", "picture"),
    meanings=later(f"{__name__}.meanings", "meanings"),
    missing=later(f"{__name__}.reward_texts", "missing_for_texts"),
    extra="render",
    envpool=EnvPoolNames(rules=lambda id: _CLASSES.get(rules_of(id), rules_of(id))),
    bench=(
        Case("LunarLander-v3", 1),
        Case("LunarLander-v3", 64),
        Case("LunarLander-v3", 64, num_threads=2),
        Case("LunarLanderContinuous-v3", 64),
        Case("BipedalWalker-v3", 64),
        Case("BipedalWalkerHardcore-v3", 64),
        Case("CarRacing-v3", 64),
    ),
    checks={"polygon fills": later(f"{__name__}.fills", "check_fills")},
)
