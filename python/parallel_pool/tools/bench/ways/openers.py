# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What many ways have in common: they open contenders, and repeat one thing with each."""

from __future__ import annotations

import copy
import importlib
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gymnasium
from gymnasium.vector import SyncVectorEnv

from parallel_pool import registry
from parallel_pool.family import Case
from parallel_pool.making import make
from parallel_pool.tools.bench.contenders import EnvPool, as_int32
from parallel_pool.tools.bench.measure import draw_actions
from parallel_pool.tools.bench.ways.measuring import OURS, AbsentError, Call, Way

# Steps of a repetition, so that the loop around them costs little.
STEPS = 64
Opener = Callable[[], Call]
Wrap = Callable[[Any], Any]


# --- Environments ---------------------------------------------------------------------------------


def pool(id: str, num_envs: int, **options: Any) -> Any:
    """A pool with one thread."""
    return make(id, num_envs=num_envs, num_threads=1, seed=0, **options)


def single(id: str, **options: Any) -> Any:
    """An environment of this package, as a program with ``gymnasium.make`` has it."""
    return gymnasium.make(f"parallel_pool/{id}", **options)


def reference(id: str, **options: Any) -> Any:
    """The environment of Gymnasium or of another library that an id equals."""
    env_type = registry.find(id)
    if not env_type.reference:
        raise AbsentError(f"Gymnasium has no {id}")
    if (package := registry.missing_reference(env_type)) is not None:
        raise AbsentError(f"{package} is not installed")
    return gymnasium.make(env_type.reference, **options)


def references(id: str, num_envs: int) -> Any:
    """A loop over these environments, without the checker, which would slow it down."""
    return SyncVectorEnv([partial(reference, id, disable_env_checker=True)] * num_envs)


def vectorised(id: str, num_envs: int) -> Any:
    """Gymnasium's own vectorised environment."""
    return gymnasium.make_vec(
        registry.find(id).reference, num_envs=num_envs, vectorization_mode="vector_entry_point"
    )


def envpool(id: str, num_envs: int, face: str = "gymnasium", **options: Any) -> Any:
    """EnvPool, with one thread."""
    if (reason := EnvPool().why_not(Case(id, num_envs))) is not None:
        raise AbsentError(reason)
    make_it = getattr(importlib.import_module("envpool"), f"make_{face}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return make_it(id, num_envs=num_envs, num_threads=1, seed=0, **options)


def attribute(module: str, name: str) -> Any:
    """What a module of a peer contains, which is imported only now."""
    return getattr(importlib.import_module(module), name)


# --- What is repeated -----------------------------------------------------------------------------


def steps(env: Any, *, render: bool = False) -> Call:
    """Steps a single environment with random actions, and resets it when its episode ends."""
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(8 if render else STEPS)]

    def run() -> None:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if render:
                env.render()
            if terminated or truncated:
                env.reset()

    return Call(run, env.close, len(actions))


def batch_steps(envs: Any, actions: Sequence[Any]) -> Call:
    """Steps environments that reset themselves."""
    envs.reset()
    step = envs.step

    def run() -> None:
        for batch in actions:
            step(batch)

    return Call(run, envs.close, len(actions))


def reset_many(envs: Any, *arguments: Any, **keywords: Any) -> Call:
    """Resets environments again and again."""
    envs.reset()
    return Call(partial(envs.reset, *arguments, **keywords), envs.close)


def make_and_close(make_it: Callable[[], Any]) -> Call:
    """Makes environments, resets them and frees them."""

    def run() -> None:
        envs = make_it()
        envs.reset()
        envs.close()

    return Call(run)


def copies(env: Any, count: int = 1) -> Call:
    """Copies a Python object."""
    env.reset(seed=0)

    def run() -> None:
        for _ in range(count):
            copy.deepcopy(env)

    return Call(run, env.close)


def saved_and_restored(envs: Any) -> Call:
    """Saves all environments of a pool, and restores them."""
    envs.reset()
    return Call(lambda: envs.set_state(None, envs.get_state()), envs.close)


# --- Ways -----------------------------------------------------------------------------------------


def single_steps(id: str, wrap: Wrap = lambda env: env, note: str = "") -> Way:
    """A step of one environment, as a program has it that knows Gymnasium only."""
    return Way(
        f"{id}: step of gymnasium.make{note}",
        {
            OURS: lambda: steps(wrap(single(id))),
            "Gymnasium": lambda: steps(wrap(reference(id))),
        },
    )


def single_resets(id: str, seed: int | None = None) -> Way:
    """A reset of one environment."""
    given = {} if seed is None else {"seed": seed}
    return Way(
        f"{id}: reset of gymnasium.make" + ("" if seed is None else ", with a seed"),
        {
            OURS: lambda: reset_many(single(id), **given),
            "Gymnasium": lambda: reset_many(reference(id), **given),
        },
    )


def renders(id: str, mode: str) -> Way:
    """A step of one environment and its picture."""
    return Way(
        f"{id}: step and render, {mode}",
        {
            OURS: lambda: steps(single(id, render_mode=mode), render=True),
            "Gymnasium": lambda: steps(reference(id, render_mode=mode), render=True),
        },
    )


def makes(id: str) -> Way:
    """Making one environment."""
    return Way(
        f"{id}: make, reset and close",
        {
            OURS: lambda: make_and_close(partial(pool, id, 1)),
            "Gymnasium": lambda: make_and_close(partial(reference, id)),
            "EnvPool": lambda: make_and_close(partial(envpool, id, 1)),
        },
    )


def makes_many(id: str, num_envs: int) -> Way:
    """Making many environments at once."""
    return Way(
        f"{id}: make, reset and close {num_envs}",
        {
            OURS: lambda: make_and_close(partial(pool, id, num_envs)),
            "SyncVectorEnv": lambda: make_and_close(partial(references, id, num_envs)),
            "EnvPool": lambda: make_and_close(partial(envpool, id, num_envs)),
        },
    )


def batches(id: str, num_envs: int, **options: Any) -> Way:
    """A step of many environments. Options are of the pool, and EnvPool has them too."""
    actions = partial(draw_actions, Case(id, num_envs))
    named = "".join(f", {name}={value}" for name, value in options.items())

    def of_envpool() -> Call:
        narrow = [as_int32(batch) for batch in actions()]
        return batch_steps(envpool(id, num_envs, **options), narrow)

    contenders: dict[str, Opener] = {
        OURS: lambda: batch_steps(pool(id, num_envs, **options), actions()),
        "EnvPool": of_envpool,
    }
    if not options:
        contenders["SyncVectorEnv"] = lambda: batch_steps(references(id, num_envs), actions())
    return Way(f"{id}: step of {num_envs}{named}", contenders)


def deep_copies(id: str) -> Way:
    """A copy of one environment."""
    return Way(
        f"{id}: deepcopy of gymnasium.make's",
        {
            OURS: lambda: copies(single(id).unwrapped),
            "Gymnasium": lambda: copies(reference(id).unwrapped),
        },
    )


def states(id: str, num_envs: int = 1) -> Way:
    """Saving and restoring, which programs in Python do by copies."""
    many = "" if num_envs == 1 else f" of {num_envs}"
    return Way(
        f"{id}: get_state and set_state{many}",
        {
            OURS: lambda: saved_and_restored(pool(id, num_envs)),
            "deepcopy": lambda: copies(reference(id).unwrapped, num_envs),
        },
    )
