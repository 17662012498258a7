# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""MetaWorld: an arm that handles things, as tasks in NumPy over batches of simulations."""

from __future__ import annotations

from parallel_pool.families.metaworld.files import missing
from parallel_pool.family import Case, EnvPoolNames, Family
from parallel_pool.simulations.lazy import LazyDefinition, task_module

# The module of each task's class.
_TASKS = {
    "button-press-topdown-v3": "fixtures:ButtonPressTopdown",
    "button-press-topdown-wall-v3": "fixtures:ButtonPressTopdownWall",
    "button-press-v3": "fixtures:ButtonPress",
    "button-press-wall-v3": "fixtures:ButtonPressWall",
    "coffee-button-v3": "fixtures:CoffeeButton",
    "dial-turn-v3": "fixtures:DialTurn",
    "door-close-v3": "fixtures:DoorClose",
    "door-lock-v3": "fixtures:DoorLock",
    "door-open-v3": "fixtures:DoorOpen",
    "door-unlock-v3": "fixtures:DoorUnlock",
    "drawer-close-v3": "fixtures:DrawerClose",
    "drawer-open-v3": "fixtures:DrawerOpen",
    "faucet-close-v3": "fixtures:FaucetClose",
    "faucet-open-v3": "fixtures:FaucetOpen",
    "handle-press-side-v3": "fixtures:HandlePressSide",
    "handle-press-v3": "fixtures:HandlePress",
    "lever-pull-v3": "fixtures:LeverPull",
    "plate-slide-back-side-v3": "objects:PlateSlideBackSide",
    "plate-slide-back-v3": "objects:PlateSlideBack",
    "plate-slide-side-v3": "objects:PlateSlideSide",
    "plate-slide-v3": "objects:PlateSlide",
    "reach-v3": "objects:Reach",
    "reach-wall-v3": "objects:ReachWall",
    "window-close-v3": "fixtures:WindowClose",
    "window-open-v3": "fixtures:WindowOpen",
}


def _name_in_envpool(id: str) -> str:
    """``MetaWorld/DoorOpen-v3`` of ``door-open-v3``."""
    name, _, version = id.rpartition("-")
    return "MetaWorld/" + "".join(part.capitalize() for part in name.split("-")) + f"-{version}"


FAMILY = Family(
    name="metaworld",
    module=task_module(
        __name__,
        [
            LazyDefinition(id, f"{__name__}.{place}", max_episode_steps=500)
            for id, place in _TASKS.items()
        ],
    ),
    aliases={_name_in_envpool(id): id for id in _TASKS},
    missing=lambda env_type: missing(),
    library=lambda id: "MetaWorld",
    envpool=EnvPoolNames(module="mujoco.metaworld", rules=lambda id: "MetaWorld"),
    bench=(Case("reach-v3", 16), Case("door-open-v3", 16)),
)
