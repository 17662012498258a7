# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a worker process does: makes environments, steps them natively, answers calls."""

from __future__ import annotations

import contextlib
import os
import pickle
import random
import resource
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

import gymnasium
import numpy as np

from parallel_pool.errors import PoolError
from parallel_pool.python_envs import messages, saving
from parallel_pool.python_envs.agent_facts import AgentFacts
from parallel_pool.python_envs.failures import describe_failure
from parallel_pool.python_envs.native import Channel, WorkerLoop, adopt_orphans, end_with
from parallel_pool.python_envs.old_gym_adapter import OldGymAdapter, has_foreign_spaces
from parallel_pool.python_envs.process_tree import end_children
from parallel_pool.python_envs.reward_vectors import reward_space_of, with_reward_vectors

EnvFunction = Callable[[], Any]

# What `call` may not name, since rows and episodes would not know of it.
RESERVED = ("reset", "step", "close")


def run(
    descriptor: int,
    parent: int,
    settings: dict[str, Any],
    functions: list[EnvFunction] | None = None,
) -> NoReturn:
    """Is the worker process from its first to its last moment.

    Args:
        descriptor: of the socket to the pool.
        parent: a process descriptor; the worker ends when that process does.
        settings: ``cwd``, ``environ`` and ``path``, where they are to be changed.
        functions: what makes the environments, if the worker was forked from the pool itself;
            otherwise they come by the socket.
    """
    status = 1
    try:
        with contextlib.suppress(PermissionError):  # it leads a session already
            os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        adopt_orphans()
        channel = Channel(descriptor)
        try:
            end_with(parent)
            _apply(settings)
        except Exception as error:
            why = f"a worker process could not be started: {error}"
            messages.send(channel, ("failed", (why, None)))
        else:
            _seed_global_generators()
            serve(channel, functions)
            status = 0
    finally:
        with contextlib.suppress(Exception):
            end_children()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _apply(settings: dict[str, Any]) -> None:
    if "files" in settings:
        resource.setrlimit(resource.RLIMIT_NOFILE, settings["files"])
    if "environ" in settings:
        for name in set(os.environ) - set(settings["environ"]):
            del os.environ[name]
        os.environ.update(settings["environ"])
    if "path" in settings:
        sys.path[:] = settings["path"]
    if "cwd" in settings:
        with contextlib.suppress(OSError):
            os.chdir(settings["cwd"])


def _seed_global_generators() -> None:
    """A forked process would draw the same numbers as its parent and its siblings."""
    random.seed()
    np.random.seed()


def serve(channel: Channel, functions: list[EnvFunction] | None) -> None:
    """Makes environments and steps them until the pool closes.

    Args:
        channel: to the pool.
        functions: what makes the environments; None: they come by the channel.
    """
    envs: list[Any] = []
    first_env = 0
    try:
        message = messages.receive(channel)
        assert message is not None
        first_env, pickled, cpus, step_timeout = message[1]
        if cpus:  # before the environments are made, whose memory is then next to these
            with contextlib.suppress(OSError):
                os.sched_setaffinity(0, cpus)
        news = _News(channel, step_timeout)
        for function in pickle.loads(pickled) if functions is None else functions:
            news.send(first_env + len(envs))
            envs.append(with_reward_vectors(as_gymnasium(function())))
        messages.send(channel, ("ready", _facts(envs, first_env)))
    except EOFError:
        return
    except BaseException as error:
        where = f"env id {first_env + len(envs)} could not be made: "
        text, pickled = describe_failure(error)
        messages.send(channel, ("failed", (where + text, pickled)))
        _close(envs)
        return
    try:
        _step(channel, envs)
    except EOFError:
        pass
    finally:
        _close(envs)


class _News:
    """Tells the pool that this worker gets on with making environments, if it has a timeout."""

    def __init__(self, channel: Channel, step_timeout: float | None) -> None:
        self._channel = channel
        self._interval = None if step_timeout is None else step_timeout / 10
        self._last = -np.inf

    def send(self, env_id: int) -> None:
        """Says which environment is made next; now and then, since nobody may be reading."""
        now = time.monotonic()
        if self._interval is not None and now - self._last >= self._interval:
            self._last = now
            messages.send(self._channel, ("making", env_id))


