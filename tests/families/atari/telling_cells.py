# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Memory cells and values that decide something in a game, which random tests would miss."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

TELLING: dict[str, dict[int, tuple[int, ...]]] = {
    "adventure": {0xB9: (0x12, 0x12, 1), 0xE0: (2, 1)},
    "air_raid": {0xA7: (0xFF, 0)},
    "alien": {0x83: (0x80, 8, 72), 0x8B: (0x80,), 0xC0: (0, 0x10, 3)},
    "amidar": {0xD6: (0x80, 0, 3)},
    "assault": {0xE5: (0, 1)},
    "asterix": {0xC7: (1, 0), 0xD3: (1, 0, 0x11)},
    "asteroids": {0xBC: (0, 15, 0x10), 0xBD: (0x99, 0), 0xBE: (0x99, 0)},
    "atlantis": {0xF1: (0xFF, 0, 6)},
    "atlantis2": {0xF1: (0xFF, 0, 6)},
    "backgammon": {},
    "bank_heist": {0xCE: (1, 0), 0xD5: (0, 1)},
    "basic_math": {0x86: (0, 1)},
    "battle_zone": {0x9D: (0xA0, 0x90), 0x9E: (0xAA, 0xA1, 0x1A), 0xBA: (0, 0x10, 5)},
    "beam_rider": {0x85: (0xFF, 0, 1, 2, 3), 0x8C: (0, 1)},
    "berzerk": {0xDA: (0xFF, 0, 2)},
    "blackjack": {0x86: (0x0B, 0x0A, 0x10, 9), 0x89: (0xBB, 0x99, 0)},
    "bowling": {0xA4: (0x10, 0x11, 0)},
    "boxing": {0x90: (0, 15, 32), 0x91: (0, 1), 0x92: (0xC0, 0x9A, 0x99), 0x93: (0xC0, 0x9A, 0)},
    "breakout": {0xB9: (0, 5, 5, 4)},
    "carnival": {0x83: (0, 1)},
    "casino": {
        0x8C: (0, 1), 0x95: (0, 0x99), 0x9E: (0, 0xAA, 0xF0), 0xD3: (0, 0x80), 0xD4: (3, 0, 2)
    },
    "centipede": {0xA6: (0x40, 0, 0xBF), 0xED: (0x70, 0, 0x30)},
    "chopper_command": {0xC2: (0, 1, 0xFE), 0xE4: (0, 0x10, 3)},
    "crazy_climber": {0xAA: (0, 1, 5)},
    "crossbow": {0xE7: (0x82, 0)},
    "darkchambers": {0xCA: (0, 0x20, 0xFF), 0xCC: (0, 0x99), 0xCF: (0, 1, 0x99), 0xD5: (0, 1, 2)},
    "defender": {0x9C: (10, 0x1A, 9), 0xA1: (10, 9), 0xC2: (0, 1)},
    "demon_attack": {
        0x81: (0xAB, 0), 0x83: (0xCD, 0), 0x85: (0xEA, 0), 0xF1: (0xBD, 0), 0xF2: (0, 1)
    },
    "donkey_kong": {0x8B: (0x1F, 0), 0x8F: (3, 0), 0xA3: (0, 1)},
    "double_dunk": {0xF6: (0x24, 0x23, 0), 0xF7: (0x24, 0x23, 0), 0xFE: (0xE7, 0)},
    "earthworld": {0xA7: (0x0A, 0x10, 0, 9)},
    "elevator_action": {0x81: (0, 1), 0x83: (0, 1)},
    "enduro": {0xAB: (0, 0x99), 0xAC: (0, 2, 3), 0xAD: (0, 1, 2, 3), 0xAF: (0xFF, 0)},
    "entombed": {0xC7: (0, 4, 3)},
    "et": {0x80: (8, 0), 0xE5: (0xFF, 0, 2)},
    "fishing_derby": {0xBD: (0x99, 0), 0xBE: (0x99, 0)},
    "flag_capture": {0xEB: (0, 1)},
    "freeway": {0x96: (1, 0), 0xE7: (0, 1, 9, 0x10)},
    "frogger": {0xD0: (0xFF, 0, 4)},
    "frostbite": {0xCC: (0, 0x10, 3), 0xF1: (0x80, 0)},
    "galaxian": {0xAC: (0, 0x99), 0xB9: (0, 0xFF), 0xBF: (0x80, 0, 0x7F)},
    "gopher": {0xB4: (0, 1, 2, 3, 4, 5, 6, 7, 8)},
    "gravitar": {0x81: (0, 1, 2), 0x84: (0, 0xFF)},
    "hangman": {0xEB: (0, 1), 0xEC: (0, 1), 0xF1: (0, 0xFF, 0xFF)},
    "haunted_house": {0x82: (0, 1, 0x0A, 0x10), 0x96: (0, 9), 0x99: (0x44, 0)},
    "hero": {0xB3: (0, 1)},
    "human_cannonball": {0xB6: (7, 6), 0xB7: (7, 6)},
    "ice_hockey": {0x86: (0, 1), 0x87: (0, 1), 0x8A: (0, 1, 2), 0x8B: (0, 1)},
    "jamesbond": {0x86: (0, 0x10, 5), 0x8C: (0x68, 0)},
    "journey_escape": {0x90: (0, 5, 0x0A), 0x91: (0,), 0x92: (0,), 0x95: (0, 1), 0x96: (0, 1)},
    "kaboom": {0xA1: (0, 1), 0xA3: (0x99,), 0xA4: (0x99,), 0xA5: (0x99,)},
    "kangaroo": {0xAD: (0xFF, 0, 8)},
    "keystone_kapers": {0x88: (0, 1), 0x96: (0, 1, 3)},
    "king_kong": {0xEE: (0, 1)},
    "klax": {0x9D: (0x99, 0), 0xA8: (4, 0), 0xE9: (0, 1, 2), 0xEE: (0, 1, 2)},
    "koolaid": {0xD1: (0x80, 0)},
    "krull": {0x80: (0x80, 0), 0x9F: (0, 8), 0xA2: (3, 0)},
    "kung_fu_master": {0x9D: (0xFF, 8, 0)},
    "laser_gates": {0x83: (0, 1)},
    "lost_luggage": {0xA5: (0, 1), 0xA9: (0, 1), 0xC8: (0x0A, 0), 0xCA: (0, 1)},
    "mario_bros": {0x87: (0, 1)},
    "miniature_golf": {0x87: (0, 1, 2, 3), 0x88: (0, 3, 4), 0xAF: (0, 1, 2, 9)},
    "montezuma_revenge": {0xBA: (0, 8, 5), 0xFE: (0x60, 0)},
    "mr_do": {0xDA: (0x40, 0), 0xDB: (0, 4)},
    "ms_pacman": {0xA7: (0x53, 0), 0xFB: (0, 0x10, 8)},
    "name_this_game": {0xC7: (0, 8, 3)},
    "othello": {0xC0: (0, 1)},
    "pacman": {0x98: (0, 0xFF, 3), 0xE4: (0x3F, 0)},
    "phoenix": {0xCB: (0, 8), 0xCC: (0x80, 0)},
    "pitfall": {0x80: (0, 0xA0, 0x80, 0x0F), 0x9E: (0, 1)},
    "pitfall2": {0xC7: (0x19,), 0xC8: (0x90,), 0xC9: (0,)},
    "pong": {0x8D: (21, 0, 20), 0x8E: (21, 0, 20)},
    "pooyan": {0x96: (0, 8, 3), 0x98: (5, 0)},
    "private_eye": {0xC2: (0, 1, 2)},
    "qbert": {0x88: (0xFE, 2, 0xFF, 1, 0, 3)},
    "riverraid": {0xC0: (0x58, 0x59, 0, 8, 0x10), 0xD7: (72, 73, 80, 8), 0xCD: (72, 76, 0)},
    "road_runner": {0xB9: (0, 1), 0xBD: (0, 1), 0xC4: (0, 8, 3), 0xC9: (10, 0x1A), 0xCC: (10, 9)},
    "robotank": {0xA8: (0, 16, 3), 0xB4: (0xFF, 0)},
    "seaquest": {0xA3: (0, 1), 0xBB: (0, 0xFF)},
    "sir_lancelot": {0xA7: (0xA0, 0), 0xA9: (0, 3)},
    "skiing": {0x91: (0xFF, 0)},
    "solaris": {0xD9: (0, 16, 3)},
    "space_invaders": {0x98: (0x80, 0, 0x7F), 0xC9: (0, 3), 0xE6: (0, 0x99)},
    "space_war": {0x80: (0, 1), 0xA7: (0x0A, 0x10, 0, 9)},
    "star_gunner": {0x83: (10, 0x1A), 0x86: (10, 9), 0x87: (0, 5, 4, 0x15)},
    "superman": {0x80: (0xAC,), 0x81: (0xF2,), 0x9F: (0x40, 0)},
    "surround": {0xF6: (0x0A, 0x10, 9), 0xF7: (0x0A, 0x10, 9)},
    "tennis": {
        0xC5: (0, 1, 2), 0xC6: (0, 1), 0xC7: (0, 1, 4, 5, 6, 7), 0xC8: (0, 1, 4, 5, 6, 7)
    },
    "tetris": {0xF1: (0, 0x99), 0xF3: (0x80, 0)},
    "tic_tac_toe_3d": {0xE1: (8, 0), 0xFE: (0x10, 0), 0xFF: (0xF3, 0)},
    "time_pilot": {0x80: (2, 0x12, 0), 0x8B: (0, 7, 8), 0xA0: (0, 1)},
    "trondead": {0xC8: (5, 0, 6, 4)},
    "turmoil": {0xB9: (0, 3), 0xC5: (1, 0)},
    "tutankham": {0x81: (0x84, 0), 0x9E: (0, 4, 3)},
    "up_n_down": {0x86: (0, 0x10, 4), 0x94: (0x40, 0x41, 0)},
    "venture": {0xBF: (0x80, 0), 0xC6: (0, 8, 3), 0xCD: (0xFF, 0)},
    "video_checkers": {},
    "video_chess": {0xE1: (0x82, 0), 0xEE: (0, 1, 2)},
    "video_cube": {0xDB: (0, 0xFF, 1)},
    "video_pinball": {0x99: (0, 3, 7, 8), 0xA8: (0, 1, 2), 0xAF: (1, 0, 0xFE)},
    "wizard_of_wor": {0x88: (0x80, 0x79, 0), 0x8D: (0, 0x10, 3), 0xD7: (0, 1), 0xF4: (0xF8, 0)},
    "word_zapper": {0xCF: (0, 1), 0xDC: (0xFF, 0, 1, 2), 0xDE: (0, 1)},
    "yars_revenge": {0x9E: (0, 15, 0x40)},
    "zaxxon": {0xEA: (0, 8, 5)},
}  # fmt: skip


