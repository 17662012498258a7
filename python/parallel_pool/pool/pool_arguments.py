# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The arguments that everything that makes a pool takes: their names, types and defaults."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, Literal, TypeVar

from gymnasium.vector import AutoresetMode

from parallel_pool.pool.arguments import Seed
from parallel_pool.pool.workers import NumaChoice, Workers

Function = TypeVar("Function", bound=Callable[..., Any])
AutoresetName = Literal["NextStep", "SameStep", "Disabled"]
RenderMode = Literal[
    "rgb_array", "human", "ansi", "depth_array", "rgbd_tuple", "rgb_array_list", "ansi_list"
]


def pool_arguments(
    num_envs: int = 1,
    batch_size: int | None = None,
    num_threads: int | None = None,
    seed: Seed = None,
    autoreset_mode: AutoresetName | AutoresetMode = "NextStep",
    max_episode_steps: int | None = None,
    render_mode: RenderMode | None = None,
    thread_affinity_offset: int | None = None,
    numa: NumaChoice = "auto",
    chunk_size: int | None = None,
    workers: Workers | None = None,
    **env_config: object,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments by name with defaults filled in, and the environment's options.

    What they mean stands at `parallel_pool.make`.
    """
    arguments = dict(locals())
    return arguments, arguments.pop("env_config")


def read_arguments(
    call: str, args: tuple[Any, ...], keywords: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """`pool_arguments` of a call, which is named where they do not fit.

    Raises:
        TypeError: an argument was given twice, or too many were given by position.
    """
    if len(args) > len(ARGUMENTS):
        raise TypeError(
            f"{call}() takes at most {len(ARGUMENTS)} arguments of the pool by position "
            f"({ARGUMENTS[0]} to {ARGUMENTS[-1]}), got {len(args)}"
        )
    try:
        return pool_arguments(*args, **keywords)
    except TypeError as error:
        raise TypeError(str(error).replace(pool_arguments.__name__, call)) from None


def takes_pool_arguments(function: Function) -> Function:
    """Shows the arguments above in the signature of a function, for its ``*args, **kwargs``."""
    shown = signature(function)
    own = [one for one in shown.parameters.values() if one.kind == Parameter.POSITIONAL_OR_KEYWORD]
    every = [*own, *_SIGNATURE.parameters.values()]
    function.__signature__ = shown.replace(parameters=every)  # type: ignore[attr-defined]
    return function


_SIGNATURE = signature(pool_arguments)
ARGUMENTS = tuple(name for name in _SIGNATURE.parameters if name != "env_config")
