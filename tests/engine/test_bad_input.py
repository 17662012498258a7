# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Each wrong call raises the right exception with a helpful message; the pool stays usable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing import assert_same


class Checked:
    """A pool whose twin shows that a refused call changed nothing."""

    def __init__(self, id: str, **keywords: Any) -> None:
        self.envs = parallel_pool.make(id, num_envs=4, **keywords)
        self.twin = parallel_pool.make(id, num_envs=4, **keywords)
        self.envs.reset(seed=11)
        self.twin.reset(seed=11)

    def still_works(self, actions: Any) -> None:
        for _ in range(3):
            assert_same(self.envs.step(actions), self.twin.step(actions))


@pytest.fixture
def cartpole() -> Iterator[Checked]:
    pools = Checked("CartPole-v1")
    yield pools
    pools.still_works(np.array([0, 1, 0, 1]))


@pytest.fixture
def pendulum() -> Iterator[Checked]:
    pools = Checked("Pendulum-v1")
    yield pools
    pools.still_works(np.zeros((4, 1), np.float32))


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0, 1, 2, 0], errors.InvalidActionError, "env id 2: action is 2, but must lie in 0..1"),
        ([0, 1, 0, -1], errors.InvalidActionError, "env id 3: action is -1, but must lie in 0..1"),
        (
            np.full(4, 2**63, np.uint64),
            ValueError,
            "must fit into int64, got integers from 9223372036854775808 to",
        ),
        (np.zeros(4), TypeError, "actions must hold integers \\(int64\\), got float64"),
        (np.zeros(4, bool), TypeError, "got bool"),
        (
            np.zeros(3, int),
            ValueError,
            "must have shape \\(4,\\), one row for each of 4 environments, got \\(3,\\)",
        ),
        (np.zeros((4, 1), int), ValueError, "got \\(4, 1\\)"),
        (np.zeros(0, int), ValueError, "got \\(0,\\)"),
        ([], ValueError, "must have shape \\(4,\\), .* environments, got \\(0,\\)"),
        ([[], [], [], []], ValueError, "must have shape \\(4,\\), .*, got \\(4, 0\\)"),
        (
            [0, [1], 0, 0],
            ValueError,
            "actions must have the same shape in each row, got \\[0, \\[1\\], 0, 0\\]$",
        ),
        ([["\u00e9" * 300], 0], ValueError, r"in each row, got \[\['(\\xe9)+.{0,3}\.\.\.$"),
        (np.int64(1), TypeError, "one action for each environment, got np.int64\\(1\\)"),
        (None, TypeError, "got NoneType"),
        ("push", TypeError, "got <U4"),
        ({"push": 1}, TypeError, "got dict"),
        ([0, 1, None, 0], TypeError, "got list"),
    ],
)
def test_step_refuses_discrete_actions(
    cartpole: Checked, actions: Any, error: type, message: str
) -> None:
    with pytest.raises(error, match=message):
        cartpole.envs.step(actions)
    with pytest.raises(error):
        cartpole.envs.send(actions)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        (
            np.array([[0], [0], [np.nan], [0]]),
            errors.InvalidActionError,
            "env id 2: action is -?nan",
        ),
        (
            np.array([[0], [np.inf], [0], [0]]),
            errors.InvalidActionError,
            "env id 1: action is inf, but must be finite",
        ),
        (np.zeros((4, 1), complex), TypeError, "real numbers \\(float32\\), got complex128"),
        (np.zeros((4, 1), bool), TypeError, "got bool"),
        (np.zeros(4), ValueError, "must have shape \\(4, 1\\)"),
        (np.zeros((4, 2)), ValueError, "got \\(4, 2\\)"),
    ],
)
def test_step_refuses_box_actions(
    pendulum: Checked, actions: Any, error: type, message: str
) -> None:
    with pytest.raises(error, match=message):
        pendulum.envs.step(actions)


