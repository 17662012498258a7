# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Parallel environments of PettingZoo's in a pool, beside a loop over them."""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool.errors import EnvironmentFailure, PoolError
from parallel_pool.testing.compare import assert_same

pettingzoo = pytest.importorskip("pettingzoo")

NAMES = ["ann", "bob", "cid"]
# What the actions of `Falling` mean.
LEAVE, GIVE_UP, FAIL, DIE = 5, 6, 7, 8


class Falling(pettingzoo.ParallelEnv):  # type: ignore[misc, name-defined]
    """Its agents leave one after another: when they choose to, or are told to by their clocks."""

    metadata = {"name": "falling", "render_modes": ["rgb_array"]}  # noqa: RUF012

    def __init__(self, lengths: tuple[int, ...] = (3, 5, 4), nested: bool = False) -> None:
        self.possible_agents = NAMES[: len(lengths)]
        self.agents: list[str] = []
        self.lengths = dict(zip(self.possible_agents, lengths, strict=True))
        self.nested = nested
        self.render_mode = "rgb_array"
        box = spaces.Box(-np.inf, np.inf, (2,), np.float32)
        self._space = spaces.Dict(box=box, turn=spaces.Discrete(99)) if nested else box
        self.given: dict[str, Any] = {}
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self._space

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(9)

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.turn = 0
        infos: dict[str, Any] = {agent: {} for agent in self.agents}
        if options:
            infos["ann"] = {"options": options["x"]}
        return {agent: self._observe() for agent in self.agents}, infos

    def step(self, actions: dict[str, Any]) -> Any:
        assert list(actions) == self.agents
        self.given = dict(actions)
        if FAIL in actions.values():
            raise ValueError("asked to fail")
        if DIE in actions.values():
            os._exit(9)
        self.turn += 1
        acting = self.agents
        observations = {agent: self._observe() for agent in acting}
        rewards = {agent: float(actions[agent]) + self.random.random() for agent in acting}
        over = {agent: bool(actions[agent] == LEAVE) for agent in acting}
        late = {
            agent: self.turn >= self.lengths[agent] or bool(actions[agent] == GIVE_UP)
            for agent in acting
        }
        infos = {agent: {"turn": self.turn} for agent in acting}
        self.agents = [agent for agent in acting if not over[agent] and not late[agent]]
        return observations, rewards, over, late, infos

    def render(self) -> Any:
        return np.full((2, 2, 3), self.turn, np.uint8)

    def _observe(self) -> Any:
        values = self.random.random(2).astype(np.float32)
        return {"box": values, "turn": self.turn} if self.nested else values


def stacked(space: Any, values: list[Any]) -> Any:
    if isinstance(space, spaces.Dict):
        return {key: stacked(part, [v[key] for v in values]) for key, part in space.items()}
    return np.array(values, space.dtype).reshape(len(values), *space.shape)


class Loop:
    """What a pool of parallel environments returns, by a plain loop."""

    def __init__(self, functions: list[Callable[[], Any]], autoreset: bool = True) -> None:
        self.envs = [function() for function in functions]
        self.shown: list[list[Any]] = [[] for _ in self.envs]
        self.over = [False] * len(self.envs)
        self.autoreset = autoreset

    def reset(self, seed: int) -> Any:
        results = [self.reset_one(i, seed + i) for i in range(len(self.envs))]
        return self.batch(results)[0]

    def reset_one(self, i: int, seed: int | None = None) -> Any:
        observations, _ = self.envs[i].reset(seed=seed)
        self.over[i] = False
        zeros = dict.fromkeys(observations, 0)
        return observations, zeros, zeros, zeros, (False, False)

    def step(self, actions: np.ndarray) -> Any:
        results, at = [], 0
        for i, env in enumerate(self.envs):
            mine = actions[at : at + len(self.shown[i])]
            at += len(self.shown[i])
            if self.over[i] and self.autoreset:
                results.append(self.reset_one(i))
                continue
            given = {a: x for a, x in zip(self.shown[i], mine, strict=True) if a in env.agents}
            observations, rewards, over, late, _ = env.step(given)
            self.over[i] = not env.agents
            ended = self.over[i] and any(over.values())
            results.append((observations, rewards, over, late, (ended, self.over[i] and not ended)))
        return self.batch(results)

    def batch(self, results: list[Any]) -> Any:
        first = self.envs[0]
        order = first.possible_agents
        space = first.observation_space(order[0])
        self.shown = [[agent for agent in order if agent in result[0]] for result in results]
        rows = [(i, agent) for i, shown in enumerate(self.shown) for agent in shown]
        observations = stacked(space, [results[i][0][agent] for i, agent in rows])
        rewards = np.array([results[i][1][agent] for i, agent in rows], np.float64)
        flags = [np.array([result[4][k] for result in results]) for k in range(2)]
        players = {
            "env_id": np.array([i for i, _ in rows], np.int32),
            "id": np.array([order.index(agent) for _, agent in rows], np.int32),
            "terminated": np.array([results[i][2][agent] for i, agent in rows], np.bool_),
            "truncated": np.array([results[i][3][agent] for i, agent in rows], np.bool_),
        }
        return observations, rewards, *flags, players

    def close(self) -> None:
        for env in self.envs:
            env.close()


