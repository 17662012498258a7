# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PettingZoo's environments in pools: agents of unlike spaces, turns, and the faces with agents."""

from __future__ import annotations

import importlib
import pickle
import warnings
from functools import partial
from typing import Any

import numpy as np
import parallel_pool
import pytest
from gymnasium import spaces
from parallel_pool.errors import InvalidActionError, PoolError
from parallel_pool.testing.compare import assert_same

pettingzoo = pytest.importorskip("pettingzoo")

LENGTHS = {"ann": 2, "bob": 4}


class Unlike(pettingzoo.ParallelEnv):  # type: ignore[misc, name-defined]
    """Its two agents see and do unlike things; bob leaves first."""

    metadata = {"name": "unlike"}  # noqa: RUF012

    def __init__(self, limit: int = 6) -> None:
        self.possible_agents = [*LENGTHS]
        self.agents: list[str] = []
        self.limit = limit
        self.given: dict[str, Any] = {}
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        box = spaces.Box(-1, 1, (LENGTHS[agent],), np.float32)
        return spaces.Dict(box=box, n=spaces.Discrete(LENGTHS[agent]))

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(LENGTHS[agent])

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.turn = 0
        return {a: self._observe(a) for a in self.agents}, {a: {"turn": 0} for a in self.agents}

    def step(self, actions: dict[str, Any]) -> Any:
        self.given = {agent: int(action) for agent, action in actions.items()}
        self.turn += 1
        acting = self.agents
        rewards = {a: float(actions[a]) + self.random.random() for a in acting}
        late = {a: self.turn >= self.limit - (a == "bob") * 2 for a in acting}
        self.agents = [a for a in acting if not late[a]]
        never = dict.fromkeys(acting, False)
        infos = {a: {"turn": self.turn} for a in acting}
        return {a: self._observe(a) for a in acting}, rewards, never, late, infos

    def _observe(self, agent: str) -> Any:
        length = LENGTHS[agent]
        values = self.random.random(length).astype(np.float32)
        return {"box": values, "n": int(self.random.integers(length))}


def test_one_space_for_agents_of_unlike_spaces() -> None:
    envs = parallel_pool.make_python(Unlike, 2)
    assert envs.single_observation_space["box"].shape == (4,)
    assert envs.single_action_space == spaces.Discrete(4)
    reference = Unlike()
    expected = reference.reset(seed=3)[0]
    observations, _ = envs.reset(seed=[3, 4])
    assert_same(observations["box"][0], np.r_[expected["ann"]["box"], 0, 0].astype(np.float32))
    assert_same(observations["box"][1], expected["bob"]["box"])
    envs.step(np.array([1, 3, 3, 2]))
    assert envs.get_attr("given") == ({"ann": 1, "bob": 3}, {"ann": 0, "bob": 2})
    envs.close()


@pytest.mark.parametrize("workers", [1, 3])
def test_the_parallel_face_is_a_loop(workers: int) -> None:
    envs = parallel_pool.make_python(Unlike, 3, num_workers=workers, env_type="parallel")
    loops = [Unlike() for _ in range(3)]
    assert envs.possible_agents == [*LENGTHS]
    for agent in LENGTHS:
        assert envs.action_space(agent) == loops[0].action_space(agent)
        assert envs.observation_space(agent) == loops[0].observation_space(agent)
    observations, infos = envs.reset(seed=5)
    expected = [loop.reset(seed=5 + i)[0] for i, loop in enumerate(loops)]
    rng = np.random.default_rng(1)
    for _ in range(20):
        for agent in LENGTHS:
            for i, one in enumerate(expected):
                if agent in one:
                    assert_same(observations[agent]["box"][i], one[agent]["box"])
                    assert observations[agent]["n"][i] == one[agent]["n"]
                else:
                    assert not observations[agent]["box"][i].any()
        actions = {agent: rng.integers(LENGTHS[agent], size=3) for agent in LENGTHS}
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        for i, loop in enumerate(loops):
            if not loop.agents:
                expected[i] = loop.reset()[0]
                continue
            given = {agent: actions[agent][i] for agent in loop.agents}
            expected[i], wanted, _, late, _ = loop.step(given)
            for agent in wanted:
                assert rewards[agent][i] == wanted[agent]
                assert truncations[agent][i] == late[agent]
                assert infos[agent]["turn"][i] == loop.turn
        assert not any(flags.any() for flags in terminations.values())
        assert envs.agents == [a for a in LENGTHS if any(a in loop.agents for loop in loops)]
    envs.close()


