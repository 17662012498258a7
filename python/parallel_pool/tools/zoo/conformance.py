# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Compares a pool of Python environments with a loop over the same ones, bit by bit."""

from __future__ import annotations

import copy
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import concatenate, create_empty_array

import parallel_pool
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.python_envs.functions import EnvSource
from parallel_pool.testing.compare import describe_difference
from parallel_pool.tools.zoo.stepping import Result, stepper_of

# The keys that pools add to infos of their own accord.
_OWN_INFOS = ("env_id", "elapsed_step", "players")


@dataclass(frozen=True)
class Plan:
    """What a loop is to do.

    Attributes:
        function: makes an environment as workers see it; see `as_gymnasium`.
        count: the number of environments.
        steps: of each environment.
        seed: of the first reset; None for environments that take none.
        seconds: after the first step, when the loop ends with fewer steps.
        unseeded_infos: keys of infos that are not compared.
    """

    function: Callable[[], Any]
    count: int
    steps: int
    seed: int | None
    seconds: float = 60.0
    unseeded_infos: tuple[str, ...] = ()


class Loop:
    """Environments that are stepped one after the other, with resets as in mode NextStep."""

    def __init__(self, plan: Plan) -> None:
        """Makes the environments."""
        self._seed = plan.seed
        self._left_out = plan.unseeded_infos
        self._envs = [stepper_of(plan.function()) for _ in range(plan.count)]
        self._ended = [False] * plan.count

    def reset(self) -> list[Result]:
        """A result of each environment; environment i has the seed ``seed + i``."""
        first = self._seed
        seeds = [None if first is None else first + i for i in range(len(self._envs))]
        pairs = zip(self._envs, seeds, strict=True)
        return [self._kept(env.reset(seed)) for env, seed in pairs]

    def step(self, actions: Sequence[Sequence[Any]]) -> list[Result]:
        """A result of each environment."""
        results: list[Result] = []
        for i, (env, own) in enumerate(zip(self._envs, actions, strict=True)):
            result = env.reset(None) if self._ended[i] else env.step(copy.deepcopy(own))
            self._ended[i] = result.over
            results.append(self._kept(result))
        return results

    def _kept(self, result: Result) -> Result:
        info = {key: value for key, value in result.info.items() if key not in self._left_out}
        return copy.deepcopy(result._replace(info=info))

    def sample(self) -> list[list[Any]]:
        """Random actions of each environment."""
        return [env.sample() for env in self._envs]

    def close(self) -> None:
        """Closes the environments."""
        for env in self._envs:
            env.env.close()


@dataclass(frozen=True)
class Recording:
    """What a loop did and gave.

    Attributes:
        plan: of the loop.
        actions: of each step, those of each environment.
        results: of the reset and each step, one for each environment.
    """

    plan: Plan
    actions: list[list[list[Any]]]
    results: list[list[Result]]

    @property
    def steps(self) -> int:
        """The number of steps of all environments together."""
        return sum(len(actions) for actions in self.actions)


def record(plan: Plan) -> Recording:
    """Steps a loop over environments with random actions."""
    loop = Loop(plan)
    try:
        recording = Recording(plan, [], [loop.reset()])
        end = np.inf
        while len(recording.actions) < plan.steps and time.perf_counter() < end:
            actions = loop.sample()
            recording.actions.append(actions)
            recording.results.append(loop.step(actions))
            if end == np.inf:  # the first step may have compiled for minutes
                end = time.perf_counter() + plan.seconds
    finally:
        loop.close()
    return recording


def is_reproducible(recording: Recording) -> bool:
    """Whether a second loop with the same seeds and actions gives the same."""
    loop = Loop(recording.plan)
    try:
        results = [loop.reset(), *map(loop.step, recording.actions)]
    except Exception:  # an action that was legal is not any more
        return False
    finally:
        loop.close()
    return describe_difference(results, recording.results) is None


def compare(
    recording: Recording, source: EnvSource, num_workers: int, asynchronous: bool
) -> str | None:
    """Steps a pool with the seeds and actions of a recording.

    Args:
        recording: of a loop.
        source: what the pool's environments are made from.
        num_workers: of the pool.
        asynchronous: the pool's batches have half of the environments.

    Returns:
        The first difference, or None.
    """
    count = recording.plan.count
    asynchronous = asynchronous and count > 1
    batch = count // 2 if asynchronous else count
    pool = parallel_pool.make_python(source, count, batch, num_workers=num_workers)
    try:
        return (_async if asynchronous else _sync)(pool, recording)
    except EnvironmentFailure as failure:
        return str(failure)
    finally:
        pool.close()


