# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What EnvPool and this package say of an environment: spaces, specs, results, infos, options.

As `behaviours`, nothing here imports either library.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces

# Numbers that stand for the lack of a bound: infinities and the limits of a type.
NO_BOUND = {float(np.finfo(np.float32).max), float(np.finfo(np.float64).max), float("inf")}
TINY = {float(np.finfo(np.float32).tiny), float(np.finfo(np.float64).tiny)}
# Options of a pool; all others are the environment's.
SHARED = {
    "num_envs",
    "batch_size",
    "num_threads",
    "max_num_players",
    "thread_affinity_offset",
    "base_path",
    "seed",
    "env_seed",
    "gym_reset_return_info",
    "legacy_step",
    "max_episode_steps",
    "reward_threshold",
}


def facts(library: Any, id: str) -> dict[str, str]:
    """All facts of an id in words; names of infos and options are separated by commas."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec = library.make_spec(id)
        pool = library.make_gym(id, num_envs=2, num_threads=1)
        observations, infos = pool.reset()
        batch = library.make_dm(id, num_envs=2, num_threads=1)
        step = batch.reset()
    own = {name: value for name, value in infos.items() if name not in ("env_id", "players")}
    options = spec.config._asdict()
    told = {
        "time limit": str(spec.config.max_episode_steps),
        "reward threshold": str(spec.reward_threshold),
        "options": ", ".join(sorted(options.keys() - SHARED)),
        "infos": ", ".join(sorted(own)),
        "dtype of rewards": str(step.reward.dtype),
    }
    told |= {f"option `{name}`": str(options[name]) for name in options.keys() - SHARED}
    told |= {f"info `{name}`": array(value) for name, value in leaves(own)}
    told |= named("observation space", spec.observation_space)
    told |= named("action space", spec.action_space)
    told |= {_labelled("observation", name): array(value) for name, value in leaves(observations)}
    fields = step.observation._asdict().keys() - own.keys()
    told["fields of the dm observation"] = ", ".join(sorted(fields))
    told |= named("dm spec of actions", batch.action_spec())
    specs = batch.observation_spec()._asdict()
    parts = {name: specs[name] for name in specs if name not in {"env_id", "players", *own}}
    told |= named("dm spec", parts)
    missing = own.keys() - specs.keys() - {"elapsed_step"}
    told["infos that the dm face lacks"] = ", ".join(sorted(missing)) or "none"
    return told


def named(what: str, space: Any) -> dict[str, str]:
    """Each leaf of a space or spec, in words."""
    return {_labelled(what, name): in_words(leaf) for name, leaf in leaves(space)}


def _labelled(what: str, name: str) -> str:
    return f"{what}, `{name}`" if name else what


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The leaves of nested values, spaces or specs, with their paths."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, spaces.Dict | spaces.Tuple):
        value = value.spaces
    if isinstance(value, tuple | list):
        value = dict(enumerate(value))
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{path}.{name}" if path else str(name))
    else:
        yield path, value


def array(value: Any) -> str:
    """Dtype and shape of one row."""
    value = np.asarray(value)
    return f"{value.dtype} {value.shape[1:]}"


def in_words(leaf: Any) -> str:
    """A space or a spec."""
    if isinstance(leaf, spaces.Discrete):
        return f"Discrete({leaf.n})" + (f" from {leaf.start}" if leaf.start else "")
    if hasattr(leaf, "num_values"):
        return f"DiscreteArray, {leaf.dtype}"
    low = getattr(leaf, "low", getattr(leaf, "minimum", None))
    high = getattr(leaf, "high", getattr(leaf, "maximum", None))
    if low is None:
        return f"{leaf.dtype} {tuple(leaf.shape)}"
    return f"{leaf.dtype} {tuple(leaf.shape)}, {bound(low)} to {bound(high)}"


def bound(values: Any) -> str:
    """A bound in words; one number, if it is the same everywhere."""
    flat = [_number(value) for value in np.ravel(values)]
    if len({*flat}) == 1:
        return flat[0]
    return f"[{', '.join(flat)}]" if len(flat) <= 12 else f"[{', '.join(flat[:10])}, ...]"


def _number(value: Any) -> str:
    number = float(value)
    if abs(number) in NO_BOUND or number in TINY:
        return "no bound"
    return f"{number + 0.0:.6g}"
