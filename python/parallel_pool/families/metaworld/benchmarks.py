# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tasks of MetaWorld's benchmarks, in MetaWorld's order, which decides the goals drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parallel_pool.families.metaworld import FAMILY

_MT10 = (
    "reach push pick-place door-open drawer-open drawer-close button-press-topdown peg-insert-side "
    "window-open window-close"
)
_MT25 = (
    f"{_MT10} coffee-pull pick-out-of-hole disassemble pick-place-wall basketball stick-pull "
    "button-press-wall faucet-open door-lock lever-pull sweep-into faucet-close coffee-button "
    "button-press-topdown-wall dial-turn"
)
_MT50 = (
    "assembly basketball bin-picking box-close button-press-topdown button-press-topdown-wall "
    "button-press button-press-wall coffee-button coffee-pull coffee-push dial-turn disassemble "
    "door-close door-lock door-open door-unlock hand-insert drawer-close drawer-open faucet-open "
    "faucet-close hammer handle-press-side handle-press handle-pull-side handle-pull lever-pull "
    "pick-place-wall pick-out-of-hole pick-place plate-slide plate-slide-side plate-slide-back "
    "plate-slide-back-side peg-insert-side peg-unplug-side soccer stick-push stick-pull push "
    "push-wall push-back reach reach-wall shelf-place sweep-into sweep window-open window-close"
)
_ML10 = (
    "reach push pick-place door-open drawer-close button-press-topdown peg-insert-side window-open "
    "sweep basketball"
)
_ML45 = (
    "assembly basketball button-press-topdown button-press-topdown-wall button-press "
    "button-press-wall coffee-button coffee-pull coffee-push dial-turn disassemble door-close "
    "door-open drawer-close drawer-open faucet-open faucet-close hammer handle-press-side "
    "handle-press handle-pull-side handle-pull lever-pull pick-place-wall pick-out-of-hole "
    "push-back pick-place plate-slide plate-slide-side plate-slide-back plate-slide-back-side "
    "peg-insert-side peg-unplug-side soccer stick-push stick-pull push-wall push reach-wall reach "
    "shelf-place sweep-into sweep window-open window-close"
)


def _ids(names: str) -> tuple[str, ...]:
    return tuple(f"{name}-v3" for name in names.split())


# By name and split.
BENCHMARKS: dict[tuple[str, str], tuple[str, ...]] = {
    ("MT10", "train"): _ids(_MT10),
    ("MT25", "train"): _ids(_MT25),
    ("MT50", "train"): _ids(_MT50),
    ("ML10", "train"): _ids(_ML10),
    ("ML10", "test"): _ids("drawer-open door-close shelf-place sweep-into lever-pull"),
    ("ML25", "train"): _ids(_MT25),
    ("ML25", "test"): _ids("basketball door-close shelf-place sweep button-press"),
    ("ML45", "train"): _ids(_ML45),
    ("ML45", "test"): _ids("bin-picking box-close hand-insert door-lock door-unlock"),
}


def tasks_of(given: str | Sequence[str], split: str) -> tuple[str, ...]:
    """The ids of a benchmark that is given by its name, or these ids."""
    if split not in ("train", "test"):
        raise ValueError(f"split must be 'train' or 'test', got {split!r}")
    if not isinstance(given, str):
        if not isinstance(given, Sequence):
            raise TypeError(f"tasks must be a benchmark's name or a list of ids, got {given!r}")
        if not given:
            raise ValueError("tasks must have at least one id")
        if wrong := [id for id in given if id not in FAMILY.ids]:
            raise ValueError(f"tasks must be ids of MetaWorld such as 'reach-v3', got {wrong[0]!r}")
        return tuple(given)
    found = BENCHMARKS.get((given, split))
    if found is None:
        known = ", ".join(f"{name} ({part})" for name, part in BENCHMARKS)
        raise ValueError(f"there is no benchmark {given} ({split}); there are {known}")
    return found


def meta_options(split: str) -> dict[str, Any]:
    """The defaults of ML benchmarks."""
    return {
        "partially_observable": True,
        "task_select": "pseudorandom",
        "divided": True,
        "terminate_on_success": split == "test",
    }