def test_layouts_and_refusals() -> None:
    envs = parallel_pool.make_python(Unlike, 2, env_type="parallel", layout="stacked")
    observations, _ = envs.reset(seed=1)
    assert observations["box"].shape == (2, 2, 4)
    envs.step(np.zeros((2, 2), np.int64))
    assert pickle.loads(pickle.dumps(envs)).layout == "stacked"
    envs.close()
    envs = parallel_pool.make_python(Unlike, 2, env_type="parallel")
    envs.reset()
    with pytest.raises(InvalidActionError, match=r"actions\['ann'\] is 2 in environment 1"):
        envs.step({"ann": np.array([0, 2]), "bob": np.array([0, 0])})
    envs.close()
    with pytest.raises(ValueError, match="layout must be one of"):
        parallel_pool.make_python(Unlike, 2, env_type="parallel", layout="flat")
    with pytest.raises(ValueError, match="works in sync mode only"):
        parallel_pool.make_python(Unlike, 2, 1, env_type="parallel")
    with pytest.raises(ValueError, match="those of CartPole-v1 have one"):
        parallel_pool.make_python("CartPole-v1", 2, env_type="parallel")
    with pytest.raises(ValueError, match="so they cannot act at once: use env_type='aec'"):
        parallel_pool.make_python(Counting, 2, env_type="parallel")
    with pytest.raises(ValueError, match="act at once: use env_type='parallel'"):
        parallel_pool.make_python(Unlike, 2, env_type="aec")
    with pytest.raises(ValueError, match="'SameStep' does not suit environments whose agents take"):
        parallel_pool.make_python(Counting, 2, autoreset_mode="SameStep")
    with pytest.raises(PoolError, match="the agents of env id 1 take turns and those of env id 0"):
        parallel_pool.make_python([Unlike, Counting])


def test_same_step() -> None:
    """A row has the reward of the old episode and the observation of the new one."""
    envs = parallel_pool.make_python(Unlike, 2, num_workers=2, autoreset_mode="SameStep")
    loops = [Unlike() for _ in range(2)]
    envs.reset(seed=5)
    shown = [loop.reset(seed=5 + i)[0] for i, loop in enumerate(loops)]
    for step in range(20):
        actions = [{a: (step + i) % LENGTHS[a] for a in one} for i, one in enumerate(shown)]
        flat = np.array([value for one in actions for value in one.values()])
        observations, rewards, _, truncated, infos = envs.step(flat)
        row = 0
        for i, loop in enumerate(loops):
            alive = {a: x for a, x in actions[i].items() if a in loop.agents}
            last, wanted, _, late, told = loop.step(alive)
            shown[i] = last
            assert truncated[i] == (not loop.agents)
            if not loop.agents:
                assert_same(infos["final_obs"][i], last)
                assert infos["final_info"]["ann"]["turn"][i] == told["ann"]["turn"]
                shown[i] = loop.reset()[0]
            for agent in shown[i]:
                assert infos["players"]["id"][row] == [*LENGTHS].index(agent)
                assert rewards[row] == wanted.get(agent, 0)
                assert infos["players"]["truncated"][row] == late.get(agent, False)
                own = observations["box"][row][: LENGTHS[agent]]
                assert_same(own, shown[i][agent]["box"])
                row += 1
        assert row == len(rewards)
    envs.close()


def test_same_step_on_the_parallel_face() -> None:
    """All agents live again in the step that ends an episode; without autoreset none does."""
    for mode, living in (("SameStep", [*LENGTHS]), ("NextStep", [])):
        envs = parallel_pool.make_python(Unlike, 1, env_type="parallel", autoreset_mode=mode)
        envs.reset(seed=1)
        actions = {agent: np.zeros(1, np.int64) for agent in LENGTHS}
        for _ in range(5):
            envs.step(actions)
        truncations = envs.step(actions)[3]
        assert truncations["ann"].tolist() == [True]
        assert envs.agents == living
        assert [bool(one[0]) for one in envs.alive.values()] == [bool(living)] * 2
        envs.step(actions)
        envs.close()


class Counting(pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """Agents in turn add to a sum; who says 3 is out, and the last one ends the game."""

    metadata = {"name": "counting"}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = ["x", "y", "z"]
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return spaces.Box(-99, 99, (2,), np.float64)

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(4)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[int(self.random.integers(3))]
        self.sum = 0
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Any:
        return np.array([self.sum, self.possible_agents.index(agent)], np.float64)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.sum += int(action)
        self.rewards = {a: self.sum * (1.0 if a == agent else -0.5) for a in self.agents}
        if action == 3:
            self.terminations[agent] = True
        if sum(not over for over in self.terminations.values()) <= 1 or self.sum > 20:
            self.truncations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"sum": self.sum}
        self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self._accumulate_rewards()
        self._deads_step_first()


