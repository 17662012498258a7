# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool 1.2.7, if it is installed, and a function that makes the same pool with both packages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import PUBLIC_IDS

try:
    import envpool
except ImportError:
    envpool = None

needs_envpool = pytest.mark.skipif(
    getattr(envpool, "__version__", "") != "1.2.7",
    reason="EnvPool 1.2.7 is not installed; it needs Python 3.12 or newer",
)
# EnvPool warns about the precision of its spaces and about ignored seeds.
quiet = pytest.mark.filterwarnings("ignore")
COMMON = sorted({*PUBLIC_IDS} & {*(envpool.list_all_envs() if envpool else [])})


def make(maker: Any, id: str, env_type: str, **options: Any) -> Any:
    """A pool of either package, whose resets also return infos."""
    if env_type == "gym":
        options["gym_reset_return_info"] = True
    return maker.make(id, env_type=env_type, **options)
