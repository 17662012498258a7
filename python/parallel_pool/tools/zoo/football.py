# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Google Research Football with its controlled players as agents, seeds of resets, and states."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from gymnasium import spaces

from parallel_pool.python_envs.old_gym_adapter import space_of

Values = dict[str, Any]

# The package draws its own seeds below this number.
_SEEDS = 2_000_000_000
_LARGEST_SEED = 2**32 - 1


class Football(pettingzoo.ParallelEnv[str, np.ndarray, int]):
    """A match whose agents are the controlled players: ``left_0``, ..., ``right_0``, ...

    Each episode ends with the termination of all agents, even when the time is up, because the
    package does not say why an episode ends.

    Args:
        scenario: its name, such as ``"academy_3_vs_1_with_keeper"``.
        left_players: how many players of the left team are agents.
        right_players: how many of the right team.
        representation: ``"simple115v2"`` or ``"simple115"`` (float32 of shape (115,)),
            ``"extracted"`` (uint8 of shape (72, 96, 4)), ``"pixels"`` or ``"pixels_gray"`` (uint8
            of shape (72, 96, 3) or (72, 96, 1)). Pixels also need ``render=True`` and a process
            for each environment.
        seed: of the first reset, if that is given none; None draws one.
        **options: other arguments of the package's ``create_environment``; ``stacked=True`` makes
            four times as many planes.

    Raises:
        ValueError: there is no such scenario, representation or number of players.
    """

    metadata = {"name": "football", "render_modes": ["rgb_array"]}  # noqa: RUF012
    render_mode = "rgb_array"

    def __init__(
        self,
        scenario: str,
        left_players: int = 1,
        right_players: int = 0,
        representation: str = "simple115v2",
        *,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        """Makes the match."""
        self._match = _Match(scenario, (left_players, right_players), representation, seed, options)
        self.possible_agents = [f"left_{i}" for i in range(left_players)]
        self.possible_agents += [f"right_{i}" for i in range(right_players)]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Box:
        """What a player observes."""
        return self._match.observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The package's actions; 19 unless ``action_set`` says otherwise."""
        return self._match.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Values, Values]:
        """Starts an episode; the infos are empty.

        Args:
            seed: from 0 to 4294967295. The episode equals the first one of the package with this
                ``game_engine_random_seed``; those after it have seeds that are drawn from this one.
            options: None or empty.

        Raises:
            ValueError: the seed is out of range, or there are options.
        """
        self.agents = self.possible_agents[:]
        return self._by_agent(self._match.reset(seed, options)), {}

    def step(self, actions: Values) -> tuple[Values, Values, Values, Values, Values]:
        """Steps all agents with integers; each info has the package's ``score_reward``."""
        joint = [int(actions[agent]) for agent in self.possible_agents]
        observations, rewards, over, score = self._match.step(joint)
        if over:
            self.agents = []
        players = self.possible_agents
        return (
            self._by_agent(observations),
            self._by_agent(rewards),
            dict.fromkeys(players, over),
            dict.fromkeys(players, False),
            {agent: {"score_reward": score} for agent in players},
        )

    def render(self) -> np.ndarray:
        """The frame of the match: uint8 of shape (720, 1280, 3). The first one takes seconds."""
        return self._match.render()

    def close(self) -> None:
        """Closes the match."""
        self._match.close()

    def _by_agent(self, values: Any) -> Values:
        return dict(zip(self.possible_agents, values, strict=True))


class FootballPlayer(gymnasium.Env[np.ndarray, Any]):
    """A match with one controlled player, as a Gymnasium environment.

    Args:
        scenario: as for `Football`.
        representation: as for `Football`.
        seed: as for `Football`.
        **options: as for `Football`.

    Raises:
        ValueError: as `Football`.
    """

    metadata = {"render_modes": ["rgb_array"]}  # noqa: RUF012
    render_mode = "rgb_array"

    def __init__(
        self,
        scenario: str,
        representation: str = "simple115v2",
        *,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        """Makes the match."""
        self._match = _Match(scenario, (1, 0), representation, seed, options)
        self.observation_space = self._match.observation_space
        self.action_space = self._match.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, Values]:
        """As `Football.reset`."""
        return self._match.reset(seed, options)[0], {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, Values]:
        """One step; the info has the package's ``score_reward``."""
        observations, rewards, over, score = self._match.step([int(action)])
        return observations[0], float(rewards[0]), over, False, {"score_reward": score}

    def render(self) -> np.ndarray:
        """As `Football.render`."""
        return self._match.render()

    def close(self) -> None:
        """Closes the match."""
        self._match.close()


