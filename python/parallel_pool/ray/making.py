# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`make`: a pool whose environments live in actors of Ray."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool.errors import PoolError
from parallel_pool.pool.arguments import Seed, autoreset_mode_of, integer, seeds_of
from parallel_pool.pool.per_env import PerEnv
from parallel_pool.pool.result_options import RESULT_KEYWORDS, ResultOptions
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.python_envs.descriptions import describe
from parallel_pool.python_envs.functions import env_functions
from parallel_pool.ray.actions import check_action_space
from parallel_pool.ray.actor import ActorPlan
from parallel_pool.ray.actors import Actors, Recipe
from parallel_pool.ray.pool import RemotePool
from parallel_pool.ray.vector_env import RayVectorEnv
from parallel_pool.spaces import make_space

# What the driver does to results after it has put them together.
_BY_DRIVER = ("normalize_observation", "normalize_reward", "reward_gamma", "array_type", "device")
_LIVES = ("reset", "resume")


def make(
    env: str | Callable[[], Any] | Sequence[Any],
    num_envs: int | None = None,
    batch_size: int | None = None,
    num_actors: int = 1,
    num_threads: int = 1,
    *,
    seed: Seed = None,
    autoreset_mode: str | AutoresetMode = "NextStep",
    max_episode_steps: int | None = None,
    backend: str = "native",
    after_death: str = "reset",
    save_every: int = 1,
    rows_per_call: int | None = None,
    actor_options: dict[str, Any] | None = None,
    start_timeout: float = 120.0,
    **options: Any,
) -> RayVectorEnv:
    """Makes a pool whose environments live in actors of Ray.

    Its results equal those of one pool of the same size and seed bit for bit, for any number of
    actors. Ray is started with its defaults if ``ray.init`` was not called.

    Args:
        env: the id of an environment; or a function that makes an environment in Python, or a
            sequence with one for each environment.
        num_envs: the number of environments in all actors; None selects the length of the sequence,
            or 1.
        batch_size: the number of rows in a batch. None and num_envs select sync mode; a smaller
            number selects async mode.
        num_actors: the number of actors, each of which holds a pool of neighbouring env ids.
        num_threads: the number of threads, or of worker processes, of each actor. An actor reserves
            as many CPUs.
        seed: as for `parallel_pool.make`.
        autoreset_mode: as for `parallel_pool.make`.
        max_episode_steps: as for `parallel_pool.make`.
        backend: ``"python"`` makes the environment that Gymnasium has by the id.
        after_death: what happens to the environments of an actor that died. ``"reset"``: they need
            a reset. ``"resume"``: they continue from their last saved state.
        save_every: with ``"resume"``, save each environment with every so many of its rows.
        rows_per_call: in async mode, how many rows an actor returns at a time. None selects
            batch_size if an actor has at least twice as many environments, so that batches are not
            copied, and an equal share of batch_size otherwise.
        actor_options: options of Ray for the actors, such as ``num_cpus``, ``resources``,
            ``scheduling_strategy`` (``"SPREAD"`` by default) and ``runtime_env``.
        start_timeout: the number of seconds that the actors may take to start.
        **options: the environment's own options, and those that process results, as for
            `parallel_pool.make`. For environments in Python those of `make_python`.

    Returns:
        The pool.

    Raises:
        TypeError, ValueError, PoolError: as `parallel_pool.make`.
        PoolError: an actor did not start, or its node lacks a package; the message names both.
    """
    if backend not in ("native", "python"):
        raise ValueError(f"backend must be 'native' or 'python', got {backend!r}")
    if after_death not in _LIVES:
        raise ValueError(f"after_death must be one of {[*_LIVES]}, got {after_death!r}")
    if not start_timeout > 0:
        raise ValueError(f"start_timeout must be positive seconds, got {start_timeout!r}")
    common: dict[str, Any] = {
        "seed": seed,
        "autoreset_mode": autoreset_mode_of(autoreset_mode),
        "max_episode_steps": max_episode_steps,
    }
    threads = integer("num_threads", num_threads, 1)
    is_python = backend == "python" or not isinstance(env, str)
    if is_python:
        if after_death == "resume":
            raise PoolError("environments in Python have no saved states: use after_death='reset'")
        source: Any = _PythonSource(env, num_envs, common, threads, options)
    else:
        source = _NativeSource(str(env), 1 if num_envs is None else num_envs, common, options)
    count = source.num_envs
    actors = integer("num_actors", num_actors, 1)
    if actors > count:
        raise ValueError(f"num_actors must be at most num_envs = {count}, got {actors}")
    batch = integer("batch_size", batch_size or count, 1)
    if batch > count:
        raise ValueError(f"batch_size must be at most num_envs = {count}, got {batch}")
    first = [count * k // actors for k in range(actors + 1)]
    asked = None if rows_per_call is None else integer("rows_per_call", rows_per_call, 1)
    saving = integer("save_every", save_every, 1) if after_death == "resume" else 0
    is_sync = batch == count

    def plan(k: int, life: int) -> ActorPlan:
        own = range(first[k], first[k + 1])
        rows = len(own) if is_sync else _rows_per_call(asked, len(own), batch, count)
        arguments = source.arguments(own, threads, life) | {"batch_size": rows}
        return ActorPlan(arguments, saving, is_sync)

    ray_options = {"num_cpus": threads, "scheduling_strategy": "SPREAD"} | (actor_options or {})
    recipe = Recipe(plan, ray_options, source.name, source.package, start_timeout)
    started = Actors(recipe, actors)
    try:
        return _face(source, started, first, batch, threads, common, after_death == "resume")
    except BaseException:
        started.close()
        raise


def _face(
    source: Any,
    actors: Actors,
    first: list[int],
    batch: int,
    threads: int,
    common: dict[str, Any],
    resumes: bool,
) -> RayVectorEnv:
    observation, action = source.spaces(actors.facts)
    mode = common["autoreset_mode"]
    if actors.facts["is_multi_player"]:
        raise PoolError("environments with several players are not supported in actors")
    check_action_space(action)
    remote = RemotePool(
        actors,
        first,
        batch,
        threads * (len(first) - 1),
        observation,
        action,
        disabled=mode == AutoresetMode.DISABLED,
        resumes=resumes,
    )
    results = source.results(observation)
    metadata = dict(actors.facts["metadata"])
    return RayVectorEnv(remote, source.setup, source.name, mode, metadata, results)


def _rows_per_call(asked: int | None, own: int, batch: int, count: int) -> int:
    """How many rows an actor with `own` of `count` environments returns at a time."""
    if asked is None:
        asked = batch if own >= 2 * batch else max(1, own * batch // count)
    return min(asked, own, batch)


def _seeds(seed: Seed, own: range, count: int, life: int) -> list[int | None] | None:
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


def _of_actor(options: dict[str, Any], own: range) -> dict[str, Any]:
    return {
        name: PerEnv([value[i] for i in own]) if isinstance(value, PerEnv) else value
        for name, value in options.items()
    }


class _NativeSource:
    """Environments of a family, checked here before any actor starts."""

    def __init__(
        self, id: str, num_envs: int, common: dict[str, Any], options: dict[str, Any]
    ) -> None:
        env_type = registry.find(id)
        known = [name for name, _, _, _ in env_type.options]
        registry.check_names(options, [*known, *RESULT_KEYWORDS], f"{env_type.id}: keyword")
        self.setup = PoolSetup.checked(id, num_envs=num_envs, **common, **options)
        self.num_envs = self.setup.engine.num_envs
        self.name = env_type.id
        self.package = type(env_type).__module__.partition(".")[0]
        self._common = common
        self._options = {k: v for k, v in options.items() if k not in _BY_DRIVER}

    def arguments(self, own: range, threads: int, life: int) -> dict[str, Any]:
        """The arguments of an actor's pool."""
        seeds = _seeds(self._common["seed"], own, self.num_envs, life)
        mine = self._common | {"seed": seeds, "num_envs": len(own), "num_threads": threads}
        return mine | {"id": self.name} | _of_actor(self._options, own)

    def spaces(self, facts: dict[str, Any]) -> tuple[Any, Any]:
        """The spaces of an environment."""
        return facts["single_observation_space"], make_space(self.setup.spec["action"])

    def results(self, observation: Any) -> ResultOptions:
        """How results are processed."""
        return self.setup.results


class _PythonSource:
    """Environments in Python."""

    setup = None

    def __init__(
        self,
        env: Any,
        num_envs: int | None,
        common: dict[str, Any],
        threads: int,
        options: dict[str, Any],
    ) -> None:
        from parallel_pool.python_envs.settings import Settings

        own = ("start_method", "step_timeout", "restart", "observation_mode")
        self._given = {name: options.pop(name) for name in own if name in options}
        if self._given.get("observation_mode", "same") != "same":
            raise ValueError("observation_mode must be 'same' for environments in actors")
        self._results = {name: options.pop(name) for name in RESULT_KEYWORDS if name in options}
        limit = common["max_episode_steps"]
        self._functions = env_functions(env, num_envs, limit, options)
        self._common = {k: v for k, v in common.items() if k != "max_episode_steps"}
        Settings.checked(self._functions, num_workers=threads, **self._common, **self._given)
        self.num_envs = len(self._functions)
        self.name = env if isinstance(env, str) else "the environment"
        self.package = "gymnasium"

    def arguments(self, own: range, threads: int, life: int) -> dict[str, Any]:
        """The arguments of an actor's pool."""
        seeds = _seeds(self._common["seed"], own, self.num_envs, life)
        results = {k: v for k, v in self._results.items() if k not in _BY_DRIVER}
        mine = {"env": [self._functions[i] for i in own], "num_workers": threads, "seed": seeds}
        return self._common | self._given | results | mine

    def spaces(self, facts: dict[str, Any]) -> tuple[Any, Any]:
        """The spaces of an environment."""
        return facts["single_observation_space"], facts["single_action_space"]

    def results(self, observation: Any) -> ResultOptions:
        """How results are processed."""
        spec = {"multi_player": False, "observation": describe(observation)}
        return ResultOptions.checked(self.name, spec, **self._results)
