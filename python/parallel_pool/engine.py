# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What all faces share: the native pool with its resets, generators, states and end."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool._arguments import Seed, env_ids_of, reset_mask_of, seeds_of
from parallel_pool._native import NativePool, ResetResult
from parallel_pool.normalization import Normalization
from parallel_pool.pool_setup import PoolSetup
from parallel_pool.processed_pool import ProcessedPool
from parallel_pool.random import generator_from_words, words_of_generator
from parallel_pool.rendering import View


class Engine:
    """A native pool, and how it is reset, saved and closed.

    Attributes:
        setup: what the pool was made from.
        pool: the native pool, which checks what it is given.
        view: its rows as pictures.
        normalization: the moments by which results are normalised, or None.
    """

    def __init__(self, setup: PoolSetup, form: str = "gymnasium") -> None:
        """Makes the pool.

        Args:
            setup: what to make it from.
            form: how batches are told: ``"gymnasium"``; ``"gym"``: rewards are float32, and infos
                EnvPool's, with every entry in every batch, without masks, and always ``env_id``,
                ``players`` and ``elapsed_step``; ``"dm"``: the same, with discounts and step types
                instead of flags, after resets too.
        """
        self.setup = setup
        self.view = View(setup.env_type, setup.render_mode, setup.render_arguments())
        pool = setup.make_pool(form)
        self._end = weakref.finalize(self, pool.close)
        self._num_envs = setup.engine.num_envs
        self.normalization = self._make_normalization()
        self.pool: NativePool = self._processed(self.view.attach(pool))
        self._owner = setup.owner()
        self._reset_option_names = [name for name, _, _, _ in setup.env_type.reset_options]

    def _make_normalization(self) -> Normalization | None:
        options = self.setup.results
        if not (options.normalize_observation or options.normalize_reward):
            return None
        shape = tuple(self.setup.spec["observation"].get("shape", ()))
        same_step = self.setup.autoreset_mode == AutoresetMode.SAME_STEP
        return Normalization(options, self._num_envs, same_step, shape)

    def _processed(self, pool: NativePool) -> NativePool:
        """The pool to be called, which does to the results what the options say."""
        tensors = self.setup.results.array_type == "torch"
        if self.normalization is None and not tensors:
            return pool
        return cast(NativePool, ProcessedPool(pool, self.normalization, tensors))

    def close(self) -> None:
        """Closes the window, ends the threads and frees the environments."""
        self.view.close()
        self._end()

    # --- Resets ---------------------------------------------------------------------------------

    def reset(self, seed: Seed, options: Mapping[str, Any] | None, env_id: Any) -> ResetResult:
        """See `PoolVectorEnv.reset`."""
        parsed, mask = self.parse_reset_options(options)
        if mask is not None and env_id is not None:
            raise ValueError(
                "options['reset_mask'] and env_id say the same thing: give one of them"
            )
        if mask is not None and self.pool.batch_size != self._num_envs:
            raise ValueError("options['reset_mask'] needs sync mode; in async mode give env_id")
        ids = np.flatnonzero(mask).astype(np.int32) if mask is not None else env_id
        listed = env_ids_of(ids, self._num_envs)
        seeds = seeds_of(seed, listed, self._num_envs if mask is not None else len(listed))
        return self.pool.reset(ids, seeds, parsed, mask is not None)

    def async_reset(self, env_id: Any, seed: Seed, options: Mapping[str, Any] | None) -> None:
        """See `PoolVectorEnv.async_reset`."""
        parsed, mask = self.parse_reset_options(options)
        if mask is not None:
            raise ValueError("async_reset takes env_id, not options['reset_mask']")
        ids = env_ids_of(env_id, self._num_envs)
        seeds = seeds_of(seed, ids, len(ids))
        self.pool.async_reset(env_id, seeds, parsed)

    def parse_reset_options(
        self, options: Mapping[str, Any] | None
    ) -> tuple[dict[str, object] | None, np.ndarray | None]:
        """The environment's own reset options, and the mask."""
        if options is None:
            return None, None
        if not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping or None, got {type(options).__name__}")
        rest = {name: value for name, value in options.items() if name != "reset_mask"}
        registry.check_names(
            rest, self._reset_option_names, f"{self.setup.env_type.id}: reset option"
        )
        given = "reset_mask" in options
        mask = reset_mask_of(options["reset_mask"], self._num_envs) if given else None
        return rest, mask

    # --- Randomness -----------------------------------------------------------------------------

    def generators(self) -> tuple[np.random.Generator, ...]:
        """A copy of each environment's generator."""
        return tuple(
            generator_from_words(self.pool.generator_state(i)) for i in range(self._num_envs)
        )

    def set_generators(self, value: Sequence[np.random.Generator]) -> None:
        """Sets each environment's generator, all or none."""
        states = [words_of_generator(generator) for generator in value]
        if len(states) != self._num_envs:
            raise ValueError(
                f"np_random must hold a generator for each of {self._num_envs} environments, "
                f"got {len(states)}"
            )
        self.seeds()  # raises if one of them is in flight, before any is set
        for i, words in enumerate(states):
            self.pool.set_generator_state(i, words)

    def seeds(self) -> tuple[int | None, ...]:
        """The seed of each environment's generator."""
        return tuple(self.pool.seed(i) for i in range(self._num_envs))

    # --- Saving and loading ---------------------------------------------------------------------

    def get_state(self, env_id: Any) -> list[bytes]:
        """See `PoolMembers.get_state`."""
        ids = env_ids_of(env_id, self._num_envs)
        return [self._owner.pack(self.pool.save(i)) for i in ids]

    def set_state(self, env_id: Any, states: Sequence[bytes]) -> None:
        """See `PoolMembers.set_state`."""
        ids = env_ids_of(env_id, self._num_envs)
        if len(states) != len(ids):
            raise ValueError(f"expected {len(ids)} states, got {len(states)}")
        payloads = [self._owner.unpack(state) for state in states]
        self.pool.load(list(ids), payloads)


