# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Atari 2600 games."""

from __future__ import annotations

from typing import Any

from parallel_pool.families.atari import native
from parallel_pool.families.atari.names import find_game
from parallel_pool.family import Case, EnvPoolNames, Family


def _base(rules: str, options: dict[str, Any]) -> str | None:
    """In EnvPool, one class serves all games, and the option ``task`` names the game."""
    if rules != "Atari":
        return None
    return f"{find_game(str(options.pop('task', 'pong'))).envpool_title}-v5"


FAMILY = Family(
    name="atari",
    module=native,
    aliases=native.aliases,
    # Gymnasium would take `parallel_pool/Blackjack-v5` for a newer version of the card game.
    gymnasium_names={"Blackjack-v5": "AtariBlackjack-v5"},
    envpool=EnvPoolNames(
        rules=lambda id: "Atari",
        base=_base,
        tables={"atari_game_list": sorted(game.name for game in native.games)},
    ),
    bench=(Case("Pong-v5", 8), Case("Pong-v5", 64, num_threads=2, batch_size=16)),
)
