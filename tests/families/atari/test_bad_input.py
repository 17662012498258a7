# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""For any invalid input, the emulator says what is wrong, and its state does not change."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from parallel_pool import errors
from parallel_pool.atari import Emulator, RomError, find_game, load_rom


def loaded(game: str = "breakout", **options: Any) -> Emulator:
    emulator = Emulator(**{"seed": 1} | options)
    emulator.load(game)
    for action in (1, 3, 4, 1):
        emulator.act(action)
    return emulator


def future(emulator: Emulator) -> list[object]:
    """What the next frames and the next reset bring; all that is hidden shows there."""
    seen: list[object] = [emulator.game.name, emulator.mode, emulator.difficulty]
    for number in range(12):
        if number == 8:
            emulator.reset()
        seen += [emulator.act(3), emulator.ram().tobytes(), emulator.screen().tobytes()]
        seen += [emulator.lives, emulator.frame_number, emulator.episode_frame_number]
    return seen


EXPECTED = {game: future(loaded(game)) for game in ("breakout", "video_cube")}


def refuses(
    call: Callable[[Emulator], object], error: type[Exception], message: str, game: str = "breakout"
) -> None:
    """The call fails with the message, and leaves no trace in the emulator."""
    emulator = loaded(game)
    with pytest.raises(error, match=message):
        call(emulator)
    assert future(emulator) == EXPECTED[game]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("brekaout", "there is no Atari game 'brekaout', did you mean 'breakout'"),
        ("ALE/Breakot-v5", "there is no Atari game 'ALE/Breakot-v5', did you mean 'breakout'"),
        ("combat", "there is no Atari game 'combat'"),
        ("", "there is no Atari game ''"),
        ("pong\0", "there is no Atari game 'pong"),
    ],
)
def test_unknown_games(name: str, message: str) -> None:
    refuses(lambda one: one.load(name), errors.UnknownEnvironmentError, re.escape(message))


def test_games_that_are_no_text() -> None:
    for name in (None, 3, b"pong", ["pong"]):
        refuses(
            lambda one, name=name: one.load(name), TypeError, "a game's name must be a str, got"
        )


def test_missing_files(tmp_path: Path) -> None:
    for path in (tmp_path / "pong.bin", tmp_path, str(tmp_path / "pong.bin")):
        refuses(
            lambda one, path=path: one.load("pong", path),
            RomError,
            rf"the ROM of 'pong' cannot be read: .*{re.escape(str(tmp_path))}",
        )


def test_damaged_files(tmp_path: Path) -> None:
    """A bit, a cut, a byte more, nothing, another game's image; the size and MD5 are named."""
    image = load_rom(find_game("pong"))
    flipped = bytearray(image)
    flipped[777] ^= 4
    path = tmp_path / "pong.bin"
    for damaged in (flipped, image[:-1], image + b"\0", b"", load_rom(find_game("kaboom"))):
        path.write_bytes(damaged)
        refuses(
            lambda one: one.load("pong", path),
            RomError,
            f"expected 2048 bytes with the MD5 {find_game('pong').md5}, "
            f"got {len(damaged)} bytes with the MD5 [0-9a-f]{{32}}",
        )


def test_images_of_another_size() -> None:
    """The class below takes any bytes, as diagnostic ROMs need, but not any number of them."""
    from parallel_pool.families.atari import native as atari

    for size in (0, 1, 2047, 4096):
        with pytest.raises(ValueError, match=f"2048.*{size}"):
            atari.Emulator("pong", bytes(size))
    with pytest.raises(ValueError, match="no game is named 'Pong'"):
        atari.Emulator("Pong", bytes(2048))


def test_impossible_modes_and_difficulties() -> None:
    listed = "breakout has no mode 3; its modes are 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44"
    for mode in (3, -1, 45, 2**40):
        refuses(lambda one, mode=mode: one.reset(mode=mode), ValueError, f"has no mode {mode}; its")
    refuses(lambda one: one.reset(mode=3), ValueError, listed)
    refuses(
        lambda one: one.reset(mode=4, difficulty=2),
        ValueError,
        "breakout has no difficulty 2; its difficulties are 0, 1$",
    )
    refuses(lambda one: one.reset(mode=3, difficulty=1), ValueError, listed)
    for wrong in ("4", 4.0, [4]):
        refuses(lambda one, wrong=wrong: one.reset(mode=wrong), TypeError, "integer")
        refuses(lambda one, wrong=wrong: one.reset(difficulty=wrong), TypeError, "integer")


def test_many_modes_are_listed_in_full() -> None:
    refuses(
        lambda one: one.reset(mode=3),
        ValueError,
        "its modes are 0, 1, 2, 100, 101, 102, .*, 5002",
        game="video_cube",
    )


