# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Gymnasium's MuJoCo robots."""

from typing import Any

from parallel_pool.errors import InvalidOptionError
from parallel_pool.families.mujoco import native
from parallel_pool.family import Case, EnvPoolNames, Family, later, rules_of

_ROBOTS = {
    2: ("HumanoidStandup", "InvertedDoublePendulum", "InvertedPendulum", "Reacher"),
    3: ("Ant", "HalfCheetah", "Hopper", "Humanoid", "Swimmer", "Walker2d"),
}
# Gymnasium no longer has these; EnvPool does.
_OLD = {
    f"{name}-v{version}": f"versions 2 and 3 were made for MuJoCo 2.1 and have left Gymnasium, so "
    f"there is no reference to equal; {name}-v4 is the nearest"
    for newest, names in _ROBOTS.items()
    for name in names
    for version in range(2, newest + 1)
}


# The models of version 4, where the rules leave no choice; Ant's is an option.
MODELS = {
    f"{name}-v4": f"{file}.xml"
    for name, file in (
        ("HalfCheetah", "half_cheetah"),
        ("Hopper", "hopper"),
        ("Humanoid", "humanoid"),
        ("HumanoidStandup", "humanoidstandup"),
        ("InvertedDoublePendulum", "inverted_double_pendulum"),
        ("InvertedPendulum", "inverted_pendulum"),
        ("Reacher", "reacher"),
        ("Swimmer", "swimmer"),
        ("Walker2d", "walker2d"),
    )
}


def _translate(id: str, options: dict[str, Any]) -> str:
    """EnvPool spells an option of Ant otherwise, and has options that the rules fix."""
    if id in MODELS and "xml_file" in options:
        wanted = options.pop("xml_file")
        if wanted not in (MODELS[id], MODELS[id].replace(".xml", "_envpool.xml")):
            raise InvalidOptionError(
                f"xml_file={wanted!r} is not supported: as in Gymnasium, {id} always has the model "
                f"{MODELS[id]!r}; {rules_of(id)}-v5 takes others"
            )
    if id.startswith(("Ant-", "Humanoid-")) and "use_contact_force" in options:
        wanted = options.pop("use_contact_force")
        if id == "Ant-v4":
            options["use_contact_forces"] = wanted
        elif bool(wanted) != id.endswith("-v5"):
            rules = "count" if id.endswith("-v5") else "do not count"
            raise InvalidOptionError(
                f"use_contact_force={wanted!r} is not supported: as in Gymnasium, the rules of "
                f"{id} {rules} contact forces"
            )
    return id


def _robots() -> list[tuple[str, tuple[str, ...], int | None]]:
    """EnvPool's table of robots: names, versions, time limits."""
    limits = {rules_of(one.id): one.max_episode_steps for one in native.env_types}
    return [
        (name, tuple(f"v{v}" for v in (4, 5) if f"{name}-v{v}" in _TYPES), limit)
        for name, limit in sorted(limits.items())
    ]


_TYPES = {one.id: one for one in native.env_types}
# The robots compute their infos with NumPy, but for these.
_PYTHON_INFOS = {
    ("Ant-v4", "reward_survive"),
    ("Hopper-v5", "reward_survive"),
    ("Humanoid-v4", "reward_alive"),
    ("InvertedDoublePendulum-v5", "reward_survive"),
}

FAMILY = Family(
    name="mujoco",
    module=native,
    refused={
        **_OLD,
        "Pusher-v2": "it was made for MuJoCo 2.1 and has left Gymnasium, so there is no reference "
        "to equal; Pusher-v5 is the nearest",
        # The reference's own words.
        "Pusher-v4": "`Pusher-v4` is only supported on `mujoco<3`, for more information "
        "https://github.com/Farama-Foundation/Gymnasium/issues/950",
    },
    picture=later(f"{__name__}.pictures", "picture"),
    meanings=later(f"{__name__}.meanings", "meanings"),
    bench=(Case("Ant-v5", 64), Case("HalfCheetah-v5", 64)),
    numpy_infos=lambda id, name: (id, name) not in _PYTHON_INFOS,
    envpool=EnvPoolNames(
        module="mujoco.gym",
        rules=lambda id: f"Gym{rules_of(id)}",
        tables={"gym_mujoco_envs": _robots()},
        translate=_translate,
    ),
)
