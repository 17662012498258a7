# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Makes dm_env specs from the engine's descriptions, and observations into named tuples."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from dm_env import specs

from parallel_pool.faces.named_tuples import named_tuple
from parallel_pool.spaces import Description, bound_of


def make_spec(node: Description) -> Any:
    """Makes the specs of a description: nested tuples and dicts of arrays."""
    kind, name = node["kind"], node["name"]
    if kind == "Tuple":
        return tuple(make_spec(child) for child in node["children"])
    if kind == "Dict":
        return {child["name"]: make_spec(child) for child in node["children"]}
    dtype: Any = np.dtype(node["dtype"])
    shape = tuple(node["shape"])
    if kind == "Value":
        return specs.Array(shape, dtype, name)
    if kind == "Discrete" and node["start"] == 0:
        return specs.DiscreteArray(node["n"], dtype, name)
    low: Any = 0
    high: Any = 255 if kind == "Text" else 1
    if kind == "Discrete":
        low, high = node["start"], node["start"] + node["n"] - 1
    elif kind == "MultiDiscrete":
        high = np.array(node["nvec"], dtype=dtype).reshape(shape) - 1
    elif kind == "Box":
        low, high = (bound_of(node[side], shape, dtype.type) for side in ("low", "high"))
    return specs.BoundedArray(shape, dtype, _shortest(low), _shortest(high), name)


def make_action_spec(node: Description) -> Any:
    """Makes the specs of actions.

    `generate_value` of a BoundedArray gives its lower bound, and an infinite action is refused. So
    a Box without bounds becomes an Array, and other infinite lower bounds become the lowest float.
    Bounds have the shape of the action, so that `rng.uniform(spec.minimum, spec.maximum)` is one.
    """
    return _with_whole_bounds(make_spec(_without_infinities(node | {"name": "action"})))


def _with_whole_bounds(spec: Any) -> Any:
    if isinstance(spec, tuple):
        return tuple(_with_whole_bounds(part) for part in spec)
    if isinstance(spec, dict):
        return {name: _with_whole_bounds(part) for name, part in spec.items()}
    if type(spec) is not specs.BoundedArray:
        return spec
    low, high = (np.broadcast_to(side, spec.shape) for side in (spec.minimum, spec.maximum))
    return specs.BoundedArray(spec.shape, spec.dtype, low, high, spec.name)


def _without_infinities(node: Description) -> Description:
    if "children" in node:
        return node | {"children": [_without_infinities(child) for child in node["children"]]}
    low = np.ravel(node["low"]) if node["kind"] == "Box" else np.array([])
    if not np.isneginf(low).any():
        return node
    if np.isinf([*low, *np.ravel(node["high"])]).all():
        return node | {"kind": "Value"}
    least = np.finfo(node["dtype"]).min
    return node | {"low": [least if np.isneginf(bound) else bound for bound in low]}


def _shortest(bound: Any) -> Any:
    """A bound as one number, where it is the same everywhere."""
    flat = np.ravel(bound)
    return flat[0] if flat.size and (flat == flat[0]).all() else bound


class Namer:
    """Makes named tuples from values, one for each dict in a description.

    Args:
        name: the name of the outermost tuple.
        children: the descriptions of its fields.
    """

    def __init__(self, name: str, children: Sequence[Description]) -> None:
        """See the class."""
        keys = _keys(children)
        self._record: Any = named_tuple(_identifiers([name])[0], _identifiers(keys))
        parts = [_namer(child) for child in children]
        self._nested = [(i, part) for i, part in enumerate(parts) if part is not None]

    def __call__(self, values: list[Any]) -> Any:
        """Makes the named tuple of these values, one for each field."""
        for i, part in self._nested:
            values[i] = part(values[i])
        # The class itself does the same after it has counted the values.
        return tuple.__new__(self._record, values)


def _namer(node: Description) -> Callable[[Any], Any] | None:
    """A function that makes named tuples of the dicts in values; None if there are no dicts."""
    if node["kind"] == "Dict":
        name, keys = Namer(node["name"], node["children"]), _keys(node["children"])
        return lambda values: name([values[key] for key in keys])
    if node["kind"] == "Tuple":
        parts = [_namer(child) for child in node["children"]]
        return lambda values: tuple(
            value if part is None else part(value)
            for part, value in zip(parts, values, strict=True)
        )
    return None


def _keys(children: Sequence[Description]) -> list[str]:
    return [child["name"] for child in children]


def _identifiers(names: Sequence[str]) -> list[str]:
    """Names that the fields of a named tuple may have, without duplicates."""
    out: list[str] = []
    for name in names:
        plain = re.sub(r"\W", "_", name).lstrip("_")
        if not plain or plain[0].isdigit() or keyword.iskeyword(plain):
            plain = f"field_{plain}"
        unique, number = plain, 0
        while unique in out:
            number += 1
            unique = f"{plain}_{number}"
        out.append(unique)
    return out


class BatchSpecs:
    """The specs of the batched face.

    Attributes:
        observation: a named tuple of specs, without the axis of rows.
        action: the nested specs of one environment's action.
    """

    def __init__(self, spec: Description) -> None:
        """Takes the engine's description of the spaces."""
        env_id = {"kind": "Value", "name": "env_id", "dtype": "int32", "shape": ()}
        owners = [env_id, env_id | {"name": "id"}] if spec["multi_player"] else [env_id]
        players = {"kind": "Dict", "name": "players", "children": owners}
        observation = spec["observation"]
        self._is_dict = observation["kind"] == "Dict"
        parts = observation["children"] if self._is_dict else [observation | {"name": "obs"}]
        infos = [env_id, players, *spec["info"]["children"]]
        self._info_keys, self._part_keys = _keys(infos), _keys(parts)
        self._state = Namer("State", [*infos, *parts])
        info_specs = {child["name"]: make_spec(child) for child in infos}
        part_specs = {child["name"]: make_spec(child) for child in parts}
        self.observation = self.name(part_specs if self._is_dict else part_specs["obs"], info_specs)
        self.action = make_action_spec(spec["action"])

    def name(self, observations: Any, infos: dict[str, Any]) -> Any:
        """Combines ids, infos and observations into one named tuple ``State``.

        The entries of a Dict observation are fields of their own; any other is the field ``obs``.
        """
        values = [infos[key] for key in self._info_keys]
        if self._is_dict:
            values += [observations[key] for key in self._part_keys]
        else:
            values.append(observations)
        return self._state(values)
