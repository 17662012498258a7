# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Registers pools under a name that RLlib's configurations take."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import gymnasium
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper
from ray.tune.registry import register_env

from parallel_pool import registry
from parallel_pool.faces.library_requirements import LibraryRequirements

_REQUIREMENTS = LibraryRequirements(
    library="RLlib",
    adapter="register",
    autoreset_mode=AutoresetMode.NEXT_STEP,
    refused_options={
        "num_envs": "it is RLlib's num_envs_per_env_runner",
        "batch_size": "RLlib steps all environments of an env runner together; leave it out",
        "autoreset_mode": "RLlib needs 'NextStep'; leave it out",
        "array_type": "RLlib takes NumPy arrays; leave it out",
        "seed": "set it by RLlib's AlgorithmConfig.debugging(seed=...)",
    },
)


class _SeedsOfRunner(VectorWrapper[Any, Any, Any, Any, Any]):
    """A pool that knows that RLlib gives consecutive seeds to its env runners."""

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        """As `PoolVectorEnv.reset`, but an int s seeds environment i with ``s * num_envs + i``."""
        if seed is not None and not isinstance(seed, Sequence):
            seed = operator.index(seed) * self.num_envs
        return super().reset(seed=seed, options=options)

    def __getattr__(self, name: str) -> Any:
        """What else the pool has, such as ``config``."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.env, name)


def register(id: str, *, name: str | None = None, **options: Any) -> str:
    """Registers pools with Ray.

    With ``gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT``, each env runner makes one
    pool of ``num_envs_per_env_runner`` environments. With another mode, it makes single
    environments. RLlib's ``env_config`` may change options.

    Args:
        id: the environments' id.
        name: the name to register; None: ``parallel_pool/`` and the id.
        **options: as for `parallel_pool.make`, such as ``num_threads``, without ``num_envs``,
            ``batch_size``, ``autoreset_mode``, ``array_type`` and ``seed``.

    Returns:
        The name, for ``AlgorithmConfig.environment``.

    Raises:
        TypeError, ValueError: RLlib cannot use these environments; the message says what to do.
        As `parallel_pool.make`.
    """
    _REQUIREMENTS.pool(id, 1, options).close()  # errors are raised here, not in an env runner
    name = registry.gymnasium_id(registry.find(id).id) if name is None else name
    register_env(name, partial(_make, id, options))
    return name


def _make(
    id: str, options: Mapping[str, Any], env_config: Mapping[str, Any]
) -> VectorEnv[Any, Any, Any] | gymnasium.Env[Any, Any]:
    """What RLlib calls in its env runners. Where it wants a pool, it gives ``num_envs``."""
    given = dict(options) | dict(env_config)
    count = given.pop("num_envs", None)
    if count is None:
        for one in ("num_threads", "chunk_size", "numa", "thread_affinity_offset"):
            given.pop(one, None)
        return gymnasium.make(registry.gymnasium_id(registry.find(id).id), **given)
    return _SeedsOfRunner(_REQUIREMENTS.pool(id, count, given))
