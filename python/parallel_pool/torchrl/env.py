# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A pool as an environment of TorchRL."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from parallel_pool.faces.library_requirements import LibraryRequirements
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.pool.tensors import array_of
from parallel_pool.torchrl.specs import observation_spec, spec_of

_REQUIREMENTS = LibraryRequirements(
    library="TorchRL",
    adapter="PoolEnv",
    autoreset_mode=AutoresetMode.DISABLED,
    refused_spaces=(spaces.Tuple,),
    refused_options={
        "batch_size": "TorchRL steps all environments of a batch together; leave it out, or let an "
        "asynchronous collector run several PoolEnvs",
        "autoreset_mode": "TorchRL resets environments itself; leave it out",
        "array_type": "PoolEnv always returns tensors; leave it out",
    },
)


class PoolEnv(EnvBase):
    """Environments of one id in a C++ thread pool, as one batched environment of TorchRL.

    The batch size is ``(num_envs,)``. TorchRL's rollouts and collectors reset the environments
    whose episodes have ended, and the pool resets only those. On the CPU, observations are not
    copied.

    Attributes:
        envs: the pool, for example to save states or to render.
    """

    def __init__(
        self,
        env: str | PoolVectorEnv,
        num_envs: int = 1,
        *,
        device: torch.device | str | None = None,
        **options: Any,
    ) -> None:
        """Makes the pool.

        Args:
            env: the environments' id, or a pool with ``autoreset_mode="Disabled"``.
            num_envs: the number of environments, if `env` is an id.
            device: the device of the tensors; None: the CPU.
            **options: as for `parallel_pool.make`, such as ``num_threads`` and ``seed``, without
                ``batch_size``, ``autoreset_mode`` and ``array_type``.

        Raises:
            TypeError: TorchRL cannot express a space of the environment.
            As `parallel_pool.make`.
        """
        envs = _REQUIREMENTS.pool(env, num_envs, options)
        super().__init__(device=device, batch_size=(envs.num_envs,))
        self.envs = envs
        self._seed: int | None = None
        self._is_dict = isinstance(envs.single_observation_space, spaces.Dict)
        try:
            self._set_specs()
        except TypeError:
            envs.close()
            raise

    def _set_specs(self) -> None:
        envs, device, count = self.envs, self.device, self.envs.num_envs
        self.observation_spec = observation_spec(
            envs._id, envs.single_observation_space, count, device
        )
        self.action_spec = spec_of(envs._id, envs.single_action_space, count, device)
        self.reward_spec = Unbounded((count, 1), device=device, dtype=torch.float32)
        flag = Categorical(2, shape=(count, 1), device=device, dtype=torch.bool)
        flags = {name: flag.clone() for name in ("done", "terminated", "truncated")}
        self.done_spec = Composite(flags, shape=(count,), device=device)

    # --- What TorchRL calls ---------------------------------------------------------------------

    def _reset(self, tensordict: TensorDictBase | None, **kwargs: Any) -> TensorDictBase:
        mask = None if tensordict is None else tensordict.get("_reset", None)
        if mask is not None and not mask.any():
            return tensordict.exclude("_reset")  # type: ignore[union-attr]
        options = dict(kwargs.pop("options", None) or {})
        seed, self._seed = kwargs.pop("seed", self._seed), None
        if kwargs:
            raise TypeError(f"reset takes seed and options, got {sorted(kwargs)}")
        if mask is not None and not mask.all():
            options["reset_mask"] = mask.reshape(-1).cpu().numpy()
        observations, _ = self.envs.reset(seed=seed, options=options)
        return self._tensordict(self._entries(observations))

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        actions = _arrays(tensordict.get("action"))
        observations, rewards, terminated, truncated, _ = self.envs.step(actions)
        entries = self._entries(observations)
        entries["reward"] = torch.from_numpy(rewards.astype(np.float32)[:, None])
        entries["terminated"] = torch.from_numpy(terminated[:, None])
        entries["truncated"] = torch.from_numpy(truncated[:, None])
        entries["done"] = torch.from_numpy((terminated | truncated)[:, None])
        return self._tensordict(entries)

    def _set_seed(self, seed: int | None) -> None:
        """Seeds the next reset: environment i with seed + i."""
        self._seed = seed

    def close(self, *, raise_if_closed: bool = True) -> None:
        """Stops the threads and frees the environments.

        Args:
            raise_if_closed: whether a second call is an error, as in TorchRL.
        """
        super().close(raise_if_closed=raise_if_closed)
        self.envs.close()

    # --- Tensors --------------------------------------------------------------------------------

    def _entries(self, observations: Any) -> dict[str, Any]:
        if self._is_dict:
            return {name: self._tensors(part) for name, part in observations.items()}
        return {"observation": torch.from_numpy(observations)}

    def _tensors(self, values: Any) -> Any:
        if isinstance(values, dict):
            parts = {name: self._tensors(part) for name, part in values.items()}
            return TensorDict(parts, batch_size=self.batch_size)
        return torch.from_numpy(values)

    def _tensordict(self, entries: dict[str, Any]) -> TensorDictBase:
        return TensorDict(entries, batch_size=self.batch_size, device=self.device)


def _arrays(actions: Any) -> Any:
    if isinstance(actions, TensorDictBase):
        return {name: _arrays(part) for name, part in actions.items()}
    return array_of(actions)
