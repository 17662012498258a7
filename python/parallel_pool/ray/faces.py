# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's face and dm_env's, of pools in actors."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, NoReturn, cast

from parallel_pool.errors import PoolError
from parallel_pool.faces.dict_actions import ActionReader
from parallel_pool.faces.dm_pool import DmPool
from parallel_pool.faces.env_spec import PoolSpec
from parallel_pool.faces.envpool_members import EnvPoolMembers
from parallel_pool.faces.gym_pool import GymPool
from parallel_pool.pool.result_options import ResultOptions
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.python_envs.engine import PythonEngine
from parallel_pool.python_envs.envpool_faces import PythonDmPool, PythonGymPool, PythonPoolSpec
from parallel_pool.python_envs.face_setup import PythonSetup
from parallel_pool.python_envs.settings import Settings
from parallel_pool.ray.pool import RemotePool
from parallel_pool.ray.vector_env import RayEngine


class RayMembers(EnvPoolMembers):
    """Members of these faces that differ from those of a local pool."""

    _remote: RemotePool
    _engine: RayEngine

    def _start(self, setup: PoolSetup, face: Mapping[str, object], result_format: str) -> None:
        self._engine = RayEngine(self._remote, setup, setup.results, same_step=False)
        self._attach(setup, face)
        self.spec = PoolSpec(setup, face)

    def _attach(self, setup: PoolSetup, face: Mapping[str, object]) -> None:
        self._pool = self._engine.pool
        self._reader = ActionReader(setup.spec, len(self), not self.is_async)
        self._face = dict(face)

    @property
    def num_actors(self) -> int:
        """The number of actors."""
        return self._remote.num_actors

    def actors(self) -> list[dict[str, Any]]:
        """See `RayVectorEnv.actors`."""
        return self._remote.actors()

    def render(self, env_ids: Any = None, camera_id: int | None = None) -> NoReturn:
        """Refuses: pools in actors do not render."""
        raise PoolError("pools in actors do not render: render their states in a local pool")

    def xla(self) -> NoReturn:
        """Refuses: jitted programs call pools of their own process."""
        raise PoolError("pools in actors have no xla(): jitted programs step local pools")

    def __reduce__(self) -> NoReturn:
        """Refuses to be pickled: the actors belong to this process."""
        raise TypeError("pools in actors cannot be pickled: the actors belong to this process")


class RayGymPool(RayMembers, GymPool):  # type: ignore[misc, override]
    """Environments in actors of Ray, as EnvPool presents them; it is used as a `GymPool`."""

    def __init__(self, remote: RemotePool, id: str, **options: Any) -> None:
        """See `parallel_pool.ray.make`."""
        self._remote = remote
        super().__init__(id, **options)


class RayDmPool(RayMembers, DmPool):
    """Environments in actors of Ray, as a `dm_env.Environment`; it is used as a `DmPool`."""

    def __init__(self, remote: RemotePool, id: str, **options: Any) -> None:
        """See `parallel_pool.ray.make`."""
        self._remote = remote
        super().__init__(id, **options)


class _RayPythonMembers(RayMembers):
    """Members of both faces for environments in Python."""

    _facts: dict[str, Any]

    def __init__(
        self,
        remote: RemotePool,
        facts: dict[str, Any],
        settings: Settings,
        name: str,
        face: dict[str, object],
    ) -> None:
        """See `parallel_pool.ray.make`."""
        self._remote, self._facts = remote, facts
        super().__init__(settings, name, face)  # type: ignore[call-arg]

    def _start_python(
        self, settings: Settings, name: str, face: dict[str, object], result_format: str
    ) -> PythonSetup:
        facts = self._facts["python"]
        spec = {"multi_player": False, "observation": facts.descriptions["observation"]}
        results = ResultOptions.checked(name, spec)
        engine = RayEngine(self._remote, None, results, same_step=False, owner=self._facts["owner"])
        self._engine = engine
        # What descriptions of local pools are made from.
        pool = SimpleNamespace(facts=facts)
        described = cast(PythonEngine, SimpleNamespace(python_pool=pool, spec_of=_spec_of))
        setup = PythonSetup(settings, name, described)
        engine.setup = cast(PoolSetup, setup)
        self._attach(engine.setup, face)
        self.spec = PythonPoolSpec(setup, described, face)
        return setup


def _spec_of(pool: Any) -> dict[str, Any]:
    return PythonEngine.spec_of(pool)


class RayPythonGymPool(_RayPythonMembers, PythonGymPool):  # type: ignore[misc, override]
    """Environments in Python in actors of Ray, as EnvPool presents environments."""


class RayPythonDmPool(_RayPythonMembers, PythonDmPool):  # type: ignore[misc]
    """Environments in Python in actors of Ray, as a `dm_env.Environment`."""
