# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every space that Gymnasium batches, and infos of any kind, are what SyncVectorEnv gives."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.testing.compare import assert_same

from tests.python_envs.parity import MODES, play_beside
from tests.python_envs.toy_envs import Fixed, Infos

F32, F64 = np.float32, np.float64
SPACES: dict[str, spaces.Space[Any]] = {
    "box": spaces.Box(-1, 1, (3,), F32),
    "box of no axes": spaces.Box(-1, 1, (), F64),
    "image": spaces.Box(0, 255, (5, 4, 3), np.uint8),
    "bounds of each": spaces.Box(np.array([-1.0, 0.0]), np.array([1.0, 9.0]), dtype=F64),
    "int64 box": spaces.Box(-5, 5, (2, 2), np.int64),
    "float16 box": spaces.Box(-1, 1, (2,), np.float16),
    "discrete": spaces.Discrete(5),
    "discrete from 3": spaces.Discrete(5, start=3),
    "multi discrete": spaces.MultiDiscrete([3, 4, 5]),
    "multi discrete of two axes": spaces.MultiDiscrete([[3, 4], [5, 6]]),
    "multi discrete from 2": spaces.MultiDiscrete([3, 4], start=[2, -1]),
    "multi binary": spaces.MultiBinary(4),
    "multi binary of two axes": spaces.MultiBinary((2, 3)),
    "dict": spaces.Dict(a=spaces.Box(-1, 1, (2,), F32), b=spaces.Discrete(3)),
    "tuple": spaces.Tuple((spaces.Discrete(3), spaces.Box(-1, 1, (2,), F32))),
    "nested": spaces.Dict(
        inner=spaces.Tuple((spaces.Dict(x=spaces.MultiBinary(2)), spaces.Discrete(4))),
        text=spaces.Text(6),
    ),
    "text": spaces.Text(8),
    "text that UTF-8 lacks": spaces.Text(6, charset="a\udc80\u00e9"),
    "sequence": spaces.Sequence(spaces.Discrete(4)),
    "graph": spaces.Graph(spaces.Box(-1, 1, (2,)), spaces.Discrete(3)),
    "one of": spaces.OneOf([spaces.Discrete(3), spaces.Box(-1, 1, (2,), F32)]),
}
# SyncVectorEnv cannot batch their actions or observations itself.
NO_ACTIONS = ("graph", "one of", "sequence", "text", "text that UTF-8 lacks", "nested")


@pytest.mark.parametrize("name", SPACES)
def test_observations(name: str) -> None:
    functions = [partial(Fixed, SPACES[name], spaces.Discrete(2))] * 4
    mode = MODES[list(SPACES).index(name) % 3]
    play_beside(functions, mode, 12, num_workers=2)


@pytest.mark.parametrize("name", [name for name in SPACES if name not in NO_ACTIONS])
def test_actions_reach_the_environment_as_they_do_there(name: str) -> None:
    """Their type and value, as `repr` shows them."""
    functions = [partial(Fixed, spaces.Discrete(2), SPACES[name])] * 3
    play_beside(functions, "NextStep", 8, num_workers=2)


def test_actions_without_columns() -> None:
    space = spaces.Dict(word=spaces.Text(5), push=spaces.Discrete(3))
    functions = [partial(Fixed, spaces.Discrete(2), space)] * 2
    envs = parallel_pool.make_python(functions, num_workers=2)
    envs.reset(seed=0)
    infos = envs.step({"word": ("one", "two"), "push": np.array([1, 2])})[4]
    assert infos["action"].tolist() == [
        "{'word': 'one', 'push': np.int64(1)}",
        "{'word': 'two', 'push': np.int64(2)}",
    ]
    envs.close()


