# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The structure of a pool's actions and batches, as a jitted program is compiled for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from parallel_pool.errors import PoolError


@dataclass(frozen=True)
class Leaf:
    """One array.

    Attributes:
        dtype: the name of its dtype.
        shape: the shape of a row.
        is_text: whether a row may come as a str; its bytes are then padded with zeros.
    """

    dtype: str
    shape: tuple[int, ...] = ()
    is_text: bool = False


@dataclass(frozen=True)
class Branch:
    """A dict, or a tuple if `names` is None."""

    names: tuple[str, ...] | None
    parts: tuple[Node, ...]


Node = Leaf | Branch


@dataclass(frozen=True)
class Layout:
    """What programs depend on; equal pools share a program.

    Attributes:
        id: the pool's id, for messages.
        num_envs: the number of environments.
        batch_size: the number of rows in a full batch.
        action: the structure of an action.
        batch: the structure of observation, reward, terminated, truncated and info; on dm_env's
            face, of observation, reward, discount, step type and info.
    """

    id: str
    num_envs: int
    batch_size: int
    action: Node
    batch: Branch


def layout_of(pool: Any, id: str, spec: dict[str, Any], face: str) -> Layout:
    """The layout of a pool.

    Args:
        pool: a pool with that face.
        id: the pool's id.
        spec: the engine's description of the environment.
        face: its `env_type`: ``"gymnasium"``, ``"gym"`` or ``"dm"``.

    Raises:
        PoolError: batches have no fixed structure, or one that is not made of arrays.
    """
    if spec["multi_player"]:
        raise PoolError(
            f"{id} has several players: their number may change from batch to batch, but a jitted "
            "program needs fixed shapes"
        )
    is_envpool = face != "gymnasium"
    if face == "dm":
        observations, actions = pool.spec.observation_space, pool.spec.action_space
    else:
        observations, actions = pool.single_observation_space, pool.single_action_space
    num_envs = len(pool) if face == "dm" else pool.num_envs
    observation = _of_space(observations, id)
    info = _of_infos(spec["info"], masked=not is_envpool)
    if is_envpool:
        ids = Leaf("int32")
        info = {"env_id": ids, "players": Branch(("env_id",), (ids,)), **info}
        info["elapsed_step"] = Leaf("int32")
    else:
        if pool.batch_size != pool.num_envs:
            info["env_id"] = Leaf("int32")
        if pool.result_options.record_episode_statistics:
            counts = (Leaf("float64"), Leaf("int64"), Leaf("float64"))
            info |= {"episode": Branch(("r", "l", "t"), counts), "_episode": Leaf("bool")}
    if face != "dm" and pool.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
        info |= {"final_obs": observation, "_final_obs": Leaf("bool")}
        last = _branch(_of_infos(spec["info"], masked=True))
        info |= {"final_info": last, "_final_info": Leaf("bool")}
    reward = Leaf("float32" if is_envpool else "float64")
    ends = ("float32", "int32") if face == "dm" else ("bool", "bool")
    parts = (observation, reward, Leaf(ends[0]), Leaf(ends[1]), _branch(info))
    action = _of_space(actions, id)
    return Layout(id, num_envs, pool.batch_size, action, Branch(None, parts))


def _branch(parts: dict[str, Node]) -> Branch:
    return Branch(tuple(parts), tuple(parts.values()))


def _of_space(space: spaces.Space[Any], id: str) -> Node:
    if isinstance(space, spaces.Dict):
        return _branch({key: _of_space(part, id) for key, part in space.spaces.items()})
    if isinstance(space, spaces.Tuple):
        return Branch(None, tuple(_of_space(part, id) for part in space.spaces))
    if isinstance(space, spaces.Text):
        return Leaf("uint8", (space.max_length,), is_text=True)
    if space.dtype is None or space.shape is None or not np.issubdtype(space.dtype, np.generic):
        raise PoolError(f"{id} has a space that no array expresses, so JAX cannot take it: {space}")
    if space.dtype == object or space.dtype.itemsize > 8:
        raise PoolError(f"{id} has a space whose dtype JAX does not have: {space}")
    return Leaf(space.dtype.name, tuple(space.shape))


def _of_infos(description: dict[str, Any], masked: bool) -> dict[str, Node]:
    """The entries, and a mask after each if `masked`."""
    out: dict[str, Node] = {}
    for child in description["children"]:
        if masked and child.get("presence") == "envpool":
            continue  # Gymnasium's face has no such entry
        if "children" in child:
            out[child["name"]] = _branch(_of_infos(child, masked))
        else:
            out[child["name"]] = Leaf(child["dtype"], tuple(child["shape"]))
        if masked:
            out[f"_{child['name']}"] = Leaf("bool")
    return out


