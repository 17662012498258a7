# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The options that process a pool's results, and their checks."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from parallel_pool.errors import InvalidOptionError
from parallel_pool.keywords import check_keywords as check_known

if TYPE_CHECKING:
    from parallel_pool.native import NativeEnvType
    from parallel_pool.pool.tensors import Tensors

_ARRAY_TYPES = ("numpy", "torch")
_FLAGS = (
    "record_episode_statistics",
    "normalize_observation",
    "normalize_reward",
    "reward_per_episode",
)


@dataclass(frozen=True)
class ResultOptions:
    """Checked options.

    Attributes:
        record_episode_statistics: add return, length and duration of ended episodes to the infos.
        normalize_observation: normalise observations to mean 0 and variance 1.
        normalize_reward: divide rewards by the standard deviation of the discounted return.
        reward_gamma: the discount factor of that return.
        reward_per_episode: begin that return anew with each episode.
        array_type: ``"numpy"`` or ``"torch"``.
        device: where tensors are; None: on the CPU.
    """

    record_episode_statistics: bool = False
    normalize_observation: bool = False
    normalize_reward: bool = False
    reward_gamma: float = 0.99
    reward_per_episode: bool = False
    array_type: str = "numpy"
    device: str | None = None

    @classmethod
    def checked(cls, id: str, spec: dict[str, Any], **given: Any) -> ResultOptions:
        """Checks keywords.

        Raises:
            TypeError, ValueError: the message names the option, what came and what was expected.
            DependencyNotInstalled: torch is missing.
        """
        for name in _FLAGS:
            if not isinstance(given.get(name, False), bool | np.bool_):
                raise TypeError(f"{name} must be a bool, got {given[name]!r}")
            given[name] = bool(given.get(name, False))
        if "reward_gamma" in given:
            given["reward_gamma"] = _gamma(given["reward_gamma"])
        if given.get("device") is not None:
            given["device"] = str(given["device"])  # a torch.device, perhaps
        options = cls(**given)
        if options.array_type == "torch" and _has_text(spec["observation"]):
            raise ValueError(
                f"array_type='torch' has no text, which {id} observes: choose an "
                "observation without it by the environment's options"
            )
        _check_array_type(options.array_type)
        _check_device(options)
        normalizes = options.normalize_observation or options.normalize_reward
        if normalizes and spec["multi_player"]:
            raise ValueError(f"{id} has several players, whose rows cannot be normalised")
        if options.normalize_observation and spec["observation"]["kind"] != "Box":
            raise ValueError(
                "normalize_observation needs a Box observation, "
                f"{id} has a {spec['observation']['kind']}"
            )
        return options

    def keywords(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        values = {name: getattr(self, name) for name in RESULT_KEYWORDS}
        return {name: value for name, value in values.items() if value != getattr(_DEFAULTS, name)}

    def rules(self) -> dict[str, object]:
        """The options that saved states depend on."""
        kept = self.keywords().items()
        return {name: value for name, value in kept if name not in ("array_type", "device")}

    def tensors(self) -> Tensors | None:
        """What makes tensors of results; None if they stay arrays."""
        if self.array_type != "torch":
            return None
        import torch

        from parallel_pool.pool.tensors import Tensors

        return Tensors(torch.device(self.device or "cpu"))

    def observation_space(self, space: spaces.Space[Any]) -> spaces.Space[Any]:
        """The space of one environment's observations after processing; `space` is the original."""
        if not self.normalize_observation:
            return space
        return spaces.Box(-np.inf, np.inf, space.shape, np.float32)


def _has_text(node: dict[str, Any]) -> bool:
    return node["kind"] == "Text" or any(_has_text(part) for part in node.get("children", ()))


_DEFAULTS = ResultOptions()
RESULT_KEYWORDS = tuple(field.name for field in fields(ResultOptions))
# The faces, each with the arguments that only it has.
FACE_KEYWORDS: dict[str, tuple[str, ...]] = {
    "gymnasium": RESULT_KEYWORDS,
    "gym": ("gym_reset_return_info", "legacy_step"),
    "dm": (),
    "parallel": ("layout",),
    "aec": (),
}


def check_keywords(
    given: Iterable[str], env_type: NativeEnvType, arguments: Iterable[str], face: str
) -> None:
    """Refuses keywords that are no options, nor among the arguments, nor the face's own.

    Raises:
        InvalidOptionError: the message names the faces that have the keyword, or the nearest known
            name.
    """
    given = list(given)
    if not given:
        return
    arguments = [*arguments, *FACE_KEYWORDS[face]]
    known = {*arguments, *(name for name, _, _, _ in env_type.options)}
    for name in given:
        faces = [repr(other) for other, own in FACE_KEYWORDS.items() if name in own]
        if faces and name not in known:
            raise InvalidOptionError(
                f"{env_type.id}: keyword {name!r} works with env_type={' or '.join(faces)} only, "
                f"not with {face!r}"
            )
    check_known(given, env_type, arguments)


def _gamma(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise TypeError(f"reward_gamma must be a number, got {value!r}")
    if not 0 <= value <= 1:
        raise ValueError(f"reward_gamma must be in [0, 1], got {value}")
    return float(value)


def _check_array_type(value: object) -> None:
    if value not in _ARRAY_TYPES:
        raise ValueError(f"array_type must be one of {[*_ARRAY_TYPES]}, got {value!r}")
    if value == "torch" and importlib.util.find_spec("torch") is None:
        raise gymnasium.error.DependencyNotInstalled(
            "array_type='torch' needs torch, which is not installed: "
            "pip install 'parallel_pool[torch]'"
        )


def _check_device(options: ResultOptions) -> None:
    if options.device is None:
        return
    if options.array_type != "torch":
        raise ValueError(
            f"device={options.device!r} needs array_type='torch': NumPy arrays are on the CPU"
        )
    import torch

    try:
        torch.empty(0, device=options.device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"device={options.device!r} cannot be used: {reason}") from None
