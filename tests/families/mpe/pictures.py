# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Frames for the documentation, drawn by the reference."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator

import numpy as np

from tools.site.pictures import of_agents


def frames(id: str) -> Iterator[np.ndarray]:
    with warnings.catch_warnings(action="ignore"):
        module = importlib.import_module(f"mpe2.{id.replace('-', '_')}")
        env = module.env(render_mode="rgb_array")
        yield from of_agents(env, every=len(env.possible_agents))
