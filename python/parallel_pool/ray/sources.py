# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Where the environments of actors come from, a family or Python; checked before actors start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parallel_pool import registry
from parallel_pool.errors import PoolError
from parallel_pool.faces.env_spec import PoolSpec
from parallel_pool.pool.arguments import seeds_of
from parallel_pool.pool.per_env import PerEnv
from parallel_pool.pool.result_options import ResultOptions, check_keywords
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.pool.workers import NumaChoice
from parallel_pool.python_envs.descriptions import describe
from parallel_pool.python_envs.functions import env_functions
from parallel_pool.python_envs.making import name_of
from parallel_pool.python_envs.settings import Settings
from parallel_pool.ray.actions import check_action_space
from parallel_pool.ray.actor import ActorPlan
from parallel_pool.ray.faces import RayDmPool, RayGymPool, RayPythonDmPool, RayPythonGymPool
from parallel_pool.ray.pool import RemotePool
from parallel_pool.ray.vector_env import RayVectorEnv
from parallel_pool.spaces import make_space

# What the driver does to results after it has put them together.
_BY_DRIVER = (
    "normalize_observation",
    "normalize_reward",
    "reward_gamma",
    "reward_per_episode",
    "array_type",
    "device",
)


@dataclass(frozen=True)
class Face:
    """A face, by its ``env_type``, and the options that only this face has."""

    name: str
    options: dict[str, Any]


@dataclass(frozen=True)
class Given:
    """Arguments of `parallel_pool.ray.make` that both kinds of environments have.

    Attributes:
        common: ``seed``, ``autoreset_mode`` and ``max_episode_steps``.
        threads: of each actor.
        numa: the nodes that each actor uses.
        face: the face of the pool.
        stack: how many frames an observation holds; None if it was not said.
        options: all keywords that `make` does not name.
    """

    common: dict[str, Any]
    threads: int
    numa: NumaChoice
    face: Face
    stack: int | None
    options: dict[str, Any]

    def needs_last(self, batch_size: int | None, num_envs: int) -> bool:
        """Whether resets may have masks; they return the last observations of the other rows."""
        return self.face.name == "gymnasium" and batch_size in (None, 0, num_envs)


class NativeSource:
    """Environments of a family."""

    def __init__(self, id: str, num_envs: int, batch_size: int | None, given: Given) -> None:
        """Checks the arguments; raises as `parallel_pool.make`."""
        env_type = registry.find(id)
        check_keywords(given.options, env_type, (), given.face.name)
        self._arguments: dict[str, Any] = given.common | given.options
        how: dict[str, Any] = {"num_envs": num_envs, "batch_size": batch_size, "numa": given.numa}
        results = given.face.options if given.face.name == "gymnasium" else {}
        self._setup = PoolSetup.checked(id, **how, **self._arguments, **results)
        if self._setup.spec["multi_player"]:
            raise PoolError("environments with several players are not supported in actors")
        self.num_envs = self._setup.engine.num_envs
        self.name = env_type.id
        family = registry.family_of(env_type.id)
        self.package = family.module.__name__.partition(".")[0]
        self._carried = family.carried() if family.carried is not None else None
        self._given, self._how = given, how
        self._keeps_last = given.needs_last(batch_size, num_envs)
        self._in_actors = {k: v for k, v in results.items() if k not in _BY_DRIVER}

    def plan(self, own: range, rows: int, life: int, save_every: int) -> ActorPlan:
        """How an actor makes its pool of the environments `own`."""
        arguments = {
            name: PerEnv([value[i] for i in own]) if isinstance(value, PerEnv) else value
            for name, value in self._arguments.items()
        }
        arguments |= self._in_actors | {
            "id": self.name,
            "num_envs": len(own),
            "batch_size": rows,
            "num_threads": self._given.threads,
            "numa": self._given.numa,
            "seed": _seeds(self._given.common["seed"], own, self.num_envs, life),
        }
        face = self._given.face.name
        stack: Any = self._given.stack or self._setup.config.get("stack_num", 1)
        return ActorPlan(
            arguments, save_every, self._keeps_last, face, carried=self._carried, stack=stack
        )

    def spaces(self, facts: dict[str, Any]) -> tuple[Any, Any]:
        """The spaces of an environment."""
        action = make_space(self._setup.spec["action"])
        check_action_space(action)
        if self._given.face.name == "gymnasium":
            return facts["single_observation_space"], action
        return PoolSpec(self._setup, {}).observation_space, action

    def face(self, remote: RemotePool, facts: dict[str, Any]) -> Any:
        """What the user gets."""
        setup = self._setup
        if self._given.face.name == "gymnasium":
            mode, metadata = setup.autoreset_mode, dict(facts["metadata"])
            return RayVectorEnv(remote, setup, self.name, mode, metadata, setup.results)
        cls = RayGymPool if self._given.face.name == "gym" else RayDmPool
        return cls(remote, self.name, **self._how, **self._arguments, **self._given.face.options)


