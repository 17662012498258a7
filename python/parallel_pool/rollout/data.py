# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a rollout holds, and what a learner does with it: advantages, minibatches, stacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from parallel_pool._core import (
    FrameStacks,
    RolloutWriter,
    checked_integer,
    gather_rows,
    generalized_advantages,
    v_trace,
)
from parallel_pool.errors import RolloutError
from parallel_pool.rollout.arguments import floats, fraction
from parallel_pool.rollout.memory import Memory, Minibatch, build, kept_dtype, leaves_of
from parallel_pool.rollout.rows import RowMemory, Rows

_SINGLE = ("values", "logprobs", "advantages", "returns", "rewards")
_FLAGS = ("terminated", "truncated", "valid", "starts")
# What is looked up in a pool, beside how results are processed.
_FACTS = ("num_envs", "autoreset_mode", "single_observation_space", "single_action_space")
_NO_STACK = "this rollout keeps whole observations: only one made with stack=... gathers stacks"
_NAMES = ["observations", "actions", *_SINGLE, *_FLAGS]


class RolloutData:
    """The memory of a rollout, and its use; see `Rollout` for the attributes."""

    env_ids: np.ndarray
    _newest: Rows

    def __init__(
        self,
        envs: Any,
        steps: int,
        pending: np.ndarray,
        observation_dtype: Any,
        out: Mapping[str, Any] | None,
        stack: int | None,
        pin_memory: bool,
    ) -> None:
        """See `PoolVectorEnv.rollout`; `pending`: see `WatchedPool`."""
        self._facts = {name: getattr(envs, name) for name in _FACTS}
        self._facts["result_options"] = SimpleNamespace(array_type=envs.result_options.array_type)
        self._arguments = {"steps": steps, "observation_dtype": observation_dtype, "stack": stack}
        self.steps = checked_integer("steps", steps, 1)
        self.num_envs = envs.num_envs
        self._all = np.arange(self.num_envs)
        self._same_step = envs.autoreset_mode == AutoresetMode.SAME_STEP
        self._observation = envs.single_observation_space
        self._action = envs.single_action_space
        self._stacks: FrameStacks | None = None
        memory = Memory(out, envs.result_options.array_type == "torch", pin_memory)
        if stack is not None:
            if observation_dtype is not None:
                raise ValueError("stack keeps frames as they are: leave out observation_dtype")
            self._make_frames(memory, checked_integer("stack", stack, 1))
        self._make_arrays(memory, observation_dtype)
        self.infos: dict[str, Any] = {}
        self._final_leaves: list[list[np.ndarray]] = []
        self._final_places: list[np.ndarray] = []
        self._gathered: list[np.ndarray] = []
        self._row_memory = RowMemory(
            self._observation_leaves,
            self._stacks,
            self._terminated,
            self._truncated,
            self._valid,
            self._starts,
        )
        self._order, self._shuffled = (np.zeros(self._valid.size, dtype=np.int64) for _ in range(2))
        self._writer = RolloutWriter(
            self._observation_leaves,
            self._action_leaves,
            self._rewards,
            self._terminated,
            self._truncated,
            self._valid,
            self._starts,
            pending,
            not self._same_step,
        )

    def _make_arrays(self, memory: Memory, observation_dtype: Any) -> None:
        T, N = self.steps, self.num_envs  # noqa: N806 - as the documents name them
        seen = leaves_of(self._observation, "observation")
        dtypes = [kept_dtype(observation_dtype, leaf) for leaf in seen]
        self._own_dtypes = [np.dtype(leaf.dtype) for leaf in seen]
        self._leaf_kinds = [
            (leaf.shape or (), dtype) for leaf, dtype in zip(seen, dtypes, strict=True)
        ]
        chosen = leaves_of(self._action, "action")
        self._observation_leaves: list[np.ndarray] = []
        if self._stacks is None:
            self._observation_leaves = memory.arrays(
                "observations", self._observation, (T + 1, N), dtypes
            )
        self._action_leaves = memory.arrays(
            "actions", self._action, (T, N), [np.dtype(leaf.dtype) for leaf in chosen]
        )
        self._rewards = memory.array("rewards", (T, N), np.float32)
        self._terminated, self._truncated, self._valid = (
            memory.array(name, (T, N), np.bool_) for name in ("terminated", "truncated", "valid")
        )
        self._starts = memory.array("starts", (T + 1, N), np.bool_)
        self._values = memory.array("values", (T + 1, N), np.float32)
        self._logprobs, self._advantages, self._returns = (
            memory.array(name, (T, N), np.float32) for name in ("logprobs", "advantages", "returns")
        )
        memory.check_all_used(_NAMES if self._stacks is None else ["frames", *_NAMES[1:]])
        self._is_nested = any(
            isinstance(space, spaces.Dict | spaces.Tuple)
            for space in (self._observation, self._action)
        )
        self._wrap = wrap = memory.wrap
        self._rows: list[Any] = []
        if self._stacks is None:
            self.observations = build(self._observation, map(wrap, self._observation_leaves))
            self._rows = [
                build(self._observation, (wrap(leaf[t]) for leaf in self._observation_leaves))
                for t in range(T + 1)
            ]
        self.actions = build(self._action, map(wrap, self._action_leaves))
        for name in _SINGLE + _FLAGS:
            setattr(self, name, wrap(getattr(self, f"_{name}")))

    def _make_frames(self, memory: Memory, stack: int) -> None:
        space = self._observation
        if not isinstance(space, spaces.Box) or not space.shape or space.shape[0] % stack:
            raise ValueError(
                f"stack={stack} needs Box observations whose first axis holds that many frames, "
                f"got {space}"
            )
        frame = (space.shape[0] // stack, *space.shape[1:])
        frames = memory.array("frames", (self.steps + stack, self.num_envs, *frame), space.dtype)
        self.frames = memory.wrap(frames)
        self._stacks = FrameStacks(frames, self.steps + 1, stack)

    def __getattr__(self, name: str) -> Any:
        """Says what there is instead of `observations`."""
        if name == "observations":
            raise AttributeError(
                "this rollout was made with `stack`: it has `frames`, and `stacks(rows)` gathers "
                "observations"
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    values: Any
    logprobs: Any
    advantages: Any
    returns: Any
    rewards: Any
    terminated: Any
    truncated: Any
    valid: Any
    starts: Any

    @staticmethod
    def _rows_of_numbers() -> tuple[str, ...]:
        """The members with a number or a flag for each step of each environment."""
        return _SINGLE + _FLAGS

    @property
    def t(self) -> int:
        """The number of steps so far; in async mode 0 until the rollout is full."""
        return self._newest.t

    @property
    def full(self) -> bool:
        """Whether all steps were made."""
        return self.t == self.steps

    @property
    def episodes(self) -> list[tuple[int, int, float, int]]:
        """``(t, env, return, length)`` of each episode that ended in this rollout.

        Needs a pool with ``record_episode_statistics=True``.
        """
        return self._writer.episodes()

    @property
    def final_rows(self) -> Any:
        """SameStep: where episodes ended, as ``t * N + env``, ascending; int64, shape ``(K,)``."""
        return self._wrap(np.sort(self._final_place_array()))

    def _final_place_array(self) -> np.ndarray:
        """The same in the order in which they ended."""
        if not self._final_places:
            return np.zeros(0, dtype=np.int64)
        return np.concatenate(self._final_places)

    @property
    def final_observations(self) -> Any:
        """SameStep: the last observations of these episodes, ``(K, ...)``."""
        order = np.argsort(self._final_place_array())
        leaves = [
            np.concatenate([part[i] for part in self._final_leaves])[order]
            if self._final_leaves
            else np.zeros((0, *shape), dtype)
            for i, (shape, dtype) in enumerate(self._leaf_kinds)
        ]
        return build(self._observation, map(self._wrap, leaves))

    def compute_advantages(self, gamma: float, gae_lambda: float, final_values: Any = None) -> None:
        """Fills `advantages` with generalised advantage estimates, and `returns`.

        What ended by its rules has no future. After a time limit the value of the last observation
        stands for the rest: with NextStep it is the next row of `values`. Rows that are not valid
        have advantage 0.

        Args:
            gamma: the discount.
            gae_lambda: the decay of the trace.
            final_values: SameStep: the values of `final_observations`, float32, shape ``(K,)``.

        Raises:
            RolloutError: the rollout is not full.
            ValueError: an argument is out of range, or `final_values` is missing.
        """
        generalized_advantages(
            self._trajectories(final_values),
            fraction("gamma", gamma),
            fraction("gae_lambda", gae_lambda),
            self._advantages,
            self._returns,
        )

    def compute_vtrace(
        self,
        gamma: float,
        target_logprobs: Any,
        rho_clip: float = 1.0,
        c_clip: float = 1.0,
        final_values: Any = None,
    ) -> None:
        """Fills `returns` with V-trace's targets of values, and `advantages` for the policy.

        Args:
            gamma: the discount.
            target_logprobs: of the actions under the policy that learns, float32, ``(T, N)``.
                `logprobs` are those of the policy that acted.
            rho_clip: the upper bound of the weight of a step.
            c_clip: the upper bound of the weights of the steps after it.
            final_values: as for `compute_advantages`.

        Raises:
            RolloutError: the rollout is not full.
            ValueError: an argument is out of range or has a wrong shape, or `final_values` is
                missing.
        """
        if not (rho_clip > 0 and c_clip > 0):
            raise ValueError(f"rho_clip and c_clip must be positive, got {rho_clip} and {c_clip}")
        v_trace(
            self._trajectories(final_values),
            fraction("gamma", gamma),
            rho_clip,
            c_clip,
            self._logprobs,
            floats("target_logprobs", target_logprobs, self._logprobs.shape),
            self._advantages,
            self._returns,
        )

    def _trajectories(self, final_values: Any) -> tuple[Any, ...]:
        self._check_full()
        rows = values = None
        if self._same_step:
            rows = np.sort(self._final_place_array())
            cut = self._truncated & ~self._terminated
            if final_values is None and cut.any():
                raise ValueError(
                    f"{int(cut.sum())} episodes were truncated, and with SameStep the next row "
                    "shows the next episode: pass final_values, the values of final_observations"
                )
            if final_values is None:
                rows = None
            else:
                values = floats("final_values", final_values, rows.shape)
        elif final_values is not None:
            raise ValueError("final_values are for SameStep: with NextStep the next row has them")
        flags = self._terminated, self._truncated, self._valid
        return self._rewards, self._values, *flags, rows, values

    def _check_full(self) -> None:
        if not self.full:
            raise RolloutError(f"the rollout has {self.t} of its {self.steps} steps")

    def minibatches(self, count: int, generator: Any = None) -> Iterator[Minibatch]:
        """Yields the valid steps in a new order, in `count` parts whose sizes differ by 1 at most.

        Args:
            count: the number of parts. Of fewer valid steps, each is a part.
            generator: a `numpy.random.Generator` or a `torch.Generator`. None: torch's own
                generator for tensors, and else a new one.

        Yields:
            Parts in memory that the next part reuses.

        Raises:
            RolloutError: the rollout is not full.
        """
        asked = count = checked_integer("count", count, 1)
        self._check_full()
        rows = np.flatnonzero(self._valid)
        # Fresh memory for this, in each epoch, would cost as much as gathering small rows.
        order = self._order[: len(rows)]
        np.take(rows, self._permutation(len(rows), generator), out=order, mode="clip")
        seen: list[np.ndarray] = [leaf[:-1] for leaf in self._observation_leaves]
        sources = [
            *seen,
            *self._action_leaves,
            self._logprobs,
            self._values[:-1],
            self._advantages,
            self._returns,
        ]
        count = min(count, len(order))
        size = -(-len(order) // max(count, 1))
        if not self._gathered or len(self._gathered[0]) < size:
            room = max(size, -(-self._valid.size // asked))
            self._gathered = [np.empty((room, *one.shape[2:]), one.dtype) for one in sources]
            if self._stacks is not None:
                shape, dtype = self._leaf_kinds[0]
                self._gathered_observations = np.empty((room, *shape), dtype)
        for some in np.array_split(order, count) if count else ():
            parts = [gathered[: len(some)] for gathered in self._gathered]
            for source, part in zip(sources, parts, strict=True):
                gather_rows(source, some, part)
            if self._stacks is not None:
                shown = self._gathered_observations[: len(some)]
                self._stacks.gather(some, shown)
                parts.insert(0, shown)
            leaves = map(self._wrap, parts)
            yield Minibatch(
                observations=build(self._observation, leaves),
                actions=build(self._action, leaves),
                logprobs=next(leaves),
                values=next(leaves),
                advantages=next(leaves),
                returns=next(leaves),
                rows=self._wrap(some),
            )

    def stacks(self, rows: Any, out: Any = None) -> Any:
        """With `stack`: gathers the observations of some rows.

        Args:
            rows: ``t * N + env`` of each, with t up to T; integers.
            out: memory for them, of shape ``(len(rows), *observation)``; None: new memory.

        Returns:
            `out`, or what was made in its place.

        Raises:
            IndexError: a row lies outside the rollout.
            ValueError: the rollout was made without `stack`, or `out` does not fit.
        """
        index = np.ascontiguousarray(rows, dtype=np.int64).reshape(-1)
        if self._stacks is None:
            raise ValueError(_NO_STACK)
        if out is None:
            return self._wrap(self._newest.gather_stacks(index))
        self._stacks.gather(index, out.numpy() if hasattr(out, "detach") else out)
        return out

    def _permutation(self, count: int, generator: Any) -> np.ndarray:
        if isinstance(generator, np.random.Generator):
            return generator.permutation(count)
        if generator is None and self._wrap.__name__ == "identity":
            return np.random.default_rng().permutation(count)
        import torch

        order = self._shuffled[:count]
        torch.randperm(count, generator=generator, out=torch.from_numpy(order))
        return order

    def arrays(self) -> dict[str, Any]:
        """All arrays by name, nested for Dict and Tuple spaces; the memory itself.

        The next rollout overwrites it. A library that may keep it, such as JAX on a CPU, needs
        copies: ``jax.tree.map(lambda x: jnp.array(x, copy=True), rollout.arrays())``.
        """
        names = _NAMES if self._stacks is None else ["frames", *_NAMES[1:]]
        return {name: getattr(self, name) for name in names}
