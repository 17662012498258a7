# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Single environments as PettingZoo's classes, which its wrappers and tests accept.

>>> from parallel_pool.pettingzoo import env, parallel_env
>>> game = env("tictactoe-v3")
>>> game.reset(seed=0)
>>> game.agent_selection
'player_1'
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool.errors import InvalidActionError, PoolClosedError, ResetNeededError
from parallel_pool.faces.agents import AgentPool
from parallel_pool.faces.description_trees import map_tree
from parallel_pool.faces.one_episode import OneEpisode
from parallel_pool.faces.one_game import OneGame
from parallel_pool.spaces import batch_of_one

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ModuleNotFoundError as error:  # pragma: no cover
    raise ModuleNotFoundError(
        "parallel_pool.pettingzoo needs PettingZoo, which is not installed: pip install pettingzoo"
    ) from error

_ONE: dict[str, Any] = {
    "num_envs": 1,
    "num_threads": 1,
    "autoreset_mode": AutoresetMode.DISABLED,
}


def _alone(config: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a pool of one."""
    if given := _ONE.keys() & config.keys():
        raise TypeError(
            f"PettingZoo's environments are single ones: leave out {min(given)}; "
            'parallel_pool.make with env_type="parallel" or "aec" makes many'
        )
    return {**_ONE, **config}


def env(id: str, **config: Any) -> AECEnv[str, Any, Any]:
    """Makes one environment whose agents take turns, with the wrappers that PettingZoo's have.

    Args:
        id: the id of an environment, as for `parallel_pool.make`.
        **config: the environment's options, ``render_mode`` and ``max_episode_steps``.

    Returns:
        A `PoolAECEnv` that asserts actions to be in their space and calls to be in order.

    Raises:
        As `parallel_pool.make`; ValueError: all agents act at once.
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(PoolAECEnv(id, **config)))


def parallel_env(id: str, **config: Any) -> PoolParallelEnv:
    """Makes one environment whose agents act at once.

    Args:
        id: the id of an environment, as for `parallel_pool.make`.
        **config: the environment's options, ``render_mode`` and ``max_episode_steps``.

    Raises:
        As `parallel_pool.make`; ValueError: the agents take turns.
    """
    return PoolParallelEnv(id, **config)


class _Members:
    """Members of both kinds of environments, which use a pool of one."""

    _envs: AgentPool

    def _describe(self, envs: AgentPool, parallel: bool) -> None:
        self._envs = envs
        self.metadata: dict[str, Any] = {
            key: value for key, value in envs.metadata.items() if key != "autoreset_mode"
        } | {
            "name": envs._id.replace("-", "_"),
            "is_parallelizable": parallel,
        }
        self.render_mode = envs.render_mode
        self.possible_agents: list[str] = list(envs.possible_agents)
        self.observation_spaces = dict(envs._observation_spaces)
        self.action_spaces = dict(envs._action_spaces)
        with contextlib.suppress(NotImplementedError):
            self.state_space = envs.state_space

    def __getstate__(self) -> tuple[dict[str, Any], list[bytes] | None]:
        """What a copy consists of: it continues as this environment would."""
        saved = None
        with contextlib.suppress(ResetNeededError, PoolClosedError, NotImplementedError):
            saved = self._envs.get_state()
        return dict(vars(self)), saved

    def __setstate__(self, state: tuple[dict[str, Any], list[bytes] | None]) -> None:
        """Takes over a copy of the pool, which has not been reset."""
        kept, saved = state
        self.__dict__.update(kept)
        if saved is not None:
            self._envs.set_state(None, saved)

    def state(self) -> np.ndarray:
        """The environment as a whole; see `AgentPool.state`.

        Raises:
            NotImplementedError: the environment has none.
        """
        return np.array(self._envs.state()[0])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self._envs.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self._envs.action_space(agent)

    def render(self) -> Any:
        """Renders the environment; see `PoolVectorEnv.render`."""
        frames = self._envs.render()
        return None if frames is None else frames[0]

    def close(self) -> None:
        """Frees the environment."""
        self._envs.close()

    def _known(self, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """The environment's own reset options: PettingZoo's environments ignore others."""
        known = [name for name, *_ in self._envs._engine.setup.env_type.reset_options]
        return {name: value for name, value in (options or {}).items() if name in known}


class PoolAECEnv(_Members, AECEnv[str, Any, Any]):
    """A pool of one environment whose agents take turns, as a `pettingzoo.AECEnv`."""

    def __init__(self, id: str, **config: Any) -> None:
        """See `env`."""
        super().__init__()
        self._game = OneGame(registry.find(id).id, **_alone(config))
        self._describe(self._game, parallel=False)
        self._indices = {agent: i for i, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Starts a new game; see `TurnVectorEnv.reset`. Unknown reset options are ignored."""
        self._game.reset(seed=seed, options=self._known(options))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()
        self._game.unfinished = False

    def step(self, action: Any) -> None:
        """Makes the move of ``agent_selection``; its game is over if the action must be None.

        Raises:
            InvalidActionError: the action is not in its space.
            ValueError: an action other than None, after the end of the game.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidActionError(
                f"action must be an element of {self.action_space(agent)}, got None"
            )
        game = self._game
        rewards = game.step(batch_of_one(self.action_spaces[agent], action))
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, game.terminated)
        self.truncations = dict.fromkeys(self.agents, game.truncated)
        self._select()
        game.unfinished = False

    def observe(self, agent: str) -> Any:
        """What an agent observes now."""
        index = self._indices.get(agent)
        if index is None:
            raise ValueError(
                f"there is no agent {agent!r}; the agents are {', '.join(self.possible_agents)}"
            )
        seen = self._game.observe(index)
        mover = self.possible_agents[self._game.mover]
        if self.agent_selection != mover and isinstance(seen, dict) and "action_mask" in seen:
            # While agents leave a game that is over, the mask goes with the selection.
            other = agent if agent != mover else self.agent_selection
            source = mover if agent == self.agent_selection else other
            seen["action_mask"] = self._game.observe(self._indices[source])["action_mask"]
        return seen

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._game.mover]


