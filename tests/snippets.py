# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Finds the code that documents show, and runs it."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

# tests/adapters runs these with their libraries, tests/faces in a process without EnvPool.
ADAPTER_DOCUMENTS = (
    "sb3.md",
    "first_training.md",
    "tianshou.md",
    "cleanrl.md",
    "rollouts.md",
    "envpool.md",
    "jax.md",
    "ray.md",
    "torchrl.md",
    "rllib.md",
    "pufferlib.md",
    "sample_factory.md",
    "acme.md",
)


def blocks(document: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of a language: the line of each one's first line, and its text."""
    text = document.read_text()
    found = re.finditer(rf"^ *```{language}\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, match.start(1)) + 1, textwrap.dedent(match[1])) for match in found]


def run_block(source: str, name: str, namespace: dict[str, Any]) -> list[str]:
    """Executes a block. A comment after an expression states its value.

    Returns:
        The stated and the true value of each expression where they differ.
    """
    lines = source.splitlines()
    wrong = []
    for node in ast.parse(source).body:
        rest = lines[(node.end_lineno or 0) - 1][node.end_col_offset :]
        _, hash_sign, said = rest.partition("  # ")
        if isinstance(node, ast.Expr) and hash_sign:
            value = eval(compile(ast.Expression(node.value), name, "eval"), namespace)
            if isinstance(value, np.generic):
                value = value.item()
            if repr(value) != said.strip():
                wrong.append(f"{ast.unparse(node)} is {value!r}, not {said.strip()}")
        else:
            exec(compile(ast.Module([node], []), name, "exec"), namespace)
    return wrong


def run_document(document: Path) -> list[str]:
    """Runs the Python blocks of a document in order, each as if it were pasted alone.

    Returns:
        The wrong values, as `run_block`.
    """
    wrong = []
    for line, source in blocks(document, "python"):
        padded = "\n" * (line - 1) + source  # so that a traceback points into the document
        wrong += run_block(padded, str(document), {"__name__": "document"})
    return wrong
