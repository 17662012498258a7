# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Nested actions that are refused: the message names the place, and nothing is stepped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import errors
from parallel_pool.testing import assert_same

N = 3


@pytest.fixture(scope="module")
def envs() -> Any:
    return parallel_pool.make("Echo-v0", num_envs=N)


def good() -> dict[str, Any]:
    """A valid action, which the tests then make invalid."""
    return {
        "number": np.zeros(N, np.int32),
        "pair": (np.zeros((N, 3), np.int64), np.zeros((N, 2), np.int8)),
        "boxes": {
            "matrix": np.full((N, 2, 3), 7, np.float32),
            "bytes": np.zeros((N, 2), np.uint8),
            "scalar": np.zeros(N, np.float64),
        },
    }


# The place of the leaf, refused values, and the text of the message.
OUTSIDE: list[tuple[str, Callable[[Any], np.ndarray], Any, str]] = [
    ("['number']", lambda a: a["number"], -3, "is -3, but must lie in -2..2"),
    ("['number']", lambda a: a["number"], 3, "is 3, but must lie in -2..2"),
    ("['number']", lambda a: a["number"], 2**31 - 1, "is 2147483647, but must lie in -2..2"),
    ("['pair'][0]", lambda a: a["pair"][0][:, 1], 3, "is 3 at element 1, but must lie in 0..2"),
    ("['pair'][0]", lambda a: a["pair"][0][:, 2], -1, "is -1 at element 2, but must lie in 0..3"),
    ("['pair'][1]", lambda a: a["pair"][1][:, 0], 2, "is 2 at element 0, but must lie in 0..1"),
    ("['pair'][1]", lambda a: a["pair"][1][:, 1], -1, "is -1 at element 1, but must lie in 0..1"),
    (
        "['boxes']['matrix']",
        lambda a: a["boxes"]["matrix"][:, 1, 0],
        np.nan,
        "nan at element 3, but must be finite",
    ),
    (
        "['boxes']['matrix']",
        lambda a: a["boxes"]["matrix"][:, 0, 2],
        -np.inf,
        "is -inf at element 2, but must be finite",
    ),
    ("['boxes']['scalar']", lambda a: a["boxes"]["scalar"], np.inf, "is inf, but must be finite"),
    ("['boxes']['scalar']", lambda a: a["boxes"]["scalar"], np.nan, "nan, but must be finite"),
]


@pytest.mark.parametrize(("path", "leaf", "value", "message"), OUTSIDE)
@pytest.mark.parametrize("env_id", range(N))
def test_values_outside_are_named(
    envs: Any, path: str, leaf: Callable[[Any], np.ndarray], value: Any, message: str, env_id: int
) -> None:
    """The message names env id and place, and nothing is stepped."""
    envs.reset()
    before = envs.get_state()
    action = good()
    leaf(action)[env_id] = value
    with pytest.raises(errors.InvalidActionError) as caught:
        envs.step(action)
    assert str(caught.value).startswith(f"env id {env_id}: action{path} is ")
    assert message in str(caught.value)
    with pytest.raises(errors.InvalidActionError):
        envs.send(action)
    assert envs.get_state() == before


def spoilt(**changes: Any) -> dict[str, Any]:
    """A valid action with replaced parts; two underscores separate nested keys."""
    action = good()
    for key, value in changes.items():
        if key.startswith("boxes__"):
            action["boxes"][key.removeprefix("boxes__")] = value
        else:
            action[key] = value
    return action


ZEROS = good()
MALFORMED: list[tuple[Any, type[Exception], str]] = [
    (
        spoilt(number=np.zeros(N)),
        TypeError,
        "actions['number'] must hold integers (int32), got float64",
    ),
    (
        spoilt(number=np.full(N, 2**40)),
        ValueError,
        "actions['number'] must fit into",
    ),
    (
        spoilt(number=np.zeros((N, 1), int)),
        ValueError,
        "actions['number'] must have shape (3,), one",
    ),
    (spoilt(number=np.int32(0)), ValueError, "actions['number'] must have shape (3,)"),
    (spoilt(number=None), TypeError, "actions['number'] must hold integers (int32), got NoneType"),
    (spoilt(pair=ZEROS["pair"][0]), TypeError, "actions['pair'] must be a tuple of 2, got"),
    (spoilt(pair=(ZEROS["pair"][0],)), ValueError, "actions['pair'] has 1 entries, expected 2"),
    (spoilt(pair=(ZEROS["pair"][0], np.zeros((N, 2)))), TypeError, "actions['pair'][1] must hold"),
    (
        spoilt(pair=(np.zeros((N, 2), int), ZEROS["pair"][1])),
        ValueError,
        "actions['pair'][0] must have shape (3, 3), one row for each of 3 environments, got (3, 2)",
    ),
    (spoilt(boxes=()), TypeError, "actions['boxes'] must be a dict, got tuple"),
    (
        spoilt(boxes__bytes=np.full((N, 2), 256)),
        ValueError,
        "actions['boxes']['bytes'] must fit into uint8, got integers from",
    ),
    (
        spoilt(boxes__bytes=np.full((N, 2), -1)),
        ValueError,
        "must fit into uint8, got integers from -1 to -1",
    ),
    (
        spoilt(boxes__matrix=np.zeros((N, 6))),
        ValueError,
        "actions['boxes']['matrix'] must have shape (3, 2, 3)",
    ),
    (
        spoilt(boxes__scalar=["a"] * N),
        TypeError,
        "actions['boxes']['scalar'] must hold real numbers",
    ),
    (spoilt(boxes__scalar=np.zeros(N, complex)), TypeError, "(float64), got complex128"),
    ({k: v for k, v in ZEROS.items() if k != "pair"}, ValueError, "actions['pair'] is missing"),
    ([ZEROS] * N, TypeError, "actions must be a dict, got list"),
    (None, TypeError, "actions must be a dict, got NoneType"),
]


@pytest.mark.parametrize(("action", "error", "message"), MALFORMED)
def test_malformed_actions(envs: Any, action: Any, error: type[Exception], message: str) -> None:
    envs.reset()
    before = envs.get_state()
    with pytest.raises(error) as caught:
        envs.step(action)
    assert message in str(caught.value)
    assert envs.get_state() == before
    assert_same(envs.step(good())[0], good())


def test_ragged_actions(envs: Any) -> None:
    envs.reset()
    said = (
        r"actions\['pair'\]\[0\] must have the same shape in each row, got \[\[0, 0\], \[0, 0, 0\]"
    )
    with pytest.raises(ValueError, match=said):
        envs.step(spoilt(pair=([[0, 0], [0, 0, 0], [0]], ZEROS["pair"][1])))


def test_keys_too_many(envs: Any) -> None:
    envs.reset()
    with pytest.raises(
        ValueError, match=r"actions has the key 'nmber', expected number, pair, boxes"
    ):
        envs.step(good() | {"nmber": 1})
