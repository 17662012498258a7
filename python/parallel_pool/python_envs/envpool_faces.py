# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's face and dm_env's, of pools of Python environments."""

from __future__ import annotations

from typing import Any, cast

import cloudpickle

from parallel_pool.errors import PoolError
from parallel_pool.faces.dict_actions import ActionReader
from parallel_pool.faces.dm_pool import DmPool
from parallel_pool.faces.dm_specs import BatchSpecs
from parallel_pool.faces.env_spec import PoolSpec
from parallel_pool.faces.envpool_members import EnvPoolMembers
from parallel_pool.faces.gym_pool import GymPool
from parallel_pool.faces.named_tuples import named_tuple
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.python_envs.descriptions import has_objects
from parallel_pool.python_envs.engine import PythonEngine
from parallel_pool.python_envs.face_setup import PythonSetup
from parallel_pool.python_envs.settings import Settings


class PythonPoolSpec(PoolSpec):
    """The facts of a pool, whose spaces are the environments' own."""

    def __init__(self, setup: PythonSetup, engine: PythonEngine, face: dict[str, object]) -> None:
        self._description = setup.spec
        self.id = setup.env_type.id
        self.reward_threshold = setup.env_type.reward_threshold
        values = _config_of(setup, face)
        self.config = named_tuple("Config", [*values])(**values)
        self.observation_space = engine.python_pool.facts.single_observation_space
        self.action_space = engine.python_pool.facts.single_action_space
        self.gymnasium_observation_space = self.observation_space
        self.gymnasium_action_space = self.action_space


def _config_of(setup: PythonSetup, face: dict[str, object]) -> dict[str, Any]:
    from parallel_pool.faces.env_spec import config_of

    return config_of(cast(PoolSetup, setup), face)


class _PythonMembers(EnvPoolMembers):
    """Members of both faces."""

    _engine: PythonEngine

    def _start_python(
        self, settings: Settings, name: str, face: dict[str, object], result_format: str
    ) -> PythonSetup:
        self._arguments = (settings.unseeded(), name, face)
        self._engine = PythonEngine(settings, name, {}, result_format)
        self._pool = self._engine.pool
        setup = PythonSetup(settings, name, self._engine)
        self._engine.setup = cast(PoolSetup, setup)
        self._reader = ActionReader(setup.spec, settings.num_envs, not self.is_async)
        self._face = face
        self.spec = PythonPoolSpec(setup, self._engine, face)
        return setup

    def render(self, env_ids: Any = None, camera_id: int | None = None) -> Any:
        """What ``render`` of environments returns, in a list.

        Args:
            env_ids: which environments; None: all.
            camera_id: None or -1; there are no cameras to choose from.
        """
        if camera_id not in (None, -1):
            raise ValueError(f"camera_id must be None or -1, got {camera_id!r}")
        return list(self._engine.call(env_ids, "render"))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool, not yet reset."""
        return _rebuild, (type(self), cloudpickle.dumps(self._arguments))


class PythonGymPool(_PythonMembers, GymPool):  # type: ignore[misc, override]
    """Environments written in Python, in worker processes, as EnvPool presents environments."""

    def __init__(self, settings: Settings, name: str, face: dict[str, object]) -> None:
        """See `parallel_pool.make_python`."""
        for flag in face.values():
            if not isinstance(flag, bool):
                raise TypeError(f"the options {sorted(face)} must be bools, got {flag!r}")
        self._returns_info = bool(face.get("gym_reset_return_info", False))
        self._legacy_step = bool(face.get("legacy_step", False))
        setup = self._start_python(settings, name, face, "gym")
        self.num_envs = settings.num_envs
        self.observation_space = self.single_observation_space = self.spec.observation_space
        self.action_space = self.single_action_space = self.spec.action_space
        self.is_vector_env = True
        self.metadata = setup.metadata | {"autoreset_mode": settings.autoreset_mode}
        self.render_mode = setup.render_mode


class PythonDmPool(_PythonMembers, DmPool):
    """Environments written in Python, in worker processes, as a `dm_env.Environment`.

    Their infos are not part of the observations.
    """

    def __init__(self, settings: Settings, name: str, face: dict[str, object]) -> None:
        """See `parallel_pool.make_python`."""
        if settings.autoreset_mode.value != "NextStep":
            raise ValueError(
                "autoreset_mode must be 'NextStep' on the dm_env face, since a time step is either "
                f"an episode's last or the next one's first, got {settings.autoreset_mode.value!r}"
            )
        setup = self._start_python(settings, name, face, "dm")
        if any(has_objects(setup.spec[which]) for which in ("observation", "action")):
            self.close()
            raise PoolError(f"{name} has a space for which dm_env has no specs")
        self._specs = BatchSpecs(setup.spec)
        self._lives_count = False


def _rebuild(cls: type[Any], pickled: bytes) -> Any:
    return cls(*cloudpickle.loads(pickled))
