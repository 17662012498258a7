# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`make` and its variants: make a pool from an id, with the face that the caller chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, Protocol, TypeVar, overload

import gymnasium

from parallel_pool import registry
from parallel_pool.faces.env_spec import PoolSpec
from parallel_pool.faces.envpool_members import EnvPoolMembers
from parallel_pool.faces.gym_pool import GymPool
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.native import NativeEnvType
from parallel_pool.pool.arguments import integer
from parallel_pool.pool.pool_arguments import (
    ARGUMENTS,
    pool_arguments,
    read_arguments,
    takes_pool_arguments,
)
from parallel_pool.pool.result_options import FACE_KEYWORDS, check_keywords
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.python_envs.making import make_by_backend
from parallel_pool.rendering import render_keywords

if TYPE_CHECKING:
    from parallel_pool.faces.dm_pool import DmPool
    from parallel_pool.faces.parallel_vector_env import ParallelVectorEnv
    from parallel_pool.faces.turn_vector_env import TurnVectorEnv

Pool = TypeVar("Pool", bound=EnvPoolMembers)
P = ParamSpec("P")
Face = TypeVar("Face", covariant=True)
EnvType = Literal["gymnasium", "gym", "dm", "parallel", "aec"]

# Arguments in EnvPool's spelling.
_ENVPOOL = ("env_seed", "max_num_players")


