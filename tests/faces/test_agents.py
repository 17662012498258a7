# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The faces with named agents, for environments whose agents end one by one."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.errors import (
    EnvironmentFailure,
    InvalidActionError,
    ResetNeededError,
    StateError,
)
from parallel_pool.testing import assert_same

from tests import registration  # noqa: F401 - registers the test environments

AGENTS = ["first_0", "second_0", "third_0"]
ENVS = 4


def make(**options: Any) -> Any:
    return parallel_pool.make("Relay-v0", "parallel", num_envs=ENVS, **options)


class Model:
    """One environment: what is expected of each agent, by its rules in words."""

    def __init__(self, finishes: bool) -> None:
        self.finishes = finishes

    def reset(self, strength: np.ndarray) -> None:
        self.strength = strength.astype(int)
        self.present = np.ones(3, bool)
        self.alive = np.ones(3, bool)
        self.rewards = np.zeros(3)
        self.ended = self.cut = np.zeros(3, bool)
        self.round = 0

    def step(self, spent: np.ndarray) -> None:
        self.round += 1
        self.present = self.alive.copy()
        self.rewards = np.where(self.present, spent, 0).astype(float)
        self.strength = np.where(self.present, self.strength - spent, self.strength)
        self.ended = self.present & (self.strength <= 0)
        all_over = not (self.alive & ~self.ended).any()
        cut = (self.finishes and self.round == 3 and not all_over) or (
            self.round == 20 and not all_over
        )
        self.cut = self.present & ~self.ended & cut
        self.alive = self.present & ~self.ended & ~self.cut


@pytest.mark.parametrize("end", ["last", "finish"])
@pytest.mark.parametrize("threads", [1, 3])
def test_agents_keep_their_places(end: str, threads: int) -> None:
    envs = make(end=end, num_threads=threads, chunk_size=1)
    assert envs.possible_agents == AGENTS
    models = [Model(end == "finish") for _ in range(ENVS)]
    observations, infos = envs.reset(seed=0)
    rng = np.random.default_rng(0)
    for i, model in enumerate(models):
        model.reset(np.array([observations[agent]["view"][i, 1] for agent in AGENTS]))
        assert [infos[agent]["spent"][i] for agent in AGENTS] == [0, 0, 0]
    deaths = 0
    for _ in range(60):
        spent = rng.integers(0, 3, (ENVS, 3))
        agents = envs.agents
        assert agents == [a for k, a in enumerate(AGENTS) if any(m.alive[k] for m in models)]
        given = {agent: spent[:, AGENTS.index(agent)] for agent in agents}
        observations, rewards, ended, cut, _ = envs.step(given)
        for i, model in enumerate(models):
            if not model.alive.any():
                model.reset(np.array([observations[agent]["view"][i, 1] for agent in AGENTS]))
            else:
                model.step(spent[i])
            for k, agent in enumerate(AGENTS):
                view = [k, model.strength[k]] if model.present[k] else [0, 0]
                assert observations[agent]["view"][i].tolist() == view
                assert observations[agent]["round"][i] == model.round
                assert rewards[agent][i] == model.rewards[k]
                assert ended[agent][i] == model.ended[k]
                assert cut[agent][i] == model.cut[k]
                assert envs.alive[agent][i] == model.alive[k]
            deaths += int(model.ended.any() and model.alive.any())
    assert deaths > 10


def test_rows_name_their_agents() -> None:
    """On the other faces too, the id of a row is its agent's, and each row has its own flags."""
    envs = parallel_pool.make("Relay-v0", num_envs=1, seed=0)
    observations, infos = envs.reset()
    for _ in range(20):
        ids = infos["players"]["id"]
        assert_same(observations["view"][:, 0], ids.astype(np.float32))
        observations, _, terminations, _, infos = envs.step(np.full(len(ids), 2))
        alive = ~infos["players"]["terminated"]
        assert alive.any() or terminations[0] or len(ids) == 3
    plain = parallel_pool.make("Relay-v0", "gym", num_envs=2, seed=0)
    plain.reset()
    told = plain.step(np.full(6, 2))[-1]["players"]
    assert sorted(told) == ["env_id", "id", "terminated", "truncated"]


def test_layouts_hold_the_same() -> None:
    dicts, stacked = make(seed=1), make(seed=1, layout="stacked")
    seen, whole = dicts.reset()[0], stacked.reset()[0]
    rng = np.random.default_rng(2)
    for _ in range(20):
        for i, agent in enumerate(AGENTS):
            assert_same(seen[agent]["view"], whole["view"][:, i])
            assert_same(dicts.alive[agent], stacked.alive[:, i])
        actions = rng.integers(0, 3, (ENVS, 3))
        result = dicts.step({agent: actions[:, i] for i, agent in enumerate(AGENTS)})
        other = stacked.step(actions)
        for part, rest in zip(result[1:4], other[1:4], strict=True):
            for i, agent in enumerate(AGENTS):
                assert_same(part[agent], rest[:, i])
        seen, whole = result[0], other[0]


def test_agents_have_views_of_one_array() -> None:
    seen, _ = make().reset(seed=0)
    views = [seen[agent]["view"] for agent in AGENTS]
    assert all(view.base is not None and view.base is views[0].base for view in views)


