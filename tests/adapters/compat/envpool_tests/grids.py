# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's tests of Minigrid and BabyAI."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.adapters.compat.envpool_tests.cases import case, full, inner, same

SAME = "minigrid_deterministic_test.py"
BABYAI_SAME = "babyai_deterministic_test.py"
RANDOM = (
    "MiniGrid-DoorKey-8x8-v0",
    "MiniGrid-Dynamic-Obstacles-Random-6x6-v0",
    "MiniGrid-Fetch-8x8-N3-v0",
    "MiniGrid-MultiRoom-N6-v0",
    "MiniGrid-Empty-Random-5x5-v0",
    "MiniGrid-KeyCorridorS6R3-v0",
    "MiniGrid-LockedRoom-v0",
    "MiniGrid-MemoryS17Random-v0",
    "MiniGrid-ObstructedMaze-Full-v1",
    "MiniGrid-PutNear-8x8-N3-v0",
)
BABYAI_RANDOM = (
    "BabyAI-BossLevel-v0",
    "BabyAI-GoToObj-v0",
    "BabyAI-UnlockToUnlock-v0",
    "BabyAI-GoToObjMazeS4R2-v0",
    "BabyAI-MiniBossLevel-v0",
    "BabyAI-OpenDoorsOrderN4-v0",
    "BabyAI-PickupLoc-v0",
    "BabyAI-PutNextS7N4-v0",
    "BabyAI-SynthSeq-v0",
    "BabyAI-UnblockPickup-v0",
)
ORACLE = "render_matches_upstream_oracle_for_multiple_steps_for_all_tasks"
CONSISTENT = "render_is_batch_consistent_and_state_invariant"


@case(SAME, "registered_minigrid_envs_same_seed")
def _(library: Any) -> None:
    """The test asks a level's spec for the number of steps."""
    levels = _levels(library, "MiniGrid-")
    for id in full(levels, RANDOM[:4]):
        _same_seed(library, id)
    for id in ("MiniGrid-LavaCrossingS9N1-v0", *RANDOM):
        assert int(library.make_spec(id).config.max_episode_steps) > 0


@case(SAME, "randomized_envs_different_seed")
def _(library: Any) -> None:
    for id in (*full(RANDOM, RANDOM[:4]), "MiniGrid-WFC-MazeSimple-v0"):
        _seeds_differ(library, id)


@case(BABYAI_SAME, "registered_babyai_envs_same_seed")
def _(library: Any) -> None:
    for id in full(_levels(library, "BabyAI-"), BABYAI_RANDOM[:3]):
        _same_seed(library, id)
    library.make_gym("BabyAI-GoToObj-v0")._debug_states(np.arange(1, dtype=np.int32))


@case(BABYAI_SAME, "randomized_envs_different_seed")
def _(library: Any) -> None:
    for id in full(BABYAI_RANDOM, BABYAI_RANDOM[:3]):
        _seeds_differ(library, id)
    library.make_gym("BabyAI-GoToObj-v0")._debug_states(np.arange(1, dtype=np.int32))


def _levels(library: Any, prefix: str) -> list[str]:
    return sorted(id for id in library.list_all_envs() if id.startswith(prefix))


def _seeds_differ(library: Any, id: str) -> None:
    one, other = (library.make_gym(id, num_envs=4, seed=seed) for seed in (0, 1))
    rng = np.random.default_rng(0)
    results: list[Any] = [one.reset()[0], other.reset()[0]]
    for _ in range(1000):
        if not same(*results):
            return
        actions = rng.integers(one.action_space.n, size=4)
        results = [pool.step(actions)[:-1] for pool in (one, other)]
    raise AssertionError(f"{id}: both seeds gave the same")


def _same_seed(library: Any, id: str) -> None:
    """For as long as an episode may last: most levels end after fewer than 1,000 steps."""
    one, other = (library.make_gym(id, num_envs=4, seed=0) for _ in range(2))
    rng = np.random.default_rng(0)
    results: list[Any] = [one.reset(), other.reset()]
    for _ in range(full(1000, 40)):
        assert same(results[0][:-1], results[1][:-1])
        actions = rng.integers(one.action_space.n, size=4)
        results = [one.step(actions), other.step(actions)]
        for key in ("elapsed_step", "agent_pos"):
            assert np.array_equal(results[0][-1][key], results[1][-1][key])


def _states(id: str) -> Any:
    """The tests set the reference to what EnvPool's ``_debug_states`` tells."""

    def ask(library: Any) -> None:
        pool = library.make_gym(id, render_mode="rgb_array")
        pool.reset()
        pool._debug_states(np.arange(1, dtype=np.int32))

    return ask


case("minigrid_align_test.py", "registered_minigrid_envs")(_states(RANDOM[0]))
case("babyai_align_test.py", "registered_babyai_envs")(_states(BABYAI_RANDOM[1]))
for _file, _id in (
    ("minigrid_render_test.py", RANDOM[0]),
    ("babyai_render_test.py", BABYAI_RANDOM[1]),
):
    case(_file, ORACLE)(_states(_id))
    case(_file, CONSISTENT)(_states(_id))


@case("minigrid_xla_test.py", "jitted_step_without_explicit_reset", "jax")
def _(library: Any) -> None:
    import jax.numpy as jnp

    import jax

    module = inner("minigrid")
    config = module.MiniGridEnvSpec.gen_config(
        env_name="empty", max_episode_steps=100, num_envs=8, size=5
    )
    handle, _, _, step = module.MiniGridGymnasiumEnvPool(module.MiniGridEnvSpec(config)).xla()
    _, states = jax.jit(step)(handle, jnp.zeros(8, jnp.int32))
    assert states[0]["image"].shape == (8, 7, 7, 3)
