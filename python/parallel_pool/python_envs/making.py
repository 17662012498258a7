# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`make_python`: a pool of environments that are written in Python."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gymnasium.spaces import Space
from gymnasium.vector import AutoresetMode

from parallel_pool.pool.arguments import Seed
from parallel_pool.pool.result_options import FACE_KEYWORDS
from parallel_pool.pool.workers import NumaChoice

if TYPE_CHECKING:
    from parallel_pool.python_envs.functions import EnvSource

# Arguments of `make` that are for threads.
_NATIVE_ONLY = ("thread_affinity_offset", "chunk_size", "workers")


def make_python(
    env: EnvSource | Sequence[EnvSource],
    num_envs: int | None = None,
    batch_size: int | None = None,
    num_workers: int | None = None,
    *,
    env_type: str = "gymnasium",
    seed: Seed = None,
    autoreset_mode: str | AutoresetMode = "NextStep",
    max_episode_steps: int | None = None,
    old_gym: bool = False,
    start_method: str = "starter",
    step_timeout: float | None = None,
    restart: bool = False,
    observation_mode: str | tuple[Space[Any], Space[Any]] = "same",
    numa: NumaChoice = "auto",
    **options: Any,
) -> Any:
    """Makes a pool of environments written in Python, in worker processes.

    Args:
        env: a Gymnasium id or spec (``"module:Env-v0"`` imports the module first), or a function
            that makes an environment; or a sequence with one of these for each environment.
            Functions may be lambdas and may be defined in the main script. They may also return a
            `dm_env.Environment`, a `pettingzoo.ParallelEnv`, a `pettingzoo.AECEnv`, or an
            environment of gym's.
        num_envs: the number of environments; None selects the length of the sequence, or 1.
        batch_size: the number of rows in a batch; None selects num_envs (sync mode), a smaller
            number selects async mode. 0 is as None.
        num_workers: the number of processes; None and 0 select the number of CPUs that this process
            may use, at most num_envs, or one thread if ``start_method="thread"`` and Python has the
            GIL. Where environments sleep or wait, num_envs is best.
        env_type: the face: ``"gymnasium"``, ``"gym"`` (EnvPool's) or ``"dm"`` (dm_env's); for
            PettingZoo's environments also ``"parallel"`` or ``"aec"``.
        seed: the seed of the first reset: an int s seeds environment i with s + i, a sequence holds
            one for each environment. None leaves the seeds to the environments.
        autoreset_mode: ``"NextStep"``, ``"SameStep"`` or ``"Disabled"``, or Gymnasium's enum.
        max_episode_steps: the time limit; None keeps the environments' own.
        old_gym: the environments have the interface of gym before version 0.26, although their
            spaces are Gymnasium's. Those with spaces of gym's are known by them.
        start_method: ``"starter"`` forks workers from a small process of their own, ``"fork"`` from
            this process, ``"spawn"`` starts a fresh interpreter for each. ``"thread"`` makes them
            threads, for Python without the GIL.
        step_timeout: seconds that making, resetting, stepping, saving or calling one environment
            may take; a worker that takes longer is killed.
        restart: replace a worker that has died by another one, whose environments need a reset.
        observation_mode: ``"same"``, or ``"different"`` if observation spaces differ in bounds; or
            a tuple of the pool's batched and single observation space.
        numa: the NUMA nodes whose CPUs the workers use, as for `make`.
        **options: the keyword arguments of environments that are made by an id, such as
            ``render_mode``, each for all environments or as a `PerEnv`; and the options of the
            faces, as for `make`.

    Returns:
        The pool: a `PythonVectorEnv`, or as `make` for the other faces.

    Raises:
        TypeError, ValueError: a bad argument; the message says what was expected.
        SpaceMismatchError: spaces differ.
        PoolError: a worker died while it made its environments.
        OSError: the system is not Linux, which the shared memory of the workers needs.
        Exception: what an environment's constructor threw.
    """
    if sys.platform != "linux":
        raise OSError(
            f"environments in Python need Linux for their workers, this is {sys.platform}"
        )
    from parallel_pool.python_envs.functions import env_functions
    from parallel_pool.python_envs.settings import Settings

    if env_type not in FACE_KEYWORDS:
        raise ValueError(f"env_type must be one of {[*FACE_KEYWORDS]}, got {env_type!r}")
    face = {name: options.pop(name) for name in FACE_KEYWORDS[env_type] if name in options}
    settings = Settings.checked(
        env_functions(env, num_envs, max_episode_steps, options, old_gym),
        batch_size=batch_size,
        num_workers=num_workers,
        seed=seed,
        autoreset_mode=autoreset_mode,
        start_method=start_method,
        step_timeout=step_timeout,
        restart=restart,
        observation_mode=observation_mode,
        numa=numa,
    )
    return face_class(env_type)(settings, name_of(env), face)


def face_class(env_type: str) -> Any:
    """The class of a face, imported only here.

    Its arguments are settings, the name of the environments, and the options of the face.
    """
    if env_type == "gymnasium":
        from parallel_pool.python_envs.vector_env import PythonVectorEnv

        return PythonVectorEnv
    if env_type in ("gym", "dm"):
        from parallel_pool.python_envs.envpool_faces import PythonDmPool, PythonGymPool

        return PythonGymPool if env_type == "gym" else PythonDmPool
    from parallel_pool.python_envs.agent_faces import PythonParallelEnv, PythonTurnEnv

    return PythonParallelEnv if env_type == "parallel" else PythonTurnEnv


def make_by_backend(
    id: str, env_type: str, arguments: dict[str, Any], options: dict[str, Any]
) -> Any:
    """What `make` does for a backend that is not the native one.

    Args:
        id: as for `make`.
        env_type: as for `make`.
        arguments: `make`'s own arguments.
        options: the rest, with ``backend``.

    Raises:
        As `make_python`.
    """
    backend = options.pop("backend")
    if backend != "python":
        raise ValueError(f"backend must be 'native' or 'python', got {backend!r}")
    for name in _NATIVE_ONLY:
        if arguments.pop(name) is not None:
            raise TypeError(f"{name} is an option of the native backend only")
    if arguments["render_mode"] is None:
        del arguments["render_mode"]
    workers = arguments.pop("num_threads")
    return make_python(id, env_type=env_type, num_workers=workers, **arguments, **options)


def name_of(env: Any) -> str:
    """What the environments are called in messages."""
    if isinstance(env, str):
        return env
    return str(getattr(env, "id", None) or getattr(env, "__name__", None) or "Python environments")
