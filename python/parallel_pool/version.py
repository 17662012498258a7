# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The package's version, and which versions share their saved states."""

from __future__ import annotations

from importlib.metadata import version

__version__ = version("parallel_pool")
# Saved states fit all versions with the same first two numbers.
STATE_VERSION = ".".join(__version__.split(".")[:2])
