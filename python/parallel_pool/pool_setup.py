# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a pool is made from: an id and arguments that were checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool._arguments import (
    EngineOptions,
    Seed,
    autoreset_mode_of,
    seed_keyword,
    seeds_of,
)
from parallel_pool._native import NativeEnvType, NativePool
from parallel_pool.rendering import check_render_keywords, render_keywords
from parallel_pool.result_options import RESULT_KEYWORDS, ResultOptions
from parallel_pool.state import Owner, config_hash
from parallel_pool.version import __version__

# How environments are run; all other keywords are options of the environments.
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
        env_type: the environments' facts.
        engine: how they are run.
        results: what is done to their results.
        autoreset_mode: what happens when an episode ends.
        render_mode: how rows are shown.
        look: arguments that matter for pictures only.
        seed: as it was given.
        given: the environments' options that were given.
        config: the values of all of their options.
        spec: the engine's description of their spaces.
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
        """From the arguments of `parallel_pool.make`.

        Raises:
            PoolError, TypeError, ValueError: naming the argument, what came and what was expected.
        """
        env_type = registry.find(id)
        what = {name: keywords.pop(name) for name in RESULT_KEYWORDS if name in keywords}
        shown = render_keywords(env_type)
        look = {name: keywords.pop(name) for name in shown if name in keywords}
        check_render_keywords(env_type, look)
        options = {name: value for name, value in keywords.items() if name not in ENGINE_KEYWORDS}
        how = {name: value for name, value in keywords.items() if name in ENGINE_KEYWORDS}
        engine = EngineOptions.checked(env_type, **how)
        mode = autoreset_mode_of(autoreset_mode)
        given = registry.normalise_config(env_type, options)
        config = env_type.resolve(given)
        seeds_of(seed, range(engine.num_envs), engine.num_envs)
        spec = env_type.spec(given)
        results = ResultOptions.checked(env_type, spec, **what)
        return cls(env_type, engine, results, mode, render_mode, look, seed, given, config, spec)

    def make_pool(self, form: str) -> NativePool:
        """A new pool; see `Engine` for its form."""
        pool = self.engine.make_pool(
            self.env_type,
            self.given,
            self.autoreset_mode,
            form=form,
            episode_statistics=self.results.record_episode_statistics,
        )
        seeds = seeds_of(self.seed, range(self.engine.num_envs), self.engine.num_envs)
        if seeds is not None:
            pool.set_seeds(seeds)
        return pool

    def render_arguments(self) -> dict[str, Any]:
        """What the reference that draws the rows is made with, beside its render mode."""
        rules = {name: value for name, value in self.given.items() if name != "frame_stack"}
        return rules | self.look

    def owner(self) -> Owner:
        """What saved states belong to."""
        rules: dict[str, object] = {
            "autoreset_mode": self.autoreset_mode.value,
            "max_episode_steps": self.engine.max_episode_steps,
        } | self.results.rules()
        return Owner(
            id=self.env_type.id, config=config_hash(self.config | rules), library=__version__
        )

    def keywords(self) -> dict[str, Any]:
        """Arguments that make an equal setup: those that differ from their defaults."""
        keywords = self.given | self.look | self.engine.keywords() | self.results.keywords()
        keywords |= seed_keyword(self.seed)
        if self.autoreset_mode != AutoresetMode.NEXT_STEP:
            keywords["autoreset_mode"] = self.autoreset_mode.value
        if self.render_mode is not None:
            keywords["render_mode"] = self.render_mode
        return keywords
