# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Ways that need a fresh process: imports, and the memory of environments."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from parallel_pool import registry
from parallel_pool.family import Case
from parallel_pool.tools.bench.contenders import EnvPool
from parallel_pool.tools.bench.ways.measuring import OURS, AbsentError, Call, Way

_IMPORT = """
import time
start = time.process_time()
import {module}
print(1e3 * (time.process_time() - start))
"""
_MEMORY = """
import os, warnings
warnings.simplefilter("ignore")
{imports}
def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
before = used()
envs = {make}
envs.reset()
for _ in range(3):
    envs.step({actions})
print(used() - before)
"""
_ACTIONS = "envs.action_space.sample()"
# EnvPool describes one environment, and takes discrete actions as int32.
_ENVPOOL_ACTIONS = (
    "np.array([envs.action_space.sample() for _ in range({n})], envs.action_space.dtype)"
)


def ways() -> Iterator[Way]:
    """Imports and the memory of CartPoles."""
    yield Way(
        "import",
        {
            OURS: partial(_program, "parallel_pool", _IMPORT.format(module="parallel_pool")),
            "gymnasium": partial(_program, "gymnasium", _IMPORT.format(module="gymnasium")),
            "envpool": partial(_program, "envpool", _IMPORT.format(module="envpool")),
        },
        "ms",
    )
    yield memory("CartPole-v1", 1024)


def memory(id: str, num_envs: int) -> Way:
    """The memory that environments take after some steps."""
    return Way(
        f"{id}: memory of {num_envs}",
        {
            OURS: partial(_memory_of_pool, id, num_envs),
            "EnvPool": partial(_memory_of_envpool, id, num_envs),
            "SyncVectorEnv": partial(_memory_of_references, id, num_envs),
        },
        "MB",
    )


def _memory_of_pool(id: str, num_envs: int) -> Call:
    make = f"parallel_pool.make({id!r}, num_envs={num_envs}, num_threads=1)"
    return _memory("import parallel_pool", make, _ACTIONS)


def _memory_of_envpool(id: str, num_envs: int) -> Call:
    if (reason := EnvPool().why_not(Case(id, num_envs))) is not None:
        raise AbsentError(reason)
    make = f"envpool.make_gymnasium({id!r}, num_envs={num_envs}, num_threads=1)"
    return _memory("import envpool, numpy as np", make, _ENVPOOL_ACTIONS.format(n=num_envs))


def _memory_of_references(id: str, num_envs: int) -> Call:
    env_type = registry.find(id)
    if not env_type.reference:
        raise AbsentError(f"Gymnasium has no {id}")
    if (package := registry.missing_reference(env_type)) is not None:
        raise AbsentError(f"{package} is not installed")
    make = (
        "gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make("
        f"{env_type.reference!r}, disable_env_checker=True)] * {num_envs})"
    )
    return _memory("import gymnasium", make, _ACTIONS)


def _memory(imports: str, make: str, actions: str) -> Call:
    if sys.platform != "linux":
        raise AbsentError("memory is measured on Linux only")
    code = _MEMORY.format(imports=imports, make=make, actions=actions)
    return _program(imports.split()[1].rstrip(","), code)


def _program(module: str, code: str) -> Call:
    """A program that prints a number; run once before, so that files are read already."""
    if importlib.util.find_spec(module) is None:
        raise AbsentError(f"{module} is not installed")

    def run() -> float:
        ended = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        )
        return float(ended.stdout.split()[-1])

    run()
    return Call(run)
