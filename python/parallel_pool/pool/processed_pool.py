# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool that processes results before the caller sees them: it normalises and makes tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from parallel_pool._core import sealed, unsealed
from parallel_pool.errors import EnvironmentFailure
from parallel_pool.native import NativePool, ResetResult, StepResult
from parallel_pool.pool.normalization import Normalization

if TYPE_CHECKING:
    from parallel_pool.pool.tensors import Tensors

_ALL = slice(None)


class _Processing:
    """What is done to results; see `ProcessedPool`.

    Attributes:
        finish: `stepped`, or the only part of it: a call costs as much as one of four tensors.
    """

    def __init__(self, normalization: Normalization | None, tensors: Tensors | None) -> None:
        """See `ProcessedPool`."""
        self._normalization = normalization
        self._tensors = tensors
        self.finish: Callable[[StepResult], StepResult] = self.stepped
        if normalization is None and tensors is not None:
            self.finish = tensors.of_step
        elif normalization is not None and tensors is None:
            self.finish = normalization.stepped

    def stepped(self, result: StepResult, ids: Any = None) -> StepResult:
        """Processes the rows of the environments `ids`; None: those that the infos name."""
        if self._normalization is not None:
            result = self._normalization.stepped(result, ids)
        return result if self._tensors is None else self._tensors.of_step(result)

    def observed(self, result: ResetResult, ids: Any, mask: np.ndarray | None) -> ResetResult:
        """Processes what a reset of environments returned; the mask says which rows are new."""
        observations, infos = result
        if self._normalization is not None:
            self._normalization.returned(ids)
            observations = self._normalization.observed(observations, mask)
        if self._tensors is not None:
            (observations,) = self._tensors.of((observations,))
        return observations, infos

    def failed(self, failure: EnvironmentFailure) -> None:
        """Processes the good rows as if they were the batch."""
        if failure.batch is None:
            return
        if len(failure.batch) == 2:
            failure.batch = self.observed(failure.batch, failure.good_env_ids, None)
        else:
            failure.batch = self.stepped(failure.batch, failure.good_env_ids)


def _stepper(step: Callable[..., StepResult], processing: _Processing) -> Any:
    """`ProcessedPool.step` where results are arrays: less to look up takes a tenth less time."""
    finish = processing.finish

    def processed_step(actions: object, env_id: object | None = None) -> StepResult:
        try:
            result = step(actions, env_id)
        except EnvironmentFailure as failure:
            processing.failed(failure)
            raise
        return finish(result)

    return processed_step


class ProcessedPool:
    """Stands between a face and the native pool; pools without processing do without it.

    Args:
        pool: the native pool.
        normalization: normalises the results, or None.
        tensors: makes torch tensors of results (infos stay NumPy arrays); actions may then be
            tensors too. None: results are arrays.
    """

    def __init__(
        self, pool: NativePool, normalization: Normalization | None, tensors: Tensors | None
    ) -> None:
        """See the class."""
        self._pool = pool
        self._normalization = normalization
        self._tensors = tensors
        self._native_step = pool.step
        self._processing = _Processing(normalization, tensors)
        if tensors is None:
            self.step = _stepper(pool.step, self._processing)  # type: ignore[method-assign]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def without_tensors(self) -> NativePool:
        """The same pool with arrays as results."""
        if self._normalization is None:
            return self._pool
        return cast(NativePool, ProcessedPool(self._pool, self._normalization, None))

    # --- Calls ----------------------------------------------------------------------------------

    def step(self, actions: object, env_id: object | None = None) -> StepResult:
        """Calls the native pool and processes the results."""
        try:
            if self._tensors is not None and type(actions) is not np.ndarray:
                actions = self._arrays(actions)
            result = self._native_step(actions, env_id)
        except EnvironmentFailure as failure:
            self._processing.failed(failure)
            raise
        return self._processing.finish(result)

    def send(self, actions: object, env_id: object | None = None) -> None:
        """Calls the native pool; actions may be tensors."""
        self._pool.send(self._arrays(actions), env_id)

    def recv(self, timeout: float | None = None) -> StepResult:
        """Calls the native pool and processes the results."""
        try:
            result = self._pool.recv(timeout)
        except EnvironmentFailure as failure:
            self._processing.failed(failure)
            raise
        return self._processing.finish(result)

    def reset(
        self,
        env_id: Any = None,
        seed: object = None,
        options: dict[str, object] | None = None,
        masked: bool = False,
    ) -> ResetResult:
        """Calls the native pool and processes the results."""
        begun = _ALL if env_id is None or (masked and self._mask_begins_all()) else env_id
        try:
            result = self._pool.reset(env_id, seed, options, masked)
        except EnvironmentFailure as failure:
            self._begin(begun)
            self._processing.failed(failure)
            raise
        self._begin(begun)
        mask = None
        if masked:
            mask = np.zeros(self._pool.num_envs, dtype=np.bool_)
            mask[env_id] = True
        return self._processing.observed(result, result[1].get("env_id", _ALL), mask)

    def async_reset(
        self,
        env_id: Any = None,
        seed: object = None,
        options: dict[str, object] | None = None,
    ) -> None:
        """Calls the native pool."""
        self._pool.async_reset(env_id, seed, options)
        self._begin(_ALL if env_id is None else env_id)

    def save(self, env_ids: list[int], header: bytes) -> list[bytes]:
        """The native pool's states, each followed by that of the normalisation."""
        states = self._pool.save(env_ids, header)
        if self._normalization is None:
            return states
        return [
            header + sealed(unsealed(state, len(header)) + self._normalization.save(i))
            for i, state in zip(env_ids, states, strict=True)
        ]

    def load(self, env_ids: list[int], states: list[bytes], header_size: int) -> None:
        """Restores what `save` returned. The moments come from the first state, if it loads all."""
        if self._normalization is None:
            self._pool.load(env_ids, states, header_size)
            return
        payloads = [unsealed(state, header_size) for state in states]
        size = self._normalization.state_bytes()
        self._pool.load(env_ids, [sealed(payload[:-size]) for payload in payloads], 0)
        whole = len(env_ids) == self._pool.num_envs
        for i, (env_id, payload) in enumerate(zip(env_ids, payloads, strict=True)):
            self._normalization.load(env_id, payload[-size:], whole and i == 0)

    def clone(self, from_ids: Any, to_ids: Any) -> None:
        """Copies environments with their running returns; the moments are the pool's."""
        self._pool.clone(from_ids, to_ids)
        if self._normalization is not None:
            self._normalization.clone(np.asarray(from_ids), np.asarray(to_ids))

    # --- Processing -----------------------------------------------------------------------------

    def _mask_begins_all(self) -> bool:
        """As in Gymnasium's wrapper, a mask clears the running return of every environment."""
        return self._normalization is not None and not self._normalization.per_episode

    def _begin(self, ids: Any) -> None:
        if self._normalization is not None:
            self._normalization.begin(ids)

    def _arrays(self, actions: Any) -> Any:
        """Converts actions to arrays; they may be tensors on any device, with gradients."""
        if self._tensors is None:
            return actions
        if isinstance(actions, dict):
            return {key: self._arrays(value) for key, value in actions.items()}
        if isinstance(actions, tuple):
            return tuple(self._arrays(value) for value in actions)
        return self._tensors.array_of(actions) if hasattr(actions, "detach") else actions
