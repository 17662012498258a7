# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The DeepMind Control Suite."""

from __future__ import annotations

from typing import Any

from parallel_pool.families.dm_control import native
from parallel_pool.family import Case, EnvPoolNames, Family, later

_TASKS = native.tasks()  # a domain and a task for each id


def _rules(id: str) -> str:
    """In EnvPool, one class serves all tasks of a domain: ``DmcCheetah``."""
    domain, _ = _TASKS[id]
    return "Dmc" + "".join(word[0].upper() + word[1:] for word in domain.split("_"))


def _base(rules: str, options: dict[str, Any]) -> str | None:
    """The option ``task_name`` names the task."""
    ids = {task: id for id, (_, task) in _TASKS.items() if _rules(id) == rules}
    return ids.get(options.pop("task_name", next(iter(ids)))) if ids else None


FAMILY = Family(
    name="dm_control",
    module=native,
    picture=later(f"{__name__}.pictures", "picture"),
    library=lambda id: "dm_control",
    meanings=later(f"{__name__}.meanings", "meanings"),
    missing=later(f"{__name__}.suite", "missing"),
    extra="dmc",
    envpool=EnvPoolNames(
        module="mujoco.dmc",
        rules=_rules,
        base=_base,
        tables={"dmc_mujoco_envs": [(*task, 1000) for task in _TASKS.values()]},
    ),
    bench=(
        Case("CheetahRun-v1", 64),
        Case("CheetahRun-v1", 64, num_threads=2),
        Case("WalkerWalk-v1", 64),
        Case("HumanoidRun-v1", 64),
    ),
)
