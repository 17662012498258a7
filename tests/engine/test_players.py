# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments with a varying number of players, against an independent model of Crowd-v0."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool import errors
from parallel_pool.testing import assert_same


@dataclass
class Crowd:
    """One environment."""

    limit: int
    steps: int
    may_be_empty: bool
    rng: np.random.Generator = field(default_factory=np.random.default_rng)
    players: int = 0
    scores: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    round: int = 0
    ended: bool = False
    terminated: bool = False
    truncated: bool = False

    def reset(self, seed: int | None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.players = int(self.rng.integers(1, self.limit + 1))
        self.scores = [0] * self.limit
        self.rewards = [0.0] * self.players
        self.round = 0
        self.ended = self.terminated = self.truncated = False

    def step(self, choices: list[int], finish: int) -> None:
        assert len(choices) == self.players
        if self.ended:
            self.reset(None)
            return
        for player, choice in enumerate(choices):
            self.scores[player] += choice
        self.round += 1
        if self.may_be_empty:
            self.players = sum(choices) % (self.limit + 1)
        else:
            self.players = sum(choices) % self.limit + 1
        self.rewards = [float(score) for score in self.scores[: self.players]]
        self.terminated = finish == 1
        self.truncated = self.round >= self.steps
        self.ended = self.terminated or self.truncated

    @property
    def view(self) -> list[list[float]]:
        return [[float(player), float(self.scores[player])] for player in range(self.players)]


class Game:
    """A pool and its models."""

    def __init__(
        self,
        num_envs: int,
        limit: int = 4,
        steps: int = 20,
        may_be_empty: bool = False,
        **engine: Any,
    ) -> None:
        self.envs = parallel_pool.make(
            "Crowd-v0",
            num_envs=num_envs,
            max_num_players=limit,
            max_episode_steps=steps,
            may_be_empty=may_be_empty,
            **engine,
        )
        self.models = [Crowd(limit, steps, may_be_empty) for _ in range(num_envs)]

    def expected(self, ids: list[int]) -> tuple[Any, ...]:
        """The expected batch with these environments' rows."""
        rows = [self.models[i] for i in ids]
        owners = [i for i in ids for _ in range(self.models[i].players)]
        views = np.array([row for model in rows for row in model.view], dtype=np.float64)
        return (
            {"view": views.reshape(-1, 2), "round": np.array([model.round for model in rows])},
            np.array([reward for model in rows for reward in model.rewards], dtype=np.float64),
            np.array([model.terminated for model in rows]),
            np.array([model.truncated for model in rows]),
            {
                "env_id": np.array(owners, dtype=np.int32),
                "id": np.array(
                    [player for model in rows for player in range(model.players)], dtype=np.int32
                ),
            },
        )

    def check(self, result: tuple[Any, ...], ids: list[int]) -> None:
        assert_same((*result[:4], result[4]["players"]), self.expected(ids))

    def check_reset(self, result: tuple[Any, Any], ids: list[int]) -> None:
        expected = self.expected(ids)
        assert_same((result[0], result[1]["players"]), (expected[0], expected[4]))

    def reset(self, seed: int) -> None:
        ids = list(range(len(self.models)))
        for i in ids:
            self.models[i].reset(seed + i)
        self.check_reset(self.envs.reset(seed=seed), ids)

    def actions(self, ids: list[int], rng: np.random.Generator) -> dict[str, np.ndarray]:
        """Actions for each player of these environments, and the results of the models."""
        choices = [rng.integers(0, 10, self.models[i].players) for i in ids]
        finish = (rng.random(len(ids)) < 0.1).astype(np.int64)
        for i, own, end in zip(ids, choices, finish, strict=True):
            self.models[i].step(own.tolist(), int(end))
        return {"choice": np.concatenate(choices), "finish": finish}


CASES = {
    "num_envs": st.integers(1, 6),
    "limit": st.integers(1, 7),
    "steps": st.integers(1, 12),
    "may_be_empty": st.booleans(),
    "num_threads": st.integers(1, 3),
    "chunk_size": st.integers(0, 3),
    "seed": st.integers(0, 10**6),
}


@given(**CASES, autoreset_mode=st.sampled_from(["NextStep", "Disabled"]))
@settings(max_examples=80)
def test_sync(seed: int, autoreset_mode: str, **case: Any) -> None:
    """Rows of players follow one another, in the order of their environments."""
    game = Game(autoreset_mode=autoreset_mode, **case)
    game.reset(seed)
    rng = np.random.default_rng(seed)
    ids = list(range(case["num_envs"]))
    for _ in range(20):
        ended = [i for i in ids if game.models[i].ended]
        if autoreset_mode == "Disabled" and ended:
            mask = np.isin(ids, ended)
            for i in ended:
                game.models[i].reset(None)
            result = game.envs.reset(options={"reset_mask": mask})
            game.check_reset(result, ids)
        game.check(game.envs.step(game.actions(ids, rng)), ids)
    game.envs.close()


@given(**CASES, data=st.data())
@settings(max_examples=60)
def test_subsets(seed: int, data: st.DataObject, **case: Any) -> None:
    """Rows have the order of the call, not of the env ids; masks leave other rows unchanged."""
    game = Game(**case)
    game.reset(seed)
    rng = np.random.default_rng(seed)
    everyone = list(range(case["num_envs"]))
    for _ in range(8):
        ids = data.draw(st.lists(st.sampled_from(everyone), min_size=1, unique=True))
        actions = game.actions(ids, rng)
        result = game.envs.step(actions, ids)
        assert result[4]["env_id"].tolist() == ids
        game.check(result, ids)
        mask = np.array(
            data.draw(st.lists(st.booleans(), min_size=len(everyone), max_size=len(everyone)))
        )
        if mask.any():
            for i in np.flatnonzero(mask):
                game.models[i].reset(seed + int(i))
            game.check_reset(game.envs.reset(seed=seed, options={"reset_mask": mask}), everyone)


@given(**CASES, batch=st.integers(1, 5), data=st.data())
@settings(max_examples=80)
def test_async(seed: int, batch: int, data: st.DataObject, **case: Any) -> None:
    """Batches have a varying number of rows, and infos name the player of every row."""
    count = case["num_envs"]
    game = Game(batch_size=min(batch, count), **case)
    rng = np.random.default_rng(seed)
    for i, model in enumerate(game.models):
        model.reset(seed + i)
    game.envs.async_reset(seed=seed)
    left = [10] * count
    while game.envs.in_flight:
        result = game.envs.recv(timeout=60)
        ids = result[4].get("env_id", np.arange(count)).tolist()
        game.check(result, ids)
        ids = [i for i in data.draw(st.permutations(ids)) if left[i] > 0]
        for i in ids:
            left[i] -= 1
        if ids:
            game.envs.send(game.actions(ids, rng), ids)
    assert left == [0] * count
    game.envs.close()


def test_retained_batches_keep_their_players() -> None:
    """Rows are compacted in place: batches that are kept never change."""
    game = Game(num_envs=5, limit=6)
    game.reset(1)
    rng = np.random.default_rng(1)
    ids = list(range(5))
    kept = []
    for _ in range(40):
        result = game.envs.step(game.actions(ids, rng))
        kept.append((result, game.expected(ids)))
    for result, expected in kept:
        assert_same((*result[:4], result[4]["players"]), expected)


def test_spaces() -> None:
    """Single spaces have one player, and batched spaces the maximum number of rows."""
    envs = parallel_pool.make("Crowd-v0", num_envs=3, max_num_players=5)
    assert envs.single_action_space == spaces.Dict(
        {"choice": spaces.Discrete(10), "finish": spaces.Discrete(2)}
    )
    assert envs.single_observation_space["view"] == spaces.Box(-1e9, 1e9, (2,), np.float64)
    assert envs.observation_space["view"].shape == (15, 2)


def test_everyone_may_leave() -> None:
    """Without players, only the environment's own rows remain, and the action is empty."""
    game = Game(num_envs=2, limit=3, may_be_empty=True)
    game.reset(0)
    players = sum(model.players for model in game.models)
    zeros = {"choice": np.zeros(players, int), "finish": np.zeros(2, int)}
    for model in game.models:
        model.step([0] * model.players, 0)
    result = game.envs.step(zeros)
    game.check(result, [0, 1])
    assert result[0]["view"].shape == (0, 2)
    assert result[1].shape == (0,)
    nobody = {"choice": np.zeros(0, int), "finish": np.array([0, 1])}
    for model, finish in zip(game.models, (0, 1), strict=True):
        model.step([], finish)
    game.check(game.envs.step(nobody), [0, 1])
    for model in game.models:
        model.step([], 0)
    game.check(game.envs.step(nobody), [0, 1])  # the second was reset and has players again
    assert game.models[1].players > 0


# --- Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", [-1, 1, 5])
def test_wrong_number_of_players(extra: int) -> None:
    game = Game(num_envs=3)
    game.reset(0)
    players = sum(model.players for model in game.models)
    message = (
        rf"actions\['choice'\] must have shape \({players},\), one row for each of "
        rf"{players} players, got \({players + extra},\)"
    )
    with pytest.raises(ValueError, match=message):
        game.envs.step({"choice": np.zeros(players + extra, int), "finish": np.zeros(3, int)})
    with pytest.raises(ValueError, match=r"actions\['finish'\] .* 3 environments, got \(4,\)"):
        game.envs.step({"choice": np.zeros(players, int), "finish": np.zeros(4, int)})
    with pytest.raises(ValueError, match=r"actions\['finish'\] is missing"):
        game.envs.step({"choice": np.zeros(players, int)})
    rng = np.random.default_rng(0)
    game.check(game.envs.step(game.actions([0, 1, 2], rng)), [0, 1, 2])  # nothing was stepped


def test_bad_choices_are_named_with_their_environment() -> None:
    """The message names the environment of the player, not the number of the row."""
    game = Game(num_envs=3, limit=5)
    game.reset(0)
    counts = [model.players for model in game.models]
    for env_id in range(3):
        for player in range(counts[env_id]):
            choices = np.zeros(sum(counts), int)
            choices[sum(counts[:env_id]) + player] = 10
            message = rf"env id {env_id}: action\['choice'\] is 10, but must lie in 0..9"
            with pytest.raises(errors.InvalidActionError, match=message):
                game.envs.step({"choice": choices, "finish": np.zeros(3, int)})
    rng = np.random.default_rng(0)
    game.check(game.envs.step(game.actions([0, 1, 2], rng)), [0, 1, 2])


TOO_MANY = r"players\(\) is 4, but the spec allows max_players = 3"


@pytest.mark.parametrize("batch", [4, 2])
def test_too_many_players_fail_their_row(batch: int) -> None:
    """With more players than the spec allows, the row fails and no memory is overrun."""
    envs = parallel_pool.make(
        "Crowd-v0", num_envs=4, batch_size=batch, max_num_players=3, too_many=True
    )
    envs.async_reset(seed=0)
    starts = [envs.recv()[4]["players"]["env_id"] for _ in range(4 // batch)]
    ids, counts = np.unique(np.concatenate(starts), return_counts=True)
    envs.send({"choice": np.zeros(counts.sum(), int), "finish": np.zeros(4, int)}, ids)
    failed: list[int] = []
    for _ in range(4 // batch):
        with pytest.raises(errors.EnvironmentFailure, match=TOO_MANY) as caught:
            envs.recv()
        failed += caught.value.env_ids.tolist()
    assert sorted(failed) == [0, 1, 2, 3]


def test_who_failed_with_too_many_players_shows_none() -> None:
    """A masked reset shows the others again; those that failed in this way show no players."""
    envs = parallel_pool.make("Crowd-v0", num_envs=4, max_num_players=3, too_many=True)
    for chosen in range(4):
        counts = np.bincount(envs.reset()[1]["players"]["env_id"], minlength=4)
        with pytest.raises(errors.EnvironmentFailure, match=TOO_MANY):
            envs.step({"choice": np.zeros(counts.sum(), int), "finish": np.zeros(4, int)})
        observations, infos = envs.reset(options={"reset_mask": np.arange(4) == chosen})
        assert set(infos["players"]["env_id"]) == {chosen}
        assert len(observations["view"]) == len(infos["players"]["id"])


def test_same_step_is_refused() -> None:
    with pytest.raises(ValueError, match="'SameStep' does not suit a multi-player environment"):
        parallel_pool.make("Crowd-v0", autoreset_mode="SameStep")
