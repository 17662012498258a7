# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Walks through descriptions of spaces, and what one agent has of a description."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Description = dict[str, Any]


def own_description(node: Description, agent: int) -> Description:
    """What an agent has of a space of which agents have unlike shares."""
    if "children" in node:
        return node | {"children": [own_description(child, agent) for child in node["children"]]}
    if "own" not in node:
        return node
    share = node["own"][agent]
    own = {name: value for name, value in node.items() if name != "own"}
    if node["kind"] == "Discrete":
        return own | {"n": share}
    bounds = {side: node[side][:share] for side in ("low", "high")}
    return own | bounds | {"shape": (share,)}


def own_elements(node: Description, array: np.ndarray, agent: int) -> np.ndarray:
    """An agent's share of the last axis of an array of actions or observations: a view."""
    return array[..., : node["own"][agent]] if "own" in node and node["shape"] else array


def map_tree(node: Description, function: Callable[..., Any], *values: Any) -> Any:
    """Applies a function to each leaf of a description and to the values' arrays there."""
    if node["kind"] == "Dict":
        return {
            child["name"]: map_tree(child, function, *(value[child["name"]] for value in values))
            for child in node["children"]
        }
    if node["kind"] == "Tuple":
        return tuple(
            map_tree(child, function, *(value[i] for value in values))
            for i, child in enumerate(node["children"])
        )
    return function(node, *values)


def tree_function(
    node: Description, function_of: Callable[[Description], Callable[..., Any]]
) -> Callable[..., Any]:
    """A function that maps values of a description; it is made once and called at every step.

    Args:
        node: the description.
        function_of: takes a leaf, and returns the function that maps the leaf's values.

    Returns:
        A function of values and of further arguments, which each leaf's function gets too.
    """
    if node["kind"] == "Dict":
        named = [(part["name"], tree_function(part, function_of)) for part in node["children"]]
        return lambda values, *rest: {name: part(values[name], *rest) for name, part in named}
    if node["kind"] == "Tuple":
        parts = [tree_function(part, function_of) for part in node["children"]]
        return lambda values, *rest: tuple(part(values[i], *rest) for i, part in enumerate(parts))
    return function_of(node)


def leaves_of(node: Description) -> list[Description]:
    """The leaves of a description."""
    return (
        [leaf for part in node["children"] for leaf in leaves_of(part)]
        if ("children" in node)
        else [node]
    )
