# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Members that every face has: the size of batches, generators, frames, saved states, options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self, overload

import numpy as np

from parallel_pool.pool.engine import Engine

if TYPE_CHECKING:
    from typing_extensions import Buffer


class PoolMembers:
    """Members that every face has; they use its ``_engine``."""

    _engine: Engine
    close: Callable[[], None]

    def __enter__(self) -> Self:
        """The pool itself, which the end of the ``with`` block closes."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the pool."""
        self.close()

    @property
    def batch_size(self) -> int:
        """The number of rows in a full batch; less than ``num_envs`` in async mode."""
        return self._engine.pool.batch_size

    @property
    def num_threads(self) -> int:
        """The number of threads that may work at the same time."""
        return self._engine.pool.num_threads

    @property
    def in_flight(self) -> int:
        """The number of rows sent and not yet received."""
        return self._engine.pool.in_flight

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """The generator of each environment itself, as with N Gymnasium environments.

        Drawing from a generator advances the environment's stream, and the environment's draws
        advance the generator. A reset with a seed gives an environment a new generator, and the
        old one continues alone. Assign N generators over PCG64 to set them. Both raise
        InFlightError while an environment is in flight; draws from its generator are then lost.
        """
        return self._engine.generators()

    @np_random.setter
    def np_random(self, value: Sequence[np.random.Generator]) -> None:
        self._engine.set_generators(value)

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:
        """The seed of each generator: None before the first reset, -1 if the generator was set."""
        return self._engine.seeds()

    def render(self, env_ids: Any = None) -> tuple[Any, ...] | None:
        """Renders the current state of environments with their reference.

        Args:
            env_ids: the environments to render, as integers; None: all. Mode ``"human"`` takes one
                env id, which the window shows from then on; None keeps the current one (at first
                environment 0).

        Returns:
            For each environment, a uint8 array of shape ``(height, width, 3)`` in mode
            ``"rgb_array"``, or a str in mode ``"ansi"``. None in mode ``"human"`` and, with a
            warning, without a render mode.

        Raises:
            InFlightError, ResetNeededError: an environment has nothing to show now.
            TypeError, ValueError, IndexError: the env ids are invalid.
            DependencyNotInstalled: a drawing library is missing; the extra ``render`` installs it.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool cannot be called.
        """
        return self._engine.render(env_ids)

    @overload
    def get_state(self, env_id: Any = None) -> list[bytes]: ...
    @overload
    def get_state(self, env_id: Any = None, *, out: Buffer) -> list[memoryview]: ...
    def get_state(self, env_id: Any = None, *, out: Any = None) -> Any:
        """Saves environments: rules, generator, step count and pending autoreset.

        Args:
            env_id: the environments to save; None: all.
            out: a buffer that the states are written to, one after another, such as a bytearray or
                an array of uint8. It can be used again for each call. None: new bytes.

        Returns:
            A state for each environment, as bytes, or as a memoryview of its part of `out`.
            `set_state` accepts both in any pool with the same id, options and package version, in
            any process. The lengths of states may differ.

        Raises:
            InFlightError, ResetNeededError, IndexError: an environment has no state to save.
            TypeError: `out` is not a contiguous buffer, or is read-only.
            ValueError: `out` is too small; the message says how many bytes the states take. It may
                have been written to.
        """
        return self._save(env_id) if out is None else self._save_into(env_id, out)

    def _save(self, env_id: Any) -> list[bytes]:
        return self._engine.get_state(env_id)

    def _save_into(self, env_id: Any, out: Any) -> list[memoryview]:
        return self._engine.save_into(env_id, out)

    def set_state(self, env_id: Any, states: Sequence[bytes | memoryview]) -> None:
        """Restores environments from saved states; they continue exactly as the saved ones would.

        Args:
            env_id: the environments to restore; None: all.
            states: a state for each of them.

        Raises:
            StateError: a state belongs to another id, configuration or package version, or holds
                what its environment cannot have.
            InFlightError, IndexError: an environment cannot be restored.

        After an error all environments are as before. One that a forged state was loaded into
        earlier may have to be reset instead.
        """
        self._engine.set_state(env_id, states)

    def clone(self, from_ids: Any, to_ids: Any) -> None:
        """Makes environments continue exactly as other environments of this pool would.

        The rules, the generator, the step count, a pending autoreset, the seed and the statistics
        are copied, without bytes or other Python objects in between.

        Args:
            from_ids: the environments to copy, as integers; one may appear several times.
            to_ids: the environments that become copies, one for each of `from_ids`. If one of them
                is also in `from_ids`, its state before the call is copied.

        Raises:
            InFlightError, ResetNeededError, IndexError: an environment has no state to copy, or
                cannot become a copy.
            TypeError, ValueError: the ids are not integers, there are not as many of both, or one
                of `to_ids` appears twice.
            PoolError: these environments cannot save their state. Nothing was changed.
        """
        self._engine.clone(from_ids, to_ids)

    def set_config(self, env_ids: Any = None, **options: Any) -> None:
        """Changes options of environments from their next reset on.

        A reset with other options makes an environment anew. Its generator goes on, unless the
        reset has a seed. An environment that was never reset has the options at once.

        Args:
            env_ids: the environments, as integers; None: all.
            **options: the options to change, each with a value for all these environments, or with
                a `PerEnv` of a value for each.

        Raises:
            InvalidOptionError: an option does not exist; the message lists all.
            TypeError, ValueError: a value is invalid, or would change the spaces or the time limit.
            InFlightError, IndexError: an environment cannot be changed. Nothing was changed.
        """
        self._engine.set_config(env_ids, options)
