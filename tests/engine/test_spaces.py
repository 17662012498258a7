# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every kind of space, nested: what is declared, and actions that come back bit for bit."""

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
    """Any finite float: bounds of a Box are the environment's affair."""
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


# What NumPy takes for the same numbers.
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
    """Each leaf in a form of its own."""
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
    """In the space's dtypes, whatever the form; denormals and -0.0 too."""
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
    """float64 to float32, rounded to nearest; what overflows is refused."""
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
    """An action that the space contains, to be spoilt."""
    return {
        "number": np.zeros(N, np.int32),
        "pair": (np.zeros((N, 3), np.int64), np.zeros((N, 2), np.int8)),
        "boxes": {
            "matrix": np.full((N, 2, 3), 7, np.float32),
            "bytes": np.zeros((N, 2), np.uint8),
            "scalar": np.zeros(N, np.float64),
        },
    }


# The leaf's place, the values that are refused, and what the message says of them.
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
    """With env id and place, and nothing is stepped."""
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
    """A good action with other parts, nested keys by two underscores."""
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
        "actions['number'] holds integers that do not fit",
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
        "actions['boxes']['bytes'] holds integers that do not fit into uint8",
    ),
    (spoilt(boxes__bytes=np.full((N, 2), -1)), ValueError, "do not fit into uint8"),
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
    """NumPy's own error comes through."""
    envs.reset()
    with pytest.raises(ValueError, match="inhomogeneous"):
        envs.step(spoilt(pair=([[0, 0], [0, 0, 0], [0]], ZEROS["pair"][1])))


def test_keys_too_many(envs: Any) -> None:
    envs.reset()
    with pytest.raises(
        ValueError, match=r"actions has the key 'nmber', expected number, pair, boxes"
    ):
        envs.step(good() | {"nmber": 1})


def test_final_observations_are_single_ones() -> None:
    """SameStep: of the space's own types, not rows of a batch."""
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
        assert isinstance(final["boxes"]["scalar"], np.float64)
        assert DECLARED["pair"].contains(final["pair"])
        assert DECLARED["boxes"]["matrix"].contains(final["boxes"]["matrix"])
