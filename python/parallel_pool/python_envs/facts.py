# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the environments of a pool have in common: their spaces, players and metadata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium
from gymnasium.spaces.utils import is_space_dtype_shape_equiv
from gymnasium.vector import AutoresetMode

from parallel_pool.errors import PoolError, SpaceMismatchError
from parallel_pool.python_envs import descriptions
from parallel_pool.python_envs.agent_facts import AgentFacts
from parallel_pool.python_envs.reward_vectors import common_reward_space
from parallel_pool.python_envs.settings import Settings


class CommonFacts:
    """What the environments of a pool have in common.

    Attributes:
        single_observation_space, single_action_space: of one environment.
        metadata, render_mode, spec: the first environment's.
        descriptions: of the observation and the action space, as the native pool takes them.
        agents: of the environment with most of them, or None where environments have none.
        max_players: how many players an environment may have; 0 where it has no players.
        reward_space: of one environment, where rewards are vectors; else None.
    """

    def __init__(self, settings: Settings, of_workers: Sequence[dict[str, Any]]) -> None:
        """Compares what the workers say of their environments.

        Args:
            settings: the pool's arguments.
            of_workers: one dict for each worker, with lists of (env id, space) and of agents.

        Raises:
            SpaceMismatchError: their spaces differ.
            PoolError: they differ otherwise where they must be alike.
            ValueError: two environments are the same object, or an argument does not suit
                environments with players.
        """
        _check_distinct([one for each in of_workers for one in each["identities"]])
        self._observation_mode = settings.observation_mode
        observation = [pair for one in of_workers for pair in one["observation_spaces"]]
        action = [pair for one in of_workers for pair in one["action_spaces"]]
        mode = settings.observation_mode
        self.single_observation_space = mode[1] if isinstance(mode, tuple) else observation[0][1]
        self.single_action_space = action[0][1]
        self.agents = _agents([facts for one in of_workers for facts in one["agents"]])
        self.max_players = 0 if self.agents is None else len(self.agents.names)
        self.reward_space = common_reward_space(
            [space for one in of_workers for space in one["reward_spaces"]]
        )
        self._check("action", action)
        self._check("observation", observation)
        first = of_workers[0]
        self.metadata: dict[str, Any] = first["metadata"]
        self.render_mode: str | None = first["render_mode"]
        self.spec: gymnasium.envs.registration.EnvSpec | None = first["spec"]
        self.descriptions = {
            "observation": descriptions.describe(
                self.single_observation_space, self.agents is not None
            ),
            "action": descriptions.describe(
                self.single_action_space, self.agents is not None and not self.takes_turns
            ),
        }
        if self.agents is not None:
            self._check_players(settings)

    @property
    def takes_turns(self) -> bool:
        """Whether one agent of an environment acts at a time."""
        return self.agents is not None and self.agents.takes_turns

    def check_new_spaces(self, env_id: int, observation: Any, action: Any) -> None:
        """Raises SpaceMismatchError if an environment that is made anew has unlike spaces."""
        for what, space in (("observation", observation), ("action", action)):
            for _, expected in self._unlike(what, [(env_id, space)]):
                raise SpaceMismatchError(
                    f"the options of env id {env_id} change its {what} space: {space} instead of "
                    f"{expected}"
                )

    def _check(self, what: str, spaces: Sequence[tuple[int, Any]]) -> None:
        for env_id, expected in self._unlike(what, spaces):
            mode = self._observation_mode if what == "observation" else None
            hint = "; observation_mode='different' allows other bounds" if mode == "same" else ""
            first = "observation_mode" if isinstance(mode, tuple) else "env id 0"
            raise SpaceMismatchError(
                f"all environments must have the same {what} space: {first} has {expected}, "
                f"env id {env_id} has {dict(spaces)[env_id]}{hint}"
            )

    def _unlike(self, what: str, spaces: Sequence[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        """The env ids whose space does not fit, each with the space that is expected."""
        expected = getattr(self, f"single_{what}_space")
        same = what == "action" or self._observation_mode == "same"
        for env_id, space in spaces:
            if space != expected and (same or not is_space_dtype_shape_equiv(expected, space)):
                yield env_id, expected

    def _check_players(self, settings: Settings) -> None:
        if self.takes_turns and settings.autoreset_mode == AutoresetMode.SAME_STEP:
            raise ValueError(
                "autoreset_mode 'SameStep' does not suit environments whose agents take turns: "
                "what the last move gave the others would belong to the next game"
            )
        if any(descriptions.has_objects(node) for node in self.descriptions.values()):
            raise PoolError(
                "players must have spaces with columns (Box, Discrete, MultiDiscrete, MultiBinary, "
                f"and Dict and Tuple of these), got {self.single_observation_space} and "
                f"{self.single_action_space}"
            )


def _check_distinct(identities: Sequence[tuple[int, int]]) -> None:
    """Refuses functions that return one environment several times: its episodes would mix."""
    first: dict[tuple[int, int], int] = {}
    for env_id, identity in enumerate(identities):
        if first.setdefault(identity, env_id) != env_id:
            raise ValueError(
                f"env ids {first[identity]} and {env_id} are the same object: a function must make "
                "a new environment each time that it is called"
            )


def _agents(of_envs: Sequence[AgentFacts | None]) -> AgentFacts | None:
    """The agents of the environment that has the most."""
    named = [facts for facts in of_envs if facts is not None]
    if not named:
        return None
    if len(named) < len(of_envs):
        with_players, without = ([f is None for f in of_envs].index(no) for no in (False, True))
        raise PoolError(
            f"env id {with_players} has players and env id {without} has none: all "
            "environments of a pool must have rows of the same form"
        )
    turns = [facts.takes_turns for facts in named]
    if any(turns) and not all(turns):
        raise PoolError(
            f"the agents of env id {turns.index(True)} take turns and those of env id "
            f"{turns.index(False)} act at once: a pool cannot contain both kinds of environments"
        )
    most = max(named, key=lambda facts: len(facts.names))
    for env_id, facts in enumerate(named):
        if facts.shares != most.shares:
            raise PoolError(
                "environments whose agents have unlike spaces must have the same agents: env id "
                f"{named.index(most)} has {[*most.names]}, env id {env_id} has {[*facts.names]}"
            )
    return most