def _sync(pool: Any, recording: Recording) -> str | None:
    observations, infos = pool.reset(seed=recording.plan.seed)
    ids = np.arange(pool.num_envs)
    zeros = np.zeros(pool.num_envs, bool)
    batch = (observations, None, zeros, zeros, infos)
    for step, results in enumerate(recording.results):
        if step:
            actions = recording.actions[step - 1]
            batch = pool.step(_rows(pool.single_action_space, actions))
        difference = _difference(pool, recording.plan, batch, ids, results)
        if difference is not None:
            return f"step {step}: {difference}"
    return None


def _async(pool: Any, recording: Recording) -> str | None:
    actions, expected = recording.actions, recording.results
    pool.async_reset(seed=recording.plan.seed)
    done = np.zeros(pool.num_envs, int)
    while done.min() < len(actions):
        batch = pool.recv()
        ids = batch[4]["env_id"]
        results = [expected[done[i]][i] for i in ids if done[i] < len(expected)]
        if len(results) == len(ids):
            difference = _difference(pool, recording.plan, batch, ids, results)
            if difference is not None:
                return f"async, steps {done[ids].tolist()} of env ids {ids.tolist()}: {difference}"
        going = ids[done[ids] < len(actions)]
        if len(going):
            own = [actions[done[i]][i] for i in going]
            pool.send(_rows(pool.single_action_space, own), going)
        if len(going) < len(ids):  # batches of the others must fill
            pool.async_reset(np.setdiff1d(ids, going))
        done[ids] += 1
    while pool.in_flight:
        pool.recv()
    return None


def _rows(space: spaces.Space[Any], values: Sequence[Sequence[Any]]) -> Any:
    """Values of each environment as a batch."""
    flat = [*itertools.chain(*values)]
    batch: Any = create_empty_array(space, len(flat))
    return concatenate(space, flat, batch)


def _difference(
    pool: Any, plan: Plan, batch: Any, ids: np.ndarray, results: Sequence[Result]
) -> str | None:
    observations, rewards, terminated, truncated, infos = batch
    wanted = _rows(pool.single_observation_space, [one.observations for one in results])
    pairs = [
        ("observation", observations, wanted),
        ("terminated", terminated, np.array([one.terminated for one in results])),
        ("truncated", truncated, np.array([one.truncated for one in results])),
        ("infos", *_told(infos, results, plan.unseeded_infos)),
    ]
    if "players" in infos:
        pairs.append(("players", infos["players"], _players(ids, results)))
    if rewards is not None:
        wide = np.zeros_like(rewards)
        for row, reward in enumerate(itertools.chain(*(one.rewards for one in results))):
            wide[row] = reward
        pairs.append(("reward", rewards, wide))
    found = (describe_difference(ours, theirs, what) for what, ours, theirs in pairs)
    return next((text for text in found if text is not None), None)


def _players(ids: np.ndarray, results: Sequence[Result]) -> dict[str, np.ndarray]:
    """What a pool says about the rows of agents."""
    ended = np.array([*itertools.chain(*(one.ended for one in results))], bool)
    return {
        "env_id": np.repeat(ids, [len(one.agents) for one in results]).astype(np.int32),
        "id": np.array([*itertools.chain(*(one.agents for one in results))], np.int32),
        "terminated": ended[:, 0],
        "truncated": ended[:, 1],
    }


def _told(
    ours: dict[str, Any], results: Sequence[Result], left_out: Sequence[str]
) -> tuple[Any, Any]:
    """The pool's infos and those of the loop, batched as Gymnasium batches them."""
    vector: VectorEnv[Any, Any, Any] = VectorEnv()
    vector.num_envs = len(results)
    theirs: dict[str, Any] = {}
    for i, result in enumerate(results):
        theirs = vector._add_info(theirs, result.info, i)
    hidden = {*_OWN_INFOS, *left_out, *(f"_{name}" for name in left_out)}
    return {key: value for key, value in ours.items() if key not in hidden}, theirs
