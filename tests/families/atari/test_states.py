# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Forged states of games, also of the console within."""

from __future__ import annotations

import random
import struct

import pytest
from parallel_pool import errors

from tests.driver import Driver
from tests.forged import replaced
from tests.support import assert_clean, run_python

_CONSOLE = 2_650  # whether there is one, and then its state
# Bytes of stacked frames, before which their number stands: 84 x 84 four times, or a whole picture.
_STACKS = (4 * 84 * 84, 210 * 160 * 3)
# All kinds of cartridges: most games', then F8SC, F6SC, E0, FE and DPC.
GAMES = ["Breakout", "Pong", "ElevatorAction", "Klax", "MontezumaRevenge", "Robotank", "Pitfall2"]


def places_in(state: bytes) -> tuple[int, int]:
    """Where the console ends, and where the screens begin, behind the stack."""
    for size in _STACKS:
        end = state.find(size.to_bytes(8, "little"))
        if end != -1:
            return end, end + 8 + size
    raise AssertionError("there is no stack")


def forge(good: bytes, dice: random.Random) -> bytes:
    """The state with words replaced, but for those of pictures, which hold no structure."""
    end, screens = places_in(good)
    parts = [
        range(120),
        range(_CONSOLE - 50, _CONSOLE + 2_800),  # the system's generator, and the machine
        range(end - 2_700, end),  # the console's own, and the rules
        range(end - 150, end),
        range(screens, screens + 5),
    ]
    bad = good
    for _ in range(dice.choice([1, 1, 2, 4])):
        bad = replaced(bad, dice.choice(dice.choice(parts)), dice)
    return bad


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
        _, screens = places_in(good)
        without_console = good[:_CONSOLE] + bytes(1) + good[_CONSOLE + 1 :]
        without_screen = good[:screens] + bytes([0, 255, 0, 0, 0])
        for bad, why in {
            without_console: "the state holds no console",
            without_screen: "the state holds no screen",
        }.items():
            with pytest.raises(errors.StateError, match=why):
                envs.set_state(None, [owner.pack(bad)])
        # As many screens as an episode may end with: the next one replaces some.
        screen = 210 * bytes(1 + 160)
        envs.set_state(None, [owner.pack(good[:screens] + bytes([3, 255, 0, 1, 2]) + 3 * screen)])
        driver.advance([0])


@pytest.mark.parametrize("strength", [1e30, float("inf"), float("nan")])
def test_a_strength_fits_the_turn_of_a_paddle(strength: float) -> None:
    with Driver("Breakout-v5", num_envs=1).envs as envs:
        envs.reset(seed=1)
        owner = envs._engine._owner
        good = owner.unpack(envs.get_state()[0])
        place = places_in(good)[0] - 20  # before the two numbers of frames
        assert good[place : place + 4] == struct.pack("<f", 1)
        bad = good[:place] + struct.pack("<f", strength) + good[place + 4 :]
        with pytest.raises(errors.StateError, match="the state holds no strength of an action"):
            envs.set_state(None, [owner.pack(bad)])