class _Match:
    """The package's environment, with seeds of resets. Its pickle holds the state of the match."""

    def __init__(
        self,
        scenario: str,
        players: tuple[int, int],
        representation: str,
        seed: int | None,
        options: dict[str, Any],
    ) -> None:
        from gfootball.env import create_environment

        _check(scenario, players, representation)
        self._arguments = (scenario, players, representation, seed, options)
        self._env: Any = create_environment(
            env_name=scenario,
            representation=representation,
            number_of_left_players_agent_controls=players[0],
            number_of_right_players_agent_controls=players[1],
            **options,
        )
        self._is_alone = sum(players) == 1
        self._draws_pictures = bool(options.get("render"))
        self._config = self._env.unwrapped._config
        self._fresh = {**self._config._values, "episode_number": 1}
        self._fresh.pop("reverse_team_processing", None)
        self._fresh.update(options.get("other_config_options", {}))
        self._first_seed = seed
        self._seeds = random.Random()
        observed = space_of(self._env.observation_space)
        assert isinstance(observed, spaces.Box)
        low, high = observed.low, observed.high
        if not self._is_alone:
            low, high = low[0], high[0]
        kind: Any = observed.dtype
        self.observation_space = spaces.Box(low, high, dtype=kind.type)
        acted = self._env.action_space
        self.action_space = spaces.Discrete(int(acted.n if self._is_alone else acted.nvec[0]))

    def reset(self, seed: int | None, options: dict[str, Any] | None) -> list[np.ndarray]:
        """A new episode, with an observation for each player.

        With a seed it equals the first one of the package's environment with this
        ``game_engine_random_seed``. Later episodes have seeds that are drawn from it, where those
        of the package would all have the same.

        Raises:
            ValueError: the engine takes no such seed; or there are options.
        """
        if options:
            raise ValueError(f"football takes no options at a reset, got {options!r}")
        if seed is None:
            seed = self._first_seed
        self._first_seed = None
        if seed is None:
            seed = self._seeds.randint(0, _SEEDS)
        elif 0 <= seed <= _LARGEST_SEED:
            self._seeds = random.Random(seed)
            self._config._values.clear()
            self._config.update(self._fresh)
        else:
            raise ValueError(f"seed must be from 0 to {_LARGEST_SEED}, got {seed}")
        self._config["game_engine_random_seed"] = seed
        return self._rows(self._env.reset())

    def step(self, actions: list[int]) -> tuple[list[np.ndarray], list[float], bool, float]:
        """One step: observations, rewards, whether the episode is over, the goal's reward."""
        result = self._env.step(actions[0] if self._is_alone else actions)
        observations, rewards, over, info = result
        return self._rows(observations), self._rows(rewards), bool(over), info["score_reward"]

    def render(self) -> np.ndarray:
        """A frame. Unless ``render=True`` was passed, the steps that follow draw none."""
        frame: np.ndarray = self._env.render(mode="rgb_array")
        if not self._draws_pictures:
            self._env.unwrapped.disable_render()
        return frame

    def close(self) -> None:
        """Gives the engine back to the package, which uses it again."""
        self._env.close()

    def _rows(self, values: Any) -> list[Any]:
        return [values] if self._is_alone else list(values)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "arguments": self._arguments,
            "seeds": (self._first_seed, self._seeds),
            "config": dict(self._config._values),
            "match": self._env.get_state(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(*state["arguments"])  # type: ignore[misc]
        config = state["config"]
        self._config.update({**config, "episode_number": config["episode_number"] - 1})
        self._env.reset()
        self._env.set_state(state["match"])
        self._first_seed, self._seeds = state["seeds"]


_REPRESENTATIONS = ("simple115v2", "simple115", "extracted", "pixels", "pixels_gray")


def _check(scenario: str, players: tuple[int, int], representation: str) -> None:
    """Raises ValueError for what ends the process or fails late in the package."""
    from gfootball.env import config, scenario_builder

    known = [one for one in scenario_builder.all_scenarios() if one != "tests"]
    if scenario not in known:
        raise ValueError(f"there is no scenario {scenario!r}; known: {', '.join(known)}")
    if representation not in _REPRESENTATIONS:
        names = ", ".join(_REPRESENTATIONS)
        raise ValueError(f"representation must be one of {names}, got {representation!r}")
    found = config.Config({"level": scenario}).ScenarioConfig()
    most = (found.controllable_left_players, found.controllable_right_players)
    fits = all(0 <= asked <= at_most for asked, at_most in zip(players, most, strict=True))
    if not fits or sum(players) == 0:
        raise ValueError(
            f"{scenario} can have up to {most[0]} left_players and {most[1]} right_players, and "
            f"needs at least one player, got {players[0]} and {players[1]}"
        )
