# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every kind of space, nested: declarations, and actions that return bit for bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from parallel_pool import errors
from parallel_pool.spaces import batch_of_one
from parallel_pool.testing import assert_same

N = 3
LOW = np.arange(6, dtype=np.float32).reshape(2, 3)
DECLARED = spaces.Dict(
    {
        "number": spaces.Discrete(5, start=-2, dtype=np.int32),
        "pair": spaces.Tuple((spaces.MultiDiscrete([2, 3, 4]), spaces.MultiBinary(2))),
        "boxes": spaces.Dict(
            {
                "matrix": spaces.Box(LOW, np.full((2, 3), 10, np.float32), dtype=np.float32),
                "bytes": spaces.Box(0, 255, (2,), np.uint8),
                "scalar": spaces.Box(-1, 1, (), np.float64),
            }
        ),
    }
)


def finite(width: int) -> st.SearchStrategy[float]:
    """Any finite float; the environment handles the bounds of a Box."""
    return st.floats(width=width, allow_nan=False, allow_infinity=False)


def integers(dtype: Any, shape: tuple[int, ...], below: Any) -> st.SearchStrategy[np.ndarray]:
    """Each element below its own bound."""
    bounds = np.broadcast_to(below, shape).ravel().tolist()
    parts = st.tuples(*(st.integers(0, bound - 1) for bound in bounds))
    return parts.map(lambda values: np.array(values, dtype).reshape(shape))


ACTIONS = st.fixed_dictionaries(
    {
        "number": integers(np.int32, (N,), 5).map(lambda a: a - np.int32(2)),
        "pair": st.tuples(integers(np.int64, (N, 3), [2, 3, 4]), integers(np.int8, (N, 2), 2)),
        "boxes": st.fixed_dictionaries(
            {
                "matrix": arrays.arrays(np.float32, (N, 2, 3), elements=finite(32)),
                "bytes": arrays.arrays(np.uint8, (N, 2)),
                "scalar": arrays.arrays(np.float64, (N,), elements=finite(64)),
            }
        ),
    }
)


def spread(array: np.ndarray) -> np.ndarray:
    """The same numbers with gaps between them."""
    wide = np.zeros((*array.shape, 3), array.dtype)
    wide[..., 1] = array
    return wide[..., 1]


def read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.setflags(write=False)
    return array


def misaligned(array: np.ndarray) -> np.ndarray:
    memory = np.zeros(array.nbytes + 1, np.uint8)
    view = memory[1:].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view


# Other forms that NumPy reads as the same numbers.
FORMS: dict[str, Callable[[np.ndarray], Any]] = {
    "as it is": lambda a: a,
    "list": lambda a: a.tolist(),
    "list of scalars": lambda a: [[*row] if row.ndim else row for row in a],
    "tuple": lambda a: tuple(a.tolist()),
    "byte-swapped": lambda a: a.astype(a.dtype.newbyteorder()),
    "column-major": np.asfortranarray,
    "reversed": lambda a: a[::-1].copy()[::-1],
    "with gaps": spread,
    "read-only": read_only,
    "misaligned": misaligned,
    "subclass": lambda a: np.ma.masked_array(a),
    "wider": lambda a: a.astype(np.int64 if a.dtype.kind in "iu" else np.float64),
}


