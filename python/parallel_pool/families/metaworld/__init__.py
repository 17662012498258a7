# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""MetaWorld: an arm that handles things, as tasks in NumPy over batches of simulations."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from parallel_pool.family import Case, EnvPoolNames, Family, later
from parallel_pool.simulations.lazy import LazyDefinition, task_module

# The module of each task's class.
_TASKS = {
    "assembly-v3": "tools:Assembly",
    "basketball-v3": "picking:Basketball",
    "bin-picking-v3": "picking:BinPicking",
    "box-close-v3": "tools:BoxClose",
    "button-press-topdown-v3": "buttons:ButtonPressTopdown",
    "button-press-topdown-wall-v3": "buttons:ButtonPressTopdownWall",
    "button-press-v3": "buttons:ButtonPress",
    "button-press-wall-v3": "buttons:ButtonPressWall",
    "coffee-button-v3": "buttons:CoffeeButton",
    "coffee-pull-v3": "pushing:CoffeePull",
    "coffee-push-v3": "pushing:CoffeePush",
    "dial-turn-v3": "buttons:DialTurn",
    "disassemble-v3": "tools:Disassemble",
    "door-close-v3": "doors:DoorClose",
    "door-lock-v3": "doors:DoorLock",
    "door-open-v3": "doors:DoorOpen",
    "door-unlock-v3": "doors:DoorUnlock",
    "drawer-close-v3": "doors:DrawerClose",
    "drawer-open-v3": "doors:DrawerOpen",
    "faucet-close-v3": "handles:FaucetClose",
    "faucet-open-v3": "handles:FaucetOpen",
    "hammer-v3": "tools:Hammer",
    "hand-insert-v3": "pushing:HandInsert",
    "handle-press-side-v3": "handles:HandlePressSide",
    "handle-press-v3": "handles:HandlePress",
    "handle-pull-side-v3": "handles:HandlePullSide",
    "handle-pull-v3": "handles:HandlePull",
    "lever-pull-v3": "handles:LeverPull",
    "peg-insert-side-v3": "pegs:PegInsertSide",
    "peg-unplug-side-v3": "pegs:PegUnplugSide",
    "pick-out-of-hole-v3": "picking:PickOutOfHole",
    "pick-place-v3": "picking:PickPlace",
    "pick-place-wall-v3": "picking:PickPlaceWall",
    "plate-slide-back-side-v3": "objects:PlateSlideBackSide",
    "plate-slide-back-v3": "objects:PlateSlideBack",
    "plate-slide-side-v3": "objects:PlateSlideSide",
    "plate-slide-v3": "objects:PlateSlide",
    "push-back-v3": "pushing:PushBack",
    "push-v3": "pushing:Push",
    "push-wall-v3": "pushing:PushWall",
    "reach-v3": "objects:Reach",
    "reach-wall-v3": "objects:ReachWall",
    "shelf-place-v3": "picking:ShelfPlace",
    "soccer-v3": "pushing:Soccer",
    "stick-pull-v3": "pegs:StickPull",
    "stick-push-v3": "pegs:StickPush",
    "sweep-into-v3": "pushing:SweepInto",
    "sweep-v3": "pushing:Sweep",
    "window-close-v3": "handles:WindowClose",
    "window-open-v3": "handles:WindowOpen",
}


def task_class(id: str) -> Any:
    """The class of a task, a `Sawyer`, which needs MuJoCo."""
    module, _, name = _TASKS[id].partition(":")
    return getattr(import_module(f"{__name__}.{module}"), name)


def _name_in_envpool(id: str) -> str:
    """``MetaWorld/DoorOpen-v3`` of ``door-open-v3``."""
    name, _, version = id.rpartition("-")
    return "MetaWorld/" + "".join(part.capitalize() for part in name.split("-")) + f"-{version}"


_missing = later(f"{__name__}.files", "missing")

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
    missing=lambda env_type: _missing(),
    library=lambda id: "MetaWorld",
    envpool=EnvPoolNames(module="mujoco.metaworld", rules=lambda id: "MetaWorld"),
    bench=(Case("reach-v3", 16), Case("door-open-v3", 16)),
)
