# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What comes from a worker and cannot be used fails its own row, and the others are delivered."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool.errors import EnvironmentFailure, PoolError

from tests.python_envs.toy_envs import Fixed, Infos, Obedient


class Trap:
    """Calls a function where it is unpickled."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.call = (function, arguments)

    def __reduce__(self) -> Any:
        return self.call


def interrupted() -> None:
    raise KeyboardInterrupt


# Made in the worker, since they would go off on their way there.
TRAPS = [
    (lambda: Trap(sys.exit, 7), "SystemExit"),
    (lambda: Trap(interrupted), "KeyboardInterrupt"),
    (lambda: Trap(int, "x"), "ValueError"),
]


def with_infos(*infos: Any) -> Any:
    """A pool whose environments have these infos after their first step."""

    def kind(info: Any) -> Any:
        made = info if callable(info) else lambda: info
        return lambda steps, _: made() if steps else {}

    kinds = [kind(info) for info in infos]
    envs = parallel_pool.make_python([lambda k=k: Infos(k) for k in kinds], num_workers=2)
    envs.reset()
    return envs


def failure_of_step(envs: Any, actions: Any) -> EnvironmentFailure:
    with pytest.raises(EnvironmentFailure) as caught:
        envs.step(actions)
    return caught.value


@pytest.mark.parametrize(("trap", "name"), TRAPS)
def test_infos_that_cannot_be_unpickled(trap: Callable[[], Trap], name: str) -> None:
    envs = with_infos({"a": 1}, lambda: {"a": trap()}, {"a": 3})
    failure = failure_of_step(envs, [0] * 3)
    assert failure.good_env_ids.tolist() == [0, 2]
    assert "cannot be unpickled in this process" in failure.causes[1]
    assert name in failure.causes[1]
    assert failure.batch is not None
    assert failure.batch[4]["a"].tolist() == [1, 3]
    envs.reset(env_id=[1])
    envs.close()


@pytest.mark.parametrize(("trap", "name"), TRAPS)
def test_results_that_cannot_be_unpickled(trap: Callable[[], Trap], name: str) -> None:
    envs = parallel_pool.make_python(Obedient, 2)
    envs.set_attr("name", "good")

    def set_trap(env: Any) -> None:
        env.name = trap()

    envs._engine.apply([1], set_trap)
    with pytest.raises(PoolError, match=f"env id 1: .*{name}"):
        envs.get_attr("name")
    envs.set_attr("name", "good")
    assert envs.get_attr("name") == ("good", "good")
    envs.close()


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ({"a": 1}, {"a": "text"}, "ValueError"),
        ({"a": 1}, {"a": 1 << 70}, "OverflowError"),
        ({"a": 1}, {"a": 1e30}, "OverflowError"),
        ({"a": np.int8(1)}, {"a": np.int64(300)}, "OverflowError"),
        ({"a": np.zeros(2)}, {"a": np.zeros(3)}, "ValueError"),
        ({"a": {"b": 1}}, {"a": 2}, "TypeError"),
        ({"a": 2}, {"a": {"b": 1}}, "TypeError"),
    ],
)
def test_infos_that_cannot_be_merged(first: Any, second: Any, message: str) -> None:
    envs = with_infos(first, second, first)
    failure = failure_of_step(envs, [0] * 3)
    assert failure.good_env_ids.tolist() == [0, 2]
    assert message in failure.causes[1]
    assert "'a'" in failure.causes[1] or message == "ValueError"
    assert failure.batch is not None
    assert failure.batch[4]["_a"].tolist() == [True, True]
    envs.close()


def test_an_info_that_is_too_large_by_itself() -> None:
    envs = with_infos({"a": 1 << 70}, {"a": 5})
    failure = failure_of_step(envs, [0] * 2)
    assert failure.good_env_ids.tolist() == [1]
    assert failure.batch is not None
    assert failure.batch[4]["a"].tolist() == [5]
    envs.close()


def contains_itself() -> dict[str, Any]:
    info: dict[str, Any] = {}
    info["a"] = info["b"] = info
    return info


def deep() -> dict[str, Any]:
    info: dict[str, Any] = {}
    for _ in range(100_000):
        info = {"a": info}
    return info


@pytest.mark.parametrize("info", [contains_itself, deep])
def test_infos_without_end(info: Callable[[], dict[str, Any]]) -> None:
    envs = with_infos({"other": 5}, info)
    failure = failure_of_step(envs, [0] * 2)
    assert failure.good_env_ids.tolist() == [0]
    assert "RecursionError" in failure.causes[1]
    envs.close()


class Rewarded(Fixed):
    """Has this reward."""

    def __init__(self, reward: Any) -> None:
        super().__init__(spaces.Discrete(2), spaces.Discrete(2))
        self.reward = reward

    def step(self, action: Any) -> Any:
        observation, _, *rest = super().step(action)
        return observation, self.reward, *rest


@pytest.mark.parametrize(
    ("reward", "got"),
    [
        (None, "NoneType"),
        ("1.5", "str"),
        (1j, "complex"),
        ([1.0], "list"),
        (np.ones(2), r"an array of shape \(2,\)"),
        (np.array(None), r"an array of shape \(\)"),
    ],
)
def test_rewards_that_are_no_numbers(reward: Any, got: str) -> None:
    envs = parallel_pool.make_python(
        [lambda: Rewarded(np.array([2])), lambda: Rewarded(reward)], num_workers=1
    )
    envs.reset()
    failure = failure_of_step(envs, [0] * 2)
    assert re.search(f"reward must be a number, got {got}", failure.causes[1])
    assert failure.batch is not None
    assert failure.batch[1].tolist() == [2.0]
    envs.close()


class Odd(Fixed):
    """Has an observation that cannot be unpickled after its first step."""

    def step(self, action: Any) -> Any:
        _, *rest = super().step(action)
        return Trap(sys.exit, 7), *rest


def test_observations_that_cannot_be_unpickled() -> None:
    text, discrete = spaces.Text(5), spaces.Discrete(2)
    envs = parallel_pool.make_python(
        [lambda: Fixed(text, discrete), lambda: Odd(text, discrete)], num_workers=2
    )
    envs.reset()
    failure = failure_of_step(envs, [0] * 2)
    assert failure.good_env_ids.tolist() == [0]
    assert "SystemExit" in failure.causes[1]
    assert failure.batch is not None
    assert len(failure.batch[0]) == 1
    envs.close()


def test_a_signal_meanwhile_takes_no_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception of a handler is told from one of the values, and the rows can be received."""
    from parallel_pool.python_envs import infos

    envs = with_infos({"a": b"x"}, {"a": b"y"})

    def read_rows(*arguments: Any) -> Any:
        monkeypatch.undo()
        signal.raise_signal(signal.SIGINT)
        return read_rows(*arguments)

    monkeypatch.setattr(infos, "read_rows", read_rows)
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            envs.step([0] * 2)
    finally:
        signal.signal(signal.SIGINT, previous)
    assert envs.in_flight == 2
    assert envs.recv()[4]["a"].tolist() == [b"x", b"y"]
    envs.close()


