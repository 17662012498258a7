# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Acme's environment loop, which drives `parallel_pool.DmEnv` and works without Launchpad too.

Acme 0.4 requires a version of Launchpad that has no wheels for Python 3.10 and later. Its loop
calls only two functions of Launchpad, which register and unregister a handler that stops the loop.
If Launchpad is missing, this module defines stubs for them.

>>> import parallel_pool
>>> from parallel_pool.acme import EnvironmentLoop
>>> loop = EnvironmentLoop(parallel_pool.DmEnv("CartPole-v1"), actor)
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from types import ModuleType


def _ignore(handler: Callable[[], object]) -> None:
    """Ignores a stop handler: without Launchpad, nothing would call it."""


if importlib.util.find_spec("launchpad") is None:
    _launchpad = ModuleType("launchpad", "What Acme's environment loop needs of Launchpad.")
    _launchpad.register_stop_handler = _ignore  # type: ignore[attr-defined]
    _launchpad.unregister_stop_handler = _ignore  # type: ignore[attr-defined]
    sys.modules["launchpad"] = _launchpad

try:
    from acme import EnvironmentLoop
except ImportError as error:
    raise ImportError(
        "parallel_pool.acme needs Acme 0.4: pip install --no-deps dm-acme && "
        "pip install absl-py dm-tree pillow"
    ) from error

__all__ = ["EnvironmentLoop"]
