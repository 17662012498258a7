# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Interrupts and ends of the process while a compiled program steps a pool."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("jax", reason="needs JAX: `make test-adapters`")


@contextmanager
def in_process(code: str, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A Python process that runs the code, and ends with the test at the latest."""
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(code))
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"JAX_PLATFORMS": "cpu"},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """What the process and its threads have used so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


BEGIN = """
    import sys, jax, parallel_pool, parallel_pool.jax as pjax
    import jax.numpy as jnp
    from jax import lax
    pool = parallel_pool.make("CartPole-v1", num_envs=2, seed=0)
    state, batch = pjax.reset(pjax.init(pool))
    ones = jnp.ones(2, jnp.int32)
"""


ENDLESS = """
    import signal
    signal.signal(signal.SIGINT, signal.default_int_handler)  # Shells make children ignore it.
    def endless(state, batch, much):  # too much work for XLA to do it while it is called
        state, batch = lax.while_loop(
            lambda c: c[1].reward.sum() >= 0, lambda c: pjax.step(c[0], ones), (state, batch))
        return state, batch, much @ much
    much = jnp.ones((300, 300))
    run = jax.jit(endless).lower(state, batch, much).compile()
    returned = False
    print("ready", flush=True)
    try:
        try:
            *_, end = run(state, batch, much)
            returned = True
            jax.block_until_ready(end)
        except jax.errors.JaxRuntimeError:
            sum(1 for _ in range(100))  # KeyboardInterrupt comes here
    except KeyboardInterrupt:
        print("interrupted")
    for _ in range(3):
        state, batch = pjax.step(pjax.init(pool), ones)
    print("works", returned)
"""


def interrupt_when_it_steps(process: subprocess.Popen[str]) -> list[str]:
    """Sends SIGINT to an endless rollout; what the process then has said."""
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    begun = cpu_seconds(process)
    while cpu_seconds(process) < begun + 0.3:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors
    return out.splitlines()


@pytest.mark.parametrize("own_thread", [True, False])
def test_ctrl_c_ends_a_rollout(own_thread: bool, tmp_path: Path) -> None:
    """XLA runs it in a thread of its own, or in the main thread.

    The main thread gets KeyboardInterrupt, and can go on with the pool.
    """
    config = f"\n    import jax; jax.config.update('jax_cpu_enable_async_dispatch', {own_thread})"
    with in_process(config + BEGIN + ENDLESS, tmp_path) as process:
        assert interrupt_when_it_steps(process) == ["interrupted", f"works {own_thread}"]


def test_an_interrupt_that_was_handled_ends_nothing(tmp_path: Path) -> None:
    """Ctrl-C in Python code between two rollouts."""
    code = """
    import os, signal
    signal.signal(signal.SIGINT, signal.default_int_handler)
    step = jax.jit(lambda s: lax.scan(lambda s, _: pjax.step(s, ones), s, length=50))
    state, _ = jax.block_until_ready(step(state))
    for _ in range(5):
        try:
            os.kill(os.getpid(), signal.SIGINT)
            sum(1 for _ in range(100))
        except KeyboardInterrupt:
            pass
        state, _ = jax.block_until_ready(step(state))
    print("done")
    """
    with in_process(BEGIN + code, tmp_path) as process:
        out, errors = process.communicate(timeout=100)
        assert out == "done\n", errors


def test_leaving_while_a_rollout_runs(tmp_path: Path) -> None:
    """The process neither crashes nor hangs when its main thread is done first."""
    code = """
    short = jax.jit(lambda s: lax.scan(lambda s, _: pjax.step(s, ones), s, length=20000))
    short(state)
    print("left")
    """
    with in_process(BEGIN + code, tmp_path) as process:
        out, errors = process.communicate(timeout=100)
        assert out == "left\n", errors
        assert process.returncode == 0, errors
