# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The faces with named agents, of pools of PettingZoo's environments."""

from __future__ import annotations

from typing import Any, cast

import cloudpickle
from gymnasium import spaces

from parallel_pool.faces.agents import AgentPool
from parallel_pool.faces.parallel_vector_env import ParallelVectorEnv, checked_layout
from parallel_pool.faces.turn_vector_env import TurnVectorEnv
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.python_envs.engine import PythonEngine
from parallel_pool.python_envs.face_setup import PythonSetup
from parallel_pool.python_envs.settings import Settings


class _PythonAgents(AgentPool):
    """Members of both faces."""

    _engine: PythonEngine

    def _start_python(
        self, face: str, settings: Settings, name: str, own: dict[str, object]
    ) -> None:
        if settings.batch_size != settings.num_envs:
            raise ValueError(
                f"env_type={face!r} works in sync mode only: batch_size must be None or num_envs "
                f"({settings.num_envs}), got {settings.batch_size}"
            )
        engine = PythonEngine(settings, name, {})
        try:
            agents = engine.python_pool.facts.agents
            if agents is None:
                raise ValueError(
                    f"env_type={face!r} is for environments of several agents, and those of "
                    f"{name} have one"
                )
            setup = PythonSetup(settings, name, engine)
            engine.setup = cast(PoolSetup, setup)
            self._check(engine.setup, face)
            metadata = engine.python_pool.facts.metadata
            self._own_spaces = dict(zip(agents.names, agents.own_spaces, strict=True))
            self._start(face, engine.setup, engine, metadata, own)
            self._arguments = (settings.unseeded(), name, own)
        except BaseException:
            engine.close()
            raise

    def _spaces(self, part: str) -> dict[str, spaces.Space[Any]]:
        which = 0 if part == "observation" else 1
        return {agent: own[which] for agent, own in self._own_spaces.items()}

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Calls a member of each environment; see `PythonVectorEnv.call`."""
        self._engine.check_open("call")
        return self._engine.call(None, name, *args, **kwargs)

    def render(self, env_ids: Any = None) -> tuple[Any, ...] | None:
        """What ``render`` of environments returns.

        Args:
            env_ids: which environments; None: all.
        """
        return self._engine.call(env_ids, "render")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool, not yet reset."""
        return _rebuild, (type(self), cloudpickle.dumps(self._arguments))


class PythonParallelEnv(_PythonAgents, ParallelVectorEnv):
    """Environments of PettingZoo's whose agents act at once, in worker processes.

    It is used as a `ParallelVectorEnv`. In either layout, each agent has a dict of infos. It has a
    column for each entry that the agent has in some environment, and a mask beside it.
    """

    def __init__(self, settings: Settings, name: str, own: dict[str, object]) -> None:
        """See `parallel_pool.make_python`."""
        self.layout = checked_layout(own.get("layout", "dict"))
        self._start_python("parallel", settings, name, own)

    def _told(self, infos: dict[str, Any]) -> Any:
        return {agent: infos.get(agent, {}) for agent in self.possible_agents}


class PythonTurnEnv(_PythonAgents, TurnVectorEnv):
    """Environments of PettingZoo's whose agents take turns, in worker processes.

    It is used as a `TurnVectorEnv`.
    """

    def __init__(self, settings: Settings, name: str, own: dict[str, object]) -> None:
        """See `parallel_pool.make_python`."""
        self._start_python("aec", settings, name, own)


def _rebuild(cls: type[Any], pickled: bytes) -> Any:
    return cls(*cloudpickle.loads(pickled))