class PythonSource:
    """Environments in Python."""

    package = "gymnasium"

    def __init__(
        self, env: Any, num_envs: int | None, batch_size: int | None, given: Given
    ) -> None:
        """Checks the arguments; raises as `parallel_pool.make_python`."""
        options = dict(given.options)
        own = ("start_method", "step_timeout", "restart", "observation_mode")
        self._arguments = {name: options.pop(name) for name in own if name in options}
        if self._arguments.get("observation_mode", "same") != "same":
            raise ValueError("observation_mode must be 'same' for environments in actors")
        limit = given.common["max_episode_steps"]
        self._functions = env_functions(env, num_envs, limit, options)
        self._arguments |= {k: v for k, v in given.common.items() if k != "max_episode_steps"}
        self._arguments |= {"num_workers": given.threads, "numa": given.numa}
        self._settings = Settings.checked(self._functions, batch_size=batch_size, **self._arguments)
        self.num_envs = len(self._functions)
        self.name = name_of(env)
        self._given = given
        self._keeps_last = given.needs_last(batch_size, self.num_envs)
        self._results = given.face.options if given.face.name == "gymnasium" else {}

    def plan(self, own: range, rows: int, life: int, save_every: int) -> ActorPlan:
        """How an actor makes its pool of the environments `own`."""
        arguments = self._arguments | {
            "functions": [self._functions[i] for i in own],
            "batch_size": rows,
            "seed": _seeds(self._given.common["seed"], own, self.num_envs, life),
        }
        results = {k: v for k, v in self._results.items() if k not in _BY_DRIVER}
        return ActorPlan(
            arguments,
            save_every,
            self._keeps_last,
            self._given.face.name,
            self.name,
            results,
            stack=self._given.stack or 1,
        )

    def spaces(self, facts: dict[str, Any]) -> tuple[Any, Any]:
        """The spaces of an environment."""
        common = facts["python"]
        if common.max_players > 0:
            raise PoolError("environments with several players are not supported in actors")
        check_action_space(common.single_action_space)
        return common.single_observation_space, common.single_action_space

    def face(self, remote: RemotePool, facts: dict[str, Any]) -> Any:
        """What the user gets."""
        common = facts["python"]
        if self._given.face.name == "gymnasium":
            spec = {"multi_player": False, "observation": describe(common.single_observation_space)}
            results = ResultOptions.checked(self.name, spec, **self._results)
            mode, metadata = self._settings.autoreset_mode, dict(common.metadata)
            return RayVectorEnv(
                remote, None, self.name, mode, metadata, results, owner=facts["owner"]
            )
        cls = RayPythonGymPool if self._given.face.name == "gym" else RayPythonDmPool
        return cls(remote, facts, self._settings, self.name, self._given.face.options)


def _seeds(seed: Any, own: range, count: int, life: int) -> list[int | None] | None:
    """The seeds of an actor's environments; those of a later life begin other episodes."""
    seeds = seeds_of(seed, range(count), count)
    if seeds is None:
        return None
    mine = [seeds[i] for i in own]
    if life == 0:
        return mine
    return [
        None if one is None else int(np.random.SeedSequence([one, life]).generate_state(1)[0])
        for one in mine
    ]
