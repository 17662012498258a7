# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A ROM of our own that does not change memory, so that a test decides what a game's rules read.

It is loaded by ALE under a game's name. Its program draws nothing and ends its frames at once. At
power-on, told by the first three bytes of the memory that ALE then has, it writes the cells that
the game's mode procedure waits for, since a procedure whose mode never shows does not end.
"""

from __future__ import annotations

from pathlib import Path

from parallel_pool.families.atari import native as atari

START = 0x100  # of the program in its bank; what is before must be equal in all banks, for F6SC

# The cells that show a mode to its procedure.
MODE_CELLS = {
    "adventure": lambda mode: {0xDD: mode << 1},
    "air_raid": lambda mode: {0xAA: mode},
    "alien": lambda mode: {0x81: mode},
    "asteroids": lambda mode: {0x80: mode},
    "atlantis": lambda mode: {0x8D: mode},
    "backgammon": lambda mode: {0xDC: 3},
    "bank_heist": lambda mode: {0x80: mode},
    "basic_math": lambda mode: {0xC5: mode},
    "battle_zone": lambda mode: {0xA1: mode},
    "berzerk": lambda mode: {0x80: mode},
    "bowling": lambda mode: {0x82: mode},
    "breakout": lambda mode: {0xB2: mode},
    "casino": lambda mode: {0xD4: mode},
    "centipede": lambda mode: {0xA7: mode},
    "chopper_command": lambda mode: {0xE0: mode},
    "crazy_climber": lambda mode: {0x80: mode},
    "crossbow": lambda mode: {0x8D: mode + 1},
    "defender": lambda mode: {0x9B: mode},
    "demon_attack": lambda mode: {0xEA: mode},
    "double_dunk": lambda mode: {0x80: double_dunk_options(mode), 0xFE: 0},
    "et": lambda mode: {0xEA: mode + 1},
    "flag_capture": lambda mode: {0xD6: mode},
    "freeway": lambda mode: {0x80: mode},
    "frogger": lambda mode: {0xDD: 1 + 2 * mode},
    "frostbite": lambda mode: {0x80: mode},
    "galaxian": lambda mode: {0xB3: mode},
    "gopher": lambda mode: {0xD3: mode},
    "gravitar": lambda mode: {0x80: mode},
    "hangman": lambda mode: {0xEE: mode},
    "haunted_house": lambda mode: {0xCC: mode},
    "hero": lambda mode: {0x80: mode},
    "human_cannonball": lambda mode: {0xB6: mode + 1, 0xB7: 1},
    "ice_hockey": lambda mode: {0x80: mode},
    "jamesbond": lambda mode: {0x8C: mode},
    "kangaroo": lambda mode: {0xBA: mode},
    "king_kong": lambda mode: {0xEC: 2 * mode},
    "klax": lambda mode: {0xEA: mode},
    "lost_luggage": lambda mode: {0x94: 1 + 3 * mode},
    "mario_bros": lambda mode: {0x80: mode},
    "mr_do": lambda mode: {0x80: mode},
    "ms_pacman": lambda mode: {0x99: mode or 1, 0xA1: int(mode == 0)},
    "name_this_game": lambda mode: {0xDE: mode},
    "othello": lambda mode: {0xDE: mode + 1},
    "pacman": lambda mode: {0xCC: mode + 1, 0xE6: 0},
    "pong": lambda mode: {0x96: mode},
    "pooyan": lambda mode: {0xBD: mode},
    "private_eye": lambda mode: {0x80: mode},
    "space_invaders": lambda mode: {0xDC: mode},
    "space_war": lambda mode: {0xA7: mode // 10 * 16 + mode % 10},
    "star_gunner": lambda mode: {0xF4: mode},
    "surround": lambda mode: {0xF9: mode + 1},
    "tennis": lambda mode: {0x80: mode},
    "tic_tac_toe_3d": lambda mode: {0x88: mode},
    "turmoil": lambda mode: {0xEA: mode},
    "tutankham": lambda mode: {0xAB: mode},
    "video_checkers": lambda mode: {0xF6: mode if mode < 11 else mode + 6},
    "video_chess": lambda mode: {0xEA: mode},
    "video_cube": lambda mode: {0xFB: (0, 2, 8)[mode % 100], 0x9F: cube(mode)},
    "video_pinball": lambda mode: {0xC1: mode},
    "word_zapper": lambda mode: {0xDB: mode},
    "yars_revenge": lambda mode: {0xE3: mode},
    "zaxxon": lambda mode: {0x82: mode},
}


def double_dunk_options(mode: int) -> int:
    """The menu's switches, by the bits of a mode."""
    return sum(mask for bit, mask in enumerate((0x08, 0x10, 0x04, 0x20)) if mode >> bit & 1)


def cube(mode: int) -> int:
    """The number of a cube in decimal digits."""
    number = mode // 100 or 1
    return number // 10 * 16 + number % 10


def mode_cells(game: atari.Game, mode: int) -> dict[int, int]:
    """What memory must hold for the mode to be reached without a press."""
    return MODE_CELLS[game.name](mode) if game.name in MODE_CELLS else {}


def program(game: atari.Game) -> bytes:
    """The 6507's instructions."""
    start = b""
    for cell, value in mode_cells(game, game.modes[0]).items():
        start += bytes([0xA9, value, 0x85, cell])  # LDA #value, STA cell
    if 0x82 not in mode_cells(game, game.modes[0]):
        start += bytes([0xE6, 0x82])  # INC $82: it is no longer power-on
    code = b""
    for cell, value in ((0x80, 0xB8), (0x81, 0x96), (0x82, 0xC0)):
        away = len(start) + 6 * (0x82 - cell)
        code += bytes([0xA5, cell, 0xC9, value, 0xD0, away])  # LDA cell, CMP #value, BNE
    code += start
    loop = 0xF000 + START + len(code)
    code += bytes([0xA9, 2, 0x85, 0, 0x85, 2, 0x85, 2, 0xA9, 0, 0x85, 0])  # a sync of two lines
    if game.name == "double_dunk":
        code += bytes([0xE6, 0xB0])  # INC: its menu goes down by itself
    if game.name == "klax":  # copies memory to the cartridge's: LDX #127, LDA $80,X, STA $1000,X
        code += bytes([0xA2, 127, 0xB5, 0x80, 0x9D, 0x00, 0xF0, 0xCA, 0x10, 0xF8])
    return code + bytes([0x4C, loop & 255, loop >> 8])  # JMP loop


def image(game: atari.Game) -> bytes:
    """An image of a size that ALE takes."""
    bank = bytearray(4096)
    code = program(game)
    bank[START : START + len(code)] = code
    bank[0xFFC:0xFFE] = bytes([START & 255, 0xF0 + (START >> 8)])  # where the processor begins
    return bytes(bank) * (4 if game.name == "klax" else 1)


def write_image(game: atari.Game, folder: Path) -> Path:
    """The image under the game's name."""
    path = folder / f"{game.name}.bin"
    path.write_bytes(image(game))
    return path