def play_beside_a_loop(functions: list[Callable[[], Any]], steps: int, **arguments: Any) -> None:
    loop = Loop(functions)
    envs = parallel_pool.make_python(functions, **arguments)
    observations, infos = envs.reset(seed=7)
    assert_same(observations, loop.reset(7))
    rng = np.random.default_rng(2)
    space = loop.envs[0].action_space(loop.envs[0].possible_agents[0])
    for step in range(steps):
        count = len(infos["players"]["id"])
        space.seed(int(rng.integers(1 << 30)))
        actions = np.array([space.sample() for _ in range(count)], space.dtype)
        if isinstance(space, spaces.Discrete) and space.n == 9:
            actions %= GIVE_UP + 1
        *values, infos = envs.step(actions)
        assert_same((*values, infos["players"]), loop.step(actions), f"step {step}")
    envs.close()
    loop.close()


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("nested", [False, True])
def test_every_step_is_that_of_a_loop(workers: int, nested: bool) -> None:
    functions = [
        partial(Falling, lengths, nested) for lengths in ((3, 5, 4), (2, 2, 2), (9, 1, 9)) * 2
    ]
    play_beside_a_loop(functions, 60, num_workers=workers)


def test_spaces_and_members() -> None:
    envs = parallel_pool.make_python(Falling, 4, num_workers=2)
    assert envs.is_multi_player
    assert envs.single_observation_space == spaces.Box(-np.inf, np.inf, (2,), np.float32)
    assert envs.observation_space.shape == (12, 2)
    assert envs.action_space.shape == (12,)
    observations, infos = envs.reset(options={"x": 3})
    assert observations.shape == (12, 2)
    assert infos["players"]["id"].tolist() == [0, 1, 2] * 4
    assert infos["ann"]["options"].tolist() == [3] * 4
    assert envs.get_attr("possible_agents") == (NAMES,) * 4
    envs.step(np.arange(12) % 3)
    assert envs.get_attr("given")[1] == {"ann": 0, "bob": 1, "cid": 2}
    assert envs.render()[2].tolist() == np.full((2, 2, 3), 1).tolist()
    with pytest.raises(ValueError, match=r"shape \(12,\), one row for each of 12 players"):
        envs.step(np.zeros(4, np.int64))
    with pytest.raises(parallel_pool.InvalidActionError, match="env id 1: action is 9"):
        envs.step(np.array([0, 0, 0, 9, *[0] * 8]))
    envs.close()


def test_an_observation_of_another_shape_fails_its_environment() -> None:
    class Twisting(Falling):
        def _observe(self) -> Any:
            return super()._observe().reshape(1, 2)

    envs = parallel_pool.make_python([Falling, Twisting], num_workers=1)
    with pytest.raises(EnvironmentFailure, match=r"has shape \(1, 2\), but its .*\(2,\)") as caught:
        envs.reset()
    assert caught.value.env_ids.tolist() == [1]
    envs.close()


def test_infos_by_agent() -> None:
    envs = parallel_pool.make_python(Falling, 2)
    envs.reset()
    infos = envs.step(np.array([LEAVE, 0, 0, 0, 0, 0]))[4]
    assert infos["players"]["terminated"].tolist() == [True, *[False] * 5]
    infos = envs.step(np.zeros(6, np.int64))[4]
    assert infos["players"]["id"].tolist() == [1, 2, 0, 1, 2]
    assert infos["_ann"].tolist() == [False, True]
    assert infos["bob"]["turn"].tolist() == [2, 2]
    envs.close()