def as_gymnasium(env: Any) -> Any:
    """The environment, or what makes one of dm_env's, PettingZoo's or gym's look like one."""
    dm_env, pettingzoo = sys.modules.get("dm_env"), sys.modules.get("pettingzoo")
    if dm_env is not None and isinstance(env, dm_env.Environment):
        from parallel_pool.python_envs.dm_adapter import DmAdapter
        from parallel_pool.python_envs.dm_team import DmTeam, is_team
        from parallel_pool.python_envs.parallel_adapter import ParallelAdapter

        return ParallelAdapter(DmTeam(env)) if is_team(env) else DmAdapter(env)
    if pettingzoo is not None and isinstance(env, pettingzoo.ParallelEnv):
        from parallel_pool.python_envs.parallel_adapter import ParallelAdapter

        return ParallelAdapter(env)
    if pettingzoo is not None and isinstance(env, pettingzoo.AECEnv):
        from parallel_pool.python_envs.turns_adapter import TurnsAdapter

        return TurnsAdapter(env)
    if not isinstance(env, gymnasium.Env):
        _check_looks_like_one(env)
        if has_foreign_spaces(env):
            return OldGymAdapter(env)
    return env


def _check_looks_like_one(env: Any) -> None:
    """Refuses objects that lack the members of a `gymnasium.Env`."""
    members = ("observation_space", "action_space", "reset", "step")
    missing = [name for name in members if not hasattr(env, name)]
    if missing:
        raise TypeError(
            "the function must return a gymnasium.Env, a gym.Env, a dm_env.Environment, a "
            f"pettingzoo.ParallelEnv or a pettingzoo.AECEnv, got {env!r}, which has no "
            f"{', '.join(missing)}"
        )


def _facts(envs: list[Any], first_env: int) -> bytes:
    """What the pool needs to know of the environments, pickled."""
    import cloudpickle

    first = envs[0]
    facts = {
        "observation_spaces": _distinct([env.observation_space for env in envs], first_env),
        "action_spaces": _distinct([env.action_space for env in envs], first_env),
        "metadata": dict(getattr(first, "metadata", None) or {}),
        "render_mode": getattr(first, "render_mode", None),
        "spec": getattr(first, "spec", None),
        "agents": [_agents_of(env) for env in envs],
        "reward_spaces": [reward_space_of(env) for env in envs],
        "identities": [(os.getpid(), id(_innermost(env))) for env in envs],
    }
    pickled: bytes
    try:
        pickled = cloudpickle.dumps(facts)
    except Exception:
        pickled = cloudpickle.dumps(facts | {"spec": None})
    return pickled


def _innermost(env: Any) -> Any:
    """The environment below its wrappers and adapters."""
    while isinstance(env, gymnasium.Wrapper) or getattr(env, "is_adapter", False):
        env = env.env
    return env


def _agents_of(env: Any) -> AgentFacts | None:
    """What there is to know of an environment's agents; None for one that has none."""
    module = sys.modules.get("parallel_pool.python_envs.agents_adapter")
    if module is None or not isinstance(env, module.AgentsAdapter):
        return None
    names = tuple(str(agent) for agent in env.agents)
    return AgentFacts(names, env.own_spaces, env.shares, env.takes_turns)


def _distinct(spaces: list[Any], first_env: int) -> list[tuple[int, Any]]:
    """The first space, and those that differ from it, each with its env id."""
    others = [(first_env + i, one) for i, one in enumerate(spaces) if i and one != spaces[0]]
    return [(first_env, spaces[0]), *others]


def _step(channel: Channel, envs: list[Any]) -> None:
    message = messages.receive(channel)
    assert message is not None
    _, plan, files = message
    try:
        loop = WorkerLoop(files[0].fileno(), envs=envs, **plan)
    except Exception as error:
        text, pickled = describe_failure(error)
        messages.send(channel, ("failed", (f"the memory cannot be shared: {text}", pickled)))
        return
    del message, files
    messages.send(channel, ("running", None))
    # Until the pool accepts this worker. An interrupted call may have started another one instead.
    channel.front(None)
    channel.pop()
    while loop.run():
        message = messages.receive(channel)
        assert message is not None
        number, request, _ = message
        channel.send(number, _answer(loop, envs, request))