def test_a_signal_between_lists_takes_no_rows() -> None:
    """Lists are read one by one, without the function that tells whose an exception is."""
    signals = [signal.SIGINT]

    def handle(*_: Any) -> None:
        if signals:
            raise KeyboardInterrupt(signals.pop())

    envs = with_infos(lambda: {"a": [Trap(signal.raise_signal, signal.SIGINT)]}, {"a": ["y"]})
    previous = signal.signal(signal.SIGINT, handle)
    try:
        with pytest.raises(KeyboardInterrupt):
            envs.step([0] * 2)
        assert envs.in_flight == 2
        assert envs.recv()[4]["a"].tolist() == [[None], ["y"]]
    finally:
        signal.signal(signal.SIGINT, previous)
    envs.close()


@pytest.mark.parametrize(("trap", "name"), TRAPS)
def test_lists_that_cannot_be_unpickled(trap: Callable[[], Trap], name: str) -> None:
    """They fail their row; those of other rows, and what is beside them, are there."""
    envs = with_infos({"a": [1], "b": 2}, lambda: {"a": [trap()], "b": 3})
    failure = failure_of_step(envs, [0] * 2)
    assert failure.good_env_ids.tolist() == [0]
    assert name in failure.causes[1]
    assert failure.batch is not None
    assert failure.batch[4]["a"].tolist() == [[1]]
    assert failure.batch[4]["b"].tolist() == [2]
    envs.close()


def test_lists_that_change_their_info_as_they_are_pickled() -> None:
    """The info is read before: no dict changes while it is iterated."""
    envs = parallel_pool.make_python([Changing] * 2)
    envs.reset()
    for _ in range(3):
        infos = envs.step([0] * 2)[4]
        assert infos["a"].tolist() == [[0], [0]]
        assert "0" not in infos
    envs.close()


class Changing(Fixed):
    """Has infos with a list that adds keys to them where it is pickled."""

    def __init__(self) -> None:
        super().__init__(spaces.Discrete(2), spaces.Discrete(2))

    def step(self, action: Any) -> Any:
        info: dict[str, Any] = {}
        info.update(a=[Adding(info)], b=1)
        return *super().step(action)[:4], info


class Adding:
    """Adds a hundred keys where it is pickled, and becomes 0."""

    def __init__(self, info: dict[str, Any]) -> None:
        self.info = info

    def __reduce__(self) -> Any:
        self.info.update({str(i): i for i in range(100)})
        return int, ()
