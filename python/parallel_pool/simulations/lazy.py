# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Families of tasks, whose ids are known before the tasks and MuJoCo are imported."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from parallel_pool.native import EnvModule
from parallel_pool.simulations import native
from parallel_pool.when_asked import when_asked

if TYPE_CHECKING:
    from parallel_pool.simulations.definition import Definition


@dataclass(frozen=True)
class LazyDefinition:
    """A task under an id, imported when the first pool is made.

    Attributes:
        id: of the environments.
        place: the class as ``module:class``.
        max_episode_steps: the time limit, in time steps; None is no limit.
        reward_threshold, reference: as the class has them.
        defaults: of options, where this id has others than the class.
    """

    id: str
    place: str
    max_episode_steps: int | None = None
    reward_threshold: float | None = None
    reference: str = ""
    defaults: Mapping[str, object] = field(default_factory=dict)

    @when_asked
    def definition(self) -> Definition:
        """The task's definition."""
        from parallel_pool.simulations.definition import Definition

        module, _, name = self.place.partition(":")
        return Definition(
            self.id,
            getattr(importlib.import_module(module), name),
            defaults=self.defaults,
            max_episode_steps=self.max_episode_steps,
        )

    def __getattr__(self, name: str) -> Any:
        """What only the task knows."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.definition, name)


def task_module(
    name: str,
    definitions: Sequence[Definition | LazyDefinition],
    beside: EnvModule | None = None,
) -> EnvModule:
    """What stands for the extension module of a `Family` whose environments are tasks.

    Args:
        name: of the family's package.
        definitions: the tasks.
        beside: an extension module with environments that the family has besides.
    """
    module = SimpleNamespace(
        __name__=f"{name}.native",
        __parallel_pool_abi__=native.__parallel_pool_abi__,
        env_types=[
            *(beside.env_types if beside is not None else ()),
            *(native.task_type(one) for one in definitions),
        ],
    )
    return cast(EnvModule, module)
