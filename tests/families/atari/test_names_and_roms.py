# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Names of games in every spelling, and ROM images that are present, missing or damaged."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from ale_py import roms
from parallel_pool.atari import RomError
from parallel_pool.errors import UnknownEnvironmentError
from parallel_pool.families.atari import names
from parallel_pool.families.atari import native as atari
from parallel_pool.families.atari import roms as our_roms

from tests.robustness.isolation import run_code

GAMES = {game.name: game for game in atari.games}


def test_gymnasiums_ids() -> None:
    """Exactly the games that ale-py registers with Gymnasium, under their names there."""
    code = (
        "import gymnasium, ale_py\ngymnasium.register_envs(ale_py)\n"
        "print(*(spec.id for spec in gymnasium.registry.values()"
        " if 'ale_py' in str(spec.entry_point)))\n"
        "print(*(spec.kwargs['game'] for spec in gymnasium.registry.values()"
        " if 'ale_py' in str(spec.entry_point)))"
    )
    ids, games = (line.split() for line in run_code(code).check().splitlines()[-2:])
    assert {id for id in ids if id.startswith("ALE/")} == {
        f"ALE/{game.title}-v5" for game in atari.games
    }
    assert len(ids) > 300
    for id, game in zip(ids, games, strict=True):
        assert names.find_game(id).name == game


def test_every_spelling() -> None:
    for game in atari.games:
        for spelling in (
            game.name,
            f"{game.title}-v5",
            f"ALE/{game.title}-v5",
            f"parallel_pool/ALE-{game.title}-v5",
            f"parallel_pool/{game.envpool_title}-v5",
            f"{game.title}NoFrameskip-v4",
        ):
            assert names.find_game(spelling).name == game.name
    assert names.find_game("TicTacToe3d-v5").name == "tic_tac_toe_3d"
    assert GAMES["tic_tac_toe_3d"].envpool_title == "TicTacToe3d"
    assert GAMES["tic_tac_toe_3d"].title == "TicTacToe3D"


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("Pongg-v5", "there is no Atari game 'Pongg-v5', did you mean 'pong'"),
        ("space_invader", "did you mean 'space_invaders'"),
        ("Combat-v5", "there is no Atari game 'Combat-v5'"),
        ("", "there is no Atari game ''"),
        ("-v5", "there is no Atari game '-v5'"),
    ],
)
def test_unknown_game(id: str, message: str) -> None:
    with pytest.raises(UnknownEnvironmentError) as error:
        names.find_game(id)
    assert message in str(error.value)


def test_a_name_is_text() -> None:
    with pytest.raises(TypeError, match="a game's name must be a str, got int"):
        names.find_game(5)  # type: ignore[arg-type]


def test_finding_imports_no_ale() -> None:
    code = (
        "import sys\nfrom parallel_pool import atari\n"
        "image = atari.load_rom(atari.find_game('Pong-v5'))\n"
        "print(len(image), 'ale_py' in sys.modules)"
    )
    assert run_code(code).check() == "2048 False\n"


def test_all_roms() -> None:
    for game in atari.games:
        assert our_roms.find_rom(game) == roms.get_rom_path(game.name)
        assert len(our_roms.load_rom(game)) == game.size


def test_by_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image under another name is found too."""
    image = our_roms.load_rom(GAMES["pong"])
    (tmp_path / "a.bin").write_bytes(bytes(2048))
    (tmp_path / "b.bin").write_bytes(image)
    monkeypatch.setattr(our_roms, "_folder", lambda: tmp_path)
    assert our_roms.load_rom(GAMES["pong"]) == image


def test_missing_rom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(our_roms, "_folder", lambda: tmp_path)
    with pytest.raises(RomError, match=r"no ROM of 'pong' in .*60e0ea3cbe0913d398034779"):
        our_roms.load_rom(GAMES["pong"])
    with pytest.raises(RomError, match=r"the ROM of 'pong' cannot be read: .*No such file"):
        our_roms.load_rom(GAMES["pong"], tmp_path / "nothing.bin")


def test_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RomError, match="`pip install ale-py`"):
        our_roms.load_rom(GAMES["pong"])


@pytest.mark.parametrize("length", [0, 1000, 2048, 4096])
def test_damaged_rom(tmp_path: Path, length: int) -> None:
    path = tmp_path / "pong.bin"
    path.write_bytes(bytes(length))
    with pytest.raises(RomError) as error:
        our_roms.load_rom(GAMES["pong"], path)
    text = str(error.value)
    assert "expected 2048 bytes with the MD5 60e0ea3cbe0913d39803477945e9e5ec" in text
    assert f"got {length} bytes with the MD5 " in text
    assert str(path) in text
