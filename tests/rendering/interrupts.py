# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pictures whose drawing a signal handler ends."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import parallel_pool

from tests.python_envs.test_interrupted_starts import Handler, Raised


def assert_drawn_anew_after_interrupts(id: str, **look: int) -> None:
    """A handler raises at each point of a call in turn; later pictures are right in any thread."""
    with (
        parallel_pool.make(id, num_envs=2, seed=0, render_mode="rgb_array", **look) as envs,
        ThreadPoolExecutor(1) as other,
    ):
        envs.reset()
        wanted = np.stack(envs.render())
        for point in range(1, 10_000):
            handler = Handler(point, ("/parallel_pool/",))
            try:
                sys.settrace(handler)
                envs.render()
            except Raised:
                pass
            finally:
                sys.settrace(None)
            if not handler.where:
                assert point > 20
                return
            for _ in range(2):
                assert np.array_equal(other.submit(envs.render).result(), wanted), handler.where
                assert np.array_equal(envs.render(), wanted), handler.where
