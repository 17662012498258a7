# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Headings of the API page that show signatures: the code says the arguments."""

from __future__ import annotations

import inspect
import re
from typing import Any

import parallel_pool
from parallel_pool import DmEnv, DmPool, GymPool, PoolVectorEnv, testing

from tools.family_pages import FOLDER

API = FOLDER.parent / "api.md"
# What stands before the dot in a heading.
SCOPES: dict[str, Any] = {
    "parallel_pool": parallel_pool,
    "envs": PoolVectorEnv,
    "pool": GymPool,
    "batches": DmPool,
    "env": DmEnv,
    "testing": testing,
}


def signature(name: str) -> str:
    """``scope.name(a, b=1)`` as Python knows it, without annotations."""
    scope, _, attribute = name.partition(".")
    function = inspect.signature(getattr(SCOPES[scope], attribute))
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in function.parameters.values()
        if parameter.name != "self"
    ]
    bare = function.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    return f"{name}{bare}"


def page() -> str:
    """The API page with true signatures in its headings."""
    return re.sub(
        r"^(###+) `([\w.]+)\(.*\)`$",
        lambda heading: f"{heading[1]} `{signature(heading[2])}`",
        API.read_text(),
        flags=re.MULTILINE,
    )
