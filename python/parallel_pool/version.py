# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The package's version."""

from __future__ import annotations

from importlib.metadata import version

__version__ = version("parallel_pool")
