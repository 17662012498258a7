# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""`Task`: the rules of environments in NumPy, for many environments at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Space

from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.options import rows_of_option
from parallel_pool.when_asked import when_asked

# Rows of arrays: all environments in order as a slice, or the numbers of some.
Ids = slice | np.ndarray


class Task:
    """Rules over a batch of simulations. Derive from it, and override `reset` to `outcome`.

    The methods see all environments of a batch at once: arrays have a leading axis. `ids` says
    which environments these are, as an index into the simulations' arrays: a slice if it is all of
    them, else an int64 array. Write to rows of `ids` only: others may be under way.

    A task may have options: the keyword arguments of its constructor, each with a default. Those
    that it reads by `option` may differ between environments.

    Attributes:
        model: the model, if `vector_env` or `register` are given none; see `Batch`. Or a function
            that returns it, called when the first pool is made, with those of the task's options
            that are parameters of it.
        frame_skip: the number of physics steps in a time step.
        before_step: calls of `Batch` that precede the physics steps, such as ``("forward",)``.
            ``"insert ctrl"`` writes the rows of ``sim.insert("ctrl")`` then.
        after_step: the same of those that follow, such as ``("rne_post_constraint",)``.
        after_reset: the same of those that follow `reset`. ``"step 5"`` makes five physics steps.
        resets_data: whether MuJoCo's own reset precedes `reset`; else controls, the solver's warm
            start and whatever else `reset` does not write live on from episode to episode.
        observation_space: of one environment: a Box, Discrete, MultiDiscrete or MultiBinary, or a
            Dict or Tuple of such spaces. `setup` may set it.
        action_space: likewise; None: a float32 Box with the actuators' control ranges.
        max_episode_steps: the time limit, in time steps; None is no limit.
        reward_threshold: the reward at which the task is solved, or None.
        reset_options: the names of the options that ``reset(options=...)`` may give.
        given: within `reset`, the options that were given, by environment: a dict of dicts.
        seeds: within `reset`, the seeds of environments whose generators were seeded for it.
        compiled: whether `act`, `observe` and `outcome` are recorded when a pool is made, so that
            workers compute steps without Python, which makes them several times as fast where
            physics is short or batches are small. The methods are called once, with values that
            stand for arrays: they may index, join and compare them, call NumPy's arithmetic and
            `numpy.where`, and write to rows of `ids`; they cannot branch on them.
        draws: whether `observe` and `outcome` draw from `generators`, or `settle` from its own.
        generators: of the environments in order, for these; `reset` is given its own.
        reference: the Gymnasium id that the task equals bit for bit, or "".
    """

    model: ClassVar[Any] = None
    frame_skip: int = 1
    before_step: Sequence[str] = ()
    after_step: Sequence[str] = ()
    after_reset: Sequence[str] = ("forward",)
    observation_space: Space[Any] | None = None
    action_space: Space[Any] | None = None
    max_episode_steps: ClassVar[int | None] = None
    compiled: ClassVar[bool] = False
    draws: ClassVar[bool] = False
    resets_data: ClassVar[bool] = True
    generators: Sequence[np.random.Generator] = ()
    reward_threshold: ClassVar[float | None] = None
    reference: ClassVar[str] = ""
    reset_options: ClassVar[Sequence[str]] = ()
    given: Mapping[int, Mapping[str, Any]] = MappingProxyType({})
    seeds: Mapping[int, int] = MappingProxyType({})

    _rows: int = 0
    _is_set_up: bool = False
    _config: Mapping[str, object] = MappingProxyType({})

    # Not in a constructor, which derived classes need not call.
    @when_asked
    def _arrays(self) -> dict[str, np.ndarray]:
        return {}

    @when_asked
    def _options(self) -> dict[str, np.ndarray]:
        return {}

    def setup(self, sim: Batch) -> None:
        """Looks at the model, and makes what the task remembers; called once.

        Args:
            sim: the simulations, in the model's initial state. All pools of the task share
                ``sim.model``, so leave it as it is.
        """

    def array(self, name: str, shape: int | Sequence[int] = (), dtype: Any = np.float64) -> Any:
        """Makes an array with a row for each environment, which saved states contain.

        Args:
            name: of the array, for states and messages.
            shape: of one environment's row.
            dtype: of its elements; numbers or bools.

        Returns:
            An array of zeros.

        Raises:
            ValueError: there is an array of this name.
        """
        if self._is_set_up:
            raise ValueError(f"the array {name!r} must be made in setup(): states would lack it")
        if name in self._arrays:
            raise ValueError(f"{type(self).__name__} makes the array {name!r} twice")
        extents = (shape,) if isinstance(shape, int) else tuple(shape)
        made = np.zeros((self._rows, *extents), dtype)
        if made.dtype.kind not in "fiub":
            raise ValueError(f"the array {name!r} must hold numbers or bools, got {made.dtype}")
        self._arrays[name] = made
        return made

    def option(self, name: str) -> Any:
        """The values of an option, which may then differ between environments (`PerEnv`).

        Args:
            name: of the option.

        Returns:
            A read-only array with a row for each environment: of numbers or bools, if the option's
            value is one or a list of them, else of objects. A row changes when the environment
            begins its first episode with another value.

        Raises:
            ValueError: there is no such option.
        """
        if name not in self._config:
            raise ValueError(
                f"{type(self).__name__} has no option {name!r}, it has {[*self._config]}"
            )
        rows = self._options.get(name)
        if rows is None and self._is_set_up:
            raise ValueError(f"the option {name!r} must first be read in setup()")
        if rows is None:
            rows = self._options[name] = rows_of_option(self._config[name], self._rows)
        shown = rows.view()
        shown.flags.writeable = False
        return shown

    def reset(self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """Begins episodes: writes positions and the like, after MuJoCo's own reset.

        `mj_forward` follows, or what `after_reset` says.

        Args:
            sim: the simulations.
            ids: the environments, int64.
            generators: the generator of each of them. It has the stream of `np_random` of a
                Gymnasium environment with the same seed.
        """

    def settle(
        self, sim: Batch, ids: np.ndarray, generators: Sequence[np.random.Generator]
    ) -> None:
        """Ends a reset, when what `after_reset` says has been done; `observe` follows.

        Args:
            sim: the simulations.
            ids: the environments, int64.
            generators: the generator of each of them, to draw from if `draws` is true.
        """

    def act(self, sim: Batch, ids: Ids, actions: Any) -> None:
        """Writes controls; the physics steps follow.

        Args:
            sim: the simulations.
            ids: the environments.
            actions: of each of them, read-only; in a dict or tuple if the space is one.
        """
        sim.ctrl[ids] = actions

    def observe(self, sim: Batch, ids: Ids) -> Any:
        """What the environments show, after resets and steps.

        Args:
            sim: the simulations.
            ids: the environments.

        Returns:
            An array with a row for each, with the observation space's dtype; or dicts and tuples of
            them, as the space has them.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method observe(sim, ids)")

    def outcome(
        self, sim: Batch, ids: Ids, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        """What the steps have brought, after `observe`.

        Args:
            sim: the simulations.
            ids: the environments that were stepped.
            actions: of each of them.

        Returns:
            Rewards (n,), terminated (n,) of bools, and infos: arrays with a row for each. The keys,
            dtypes and shapes of infos are always the same.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method outcome(sim, ids, actions)")

    def reset_infos(self, sim: Batch, ids: Ids) -> Mapping[str, np.ndarray]:
        """The infos of environments that were reset, after `observe`; as those of `outcome`."""
        return {}