def test_any_integer_dtype_and_layout_is_taken(cartpole: Checked) -> None:
    wide = np.zeros((4, 7), np.int16)
    wide[:, 3] = [0, 1, 1, 0]
    forms = [
        [0, 1, 1, 0],
        (0, 1, 1, 0),
        *[np.array([0, 1, 1, 0], dtype) for dtype in "bhilqBHILQ"],
        np.array([0, 1, 1, 0], ">i8"),
        wide[:, 3],
        np.array([0, 1, 1, 0])[::-1],
    ]
    for form in forms:
        assert_same(
            cartpole.envs.step(form), cartpole.twin.step(np.ascontiguousarray(form, np.int64))
        )


def test_numbers_are_cast_to_the_box_dtype(pendulum: Checked) -> None:
    """Finite values outside the bounds pass to the rules, as in the reference."""
    values = np.array([[0.1], [5.0], [-1e30], [1e-300]])
    for form in (values, values[:, ::-1], values.tolist(), np.asfortranarray(values)):
        assert_same(pendulum.envs.step(form), pendulum.twin.step(values.astype(np.float32)))
    ints = np.array([[1], [2], [-2], [0]])
    assert_same(pendulum.envs.step(ints), pendulum.twin.step(ints.astype(np.float32)))


def test_actions_of_pending_autoresets_are_ignored() -> None:
    pools = Checked("Blackjack-v1")
    assert pools.envs.step([0, 0, 0, 0])[2].all()
    pools.twin.step([0, 0, 0, 0])
    assert_same(pools.envs.step([9, -9, 2, 5]), pools.twin.step([0, 0, 0, 0]))
    pools.still_works(np.array([1, 1, 1, 1]))


@pytest.mark.parametrize(
    ("env_id", "error", "message"),
    [
        ([4], IndexError, "env id 4 is out of range"),
        ([-1], IndexError, "env id -1 is out of range"),
        ([2**40], IndexError, "env id 1099511627776 is out of range"),
        ([1, 1], ValueError, "env id 1 appears twice"),
        (
            [0.5],
            TypeError,
            "env_id must be a one-dimensional array or sequence of ints, got \\[0.5\\]",
        ),
        ([], ValueError, "names no environment"),
        ([[0]], TypeError, "one-dimensional array or sequence of ints, got \\[\\[0\\]\\]"),
        ("0", TypeError, "sequence of ints, got '0'"),
    ],
)
def test_env_ids_are_checked(cartpole: Checked, env_id: Any, error: type, message: str) -> None:
    count = np.size(env_id)
    with pytest.raises(error, match=message):
        cartpole.envs.step(np.zeros(count, int), env_id)
    with pytest.raises(error, match=message):
        cartpole.envs.send(np.zeros(count, int), env_id)
    with pytest.raises(error, match=message):
        cartpole.envs.async_reset(env_id)


@pytest.mark.parametrize(
    ("seed", "error", "message"),
    [
        (-1, ValueError, "a seed must be non-negative, got -1"),
        (1.5, TypeError, "seed must be an int, a sequence of them or None, got float"),
        (True, TypeError, "got bool"),
        ("1", TypeError, "got str"),
        ([1, 2], ValueError, "one seed for each of 4 environments, got 2"),
        ([1, 2, -3, 4], ValueError, "non-negative, got -3"),
        ([1, 2, "x", 4], TypeError, "a seed must be a non-negative int or None, got str"),
        ([1, 2, 0.5, 4], TypeError, "got float"),
    ],
)
def test_seeds_are_checked(cartpole: Checked, seed: Any, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        cartpole.envs.reset(seed=seed)
    with pytest.raises(error, match=message):
        cartpole.envs.async_reset(seed=seed)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"reset_mask": [True] * 4}, TypeError, "must be a numpy array, got <class 'list'>"),
        ({"reset_mask": np.ones(3, bool)}, ValueError, r"shape `\(4,\)`, got \(3,\)"),
        ({"reset_mask": np.ones(4, int)}, TypeError, "must have `dtype=np.bool_`, got int64"),
        ({"reset_mask": np.zeros(4, bool)}, ValueError, "at least one"),
        ({"lo": 1}, errors.InvalidOptionError, "unknown reset option 'lo', did you mean 'low'"),
        ({"low": "x"}, TypeError, "reset option 'low' must be float, got 'x'"),
        ({"low": 1.0, "high": 0.5}, ValueError, "low <= high"),
        ({"low": float("nan")}, ValueError, "finite"),
        ({"low": -1e308, "high": 1e308}, ValueError, "finite"),
    ],
)
def test_reset_options_are_checked(
    cartpole: Checked, options: Any, error: type, message: str
) -> None:
    with pytest.raises(error, match=message):
        cartpole.envs.reset(options=options)


