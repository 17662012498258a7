# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the extension modules of environments offer. Each module has classes of its own."""

from __future__ import annotations

from typing import Any, Protocol

# (observations, rewards, terminations, truncations, infos); in dm_env's form
# (observations, rewards, discounts, step types, infos), after a reset too
StepResult = tuple[Any, Any, Any, Any, dict[str, Any]]
ResetResult = tuple[Any, dict[str, Any]]


class NativePool(Protocol):
    """The engine's side of a vector environment (``Pool`` in a module of environments)."""

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
    def step(self, actions: object, env_id: object | None = None) -> StepResult: ...
    def reset(
        self,
        env_id: object | None = None,
        seeds: list[int | None] | None = None,
        options: dict[str, object] | None = None,
        masked: bool = False,
    ) -> ResetResult: ...
    def send(self, actions: object, env_id: object | None = None) -> None: ...
    def async_reset(
        self,
        env_id: object | None = None,
        seeds: list[int | None] | None = None,
        options: dict[str, object] | None = None,
    ) -> None: ...
    def recv(self, timeout: float | None = None) -> StepResult: ...
    def close(self) -> None: ...
    def render_state(self, env_id: int) -> dict[str, Any]: ...
    def save(self, env_id: int) -> bytes: ...
    def load(self, env_ids: list[int], states: list[bytes]) -> None: ...
    def set_seeds(self, seeds: list[int | None]) -> None: ...
    def seed(self, env_id: int) -> int | None: ...
    def generator_state(self, env_id: int) -> tuple[int, ...]: ...
    def set_generator_state(self, env_id: int, words: list[int]) -> None: ...


class NativeEnvType(Protocol):
    """One environment id of a module (``EnvType``)."""

    @property
    def id(self) -> str: ...
    @property
    def max_episode_steps(self) -> int | None: ...
    @property
    def reward_threshold(self) -> float | None: ...
    @property
    def reference(self) -> str: ...
    @property
    def options(self) -> list[tuple[str, str, object, str]]: ...
    @property
    def reset_options(self) -> list[tuple[str, str, object, str]]: ...
    def resolve(self, config: dict[str, object]) -> dict[str, object]: ...
    def spec(self, config: dict[str, object]) -> dict[str, Any]: ...
    def make_pool(
        self,
        config: dict[str, object],
        *,
        num_envs: int,
        batch_size: int = 0,
        num_threads: int = 0,
        autoreset_mode: str = "NextStep",
        max_episode_steps: int | None = None,
        chunk_size: int = 0,
        thread_affinity_offset: int | None = None,
        numa_node: int | None = None,
        form: str = "gymnasium",
        episode_statistics: bool = False,
    ) -> NativePool: ...


class EnvModule(Protocol):
    """An extension module of environments."""

    __name__: str
    env_types: list[NativeEnvType]