def backgammon(rng: np.random.Generator) -> dict[int, int]:
    """Fifteen men of each, many of them at home."""
    cells = [cell for cell in range(0x81, 0x9C) if cell != 0x8E]
    board = np.zeros(256, dtype=int)
    home = rng.choice([0, 13, 14, 15, 15], 2)
    for side, men in ((1, 15 - home[0]), (-1, 15 - home[1])):
        free = [cell for cell in cells if board[cell] * side >= 0]
        for cell in rng.choice(free, men):
            if board[cell] * side >= 0:
                board[cell] += side
    return {0x80: -int(home[1]), 0x8E: int(home[0])} | {cell: int(board[cell]) for cell in cells}


def video_checkers(rng: np.random.Generator) -> dict[int, int]:
    """Few pieces, maybe of one colour only."""
    kinds = rng.choice([0x10, 0x20, 0x90, 0xA0, 1], rng.integers(1, 3))
    return {cell: int(rng.choice(kinds)) if rng.random() < 0.2 else 0 for cell in range(0x80, 0xA3)}


def tic_tac_toe_3d(rng: np.random.Generator) -> dict[int, int]:
    """A full board, or nearly."""
    return {cell: int(rng.random() > rng.choice([0, 0.01])) for cell in range(0x9A, 0xDA)}


