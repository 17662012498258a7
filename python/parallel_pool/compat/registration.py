# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Implements EnvPool's module ``registration`` for the environments of this package."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from parallel_pool import making, registry
from parallel_pool.compat.frames import take_frame_size, translate_frames
from parallel_pool.compat.pools import DMEnvPool, GymEnvPool, GymnasiumEnvPool
from parallel_pool.errors import InvalidOptionError, UnknownEnvironmentError
from parallel_pool.faces.env_spec import PoolSpec
from parallel_pool.keywords import NAMESPACE

# The releases whose defaults are available. CleanRL's scripts were written for the second.
VERSIONS = ("1.2.7", "0.6.6")


class AssertedValueError(ValueError, AssertionError):
    """A value that EnvPool refuses by an assertion."""


class AssertedUnknownEnvironmentError(UnknownEnvironmentError, AssertionError):
    """An unknown id, which EnvPool refuses by an assertion."""


@contextlib.contextmanager
def asserting() -> Iterator[None]:
    """Raises errors about ids and values under classes that scripts for EnvPool catch."""
    try:
        yield
    except UnknownEnvironmentError as error:
        raise AssertedUnknownEnvironmentError(str(error)) from None
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise AssertedValueError(str(error)) from None


def base_of(spec_cls: str, options: dict[str, Any]) -> str | None:
    """The id of this package that a class of EnvPool stands for.

    Args:
        spec_cls: the class, such as ``"CartPoleEnvSpec"``.
        options: the options of the environment; those that select the id are removed.

    Returns:
        The id, or None if this package has no such environment.
    """
    rules = spec_cls.removesuffix("EnvSpec")
    found = (family.envpool_base(rules, options) for family in registry.families())
    return next((id for id in found if id is not None), None)


