# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The checked arguments that a pool is made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool.native import NativeEnvType, NativePool
from parallel_pool.pool import per_env
from parallel_pool.pool.arguments import (
    Seed,
    autoreset_mode_of,
    integer,
    seed_keyword,
    seeds_of,
)
from parallel_pool.pool.engine_options import ENGINE_KEYWORDS, EngineOptions
from parallel_pool.pool.json_values import restored
from parallel_pool.pool.per_env import EnvConfig, PerEnv
from parallel_pool.pool.result_options import RESULT_KEYWORDS, ResultOptions
from parallel_pool.pool.state import Owner, config_hash
from parallel_pool.rendering import check_render_keywords, render_keywords
from parallel_pool.version import STATE_VERSION
from parallel_pool.when_asked import when_asked

# Types whose values can be compared safely: a bool would equal an int.
_PLAIN = {int, str, type(None)}


@dataclass(frozen=True)
class PoolSetup:
    """Checked arguments.

    Attributes:
        env_type: the facts of the id.
        engine: how the environments are run.
        results: how results are processed.
        autoreset_mode: what happens when an episode ends.
        render_mode: the render mode, or None.
        look: the options that affect only rendering.
        seed: the seed as given.
        given: the environment options that were given; those of environment 0.
        config: the values of all environment options; those of environment 0.
        varied: the options that differ between environments.
        own: the options of each environment; empty if none differ.
        spec: the engine's description of the spaces.
    """

    env_type: NativeEnvType
    engine: EngineOptions
    results: ResultOptions
    autoreset_mode: AutoresetMode
    render_mode: str | None
    look: dict[str, Any]
    seed: Seed
    given: dict[str, object]
    config: dict[str, object]
    varied: dict[str, PerEnv]
    own: tuple[EnvConfig, ...]
    spec: dict[str, Any]

    @classmethod
    def checked(
        cls,
        id: str,
        *,
        seed: Seed = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **keywords: Any,
    ) -> PoolSetup:
        """Checks the arguments of `parallel_pool.make`.

        Raises:
            PoolError, TypeError, ValueError: the message names the argument, what came and what
                was expected.
        """
        env_type = registry.find(id)
        seed = seed.tolist() if isinstance(seed, np.integer | np.ndarray) else seed
        registry.check_installed(env_type)
        mode = autoreset_mode_of(autoreset_mode)
        if {type(render_mode), *map(type, keywords.values())} <= _PLAIN and all(
            name in ENGINE_KEYWORDS for name in keywords
        ):
            setup = _of_engine_options(env_type, mode, render_mode, *keywords.items())
        else:
            setup = cls._without_seed(env_type, mode, render_mode, keywords)
        num_envs = setup.engine.num_envs
        seeds_of(seed, range(num_envs), num_envs)
        return setup if seed is None else replace(setup, seed=seed)

    @classmethod
    def _without_seed(
        cls,
        env_type: NativeEnvType,
        mode: AutoresetMode,
        render_mode: str | None,
        keywords: dict[str, Any],
    ) -> PoolSetup:
        what = {name: keywords.pop(name) for name in RESULT_KEYWORDS if name in keywords}
        shown = render_keywords(env_type)
        look = {name: keywords.pop(name) for name in shown if name in keywords}
        check_render_keywords(env_type, look)
        options = {
            name: restored(value) for name, value in keywords.items() if name not in ENGINE_KEYWORDS
        }
        how = {name: value for name, value in keywords.items() if name in ENGINE_KEYWORDS}
        known = {name for name, _, _, _ in env_type.options}
        options |= {name: value for name, value in look.items() if name in known}
        varied = [name for name, value in options.items() if isinstance(value, PerEnv)]
        ids = range(integer("num_envs", how.get("num_envs", 1), 1))
        each = per_env.spread(options, len(ids)) if varied else [options]
        own = per_env.resolve_each(env_type, each, range(len(each)))
        given, config = own[0].given, own[0].config
        limit = env_type.episode_limit(given)
        engine = EngineOptions.checked(limit, **how)
        spec = env_type.spec(given)
        results = ResultOptions.checked(env_type.id, spec, **what)
        per_env.check_agreement(env_type, spec, limit, own[1:], ids[1 : len(own)])
        return cls(
            env_type,
            engine,
            results,
            mode,
            render_mode,
            look,
            None,
            given,
            config,
            {name: PerEnv(one.config[name] for one in own) for name in varied},
            tuple(own) if varied else (),
            spec,
        )

    def make_pool(self, result_format: str) -> NativePool:
        """Makes a new pool; see `Engine` for the format.

        Raises:
            MemoryError: there is too little memory for so many environments.
        """
        try:
            pool = self.engine.make_pool(
                self.env_type,
                self.given,
                self.autoreset_mode,
                result_format=result_format,
                episode_statistics=self.results.record_episode_statistics,
            )
        except MemoryError:
            raise MemoryError(
                f"there is too little memory for a pool of {self.engine.num_envs} environments of "
                f"{self.env_type.id}"
            ) from None
        seeds = seeds_of(self.seed, range(self.engine.num_envs), self.engine.num_envs)
        if seeds is not None:
            pool.set_seeds(seeds)
        others = [i for i, one in enumerate(self.own) if one is not self.own[0]]
        per_env.apply(pool, [self.own[i] for i in others], others, self.config)
        return pool

    @property
    def shown_config(self) -> dict[str, object]:
        """The values of all options, with a `PerEnv` where they differ."""
        return self.config | self.varied

    def render_arguments(self) -> dict[str, Any]:
        """The arguments of the reference that renders the rows, except for its render mode."""
        return self.given | self.look

    @when_asked
    def common_owner(self) -> Owner:
        """Identifies the environments that saved states fit, but for those with other options."""
        return self.owner()

    def owner(self, config: dict[str, object] | None = None) -> Owner:
        """Identifies the environments that saved states fit; `config`: of those with others."""
        rules: dict[str, object] = {
            "autoreset_mode": self.autoreset_mode.value,
            "max_episode_steps": self.engine.max_episode_steps,
        } | self.results.rules()
        seen = render_keywords(self.env_type)  # how frames look is no part of the rules
        values = self.config if config is None else config
        rules |= {name: value for name, value in values.items() if name not in seen}
        return Owner(id=self.env_type.id, config=config_hash(rules), library=STATE_VERSION)

    def keywords(self) -> dict[str, Any]:
        """The arguments that differ from their defaults; they make an equal setup.

        The environment's own options are as the engine read them, whatever type was given.
        """
        given: dict[str, Any] = {name: self.config[name] for name in self.given}
        keywords = (
            given | self.varied | self.look | self.engine.keywords() | self.results.keywords()
        )
        keywords |= seed_keyword(self.seed)
        if self.autoreset_mode != AutoresetMode.NEXT_STEP:
            keywords["autoreset_mode"] = self.autoreset_mode.value
        if self.render_mode is not None:
            keywords["render_mode"] = self.render_mode
        return keywords

    def copied_keywords(self) -> dict[str, Any]:
        """The same without the seed: a copy of a pool draws fresh entropy."""
        return {name: value for name, value in self.keywords().items() if name != "seed"}


def _make_of_engine_options(
    env_type: NativeEnvType,
    mode: AutoresetMode,
    render_mode: str | None,
    *keywords: tuple[str, Any],
) -> PoolSetup:
    return PoolSetup._without_seed(env_type, mode, render_mode, dict(keywords))


# What pools have whose environments have no options of their own: they all share it.
_of_engine_options: Callable[..., PoolSetup] = lru_cache(maxsize=128)(_make_of_engine_options)
