# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the faces share for Python environments: see `parallel_pool.pool.engine.Engine`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from parallel_pool.errors import PoolClosedError
from parallel_pool.native import NativePool
from parallel_pool.pool.arguments import env_ids_of, reset_mask_of, seeds_of
from parallel_pool.pool.engine import Engine
from parallel_pool.pool.per_env import spread
from parallel_pool.pool.result_options import ResultOptions
from parallel_pool.pool.state import Owner, config_hash
from parallel_pool.python_envs.agent_facts import MOVER
from parallel_pool.python_envs.agent_spaces import with_shares
from parallel_pool.python_envs.pool import PythonPool
from parallel_pool.python_envs.reward_vectors import RewardVectorPool
from parallel_pool.python_envs.settings import Settings
from parallel_pool.version import STATE_VERSION
from parallel_pool.when_asked import when_asked


class PythonEngine(Engine):
    """A pool of worker processes, and how it is reset and closed.

    Attributes:
        python_pool: what the workers offer beside a native pool's calls.
        results: what is done to results.
    """

    is_python = True

    def __init__(
        self,
        settings: Settings,
        name: str,
        results: dict[str, Any],
        result_format: str = "gymnasium",
    ) -> None:
        """Starts the pool.

        Args:
            settings: the pool's arguments.
            name: what the environments are, for messages.
            results: options of what is done to results.
            result_format: see `Engine`.
        """
        pool = PythonPool(settings)
        native = cast(NativePool, pool)
        self._begin(native, settings.num_envs, [])
        try:
            self.results = ResultOptions.checked(name, self.spec_of(pool), **results)
            if pool.facts.reward_space is not None:
                _check_takes_vectors(name, self.results, result_format)
            pool.open(result_format, self.results.record_episode_statistics)
        except BaseException:
            self._end()
            raise
        self.python_pool = pool
        self._settings, self._name = settings, name
        shape = tuple(pool.facts.single_observation_space.shape or ())
        if pool.facts.reward_space is not None:
            native = cast(NativePool, RewardVectorPool(pool, pool.facts.reward_space))
        self._process(native, self.results, settings.autoreset_mode, shape)
        seeds = seeds_of(settings.seed, range(self._num_envs), self._num_envs)
        if seeds is not None:
            pool.set_seeds(seeds)

    @staticmethod
    def spec_of(pool: PythonPool) -> dict[str, Any]:
        """The description of an environment's spaces and agents, as native ones have it."""
        facts = pool.facts
        spec: dict[str, Any] = {
            "multi_player": facts.max_players > 0,
            "max_players": max(facts.max_players, 1),
            "info": {"kind": "Dict", "name": "", "children": []},
            **facts.descriptions,
        }
        if facts.agents is None:
            return spec
        of_observed, of_acted = facts.agents.shares
        return spec | {
            "agents": [*facts.agents.names],
            "mover": MOVER if facts.agents.takes_turns else None,
            "observation": with_shares(spec["observation"], of_observed),
            "action": with_shares(spec["action"], of_acted),
        }

    def close(self) -> None:
        """Ends the workers."""
        self._end()

    def parse_reset_options(
        self, options: Mapping[str, Any] | None
    ) -> tuple[dict[str, object] | None, np.ndarray | None]:
        """The options for the environments, which know what they take, and the mask."""
        if options is None:
            return None, None
        if not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping or None, got {type(options).__name__}")
        rest = {name: value for name, value in options.items() if name != "reset_mask"}
        given = "reset_mask" in options
        return rest, reset_mask_of(options["reset_mask"], self._num_envs) if given else None

    # --- Members of the environments ------------------------------------------------------------

    def call(self, env_ids: Any, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """What a member of each environment returns."""
        self.check_open(name)
        ids = env_ids_of(env_ids, self._num_envs)
        return tuple(self.python_pool.call(ids, name, *args, **kwargs))

    def check_open(self, call: str) -> None:
        """Raises PoolClosedError, which names the call that the user makes, on a closed pool."""
        if self.python_pool.closed:
            raise PoolClosedError(f"{call}() was called on a closed pool")

    def apply(self, env_ids: Sequence[int], function: Callable[..., Any]) -> list[Any]:
        """See `Engine.apply`."""
        if self.python_pool.closed:
            raise PoolClosedError("the environments of a closed pool were asked for something")
        return self.python_pool.apply(env_ids, function)

    def set_attribute(self, name: str, values: Any) -> None:
        """Sets an attribute: of each environment to its part of a list or tuple, else of all."""
        if not isinstance(values, list | tuple):
            values = [values] * self._num_envs
        if len(values) != self._num_envs:
            raise ValueError(
                f"values must hold one for each of {self._num_envs} environments, got {len(values)}"
            )
        self.python_pool.set(range(self._num_envs), name, values)

    def generators(self) -> tuple[np.random.Generator, ...]:
        """A copy of each environment's generator."""
        return self.call(None, "np_random")

    def set_generators(self, value: Sequence[np.random.Generator]) -> None:
        """Sets each environment's generator."""
        self.set_attribute("np_random", [*value])

    def seeds(self) -> tuple[int | None, ...]:
        """The seed of each environment's generator."""
        return self.call(None, "np_random_seed")

    def set_config(self, env_ids: Any, options: Mapping[str, Any]) -> None:
        """See `PoolMembers.set_config`; the environments are made anew at their next reset."""
        ids = env_ids_of(env_ids, self._num_envs, "env_ids")
        if len(set(ids)) != len(ids):
            raise ValueError(f"env_ids names an environment twice: {[*ids]}")
        self.python_pool.set_config(ids, spread(options, len(ids)))

    @when_asked
    def _owner(self) -> Owner:
        """What a pool must share with a saved state; options are part of the state itself."""
        facts = self.python_pool.facts
        rules: dict[str, object] = {
            "autoreset_mode": self._settings.autoreset_mode.value,
            "observation": facts.descriptions["observation"],
            "action": facts.descriptions["action"],
            "max_players": facts.max_players,
        } | self.results.rules()
        return Owner(id=self._name, config=config_hash(rules), library=STATE_VERSION)


def _check_takes_vectors(name: str, options: ResultOptions, result_format: str) -> None:
    """Raises ValueError if something was asked for that needs a reward to be one number."""
    asked = [
        option
        for option in ("record_episode_statistics", "normalize_reward")
        if getattr(options, option)
    ]
    if result_format != "gymnasium":
        asked.append(f"the face {result_format!r}")
    if asked:
        raise ValueError(
            f"rewards of {name} are vectors (reward_space), which {asked[0]} does not take; make "
            "each reward one number first, for example with mo_gymnasium's LinearReward"
        )
