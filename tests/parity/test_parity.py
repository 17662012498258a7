# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every id with a reference equals it bit for bit."""

from __future__ import annotations

import itertools
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool import registry
from parallel_pool.testing import assert_same
from parallel_pool.testing.trajectory import ActionSource

from tests.families.facts import facts_of
from tests.parity.harness import Case, Comparison, cases
from tests.support import IDS, SIMULATED_IDS, spread

COMPARED = [id for id in IDS if registry.find(id).reference and not facts_of(id).missing]

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]
QUICK = [id for id in COMPARED if id not in SIMULATED_IDS]
SIMULATED = [id for id in COMPARED if id in SIMULATED_IDS]


@pytest.mark.parametrize("id", QUICK)
@given(data=st.data())
@settings(max_examples=20)
def test_pool_equals_references(id: str, data: st.DataObject) -> None:
    """Over seeds, actions, N, threads, chunks, batches, autoreset modes, masks and options."""
    Comparison(data.draw(cases(id))).run()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("id", QUICK)
@given(data=st.data())
@settings(max_examples=400)
def test_pool_equals_references_at_length(id: str, data: st.DataObject) -> None:
    """The same, longer."""
    Comparison(data.draw(cases(id))).run()


@pytest.mark.parametrize("id", SIMULATED)
@given(data=st.data())
@settings(max_examples=6)
def test_simulations_equal_references(id: str, data: st.DataObject) -> None:
    """The same."""
    Comparison(data.draw(cases(id))).run()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("id", SIMULATED)
@given(data=st.data())
@settings(max_examples=200)
def test_simulations_equal_references_at_length(id: str, data: st.DataObject) -> None:
    """The same, longer."""
    Comparison(data.draw(cases(id, steps=300))).run()


@pytest.mark.parametrize(
    ("id", "mode"), spread(itertools.product(COMPARED, AutoresetMode), COMPARED)
)
def test_long_run_equals_references(id: str, mode: AutoresetMode) -> None:
    """Some thousand steps with the id's own time limit."""
    num_envs, steps = (2, 1100) if id in SIMULATED_IDS else (3, 1500)
    Comparison(
        Case(
            id,
            num_envs=num_envs,
            num_threads=2,
            chunk_size=0,
            batch_size=num_envs,
            mode=mode,
            max_episode_steps=None,
            config={},
            seed=12345,
            action_seed=1,
            steps=steps,
        )
    ).run()


@pytest.mark.parametrize(("id", "mode"), spread(itertools.product(COMPARED, MODES), COMPARED))
def test_pool_equals_sync_vector_env(id: str, mode: AutoresetMode) -> None:
    """Batches as a whole, final observations and masks included, against Gymnasium's own."""
    reference_id = registry.find(id).reference
    references = SyncVectorEnv([lambda: gymnasium.make(reference_id)] * 4, autoreset_mode=mode)
    envs = parallel_pool.make(id, num_envs=4, autoreset_mode=mode)
    assert envs.observation_space == references.observation_space
    assert envs.action_space == references.action_space
    actions = ActionSource(envs.single_action_space, 4, 0)
    assert_same(envs.reset(seed=7)[0], references.reset(seed=7)[0])
    for _ in range(150 if id in SIMULATED_IDS else 400):
        batch = actions.batch(range(4))
        ours, theirs = envs.step(batch), references.step(batch)
        assert_same(ours[:4], theirs[:4])
        assert ours[4].keys() == theirs[4].keys()
        for key in ours[4]:
            if key.startswith("_"):
                assert_same(ours[4][key], theirs[4][key], key)
        if "final_obs" in theirs[4]:
            for one, other in zip(ours[4]["final_obs"], theirs[4]["final_obs"], strict=True):
                assert type(one) is type(other)
                assert_same(one, other, "final_obs")
    if mode == AutoresetMode.NEXT_STEP:
        mask = np.array([True, False, True, False])
        assert_same(
            envs.reset(seed=[1, 2, 3, 4], options={"reset_mask": mask})[0],
            references.reset(seed=[1, 2, 3, 4], options={"reset_mask": mask})[0],
        )


@pytest.mark.parametrize("id", COMPARED)
def test_every_option_is_tried(id: str) -> None:
    """Every option needs a strategy."""
    env_type = registry.find(id)
    assert {name for name, *_ in env_type.options} == set(facts_of(id).options_of(id))
    assert bool(env_type.reset_options) == (facts_of(id).reset_options_of(id) is not None)


def assert_equal_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Same keys and values; numbers may be ints in the reference where they are floats here."""
    assert ours.keys() == theirs.keys()
    for key, value in theirs.items():
        np.testing.assert_array_equal(ours[key], value)
        assert not isinstance(value, np.ndarray) or ours[key].dtype == value.dtype


@pytest.mark.parametrize("id", COMPARED)
def test_single_environment_equals_reference(id: str) -> None:
    """Compares `gymnasium.make` of our id and of the reference."""
    ours = gymnasium.make(f"parallel_pool/{id}")
    theirs = gymnasium.make(registry.find(id).reference)
    assert ours.observation_space == theirs.observation_space
    ours.action_space.seed(1)
    for episode in range(2 if id in SIMULATED_IDS else 8):
        seed = 5 if episode in (0, 4) else None
        a, b = ours.reset(seed=seed), theirs.reset(seed=seed)
        assert type(a[0]) is type(b[0])
        assert_same(a[0], b[0])
        assert_equal_infos(a[1], b[1])
        for _ in range(1500):
            action = ours.action_space.sample()
            a, b = ours.step(action), theirs.step(action)
            assert_same(a[0], b[0])
            assert a[1:4] == (float(b[1]), b[2], b[3])
            assert_equal_infos(a[4], b[4])
            if a[2] or a[3]:
                break
    state = ours.unwrapped.np_random.bit_generator.state
    assert state == theirs.unwrapped.np_random.bit_generator.state
