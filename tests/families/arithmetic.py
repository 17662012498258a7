# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How NumPy calculates on this CPU, which golden traces of rules in NumPy depend on."""

from __future__ import annotations

import hashlib
from functools import cache

import numpy as np


@cache
def arithmetic() -> str:
    """A name for how NumPy calculates on this CPU, which decides the last bits of the traces."""
    rng = np.random.default_rng(0)
    numbers = rng.uniform(-1, 1, (200, 4))
    pairs = numbers.reshape(200, 2, 2)
    results = [
        *(function(numbers) for function in (np.arcsin, np.arctan, np.tan, np.exp)),
        np.arctan2(numbers[:, 0], numbers[:, 1]),
        np.power(np.abs(numbers[:, 0]), 4 + numbers[:, 1]),
        np.array([np.dot(a, b) for a, b in pairs]),
        np.array([pair @ pair[0] for pair in pairs]),
        np.array([pair @ numbers[:9, :2].T for pair in pairs]),
    ]
    digest = hashlib.sha256()
    for result in results:
        digest.update(result.tobytes())
    return f"arithmetic-{digest.hexdigest()[:8]}"
