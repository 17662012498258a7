# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds mistakes of tasks that no result of a single run shows: for the conformance kit.

Within `watching`, each call of a task's method is checked. It must not write to rows of other
environments, which workers may be stepping at that time. And where the task names a reference that
it equals, it must not use arithmetic that rounds differently on rows.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

_watched = False

# What to use instead of functions that round differently on rows.
_INSTEAD = {
    "linalg.norm": "rows.norm",
    "einsum": "rows.dot or rows.matvec",
    "np.power": "rows.power",
    "numpy.power": "rows.power",
    "math.": "NumPy's function, if the reference uses it too",
}
_POWER = "rows.power, where the reference has a scalar"


def is_watched() -> bool:
    """Whether calls of methods are to be checked."""
    return _watched


@contextmanager
def watching() -> Iterator[None]:
    """Checks the calls of tasks' methods within the ``with`` block.

    Within it, all other environments must be at rest: workers write to rows that they step.
    """
    global _watched
    before, _watched = _watched, True
    try:
        yield
    finally:
        _watched = before


class Watch:
    """The rows that a call must leave as they are.

    Args:
        arrays: the arrays that methods may write to, by name.
        ids: the environments that the call is for, as an index.
    """

    def __init__(self, arrays: Mapping[str, np.ndarray], ids: Any) -> None:
        """Copies them."""
        self._arrays = arrays
        self._before = {}
        for name, array in arrays.items():
            others = np.ones(len(array), bool)
            others[ids] = False
            self._before[name] = (np.flatnonzero(others), array[others])

    def complaint(self) -> str:
        """What was written to, or ""."""
        for name, (others, rows) in self._before.items():
            for i, row in zip(others, rows, strict=True):
                if self._arrays[name][i].tobytes() != row.tobytes():
                    return f"wrote to row {i} of {name}, which is not among its ids"
        return ""


def lint(task: type) -> str:
    """The first arithmetic in a class's methods that rounds differently on rows, or ""."""
    for owner in task.__mro__:
        if owner.__module__.startswith(__package__) or owner is object:
            continue
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(owner)))
        except (OSError, TypeError, SyntaxError):  # written where there is no file
            continue
        for method in ast.walk(tree):
            if isinstance(method, ast.FunctionDef) and method.name != "setup":
                for node in ast.walk(method):
                    if found := _rounds_otherwise(node):
                        return f"{owner.__name__}.{method.name}() uses {found}"
    return ""


def _rounds_otherwise(node: ast.AST) -> str:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        is_number = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
        return "" if is_number else f"{ast.unparse(node)!r}: use {_POWER}"
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        for part, instead in _INSTEAD.items():
            if name.startswith(part) or name.endswith(f".{part}") or name == part:
                return f"{name}: use {instead}"
    return ""
