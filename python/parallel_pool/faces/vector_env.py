# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The Gymnasium face: a pool as a `gymnasium.vector.VectorEnv`."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from parallel_pool import registry
from parallel_pool.faces.sb3_hint import NamesWayOut
from parallel_pool.native import ResetResult, StepResult
from parallel_pool.pool.arguments import Seed, check_is_batch
from parallel_pool.pool.engine import Engine
from parallel_pool.pool.json_values import stored
from parallel_pool.pool.members import PoolMembers
from parallel_pool.pool.pool_arguments import read_arguments, takes_pool_arguments
from parallel_pool.pool.setup import PoolSetup
from parallel_pool.rendering import render_metadata
from parallel_pool.spaces import batched_space, make_space
from parallel_pool.when_asked import when_asked

if TYPE_CHECKING:
    from parallel_pool.rollout import Rollout


class PoolVectorEnv(  # type: ignore[misc]
    PoolMembers, VectorEnv[Any, Any, np.ndarray], metaclass=NamesWayOut
):
    """Environments of one id in a C++ thread pool.

    A pool of N equals `gymnasium.vector.SyncVectorEnv` of N reference environments bit for bit:
    observations, rewards (float64), flags and infos. The caller may keep and change the arrays that
    it returns; their memory is reused once they are gone.

    Sync mode (``batch_size == num_envs``, the default): every call returns a row for each
    environment it addressed, in order. Async mode (``batch_size < num_envs``): ``recv`` and
    ``step`` return the first ``batch_size`` rows that finish, ``infos["env_id"]`` (int32) has the
    env ids of the rows, and the batched spaces have ``batch_size`` rows.

    Attributes:
        num_envs: the number of environments.
        batch_size: the number of rows in a full batch.
        single_observation_space, single_action_space: the spaces of one environment.
        observation_space, action_space: the spaces of a batch.
        autoreset_mode: what happens when an episode ends; also in ``metadata``.
        config: the values of all constructor options.
        is_multi_player: whether an environment has a row for each player.
        result_options: how results are processed.
        normalization: the moments that normalise results, or None.
        spec: a spec from which `gymnasium.make_vec` makes an equal pool.
    """

    @takes_pool_arguments
    def __init__(self, id: str, *args: Any, **keywords: Any) -> None:
        """See `parallel_pool.make`."""
        arguments, config = read_arguments("PoolVectorEnv", args, keywords)
        setup = PoolSetup.checked(id, **arguments, **config)
        self.autoreset_mode = setup.autoreset_mode
        self.metadata = render_metadata(setup.env_type) | {"autoreset_mode": self.autoreset_mode}
        self.render_mode = setup.render_mode
        if self.render_mode not in (None, *self.metadata["render_modes"]):
            self.metadata["render_modes"].append(self.render_mode)  # such as "rgb_array_list"
        self.closed = False
        self.config = setup.shown_config
        self.num_envs = setup.engine.num_envs
        self._id = setup.env_type.id
        self._engine = Engine(setup)
        self._pool = self._engine.pool
        self.result_options = setup.results
        self.normalization = self._engine.normalization
        self._set_spaces(setup)
        self._keywords = setup.keywords()

    def __del__(self) -> None:
        """Leaves the end to the engine. Gymnasium before 1.3 closes also what was never made."""

    def _set_spaces(self, setup: PoolSetup) -> None:
        spec = setup.spec
        self.is_multi_player: bool = spec["multi_player"]
        family = registry.family_of(setup.env_type.id)
        own = make_space(
            spec["observation"],
            lambda node: family.text_space(setup.env_type, setup.config, node),
        )
        self.single_observation_space = setup.results.observation_space(own)
        self.single_action_space = make_space(spec["action"])
        self._described = spec
        self._rows = self.batch_size

    @when_asked
    def observation_space(self) -> spaces.Space[Any]:
        """The space of a batch's observations."""
        node, players = self._described["observation"], self._described["max_players"]
        return batched_space(node, self.single_observation_space, self._rows, players)

    @when_asked
    def action_space(self) -> spaces.Space[Any]:
        """The space of a batch's actions."""
        node, players = self._described["action"], self._described["max_players"]
        return batched_space(node, self.single_action_space, self._rows, players)

    @when_asked
    def _spec(self) -> gymnasium.envs.registration.EnvSpec | None:
        setup = self._engine.setup
        known = gymnasium.spec(registry.gymnasium_id(self._id))
        spec: gymnasium.envs.registration.EnvSpec = copy.copy(known)
        spec.kwargs = self._storable(self._keywords | {"vectorization_mode": "vector_entry_point"})
        if setup.engine.default_steps != setup.env_type.max_episode_steps:  # by an option
            spec.max_episode_steps = setup.engine.max_episode_steps
        return spec

    @property
    def spec(self) -> gymnasium.envs.registration.EnvSpec | None:
        """A spec from which `gymnasium.make_vec` makes an equal pool, with its own threads."""
        spec: gymnasium.envs.registration.EnvSpec | None = self._spec
        return spec

    @spec.setter
    def spec(self, value: gymnasium.envs.registration.EnvSpec | None) -> None:
        if value is not None:  # `gymnasium.make_vec` sets one with the arguments that it was given
            value.kwargs = self._storable(value.kwargs)
        self._spec = value

    def _storable(self, given: dict[str, Any]) -> dict[str, Any]:
        """Arguments that make an equal pool, as JSON can store them."""
        kept = {name: value for name, value in given.items() if name != "workers"}
        checked = {name: value for name, value in self._keywords.items() if name in kept}
        plain: dict[str, Any] = stored(kept | checked)
        return plain

    # --- Stepping -------------------------------------------------------------------------------

    def step(self, actions: Any, env_id: Any = None) -> StepResult:
        """Steps environments and returns a batch.

        Args:
            actions: an action for each addressed environment, as arrays of the shape of
                ``single_action_space`` with a leading axis (nested for Tuple and Dict spaces).
                Discrete spaces accept any integer dtype; numbers are cast to the dtype of a Box.
            env_id: the environments to step, as integers. None: all in sync mode, those of the last
                batch in async mode.

        Returns:
            Observations (each leaf with a leading axis of rows), rewards (float64, shape
            ``(rows,)``), terminations and truncations (bool, ``(rows,)``), and infos (arrays with a
            leading axis of rows, and bool masks). In sync mode, row i belongs to ``env_id[i]``. In
            async mode, the rows are the first ``batch_size`` that finish, and ``infos["env_id"]``
            (int32) has their env ids. A multi-player environment has a reward for each player.

        Raises:
            InvalidActionError: an action is out of range, NaN or infinite; nothing was stepped.
            TypeError, ValueError: the actions have a wrong dtype or shape; nothing was stepped.
            ResetNeededError, InFlightError, IndexError: an environment cannot be stepped.
            EnvironmentFailure: environments threw; the exception has the results of the others.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool cannot be called.
        """
        try:
            return self._pool.step(actions, env_id)
        except ValueError as error:
            check_is_batch(actions)
            raise error from None

    def reset(
        self,
        *,
        seed: Seed = None,
        options: Mapping[str, Any] | None = None,
        env_id: Any = None,
    ) -> ResetResult:
        """Resets environments and returns their observations and infos.

        Args:
            seed: an int s seeds environment i with s + i; a sequence holds one seed (or None) for
                each addressed environment. None continues the current random streams (at first
                those of the pool's seed, or of fresh entropy).
            options: the environment's reset options, for this reset only. ``"reset_mask"`` may be a
                bool array of shape ``(num_envs,)``: then only the masked environments are reset,
                and the other rows, which must have been reset before, show their last observations.
            env_id: the environments to reset, instead of a mask; the result has only their rows.

        Returns:
            Observations and infos. In async mode, those of the first ``batch_size`` environments
            that finish; ``recv`` returns the rest. If all environments are reset, results in flight
            are discarded.

        Raises:
            TypeError, ValueError: the seed, mask or an option is invalid; nothing was reset.
            InFlightError: an addressed environment is in flight, or any is and a mask was given.
            ResetNeededError: a mask leaves out an environment that was never reset.
            IndexError: an env id does not exist.
            EnvironmentFailure: environments threw; the exception has the results of the others.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool cannot be called.
        """
        return self._engine.reset(seed, options, env_id)

    def send(self, actions: Any, env_id: Any = None) -> None:
        """Starts steps and returns immediately; `recv` returns their rows.

        Args:
            actions: as for `step`; they may be overwritten once this returns.
            env_id: as for `step`.

        Raises:
            InvalidActionError: an action is out of range, NaN or infinite; nothing was sent.
            TypeError, ValueError: the actions have a wrong dtype or shape; nothing was sent.
            ResetNeededError, InFlightError, IndexError: an environment cannot be stepped.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool cannot be called.
        """
        try:
            self._pool.send(actions, env_id)
        except ValueError as error:
            check_is_batch(actions)
            raise error from None

    def recv(self, timeout: float | None = None) -> StepResult:
        """Waits for a batch of ``batch_size`` rows, or fewer if fewer are in flight.

        Args:
            timeout: the maximum number of seconds to wait; None waits until there is a batch.
                Ctrl-C ends the wait.

        Returns:
            As `step`. Rows of a reset have reward 0 and False flags.

        Raises:
            TimeoutError: the time ran out; no result is lost, and the next call returns the rows.
            NothingInFlightError: nothing was sent.
            EnvironmentFailure: environments threw; the exception has the results of the others.
            PoolClosedError: the pool is closed, or was closed while this call waited.
            ForkedError, ConcurrentCallError: the pool cannot be called.
        """
        return self._pool.recv(timeout)

    def async_reset(
        self, env_id: Any = None, seed: Seed = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """Starts resets and returns immediately; `recv` returns their rows.

        Args:
            env_id: the environments to reset. None resets all; none may be in flight then.
            seed: as for `reset`.
            options: as for `reset`, without a mask.

        Raises:
            TypeError, ValueError: the seed or an option is invalid; nothing was reset.
            InFlightError, IndexError: an environment cannot be reset.
            PoolClosedError, ForkedError, ConcurrentCallError: the pool cannot be called.
        """
        self._engine.async_reset(env_id, seed, options)

    def rollout(
        self,
        steps: int,
        *,
        stack: int | None = None,
        observation_dtype: Any = None,
        pin_memory: bool = False,
        out: Mapping[str, Any] | None = None,
    ) -> Rollout:
        """Makes memory for `steps` time steps of every environment, and writes them there.

        Needs autoreset NextStep or SameStep, one player, and no texts.

        Args:
            steps: the number of steps.
            stack: how many frames the first axis of observations holds, such as 4. Each frame is
                then kept once, in a fourth of the memory, and stacks are gathered when needed.
            observation_dtype: the dtype to keep observations in; None: their own. For float64,
                float32 takes half the memory.
            pin_memory: whether the tensors are page-locked, so that
                ``observations.to("cuda", non_blocking=True)`` does not wait. Needs
                ``array_type="torch"`` and a GPU.
            out: memory of yours by the name of the member that it becomes, such as
                ``{"observations": tensor}``: C-contiguous arrays or tensors on the CPU, of the
                member's shape and dtype. The rest is made here.

        Returns:
            The rollout, empty; see `parallel_pool.Rollout`.

        Raises:
            TypeError, ValueError: the pool has no rollouts, or an argument is invalid.
        """
        from parallel_pool.rollout import AsyncRollout, Rollout
        from parallel_pool.rollout.watched_pool import WatchedPool

        watched: Any = self._pool
        if not isinstance(watched, WatchedPool):
            watched = WatchedPool(self._pool, self.autoreset_mode == AutoresetMode.NEXT_STEP)
        make = Rollout if self.batch_size == self.num_envs else AsyncRollout
        rollout = make(self, watched, steps, observation_dtype, out, stack, pin_memory)
        self._pool = self._engine.pool = watched
        return rollout

    # --- The rest of the VectorEnv contract -----------------------------------------------------

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Returns what `get_attr` returns; the environments live in C++ and have no other methods.

        Args:
            name: as for `get_attr`.
            *args: the arguments of callable attributes.
            **kwargs: the keyword arguments of callable attributes.

        Returns:
            A value for each environment.

        Raises:
            AttributeError: as `get_attr`.
        """
        values = self.get_attr(name)
        return tuple(value(*args, **kwargs) if callable(value) else value for value in values)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Returns an attribute of each environment: the value of an option, a space, the generator.

        Args:
            name: an option, ``observation_space``, ``action_space``, ``spec``, ``metadata``,
                ``render_mode``, ``np_random``, ``np_random_seed``, or a method of the family's.

        Returns:
            A value for each environment.

        Raises:
            AttributeError: the attribute does not exist; the message lists the known ones.
        """
        if name == "np_random":
            return self.np_random
        if name == "np_random_seed":
            return self.np_random_seed
        if name in self.config:
            return tuple(config[name] for config in self._engine.configs())
        methods = registry.methods(self._id)
        if name in methods:
            return tuple(partial(methods[name], config) for config in self._engine.configs())
        shared = self.config | {
            "observation_space": self.single_observation_space,
            "action_space": self.single_action_space,
            "spec": self.spec,
            "metadata": self.metadata,
            "render_mode": self.render_mode,
        }
        if name not in shared:
            known = ", ".join(sorted([*shared, *methods, "np_random", "np_random_seed"]))
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
                f"attribute {name!r} of {self._id} environments cannot be set: options are changed "
                "by set_config, and only 'np_random' can be set"
            )
        self.np_random = values

    def close_extras(self, **kwargs: Any) -> None:
        """Stops the threads and frees the environments; returned arrays stay valid."""
        self._engine.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling keeps the arguments: the copy is a new pool that has not been reset."""
        return _rebuild, (self._id, self._copied_keywords)

    @property
    def _copied_keywords(self) -> dict[str, Any]:
        return self._engine.setup.copied_keywords()


def _rebuild(id: str, keywords: dict[str, Any]) -> PoolVectorEnv:
    return PoolVectorEnv(id, **keywords)
