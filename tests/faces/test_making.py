# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How faces are chosen, EnvPool's spellings, and `make_spec`."""

from __future__ import annotations

from typing import Any

import gymnasium
import parallel_pool
import pytest
from parallel_pool import errors

from tests.faces.play import IDS


def test_arguments_that_do_not_fit() -> None:
    """The message names the function that was called."""
    make: Any = parallel_pool.make
    make_dm: Any = parallel_pool.make_dm
    with pytest.raises(TypeError, match=r"^make_dm\(\) got multiple values for argument"):
        make_dm("CartPole-v1", 1, num_envs=2)
    with pytest.raises(TypeError, match=r"^make\(\) takes at most 11 arguments of the pool by pos"):
        make("CartPole-v1", "gym", *[None] * 12)
    with pytest.raises(TypeError, match=r"^make_dm\(\) takes no env_type, which is 'dm': use make"):
        make_dm("CartPole-v1", env_type="gym")


@pytest.mark.parametrize("face", ["gymnasium", "gym", "dm"])
def test_envpool_spellings(face: str) -> None:
    """On every face: 0 for defaults, a list of seeds, a number of players; -1 on EnvPool's."""
    make: Any = parallel_pool.make
    unpinned = {} if face == "gymnasium" else {"thread_affinity_offset": -1}
    pool = make(
        "CartPole-v1",
        face,
        num_envs=2,
        batch_size=0,
        num_threads=0,
        seed=None,
        env_seed=[5, 9],
        max_num_players=1,
        **unpinned,
    )
    pool.reset()
    assert pool.np_random_seed == (5, 9)
    assert make("CartPole-v1", face, seed=3, env_seed=[]).reset() is not None
    with pytest.raises(ValueError, match="seed was given twice"):
        make("CartPole-v1", face, seed=3, env_seed=[1])
    with pytest.raises(ValueError, match="max_num_players must be at least 1"):
        make("CartPole-v1", face, max_num_players=0)


def test_refusals() -> None:
    make: Any = parallel_pool.make
    with pytest.raises(ValueError, match=r"env_type must be one of \['gymnasium', 'gym', 'dm'"):
        make("CartPole-v1", "tensorflow")
    with pytest.raises(ValueError, match="got 4; write num_envs=4"):
        make("CartPole-v1", 4)
    with pytest.raises(
        errors.InvalidOptionError, match="'legacy_step' works with env_type='gym' only"
    ):
        make("CartPole-v1", legacy_step=True)
    with pytest.raises(errors.InvalidOptionError, match="did you mean 'legacy_step'"):
        make("CartPole-v1", "gym", legacy_steps=True)
    with pytest.raises(TypeError, match="legacy_step must be a bool, got 3"):
        make("CartPole-v1", "gym", legacy_step=3)
    with pytest.raises(errors.UnknownEnvironmentError, match="mean 'CartPole-v1' or 'CartPole-v0'"):
        make("CartPole")
    with pytest.raises(errors.UnknownEnvironmentError, match="did you mean 'CartPole-v1'"):
        parallel_pool.make_spec("CartPole-v7")
    with pytest.raises(errors.InvalidOptionError, match="keyword argument 'num_env'"):
        parallel_pool.make_spec("CartPole-v1", num_env=3)


@pytest.mark.parametrize("id", IDS)
def test_make_spec(id: str) -> None:
    """The same facts as the pool's, without a pool."""
    spec = parallel_pool.make_spec(id, num_envs=3, seed=2)
    pool = parallel_pool.make_gym(id, num_envs=3, seed=2)
    assert repr(spec) == repr(pool.spec)
    assert spec.config == pool.spec.config
    assert spec.observation_space == pool.observation_space == spec.gymnasium_observation_space
    assert spec.action_space == pool.action_space == spec.gymnasium_action_space
    batch = parallel_pool.make_dm(id, num_envs=3)
    assert repr(spec.observation_spec()) == repr(batch.observation_spec())
    assert spec.action_spec() == batch.action_spec()


def test_a_single_environment_has_no_number_of_environments() -> None:
    """It is refused in Python's words, which libraries look for to try again without a keyword."""
    with pytest.raises(TypeError, match="CartPole-v1: unexpected keyword argument 'num_envs'"):
        gymnasium.make("parallel_pool/CartPole-v1", num_envs=4)


def test_a_multi_player_environment_is_no_single_environment() -> None:
    """Rather than dropping players and failing at each step."""
    with pytest.raises(ValueError, match=r"Crowd-v0 is a multi-player environment.*make_vec"):
        gymnasium.make("parallel_pool/Crowd-v0")
