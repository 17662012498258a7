# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What Gymnasium's tests of its own vector environments ask, asked of pools of Python environments.

Values in all spaces, modes and infos are compared in `test_parity` and `test_spaces_and_infos`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import batch_differing_spaces
from parallel_pool.errors import (
    EnvironmentFailure,
    InFlightError,
    InvalidActionError,
    PoolClosedError,
    PoolError,
)
from parallel_pool.testing.compare import assert_same

from tests.python_envs.toy_envs import Fixed

CARTPOLE = partial(gymnasium.make, "CartPole-v1")


def pool(*functions: Any, **arguments: Any) -> Any:
    return parallel_pool.make_python([*functions], num_workers=2, **arguments)


def fixed(observation: spaces.Space[Any]) -> Any:
    return partial(Fixed, observation, spaces.Discrete(2))


@pytest.mark.parametrize("sampled_singly", [False, True])
def test_types_and_shapes_of_a_step(sampled_singly: bool) -> None:
    envs = pool(*[CARTPOLE] * 8)
    envs.reset()
    assert isinstance(envs.single_action_space, spaces.Discrete)
    assert isinstance(envs.action_space, spaces.MultiDiscrete)
    single = [envs.single_action_space.sample() for _ in range(8)]
    result = envs.step(single if sampled_singly else envs.action_space.sample())
    assert result[0] in envs.observation_space
    assert result[0].shape == (8, *envs.single_observation_space.shape)
    assert [values.dtype for values in result[1:4]] == [np.float64, np.bool_, np.bool_]
    assert all(values.shape == (8,) for values in result[1:4])
    envs.close()


def test_render_modes() -> None:
    envs = pool(*[partial(CARTPOLE, render_mode="rgb_array_list")] * 2)
    assert envs.render_mode == "rgb_array_list"
    envs.reset()
    frames = envs.call("render")
    assert [len(one) for one in frames] == [1, 1]
    assert frames[0][0].dtype == np.uint8
    envs.close()
    envs = pool(CARTPOLE)
    assert envs.render_mode is None
    envs.close()


@pytest.mark.parametrize("mode", [*AutoresetMode])
def test_metadata_are_the_environments_with_the_mode(mode: AutoresetMode) -> None:
    envs = pool(CARTPOLE, autoreset_mode=mode)
    theirs = SyncVectorEnv([CARTPOLE], autoreset_mode=mode)
    assert envs.metadata == theirs.metadata
    assert envs.metadata["autoreset_mode"] is mode
    assert "autoreset_mode" not in CARTPOLE().metadata
    envs.close()
    theirs.close()


def test_attributes_are_read_and_set_in_wrapped_environments() -> None:
    envs = pool(*[CARTPOLE] * 4)
    assert envs.get_attr("gravity") == (9.8,) * 4
    envs.set_attr("gravity", [9.81, 3.72, 8.87, 1.62])
    assert envs.call("gravity") == (9.81, 3.72, 8.87, 1.62)
    envs.close()


def test_seeds() -> None:
    envs = pool(*[CARTPOLE] * 4)
    theirs = AsyncVectorEnv([CARTPOLE] * 4)
    assert len(set(envs.np_random_seed)) == 4, "also before the first reset"
    for seed in (42, None, [3, None, 1, 2], 0):
        assert_same(envs.reset(seed=seed)[0].shape, theirs.reset(seed=seed)[0].shape)
        ours, expected = envs.np_random_seed, theirs.np_random_seed
        assert [i for i in range(4) if ours[i] != expected[i]] == []
    envs.close()
    theirs.close()


def test_masks() -> None:
    envs = pool(*[CARTPOLE] * 3, autoreset_mode="Disabled")
    first = envs.reset(seed=[0, 1, 2], options={"reset_mask": np.array([True] * 3)})[0]
    for _ in range(3):
        last = envs.step([0, 1, 0])[0]
    masked = envs.reset(seed=[0, 1, 0], options={"reset_mask": np.array([True, True, False])})[0]
    assert_same(masked[:2], first[:2])
    assert_same(masked[2], last[2])
    for mask, kind, message in (
        ([True], ValueError, r"shape `?\(3,\)"),
        ([True, True, False, False], ValueError, r"shape `?\(3,\)"),
        ([[True, True, True]], ValueError, r"shape `?\(3,\)"),
        ([False] * 3, ValueError, "at least one"),
        ([1, 1, 0], TypeError, "bool"),
        ([1.0, 1.0, 0.0], TypeError, "bool"),
    ):
        with pytest.raises(kind, match=message):
            envs.reset(options={"reset_mask": np.array(mask)})
    envs.close()


@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_the_number_of_actions_must_be_that_of_environments(count: int) -> None:
    envs = pool(*[CARTPOLE] * 4, autoreset_mode="Disabled")
    envs.reset()
    with pytest.raises(ValueError, match=r"must have shape \(4,\)"):
        envs.step(np.zeros(count, np.int64))
    with pytest.raises(InvalidActionError):
        envs.step([0, 0, 2, 0])
    assert envs.step([0, 0, 1, 0])[0].shape == (4, 4)
    envs.close()


def test_calls_out_of_order() -> None:
    envs = pool(*[CARTPOLE] * 4)
    envs.reset()
    envs.send([0] * 4)
    for call in (lambda: envs.step([0] * 4), lambda: envs.call("gravity"), envs.async_reset):
        with pytest.raises(InFlightError):
            call()
    envs.close()
    for closed in (envs.reset, envs.recv, lambda: envs.step([0] * 4)):
        with pytest.raises(PoolClosedError):
            closed()


