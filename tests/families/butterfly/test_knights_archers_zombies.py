# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Knights Archers Zombies equals PettingZoo's bit for bit, in pools, alone and with all options."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from gymnasium.spaces import Box, Sequence
from hypothesis import given, settings
from hypothesis import strategies as st
from parallel_pool.testing import assert_same

from tests.families.agents_alone import assert_passes, assert_plays_the_same
from tests.families.at_once import (
    MODES,
    assert_same_states,
    assert_states_continue,
    compare,
    count_terminations,
)
from tests.families.butterfly.options import CONFIG
from tests.support import assert_clean, run_python

pytest.importorskip("pettingzoo")
pytest.importorskip("pygame")
with warnings.catch_warnings(action="ignore"):
    from pettingzoo.butterfly import knights_archers_zombies_v11
from parallel_pool.pettingzoo import parallel_env

ID = "knights_archers_zombies-v11"
METHODS = ["vector", "vector-masked", "vector-sequence"]


class Padded:
    """PettingZoo's environment, whose sequences are filled up with rows of zeros to one shape."""

    def __init__(self, env: Any) -> None:
        self._env = env
        self._space = Box(-1.0, 1.0, (env.state_space.shape[0] + 1, 11), np.float64)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)

    def observation_space(self, agent: str) -> Box:
        sequence = self._env.observation_space(agent)
        assert isinstance(sequence, Sequence)
        assert sequence.feature_space == Box(-1.0, 1.0, self._space.shape[1:], np.float64)
        return self._space

    def reset(self, seed: int | None = None) -> tuple[dict[str, np.ndarray], Any]:
        observations, infos = self._env.reset(seed=seed)
        return self._fill_up(observations), infos

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        observations, *others = self._env.step(actions)
        return self._fill_up(observations), *others

    def _fill_up(self, observations: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        shape = self._space.shape
        return {
            agent: np.concatenate([rows, np.zeros((shape[0] - len(rows), shape[1]))])
            for agent, rows in observations.items()
        }


def parallel_reference(obs_method: str = "vector", **config: Any) -> Any:
    env = knights_archers_zombies_v11.parallel_env(obs_method=obs_method, **config)
    return Padded(env) if obs_method == "vector-sequence" else env


@MODES
@pytest.mark.parametrize("obs_method", METHODS)
def test_pool_equals_the_reference(obs_method: str, mode: str) -> None:
    config = {"obs_method": obs_method, "spawn_delay": 6}
    compare(ID, parallel_reference, 300, seed=3, threads=2, mode=mode, **config)


@MODES
def test_images_equal_the_reference(mode: str) -> None:
    """With deaths and new episodes: the time limit and the line end many."""
    config = {"spawn_delay": 4, "max_cycles": 40, "line_death": True, "max_arrows": 4}
    compare(ID, parallel_reference, 70, 3, threads=2, mode=mode, obs_method="image", **config)


def test_images_show_all_headings_and_edges() -> None:
    """Agents who walk, turn and shoot along walls: parts of their views lie beyond the screen."""
    rng = np.random.default_rng(4)

    def wander(envs: Any, _: Any) -> dict[str, np.ndarray]:
        odds = [0.45, 0.05, 0.15, 0.2, 0.15, 0.0]
        return {agent: rng.choice(6, envs.num_envs, p=odds) for agent in envs.possible_agents}

    config = {"spawn_delay": 3, "max_zombies": 30, "obs_method": "image"}
    assert count_terminations(ID, parallel_reference, 130, wander, 2, **config) > 0


def test_sequences_count_their_rows() -> None:
    """Each row that describes something names what it is; all others are zeros."""
    envs = parallel_pool.make(ID, "parallel", num_envs=2, obs_method="vector-sequence", seed=0)
    game = knights_archers_zombies_v11.parallel_env(obs_method="vector-sequence")
    first, _ = envs.reset()
    expected, _ = game.reset(seed=0)
    for agent, rows in expected.items():
        seen = first[agent][0]
        assert seen[:, :6].any(axis=1).sum() == len(rows)
        assert not seen[len(rows) :].any()


def test_images_need_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "pettingzoo.butterfly.knights_archers_zombies.src.img"
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(DependencyNotInstalled, match=r"obs_method='image' needs .*render"):
        parallel_pool.make(ID, "parallel", obs_method="image")


class Fighting:
    """Actions of agents who mostly attack and turn, so that zombies die."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def __call__(self, envs: Any, _: Any) -> dict[str, np.ndarray]:
        odds = [0.05, 0.05, 0.15, 0.15, 0.55, 0.05]
        return {agent: self.rng.choice(6, envs.num_envs, p=odds) for agent in envs.possible_agents}


@pytest.mark.parametrize("killable", [True, False])
def test_agents_die_and_kill(killable: bool) -> None:
    """Rewards at turns, deaths one by one, and ends of whole games."""
    config: dict[str, Any] = {
        "spawn_delay": 3,
        "killable_archers": killable,
        "killable_knights": killable,
        "max_zombies": 30,
    }
    assert count_terminations(ID, parallel_reference, 350, Fighting(1), 2, **config) > 0


def test_agents_die_at_the_line() -> None:
    def walk(envs: Any, _: Any) -> dict[str, np.ndarray]:
        return {
            agent: (np.arange(envs.num_envs) + i) % 2
            for i, agent in enumerate(envs.possible_agents)
        }

    assert count_terminations(ID, parallel_reference, 80, walk, 4, line_death=True) > 0


def test_the_first_zombie_of_a_seeded_episode_depends_on_the_past() -> None:
    """As in the reference: time steps since the last zombie count on through resets."""
    ours, theirs = parallel_env(ID, max_cycles=15), parallel_reference(max_cycles=15)
    assert_plays_the_same(ours, theirs, episodes=3)


@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_all_options(data: st.DataObject) -> None:
    config = {name: data.draw(values) for name, values in CONFIG["knights_archers_zombies"].items()}
    compare(ID, parallel_reference, 40, seed=7, **config)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@given(data=st.data(), seed=st.integers(0, 2**40))
@settings(max_examples=8, deadline=None)
def test_images_for_long(data: st.DataObject, seed: int) -> None:
    config = {name: data.draw(values) for name, values in CONFIG["knights_archers_zombies"].items()}
    config |= {"obs_method": "image", "num_knights": min(int(str(config["num_knights"])), 4)}
    compare(ID, parallel_reference, 150, seed, threads=2, **config)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@given(data=st.data(), seed=st.integers(0, 2**40))
@settings(max_examples=60, deadline=None)
def test_all_options_for_long(data: st.DataObject, seed: int) -> None:
    config = {name: data.draw(values) for name, values in CONFIG["knights_archers_zombies"].items()}
    compare(ID, parallel_reference, 400, seed=seed, threads=2, **config)


def test_pictures_equal_the_reference() -> None:
    ours = parallel_env(ID, render_mode="rgb_array", spawn_delay=5)
    theirs = parallel_reference(render_mode="rgb_array", spawn_delay=5)
    assert ours.metadata["render_modes"] == theirs.metadata["render_modes"]
    assert ours.metadata["render_fps"] == theirs.metadata["render_fps"]
    ours.reset(seed=4)
    theirs.reset(seed=4)
    rng = np.random.default_rng(2)
    for number in range(200):
        if not theirs.agents:
            break
        actions = {agent: int(rng.integers(6)) for agent in theirs.agents}
        ours.step(actions)
        theirs.step(actions)
        if number % 4 == 0:
            assert_same(ours.render(), theirs.render())


@pytest.mark.parametrize("obs_method", METHODS)
def test_state(obs_method: str) -> None:
    assert_same_states(ID, parallel_reference, 120, spawn_delay=4, obs_method=obs_method)


def test_state_of_images() -> None:
    """The screen; short episodes, so that their ends and beginnings are compared too."""
    config = {"spawn_delay": 4, "max_cycles": 25, "obs_method": "image"}
    assert_same_states(ID, parallel_reference, 60, **config)


@pytest.mark.parametrize(("obs_method", "steps"), [("vector", 150), ("image", 60)])
def test_states_continue_exactly(obs_method: str, steps: int) -> None:
    assert_states_continue(ID, steps, spawn_delay=4, obs_method=obs_method)


def test_damaged_states_of_images() -> None:
    """Places that no game has: each is refused, or everything goes on. In a process of its own."""
    code = """
import contextlib, struct
config = {"spawn_delay": 1, "max_zombies": 2, "max_arrows": 2, "obs_method": "image"}
envs = parallel_pool.make("knights_archers_zombies-v11", "parallel", num_envs=2, seed=3, **config)
envs.reset()
owner = envs._engine._owner
refused = 0
for number in range(12):
    envs.step({agent: np.full(2, number % 6) for agent in envs.agents})
state = envs.get_state([0])[0]
start = state.index(b"PPST", 4)  # this face's own part is before it
agents, state = state[:start], owner.unpack(state[start:])
for at in range(0, len(state) - 4):
    for value in (-(2**31), -5000, 5000, 2**31 - 1):
        damaged = state[:at] + struct.pack("<i", value) + state[at + 4 :]
        try:
            envs.set_state([0], [agents + owner.pack(damaged)])
        except errors.StateError:
            refused += 1
            continue
        with contextlib.suppress(errors.PoolError, ValueError):  # other agents than the face knows
            envs.step({agent: np.full(2, 5) for agent in envs.agents})
print(refused)
"""
    assert int(assert_clean(run_python(code, timeout=250))) > 100


def test_pettingzoo_tests() -> None:
    assert_passes(
        lambda **config: parallel_env(ID, **{"max_cycles": 40, **config}),
        lambda **config: parallel_reference(**{"max_cycles": 40, **config}),
        100,
        {"obs_method": "vector-masked"},
        {"obs_method": "image"},
    )


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"max_cycles": 0}, "max_cycles must be at least 1, got 0"),
        ({"num_archers": 0, "num_knights": 0}, "num_knights must be at least 1, got 0"),
        ({"max_arrows": -1}, "max_arrows must be 0 to 1000, got -1"),
        (
            {"obs_method": "picture"},
            "'vector', 'vector-masked', 'vector-sequence' or 'image', got 'picture'",
        ),
    ],
)
def test_options_are_checked(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(ID, "parallel", **config)