def numbers(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {
        "int": step,
        "float": rng.random(),
        "bool": step % 2 == 0,
        "float32": F32(rng.random()),
        "uint8": np.uint8(step),
        "vector": rng.random(3),
        "image": rng.integers(0, 255, (2, 3), dtype=np.uint8),
        "flags": np.array([True, False]),
        "strided": rng.random((4, 4))[::2, 1],
        "no axes": np.array(step),
        "empty": np.zeros((0, 2)),
        "text": "a" * step,
        "other text": "\N{SNOWMAN}\ud800"[: step % 3],
        "list": [step, "moved", None, [rng.random()]],
        "tuple": (step,) * (step % 4),
        "nested": {"text": f"step {step}", "list": []},
    }


def objects(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {
        "text": f"step {step}",
        "none": None,
        "numpy bool": np.bool_(step % 2),
        "list": [step, step + 1],
        "words": np.array(["a", "bc"]),
        "set": {step},
    }


def nested(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"outer": {"x": step, "inner": {"y": rng.random(2), "z": "text"}}, "empty": {}}


def plain_nested(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"outer": {"x": step, "inner": {"y": rng.random(2)}}, "n": 1.5}


def now_and_then(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"rare": rng.random()} if rng.random() < 0.3 else {}


def other_at_reset(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"step": step} if step else {"start": np.arange(3), "prob": 1}


def changing_types(step: int, rng: np.random.Generator) -> dict[str, Any]:
    """The first environment with a key decides: later values are cast, digits lost."""
    return {"value": 1 if rng.random() < 0.5 else rng.random()}


def many_forms(step: int, rng: np.random.Generator) -> dict[str, Any]:
    """More than a worker learns."""
    return {f"key {rng.integers(40)}": step}


def large(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"big": rng.random((50, 70)) if step % 2 else rng.random((300, 70))[:50], "list": [step]}


KINDS = (
    numbers,
    objects,
    nested,
    plain_nested,
    now_and_then,
    other_at_reset,
    changing_types,
    many_forms,
    large,
)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", KINDS)
def test_infos(kind: Any, mode: str) -> None:
    play_beside([partial(Infos, kind, 3 + i % 3) for i in range(5)], mode, 25, num_workers=2)


def test_an_int_too_large_for_a_column() -> None:
    envs = parallel_pool.make_python([partial(Infos, huge)] * 2)
    with pytest.raises(EnvironmentFailure, match="too large for int64") as caught:
        envs.reset()
    assert caught.value.env_ids.tolist() == [0, 1]
    envs.close()


def huge(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"huge": 1 << 70}


def test_an_info_that_cannot_be_pickled_fails_its_row() -> None:
    envs = parallel_pool.make_python([partial(Infos, unpicklable), partial(Infos, numbers)])
    with pytest.raises(EnvironmentFailure, match=r"pickle|local object") as caught:
        envs.reset()
    assert caught.value.env_ids.tolist() == [0]
    envs.close()


def unpicklable(step: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"function": lambda: step}


def test_an_observation_of_another_size_fails_its_row() -> None:
    envs = parallel_pool.make_python([Liar] * 2, num_workers=1)
    with pytest.raises(EnvironmentFailure, match="has 2 elements, but its space has 3"):
        envs.reset()
    envs.close()


class Twisting(gymnasium.Env[Any, Any]):
    """Returns an observation that it is told."""

    action_space = spaces.Discrete(2)

    def __init__(self, space: spaces.Space[Any], value: Any) -> None:
        self.observation_space = space
        self.value = value

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return self.value, {}


TALL = spaces.Box(-9, 9, (3, 2), F32)


@pytest.mark.parametrize(
    ("space", "right", "wrong", "shapes"),
    [
        (TALL, np.zeros((3, 2), F32), np.zeros((2, 3), F32), r"\(2, 3\), but .* \(3, 2\)"),
        (TALL, np.zeros((3, 2), F32), np.zeros(6), r"\(6,\), but .* \(3, 2\)"),
        (TALL, [[0, 0]] * 3, [0.0] * 6, r"\(6,\), but .* \(3, 2\)"),
        (spaces.Box(0, 9, (2,), F32), np.zeros(2), np.zeros((1, 2)), r"\(1, 2\), but .* \(2,\)"),
        (spaces.Dict(a=TALL), {"a": np.zeros((3, 2))}, {"a": np.zeros((2, 3))}, r"\(2, 3\), but"),
    ],
)
def test_an_observation_of_another_shape_fails_its_row(
    space: Any, right: Any, wrong: Any, shapes: str
) -> None:
    functions = [partial(Twisting, space, value) for value in (right, wrong, right)]
    envs = parallel_pool.make_python(functions, num_workers=2)
    with pytest.raises(EnvironmentFailure, match=f"an observation has shape {shapes}") as caught:
        envs.reset()
    assert caught.value.env_ids.tolist() == [1]
    assert caught.value.good_env_ids.tolist() == [0, 2]
    envs.close()


@pytest.mark.parametrize(("shape", "value"), [((1,), 3.0), ((), np.ones(1)), ((1, 1), [1])])
def test_a_single_element_fits_however_it_is_wrapped(shape: tuple[int, ...], value: Any) -> None:
    with parallel_pool.make_python(partial(Twisting, spaces.Box(-9, 9, shape, F32), value)) as envs:
        assert envs.reset()[0].shape == (1, *shape)


class Liar(Fixed):
    """Its observations do not fit its space."""

    def __init__(self) -> None:
        super().__init__(spaces.Box(-1, 1, (2,), F32), spaces.Discrete(2))
        self.sampled = self.observation_space
        self.observation_space = spaces.Box(-1, 1, (3,), F32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        return self.sampled.sample(), {}


def test_results_are_the_caller_s_to_keep_and_to_change() -> None:
    functions = [partial(Infos, numbers)] * 3
    envs = parallel_pool.make_python(functions)
    kept = [envs.reset(seed=0)]
    again = parallel_pool.make_python(functions)
    other = [again.reset(seed=0)]
    for _ in range(12):
        kept.append(envs.step(np.zeros(3, int))[::4])
        result = again.step(np.zeros(3, int))[::4]
        other.append((result[0].copy(), result[1]))
        result[0][:] = -7
    envs.close()
    assert_same(kept, other)
    again.close()


def test_typed_infos_of_many_environments_need_no_pickle(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first, a row's numbers do not pass through Python objects in this process."""
    envs = parallel_pool.make_python([partial(Infos, numbers)] * 4, num_workers=2)
    envs.reset(seed=0)

    def fail(*_: Any) -> None:
        raise AssertionError("infos were merged one by one")

    monkeypatch.setattr("parallel_pool.python_envs.infos.read_rows", fail)
    for _ in range(10):
        infos = envs.step(np.zeros(4, int))[4]
        assert infos["vector"].shape == (4, 3)
    envs.close()
