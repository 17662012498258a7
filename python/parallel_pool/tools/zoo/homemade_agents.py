# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PettingZoo's interface for packages with agents whose interface is their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces

Values = dict[str, Any]


class Kitchen(pettingzoo.ParallelEnv[str, np.ndarray, int]):
    """A kitchen of Overcooked-AI, whose two cooks share their rewards.

    Args:
        layout: the name of the kitchen.
        horizon: the number of time steps of an episode.
    """

    metadata = {"name": "overcooked"}  # noqa: RUF012

    def __init__(self, layout: str, horizon: int = 400) -> None:
        """Reads the layout."""
        setattr(np, "Inf", np.inf)  # noqa: B010  the package uses a name that NumPy 2 has not
        from overcooked_ai_py.mdp.actions import Action
        from overcooked_ai_py.mdp.overcooked_env import OvercookedEnv
        from overcooked_ai_py.mdp.overcooked_mdp import OvercookedGridworld

        grid = OvercookedGridworld.from_layout_name(layout)
        self._env = OvercookedEnv.from_mdp(grid, horizon=horizon, info_level=0)
        self._actions = Action.INDEX_TO_ACTION
        self.possible_agents = ["cook_0", "cook_1"]
        self.agents: list[str] = []
        shape = np.shape(self._observe()["cook_0"])
        self._space = spaces.Box(-(2**31), 2**31 - 1, shape, np.int32)

    def observation_space(self, agent: str) -> spaces.Box:
        """Layers of the kitchen, as a cook sees it."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:
        """Four directions, stay and interact."""
        return spaces.Discrete(len(self._actions))

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Values, Values]:
        """A new episode; nothing in it is random."""
        self._env.reset()
        self.agents = self.possible_agents[:]
        return self._observe(), {}

    def step(self, actions: Values) -> tuple[Values, Values, Values, Values, Values]:
        """One step of both."""
        joint = [self._actions[int(actions[cook])] for cook in self.possible_agents]
        _, reward, over, info = self._env.step(joint)
        cooks = self.possible_agents
        infos = {
            cook: {"shaped": float(info["shaped_r_by_agent"][i])} for i, cook in enumerate(cooks)
        }
        if over:
            self.agents = []
        never = dict.fromkeys(cooks, False)
        return (
            self._observe(),
            dict.fromkeys(cooks, float(reward)),
            never,
            dict.fromkeys(cooks, over),
            infos,
        )

    def _observe(self) -> Values:
        views = self._env.lossless_state_encoding_mdp(self._env.state)
        return {
            cook: np.asarray(view, np.int32)
            for cook, view in zip(self.possible_agents, views, strict=True)
        }


class Vmas(pettingzoo.ParallelEnv[str, np.ndarray, np.ndarray]):
    """A scenario of VMAS, as one environment of the batch that VMAS steps.

    Args:
        scenario: its name.
        max_steps: the number of time steps of an episode.
    """

    metadata = {"name": "vmas"}  # noqa: RUF012

    def __init__(self, scenario: str, max_steps: int = 100) -> None:
        """Makes a batch of one."""
        import torch
        import vmas

        torch.set_num_threads(1)
        self._torch = torch
        self._env = vmas.make_env(
            scenario, num_envs=1, max_steps=max_steps, dict_spaces=True, terminated_truncated=True
        )
        self.possible_agents = [agent.name for agent in self._env.agents]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Box:
        """A vector."""
        return _as_box(self._env.observation_space[agent])

    def action_space(self, agent: str) -> spaces.Box:
        """Forces."""
        return _as_box(self._env.action_space[agent])

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Values, Values]:
        """A new episode. All environments of a process draw from one generator."""
        self.agents = self.possible_agents[:]
        return _first(self._env.reset(seed=seed)), {}

    def step(self, actions: Values) -> tuple[Values, Values, Values, Values, Values]:
        """One step of all."""
        given = {agent: self._torch.as_tensor(one)[None] for agent, one in actions.items()}
        observations, rewards, terminated, truncated, _ = self._env.step(given)
        flags = bool(terminated[0]), bool(truncated[0])
        if any(flags):
            self.agents = []
        ended, late = (dict.fromkeys(self.possible_agents, flag) for flag in flags)
        return _first(observations), _first(rewards), ended, late, {}


class Battle(pettingzoo.ParallelEnv[str, np.ndarray, int]):
    """A battle of SMAClite, whose units share their rewards.

    The action masks are in the infos. In place of an action that is not legal, the first legal one
    is taken.

    Args:
        map: its name, such as ``"2s3z"``.
    """

    metadata = {"name": "smaclite"}  # noqa: RUF012

    def __init__(self, map: str) -> None:
        """Makes the battle."""
        import gymnasium
        import smaclite  # noqa: F401 - registers the ids

        env: Any = gymnasium.make(f"smaclite/{map}-v0", disable_env_checker=True)
        self._env = env.unwrapped
        self.possible_agents = [f"unit_{i}" for i in range(self._env.n_agents)]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Box:
        """What a unit sees."""
        return spaces.Box(-np.inf, np.inf, (self._env.obs_size,), np.float32)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Nothing, stop, four directions and the targets."""
        return spaces.Discrete(self._env.n_actions)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Values, Values]:
        """A new battle."""
        observations, _ = self._env.reset(seed=seed)
        self.agents = self.possible_agents[:]
        return self._by_unit(observations), self._masks()

    def step(self, actions: Values) -> tuple[Values, Values, Values, Values, Values]:
        """One step of all; units that have died do nothing."""
        chosen = [int(actions[unit]) for unit in self.possible_agents]
        legal = self._env.get_avail_actions()
        pairs = zip(chosen, legal, strict=True)
        chosen = [one if mask[one] else int(np.argmax(mask)) for one, mask in pairs]
        observations, reward, over, _, _ = self._env.step(chosen)
        if over:
            self.agents = []
        units = self.possible_agents
        rewards, ended = dict.fromkeys(units, float(reward)), dict.fromkeys(units, bool(over))
        never = dict.fromkeys(units, False)
        return self._by_unit(observations), rewards, ended, never, self._masks()

    def _masks(self) -> Values:
        masks = self._by_unit(self._env.get_avail_actions())
        return {unit: {"action_mask": np.array(mask, np.int8)} for unit, mask in masks.items()}

    def _by_unit(self, values: Any) -> Values:
        return dict(zip(self.possible_agents, values, strict=True))


def _as_box(space: Any) -> spaces.Box:
    return spaces.Box(space.low, space.high, space.shape, space.dtype.type)


def _first(values: Values) -> Values:
    return {agent: value[0].numpy() for agent, value in values.items()}