class EnvRegistry:
    """Environments with EnvPool's names and the defaults of one of its releases.

    Attributes:
        like: the release.
        specs: for each id, its module and class in EnvPool, and its own defaults.
    """

    def __init__(self, like: str) -> None:
        """Makes a registry without additional ids; it always has the ids of this package."""
        self.like = like
        self._registered: dict[str, tuple[str, dict[str, Any]]] = {}

    @property
    def specs(self) -> dict[str, tuple[str, str, dict[str, Any]]]:
        """See the class."""
        out = {}
        for id in self.list_all_envs():
            _, defaults = self._registered.get(id, (id, {}))
            native = registry.find(self.base(id))
            family = registry.family_of(native.id)
            module = family.envpool.module or family.name
            rules = family.envpool.rules(native.id)
            out[id] = (f"envpool.{module}", f"{rules}EnvSpec", dict(defaults))
        return out

    def base(self, id: str) -> str:
        """The id of this package that an id stands for."""
        return self._registered.get(id, (id, {}))[0]

    def list_all_envs(self) -> list[str]:
        """All ids that `make` accepts."""
        return [*registry.list_all_envs(), *registry.aliases(), *self._registered]

    def register(
        self,
        task_id: str,
        import_path: str = "",
        spec_cls: str = "",
        *classes: str,
        aliases: Sequence[str] = (),
        **defaults: Any,
    ) -> None:
        """Adds ids for environments of this package, with other defaults.

        Args:
            task_id: the new id.
            import_path: the location of the classes in EnvPool; ignored.
            spec_cls: the class of the environment in EnvPool, such as ``"CartPoleEnvSpec"``.
            *classes: EnvPool's other classes; ignored, also as keywords.
            aliases: more ids for the same environment.
            **defaults: arguments of `make`.

        Raises:
            ValueError: the id exists already, or this package has no such environment.
        """
        defaults = {key: value for key, value in defaults.items() if not key.endswith("_cls")}
        base = base_of(spec_cls, defaults)
        if base is None:
            raise ValueError(
                f"register: this package has no environment with spec_cls {spec_cls!r}; "
                "to add environments of your own, use parallel_pool.register"
            )
        for id in (task_id, *aliases):
            if id in self.list_all_envs():
                raise ValueError(f"register: an environment {id!r} exists already")
            self._registered[id] = (base, defaults)

    def make(self, task_id: str, env_type: str, **kwargs: Any) -> Any:
        """Makes a pool.

        Errors about an id, a face or a size are AssertionErrors too, as in EnvPool.

        Args:
            task_id: an id.
            env_type: ``"gym"``, ``"gymnasium"`` or ``"dm"``.
            **kwargs: EnvPool's arguments, and those of `parallel_pool.make`.

        Returns:
            A pool with the face; see `parallel_pool.make`.

        Raises:
            As `parallel_pool.make`.
        """
        with asserting():
            return self._make(task_id, env_type, kwargs)

    def _make(self, task_id: str, env_type: str, kwargs: dict[str, Any]) -> Any:
        if env_type not in ("gym", "gymnasium", "dm"):
            raise ValueError(f"env_type must be 'gym', 'gymnasium' or 'dm', got {env_type!r}")
        render_env_id = kwargs.pop("render_env_id", 0)
        id, arguments, render_size = self._arguments(task_id, kwargs)
        if env_type == "dm":
            arguments.pop("gym_reset_return_info", None)
            return making.make_face(DMEnvPool, id, "dm", arguments)
        old = self.like == "0.6.6" and env_type == "gym"
        face = {"legacy_step": True} if old else {"gym_reset_return_info": True}
        pool = making.make_face(
            GymEnvPool if old else GymnasiumEnvPool, id, "gym", face | arguments
        )
        pool.render_env_id = render_env_id
        pool.render_size = render_size
        return pool

    def make_dm(self, task_id: str, **kwargs: Any) -> DMEnvPool:
        """`make` with ``env_type="dm"``."""
        pool: DMEnvPool = self.make(task_id, "dm", **kwargs)
        return pool

    def make_gym(self, task_id: str, **kwargs: Any) -> GymnasiumEnvPool:
        """`make` with ``env_type="gym"``."""
        pool: GymnasiumEnvPool = self.make(task_id, "gym", **kwargs)
        return pool

    def make_gymnasium(self, task_id: str, **kwargs: Any) -> GymnasiumEnvPool:
        """`make` with ``env_type="gymnasium"``: EnvPool's face, not that of Gymnasium."""
        pool: GymnasiumEnvPool = self.make(task_id, "gymnasium", **kwargs)
        return pool

    def make_spec(self, task_id: str, **kwargs: Any) -> PoolSpec:
        """Describes the pool that `make` would make.

        Args:
            task_id: as for `make`.
            **kwargs: as for `make`.

        Returns:
            See `parallel_pool.make_spec`.

        Raises:
            As `parallel_pool.make`.
        """
        kwargs.pop("render_env_id", None)
        id, arguments, _ = self._arguments(task_id, kwargs)
        return making.make_spec(id, **{"gym_reset_return_info": self.like != "0.6.6"} | arguments)

    def _arguments(
        self, task_id: str, given: dict[str, Any]
    ) -> tuple[str, dict[str, Any], tuple[int | None, int | None]]:
        """Converts an id and arguments to those of `parallel_pool.make`, and a size of frames."""
        if not isinstance(task_id, str):
            raise TypeError(f"an environment id must be a str, got {type(task_id).__name__}")
        base, defaults = self._registered.get(task_id, (task_id, {}))
        arguments = defaults | given
        arguments.pop("base_path", None)  # there are no asset files
        options = {name for name, _, _, _ in registry.find(base).options}
        if "from_pixels" in options:
            translate_frames(arguments, options)
        elif arguments.pop("from_pixels", False):
            raise InvalidOptionError(
                f"from_pixels=True is not supported, because {base} does not observe frames"
            )
        render_size = take_frame_size(arguments)
        if base.removeprefix(f"{NAMESPACE}/") in self.list_all_envs():
            base = registry.family_of(base).envpool.translate(base, arguments)
        if not np.size(arguments.get("env_seed", ())):
            seed = arguments.setdefault("seed", 42)
            if isinstance(seed, int | np.integer) and seed < 0:
                arguments["seed"] = int(seed) % 2**32  # the bits that EnvPool takes of it
        return base, arguments, render_size