@pytest.mark.parametrize("env_type", ["gymnasium", "gym", "dm"])
def test_async_batches_on_every_face(env_type: str) -> None:
    """Each environment goes its own way, whichever others are in its batch."""
    lengths = [(2 + i, 3, 4) for i in range(5)]
    functions = [partial(Falling, one) for one in lengths]
    envs = parallel_pool.make_python(functions, None, 2, 3, env_type=env_type, seed=1)
    loops = [Loop([function]) for function in functions]
    envs.async_reset()
    seen = [0] * 5
    while min(seen) < 12:
        batch = envs.recv()
        if env_type == "dm":
            ids, players = batch.observation.env_id, batch.observation.players
            owners, rewards, observations = players.env_id, batch.reward, batch.observation.obs
        else:
            ids, owners = batch[4]["env_id"], batch[4]["players"]["env_id"]
            rewards, observations = batch[1], batch[0]
        for i in ids:
            mine = owners == i
            if seen[i] == 0:
                expected, wanted = loops[i].reset(1 + int(i)), np.zeros(3)
            else:
                expected, wanted, *_ = loops[i].step(np.full(len(loops[i].shown[0]), seen[i] % 3))
            assert_same(observations[mine], expected)
            assert_same(rewards[mine], wanted.astype(rewards.dtype))
            seen[i] += 1
        actions = np.concatenate([np.full((owners == i).sum(), seen[i] % 3) for i in ids])
        envs.send(actions, ids)
    envs.close()


def test_discounts_are_each_player_s() -> None:
    envs = parallel_pool.make_python(Falling, 2, env_type="dm")
    envs.reset()
    step = envs.step(np.array([LEAVE, GIVE_UP, 0, 0, 0, 0]))
    assert step.discount.tolist() == [0, 1, 1, 1, 1, 1]
    assert step.step_type.tolist() == [1, 1]
    envs.close()


def test_failures() -> None:
    envs = parallel_pool.make_python(Falling, 3, num_workers=3, restart=True)
    envs.reset(seed=3)
    for action, cause in ((FAIL, "asked to fail"), (DIE, "ended with status 9")):
        with pytest.raises(EnvironmentFailure, match=cause) as caught:
            envs.step(np.array([0, 0, 0, 0, action, 0, 0, 0, 0]))
        failure = caught.value
        assert failure.env_ids.tolist() == [1]
        assert failure.batch[4]["players"]["env_id"].tolist() == [0, 0, 0, 2, 2, 2]
        assert failure.batch[0].shape == (6, 2)
        infos = envs.reset(seed=3)[1]
        assert infos["players"]["id"].tolist() == [0, 1, 2] * 3
    envs.close()


def test_masks_of_resets() -> None:
    envs = parallel_pool.make_python(Falling, 2, autoreset_mode="Disabled")
    envs.reset(seed=1)
    before = envs.step(np.array([LEAVE] * 3 + [LEAVE, 0, 0]))
    assert before[2].tolist() == [True, False]
    after = envs.reset(options={"reset_mask": np.array([True, False])})
    assert_same(after[0][3:], before[0][3:])
    assert envs.step(np.array([0] * 6))[4]["players"]["id"].tolist() == [0, 1, 2, 1, 2]
    envs.close()


class Wordy(Falling):
    def observation_space(self, agent: str) -> Any:
        return spaces.Text(3)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="record_episode_statistics does not suit"):
        parallel_pool.make_python(Falling, 2, record_episode_statistics=True)
    with pytest.raises(ValueError, match="several players, whose rows cannot be normalised"):
        parallel_pool.make_python(Falling, 2, normalize_reward=True)
    with pytest.raises(PoolError, match="players must have spaces with columns"):
        parallel_pool.make_python(Wordy, 2)
    with pytest.raises(PoolError, match="env id 0 has players and env id 1 has none"):
        parallel_pool.make_python([Falling, "CartPole-v1"], num_workers=1)


def pettingzoo_env(module: str, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of packages about themselves
        return importlib.import_module(module).parallel_env(**options)


# Environments with agents of one form; those of packages that are not installed are skipped.
PARALLEL = [
    ("pettingzoo.classic.rps_v2", {}),
    ("pettingzoo.butterfly.knights_archers_zombies_v11", {"max_cycles": 60}),
    ("pettingzoo.sisl.pursuit_v5", {"max_cycles": 12}),
    ("mpe2.simple_spread_v3", {"max_cycles": 12}),
    ("mpe2.simple_reference_v3", {"max_cycles": 12}),
    ("mpe2.simple_spread_v3", {"max_cycles": 12, "continuous_actions": True}),
]


@pytest.mark.parametrize(("module", "options"), PARALLEL)
def test_pettingzoo_s_own(module: str, options: dict[str, Any]) -> None:
    try:
        pettingzoo_env(module, **options).close()
    except ImportError as error:
        pytest.skip(str(error))
    functions = [partial(pettingzoo_env, module, **options)] * 3
    play_beside_a_loop(functions, 40, num_workers=2)
