# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What EnvPool's module ``registration`` does, for the environments of this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parallel_pool import making, registry
from parallel_pool.atari.names import envpool_title, find_game
from parallel_pool.compat.pools import DMEnvPool, GymEnvPool, GymnasiumEnvPool
from parallel_pool.env_spec import PoolSpec
from parallel_pool.errors import InvalidOptionError

# The releases whose defaults can be had. CleanRL's scripts were written for the second.
VERSIONS = ("1.2.7", "0.6.6")
# Arguments of EnvPool that mean nothing here, with the values that change nothing there either.
_WITHOUT_EFFECT: dict[str, tuple[object, ...]] = {
    "from_pixels": (False,),
    "render_width": (0, None),
    "render_height": (0, None),
    "render_camera_id": (-1, None),
}
_FROZEN_LAKES = {4: "4x4", 8: "8x8"}
_PENDULUMS = {0: "Pendulum-v0", 1: "Pendulum-v1"}


class EnvRegistry:
    """Environments by EnvPool's names, with the defaults of one of its releases.

    Attributes:
        like: that release.
        specs: for each id the module and class that it has in EnvPool, and its own defaults.
    """

    def __init__(self, like: str) -> None:
        """An empty registry; what this package has is always known."""
        self.like = like
        self._registered: dict[str, tuple[str, dict[str, Any]]] = {}

    @property
    def specs(self) -> dict[str, tuple[str, str, dict[str, Any]]]:
        """See the class."""
        out = {}
        for id in self.list_all_envs():
            base, defaults = self._registered.get(id, (id, {}))
            native = registry.find(base)
            family = type(native).__module__.rpartition(".")[2]
            out[id] = (f"envpool.{family}", f"{_rules(native.id)}EnvSpec", dict(defaults))
        return out

    def list_all_envs(self) -> list[str]:
        """All ids that `make` takes."""
        return [*registry.list_all_envs(), *registry.ALIASES, *self._registered]

    def register(
        self,
        task_id: str,
        import_path: str = "",
        spec_cls: str = "",
        *classes: str,
        aliases: Sequence[str] = (),
        **defaults: Any,
    ) -> None:
        """Adds ids for rules that this package has, with other defaults.

        Args:
            task_id: the new id.
            import_path: where EnvPool has the classes; not looked at.
            spec_cls: the class in EnvPool that names the rules, such as ``"CartPoleEnvSpec"``.
            *classes: EnvPool's other classes; not looked at, also as keywords.
            aliases: further ids for the same.
            **defaults: arguments of `make`.

        Raises:
            ValueError: an id that exists, or rules that this package does not have.
        """
        defaults = {key: value for key, value in defaults.items() if not key.endswith("_cls")}
        rules = spec_cls.removesuffix("EnvSpec")
        if rules == "Atari":  # one class for all games
            game = find_game(str(defaults.pop("task", "pong")))
            bases = [f"{envpool_title(game)}-v5"]
        else:
            bases = [id for id in registry.list_all_envs() if _rules(id) == rules]
        if not bases:
            raise ValueError(
                f"register: spec_cls {spec_cls!r} names no rules of this package; "
                "parallel_pool.register adds a module with environments of your own"
            )
        for id in (task_id, *aliases):
            if id in self.list_all_envs():
                raise ValueError(f"register: there is an environment {id!r} already")
            self._registered[id] = (max(bases), defaults)

    def make(self, task_id: str, env_type: str, **kwargs: Any) -> Any:
        """A pool.

        Args:
            task_id: an id.
            env_type: ``"gym"``, ``"gymnasium"`` or ``"dm"``.
            **kwargs: EnvPool's arguments, and those of `parallel_pool.make`.

        Returns:
            A pool with the face; see `parallel_pool.make`.

        Raises:
            As `parallel_pool.make`.
        """
        if env_type not in ("gym", "gymnasium", "dm"):
            raise ValueError(f"env_type must be 'gym', 'gymnasium' or 'dm', got {env_type!r}")
        render_env_id = kwargs.pop("render_env_id", 0)
        id, arguments = self._arguments(task_id, kwargs)
        if env_type == "dm":
            arguments.pop("gym_reset_return_info", None)
            return making.make_face(DMEnvPool, id, "dm", arguments)
        old = self.like == "0.6.6" and env_type == "gym"
        face = {"legacy_step": True} if old else {"gym_reset_return_info": True}
        pool = making.make_face(
            GymEnvPool if old else GymnasiumEnvPool, id, "gym", face | arguments
        )
        pool.render_env_id = render_env_id
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
        """`make` with ``env_type="gymnasium"``: the same face, EnvPool's, not Gymnasium's."""
        pool: GymnasiumEnvPool = self.make(task_id, "gymnasium", **kwargs)
        return pool

    def make_spec(self, task_id: str, **kwargs: Any) -> PoolSpec:
        """The facts of the pool that `make` would make.

        Args:
            task_id: as for `make`.
            **kwargs: as for `make`.

        Returns:
            See `parallel_pool.make_spec`.

        Raises:
            As `parallel_pool.make`.
        """
        kwargs.pop("render_env_id", None)
        id, arguments = self._arguments(task_id, kwargs)
        return making.make_spec(id, **{"gym_reset_return_info": self.like != "0.6.6"} | arguments)

    def _arguments(self, task_id: str, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """An id and arguments as `parallel_pool.make` takes them."""
        if not isinstance(task_id, str):
            raise TypeError(f"an environment id is a str, got {type(task_id).__name__}")
        base, defaults = self._registered.get(task_id, (task_id, {}))
        arguments = defaults | given
        arguments.pop("base_path", None)  # there are no files to look for
        for name, harmless in _WITHOUT_EFFECT.items():
            value = arguments.pop(name, harmless[0])
            if value not in harmless:
                raise InvalidOptionError(
                    f"{name}={value!r} is not available: pictures are those of the reference; "
                    "leave it out"
                )
        if "size" in arguments and _rules(base).startswith("FrozenLake"):
            arguments["map_name"] = _choice(_FROZEN_LAKES, "size", arguments.pop("size"))
        if "version" in arguments and _rules(base) == "Pendulum":
            base = _choice(_PENDULUMS, "version", arguments.pop("version"))
        if not len(arguments.get("env_seed", ())):
            arguments.setdefault("seed", 42)
        return base, arguments


def _rules(id: str) -> str:
    """``CartPole`` of ``CartPole-v1``."""
    return id.rpartition("-v")[0]


def _choice(choices: dict[int, str], name: str, value: object) -> str:
    """What an option of EnvPool's is called here."""
    if not isinstance(value, int) or value not in choices:
        raise ValueError(f"{name} must be one of {[*choices]}, got {value!r}")
    return choices[value]