class PoolMembers:
    """Members that every face has, over its ``_engine``."""

    _engine: Engine

    @property
    def batch_size(self) -> int:
        """Rows of a full batch; less than ``num_envs`` in async mode."""
        return self._engine.pool.batch_size

    @property
    def num_threads(self) -> int:
        """Threads that may work on a batch."""
        return self._engine.pool.num_threads

    @property
    def in_flight(self) -> int:
        """Rows sent and not yet received."""
        return self._engine.pool.in_flight

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """A copy of each environment's generator, in its present state.

        Draws from a copy leave the environment's own stream alone. Assign N generators over PCG64
        to set the environments'. Both raise InFlightError while an environment is in flight.
        """
        return self._engine.generators()

    @np_random.setter
    def np_random(self, value: Sequence[np.random.Generator]) -> None:
        self._engine.set_generators(value)

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:
        """The seed of each generator: None before its first reset, -1 if it was set."""
        return self._engine.seeds()

    def render(self, env_ids: Any = None) -> tuple[Any, ...] | None:
        """Pictures of environments as they are now: their reference's own.

        Args:
            env_ids: which environments, as integers; None: all. In mode ``"human"`` one, which the
                window follows from then on; None: the one it follows (at first environment 0).

        Returns:
            For each environment a uint8 array of shape ``(height, width, 3)`` in mode
            ``"rgb_array"``, a str in mode ``"ansi"``. None in mode ``"human"``, and, with a
            warning, without a render mode.

        Raises:
            InFlightError, ResetNeededError: an environment that has nothing to show now.
            TypeError, ValueError, IndexError: bad env ids.
            DependencyNotInstalled: what draws is missing; the extra ``render`` brings it.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool can not be called.
        """
        return self._engine.view.render(env_ids)

    def get_state(self, env_id: Any = None) -> list[bytes]:
        """Saves environments: rules, generator, step count, pending autoreset.

        Args:
            env_id: which environments; None: all.

        Returns:
            A state for each, to be given to `set_state` of any pool with the same id, options and
            package version, in any process.

        Raises:
            InFlightError, ResetNeededError, IndexError: an environment that has no state to save.
        """
        return self._engine.get_state(env_id)

    def set_state(self, env_id: Any, states: Sequence[bytes]) -> None:
        """Puts environments into saved states; they go on exactly as the saved ones would have.

        Args:
            env_id: which environments; None: all.
            states: a state for each of them.

        Raises:
            StateError: a state that belongs to another id, configuration or package version.
            InFlightError, IndexError: an environment that can not be set. Nothing was changed.
        """
        self._engine.set_state(env_id, states)
