# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium's classic control."""

from __future__ import annotations

from typing import Any

from parallel_pool.families.classic_control import native
from parallel_pool.family import Case, EnvPoolNames, Family, later, rules_of
from parallel_pool.pool.arguments import choice

_PENDULUMS = {0: "Pendulum-v0", 1: "Pendulum-v1"}


def _translate(id: str, options: dict[str, Any]) -> str:
    """In EnvPool, the version of Pendulum is an option."""
    if rules_of(id) == "Pendulum" and "version" in options:
        return choice(_PENDULUMS, "version", options.pop("version"))
    return id


FAMILY = Family(
    name="classic_control",
    module=native,
    # Gymnasium's ids with these names are other environments.
    aliases={
        "phys2d/CartPole-v0": "CartPole-v0",
        "phys2d/CartPole-v1": "CartPole-v1",
        "phys2d/Pendulum-v0": "Pendulum-v0",
    },
    picture=later(f"{__name__}.pictures", "picture"),
    meanings=later(f"{__name__}.meanings", "meanings"),
    envpool=EnvPoolNames(translate=_translate),
    bench=(
        Case("CartPole-v1", 1),
        Case("CartPole-v1", 64),
        Case("CartPole-v1", 1024),
        Case("CartPole-v1", 1024, num_threads=2, batch_size=256),
        Case("Pendulum-v1", 1024),
        Case("MountainCar-v0", 1024),
        Case("MountainCarContinuous-v0", 1024),
        Case("Acrobot-v1", 1024),
    ),
)
