# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Saved environments continue exactly, wherever they are loaded."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool import errors
from parallel_pool.testing import assert_same

from tests.driver import Driver, modes_of
from tests.support import IDS, PUBLIC_IDS, assert_clean, run_python, spread

CASES = [(id, mode) for id in IDS for mode in modes_of(id)]


@pytest.mark.parametrize(("id", "mode"), spread(CASES, PUBLIC_IDS, part=0))
def test_continuation(id: str, mode: str) -> None:
    """At any point of an episode, between pools of different sizes, threads and batch modes."""

    @given(
        seed=st.integers(0, 2**40),
        tasks=st.integers(0, 30),
        limit=st.one_of(st.none(), st.integers(1, 12)),
        threads=st.integers(1, 3),
        batch=st.integers(1, 5),
        used=st.booleans(),
        moves=st.dictionaries(st.integers(0, 4), st.integers(0, 2), min_size=1),
    )
    @settings(max_examples=12)
    def goes_on(
        seed: int,
        tasks: int,
        limit: int | None,
        threads: int,
        batch: int,
        used: bool,
        moves: dict[int, int],
    ) -> None:
        common = {"autoreset_mode": mode, "max_episode_steps": limit}
        source = Driver(id, num_envs=3, **common)
        target = Driver(id, num_envs=5, num_threads=threads, batch_size=batch, **common)
        source.run(tasks, seed)
        if used:  # otherwise its environments were never reset
            target.run(3, seed + 99)
        saved = source.envs.get_state(list(moves.values()))
        target.envs.set_state(list(moves), saved)
        for env_id, original in moves.items():
            target.take_over(env_id, source, original)
        assert target.envs.get_state(list(moves)) == saved  # the same bytes
        for _ in range(15):
            theirs = source.advance(set(moves.values()))
            ours = target.advance(moves)
            for env_id, original in moves.items():
                assert_same(ours[env_id], theirs[original], f"env {env_id}")
        assert target.envs.get_state(list(moves)) == source.envs.get_state(list(moves.values()))
        source.envs.close()
        target.envs.close()

    goes_on()


@pytest.mark.parametrize("id", IDS)
def test_saving_changes_nothing(id: str) -> None:
    """Saving and loading change nothing; the bytes are the same each time."""
    plain, saving = (Driver(id, num_envs=3) for _ in range(2))
    expected, found = plain.run(3), saving.run(3)
    assert_same(found, expected)
    for _ in range(20):
        saved = saving.envs.get_state()
        assert saving.envs.get_state() == saved
        saving.envs.set_state(None, saved)
        assert saving.envs.get_state() == saved
        assert_same(saving.advance(range(3)), plain.advance(range(3)))


@pytest.mark.parametrize("mode", ["NextStep", "Disabled"])
def test_a_pending_autoreset_is_part_of_the_state(mode: str) -> None:
    source, target = (
        parallel_pool.make("Blackjack-v1", num_envs=2, autoreset_mode=mode) for _ in range(2)
    )
    source.reset(seed=1)
    target.reset(seed=50)
    assert source.step([0, 0])[2].all()
    target.set_state([1], source.get_state([0]))
    if mode == "Disabled":
        with pytest.raises(errors.ResetNeededError, match="env id 1's episode has ended"):
            target.step([0, 0])
        assert_same(target.reset(env_id=[1])[0], source.reset(env_id=[0])[0])
    else:
        ours = target.step([1, 99])  # the action of a pending autoreset is ignored
        theirs = source.step([99, 1])
        assert_same([part[1] for part in ours[0]], [part[0] for part in theirs[0]])
        assert ours[1][1] == 0.0
    running = parallel_pool.make("Blackjack-v1", num_envs=1, autoreset_mode=mode, seed=3)
    running.reset()
    target.set_state([1], running.get_state())
    target.step([1, 1])  # not pending any more


def test_a_loaded_state_ends_a_failure_and_replaces_a_seed() -> None:
    envs = parallel_pool.make("Scripted-v0", num_envs=2)
    envs.reset(seed=3)
    saved = envs.get_state([0])
    with pytest.raises(errors.EnvironmentFailure):
        envs.step([0, 3])
    envs.set_state([1], saved)
    assert envs.np_random_seed == (3, -1)
    envs.set_state([0], saved)
    observations = envs.step([0, 0])[0]
    assert observations["inner"][0][0] == observations["inner"][0][1]


@pytest.mark.parametrize(
    ("id", "options"),
    [
        *((id, {}) for id in IDS),
        ("CartPole-v1", {"normalize_reward": True}),
        ("CartPole-v1", {"sutton_barto_reward": parallel_pool.PerEnv([True, False, True])}),
        ("tictactoe-v3", {"env_type": "aec"}),
    ],
)
def test_states_in_a_buffer(id: str, options: dict[str, Any]) -> None:
    """They are the same bytes, one after another, and can be loaded from there."""
    envs = parallel_pool.make(id, num_envs=3, **options)
    envs.reset(seed=3)
    expected = envs.get_state()
    for out in (bytearray(1 << 20), np.empty((1 << 10, 1 << 8), np.float32)):
        states = envs.get_state(out=out)
        assert [bytes(state) for state in states] == expected
        assert bytes(memoryview(out).cast("B")[: sum(map(len, expected))]) == b"".join(expected)
        last, first = envs.get_state([2, 0], out=out)
        assert [last, first] == [expected[2], expected[0]]
        envs.reset(seed=4)
        envs.set_state(None, [first, expected[1], last])
        assert envs.get_state() == expected
    envs.close()


def test_other_processes(tmp_path: Path) -> None:
    """States go through pickle to another process and back, and give the same bytes."""
    given, expected = {}, {}
    for id in IDS:
        driver = Driver(id, num_envs=2)
        driver.run(7, seed=11)
        before = driver.envs.get_state()
        batches = []
        for _ in range(5):
            batches.append(driver.actions([0, 1]))
            driver.envs.send(batches[-1])
            driver.receive()
        given[id], expected[id] = (before, batches), driver.envs.get_state()
        driver.envs.close()
    given_file, found_file = tmp_path / "given", tmp_path / "found"
    given_file.write_bytes(pickle.dumps(given))
    code = f"""
import pickle
found = {{}}
for id, (states, batches) in pickle.load(open({str(given_file)!r}, "rb")).items():
    with parallel_pool.make(id, num_envs=2, num_threads=2) as envs:
        envs.set_state(None, states)
        for batch in batches:
            envs.step(batch)
        found[id] = envs.get_state()
open({str(found_file)!r}, "wb").write(pickle.dumps(found))
"""
    assert_clean(run_python(code, timeout=120))
    found = pickle.loads(found_file.read_bytes())
    assert [id for id in IDS if found[id] != expected[id]] == []