def test_mask_and_env_id_exclude_each_other(cartpole: Checked) -> None:
    mask = np.ones(4, bool)
    with pytest.raises(ValueError, match="were both given: give only one of them"):
        cartpole.envs.reset(options={"reset_mask": mask}, env_id=[0])
    with pytest.raises(ValueError, match="async_reset takes env_id"):
        cartpole.envs.async_reset(options={"reset_mask": mask})
    envs = parallel_pool.make("CartPole-v1", num_envs=4, batch_size=2)
    with pytest.raises(ValueError, match="works in sync mode only: give env_id instead"):
        envs.reset(options={"reset_mask": mask})


def test_step_before_reset() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    with pytest.raises(errors.ResetNeededError, match="env id 0 was never reset"):
        envs.step([0, 0])
    envs.reset(env_id=[0])
    with pytest.raises(errors.ResetNeededError, match="env id 1 was never reset"):
        envs.step([0, 0])
    envs.step([0], [0])
    asynchronous = parallel_pool.make("CartPole-v1", num_envs=2, batch_size=1)
    with pytest.raises(errors.ResetNeededError, match="no batch was received yet"):
        asynchronous.step([0])


def test_step_of_an_ended_episode_without_autoreset() -> None:
    envs = parallel_pool.make("Blackjack-v1", num_envs=2, autoreset_mode="Disabled")
    envs.reset(seed=0)
    envs.step([0, 1])
    with pytest.raises(
        errors.ResetNeededError, match="env id 0's episode has ended and autoreset is"
    ):
        envs.step([0, 0])


def test_everything_after_close() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    observations, _ = envs.reset(seed=0)
    envs.close()
    envs.close()
    assert envs.closed
    calls = {
        "step": lambda: envs.step([0, 0]),
        "reset": envs.reset,
        "send": lambda: envs.send([0, 0]),
        "recv": envs.recv,
        "async_reset": envs.async_reset,
        "get_state": envs.get_state,
    }
    for name, call in calls.items():
        with pytest.raises(
            errors.PoolClosedError, match=f"{name}\\(\\) was called on a closed pool"
        ):
            call()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step([0, 0])
    assert observations.shape == (2, 4)


def test_whole_pool_calls_while_rows_are_in_flight() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=3)
    envs.reset(seed=0)
    envs.send([0], [1])
    with pytest.raises(errors.InFlightError, match="1 results are in flight"):
        envs.step([0, 0, 0])
    with pytest.raises(errors.InFlightError):
        envs.reset(options={"reset_mask": np.ones(3, bool)})
    with pytest.raises(gymnasium.error.AlreadyPendingCallError):
        envs.send([0], [1])
    assert envs.recv()[4]["env_id"].tolist() == [1]
    assert envs.step([0, 0, 0])[0].shape == (3, 4)


def test_full_reset_discards_what_is_in_flight() -> None:
    """After Ctrl-C in a loop, reset works."""
    for batch in (3, 2):
        envs = parallel_pool.make("CartPole-v1", num_envs=3, batch_size=batch)
        envs.async_reset(seed=0)
        envs.recv()
        envs.async_reset([0], seed=[9])
        first, _ = envs.reset(seed=5)
        assert first.shape == (batch, 4)
        assert envs.in_flight == 3 - batch


def test_timeouts_are_checked() -> None:
    envs = parallel_pool.make("CartPole-v1", num_envs=2)
    envs.async_reset(seed=0)
    for timeout in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="timeout must be at least 0 seconds or None"):
            envs.recv(timeout=timeout)
    with pytest.raises(TypeError, match="timeout must be a number of seconds or None, got '5'"):
        envs.recv(timeout="5")  # type: ignore[arg-type]
    assert envs.recv(timeout=1e30)[0].shape == (2, 4)
