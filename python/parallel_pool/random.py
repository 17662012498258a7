# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Converts between the engine's PCG64 states and NumPy generators."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def generator_from_words(words: Sequence[int]) -> np.random.Generator:
    """A generator whose state the engine describes with six words."""
    state_low, state_high, increment_low, increment_high, has_uint32, uinteger = words
    bits = np.random.PCG64(0)
    bits.state = {
        "bit_generator": "PCG64",
        "state": {
            "state": state_high << 64 | state_low,
            "inc": increment_high << 64 | increment_low,
        },
        "has_uint32": has_uint32,
        "uinteger": uinteger,
    }
    return np.random.Generator(bits)


def words_of_generator(generator: np.random.Generator) -> list[int]:
    """The six engine words of a PCG64 generator's state.

    Raises:
        TypeError: the generator is not a `numpy.random.Generator` over a PCG64.
    """
    bits = generator.bit_generator if isinstance(generator, np.random.Generator) else None
    if not isinstance(bits, np.random.PCG64):
        raise TypeError(f"np_random must be a Generator over a PCG64, got {generator!r}")
    state = bits.state
    mask = (1 << 64) - 1
    inner, increment = state["state"]["state"], state["state"]["inc"]
    return [
        inner & mask,
        inner >> 64,
        increment & mask,
        increment >> 64,
        state["has_uint32"],
        state["uinteger"],
    ]
