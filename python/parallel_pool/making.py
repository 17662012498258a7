# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`make`: a pool by its id."""

from __future__ import annotations

from collections.abc import Sequence

from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool.vector_env import PoolVectorEnv

# EnvPool's spellings of our arguments.
_ALIASES = {"env_seed": "seed"}
_ARGUMENTS = (
    "env_type",
    "num_envs",
    "batch_size",
    "num_threads",
    "seed",
    "autoreset_mode",
    "max_episode_steps",
    "render_mode",
    "thread_affinity_offset",
    "numa_node",
    "chunk_size",
)


def make(
    id: str,
    env_type: str = "gymnasium",
    num_envs: int = 1,
    batch_size: int | None = None,
    num_threads: int | None = None,
    seed: int | Sequence[int | None] | None = None,
    autoreset_mode: str | AutoresetMode = "NextStep",
    max_episode_steps: int | None = None,
    render_mode: str | None = None,
    thread_affinity_offset: int | None = None,
    numa_node: int | None = None,
    chunk_size: int | None = None,
    **env_config: object,
) -> PoolVectorEnv:
    """Makes a pool of environments.

    Args:
        id: an environment id, with or without the prefix ``parallel_pool/``; `list_all_envs` lists
            them.
        env_type: the face: ``"gymnasium"``.
        num_envs: how many environments.
        batch_size: rows of a batch; None or 0 is num_envs (sync mode), less is async mode.
        num_threads: threads that may work at once; None or 0 is the CPUs that this process may use
            (affinity and cgroup quota), at most batch_size. More than num_envs has no use.
        seed: of the first reset: an int s seeds environment i with s + i, a sequence holds one for
            each environment. None is fresh entropy.
        autoreset_mode: ``"NextStep"``, ``"SameStep"`` or ``"Disabled"``, or Gymnasium's enum.
        max_episode_steps: the time limit; None is the id's own, -1 is none.
        render_mode: what ``render`` gives: ``"rgb_array"`` arrays of pixels, ``"human"`` a window,
            ``"ansi"`` text where the reference has it; None is nothing.
        thread_affinity_offset: pin worker threads to CPUs, from the one with this index on.
        numa_node: pin worker threads to the CPUs of this NUMA node.
        chunk_size: environments that a thread takes at a time; None lets the engine choose by the
            measured cost of a step. Results do not depend on it.
        **env_config: the environment's own options.

    Returns:
        The vector environment.

    Raises:
        UnknownEnvironmentError: no such id; the message names the nearest.
        InvalidOptionError: no such keyword; the message names the nearest and lists all.
        TypeError, ValueError: a bad value; the message says what was expected.
    """
    if env_type not in ("gymnasium",):
        raise ValueError(f"env_type must be 'gymnasium', got {env_type!r}")
    for alias, name in _ALIASES.items():
        if alias in env_config:
            value = env_config.pop(alias)
            if seed is not None:
                raise ValueError(f"{name} was given twice, as {name!r} and as {alias!r}")
            seed = value  # type: ignore[assignment]
    native = registry.find(id)
    own = [name for name, _, _, _ in native.options]
    registry.check_names(env_config, [*own, *_ARGUMENTS], f"{native.id}: keyword")
    return PoolVectorEnv(
        native.id,
        num_envs=num_envs,
        batch_size=batch_size,
        num_threads=num_threads,
        seed=seed,
        autoreset_mode=autoreset_mode,
        max_episode_steps=max_episode_steps,
        render_mode=render_mode,
        thread_affinity_offset=thread_affinity_offset,
        numa_node=numa_node,
        chunk_size=chunk_size,
        **env_config,
    )


def make_gymnasium(id: str, **kwargs: object) -> PoolVectorEnv:
    """`make` with ``env_type="gymnasium"``; takes its other arguments."""
    return make(id, env_type="gymnasium", **kwargs)  # type: ignore[arg-type]
