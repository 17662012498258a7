# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Programs that run on a GPU: the way through pinned memory, with a driver that has no GPU."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing.compare import assert_same

pytest.importorskip("jax", reason="needs JAX: `make test-adapters`")

import parallel_pool.jax as pjax

import jax
from jax import lax

HERE = Path(__file__).parent

BEGIN = """
import ctypes, re, jax, jax.numpy as jnp, numpy as np
import parallel_pool, parallel_pool.jax as pjax
from jax import lax
from parallel_pool import _xla
from parallel_pool.xla import calls

driver = ctypes.CDLL("libcuda.so.1")
driver.was_overwritten.restype = ctypes.c_bool
pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
driver.use_handler(ctypes.c_void_p(pointer(_xla.cuda_handler(), b"xla._CUSTOM_CALL_TARGET")))
jax.ffi.register_ffi_target("fake_gpu", jax.ffi.pycapsule(driver.call_on_cpu), platform="cpu")
calls._TARGET = "fake_gpu"

def fails(function, text):
    try:
        jax.block_until_ready(function())
    except jax.errors.JaxRuntimeError as error:
        assert re.search(text, str(error)), error
    else:
        raise AssertionError(text)

def pair(id, **options):
    return [parallel_pool.make(id, seed=0, **options) for _ in range(2)]
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: Any) -> Path:
    """The folder of the driver that has no GPU."""
    compiler = shutil.which("c++")
    assert compiler is not None, "needs a C++ compiler"
    folder: Path = tmp_path_factory.mktemp("driver")
    command = [compiler, "-std=c++20", "-shared", "-fPIC", f"-I{HERE.parents[2] / 'src' / 'jax'}"]
    subprocess.run(
        [*command, str(HERE / "fake_cuda.cpp"), "-o", str(folder / "libcuda.so.1")], check=True
    )
    return folder


def run(code: str, folder: Path) -> None:
    """Runs the code in a process that finds this driver."""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + code],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"JAX_PLATFORMS": "cpu", "LD_LIBRARY_PATH": str(folder)},
    )
    assert done.returncode == 0, done.stderr


def test_steps_through_pinned_memory(driver: Path) -> None:
    """They equal those from Python. Two pieces of memory take turns, and grow where they must."""
    code = """
for id, action in [("CartPole-v1", np.ones(4, np.int32)), ("Pendulum-v1", np.ones((4, 1), "f"))]:
    own, plain = pair(id, num_envs=4)
    state, first = jax.block_until_ready(pjax.reset(pjax.init(own)))
    assert (np.asarray(first.obs) == plain.reset()[0]).all()
    _, batches = jax.jit(lambda s: lax.scan(lambda s, _: pjax.step(s, action), s, length=30))(state)
    for t in range(30):
        obs, reward, terminated, *_ = plain.step(action)
        assert (np.asarray(batches.obs[t]) == obs).all()
        assert (np.asarray(batches.reward[t]) == reward.astype(np.float32)).all()
        assert (np.asarray(batches.terminated[t]) == terminated).all()
assert 2 <= driver.allocations() <= 5, driver.allocations()
large, plain = pair("Acrobot-v1", num_envs=512)
_, first = jax.block_until_ready(pjax.reset(pjax.init(large)))
assert (np.asarray(first.obs) == plain.reset()[0]).all()
assert driver.contexts_left() == 0
assert driver.contexts_at_once() >= 1
assert not driver.was_overwritten()
"""
    run(code, driver)


def test_errors(driver: Path) -> None:
    """Those of the pool, and those of the driver, after which it goes on."""
    code = """
pool = parallel_pool.make("CartPole-v1", num_envs=2, seed=0)
fails(lambda: pjax.step(pjax.init(pool), np.ones(2, np.int32)), "ResetNeededError")
state, _ = jax.block_until_ready(pjax.reset(pjax.init(pool)))
fails(lambda: pjax.step(state, np.array([0, 2], np.int32)), "InvalidActionError: env id 1")
driver.let_it_fail(True)
allocations = []
for _ in range(8):
    wait = "CUDA cannot wait for a stream: error 700"
    fails(lambda: pjax.reset(pjax.init(pool)), wait)
    allocations.append(driver.allocations())
assert allocations[-1] == allocations[2], allocations  # the memory of failed calls serves others
driver.let_it_fail(False)
jax.block_until_ready(pjax.reset(pjax.init(pool)))
assert driver.contexts_left() == 0
"""
    run(code, driver)


def test_a_gpu() -> None:
    """The whole way, where there is one."""
    try:
        device = jax.devices("cuda")[0]
    except RuntimeError:
        pytest.skip("needs a GPU, and a jaxlib for it")
    own, plain = (parallel_pool.make("CartPole-v1", num_envs=4, seed=0) for _ in range(2))
    with jax.default_device(device):
        state, first = pjax.reset(pjax.init(own))
        assert_same(np.asarray(first.obs), plain.reset()[0])
        actions = np.ones((50, 4), np.int32)
        _, batches = jax.jit(lambda s, a: lax.scan(pjax.step, s, a))(state, actions)
        for t in range(50):
            assert_same(np.asarray(batches.obs[t]), plain.step(actions[t])[0])
