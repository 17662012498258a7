# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The tables of docs/envpool.md are true of EnvPool 1.2.7 and of this package."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

from tests.faces.rival import COMMON, envpool, make, needs_envpool, quiet

PAGE = (Path(__file__).parents[2] / "docs" / "envpool.md").read_text()


def rows(heading: str) -> list[list[str]]:
    """The cells of a section's table."""
    text = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def facts(maker: Any, id: str) -> dict[str, str | set[str]]:
    """The facts in the table; for sets, it lists what the other library lacks."""
    spec = maker.make_spec(id)
    env = make(maker, id, "gym", num_envs=2)
    observations, infos = env.reset()
    parts = observations if isinstance(observations, tuple) else (observations,)
    shared = {*parallel_pool.make_spec("CartPole-v1").config._fields, "base_path"}
    shared -= {"sutton_barto_reward"}
    action = spec.action_spec()
    return {
        "observation space": str(spec.observation_space),
        "observation dtype": ", ".join(sorted({str(part.dtype) for part in parts})),
        "action space": str(spec.action_space),
        "dtype of the action spec": str(action.dtype),
        "infos": infos.keys() - {"env_id", "players", "elapsed_step"},
        "options": set(spec.config._fields) - shared,
        "time limit": str(spec.config.max_episode_steps),
        "reward threshold": str(spec.reward_threshold),
    }


def said_of(one: str | set[str], other: str | set[str]) -> str:
    """A cell of the table."""
    if isinstance(one, str):
        return one
    return ", ".join(sorted(one - set(other))) or "none"


@needs_envpool
@quiet
def test_table_of_environments() -> None:
    """Every difference has a row, and every row is true."""
    found = {}
    for id in COMMON:
        theirs, ours = facts(envpool, id), facts(parallel_pool, id)
        for fact in theirs:
            if theirs[fact] != ours[fact]:
                found[id, fact] = (
                    said_of(theirs[fact], ours[fact]),
                    said_of(ours[fact], theirs[fact]),
                )
    said = {
        (id, cells[1]): (cells[2].strip("`"), cells[3].strip("`"))
        for cells in rows("Differences of environments")
        for id in re.findall(r"`([^`]+)`", cells[0])
    }
    assert said == found


CHECKS: dict[str, Callable[[], None]] = {}


