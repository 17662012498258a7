# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Sequence
from typing import Any


class Pool:
    """The engine's side of a vector environment."""

    @property
    def num_envs(self) -> int: ...

    @property
    def batch_size(self) -> int: ...

    @property
    def num_threads(self) -> int: ...

    @property
    def closed(self) -> bool: ...

    @property
    def in_flight(self) -> int: ...

    @property
    def waited(self) -> tuple[float, float]: ...

    def step(self, actions: object, env_id: object | None = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...

    def step_single(self, action: object) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...

    def reset(self, env_id: object | None = None, seeds: list[int | None] | None = None, options: dict[str, object] | None = None, masked: bool = False) -> tuple[Any, dict[str, Any]]: ...

    def send(self, actions: object, env_id: object | None = None) -> None: ...

    def async_reset(self, env_id: object | None = None, seeds: list[int | None] | None = None, options: dict[str, object] | None = None) -> None: ...

    def recv(self, timeout: float | None = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]: ...

    def close(self) -> None: ...

    def render_state(self, env_id: int) -> dict[str, Any]: ...

    def save(self, env_id: int) -> bytes: ...

    def load(self, env_ids: Sequence[int], states: Sequence[bytes]) -> None: ...

    def clone(self, from_ids: object, to_ids: object) -> None: ...

    def set_config(self, env_ids: object, config: dict[str, object], tag: object) -> None: ...

    def config_tag(self, env_id: int) -> Any: ...

    def set_seeds(self, seeds: list[int | None]) -> None: ...

    def seed(self, env_id: int) -> int | None: ...

    def generator_state(self, env_id: int) -> tuple[int, ...]: ...

    def share_generator(self, env_id: int, generator: object, address: int) -> None: ...

    def shared_generator(self, env_id: int) -> object: ...

    def set_generator_state(self, env_id: int, words: Sequence[int]) -> None: ...

class EnvType:
    """One environment id: its facts, and what makes pools of it."""

    @property
    def id(self) -> str: ...

    @property
    def max_episode_steps(self) -> int | None: ...

    @property
    def reward_threshold(self) -> float | None: ...

    @property
    def reference(self) -> str:
        """The Gymnasium id that this one equals bit for bit, or ''."""

    @property
    def options(self) -> list[tuple[str, str, object, str]]:
        """(name, type, default, meaning) of each constructor option."""

    @property
    def reset_options(self) -> list[tuple[str, str, object, str]]:
        """(name, type, default, meaning) of each reset option."""

    def episode_limit(self, config: dict[str, object]) -> int | None:
        """The time limit under these options, in time steps; None is no limit."""

    def resolve(self, config: dict[str, object]) -> dict[str, object]:
        """The values of all options, defaults filled in."""

    def spec(self, config: dict[str, object]) -> dict[str, object]:
        """The spaces under a configuration, as nested dicts."""

    def make_pool(self, config: dict[str, object], *, num_envs: int, batch_size: int = 0, num_threads: int = 0, autoreset_mode: str = 'NextStep', max_episode_steps: int | None = None, chunk_size: int = 0, thread_affinity_offset: int | None = None, numa_node: int | None = None, result_format: str = 'gymnasium', episode_statistics: bool = False, workers: object | None = None) -> Pool:
        """
        A pool of environments of this type, with results in the format of a face: 'gymnasium', 'gym' (EnvPool's) or 'dm'. Episode statistics are counted in Gymnasium's format only.
        """

__parallel_pool_abi__: int = 6

env_types: list[EnvType] = ...