def shaped(value: Any, form: Callable[[int], str], path: Iterator[int]) -> Any:
    """Each leaf in a different form."""
    if isinstance(value, dict):
        return {key: shaped(part, form, path) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(shaped(part, form, path) for part in value)
    return FORMS[form(next(path))](value)


@pytest.fixture(scope="module")
def envs() -> Any:
    return parallel_pool.make("Echo-v0", num_envs=N)


def test_spaces_are_those_declared(envs: Any) -> None:
    for space in (envs.single_observation_space, envs.single_action_space):
        assert space == DECLARED
        assert_same(space["boxes"]["matrix"].low, DECLARED["boxes"]["matrix"].low)
        assert space["number"].dtype == np.int32
    assert envs.observation_space == batch_space(DECLARED, N)
    assert envs.action_space == batch_space(DECLARED, N)


def test_first_observation(envs: Any) -> None:
    observations, infos = envs.reset()
    assert infos == {}
    assert observations in envs.observation_space
    expected = {
        "number": np.zeros(N, np.int32),
        "pair": (np.zeros((N, 3), np.int64), np.zeros((N, 2), np.int8)),
        "boxes": {
            "matrix": np.broadcast_to(LOW, (N, 2, 3)).copy(),
            "bytes": np.zeros((N, 2), np.uint8),
            "scalar": np.zeros(N, np.float64),
        },
    }
    assert_same(observations, expected)


@given(action=ACTIONS, data=st.data())
@settings(max_examples=200)
def test_actions_come_back(envs: Any, action: Any, data: st.DataObject) -> None:
    """Actions return in the space's dtypes, whatever their form, including denormals and -0.0."""
    envs.reset()
    names = data.draw(st.lists(st.sampled_from(list(FORMS)), min_size=6, max_size=6))
    given_form = shaped(action, lambda leaf: names[leaf], iter(range(6)))
    assert_same(envs.step(given_form)[0], action)


@given(action=ACTIONS, ids=st.permutations(range(N)))
@settings(max_examples=50)
def test_actions_come_back_to_their_senders(envs: Any, action: Any, ids: list[int]) -> None:
    envs.reset()
    assert_same(envs.step(action, ids)[0], action)
    envs.send(action, ids)
    assert_same(envs.recv()[0], action)


@given(action=ACTIONS)
@settings(max_examples=50)
def test_sampled_actions_come_back(envs: Any, action: Any) -> None:
    """`action_space.sample()`, and one environment's action in a batch of one."""
    envs.reset()
    envs.action_space.seed(7)
    sample = envs.action_space.sample()
    assert_same(envs.step(sample)[0], dict(sample))
    single = envs.single_action_space.sample()
    batch = batch_of_one(DECLARED, single)
    observations = envs.step(batch, [1])[0]
    assert_same(observations["boxes"], batch["boxes"])
    assert_same(observations["number"], np.array([single["number"]], np.int32))


@given(values=st.lists(finite(64), min_size=N, max_size=N))
@example([1e-45, 1e-46, -1e-300])
@example([16777217.0, 0.1, 3.4028235677973366e38])
@settings(max_examples=100)
@pytest.mark.filterwarnings("ignore:overflow encountered in cast:RuntimeWarning")
def test_floats_are_cast_as_numpy_casts(envs: Any, values: list[float]) -> None:
    """float64 is rounded to the nearest float32; overflow is refused."""
    envs.reset()
    action = envs.step(good())[0]
    action["boxes"]["matrix"] = np.broadcast_to(np.array(values)[:, None, None], (N, 2, 3))
    with np.errstate(over="ignore"):
        expected = action["boxes"]["matrix"].astype(np.float32)
    if np.isfinite(expected).all():
        assert_same(envs.step(action)[0]["boxes"]["matrix"], expected)
    else:
        with pytest.raises(errors.InvalidActionError, match=r"is -?inf .*, but must be finite"):
            envs.step(action)


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


def test_final_observations_are_single_ones() -> None:
    """With SameStep, final observations have the types of the space, not of a batch's rows."""
    envs = parallel_pool.make("Echo-v0", num_envs=2, autoreset_mode="SameStep", max_episode_steps=1)
    envs.reset()
    action = {
        "number": [2, -2],
        "pair": (np.ones((2, 3), int), np.ones((2, 2), int)),
        "boxes": {
            "matrix": np.full((2, 2, 3), 9.5),
            "bytes": [[1, 2], [3, 4]],
            "scalar": [0.5, -0.5],
        },
    }
    infos = envs.step(action)[4]
    for i, final in enumerate(infos["final_obs"]):
        assert final["number"] == action["number"][i]
        assert isinstance(final["number"], int)
        assert final["boxes"]["scalar"] == action["boxes"]["scalar"][i]
        assert DECLARED["boxes"]["scalar"].contains(final["boxes"]["scalar"])
        assert DECLARED["pair"].contains(final["pair"])
        assert DECLARED["boxes"]["matrix"].contains(final["boxes"]["matrix"])