def turns_env(module: str, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(module).env(**options)


def seen(env: Any) -> dict[str, Any]:
    return {agent: env.observe(agent) for agent in env.agents}


TURNS = {
    "counting": Counting,
    "tictactoe": partial(turns_env, "pettingzoo.classic.tictactoe_v3"),
    "connect_four": partial(turns_env, "pettingzoo.classic.connect_four_v3"),
    "leduc": partial(turns_env, "pettingzoo.classic.leduc_holdem_v4"),
    "archers": partial(
        turns_env, "pettingzoo.butterfly.knights_archers_zombies_v11", max_cycles=30
    ),
}


def row_of(values: Any, i: int) -> Any:
    return {k: v[i] for k, v in values.items()} if isinstance(values, dict) else values[i]


@pytest.mark.parametrize("name", TURNS)
def test_the_aec_face_is_a_loop(name: str) -> None:
    """Who moves, what all see and get, and when games end, beside PettingZoo's own calls."""
    try:
        loops = [TURNS[name]() for _ in range(3)]
    except ImportError as error:
        pytest.skip(str(error))
    for i, loop in enumerate(loops):
        loop.reset(seed=7 + i)
    envs = parallel_pool.make_python(TURNS[name], 3, num_workers=2, env_type="aec")
    envs.reset(seed=7)
    names = envs.possible_agents
    over = [False] * 3
    rng = np.random.default_rng(3)
    for _ in range(60):
        actions = []
        for i, loop in enumerate(loops):
            mover = loop.agent_selection if loop.agents else names[0]
            if not over[i]:
                assert names[envs.agent_selection[i]] == mover
                observation, reward, *_ = loop.last()
                assert_same(row_of(envs.last()[0], i), observation)
                assert envs.last()[1][i] == reward
            mask = observation.get("action_mask") if isinstance(observation, dict) else None
            space = loop.action_space(mover)
            legal = np.arange(space.n) if mask is None or not mask.any() else np.flatnonzero(mask)
            actions.append(int(rng.choice(legal)))
        envs.step(np.array(actions))
        for i, loop in enumerate(loops):
            if over[i]:
                loop.reset()
                over[i] = False
                assert not envs.rewards[i].any()
                continue
            loop.step(actions[i])
            for agent, reward in loop.rewards.items():
                assert envs.rewards[i][names.index(agent)] == reward
                assert_same(row_of(envs.observe(agent), i), loop.observe(agent))
            while loop.agents and (
                loop.terminations[loop.agent_selection] or loop.truncations[loop.agent_selection]
            ):
                loop.step(None)
            over[i] = not loop.agents
        assert (envs.terminations | envs.truncations).tolist() == over
    envs.close()


def test_turns_on_other_faces() -> None:
    """An action for each environment, and a row for each of its agents."""
    envs = parallel_pool.make_python(Counting, 2)
    assert envs.action_space.shape == (2,)
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (6, 2)
    movers = infos["agent_selection"]
    _, rewards, _, _, infos = envs.step(np.array([2, 3]))
    assert rewards[movers[0]] == 2.0
    assert rewards[3 + movers[1]] == 3.0
    assert infos["players"]["terminated"].tolist().index(True) == 3 + movers[1]
    assert len(envs.step(np.array([0, 0]))[4]["players"]["id"]) == 5
    with pytest.raises(InvalidActionError, match="env id 1: action is 4"):
        envs.step(np.array([0, 4]))
    envs.close()
    batches = parallel_pool.make_python(Counting, 4, 2, 2, env_type="gym")
    batches.async_reset()
    for _ in range(9):
        info = batches.recv()[4]
        batches.send(np.ones(2, np.int64), info["env_id"])
    batches.close()


@pytest.mark.parametrize("face", ["parallel", "aec"])
def test_states_and_clones_of_faces(face: str) -> None:
    made: Any = Unlike if face == "parallel" else Counting
    envs = parallel_pool.make_python(made, 2, num_workers=2, env_type=face)

    def step() -> Any:
        if face == "parallel":
            return envs.step({"ann": np.array([1, 1]), "bob": np.array([2, 2])})[:4]
        envs.step(np.array([1, 1]))
        return envs.last()[:4], envs.rewards, envs.agent_selection

    envs.reset(seed=4)
    step()
    states = envs.get_state()
    first = [step() for _ in range(8)]
    envs.set_state(None, states)
    assert_same([step() for _ in range(8)], first)
    envs.set_state([0, 1], states)
    envs.clone([0], [1])
    for _ in range(3):
        step()
    if face == "aec":
        assert_same(envs.rewards[0], envs.rewards[1])
    envs.close()


class Wordy(Unlike):
    def observation_space(self, agent: str) -> Any:
        return spaces.Box(0, 1, (2, 2) if agent == "ann" else (3, 3), np.float32)


def test_spaces_that_are_too_unlike() -> None:
    message = "the observation spaces of agents may differ in the lengths of Boxes of one axis"
    with pytest.raises(ValueError, match=message):
        parallel_pool.make_python(Wordy, 2)
