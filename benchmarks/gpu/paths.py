# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Checks and measures the ways of data to a GPU, each in a process of its own; see `run`.

What comes over each way is compared with a pool on the CPU. A way whose packages are missing is
left out, and said; one that is wrong makes the exit code 1.
"""

from __future__ import annotations

import argparse
import os
import runpy
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool

ROOT = Path(__file__).parents[2]
SECONDS = 75  # for each way: six of them in 8 minutes
ID, ENVS = "Pong-v5", 64
Measured = Iterator[tuple[str, float, str]]


def seconds_of(call: Callable[[], object], count: int = 50) -> float:
    """The mean of several calls after some that do not count."""
    for _ in range(3):
        call()
    begun = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - begun) / count


def pool(**options: Any) -> parallel_pool.PoolVectorEnv:
    """The same environments for all ways."""
    return parallel_pool.make(ID, num_envs=ENVS, seed=0, **options)


def finished(device: str) -> None:
    """Waits for the GPU."""
    import torch

    if device == "cuda":
        torch.cuda.synchronize()


def dlpack(device: str) -> Measured:
    """Arrays of a pool as tensors, by DLPack, then on the device."""
    import torch

    envs = pool()
    shown = envs.reset()[0]
    there = torch.from_dlpack(shown).to(device)
    assert np.array_equal(there.cpu().numpy(), shown)

    def copy() -> None:
        torch.from_dlpack(shown).to(device)
        finished(device)

    yield f"{ENVS} x 28 kB from DLPack to the device", 1e6 * seconds_of(copy), "µs"


def tensors(device: str) -> Measured:
    """Pools whose batches are tensors on the device."""
    import torch

    own, plain = pool(array_type="torch", device=device), pool()
    pairs = [(own.reset()[0], plain.reset()[0])]
    for t in range(30):
        actions = torch.full((ENVS,), t % 6, device=device)
        pairs.append((own.step(actions)[0], plain.step(actions.cpu().numpy())[0]))
    for there, here in pairs:
        assert there.device.type == device
        assert np.array_equal(there.cpu().numpy(), here)

    def step() -> None:
        own.step(actions)
        finished(device)

    noops = np.zeros(ENVS, np.int64)
    yield f"step of {ENVS} {ID}, tensors on the device", 1e6 * seconds_of(step), "µs"
    yield "the same with arrays on the CPU", 1e6 * seconds_of(lambda: plain.step(noops)), "µs"


def jax(device: str) -> Measured:
    """Steps within programs of JAX."""
    import parallel_pool.jax as pjax

    from jax import devices, jit, lax
    from jax import numpy as jnp

    kind = devices()[0].platform
    if device == "cuda" and kind != "gpu":
        raise ImportError(f"JAX sees no GPU, but {kind}")
    own, plain = pool(), pool()
    own.reset()
    plain.reset()

    @jit
    def steps(state: Any) -> Any:
        def one(state: Any, t: Any) -> Any:
            state, batch = pjax.step(state, jnp.full((ENVS,), t % 6))
            return state, (batch.obs.sum(dtype=jnp.uint32), batch.reward.sum())

        return lax.scan(one, state, jnp.arange(30))

    state, (sums, rewards) = steps(pjax.init(own))
    for t in range(30):
        shown, reward = plain.step(np.full(ENVS, t % 6))[:2]
        assert int(sums[t]) == int(shown.sum(dtype=np.uint32))
        assert float(rewards[t]) == float(reward.sum())

    def again() -> None:
        nonlocal state
        state, (sums, _) = steps(state)
        sums.block_until_ready()

    yield f"step of {ENVS} {ID} in lax.scan on a {kind}", 1e6 * seconds_of(again, 5) / 30, "µs"


def rollouts(device: str) -> Measured:
    """A rollout's rows to the device, from pinned memory and from other memory."""
    import torch

    steps = 16
    for pinned in (False, True) if device == "cuda" else (False,):
        envs = pool(array_type="torch")
        rollout = envs.rollout(steps, pin_memory=pinned)
        assert rollout.observations.is_pinned() == pinned
        there = torch.zeros(rollout.observations.shape, dtype=torch.uint8, device=device)
        obs = rollout.begin()
        for t in range(steps):
            there[t].copy_(obs, non_blocking=True)
            obs = rollout.step(np.full(ENVS, t % 6))
        there[steps].copy_(obs, non_blocking=True)
        finished(device)
        assert torch.equal(there.cpu(), rollout.observations)

        def copy(there: Any = there, rows: Any = rollout.observations) -> None:
            there.copy_(rows, non_blocking=True)
            finished(device)

        rate = there.nbytes / 1e9 / seconds_of(copy, 10)
        yield f"copy of a rollout, {'pinned' if pinned else 'not pinned'}", rate, "GB/s"


def leanrl(device: str) -> Measured:
    """examples/leanrl_ppo.py: it solves CartPole."""
    main = runpy.run_path(str(ROOT / "examples" / "leanrl_ppo.py"))["main"]
    for compiled in (False, True) if device == "cuda" else (False,):
        begun = time.perf_counter()
        assert main(device=device, compiled=compiled) >= 475
        way = "compiled" if compiled else "not compiled"
        yield f"PPO solves CartPole-v1, {way}, with compiling", time.perf_counter() - begun, "s"


def pictures(device: str) -> Measured:
    """MuJoCo's pictures, which EGL draws."""
    import mujoco

    assert os.environ.get("MUJOCO_GL") == "egl"
    made = []
    for _ in range(2):
        envs = parallel_pool.make("Ant-v5", num_envs=4, seed=0, render_mode="rgb_array")
        envs.reset()
        first = envs.render()
        envs.step(envs.action_space.sample() * 0 + 1)
        made.append([first, envs.render()])
    for one, other in zip(*made, strict=True):
        assert np.array_equal(one, other)
        assert np.std(one[0]) > 1
    assert not np.array_equal(*made[0])
    seconds = seconds_of(envs.render, 10)
    yield f"480 x 480 pictures of Ant-v5, MuJoCo {mujoco.__version__}", 4 / seconds, "a second"


WAYS = {way.__name__: way for way in (dlpack, tensors, jax, rollouts, leanrl, pictures)}


def one_way(name: str, device: str) -> int:
    """Prints a row of the table for each measurement."""
    try:
        for what, number, unit in WAYS[name](device):
            print(f"| {name} | {what} | {number:,.3g} {unit} |", flush=True)
    except ImportError as error:
        print(f"| {name} | left out: {error} | |")
    return 0


def main() -> int:
    """Runs the ways, one after the other; returns the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--only", choices=WAYS)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        return one_way(given.only, given.device)
    print("| way | what was measured | |\n|---|---|---|", flush=True)
    wrong = []
    seconds = SECONDS if given.device == "cuda" else 4 * SECONDS
    for name in [given.only] if given.only else WAYS:
        again = [sys.executable, __file__, "--inside", "--only", name, "--device", given.device]
        try:
            code = subprocess.run(again, timeout=seconds, check=False).returncode
        except subprocess.TimeoutExpired:
            code = f"no end after {seconds} s"
        if code:
            wrong.append(f"{name}: {code}")
    print("\n".join(f"WRONG {way}" for way in wrong) or "All that ran was as on the CPU.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