# --- Values ------------------------------------------------------------------------------------


def leaves(node: Node, name: str = "") -> Iterator[tuple[str, Leaf]]:
    """The leaves in order, with their names."""
    if isinstance(node, Leaf):
        yield name, node
        return
    names = node.names or tuple(str(i) for i in range(len(node.parts)))
    for part_name, part in zip(names, node.parts, strict=True):
        yield from leaves(part, f"{name}.{part_name}" if name else part_name)


def pack(node: Node, values: Iterator[Any]) -> Any:
    """The structure with these leaves."""
    if isinstance(node, Leaf):
        return next(values)
    if node.names is None:
        return tuple(pack(part, values) for part in node.parts)
    return {name: pack(part, values) for name, part in zip(node.names, node.parts, strict=True)}


def unpack(node: Node, value: Any, name: str) -> list[Any]:
    """The leaves of a structure.

    Raises:
        TypeError, ValueError: the structure is another; `name` begins the message.
    """
    if isinstance(node, Leaf):
        return [value]
    if node.names is None:
        if not isinstance(value, tuple | list) or len(value) != len(node.parts):
            raise TypeError(f"{name} must be a tuple of {len(node.parts)}, got {value!r}")
        pairs = zip(value, node.parts, strict=True)
        return [x for i, (v, p) in enumerate(pairs) for x in unpack(p, v, f"{name}[{i}]")]
    if not isinstance(value, dict) or set(value) != set(node.names):
        got = sorted(value) if isinstance(value, dict) else value
        raise TypeError(f"{name} must be a dict with the keys {sorted(node.names)}, got {got!r}")
    return [
        x
        for key, part in zip(node.names, node.parts, strict=True)
        for x in unpack(part, value[key], f"{name}[{key!r}]")
    ]


@dataclass(frozen=True)
class Action:
    """An array of actions.

    Attributes:
        name: its name, for messages.
        dtype: its dtype in the pool.
    """

    name: str
    dtype: np.dtype[Any]


def actions_of(node: Node, name: str) -> Any:
    """The structure of actions as `_xla` reads it."""
    if isinstance(node, Leaf):
        return Action(name, np.dtype(node.dtype))
    parts = [actions_of(part, name) for part in node.parts]
    return tuple(parts) if node.names is None else dict(zip(node.names, parts, strict=True))


@dataclass(frozen=True)
class Converted:
    """A part of a batch that is not made of arrays yet.

    Attributes:
        name: its name, for messages.
        convert: what makes a list of arrays of it.
        count: the number of these arrays.
    """

    name: str
    convert: Callable[[Any], list[np.ndarray]]
    count: int


def structure_of(node: Node, name: str) -> Any:
    """The structure as `_xla` reads it: dicts and tuples of names, one for each array."""
    if isinstance(node, Leaf):
        return Converted(name, partial(_texts, node), 1) if node.is_text else name
    if node.names is None:
        return tuple(structure_of(part, f"{name}[{i}]") for i, part in enumerate(node.parts))
    return {
        key: _finals(part, f"{name}.{key}")
        if key == "final_obs" and name == "info"
        else structure_of(part, f"{name}.{key}")
        for key, part in zip(node.names, node.parts, strict=True)
    }


def _finals(node: Node, name: str) -> Converted:
    return Converted(name, partial(_dense, node), sum(1 for _ in leaves(node)))


def _texts(leaf: Leaf, values: Any) -> list[np.ndarray]:
    """A column of texts, which come as a tuple of str or as bytes."""
    if isinstance(values, tuple):
        return [np.stack([_bytes(text, leaf.shape[0]) for text in values])]
    return [values]


def _dense(node: Node, finals: np.ndarray) -> list[np.ndarray]:
    """Final observations, of which some rows have none, as batched arrays in order."""
    ended = [row for row, value in enumerate(finals) if value is not None]

    def fill(part: Node, values: list[Any]) -> list[np.ndarray]:
        if isinstance(part, Branch):
            keys = part.names if part.names is not None else range(len(part.parts))
            pairs = zip(keys, part.parts, strict=True)
            return [x for key, child in pairs for x in fill(child, [v[key] for v in values])]
        array = np.zeros((len(finals), *part.shape), part.dtype)
        for row, value in zip(ended, values, strict=True):
            array[row] = _bytes(value, part.shape[0]) if isinstance(value, str) else value
        return [array]

    return fill(node, [finals[row] for row in ended])


def _bytes(text: str, width: int) -> np.ndarray:
    return np.frombuffer(text.encode().ljust(width, b"\0"), np.uint8)
