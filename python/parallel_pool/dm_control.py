# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The DeepMind Control Suite by domain and task; see `parallel_pool.make` for whole pools."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import dm_env
from dm_env import specs

from parallel_pool.errors import UnknownEnvironmentError
from parallel_pool.faces.dm_single import DmEnv
from parallel_pool.families.dm_control import native
from parallel_pool.pool.arguments import integer

_IDS: dict[tuple[str, str], str] = {task: id for id, task in native.tasks().items()}
FLAT_KEY = "observations"


def id_of(domain_name: str, task_name: str) -> str:
    """The id of a task: ``CheetahRun-v1`` of ``cheetah`` and ``run``.

    Args:
        domain_name: as dm_control names it.
        task_name: as dm_control names it.

    Returns:
        What `parallel_pool.make` takes.

    Raises:
        UnknownEnvironmentError: there is no such domain or task; the message names the nearest.
    """
    domains = sorted({domain for domain, _ in _IDS})
    if domain_name not in domains:
        raise UnknownEnvironmentError(_unknown("domain", domain_name, domains))
    tasks = sorted(task for domain, task in _IDS if domain == domain_name)
    if task_name not in tasks:
        raise UnknownEnvironmentError(_unknown(f"task of {domain_name}", task_name, tasks))
    return _IDS[domain_name, task_name]


def _unknown(what: str, name: object, known: list[str]) -> str:
    nearest = difflib.get_close_matches(str(name), known, n=3, cutoff=0.5)
    hint = f", did you mean {' or '.join(map(repr, nearest))}?" if nearest else ""
    return f"there is no {what} {name!r}{hint}; known are: {', '.join(known)}"


class SuiteEnv(DmEnv):
    """One task, with the methods of dm_control's own environments but no ``physics`` or ``task``.

    Observations are dicts in the reference's order; specs, discounts and step types are the
    reference's.
    """

    def __init__(self, id: str, **options: Any) -> None:
        """As `DmEnv`."""
        super().__init__(id, **options)
        self._is_flat = bool(options.get("flat_observation", False))
        self._names = list(self.observation_spec())  # in the reference's order

    def reset(self) -> dm_env.TimeStep:
        """As `DmEnv.reset`."""
        return self._dressed(super().reset())

    def step(self, action: Any) -> dm_env.TimeStep:
        """As `DmEnv.step`."""
        begins = self._fresh  # then `step` is this class's own `reset`
        time_step = super().step(action)
        return time_step if begins else self._dressed(time_step)

    def observation_spec(self) -> dict[str, specs.Array]:
        """The spec of each entry of an observation; as in the reference, without bounds."""
        bounded = super().observation_spec()
        entries = {FLAT_KEY: bounded} if self._is_flat else bounded
        return {name: specs.Array(spec.shape, spec.dtype, name) for name, spec in entries.items()}

    def action_spec(self) -> specs.BoundedArray:
        """The spec of an action; as in the reference, without a name."""
        spec = super().action_spec()
        return specs.BoundedArray(spec.shape, spec.dtype, spec.minimum, spec.maximum)

    def _dressed(self, time_step: dm_env.TimeStep) -> dm_env.TimeStep:
        if self._is_flat:
            return time_step._replace(observation={FLAT_KEY: time_step.observation})
        entries = {name: time_step.observation[name] for name in self._names}
        return time_step._replace(observation=entries)


def load(
    domain_name: str,
    task_name: str,
    task_kwargs: Mapping[str, Any] | None = None,
    environment_kwargs: Mapping[str, Any] | None = None,
    visualize_reward: bool = False,
) -> SuiteEnv:
    """One task of the suite; stands in for `dm_control.suite.load`.

    Args:
        domain_name: ``"cheetah"``.
        task_name: ``"run"``.
        task_kwargs: ``random`` (a seed, or None for fresh entropy), ``time_limit`` in seconds, and
            the task's own arguments.
        environment_kwargs: ``control_timestep``, ``n_sub_steps``, ``flat_observation`` and
            ``legacy_step``.
        visualize_reward: whether colors in pictures show the reward.

    Returns:
        The environment.

    Raises:
        UnknownEnvironmentError: there is no such domain or task.
        DependencyNotInstalled: dm_control, or the MuJoCo that it works with, is missing.
        TypeError, ValueError, PoolError: an argument that cannot be.
    """
    options: dict[str, Any] = {**(task_kwargs or {}), **(environment_kwargs or {})}
    seed = options.pop("random", None)
    if seed is not None:
        seed = integer("random", seed, 0)
    if visualize_reward:
        options["visualize_reward"] = True
    return SuiteEnv(id_of(domain_name, task_name), seed=seed, **options)
