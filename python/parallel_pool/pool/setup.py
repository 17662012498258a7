# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The checked arguments that a pool is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool.pool.arguments import (
    EngineOptions,
    Seed,
    autoreset_mode_of,
    seed_keyword,
    seeds_of,
)
from parallel_pool.pool.native import NativeEnvType, NativePool
from parallel_pool.pool.result_options import RESULT_KEYWORDS, ResultOptions
from parallel_pool.pool.state import Owner, config_hash
from parallel_pool.rendering import check_render_keywords, render_keywords
from parallel_pool.version import __version__

# How environments are run. All other keywords are options of the environments.
ENGINE_KEYWORDS = (
    "num_envs",
    "batch_size",
    "num_threads",
    "max_episode_steps",
    "thread_affinity_offset",
    "numa_node",
    "chunk_size",
)


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
        given: the environment options that were given.
        config: the values of all environment options.
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
        what = {name: keywords.pop(name) for name in RESULT_KEYWORDS if name in keywords}
        shown = render_keywords(env_type)
        look = {name: keywords.pop(name) for name in shown if name in keywords}
        check_render_keywords(env_type, look)
        options = {name: value for name, value in keywords.items() if name not in ENGINE_KEYWORDS}
        how = {name: value for name, value in keywords.items() if name in ENGINE_KEYWORDS}
        mode = autoreset_mode_of(autoreset_mode)
        own = {name for name, _, _, _ in env_type.options}
        options |= {name: value for name, value in look.items() if name in own}
        given = registry.normalise_config(env_type, options)
        config = env_type.resolve(given)
        engine = EngineOptions.checked(env_type.episode_limit(given), **how)
        seeds_of(seed, range(engine.num_envs), engine.num_envs)
        spec = env_type.spec(given)
        results = ResultOptions.checked(env_type.id, spec, **what)
        return cls(env_type, engine, results, mode, render_mode, look, seed, given, config, spec)

    def make_pool(self, result_format: str) -> NativePool:
        """Makes a new pool; see `Engine` for the format."""
        pool = self.engine.make_pool(
            self.env_type,
            self.given,
            self.autoreset_mode,
            result_format=result_format,
            episode_statistics=self.results.record_episode_statistics,
        )
        seeds = seeds_of(self.seed, range(self.engine.num_envs), self.engine.num_envs)
        if seeds is not None:
            pool.set_seeds(seeds)
        return pool

    def render_arguments(self) -> dict[str, Any]:
        """The arguments of the reference that renders the rows, except for its render mode."""
        return self.given | self.look

    def owner(self) -> Owner:
        """Identifies the pools that saved states fit."""
        rules: dict[str, object] = {
            "autoreset_mode": self.autoreset_mode.value,
            "max_episode_steps": self.engine.max_episode_steps,
        } | self.results.rules()
        seen = render_keywords(self.env_type)  # how frames look is no part of the rules
        config = {name: value for name, value in self.config.items() if name not in seen}
        return Owner(id=self.env_type.id, config=config_hash(config | rules), library=__version__)

    def keywords(self) -> dict[str, Any]:
        """The arguments that differ from their defaults; they make an equal setup."""
        keywords = self.given | self.look | self.engine.keywords() | self.results.keywords()
        keywords |= seed_keyword(self.seed)
        if self.autoreset_mode != AutoresetMode.NEXT_STEP:
            keywords["autoreset_mode"] = self.autoreset_mode.value
        if self.render_mode is not None:
            keywords["render_mode"] = self.render_mode
        return keywords
