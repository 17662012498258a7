# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The cluster of Ray's tests, and RLlib, which warns of its own future when it is imported."""

from __future__ import annotations

import contextlib
import importlib
import warnings

from tests.adapters.ray.conftest import cluster  # noqa: F401 - a fixture

with warnings.catch_warnings(), contextlib.suppress(ImportError):
    warnings.simplefilter("ignore")
    importlib.import_module("ray.rllib.algorithms.ppo")
