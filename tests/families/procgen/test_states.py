# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Saved games go on in other environments, pools and processes; damaged ones are refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing import assert_same

from tests.families.procgen.references import GAMES, Reference, need_package

need_package()

FUTURE = 60


def walk(envs: Any, steps: int, seed: int = 0) -> list[Any]:
    dice = np.random.default_rng(seed)
    return [envs.step(dice.integers(0, 15, envs.num_envs))[:4] for _ in range(steps)]


@pytest.mark.parametrize("game", GAMES)
def test_states_move(game: str) -> None:
    """To other environments of the pool, to a new pool, and back in time."""
    id = f"procgen-{game}-v0"
    envs = parallel_pool.make(id, num_envs=3, seed=1)
    envs.reset()
    for steps in (0, 30, 90):
        walk(envs, steps, steps)
        states = envs.get_state()
        expected = walk(envs, FUTURE)
        later = envs.get_state()
        envs.set_state(None, states)
        assert_same(walk(envs, FUTURE), expected)
        assert envs.get_state() == later
        other = parallel_pool.make(id, num_envs=3, seed=77, num_threads=2)
        if steps:
            other.reset()
            walk(other, 11)
        other.set_state(None, states)
        assert other.get_state() == states
        assert_same(walk(other, FUTURE), expected)
        other.close()
    envs.close()


@pytest.mark.parametrize("game", GAMES)
def test_clones_are_equal(game: str) -> None:
    envs = parallel_pool.make(f"procgen-{game}-v0", num_envs=2, seed=5)
    envs.reset()
    walk(envs, 25)
    envs.clone([0], [1])
    dice = np.random.default_rng(0)
    for _ in range(FUTURE):
        frames, *_ = envs.step(np.repeat(dice.integers(0, 15, 1), 2))
        assert np.array_equal(frames[0], frames[1])
    envs.close()


def test_states_hold_the_librarys_bytes() -> None:
    reference = Reference("maze", 3)
    envs = parallel_pool.make("procgen-maze-v0", seed=3)
    envs.reset()
    for action in range(10):
        reference.step(action)
        envs.step(np.array([action]))
        assert reference.state() in envs.get_state()[0]
    envs.close()


def test_states_go_on_in_other_processes(tmp_path: Path) -> None:
    envs = parallel_pool.make("procgen-ninja-v0", seed=3)
    envs.reset()
    walk(envs, 20)
    (tmp_path / "state").write_bytes(envs.get_state()[0])
    program = f"""
import pathlib, numpy, parallel_pool
envs = parallel_pool.make("procgen-ninja-v0", seed=9)
envs.set_state(None, [pathlib.Path({str(tmp_path / "state")!r}).read_bytes()])
print(sum(int(envs.step(numpy.array([i % 15]))[0].sum()) for i in range(40)))
"""
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    here = sum(int(envs.step(np.array([i % 15]))[0].sum()) for i in range(40))
    assert there.stdout.split() == [str(here)], there.stderr
    envs.close()


def test_damaged_states_are_refused() -> None:
    """Where the pool's own seal fits, too: the library would end the process."""
    envs: Any = parallel_pool.make("procgen-coinrun-v0", num_envs=1, seed=0)
    envs.reset()
    owner = envs._engine._owner
    good = owner.unpack(envs.get_state()[0])
    for place in range(len(good) - 20_000, len(good), 997):
        bad = good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :]
        with pytest.raises(errors.StateError, match="damaged"):
            envs.set_state(None, [owner.pack(bad)])
    envs.step(np.array([0]))
    envs.close()


def test_games_with_generated_pictures_cannot_be_saved() -> None:
    envs = parallel_pool.make("procgen-coinrun-v0", use_generated_assets=True)
    envs.reset()
    with pytest.raises(NotImplementedError, match="use_generated_assets=True cannot be saved"):
        envs.get_state()
    envs.step(np.array([0]))
    envs.close()
