# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a case is, and what the cases of several families share.

A case stands for one test function of EnvPool 1.2.7. It takes the library, which is the module
``envpool``, EnvPool's own or the shim. Within `at_full_length` it asks of it what the test asks:
as many steps, of as many ids. Otherwise it asks less of the same.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

import gymnasium
import numpy as np

Ask = Callable[[Any], None]
Thing = TypeVar("Thing")

_FULL = ContextVar("full", default=False)


@contextmanager
def at_full_length() -> Iterator[None]:
    """Within it, cases take as long as EnvPool's tests."""
    token = _FULL.set(True)
    try:
        yield
    finally:
        _FULL.reset(token)


def full(whole: Thing, part: Thing) -> Thing:
    """What EnvPool's test takes, or a part of it."""
    return whole if _FULL.get() else part


@dataclass(frozen=True)
class Case:
    """A test of EnvPool.

    Attributes:
        file: the name of its file.
        test: its name, without ``test_``.
        ask: asks the library.
        needs: what must be installed, beside the library: names of modules.
    """

    file: str
    test: str
    ask: Ask
    needs: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The file and the test."""
        return f"{self.file}: {self.test}"


CASES: dict[str, Case] = {}


def case(file: str, test: str, *needs: str) -> Callable[[Ask], Ask]:
    """Declares the case of a test in a file."""

    def declare(ask: Ask) -> Ask:
        one = Case(file, test, ask, needs)
        assert one.name not in CASES, one.name
        CASES[one.name] = one
        return ask

    return declare


def inner(name: str) -> Any:
    """A module below ``envpool``."""
    return importlib.import_module(f"envpool.{name}")


def drawn(space: Any, rows: int) -> np.ndarray:
    """Actions of a space; the space's seed decides which."""
    return np.array([space.sample() for _ in range(rows)])


def zeros(space: Any, rows: int) -> np.ndarray:
    """Actions that are zero."""
    return np.zeros((rows, *space.shape), space.dtype)


def same(one: Any, other: Any) -> bool:
    """Whether nested arrays are close."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return all(map(same, one, other))
    a, b = np.asarray(one), np.asarray(other)
    if a.dtype.kind in "SUO":
        return bool(np.array_equal(a, b))
    return a.shape == b.shape and np.allclose(a, b)


def plays_the_same(
    library: Any, id: str, few: int = 40, *, bounds: bool = False, **options: Any
) -> None:
    """Seeds decide: equal seeds give equal rollouts, and others another one.

    It takes as many steps as an episode may have, or a few. `bounds` asks whether observations lie
    in their space.
    """
    pools = [library.make_gym(id, num_envs=4, seed=seed, **options) for seed in (0, 0, 1)]
    steps = full(int(library.make_spec(id, **options).config.max_episode_steps), few)
    space = pools[0].action_space
    space.seed(1)
    results: list[Any] = [pool.reset() for pool in pools]
    differs = False
    for step in range(steps + 1):
        assert same(results[0], results[1])
        differs = differs or not same(results[0][:-1], results[2][:-1])
        if bounds:
            in_bounds(pools[0].observation_space, results[0][0], results[2][0])
        if step < steps:
            actions = drawn(space, 4)
            results = [pool.step(actions) for pool in pools]
    assert differs
    for pool in pools:
        pool.close()


def in_bounds(space: Any, *batches: np.ndarray) -> None:
    """Observations lie in their space."""
    small = np.finfo(np.float32).eps
    for batch in batches:
        assert (batch >= space.low - small).all()
        assert (batch <= space.high + small).all()


def spaces_agree(library: Any, id: str, *, bounds: bool = False) -> None:
    """Shapes of observations, with `bounds` their bounds, and actions are those of Gymnasium."""
    pool, reference = library.make_gym(id), gymnasium.make(id)
    assert pool.observation_space.shape == reference.observation_space.shape
    if bounds:
        assert np.allclose(pool.observation_space.low, reference.observation_space.low)
        assert np.allclose(pool.observation_space.high, reference.observation_space.high)
    ours, theirs = pool.action_space, reference.action_space
    if isinstance(theirs, gymnasium.spaces.Discrete):
        assert ours.n == theirs.n
    else:
        assert np.allclose(ours.low, theirs.low)
        assert np.allclose(ours.high, theirs.high)


def makes(library: Any, ids: Sequence[str]) -> None:
    """Each id has a spec and all faces, which can be printed and reset."""
    for id in ids:
        library.make_spec(id)
        gym, dm = library.make_gym(id), library.make_dm(id)
        other = library.make_gymnasium(id)
        assert str(gym)
        assert str(dm)
        assert isinstance(gym, gymnasium.Env)
        assert isinstance(other, gymnasium.Env)
        for pool in (gym, dm, other):
            pool.reset()
            pool.close()


def renders(library: Any, id: str, shape: tuple[int, ...] | None = None, **options: Any) -> None:
    """Frames of one environment and of a batch agree, and a second look changes nothing."""
    pool = library.make_gym(id, num_envs=2, seed=0, render_mode="rgb_array", **options)
    pool.reset()
    for _ in range(3):
        first, second = pool.render(), pool.render(env_ids=1)
        both, again = pool.render(env_ids=[0, 1]), pool.render()
        assert first.dtype == both.dtype == np.uint8
        assert both.shape == (2, *first.shape[1:])
        assert shape is None or first.shape == (1, *shape)
        assert int(first.max()) > int(first.min())
        assert np.array_equal(np.concatenate([first, second]), both)
        assert np.array_equal(first, again)
        pool.step(zeros(pool.action_space, 2))
    pool.close()


def renders_as_reference(
    library: Any, id: str, most: float, steps: int = 0, **options: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Frames differ from the reference's by at most `most` in the mean; the last ones."""
    pool = library.make_gym(id, num_envs=1, seed=0, render_mode="rgb_array", **options)
    pool.reset()
    reference = gymnasium.make(id, render_mode="rgb_array")
    reference.reset(seed=0)
    for step in range(steps + 1):
        if step:
            action = zeros(pool.action_space, 1)
            pool.step(action)
            reference.step(action[0])
        ours, theirs = pool.render()[0].astype(int), np.asarray(reference.render()).astype(int)
        assert ours.shape == theirs.shape
        assert np.abs(ours - theirs).mean() < most
    pool.close()
    return ours, theirs