def _answer(loop: WorkerLoop, envs: list[Any], request: list[tuple[int, bytes]]) -> bytes:
    """The values of calls, or the first exception, pickled.

    Each value is pickled by itself and at once: the next call may change it.
    """
    import cloudpickle

    values = []
    try:
        for index, call in request:
            loop.begin(index)
            values.append(cloudpickle.dumps(_do(loop, envs, index, *pickle.loads(call))))
    except BaseException as error:
        return pickle.dumps((None, describe_failure(error)))
    finally:
        loop.rest()
    return pickle.dumps((values, None))


def _do(
    loop: WorkerLoop, envs: list[Any], index: int, kind: str, name: str, args: Any, kwargs: Any
) -> Any:
    # A reset may have put another one in its place.
    env = loop.episode(index)[0]
    if kind == "apply":
        return args(env)
    if kind == "save":
        return saving.save(loop.episode(index))
    if kind == "load":
        return _put(loop, envs, index, saving.load(args))
    if kind in ("make", "unpack"):
        made = (with_reward_vectors(as_gymnasium(args())),) if kind == "make" else saving.load(args)
        _drop(loop, index)  # what a call that was interrupted has left
        _made[id(loop), index] = made
        return made[0].observation_space, made[0].action_space
    if kind == "drop":
        return _drop(loop, index)
    if kind == "succeed":
        return loop.set_next_env(index, _Successor(envs, index, _take(loop, index)[0]))
    if kind == "put":
        return _put(loop, envs, index, _take(loop, index))
    loop.keep_observation(index)
    return _call(env, kind, name, args, kwargs)


# New environments of which the pool has not yet said whether to use them, by loop and index. Those
# that were unpickled come with their episodes.
_made: dict[tuple[int, int], tuple[Any, ...]] = {}


def _take(loop: WorkerLoop, index: int) -> tuple[Any, ...]:
    """A new environment that is used now."""
    if (id(loop), index) not in _made:
        raise PoolError(
            "a worker process ended during this call and another took its place, which has not got "
            "the new environments: reset the environments of this call"
        )
    return _made.pop((id(loop), index))


def _drop(loop: WorkerLoop, index: int) -> None:
    """Closes a new environment that is not used."""
    for env in _made.pop((id(loop), index), ())[:1]:
        with contextlib.suppress(Exception):
            env.close()


class _Successor:
    """Takes the place of an environment at its next reset."""

    def __init__(self, envs: list[Any], index: int, env: Any) -> None:
        self._envs = envs
        self._index = index
        self._env = env

    def __call__(self, old: Any) -> Any:
        """Takes over the old one's generator; the new environment."""
        self._envs[self._index] = self._env
        generator = getattr(getattr(old, "unwrapped", None), "_np_random", None)
        if generator is not None and hasattr(self._env, "unwrapped"):
            self._env.unwrapped.np_random = generator
        with contextlib.suppress(Exception):
            old.close()
        return self._env


def _put(loop: WorkerLoop, envs: list[Any], index: int, episode: tuple[Any, ...]) -> None:
    """Puts an environment with its episode in another one's place."""
    env, *rest = episode
    old, envs[index] = envs[index], env
    loop.set_episode(index, env, *rest)
    with contextlib.suppress(Exception):
        old.close()


def _call(env: Any, kind: str, name: str, args: Any, kwargs: Any) -> Any:
    if kind == "set":
        if isinstance(env, gymnasium.Env):
            env.set_wrapper_attr(name, args)
        else:
            setattr(env, name, args)
        return None
    if name in RESERVED:
        raise ValueError(f"call takes no {name!r}: use the pool's own method {name}")
    value = env.get_wrapper_attr(name) if isinstance(env, gymnasium.Env) else getattr(env, name)
    return value(*args, **kwargs) if callable(value) else value


def _close(envs: list[Any]) -> None:
    for env in envs:
        with contextlib.suppress(Exception):
            env.close()
