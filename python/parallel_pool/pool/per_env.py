# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Options that differ between the environments of a pool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parallel_pool.keywords import normalise_config
from parallel_pool.native import NativeEnvType, NativePool


class PerEnv:
    """A value of an option for each environment, where one value stands for all otherwise.

    It is needed because the value of an option may itself be a list.

    Args:
        values: the values in the order of the environments.
    """

    def __init__(self, values: Iterable[object]) -> None:
        """See the class."""
        if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
            raise TypeError(
                f"PerEnv takes a sequence with a value for each environment, got {values!r}"
            )
        self.values: tuple[Any, ...] = tuple(values)

    def __len__(self) -> int:
        """The number of values."""
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        """The values."""
        return iter(self.values)

    def __getitem__(self, index: int) -> Any:
        """One value."""
        return self.values[index]

    def __eq__(self, other: object) -> bool:
        """Whether the other one has the same values."""
        return isinstance(other, PerEnv) and self.values == other.values

    def __hash__(self) -> int:
        """Of the values, which must be hashable."""
        return hash(self.values)

    def __repr__(self) -> str:
        """As it was made."""
        return f"PerEnv({list(self.values)!r})"


@dataclass(frozen=True)
class EnvConfig:
    """The options of one environment.

    Attributes:
        given: those that were given; not compared, since `config` says all.
        config: the values of all options.
    """

    given: dict[str, object] = field(compare=False)
    config: dict[str, object]


def spread(options: Mapping[str, object], count: int) -> list[dict[str, object]]:
    """The options of each of `count` environments.

    Raises:
        ValueError: a `PerEnv` holds another number of values.
    """
    for name, value in options.items():
        if isinstance(value, PerEnv) and len(value) != count:
            raise ValueError(
                f"option {name!r}: PerEnv holds {len(value)} values, but there are {count} "
                "environments"
            )
    return [
        {name: value[i] if isinstance(value, PerEnv) else value for name, value in options.items()}
        for i in range(count)
    ]


def resolve_each(
    env_type: NativeEnvType, options: Sequence[Mapping[str, object]], env_ids: Sequence[int]
) -> list[EnvConfig]:
    """The checked options of environments; equal ones are the same object.

    Raises:
        TypeError, ValueError: an option is invalid; the message names the environment.
    """
    known: dict[str, EnvConfig] = {}
    resolved = []
    for env_id, one in zip(env_ids, options, strict=True):
        try:
            given = normalise_config(env_type, one)
            config = env_type.resolve(given)
        except (TypeError, ValueError) as error:
            if len(options) > 1:
                error.add_note(f"These were the options of env id {env_id}.")
            raise
        key = repr(sorted(config.items()))  # plain values
        resolved.append(known.setdefault(key, EnvConfig(given, config)))
    return resolved


def check_agreement(
    env_type: NativeEnvType,
    spec: Mapping[str, Any],
    limit: int | None,
    configs: Sequence[EnvConfig],
    env_ids: Sequence[int],
) -> None:
    """Refuses options with which an environment would not fit into the pool's batches.

    Args:
        env_type: the environments' type.
        spec: what the pool's batches are made for.
        limit: the time limit that the options ask for.
        configs: the options of environments.
        env_ids: the environments.

    Raises:
        ValueError: the message names the environment and what differs.
    """
    seen: set[int] = set()
    for env_id, one in zip(env_ids, configs, strict=True):
        if id(one) in seen:
            continue
        seen.add(id(one))
        own = env_type.spec(one.given)
        for part, expected in spec.items():
            if own[part] != expected:
                raise ValueError(
                    f"the options of env id {env_id} change {_PARTS.get(part, part)}: "
                    f"{_shown(own[part])} instead of {_shown(expected)}; {_FIXED}"
                )
        if env_type.episode_limit(one.given) != limit:
            raise ValueError(
                f"the options of env id {env_id} change the time limit: "
                f"{env_type.episode_limit(one.given)} time steps instead of {limit}; {_FIXED}"
            )


_FIXED = "it is fixed when a pool is made, and the same for all of its environments"

_PARTS = {
    "observation": "the observation space",
    "action": "the action space",
    "info": "the infos",
    "render_state": "what is rendered",
}


def _shown(node: Any) -> str:
    if not isinstance(node, dict):
        return repr(node)
    if node["kind"] in ("Tuple", "Dict"):
        inner = ", ".join(f"{child['name']}: {_shown(child)}" for child in node["children"])
        return f"{node['kind']}({inner})"
    if node["kind"] == "Discrete":
        return f"Discrete({node['n']})"
    if node["kind"] == "Box":
        bounds = f"{_bound(node['low'])}, {_bound(node['high'])}"
        return f"Box({bounds}, {tuple(node['shape'])}, {node['dtype']})"
    return f"{node['kind']}({tuple(node['shape'])}, {node['dtype']})"


def _bound(values: Sequence[float]) -> str:
    return str(values[0]) if len(set(values)) == 1 else str(list(values))


def apply(
    pool: NativePool,
    configs: Sequence[EnvConfig],
    env_ids: Sequence[int],
    usual: Mapping[str, object],
) -> None:
    """Gives environments their options from the next reset on, or at once before the first.

    Args:
        pool: the pool.
        configs: the options of environments.
        env_ids: the environments.
        usual: the values of the options that the pool was made with.
    """
    groups: dict[int, tuple[EnvConfig, list[int]]] = {}
    for env_id, one in zip(env_ids, configs, strict=True):
        groups.setdefault(id(one), (one, []))[1].append(env_id)
    for one, ids in groups.values():
        pool.set_config(ids, one.given, None if one.config == usual else one)
