# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The reference: MPE2's own environments."""

from __future__ import annotations

import importlib
import logging
import warnings
from functools import partial
from typing import Any

import pytest
from parallel_pool.families.mpe import FAMILY

from tests.families import at_once

pytest.importorskip("mpe2")
pytest.importorskip("pygame")
logging.getLogger("pettingzoo.utils.env_logger").disabled = True  # it tells of each clipped action

IDS = FAMILY.ids


def parallel_reference(id: str, **config: Any) -> Any:
    """One environment."""
    with warnings.catch_warnings(action="ignore"):
        return importlib.import_module(f"mpe2.{id.replace('-', '_')}").parallel_env(**config)


def compare(id: str, steps: int, seed: int, **config: Any) -> None:
    """A pool equals environments of the reference."""
    at_once.compare(id, partial(parallel_reference, id), steps, seed, **config)
