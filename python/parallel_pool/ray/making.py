# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`make`: a pool whose environments live in actors of Ray."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from parallel_pool.pool.arguments import Seed, autoreset_mode_of, integer
from parallel_pool.pool.result_options import FACE_KEYWORDS
from parallel_pool.pool.workers import NumaChoice
from parallel_pool.ray.actor import ActorPlan
from parallel_pool.ray.actors import Actors, Recipe
from parallel_pool.ray.pool import RemotePool
from parallel_pool.ray.sources import Face, Given, NativeSource, PythonSource

_FACES = {name: FACE_KEYWORDS[name] for name in ("gymnasium", "gym", "dm")}
_LIVES = ("reset", "resume")
# Options of Ray that would break what the pool promises.
_OWN_OPTIONS = (
    "max_restarts",
    "max_task_retries",
    "max_concurrency",
    "concurrency_groups",
    "lifetime",
    "get_if_exists",
)


def make(
    env: str | Callable[[], Any] | Sequence[Any],
    num_envs: int | None = None,
    batch_size: int | None = None,
    num_actors: int = 1,
    num_threads: int = 1,
    *,
    env_type: str = "gymnasium",
    seed: Seed = None,
    autoreset_mode: str | AutoresetMode = "NextStep",
    max_episode_steps: int | None = None,
    backend: str = "native",
    numa: NumaChoice = "auto",
    after_death: str = "reset",
    save_every: int = 1,
    rows_per_call: int | None = None,
    stack: int | None = None,
    actor_options: dict[str, Any] | None = None,
    start_timeout: float = 120.0,
    **options: Any,
) -> Any:
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
        env_type: the face: ``"gymnasium"``, ``"gym"`` (EnvPool's) or ``"dm"`` (dm_env's).
        seed: as for `parallel_pool.make`.
        autoreset_mode: as for `parallel_pool.make`.
        max_episode_steps: as for `parallel_pool.make`.
        backend: ``"python"`` makes the environment that Gymnasium has by the id.
        numa: as for `parallel_pool.make`, of each actor on its machine.
        after_death: what happens to the environments of an actor that died. ``"reset"``: they need
            a reset. ``"resume"``: they continue from their last saved state.
        save_every: with ``"resume"``, save each environment with every so many of its rows.
        rows_per_call: in async mode, how many rows an actor returns at a time. None selects
            batch_size if an actor has at least twice as many environments, so that batches are not
            copied, and an equal share of batch_size otherwise.
        stack: how many frames the first axis of an observation holds, oldest first. An actor on
            another machine sends each frame once, and the stacks are put together here, equal bit
            for bit. None: the option ``stack_num``, if the environments have it; 1: never.
        actor_options: options of Ray for the actors, such as ``num_cpus``, ``resources``,
            ``scheduling_strategy`` (``"SPREAD"`` by default) and ``runtime_env``.
        start_timeout: the number of seconds that the actors may take to start.
        **options: the environment's own options, and those that process results, as for
            `parallel_pool.make`. For environments in Python those of `make_python`.

    Returns:
        The pool: a `RayVectorEnv`, or as `parallel_pool.make` for the other faces.

    Raises:
        TypeError, ValueError, PoolError: as `parallel_pool.make`.
        PoolError: an actor did not start, or its node lacks a package; the message names both.
    """
    if backend not in ("native", "python"):
        raise ValueError(f"backend must be 'native' or 'python', got {backend!r}")
    if env_type not in _FACES:
        raise ValueError(f"env_type must be one of {[*_FACES]}, got {env_type!r}")
    if after_death not in _LIVES:
        raise ValueError(f"after_death must be one of {[*_LIVES]}, got {after_death!r}")
    if after_death == "reset" and save_every != 1:
        raise ValueError(
            "save_every is for after_death='resume', which goes on from saved states; got "
            f"save_every={save_every!r} with after_death='reset'"
        )
    _check_seconds("start_timeout", start_timeout)
    _check_ray_options(actor_options)
    common: dict[str, Any] = {
        "seed": seed,
        "autoreset_mode": autoreset_mode_of(autoreset_mode),
        "max_episode_steps": max_episode_steps,
    }
    threads = integer("num_threads", num_threads, 1)
    face = Face(env_type, {k: options.pop(k) for k in _FACES[env_type] if k in options})
    frames = None if stack is None else integer("stack", stack, 1)
    given = Given(common, threads, numa, face, frames, options)
    source: PythonSource | NativeSource
    if backend == "python" or not isinstance(env, str):
        source = PythonSource(env, num_envs, batch_size, given)
    else:
        source = NativeSource(env, 1 if num_envs is None else num_envs, batch_size, given)
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
    if is_sync and asked is not None:
        raise ValueError(
            f"rows_per_call is for async mode: pass a batch_size below num_envs = {count}, too"
        )

    def plan(k: int, life: int) -> ActorPlan:
        own = range(first[k], first[k + 1])
        rows = len(own) if is_sync else _rows_per_call(asked, len(own), batch, count)
        return source.plan(own, rows, life, saving)

    ray_options = {"num_cpus": threads, "scheduling_strategy": "SPREAD"} | (actor_options or {})
    recipe = Recipe(plan, ray_options, source.name, source.package, start_timeout)
    started = Actors(recipe, actors)
    try:
        observation_space, action_space = source.spaces(started.facts)
        _check_stack(frames, observation_space)
        remote = RemotePool(
            started,
            first,
            batch,
            threads * actors,
            observation_space,
            action_space,
            disabled=common["autoreset_mode"] == AutoresetMode.DISABLED,
            resumes=after_death == "resume",
            face=env_type,
        )
        return source.face(remote, started.facts)
    except BaseException:
        started.close()
        raise


def _rows_per_call(asked: int | None, own: int, batch: int, count: int) -> int:
    """How many rows an actor with `own` of `count` environments returns at a time."""
    if asked is None:
        asked = batch if own >= 2 * batch else max(1, own * batch // count)
    return min(asked, own, batch)


def _check_stack(stack: int | None, space: Any) -> None:
    """Refuses a number of frames that observations cannot be stacks of."""
    if stack is None or stack == 1:
        return
    if not isinstance(space, spaces.Box) or not space.shape or space.shape[0] % stack:
        raise ValueError(
            f"stack={stack} needs Box observations whose first axis holds that many frames, "
            f"got {space}"
        )


def _check_seconds(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise TypeError(f"{name} must be a number of seconds, got {value!r}")
    if not value > 0:
        raise ValueError(f"{name} must be positive seconds, got {value!r}")


def _check_ray_options(options: Any) -> None:
    """Refuses options under which an actor's calls would be repeated, reordered or shared."""
    if options is None:
        return
    if not isinstance(options, dict):
        raise TypeError(f"actor_options must be a dict of Ray's options or None, got {options!r}")
    owned = [name for name in _OWN_OPTIONS if name in options]
    if owned:
        raise ValueError(
            f"actor_options has {', '.join(owned)}, but the pool itself replaces actors, orders "
            "their calls and ends them: leave it out"
        )