class _Make(Protocol[P]):
    """`make`: each ``env_type`` has its class."""

    @overload
    def __call__(
        self,
        id: str,
        env_type: Literal["gymnasium"] = "gymnasium",
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> PoolVectorEnv: ...
    @overload
    def __call__(
        self, id: str, env_type: Literal["gym"], *args: P.args, **kwargs: P.kwargs
    ) -> GymPool: ...
    @overload
    def __call__(
        self, id: str, env_type: Literal["dm"], *args: P.args, **kwargs: P.kwargs
    ) -> DmPool: ...
    @overload
    def __call__(
        self, id: str, env_type: Literal["parallel"], *args: P.args, **kwargs: P.kwargs
    ) -> ParallelVectorEnv: ...
    @overload
    def __call__(
        self, id: str, env_type: Literal["aec"], *args: P.args, **kwargs: P.kwargs
    ) -> TurnVectorEnv: ...


class _MakeForFace(Protocol[P, Face]):
    """`make` for one face."""

    def __call__(self, id: str, *args: P.args, **kwargs: P.kwargs) -> Face: ...


def _for_all_faces(taken: Callable[P, object]) -> Callable[[Callable[..., Any]], _Make[P]]:
    """Gives `make` the arguments of a function, also for type checkers."""
    return takes_pool_arguments


def _for_face(
    taken: Callable[P, object],
) -> Callable[[Callable[..., Face]], _MakeForFace[P, Face]]:
    """Gives a function for one face the arguments of a function, also for type checkers."""
    return takes_pool_arguments


@_for_all_faces(pool_arguments)
def make(  # noqa: D417 - the signature shows the arguments of `pool_arguments`
    id: str, env_type: EnvType = "gymnasium", *args: Any, **kwargs: Any
) -> PoolVectorEnv | GymPool | DmPool | ParallelVectorEnv | TurnVectorEnv:
    """Makes a pool of environments.

    Args:
        id: the id of an environment, with or without the prefix ``parallel_pool/``;
            `list_all_envs` lists all ids.
        env_type: the face: ``"gymnasium"``, ``"gym"`` (EnvPool's) or ``"dm"`` (dm_env's). For
            environments of several agents also ``"parallel"``, where all act at once, and
            ``"aec"``, where they take turns.
        num_envs: the number of environments.
        batch_size: the number of rows in a batch. None, 0 and num_envs select sync mode; a smaller
            number selects async mode.
        num_threads: the number of threads that may work at the same time. None and 0 select the
            number of CPUs that this process may use (affinity and cgroup quota), at most
            batch_size. It is never more than num_envs.
        seed: the seed of the first reset. An int s seeds environment i with s + i; a sequence holds
            one seed for each environment. None draws fresh entropy.
        autoreset_mode: ``"NextStep"``, ``"SameStep"`` or ``"Disabled"``, or Gymnasium's enum.
        max_episode_steps: the time limit. None keeps the id's own limit; -1 removes it.
        render_mode: what ``render`` returns, where the reference has this mode: ``"rgb_array"``
            pixels, ``"human"`` nothing but a window, ``"ansi"`` text, ``"depth_array"`` and
            ``"rgbd_tuple"`` depths. With ``_list`` added, such as ``"rgb_array_list"``, it returns
            every frame of the episode since the last call. None turns rendering off.
        thread_affinity_offset: pin workers to CPUs, starting with the CPU of this index.
        numa: the NUMA nodes whose CPUs workers use. ``"auto"`` spreads workers and environments
            over all nodes if there are more workers than one node has CPUs; ``"off"`` does not, and
            a list names the nodes.
        chunk_size: the number of environments that a thread takes at a time. None derives it from
            the measured cost of a step. Results do not depend on it.
        workers: threads that this pool shares with other pools; None: it has its own.
        **env_config: the environment's own options, and its rendering options such as ``width`` and
            ``camera_id``. EnvPool's ``env_seed`` and ``max_num_players`` are accepted too, and
            ``thread_affinity_offset=-1`` except with ``"gymnasium"``. With ``"gym"``:
            ``gym_reset_return_info`` (`reset` also returns infos) and ``legacy_step`` (`step`
            returns four values). With ``"gymnasium"``, the processing of results:
            ``record_episode_statistics``, ``normalize_observation``, ``normalize_reward``,
            ``reward_gamma``, ``reward_per_episode``, ``array_type`` (``"torch"`` returns tensors)
            and ``device`` (where they are).
            With ``"parallel"``: ``layout`` (``"stacked"`` has an axis of agents instead of dicts).
            ``backend="python"`` makes the environment that Gymnasium has by this id, or else the
            reference of the id, in num_threads worker processes; see `make_python` for its
            further options.

    Returns:
        The pool: a `PoolVectorEnv`, `GymPool`, `DmPool`, `ParallelVectorEnv` or `TurnVectorEnv`.

    Raises:
        UnknownEnvironmentError: the id does not exist; the message names the nearest.
        InvalidOptionError: a keyword does not exist; the message names the nearest and lists all.
        TypeError, ValueError: a value is invalid; the message says what was expected.
    """
    return _make("make", id, env_type, args, kwargs)  # type: ignore[no-any-return]


def _make(call: str, id: str, env_type: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`make`, for the call of this name."""
    if not isinstance(env_type, str) or env_type not in FACE_KEYWORDS:
        hint = f"; write num_envs={env_type}" if isinstance(env_type, int) else ""
        raise ValueError(f"env_type must be one of {[*FACE_KEYWORDS]}, got {env_type!r}{hint}")
    if "env_type" in kwargs:
        raise TypeError(f"{call}() takes no env_type, which is {env_type!r}: use make() for others")
    arguments, env_config = read_arguments(call, args, kwargs)
    if env_config.get("backend", "native") != "native":
        known = _known_to_gymnasium(id)
        return make_by_backend(known, env_type, arguments, env_config)
    env_config.pop("backend", None)
    native = registry.find(id)
    arguments |= _checked_options(native, env_config, env_type)
    _translate(native, arguments)
    if env_type == "gymnasium":
        return PoolVectorEnv(native.id, **arguments)
    _unpin(arguments)
    if env_type == "gym":
        return GymPool(native.id, **arguments)
    return _face_class(env_type)(native.id, **arguments)


def _face_class(env_type: str) -> Callable[..., Any]:
    """The class of a face that is imported when it is used."""
    if env_type == "parallel":
        from parallel_pool.faces.parallel_vector_env import ParallelVectorEnv

        return ParallelVectorEnv
    if env_type == "aec":
        from parallel_pool.faces.turn_vector_env import TurnVectorEnv

        return TurnVectorEnv
    from parallel_pool.faces.dm_pool import DmPool

    return DmPool


def _checked_options(env_type: NativeEnvType, given: dict[str, Any], face: str) -> dict[str, Any]:
    """Refuses keywords that are unknown, or known to other faces only."""
    unknown = {name: value for name, value in given.items() if name not in _ENVPOOL}
    check_keywords(unknown, env_type, ["env_type", *ARGUMENTS, *render_keywords(env_type)], face)
    return given


def _translate(env_type: NativeEnvType, arguments: dict[str, Any]) -> None:
    """Replaces EnvPool's spellings by this package's, in place."""
    env_seed = arguments.pop("env_seed", None)
    # An empty list is EnvPool's default.
    if env_seed is not None and not (isinstance(env_seed, Sequence) and len(env_seed) == 0):
        if arguments["seed"] is not None:
            raise ValueError("seed was given twice, as 'seed' and as 'env_seed'")
        arguments["seed"] = env_seed
    if all(name != "max_num_players" for name, _, _, _ in env_type.options):
        integer("max_num_players", arguments.pop("max_num_players", 1), 1)


def _unpin(arguments: dict[str, Any]) -> None:
    """Replaces EnvPool's -1, which means that threads are not pinned, in place."""
    offset = arguments.get("thread_affinity_offset")
    if isinstance(offset, int) and offset == -1:
        arguments["thread_affinity_offset"] = None


def _known_to_gymnasium(id: str) -> str:
    """The reference of an id that Gymnasium does not know, with the module that registers it."""
    if id in gymnasium.registry or id not in registry.list_all_envs():
        return id
    env_type = registry.find(id)
    registry.check_reference(env_type)
    return env_type.reference or id


@_for_face(pool_arguments)
def make_gymnasium(id: str, *args: Any, **kwargs: Any) -> PoolVectorEnv:
    """`make` with ``env_type="gymnasium"``; takes its other arguments."""
    return _make("make_gymnasium", id, "gymnasium", args, kwargs)  # type: ignore[no-any-return]


@_for_face(pool_arguments)
def make_gym(id: str, *args: Any, **kwargs: Any) -> GymPool:
    """`make` with ``env_type="gym"``; takes its other arguments."""
    return _make("make_gym", id, "gym", args, kwargs)  # type: ignore[no-any-return]


@_for_face(pool_arguments)
def make_dm(id: str, *args: Any, **kwargs: Any) -> DmPool:
    """`make` with ``env_type="dm"``; takes its other arguments."""
    return _make("make_dm", id, "dm", args, kwargs)  # type: ignore[no-any-return]


def make_spec(id: str, **kwargs: object) -> PoolSpec:
    """Describes the pool that `make` would return for these arguments, without making it.

    With ``backend="python"`` a pool is made and closed, since only an environment knows its spaces.

    Args:
        id: as for `make`.
        **kwargs: as for `make`, without ``env_type``.

    Returns:
        Spaces, dm_env specs, the config and the reward threshold.

    Raises:
        As `make`.
    """
    if kwargs.get("backend", "native") != "native":
        with make(id, "gym", **kwargs) as pool:  # type: ignore[call-overload]
            return pool.spec  # type: ignore[no-any-return]
    kwargs.pop("backend", None)
    arguments = _envpool_arguments(registry.find(id), "gym", {"seed": None} | kwargs)
    face = {name: arguments.pop(name, False) for name in FACE_KEYWORDS["gym"]}
    return PoolSpec(PoolSetup.checked(id, **arguments), face)


def make_face(face: type[Pool], id: str, env_type: str, given: dict[str, Any]) -> Pool:
    """Makes a pool of a class that derives from one of the EnvPool-like faces.

    Args:
        face: the class.
        id: as for `make`.
        env_type: the face that the class derives from, ``"gym"`` or ``"dm"``.
        given: the other arguments of `make`.

    Returns:
        The pool.

    Raises:
        As `make`.
    """
    native = registry.find(id)
    make_it: Callable[..., Pool] = face
    return make_it(native.id, **_envpool_arguments(native, env_type, {"seed": None} | given))


def _envpool_arguments(
    native: NativeEnvType, env_type: str, given: dict[str, Any]
) -> dict[str, Any]:
    """All arguments of `make` for an EnvPool-like face, in the form that its class takes."""
    arguments = _checked_options(native, given, env_type)
    _translate(native, arguments)
    _unpin(arguments)
    return arguments
