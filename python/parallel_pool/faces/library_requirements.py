# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Makes the pool below a training library's adapter, and refuses what the library cannot use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool.faces.vector_env import PoolVectorEnv


@dataclass(frozen=True)
class LibraryRequirements:
    """What a library's adapter needs and cannot use.

    Attributes:
        library: the library's name.
        adapter: the name of the adapter's class or function.
        autoreset_mode: the mode that the library needs.
        refused_spaces: the kinds of spaces that the library cannot express.
        refused_actions: the same for actions; None: as for observations.
        refused_options: options that the adapter sets itself, each with what to do instead.
    """

    library: str
    adapter: str
    autoreset_mode: AutoresetMode
    refused_spaces: tuple[type[spaces.Space[Any]], ...] = ()
    refused_actions: tuple[type[spaces.Space[Any]], ...] | None = None
    refused_options: Mapping[str, str] | None = None

    def pool(
        self, env: str | PoolVectorEnv, num_envs: int, options: Mapping[str, Any]
    ) -> PoolVectorEnv:
        """Makes a pool, or checks one that the user made.

        Args:
            env: an id, or a pool in sync mode.
            num_envs: the number of environments, if `env` is an id.
            options: as for `parallel_pool.make`, if `env` is an id.

        Raises:
            TypeError, ValueError: the library cannot use the pool; the message says what to do.
            As `parallel_pool.make`.
        """
        if not isinstance(env, str):
            self._check_pool(env, options)
            self._check_spaces(env)
            return env
        for option, way_out in (self.refused_options or {}).items():
            if option in options:
                raise ValueError(f"{self.adapter} does not support {option}: {way_out}")
        env_type = registry.find(env)
        if env_type.spec({})["multi_player"]:
            self._refuse_players(env_type.id)
        envs = PoolVectorEnv(env, num_envs, autoreset_mode=self.autoreset_mode, **options)
        try:
            self._check_spaces(envs)
        except (TypeError, ValueError):
            envs.close()
            raise
        return envs

    def _check_pool(self, envs: Any, options: Mapping[str, Any]) -> None:
        if not isinstance(envs, PoolVectorEnv):
            raise TypeError(
                f"{self.adapter} needs an id or a pool made by parallel_pool.make(...), "
                f"got {type(envs).__name__}"
            )
        if options:
            raise TypeError(
                f"{self.adapter} got a pool and options ({', '.join(options)}): give the options "
                "to parallel_pool.make"
            )
        if envs.batch_size != envs.num_envs:
            raise ValueError(
                f"{self.library} steps all environments together, but this pool is async "
                f"(batch_size {envs.batch_size} of {envs.num_envs}): leave out batch_size"
            )
        if envs.autoreset_mode != self.autoreset_mode:
            raise ValueError(
                f"{self.adapter} needs a pool with autoreset_mode={self.autoreset_mode.value!r}, "
                f"this one has {envs.autoreset_mode.value!r}"
            )
        if envs.result_options.array_type != "numpy":
            raise ValueError(f"{self.adapter} needs NumPy arrays: leave out array_type")

    def _check_spaces(self, envs: PoolVectorEnv) -> None:
        if envs.is_multi_player:
            self._refuse_players(envs._id)
        actions = self.refused_spaces if self.refused_actions is None else self.refused_actions
        for what, space, refused, way_out in (
            ("observation", envs.single_observation_space, self.refused_spaces, _OTHER_OBSERVATION),
            ("action", envs.single_action_space, actions, "use parallel_pool.make"),
        ):
            for part in parts(space):
                text = part.dtype == np.dtype(str)
                if text or isinstance(part, refused):
                    kind = "text" if text else f"{type(part).__name__} spaces"
                    raise TypeError(
                        f"{self.library} takes no {kind}, but the {what} space of {envs._id} is "
                        f"{space}: {way_out}"
                    )

    def _refuse_players(self, id: str) -> NoReturn:
        raise ValueError(
            f"{id} has several players in each environment, but {self.adapter} has one row for "
            "each environment: use parallel_pool.make"
        )


_OTHER_OBSERVATION = (
    "choose another observation by the environment's options, or use parallel_pool.make, whose "
    "results Gymnasium's vector wrappers can flatten"
)


def parts(space: spaces.Space[Any]) -> list[spaces.Space[Any]]:
    """A space and all spaces within it."""
    if isinstance(space, spaces.Dict | spaces.Tuple):
        inner = space.values() if isinstance(space, spaces.Dict) else space.spaces
        return [space, *(part for one in inner for part in parts(one))]
    return [space]
