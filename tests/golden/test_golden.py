# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A short readable trace of every id, so that no change of behaviour goes unseen.

``pytest tests/golden --update-golden`` rewrites the traces; the difference belongs into the review.
"""

from __future__ import annotations

import difflib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from driver import Driver, Step, hashes, modes_of
from parallel_pool import registry
from support import PUBLIC_IDS

FOLDER = Path(__file__).parent
SEED = 123
SHOWN = 10
HASHED = 200
# Arrays with more elements are shown as a hash.
LARGEST = 64


def as_text(value: Any) -> str:
    """Floats in hexadecimal: every bit can be read."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {as_text(value[key])}" for key in sorted(value)) + "}"
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


# A norm in them is NumPy's BLAS's, whose last bit depends on the CPU; parity is tested.
BY_CPU = {
    f"{name}-v{version}"
    for name in ("Ant", "Humanoid", "Pusher", "Reacher", "Swimmer")
    for version in (4, 5)
}
IDS = [id for id in PUBLIC_IDS if id not in BY_CPU]


def file_of(id: str) -> Path:
    """The trace's file: of each version of MuJoCo its own, where the physics are MuJoCo's."""
    if type(registry.find(id)).__module__ != "parallel_pool.envs.mujoco":
        return FOLDER / f"{id}.txt"
    return FOLDER / f"mujoco-{version('mujoco')}" / f"{id}.txt"


@pytest.mark.parametrize("id", IDS)
def test_golden(id: str, request: pytest.FixtureRequest) -> None:
    path = file_of(id)
    found = trace(id)
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found)
    if path.parent != FOLDER and not path.parent.exists():
        pytest.skip(f"there are no traces with MuJoCo {version('mujoco')}")
    assert path.exists(), f"{id} has no golden trace: run pytest tests/golden --update-golden"
    kept = path.read_text()
    changes = difflib.unified_diff(
        kept.splitlines(), found.splitlines(), "golden", "now", lineterm=""
    )
    assert found == kept, "\n".join(changes)


def test_no_trace_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) <= {file_of(id) for id in IDS}
    assert {path.stem for path in FOLDER.rglob("*.txt")} == set(IDS)
