# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What all faces share: the native pool, its resets, generators, saved states and closing."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool._core import all_begin_with
from parallel_pool.errors import PoolClosedError, ResetNeededError
from parallel_pool.keywords import check_names
from parallel_pool.native import NativePool, ResetResult
from parallel_pool.pool.arguments import Seed, env_ids_of, reset_mask_of
from parallel_pool.pool.per_env import EnvConfig, apply, check_agreement, resolve_each, spread
from parallel_pool.pool.result_options import ResultOptions
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.pool.state import Owner, checked_states, write_states
from parallel_pool.random import generator_from_words, words_of_generator
from parallel_pool.rendering import View
from parallel_pool.when_asked import when_asked

if TYPE_CHECKING:
    from parallel_pool.pool.normalization import Normalization


class Engine:
    """A native pool with the calls that all faces share: reset, save, close.

    Attributes:
        setup: the checked arguments of the pool.
        pool: the native pool, which checks its arguments.
        is_plain: whether nothing stands between calls and the native pool.
        view: renders the rows.
        normalization: the moments that normalise results, or None.
        is_python: whether the environments are written in Python.
    """

    is_python = False
    is_plain = False

    def __init__(self, setup: PoolSetup, result_format: str = "gymnasium") -> None:
        """Makes the pool.

        Args:
            setup: the checked arguments.
            result_format: what a batch's tuple contains. ``"gymnasium"``: the values of
                `gymnasium.vector`. ``"gym"``: float32 rewards and EnvPool's infos, which have
                every entry in every batch without masks, and always ``env_id``, ``players`` and
                ``elapsed_step``. ``"dm"``: the same with discounts and step types instead of
                flags, also after resets.
        """
        self.setup = setup
        self.view = View(setup.env_type, setup.render_mode, setup.render_arguments())
        self._check_view(setup.own)
        pool = setup.make_pool(result_format)
        self._begin(pool, setup.engine.num_envs, setup.own)
        shape = tuple(setup.spec["observation"].get("shape", ()))
        watched = self.view.attach(pool, self._given_to)
        self._process(watched, setup.results, setup.autoreset_mode, shape)
        self.is_plain = self.pool is pool
        self._reset_option_names = [name for name, _, _, _ in setup.env_type.reset_options]

    def _begin(self, pool: NativePool, num_envs: int, configs: Sequence[EnvConfig]) -> None:
        """What comes first in every engine: from now on the pool ends with it."""
        self._end = weakref.finalize(self, pool.close)
        self._num_envs = num_envs
        self._ids = [*range(num_envs)]
        # The options of environments from their next reset on; empty while all have the same.
        self._configs: list[EnvConfig] = [*configs]

    def _process(
        self, pool: NativePool, results: ResultOptions, mode: AutoresetMode, shape: tuple[int, ...]
    ) -> None:
        """Sets the pool to call, which processes results as the options say."""
        self.normalization: Normalization | None = None
        if results.normalize_observation or results.normalize_reward:
            from parallel_pool.pool.normalization import Normalization

            same_step = mode == AutoresetMode.SAME_STEP
            self.normalization = Normalization(results, self._num_envs, same_step, shape)
        self.pool: NativePool = pool
        tensors = results.tensors()
        if self.normalization is not None or tensors is not None:
            from parallel_pool.pool.processed_pool import ProcessedPool

            self.pool = cast(NativePool, ProcessedPool(pool, self.normalization, tensors))

    def close(self) -> None:
        """Closes the window, stops the threads and frees the environments."""
        self.view.close()
        self._end()

    def render(self, env_ids: Any) -> tuple[Any, ...] | None:
        """See `PoolMembers.render`."""
        ids = None if env_ids is None else env_ids_of(env_ids, self._num_envs, "env_ids")
        return self.view.render(ids)

    # --- Resets ---------------------------------------------------------------------------------

    def reset(self, seed: Seed, options: Mapping[str, Any] | None, env_id: Any) -> ResetResult:
        """See `PoolVectorEnv.reset`."""
        parsed, mask = self.parse_reset_options(options)
        if mask is not None and env_id is not None:
            raise ValueError(
                "options['reset_mask'] and env_id were both given: give only one of them"
            )
        if mask is not None and self.pool.batch_size != self._num_envs:
            raise ValueError("options['reset_mask'] works in sync mode only: give env_id instead")
        ids = np.flatnonzero(mask).astype(np.int32) if mask is not None else env_id
        return self.pool.reset(ids, seed, parsed, mask is not None)

    def async_reset(self, env_id: Any, seed: Seed, options: Mapping[str, Any] | None) -> None:
        """See `PoolVectorEnv.async_reset`."""
        parsed, mask = self.parse_reset_options(options)
        if mask is not None:
            raise ValueError("async_reset takes env_id, not options['reset_mask']")
        self.pool.async_reset(env_id, seed, parsed)

    def parse_reset_options(
        self, options: Mapping[str, Any] | None
    ) -> tuple[dict[str, object] | None, np.ndarray | None]:
        """The environment's own reset options, and the mask."""
        if options is None:
            return None, None
        if not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping or None, got {type(options).__name__}")
        rest = {name: value for name, value in options.items() if name != "reset_mask"}
        check_names(
            rest, self._reset_option_names, f"{self.setup.env_type.id}: unknown reset option"
        )
        given = "reset_mask" in options
        mask = reset_mask_of(options["reset_mask"], self._num_envs) if given else None
        return rest, mask

    # --- Randomness -----------------------------------------------------------------------------

    def generators(self) -> tuple[np.random.Generator, ...]:
        """Each environment's generator, which draws from the environment's own stream."""
        return tuple(self._generator(i) for i in range(self._num_envs))

    def _generator(self, env_id: int) -> np.random.Generator:
        shared: np.random.Generator | None = self.pool.shared_generator(env_id)
        if shared is None:
            shared = generator_from_words(self.pool.generator_state(env_id))
            self._share(env_id, shared)
        return shared

    def _share(self, env_id: int, generator: np.random.Generator) -> None:
        self.pool.share_generator(env_id, generator, generator.bit_generator.ctypes.state_address)

    def set_generators(self, value: Sequence[np.random.Generator]) -> None:
        """Sets each environment's generator, all or none; they are shared from then on."""
        if not isinstance(value, Iterable):
            raise TypeError(
                f"np_random must hold a generator for each of {self._num_envs} environments, "
                f"got {value!r}"
            )
        generators = tuple(value)
        states = [words_of_generator(generator) for generator in generators]
        if len(states) != self._num_envs:
            raise ValueError(
                f"np_random must hold a generator for each of {self._num_envs} environments, "
                f"got {len(states)}"
            )
        self.seeds()  # raises before any is set if one is in flight
        for i, words in enumerate(states):
            self.pool.set_generator_state(i, words)
            self._share(i, generators[i])

    def seeds(self) -> tuple[int | None, ...]:
        """The seed of each environment's generator."""
        return tuple(self.pool.seed(i) for i in range(self._num_envs))

    # --- Saving and loading ---------------------------------------------------------------------

    def get_state(self, env_id: Any) -> list[bytes]:
        """See `PoolMembers.get_state`."""
        ids = self._ids if env_id is None else [*env_ids_of(env_id, self._num_envs)]
        if not self._configs:
            return self.pool.save(ids, self._owner.header)
        return [self.pool.save([i], self._owner_of(i).header)[0] for i in ids]

    def save_into(self, env_id: Any, out: object) -> list[memoryview]:
        """See `PoolMembers.get_state`."""
        if self._configs or not self.is_plain:
            return write_states(out, self.get_state(env_id))
        ids = self._ids if env_id is None else [*env_ids_of(env_id, self._num_envs)]
        return self.pool.save_into(ids, self._owner.header, out)

    def set_state(self, env_id: Any, states: Sequence[bytes | memoryview]) -> None:
        """See `PoolMembers.set_state`."""
        ids = self._ids if env_id is None else [*env_ids_of(env_id, self._num_envs)]
        header = self._owner.header  # all headers of an id have one size
        plain = self.is_plain and not self._configs and type(states) is list
        if not (plain and all_begin_with(states, header) and len(states) == len(ids)):
            states = checked_states(states)
            if len(states) != len(ids):
                raise ValueError(f"expected {len(ids)} states, got {len(states)}")
            for i, state in zip(ids, states, strict=True):
                self._owner_of(i).check(state)
        self.pool.load(ids, states, len(header))

    def state_of_one(self) -> bytes | None:
        """The state of the only environment; None if it has none, or cannot be saved."""
        try:
            return self.get_state([0])[0]
        except (ResetNeededError, PoolClosedError, NotImplementedError):
            return None

    def clone(self, from_ids: Any, to_ids: Any) -> None:
        """See `PoolMembers.clone`."""
        self.pool.clone(from_ids, to_ids)

    @when_asked
    def _owner(self) -> Owner:
        return self.setup.common_owner

    def _owner_of(self, env_id: int) -> Owner:
        own = self.config_of(env_id)
        return self._owner if own is None else self.setup.owner(own.config)

    def apply(self, env_ids: Sequence[int], function: Callable[..., Any]) -> list[Any]:
        """Calls a function with each environment, where it is, if they are written in Python.

        Args:
            env_ids: the environments, none of which may be in flight.
            function: takes an environment; it and what it returns are pickled.
        """
        raise NotImplementedError("environments in C++ are no Python objects")

    # --- Options of single environments ---------------------------------------------------------

    def config_of(self, env_id: int) -> EnvConfig | None:
        """The options that an environment has now; None: those that the pool was made with."""
        if not self._configs:
            return None
        own: EnvConfig | None = self.pool.config_tag(env_id)
        return own

    def _given_to(self, env_id: int) -> dict[str, object] | None:
        own = self.config_of(env_id)
        return None if own is None else own.given

    def configs(self) -> list[dict[str, object]]:
        """The values of all options that each environment has now."""
        own = [self.config_of(i) for i in range(self._num_envs)]
        return [self.setup.config if one is None else one.config for one in own]

    def set_config(self, env_ids: Any, options: Mapping[str, Any]) -> None:
        """See `PoolMembers.set_config`."""
        if self.pool.closed:
            raise PoolClosedError("set_config() was called on a closed pool")
        setup = self.setup
        ids = env_ids_of(env_ids, self._num_envs, "env_ids")
        names = [name for name, _, _, _ in setup.env_type.options]
        check_names(options, names, f"{setup.env_type.id}: unknown option")
        if len(set(ids)) != len(ids):
            raise ValueError(f"env_ids names an environment twice: {[*ids]}")
        each = spread(options, len(ids))
        base = EnvConfig(setup.given, setup.config)
        configs = self._configs or [base] * self._num_envs
        merged = [configs[i].given | one for i, one in zip(ids, each, strict=True)]
        own = resolve_each(setup.env_type, merged, ids)
        limit = setup.env_type.episode_limit(setup.given)
        check_agreement(setup.env_type, setup.spec, limit, own, ids)
        self._check_view(own)
        for i in ids:
            self.pool.seed(i)  # raises before any is set if one is in flight
        configs = [*configs]
        for i, one in zip(ids, own, strict=True):
            configs[i] = one
        apply(self.pool, own, ids, setup.config)
        self._configs = configs

    def _check_view(self, own: Sequence[EnvConfig]) -> None:
        if own and self.view.has_one_reference:
            raise ValueError(
                f"render_mode {self.view.mode!r} cannot show environments with options of their "
                "own; use 'rgb_array'"
            )
