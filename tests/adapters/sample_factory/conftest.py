# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Imports the library, which warns of its own future, before a warning is an error."""

from __future__ import annotations

import contextlib
import importlib
import warnings

with warnings.catch_warnings(), contextlib.suppress(ImportError):
    warnings.simplefilter("ignore")
    importlib.import_module("sample_factory.train")
