# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures a step within a jitted `lax.scan`, against steps from Python and EnvPool's `xla()`.

    python -m benchmarks.jax.speed [--rounds 8] [--csv out.csv]

Needs JAX and a C++ compiler, and takes EnvPool in where it is installed. All pools have one thread
and get the same int32 actions. Contenders take turns in one process. Times are CPU times of a step
of the whole batch, in microseconds: those of each contender's fastest turn.

- ``scan``: `parallel_pool.jax.step`; ``xla``: `step` of the EnvPool-style face's `xla()`.
- ``python``: `step` of the same pool in a loop in Python, with int64 actions.
- ``empty``: a call with the same buffers that does nothing, so what XLA itself needs.
- ``envpool_xla``, ``envpool_python``: the same with EnvPool.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import parallel_pool
import parallel_pool.jax as pool_jax
from parallel_pool.xla.layout import leaves

import jax
from benchmarks.turns import Turn, cpu_seconds, fastest, write

# Id, EnvPool's id, environments, actions, steps of a turn.
CASES = (
    ("CartPole-v1", "CartPole-v1", 64, 2, 4000),
    ("CartPole-v1", "CartPole-v1", 1024, 2, 400),
    ("ALE/Pong-v5", "Pong-v5", 8, 6, 200),
)

Step = Callable[[Any, Any], Any]  # a carry and actions to the next carry


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    write(rows(arguments.rounds), arguments.csv)


def rows(rounds: int) -> Iterator[dict[str, Any]]:
    """A row for each case."""
    register_empty()
    for id, rival_id, num_envs, choices, steps in CASES:
        actions = np.random.default_rng(0).integers(choices, size=(steps, num_envs))
        turns = own_turns(id, num_envs, actions)
        if importlib.util.find_spec("envpool") is not None:
            turns |= rival_turns(rival_id, num_envs, actions)
        seconds = fastest(turns, rounds)
        row: dict[str, Any] = {"id": id, "num_envs": num_envs}
        row |= {f"{name}_us": round(1e6 * best / steps, 2) for name, best in seconds.items()}
        row["scan/python"] = round(seconds["scan"] / seconds["python"], 2)
        if "envpool_xla" in seconds:
            row["envpool_xla/scan"] = round(seconds["envpool_xla"] / seconds["scan"], 1)
            row["envpool_xla/xla"] = round(seconds["envpool_xla"] / seconds["xla"], 1)
        yield row


def scanned(step: Step, carry: Any, actions: np.ndarray) -> Turn:
    """A jitted rollout, which goes on from where it ended."""
    wanted = jnp.asarray(actions, jnp.int32)
    run = jax.jit(lambda carry, xs: jax.lax.scan(lambda c, x: (step(c, x), None), carry, xs)[0])
    carry = jax.block_until_ready(run(carry, wanted))

    def once() -> None:
        nonlocal carry
        carry = jax.block_until_ready(run(carry, wanted))

    return cpu_seconds(once)


def looped(pool: Any, actions: np.ndarray) -> Turn:
    """A rollout in Python."""

    def once() -> None:
        for row in actions:
            pool.step(row)

    once()
    return cpu_seconds(once)


def own_turns(id: str, num_envs: int, actions: np.ndarray) -> dict[str, Turn]:
    """The pool's turns, and XLA's own."""

    def started(**options: Any) -> Any:
        pool = parallel_pool.make(id, num_envs=num_envs, num_threads=1, seed=0, **options)
        pool.reset()
        POOLS.append(pool)
        return pool

    pool = started()
    state = pool_jax.init(pool)
    handle, _, _, step = started(env_type="gym").xla()
    return {
        "scan": scanned(lambda state, xs: pool_jax.step(state, xs)[0], state, actions),
        "python": looped(started(), actions),
        "xla": scanned(lambda handle, xs: step(handle, xs)[0], handle, actions),
        "empty": scanned(empty_step(state.layout.batch, num_envs), state.token, actions),
    }


POOLS: list[Any] = []  # states keep no pool alive


def rival_turns(id: str, num_envs: int, actions: np.ndarray) -> dict[str, Turn]:
    """EnvPool's turns."""
    import envpool

    def started() -> Any:
        pool = envpool.make(id, env_type="gym", num_envs=num_envs, num_threads=1, seed=0)
        pool.reset()
        POOLS.append(pool)
        return pool

    handle, _, _, step = started().xla()
    return {
        "envpool_xla": scanned(lambda handle, xs: step(handle, xs)[0], handle, actions),
        "envpool_python": looped(started(), actions.astype(np.int32)),
    }


def register_empty() -> None:
    """Compiles the handler that does nothing, and tells JAX."""
    source = Path(__file__).with_name("empty.cpp")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "empty.so"
        command = ["c++", "-O2", "-shared", "-fPIC", f"-I{jax.ffi.include_dir()}", str(source)]
        subprocess.run([*command, "-o", str(library)], check=True)
        handler = ctypes.CDLL(str(library)).do_nothing
    jax.ffi.register_ffi_target("do_nothing", jax.ffi.pycapsule(handler), platform="cpu")


def empty_step(batch: Any, rows: int) -> Step:
    """A step that writes no results."""
    arrays = [
        jax.ShapeDtypeStruct((rows, *leaf.shape), np.dtype(leaf.dtype.replace("64", "32")))
        for _, leaf in leaves(batch)
    ]
    token = jax.ShapeDtypeStruct((2,), np.uint32)
    call = jax.ffi.ffi_call(
        "do_nothing", [token, *arrays], has_side_effect=True, input_output_aliases={0: 0}
    )
    return lambda token, actions: call(token, actions)[0]


if __name__ == "__main__":
    main()
