# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The package's version, and which versions share their saved states."""

from __future__ import annotations

from parallel_pool._core import VERSION

# The metadata of the installed package say the same, but reading them takes long.
__version__ = VERSION
# Saved states fit all versions with the same first two numbers.
STATE_VERSION = ".".join(__version__.split(".")[:2])
