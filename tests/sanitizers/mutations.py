# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Good bytes made bad, for fuzzers of what reads files and other outside input."""

from __future__ import annotations

import random

# Numbers at which counts, offsets and lengths go wrong.
_EDGES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**63 - 1)


def mutated(good: bytes, dice: random.Random) -> bytes:
    """The bytes with one to eight changes: flipped, cut, repeated, moved, or edges of numbers."""
    bad = bytearray(good)
    for _ in range(dice.choice([1, 1, 2, 8])):
        at = dice.randrange(len(bad) + 1)
        size = dice.choice([1, 2, 4, 8])
        kind = dice.randrange(6)
        if kind == 0 and at < len(bad):
            bad[at] ^= 1 << dice.randrange(8)
        elif kind == 1:
            edge = dice.choice(_EDGES) & (2 ** (8 * size) - 1)
            bad[at : at + size] = edge.to_bytes(size, "little")
        elif kind == 2:
            del bad[at:]
        elif kind == 3:
            del bad[at : at + dice.randint(1, 64)]
        elif kind == 4:
            bad[at:at] = bad[dice.randrange(len(bad) + 1) :][: dice.randint(1, 64)]
        else:
            bad[at : at + size] = dice.randbytes(size)
    return bytes(bad)


def mutated_text(good: str, dice: random.Random) -> bytes:
    """A text with bytes changed, or with words and lines swapped, dropped and repeated."""
    if dice.random() < 0.3:
        return mutated(good.encode(), dice)
    separator = dice.choice(["\n", " ", "="])
    parts = good.split(separator)
    for _ in range(dice.choice([1, 2, 5])):
        one, other = dice.randrange(len(parts)), dice.randrange(len(parts))
        kind = dice.randrange(4)
        if kind == 0:
            parts[one], parts[other] = parts[other], parts[one]
        elif kind == 1:
            parts[one] = parts[other]
        elif kind == 2:
            parts[one] = dice.choice(["", "nan", "-1", "1e999", "9" * 40, "\0", "é", '"', "<"])
        else:
            parts.insert(one, parts[other])
    return separator.join(parts).encode()