def video_cube(rng: np.random.Generator) -> dict[int, int]:
    """Some complete faces."""
    cells = {}
    chance = rng.choice([0.5, 1])
    for face in range(6):
        colours = [face] * 9 if rng.random() < chance else rng.integers(0, 3, 9).tolist()
        cells |= {0xA0 + 9 * face + i: colour for i, colour in enumerate(colours)}
    return cells


def klax(rng: np.random.Generator) -> dict[int, int]:
    """A full bin, or nearly."""
    cells = {
        cell: int(rng.choice([0, 2, 6, 10, 14])) if rng.random() < rng.choice([0, 0.02]) else 1
        for cell in range(0xB3, 0xCC)
    }
    return cells | {0xA8: 4}


def superman(rng: np.random.Generator) -> dict[int, int]:
    """The end of the quest."""
    return {0x80: 0xAC, 0x81: 0xF2, 0x9F: int(rng.choice([0x40, 0xFF, 0]))}


def hidden_score(rng: np.random.Generator) -> dict[int, int]:
    """Demon attack's title in place of a score."""
    return {0x81: 0xAB, 0x83: 0xCD, 0x85: int(rng.choice([0xEA, 0xEB]))}


# What takes more than a few cells.
SCENES: dict[str, Callable[[np.random.Generator], dict[int, int]]] = {
    "backgammon": backgammon,
    "demon_attack": hidden_score,
    "klax": klax,
    "superman": superman,
    "tic_tac_toe_3d": tic_tac_toe_3d,
    "video_checkers": video_checkers,
    "video_cube": video_cube,
}
