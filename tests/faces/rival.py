# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool 1.2.7, where it is installed, and how both packages are asked for the same pool."""

from __future__ import annotations

from typing import Any

import pytest
from support import PUBLIC_IDS

try:
    import envpool
except ImportError:
    envpool = None

needs_envpool = pytest.mark.skipif(
    getattr(envpool, "__version__", "") != "1.2.7",
    reason="EnvPool 1.2.7 is not installed; it needs Python 3.12 or newer",
)
# EnvPool's spaces warn of their own precision, its seeds of being ignored.
quiet = pytest.mark.filterwarnings("ignore")
COMMON = sorted({*PUBLIC_IDS} & {*(envpool.list_all_envs() if envpool else [])})


def make(maker: Any, id: str, env_type: str, **options: Any) -> Any:
    """A pool of either package; resets return infos too."""
    if env_type == "gym":
        options["gym_reset_return_info"] = True
    return maker.make(id, env_type=env_type, **options)