def test_exceptions_of_environments_are_theirs() -> None:
    envs = pool(Failing, Failing)
    envs.reset(seed=[0, 0])
    with pytest.raises(EnvironmentFailure) as caught:
        envs.reset(seed=[1, 0])
    assert isinstance(caught.value.__cause__, ValueError)
    assert str(caught.value.__cause__) == "no reset with seed 1"
    envs.reset(seed=[0, 0])
    with pytest.raises(EnvironmentFailure, match="no step with 1"):
        envs.step([0, 1])
    envs.close()


class Failing(gymnasium.Env[int, int]):
    """Fails where it is asked to."""

    observation_space = spaces.Discrete(3)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        if seed == 1:
            raise ValueError("no reset with seed 1")
        return 0, {}

    def step(self, action: int) -> Any:
        if action == 1:
            raise ValueError("no step with 1")
        return 1, 0, False, False, {}


class Word(spaces.Space[str]):
    """A space that Gymnasium does not know."""

    def sample(self, *_: Any, **__: Any) -> str:
        return "word"

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word)


class Echo(gymnasium.Env[str, str]):
    """Observes its action."""

    observation_space = Word()
    action_space = Word()

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return "reset", {}

    def step(self, action: str) -> Any:
        return f"step({action})", 0.0, False, False, {}


def test_spaces_of_one_s_own() -> None:
    envs = pool(Echo, Echo, Echo)
    assert isinstance(envs.single_action_space, Word)
    assert isinstance(envs.action_space, spaces.Tuple)
    assert envs.reset()[0] == ("reset",) * 3
    assert envs.step(("one", "two", "three"))[0] == ("step(one)", "step(two)", "step(three)")
    envs.close()


class OwnDict(spaces.Dict):
    """A kind of Dict, of which Gymnasium makes the same batches."""


def test_subclasses_of_spaces_are_batched_as_these() -> None:
    space = OwnDict(a=spaces.Discrete(3), b=spaces.Box(-1, 1, (2,), np.float32))
    envs, theirs = pool(*[fixed(space)] * 2), SyncVectorEnv([fixed(space)] * 2)
    assert_same(envs.reset(seed=0), theirs.reset(seed=0))
    actions = np.zeros(2, np.int64)
    assert_same(envs.step(actions), theirs.step(actions))
    envs.close()


@pytest.mark.parametrize("start_method", ["starter", "thread"])
def test_one_environment_for_several_ids_is_refused(start_method: str) -> None:
    """Their episodes would mix; in threads, also between workers."""
    one = gymnasium.make("CartPole-v1")
    functions = [CARTPOLE, lambda: one, lambda: gymnasium.wrappers.TimeLimit(one, 3), CARTPOLE]
    with pytest.raises(ValueError, match="env ids 1 and 2 are the same object: a function must"):
        parallel_pool.make_python(
            functions, num_workers=1 if start_method == "starter" else 4, start_method=start_method
        )


# --- Observation modes ----------------------------------------------------------------------------

BOUNDS = [spaces.Box(0, high, (5,), np.float32) for high in (1, 2, 3)]
GIVEN = (
    spaces.Box(0, np.repeat(np.arange(1, 4), 5).reshape((3, 5)).astype(np.float32)),
    spaces.Box(0, 1, (5,), np.float32),
)


@pytest.mark.parametrize("mode", ["different", GIVEN])
def test_spaces_that_differ_in_bounds(mode: Any) -> None:
    with pytest.raises(PoolError, match="observation_mode='different'"):
        pool(*map(fixed, BOUNDS))
    envs = pool(*map(fixed, BOUNDS), observation_mode=mode)
    theirs = SyncVectorEnv([*map(fixed, BOUNDS)], observation_mode=mode)
    assert envs.observation_space == theirs.observation_space == batch_differing_spaces(BOUNDS)
    assert envs.single_observation_space == theirs.single_observation_space
    assert_same(envs.reset(seed=1), theirs.reset(seed=1))
    actions = np.zeros(3, np.int64)
    assert_same(envs.step(actions), theirs.step(actions))
    envs.close()
    theirs.close()


@pytest.mark.parametrize("mode", ["same", "different", (BOUNDS[0], BOUNDS[0])])
@pytest.mark.parametrize(
    "unlike",
    [
        [spaces.Box(0, 1, (i + 1,)) for i in range(3)],
        [spaces.Box(0, 1, (3,)), spaces.Discrete(5), spaces.Dict(a=spaces.Discrete(2))],
    ],
)
def test_spaces_that_differ_in_form_are_refused(unlike: Any, mode: Any) -> None:
    """By a RuntimeError as with `AsyncVectorEnv`."""
    first = "observation_mode" if isinstance(mode, tuple) else "env id 0"
    with pytest.raises(RuntimeError, match=f"same observation space: {first} has") as caught:
        pool(*map(fixed, unlike), observation_mode=mode)
    assert caught.type is parallel_pool.SpaceMismatchError


def test_observation_modes_that_are_none() -> None:
    with pytest.raises(ValueError, match=r"must be one of \['same', 'different'\]"):
        pool(CARTPOLE, observation_mode="invalid")
    with pytest.raises(ValueError, match="a tuple of the batched and the single space"):
        pool(CARTPOLE, observation_mode=(spaces.Discrete(2),))
