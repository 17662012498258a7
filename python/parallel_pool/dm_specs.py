# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""dm_env specs from the engine's descriptions, and observations as named tuples."""

from __future__ import annotations

import keyword
import re
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from dm_env import specs

from parallel_pool.spaces import Description, bound_of


def make_spec(node: Description) -> Any:
    """The specs of a description: nested tuples and dicts of arrays."""
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
    high: Any = 1
    if kind == "Discrete":
        low, high = node["start"], node["start"] + node["n"] - 1
    elif kind == "MultiDiscrete":
        high = np.array(node["nvec"], dtype=dtype).reshape(shape) - 1
    elif kind == "Box":
        low, high = (bound_of(node[side], shape, dtype.type) for side in ("low", "high"))
    return specs.BoundedArray(shape, dtype, low, high, name)


def namer(node: Description) -> Callable[[Any], Any]:
    """What turns nested values of a description into named tuples, dict by dict."""
    kind = node["kind"]
    if kind == "Tuple":
        parts = [namer(child) for child in node["children"]]
        return lambda values: tuple(part(values[i]) for i, part in enumerate(parts))
    if kind == "Dict":
        keys = [child["name"] for child in node["children"]]
        record = namedtuple(_identifiers([node["name"]])[0], _identifiers(keys))  # type: ignore[misc]
        items = [(child["name"], namer(child)) for child in node["children"]]
        return lambda values: record(*(part(values[key]) for key, part in items))
    return lambda value: value


def _identifiers(names: Sequence[str]) -> list[str]:
    """Names that a named tuple may have, each once."""
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
    """What the batched face takes and gives.

    Attributes:
        observation: a named tuple of specs, without the axis of rows.
        action: nested specs of one environment's action.
    """

    def __init__(self, spec: Description) -> None:
        """From the engine's description of an environment's spaces."""
        env_id = {"kind": "Value", "name": "env_id", "dtype": "int32", "shape": ()}
        owners = [env_id, env_id | {"name": "id"}] if spec["multi_player"] else [env_id]
        players = {"kind": "Dict", "name": "players", "children": owners}
        observation = spec["observation"]
        self._is_dict = observation["kind"] == "Dict"
        parts = observation["children"] if self._is_dict else [observation | {"name": "obs"}]
        infos = [env_id, players, *spec["info"]["children"]]
        self._infos = [(child["name"], namer(child)) for child in infos]
        self._parts = [(child["name"], namer(child)) for child in parts]
        fields = _identifiers([child["name"] for child in (*infos, *parts)])
        self._record: Any = namedtuple("State", fields)  # type: ignore[misc]
        info_specs = {child["name"]: make_spec(child) for child in infos}
        part_specs = {child["name"]: make_spec(child) for child in parts}
        self.observation = self.name(part_specs if self._is_dict else part_specs["obs"], info_specs)
        self.action = make_spec(spec["action"] | {"name": "action"})

    def name(self, observations: Any, infos: dict[str, Any]) -> Any:
        """Ids, infos and observations as one named tuple ``State``.

        The entries of a Dict observation are fields of their own, any other is the field ``obs``.
        """
        parts = observations if self._is_dict else {"obs": observations}
        return self._record(
            *(part(infos[key]) for key, part in self._infos),
            *(part(parts[key]) for key, part in self._parts),
        )