def check(row: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Declares the check of a row of the table of behaviour."""

    def declare(function: Callable[[], None]) -> Callable[[], None]:
        CHECKS[row] = function
        return function

    return declare


def cartpole(maker: Any, env_type: str = "gym", **options: Any) -> Any:
    return maker.make("CartPole-v1", env_type=env_type, num_envs=2, **options)


@check("`reset()`")
def _() -> None:
    assert len(cartpole(envpool).reset()) == 2
    with pytest.raises(ValueError, match="always returns an info"):
        cartpole(envpool, gym_reset_return_info=False)
    assert cartpole(parallel_pool).reset().shape == (2, 4)
    assert len(cartpole(parallel_pool, gym_reset_return_info=True).reset()) == 2


@check("`step()`")
def _() -> None:
    with pytest.raises(TypeError, match="legacy_step"):
        cartpole(envpool, legacy_step=True)
    env = cartpole(parallel_pool, legacy_step=True)
    env.reset()
    result = env.step(np.zeros(2, int))
    assert (len(result), "TimeLimit.truncated" in result[3]) == (4, True)


@check("seed by default")
def _() -> None:
    assert envpool.make_spec("CartPole-v1").config.seed == 42
    assert parallel_pool.make_spec("CartPole-v1").config.seed is None
    assert (cartpole(parallel_pool).reset() != cartpole(parallel_pool).reset()).any()


@check("`reset(seed=...)` and `seed(...)`")
def _() -> None:
    for seeded in (lambda env: env.reset(seed=3), lambda env: (env.seed(3), env.reset())[1]):
        with pytest.warns(UserWarning, match="seed"):
            one, other = (seeded(cartpole(envpool, seed=seed))[0] for seed in (1, 2))
        assert (one != other).any()
        one, other = (seeded(cartpole(parallel_pool, seed=seed)) for seed in (1, 2))
        assert (one == other).all()


def end_at_the_limit(maker: Any, env_type: str) -> Any:
    """CartPole with a time limit at the step in which the pole falls."""
    env = make(maker, "CartPole-v1", env_type, num_envs=1, seed=5)
    env.reset()
    steps = 0
    while True:
        steps += 1
        result = env.step(np.zeros(1, np.int32))
        if result[2][0] if env_type == "gym" else result.last()[0]:
            break
    env = make(maker, "CartPole-v1", env_type, num_envs=1, seed=5, max_episode_steps=steps)
    env.reset()
    for _ in range(steps):
        result = env.step(np.zeros(1, np.int32))
    return result


@check("`terminated` in the step that reaches the time limit")
def _() -> None:
    assert [bool(flag[0]) for flag in end_at_the_limit(envpool, "gym")[2:4]] == [False, True]
    assert [bool(flag[0]) for flag in end_at_the_limit(parallel_pool, "gym")[2:4]] == [True, True]


@check("`discount` at the time limit")
def _() -> None:
    for maker, discount in ((envpool, 0.0), (parallel_pool, 1.0)):
        env = make(maker, "Pendulum-v1", "dm", num_envs=1, max_episode_steps=1)
        env.reset()
        step = env.step(np.zeros((1, 1), np.float32))
        assert (step.step_type[0], step.discount[0]) == (2, discount)
        assert end_at_the_limit(maker, "dm").discount[0] == 0.0


@check("the bounds that a spec gives for env ids")
def _() -> None:
    bounded = cartpole(envpool, "dm").observation_spec().env_id
    assert (bounded.minimum, bounded.maximum) == (-(2**31), 2**31 - 1)
    ours = cartpole(parallel_pool, "dm").observation_spec().env_id
    assert (hasattr(ours, "minimum"), ours.dtype) == (False, bounded.dtype)


@check("`reward_spec()`, `discount_spec()`")
def _() -> None:
    for maker, dtype in ((envpool, "float64"), (parallel_pool, "float32")):
        env = cartpole(maker, "dm")
        assert (env.reward_spec().dtype, env.discount_spec().dtype) == (dtype, dtype)
        assert env.reset().reward.dtype == "float32"


@check("actions in a dict")
def _() -> None:
    theirs, ours = (
        make(maker, "Pendulum-v1", "gym", num_envs=2) for maker in (envpool, parallel_pool)
    )
    theirs.reset(), ours.reset()
    actions = {"action": np.ones((2, 1), np.float64)}
    ours.step(actions)
    with pytest.raises(RuntimeError, match="Expected dtype float32"):
        theirs.step(actions)


@check("floats as actions of a Discrete space")
def _() -> None:
    theirs, ours = cartpole(envpool), cartpole(parallel_pool)
    theirs.reset(), ours.reset()
    theirs.step(np.array([0.9, 0.0]))
    with pytest.raises(TypeError):
        ours.step(np.array([0.9, 0.0]))


@check("`num_envs` and the single spaces")
def _() -> None:
    for name in ("num_envs", "single_observation_space", "single_action_space"):
        theirs, ours = cartpole(envpool), cartpole(parallel_pool)
        with pytest.raises(AttributeError):
            setattr(theirs, name, getattr(theirs, name))
        setattr(ours, name, getattr(ours, name))


@check("base classes of the gym face")
def _() -> None:
    for maker, is_vector in ((envpool, True), (parallel_pool, False)):
        env = cartpole(maker)
        assert isinstance(env, gymnasium.Env)
        assert isinstance(env, gymnasium.vector.VectorEnv) == is_vector


@check("`config`")
def _() -> None:
    theirs, ours = (make(maker, "Pendulum-v1", "gym").config for maker in (envpool, parallel_pool))
    assert theirs.keys() - ours.keys() == {"base_path", "version"}
    assert ours.keys() - theirs.keys() == {"legacy_step", "reward_threshold", "g"}
    same = theirs.keys() & ours.keys() - {"seed"}
    assert {key: theirs[key] for key in same} == {key: ours[key] for key in same}


@check("`make_spec(...)`")
def _() -> None:
    theirs, ours = (
        {name for name in dir(maker.make_spec("CartPole-v1")) if not name.startswith("_")}
        for maker in (envpool, parallel_pool)
    )
    assert theirs - ours == {"state_array_spec", "action_array_spec", "gen_config"}
    assert ours - theirs == {"id"}


@check("`autoreset_mode`")
def _() -> None:
    with pytest.raises(TypeError, match="autoreset_mode"):
        cartpole(envpool, autoreset_mode="SameStep")
    for mode in ("NextStep", "SameStep", "Disabled"):
        cartpole(parallel_pool, autoreset_mode=mode).reset()


@check("`xla()`")
def _() -> None:
    assert callable(cartpole(envpool).xla)
    with pytest.raises(NotImplementedError, match="not available yet"):
        cartpole(parallel_pool).xla()


@check("`render()` without ids")
def _() -> None:
    for maker, rows in ((envpool, 1), (parallel_pool, 2)):
        pool = cartpole(maker, render_mode="rgb_array")
        pool.reset()
        assert pool.render_mode == "rgb_array"
        assert pool.render().shape == (rows, 400, 600, 3)
        assert pool.render([1, 0]).shape == (2, 400, 600, 3)
        assert pool.render(1).dtype == np.uint8


@needs_envpool
@quiet
@pytest.mark.parametrize("row", sorted(CHECKS))
def test_behaviour(row: str) -> None:
    CHECKS[row]()


def test_table_of_behaviour() -> None:
    """Each row has a check, and each check has a row."""
    assert sorted(cells[0] for cells in rows("Differences in behaviour")) == sorted(CHECKS)