def test_disabled_waits_for_a_reset() -> None:
    envs = make(autoreset_mode="Disabled", seed=0, end="finish")
    envs.reset()
    for _ in range(3):
        envs.step({agent: np.zeros(ENVS, int) for agent in AGENTS})
    assert envs.agents == []
    with pytest.raises(ResetNeededError):
        envs.step({})
    mask = np.array([True, False, True, False])
    envs.reset(options={"reset_mask": mask})
    assert_same(envs.alive["first_0"], mask)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0], TypeError, "actions must be a dict from agents to arrays, got list"),
        ({"nobody": 0}, ValueError, "the unknown agent 'nobody'; the agents are first_0, second_0"),
        ({"first_0": np.zeros(ENVS, int)}, ValueError, "actions lack the agent 'second_0'"),
        (
            dict.fromkeys(AGENTS, np.zeros(3, int)),
            ValueError,
            r"actions\['first_0'\] must have shape \(4,\), got \(3,\)",
        ),
        (dict.fromkeys(AGENTS, np.full(ENVS, 3)), InvalidActionError, "3"),
        (dict.fromkeys(AGENTS, np.full(ENVS, 0.5)), TypeError, "integer"),
    ],
)
def test_bad_actions_step_nothing(actions: Any, error: type[Exception], message: str) -> None:
    envs, twin = make(seed=4), make(seed=4)
    envs.reset()
    twin.reset()
    with pytest.raises(error, match=message):
        envs.step(actions)
    good = dict.fromkeys(AGENTS, np.ones(ENVS, int))
    assert_same(envs.step(good), twin.step(good))


@pytest.mark.parametrize(
    ("id", "face", "options", "message"),
    [
        ("CartPole-v1", "parallel", {}, "is for environments of several agents, and CartPole-v1"),
        (
            "CartPole-v1",
            "aec",
            {},
            "is for environments of several agents, and CartPole-v1 has one",
        ),
        ("Relay-v0", "aec", {}, "all agents of Relay-v0 act at once: use env_type='parallel'"),
        ("tictactoe-v3", "parallel", {}, "tictactoe-v3 take turns, .* use env_type='aec'"),
        ("Crowd-v0", "parallel", {}, "not all actions of Crowd-v0 belong to an agent"),
        ("Relay-v0", "parallel", {"num_envs": 4, "batch_size": 2}, "works in sync mode only"),
        (
            "Relay-v0",
            "parallel",
            {"layout": "rows"},
            r"layout must be one of \['dict', 'stacked'\]",
        ),
        ("Relay-v0", "parallel", {"autoreset_mode": "SameStep"}, "'SameStep' does not suit"),
    ],
)
def test_unsuitable_arguments(id: str, face: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parallel_pool.make(id, face, **options)


def test_mistakes_of_authors_are_named() -> None:
    with pytest.raises(RuntimeError, match="spec: two agents have the same name"):
        parallel_pool.make("Relay-v0", mistake="names")
    with pytest.raises(RuntimeError, match="spec: of_agents has 2 shares for 3 agents"):
        parallel_pool.make("Relay-v0", mistake="few")
    with pytest.raises(RuntimeError, match="spec: an agent's share must be 1 to 3, got 4"):
        parallel_pool.make("Relay-v0", mistake="many")
    with (
        parallel_pool.make("Relay-v0", mistake="agent") as envs,
        pytest.raises(EnvironmentFailure, match=r"agent\(0\) is 3, but there are 3 players"),
    ):
        envs.reset()


def test_pools_can_be_copied_and_saved() -> None:
    envs = make(layout="stacked")
    twin = pickle.loads(pickle.dumps(envs))
    assert_same(envs.reset(seed=3), twin.reset(seed=3))
    actions = np.ones((ENVS, 3), int)
    envs.step(actions)
    twin.step(actions)
    states = envs.get_state()
    expected = [envs.step(actions) for _ in range(4)]
    twin.set_state(None, states)
    assert_same([twin.step(actions) for _ in range(4)], expected)
    assert repr(envs) == "ParallelVectorEnv('Relay-v0', num_envs=4)"


def test_config_shows_options_that_differ() -> None:
    ends = parallel_pool.PerEnv(["last", "finish", "last", "last"])
    assert make(end=ends).config["end"] == ends


def test_states_of_other_faces_are_refused() -> None:
    """Each face keeps facts of its own in its states."""
    envs, plain = make(seed=0), parallel_pool.make("Relay-v0", num_envs=ENVS, seed=0)
    envs.reset()
    plain.reset()
    theirs, ours = plain.get_state([0]), envs.get_state([0])
    with pytest.raises(StateError, match="no state of a pool with env_type='parallel'"):
        envs.set_state([0], theirs)
    with pytest.raises(StateError, match="these bytes are not a saved state"):
        plain.set_state([0], ours)
    with pytest.raises(TypeError, match="a state must be bytes from get_state, got int"):
        envs.set_state([0], [5])
    with pytest.raises(TypeError, match="states must be a list with a state for each environment"):
        envs.set_state([0], ours[0])
    envs.set_state([1], ours)


def test_damaged_facts_of_a_face_are_refused() -> None:
    """A face's own facts precede the engine's part of a state, and are sealed too."""
    envs = make(seed=0)
    envs.reset()
    (state,) = envs.get_state([0])
    engines_own = state.index(b"PPST", 4)
    for at in range(engines_own):
        damaged = state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :]
        with pytest.raises(StateError, match=r"no state of a pool|damaged|\d agents"):
            envs.set_state([0], [damaged])
    assert envs.get_state([0]) == [state]