class PoolParallelEnv(_Members, ParallelEnv[str, Any, Any]):
    """A pool of one environment whose agents act at once, as a `pettingzoo.ParallelEnv`."""

    def __init__(self, id: str, **config: Any) -> None:
        """See `parallel_env`."""
        super().__init__()
        self._parallel = OneEpisode(registry.find(id).id, **_alone(config))
        self._describe(self._parallel, parallel=True)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts a new episode; see `ParallelVectorEnv.reset`. Unknown reset options are ignored.

        Returns:
            Observations and infos of the agents.
        """
        observations, infos = self._parallel.reset(seed=seed, options=self._known(options))
        self.agents = self._parallel.agents
        return self._seen(observations, self.agents), self._told(infos, self.agents)

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Steps the environment.

        Args:
            actions: an action for each of ``agents``.

        Returns:
            Observations, rewards, terminations, truncations and infos of those who acted;
            nothing if no agent is left.

        Raises:
            ValueError: an agent is unknown or lacks an action.
            InvalidActionError: an action is not in its space.
        """
        acting = self.agents
        if not acting:
            return {}, {}, {}, {}, {}
        rows = self._parallel.step_rows(actions)
        if rows is not None:
            self.agents = self._parallel.agents
            return (
                dict(zip(acting, rows.observations, strict=True)),
                dict(zip(acting, rows.rewards, strict=True)),
                dict(zip(acting, rows.terminations, strict=True)),
                dict(zip(acting, rows.truncations, strict=True)),
                {agent: {} for agent in acting},
            )
        # An unknown agent's action fits no space; the pool says that the agent is unknown.
        given = {
            agent: batch_of_one(self.action_spaces.get(agent, self.action_space(acting[0])), action)
            for agent, action in actions.items()
        }
        observations, rewards, terminations, truncations, infos = self._parallel.step(given)
        self.agents = self._parallel.agents
        return (
            self._seen(observations, acting),
            {agent: float(rewards[agent][0]) for agent in acting},
            {agent: bool(terminations[agent][0]) for agent in acting},
            {agent: bool(truncations[agent][0]) for agent in acting},
            self._told(infos, acting),
        )

    def _seen(self, observations: dict[str, Any], agents: list[str]) -> dict[str, Any]:
        node = self._parallel._spec["observation"]
        return {
            agent: map_tree(node, lambda _, array: np.array(array[0]), observations[agent])
            for agent in agents
        }

    @staticmethod
    def _told(infos: dict[str, Any], agents: list[str]) -> dict[str, dict[str, Any]]:
        return {agent: _of_first(infos[agent]) for agent in agents}


def _of_first(infos: Any) -> Any:
    """What infos, which may be nested, say of the first environment."""
    if isinstance(infos, dict):
        return {name: _of_first(value) for name, value in infos.items()}
    return infos[0]
