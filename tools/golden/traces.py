# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Writes a short readable trace of every id, in which any change of behaviour shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from parallel_pool.testing import Step

from tests.driver import Driver, hashes, modes_of
from tests.families.facts import all_families, facts_of

SEED = 123
SHOWN = 10
HASHED = 200
# Arrays with more elements are shown as a hash.
LARGEST = 64


def as_text(value: Any) -> str:
    """Floats in hexadecimal: every bit can be read. Meanings of infos are documentation."""
    if isinstance(value, dict):
        keys = sorted(value.keys() - {"meaning"})
        return "{" + ", ".join(f"{key}: {as_text(value[key])}" for key in keys) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(as_text(part) for part in value) + ")"
    array = np.asarray(value)
    if array.size > LARGEST:
        return f"{array.dtype}{list(array.shape)}#{hashes([[array]])[0]}"
    if array.ndim:
        return "[" + ", ".join(as_text(part) for part in array) + "]"
    item = array.item()
    return item.hex() if isinstance(item, float) else str(item)


def line(number: int, action: Any, step: Step) -> str:
    """One reset or time step: what went in and what came out."""
    observation, reward, terminated, truncated, info = step
    what = "reset" if action is None else f"action {as_text(action)}"
    flags = " terminated" * terminated + " truncated" * truncated
    return (
        f"{number:3} {what}: observation {as_text(observation)}, reward {as_text(reward)}{flags}, "
        f"info {as_text(info)}"
    )


def trace(id: str) -> str:
    """What the file says."""
    driver = Driver(id, seed=SEED, num_envs=1)
    driver.envs.async_reset(seed=SEED)
    lines = [
        f"{id}: seed {SEED}",
        *(f"{part} {as_text(driver.spec[part])}" for part in ("observation", "action", "info")),
        f"options {as_text({key: repr(value) for key, value in driver.envs.config.items()})}",
        line(0, None, driver.receive()[0]),
    ]
    for number in range(1, SHOWN + 1):
        action = driver.actions([0])
        driver.envs.send(action, [0])
        lines.append(line(number, action, driver.receive()[0]))
    driver.envs.close()
    for mode in modes_of(id):
        driver = Driver(id, seed=SEED, num_envs=2, autoreset_mode=mode)
        found = hashes(driver.run(HASHED, seed=SEED))
        driver.envs.close()
        lines.append(f"{mode}, {HASHED} steps, seeds {SEED} and {SEED + 1}: {' '.join(found)}")
    return "\n".join(lines) + "\n"


def path_of(id: str) -> Path:
    """The file of an id's trace."""
    return facts_of(id).golden_folder / f"{id}.txt"


def traces() -> dict[Path, Callable[[], str]]:
    """Each trace's file, and what makes its text."""
    ids = [
        id
        for facts in all_families().values()
        if not facts.missing
        for id in facts.shown_ids
        if facts.has_trace(id)
    ]
    return {path_of(id): partial(trace, id) for id in ids}
