# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""All ids beside Minigrid for a while: random play and planned play, states, and generators."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium.vector import AutoresetMode
from parallel_pool.testing import assert_same

from tests.families.minigrid.at_length import Counts, planned_episode
from tests.families.minigrid.facts import FACTS
from tests.parity.harness import Case, Comparison

pytest.importorskip("minigrid")

MODES = list(AutoresetMode)
BABYAI = [id for id in FACTS.ids if id.startswith("BabyAI")]


def compare(id: str, steps: int, seed: int, mode: AutoresetMode, **config: Any) -> None:
    """Two environments beside their references, at the end their generators too."""
    comparison = Comparison(
        Case(
            id,
            num_envs=2,
            num_threads=1,
            chunk_size=0,
            batch_size=2,
            mode=mode,
            max_episode_steps=None,
            config=config,
            seed=seed,
            action_seed=seed,
            steps=steps,
        )
    )
    comparison.run_sync()
    for ours, theirs in zip(comparison.envs.np_random, comparison.references.envs, strict=True):
        assert ours.bit_generator.state == theirs.unwrapped.np_random.bit_generator.state
    comparison.envs.close()


@pytest.mark.parametrize("id", FACTS.ids)
def test_every_id_equals_its_reference(id: str) -> None:
    """Short episodes, so that there are many resets, in a mode that goes by the id."""
    number = FACTS.ids.index(id)
    compare(id, 60, 1000 * number, MODES[number % 3], max_steps=15)
    compare(id, 60, 1000 * number + 1, MODES[(number + 1) % 3])


def _is_beyond_the_bot(id: str) -> bool:
    """It opens no boxes, and is confused by an object in hand and by doors it may not open."""
    return id == "BabyAI-KeyInBox-v0" or "Carrying" in id or "Debug" in id


@pytest.mark.parametrize("id", BABYAI[:: max(1, len(BABYAI) // 16)])
def test_planned_play_equals_the_reference(id: str) -> None:
    """Verifiers that succeed."""
    counts = Counts()
    for episode in range(2):
        planned_episode(id, 11 + episode, 0.0, counts)
    assert counts.succeeded > 0 or _is_beyond_the_bot(id)


@pytest.mark.parametrize("id", FACTS.ids)
def test_states_continue_exactly(id: str) -> None:
    """A saved environment goes on as the one that was not, in another pool too."""
    ours = parallel_pool.make(id, num_envs=1, seed=3, max_steps=30)
    ours.reset()
    rng = np.random.default_rng(0)
    count = ours.single_action_space.n
    for _ in range(10):
        ours.step([int(rng.integers(count))])
    states = ours.get_state()
    other = parallel_pool.make(id, num_envs=1, seed=4, max_steps=30)
    other.reset()
    other.set_state([0], states)
    for _ in range(45):
        action = [int(rng.integers(count))]
        assert_same(other.step(action), ours.step(action))
    assert_same(other.get_state(), ours.get_state())


def test_an_agent_that_could_only_face_objects_starts_the_level_again() -> None:
    """The reference never returns from this reset."""
    envs = parallel_pool.make("BabyAI-SynthS5R2-v0", num_envs=1)
    envs.reset(seed=3)
    observations, _ = envs.reset()
    assert observations["mission"][0]
