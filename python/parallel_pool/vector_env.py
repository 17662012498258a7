# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The Gymnasium face: a pool as a `gymnasium.vector.VectorEnv`."""

from __future__ import annotations

import copy
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from parallel_pool import registry
from parallel_pool._arguments import (
    EngineOptions,
    Seed,
    autoreset_mode_of,
    env_ids_of,
    reset_mask_of,
    seed_keyword,
    seeds_of,
)
from parallel_pool._native import NativePool, ResetResult, StepResult
from parallel_pool.random import generator_from_words, words_of_generator
from parallel_pool.rendering import View, render_metadata
from parallel_pool.spaces import make_space
from parallel_pool.state import Owner, config_hash
from parallel_pool.version import __version__


class PoolVectorEnv(VectorEnv[Any, Any, np.ndarray]):
    """Environments of one id in a C++ thread pool.

    A pool of N equals `gymnasium.vector.SyncVectorEnv` of N reference environments bit for bit:
    observations, rewards (float64), flags and infos. Arrays that it returns are the caller's to
    keep or to change; their memory is reused once they are gone.

    Sync mode (``batch_size == num_envs``, the default): every call returns a row for each
    environment it addressed, in order. Async mode (``batch_size < num_envs``): ``recv`` and
    ``step`` return the first ``batch_size`` rows that are finished, and ``infos["env_id"]`` (int32)
    says whose they are; the batched spaces have ``batch_size`` rows.

    Attributes:
        num_envs: how many environments there are.
        batch_size: how many rows a full batch has.
        single_observation_space, single_action_space: of one environment.
        observation_space, action_space: of a batch.
        autoreset_mode: what happens when an episode ends, also in ``metadata``.
        config: the values of all constructor options.
        spec: what `gymnasium.make_vec` makes an equal pool from.
    """

    def __init__(
        self,
        id: str,
        num_envs: int = 1,
        batch_size: int | None = None,
        num_threads: int | None = None,
        seed: Seed = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        thread_affinity_offset: int | None = None,
        numa_node: int | None = None,
        chunk_size: int | None = None,
        **config: object,
    ) -> None:
        """See `parallel_pool.make`."""
        env_type = registry.find(id)
        engine = EngineOptions.checked(
            env_type,
            num_envs=num_envs,
            batch_size=batch_size,
            num_threads=num_threads,
            max_episode_steps=max_episode_steps,
            thread_affinity_offset=thread_affinity_offset,
            numa_node=numa_node,
            chunk_size=chunk_size,
        )
        self.autoreset_mode = autoreset_mode_of(autoreset_mode)
        self.metadata = render_metadata(env_type) | {"autoreset_mode": self.autoreset_mode}
        self._view = View(env_type, render_mode)
        self.render_mode = render_mode
        self.closed = False
        given = registry.normalise_config(env_type, config)
        self.config = env_type.resolve(given)
        self.num_envs = engine.num_envs
        self._reset_option_names = [name for name, _, _, _ in env_type.reset_options]
        self._id = env_type.id
        self._owner = Owner(
            id=env_type.id,
            config=config_hash(
                self.config
                | {"autoreset_mode": self.autoreset_mode.value}
                | {"max_episode_steps": engine.max_episode_steps}
            ),
            library=__version__,
        )
        first_seeds = seeds_of(seed, range(engine.num_envs), engine.num_envs)
        pool = engine.make_pool(env_type, given, self.autoreset_mode)
        self._close = weakref.finalize(self, pool.close)
        self._pool: NativePool = self._view.attach(pool)
        if first_seeds is not None:
            self._pool.set_seeds(first_seeds)
        self._set_spaces(env_type.spec(given))
        self._keywords = given | engine.keywords() | seed_keyword(seed)
        if self.autoreset_mode != AutoresetMode.NEXT_STEP:
            self._keywords["autoreset_mode"] = self.autoreset_mode.value
        if render_mode is not None:
            self._keywords["render_mode"] = render_mode
        self.spec = self._make_spec()

    def _set_spaces(self, spec: dict[str, Any]) -> None:
        self.single_observation_space = make_space(spec["observation"])
        self.single_action_space = make_space(spec["action"])
        # A multi-player environment has a row for each player: at most this many.
        rows = self.batch_size * spec["max_players"]
        self.observation_space = batch_space(self.single_observation_space, rows)
        self.action_space = batch_space(self.single_action_space, rows)

    def _make_spec(self) -> gymnasium.envs.registration.EnvSpec:
        spec = copy.deepcopy(gymnasium.spec(f"{registry.NAMESPACE}/{self._id}"))
        keywords = copy.deepcopy(self._keywords)
        spec.kwargs = keywords | {"vectorization_mode": "vector_entry_point"}
        return spec

    # --- Stepping -------------------------------------------------------------------------------

    def step(self, actions: Any, env_id: Any = None) -> StepResult:
        """Steps environments and returns a batch.

        Args:
            actions: an action for each environment addressed, as arrays of the shape of
                ``single_action_space`` with a leading axis (nested for Tuple and Dict spaces). Any
                integer dtype does for discrete spaces; numbers are cast to a Box's dtype.
            env_id: which environments, as integers. None: all in sync mode, those of the last batch
                in async mode.

        Returns:
            Observations (each leaf with a leading axis of rows), rewards (float64, shape
            ``(rows,)``), terminations and truncations (bool, ``(rows,)``), and infos (arrays with a
            leading axis of rows, beside bool masks). In sync mode row i belongs to ``env_id[i]``;
            in async mode there are the first ``batch_size`` rows that are done, and
            ``infos["env_id"]`` (int32) names them. A multi-player environment has a reward for each
            player.

        Raises:
            InvalidActionError: an action out of range, NaN or infinite; nothing was stepped.
            TypeError, ValueError: actions of a wrong dtype or shape; nothing was stepped.
            ResetNeededError, InFlightError, IndexError: an environment that can not be stepped.
            EnvironmentFailure: environments threw; the exception has the others' results.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool can not be called.
        """
        return self._pool.step(actions, env_id)

    def reset(
        self,
        *,
        seed: Seed = None,
        options: Mapping[str, Any] | None = None,
        env_id: Any = None,
    ) -> ResetResult:
        """Resets environments and returns their observations and infos.

        Args:
            seed: an int s seeds environment i with s + i, a sequence holds one seed (or None) for
                each environment addressed, None goes on with the streams there are (at first: the
                pool's own seeds, or fresh entropy).
            options: the environment's reset options, for this reset only, and ``"reset_mask"``: a
                bool array of shape ``(num_envs,)``; then only the masked environments are reset,
                the other rows show their last observations.
            env_id: which environments, instead of a mask; the result has only their rows.

        Returns:
            Observations and infos; in async mode those of the first ``batch_size`` environments
            that are done, ``recv`` returns the rest. Results in flight are discarded if all
            environments are reset.

        Raises:
            TypeError, ValueError: a bad seed, mask or option; nothing was reset.
            InFlightError: something is in flight and a mask was given, or a named environment is.
            IndexError: an env id that does not exist.
            EnvironmentFailure: environments threw; the exception has the others' results.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool can not be called.
        """
        parsed, mask = self._parse_reset_options(options)
        if mask is not None and env_id is not None:
            raise ValueError(
                "options['reset_mask'] and env_id say the same thing: give one of them"
            )
        if mask is not None and self.batch_size != self.num_envs:
            raise ValueError("options['reset_mask'] needs sync mode; in async mode give env_id")
        ids = np.flatnonzero(mask).astype(np.int32) if mask is not None else env_id
        listed = env_ids_of(ids, self.num_envs)
        seeds = seeds_of(seed, listed, self.num_envs if mask is not None else len(listed))
        return self._pool.reset(ids, seeds, parsed, mask is not None)

    def send(self, actions: Any, env_id: Any = None) -> None:
        """Starts steps and returns at once; `recv` returns their rows.

        Args:
            actions: as for `step`; they are copied.
            env_id: as for `step`.

        Raises:
            InvalidActionError: an action out of range, NaN or infinite; nothing was sent.
            TypeError, ValueError: actions of a wrong dtype or shape; nothing was sent.
            ResetNeededError, InFlightError, IndexError: an environment that can not be stepped.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool can not be called.
        """
        self._pool.send(actions, env_id)

    def recv(self, timeout: float | None = None) -> StepResult:
        """Waits for a batch: ``batch_size`` rows, or all that are in flight if they are fewer.

        Args:
            timeout: seconds to wait at most; None waits until there is a batch. Ctrl-C ends a wait.

        Returns:
            As `step`. Rows of a reset have reward 0 and False flags.

        Raises:
            TimeoutError: the time ran out; nothing is lost, the next call returns the rows.
            NothingInFlightError: nothing was sent.
            EnvironmentFailure: environments threw; the exception has the others' results.
            PoolClosedError: the pool is closed, or was while this call waited.
            ForkedError, ConcurrentCallError: the pool can not be called.
        """
        return self._pool.recv(timeout)

    def async_reset(
        self, env_id: Any = None, seed: Seed = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """Starts resets and returns at once; `recv` returns their rows.

        Args:
            env_id: which environments; None: all, of which none may be in flight then.
            seed: as for `reset`.
            options: as for `reset`, without a mask.

        Raises:
            TypeError, ValueError: a bad seed or option; nothing was reset.
            InFlightError, IndexError: an environment that can not be reset.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool can not be called.
        """
        parsed, mask = self._parse_reset_options(options)
        if mask is not None:
            raise ValueError("async_reset takes env_id, not options['reset_mask']")
        ids = env_ids_of(env_id, self.num_envs)
        seeds = seeds_of(seed, ids, len(ids))
        self._pool.async_reset(env_id, seeds, parsed)

    def _parse_reset_options(
        self, options: Mapping[str, Any] | None
    ) -> tuple[dict[str, object] | None, np.ndarray | None]:
        if options is None:
            return None, None
        if not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping or None, got {type(options).__name__}")
        rest = {name: value for name, value in options.items() if name != "reset_mask"}
        registry.check_names(rest, self._reset_option_names, f"{self._id}: reset option")
        mask = (
            reset_mask_of(options["reset_mask"], self.num_envs) if "reset_mask" in options else None
        )
        return rest, mask

    # --- Randomness -----------------------------------------------------------------------------

    @property  # type: ignore[override]
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """A copy of each environment's generator, in its present state.

        Draws from a copy leave the environment's own stream alone. Assign N generators over PCG64
        to set the environments'. Both raise InFlightError while an environment is in flight.
        """
        return tuple(
            generator_from_words(self._pool.generator_state(i)) for i in range(self.num_envs)
        )

    @np_random.setter  # type: ignore[override]
    def np_random(self, value: Sequence[np.random.Generator]) -> None:
        states = [words_of_generator(generator) for generator in value]
        if len(states) != self.num_envs:
            raise ValueError(
                f"np_random must hold a generator for each of {self.num_envs} environments, "
                f"got {len(states)}"
            )
        _ = self.np_random_seed  # raises if one of them is in flight, before any is set
        for i, words in enumerate(states):
            self._pool.set_generator_state(i, words)

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seed of each generator: None before its first reset, -1 if it was set."""
        return tuple(self._pool.seed(i) for i in range(self.num_envs))

    # --- Saving and loading ---------------------------------------------------------------------

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
        ids = env_ids_of(env_id, self.num_envs)
        return [self._owner.pack(self._pool.save(i)) for i in ids]

    def set_state(self, env_id: Any, states: Sequence[bytes]) -> None:
        """Puts environments into saved states; they go on exactly as the saved ones would have.

        Args:
            env_id: which environments; None: all.
            states: a state for each of them.

        Raises:
            StateError: a state that belongs to another id, configuration or package version.
            InFlightError, IndexError: an environment that can not be set. Nothing was changed.
        """
        ids = env_ids_of(env_id, self.num_envs)
        if len(states) != len(ids):
            raise ValueError(f"expected {len(ids)} states, got {len(states)}")
        payloads = [self._owner.unpack(state) for state in states]
        self._pool.load(list(ids), payloads)

    # --- The rest of the VectorEnv contract -----------------------------------------------------

    @property
    def batch_size(self) -> int:
        """Rows of a full batch; less than ``num_envs`` in async mode."""
        return self._pool.batch_size

    @property
    def num_threads(self) -> int:
        """Threads that may work on a batch."""
        return self._pool.num_threads

    @property
    def in_flight(self) -> int:
        """Rows sent and not yet received."""
        return self._pool.in_flight

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """What `get_attr` returns; the environments live in C++ and have no other methods.

        Args:
            name: as for `get_attr`.
            *args: for attributes that can be called.
            **kwargs: for attributes that can be called.

        Returns:
            A value for each environment.

        Raises:
            AttributeError: as `get_attr`.
        """
        values = self.get_attr(name)
        return tuple(value(*args, **kwargs) if callable(value) else value for value in values)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment: an option's value, a space, its generator.

        Args:
            name: an option, ``observation_space``, ``action_space``, ``spec``, ``metadata``,
                ``render_mode``, ``np_random`` or ``np_random_seed``.

        Returns:
            A value for each environment.

        Raises:
            AttributeError: there is no such attribute; the message lists those there are.
        """
        if name == "np_random":
            return self.np_random
        if name == "np_random_seed":
            return self.np_random_seed
        shared = self.config | {
            "observation_space": self.single_observation_space,
            "action_space": self.single_action_space,
            "spec": self.spec,
            "metadata": self.metadata,
            "render_mode": self.render_mode,
        }
        if name not in shared:
            known = ", ".join(sorted([*shared, "np_random", "np_random_seed"]))
            raise AttributeError(
                f"{self._id} environments have no attribute {name!r}; known: {known}"
            )
        return (shared[name],) * self.num_envs

    def set_attr(self, name: str, values: Any) -> None:
        """Sets the environments' generators (``np_random``); nothing else can be set.

        Args:
            name: ``"np_random"``.
            values: a `numpy.random.Generator` over a PCG64 for each environment.

        Raises:
            AttributeError: for any other name.
        """
        if name != "np_random":
            raise AttributeError(
                f"attribute {name!r} of {self._id} environments can not be set: options are fixed "
                "when a pool is made, make a new one; only 'np_random' can be set"
            )
        self.np_random = values

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
            DependencyNotInstalled: pygame is missing; the extra ``render`` brings it.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool can not be called.
        """
        return self._view.render(env_ids)

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the pool's threads and frees its environments; arrays it returned stay valid."""
        self._view.close()
        self._close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool, not yet reset."""
        return _rebuild, (self._id, self._keywords)


def _rebuild(id: str, keywords: dict[str, Any]) -> PoolVectorEnv:
    return PoolVectorEnv(id, **keywords)
