# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Forged states of games, also of the console within, whose checksum is made to fit."""

from __future__ import annotations

import random
import struct

import pytest
from parallel_pool import errors

from tests.driver import Driver
from tests.forged import replaced
from tests.support import assert_clean, run_python

_MAGIC = b"parallel_pool Atari state 1\n"
_MD5_BYTES = 32
# All kinds of cartridges: most games', then F8SC, F6SC, E0, FE and DPC.
GAMES = ["Breakout", "Pong", "ElevatorAction", "Klax", "MontezumaRevenge", "Robotank", "Pitfall2"]


def checksum(console: bytes) -> bytes:
    """That of the emulator: FNV-1a with 64 bits."""
    total = 0xCBF29CE484222325
    for byte in console:
        total = (total ^ byte) * 0x100000001B3 & (2**64 - 1)
    return total.to_bytes(8, "little")


def number(state: bytes, place: int) -> int:
    """A length of 8 bytes."""
    return int.from_bytes(state[place : place + 8], "little")


def places_in(state: bytes) -> tuple[int, int, int]:
    """Where the console begins and ends, and where the screens begin, behind the stack."""
    magic = state.index(_MAGIC)
    end = magic + number(state, magic - 8)
    return magic, end, end + 8 + number(state, end)


def forge(good: bytes, dice: random.Random) -> bytes:
    """The state with words replaced, but for those of pictures, which hold no structure."""
    magic, end, screens = places_in(good)
    start = magic + len(_MAGIC) + _MD5_BYTES + 8
    parts = [
        range(magic),
        range(start, start + 2_800),  # the system's generator, and the machine
        range(end - 2_700, end),  # the environment's, and the rules
        range(end - 150, end),
        range(screens, screens + 5),
    ]
    bad = good
    for _ in range(dice.choice([1, 1, 2, 4])):
        bad = replaced(bad, dice.choice(dice.choice(parts)), dice)
    return with_checksum(bad)


def with_checksum(state: bytes) -> bytes:
    """The state with the checksum that its console's bytes have."""
    magic, end, _ = places_in(state)
    start = magic + len(_MAGIC) + _MD5_BYTES + 8
    return state[: start - 8] + checksum(state[start:end]) + state[start:]


@pytest.mark.parametrize(
    "game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])]
)
def test_forged_consoles_do_no_harm(game: str) -> None:
    code = f"""
from tests import forged
from tests.families.atari.test_states import forge

forged.try_states(["{game}-v5", "ALE-{game}-v5"], 60, forge=forge)
"""
    assert_clean(run_python(code))


def test_states_without_a_console_or_a_screen_are_refused() -> None:
    driver = Driver("Breakout-v5", num_envs=1)
    with driver.envs as envs:
        driver.run(2)
        owner = envs._engine._owner
        good = owner.unpack(envs.get_state()[0])
        console, end, screens = places_in(good)
        without_console = good[: console - 8] + bytes(8) + good[end:]
        without_screen = good[:screens] + bytes([0, 255, 0, 0, 0])
        for bad, why in {
            without_console: "not a saved state of an emulator",
            without_screen: "the state holds no screen",
        }.items():
            with pytest.raises(errors.StateError, match=why):
                envs.set_state(None, [owner.pack(bad)])
        # As many screens as an episode may end with: the next one replaces some.
        screen = good[screens + 5 : screens + 13 + number(good, screens + 5)]
        envs.set_state(None, [owner.pack(good[:screens] + bytes([3, 255, 0, 1, 2]) + 3 * screen)])
        driver.advance([0])


@pytest.mark.parametrize("strength", [1e30, float("inf"), float("nan")])
def test_a_strength_fits_the_turn_of_a_paddle(strength: float) -> None:
    with Driver("Breakout-v5", num_envs=1).envs as envs:
        envs.reset(seed=1)
        owner = envs._engine._owner
        good = owner.unpack(envs.get_state()[0])
        place = places_in(good)[1] - 20  # before the two numbers of frames
        assert good[place : place + 4] == struct.pack("<f", 1)
        bad = with_checksum(good[:place] + struct.pack("<f", strength) + good[place + 4 :])
        with pytest.raises(errors.StateError, match="the state holds no strength of an action"):
            envs.set_state(None, [owner.pack(bad)])