def test_impossible_actions() -> None:
    for action in (-1, 18, 40, 2**70, -(2**70)):
        refuses(
            lambda one, action=action: one.act(action),
            errors.InvalidActionError,
            f"action must be from 0 to 17, got {action}",
        )
    for wrong in (None, "1", 1.0, np.zeros(2, int)):
        refuses(lambda one, wrong=wrong: one.act(wrong), TypeError, "integer")
    for strength in (-0.1, 1.1, float("nan"), float("inf")):
        refuses(
            lambda one, strength=strength: one.act(3, strength),
            errors.InvalidActionError,
            f"strength must be from 0 to 1, got {strength}",
        )
    refuses(lambda one: one.act(3, "much"), TypeError, "str")  # type: ignore[arg-type]


def test_actions_that_a_game_does_not_have_do_nothing() -> None:
    """As in ALE, where they are legal or count as none; NumPy's integers are integers."""
    emulator, other = loaded("skiing"), loaded("skiing")
    for action in (1, 10, 17):
        emulator.act(action)
        other.act(np.int64(0))  # type: ignore[arg-type]
        assert emulator.ram().tobytes() == other.ram().tobytes()


def test_wrong_bytes_for_a_state() -> None:
    """Cut anywhere, changed anywhere, longer, of another game, or none at all."""
    state, rng = loaded().save(), random.Random(3)
    wrong = [b"", b"\0" * 100, state + b"\0", state[1:], state[:-1], loaded("pong").save()]
    wrong += [state[: rng.randrange(len(state))] for _ in range(40)]
    for _ in range(80):
        flipped = bytearray(state)
        flipped[rng.randrange(len(state))] ^= 1 << rng.randrange(8)
        wrong.append(bytes(flipped))
    emulator = loaded()
    for one in wrong:
        with pytest.raises(errors.StateError, match="state"):
            emulator.restore(one)
    assert future(emulator) == EXPECTED["breakout"]
    for other in (None, "state", 5, bytearray(state)):
        refuses(
            lambda one, other=other: one.restore(other),
            TypeError,
            "a state must be bytes from save, got",
        )


def test_whose_state_it_is() -> None:
    state = loaded("pong").save()
    refuses(
        lambda one: one.restore(state),
        errors.StateError,
        "the state belongs to another game than breakout: to pong",
    )


def test_other_forms_of_pictures() -> None:
    refuses(
        lambda one: one.screen("grey"),  # type: ignore[arg-type]
        ValueError,
        "form must be 'index', 'gray' or 'rgb', got 'grey'",
    )


def test_an_empty_emulator() -> None:
    """Every call but `load` says what is missing."""
    calls: list[Callable[[Emulator], object]] = [
        lambda one: one.act(0),
        lambda one: one.reset(),
        lambda one: one.ram(),
        lambda one: one.screen(),
        lambda one: one.save(),
        lambda one: one.restore(b""),
        *(
            lambda one, name=name: getattr(one, name)
            for name in ("game", "mode", "difficulty", "lives", "terminal", "truncated",
                         "frame_number", "episode_frame_number")
        ),
    ]  # fmt: skip
    emulator = Emulator(seed=1)
    for call in calls:
        with pytest.raises(RuntimeError, match=r"no game is loaded: call load\(\) first"):
            call(emulator)
    with pytest.raises(errors.UnknownEnvironmentError):
        emulator.load("nothing")
    emulator.load("breakout")
    for action in (1, 3, 4, 1):
        emulator.act(action)
    assert future(emulator) == EXPECTED["breakout"]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seed": -(2**31) - 1}, ValueError, r"seed must be from -2\*\*31 to 2\*\*32 - 1, got -"),
        ({"seed": 1.5}, TypeError, "integer"),
        ({"repeat_action_probability": -0.1}, ValueError, "from 0 to 1, got -0.1"),
        ({"repeat_action_probability": float("nan")}, ValueError, "from 0 to 1, got nan"),
        ({"frame_skip": -4}, ValueError, "frame_skip must be from 1 to 2147483647, got -4"),
        ({"frame_skip": 2**31}, ValueError, "frame_skip must be from 1 to 2147483647, got 2147"),
        ({"frame_skip": 4.0}, TypeError, "integer"),
        (
            {"max_frames_per_episode": 2**31},
            ValueError,
            "max_frames_per_episode must be from 0 to 2147483647, got 2147483648",
        ),
        ({"max_frames_per_episode": "9"}, TypeError, "integer"),
        ({"reward_range": (-(2**31) - 1, 0)}, ValueError, "two ascending 32-bit ints"),
        ({"reward_range": (0, 1, 2)}, ValueError, r"two ascending 32-bit ints, got \(0, 1, 2\)"),
        ({"reward_range": (0.5, 1)}, TypeError, "integer"),
    ],
)
def test_options(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Emulator(**options)
