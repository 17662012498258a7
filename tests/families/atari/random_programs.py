# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""ROMs of our own with random programs, for a game's console: 4 KB at $F000."""

from __future__ import annotations

import numpy as np

START = 0xF000
SIZE = 4096

# Opcodes by the length of their instructions, without those that jump, hang or move the stack
# pointer anywhere.
JUMPS = {0x00, 0x20, 0x40, 0x4C, 0x60, 0x6C, 0x10, 0x30, 0x50, 0x70, 0x90, 0xB0, 0xD0, 0xF0}
HANGS = {0x02 + 0x10 * row for row in range(16) if row not in (8, 10, 12, 14)}
STACK = {0x9A, 0x9B, 0xBB}
ONE_BYTE = {0x08, 0x0A, 0x28, 0x2A, 0x48, 0x4A, 0x68, 0x6A, 0x88, 0x8A, 0xA8, 0xAA, 0xC8, 0xCA}
ONE_BYTE |= {0xE8, 0xEA} | {low + row for row in range(0x10, 0x100, 0x20) for low in (8, 10)}


def length(opcode: int) -> int:
    """Bytes of an instruction."""
    if opcode in ONE_BYTE:
        return 1
    low = opcode & 15
    if low >= 12 or (low in (9, 11) and opcode & 16):
        return 3
    return 2


CALCULATING = sorted(set(range(256)) - JUMPS - HANGS - STACK)


class Program:
    """Bytes from START on, and the vectors."""

    def __init__(self) -> None:
        self.code = bytearray([0xA2, 0xFF, 0x9A])  # LDX #$FF, TXS

    def add(self, *data: int) -> None:
        self.code += bytes(data)

    def image(self) -> bytes:
        """The ROM; the program starts over at its end."""
        code = self.code + bytes([0x4C, START & 255, START >> 8])
        assert len(code) < SIZE - 6
        return bytes(code) + bytes(SIZE - 4 - len(code)) + bytes([0, START >> 8, 0, START >> 8])


def operand(rng: np.random.Generator) -> tuple[int, int]:
    """An address, most likely in memory, the TIA, the timer or the program."""
    kind = rng.random()
    if kind < 0.5:
        return int(rng.integers(0x80, 0x100)), 0
    if kind < 0.75:
        return int(rng.integers(0x2D)), 0
    if kind < 0.85:
        return int(rng.integers(0x80, 0x98)), 2
    return int(rng.integers(256)), int(rng.integers(0xF0, 0x100))


def calculations(rng: np.random.Generator, count: int) -> Program:
    """Instructions of all kinds, official or not, one after the other."""
    program = Program()
    for _ in range(count):
        opcode = int(rng.choice(CALCULATING))
        low, high = operand(rng)
        if length(opcode) == 2 and high:
            low |= 0x80
        program.add(*[opcode, low, high][: length(opcode)])
    return program


def pictures(rng: np.random.Generator) -> Program:
    """A picture of 262 lines, with random writes of the TIA at random times of each line."""
    program = Program()
    program.add(0xA9, 2, 0x85, 0, 0x85, 2, 0x85, 2, 0x85, 2, 0xA9, 0, 0x85, 0)  # VSYNC
    program.add(0x85, 1)  # VBLANK off
    lines = 0
    while len(program.code) < SIZE - 400 and lines < 200:
        if rng.random() < 0.7:
            program.add(0x85, 2)
            lines += 1
        for _ in range(int(rng.integers(1, 7))):
            register = int(rng.choice(WRITES))
            value = int(rng.integers(256))
            if register == 1:
                value &= 0xC2 if rng.random() < 0.1 else 0xC0
            program.add(0xA9, value, 0x85, register)
            if rng.random() < 0.4:
                program.add(*[0xEA] * int(rng.integers(1, 12)))
            if rng.random() < 0.1:
                program.add(0xA5, int(rng.integers(8)), 0x85, int(rng.integers(0x80, 0xD0)))
    rest = max(1, 262 - 3 - lines)
    program.add(0xA2, min(rest, 255), 0x85, 2, 0xCA, 0xD0, 0xFB)
    return program


# Registers that make pictures, those of objects more often.
WRITES = [1, *range(4, 0x15), *range(0x1B, 0x2D), *[0x10, 0x11, 0x1B, 0x1C, 0x2A, 4, 5, 0x0A] * 2]
