# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Procgen: sixteen games whose levels are generated, played by Procgen's own library."""

from __future__ import annotations

from typing import Any

from parallel_pool.families.procgen import native
from parallel_pool.family import Case, EnvPoolNames, Family, later
from parallel_pool.rendering.own_picture import drawing

# EnvPool's numbers of the distribution modes.
_MODES = {0: "easy", 1: "hard", 2: "extreme", 10: "memory", 20: "exploration"}
_GAMES = ("coinrun", "starpilot", "bigfish", "caveflyer", "dodgeball", "maze")


def _translate(id: str, options: dict[str, Any]) -> str:
    """EnvPool's options name the game and the number of the mode."""
    mode = options.get("distribution_mode")
    if isinstance(mode, int) and mode in _MODES:
        options["distribution_mode"] = _MODES[mode]
    return id


def _base(rules: str, options: dict[str, Any]) -> str | None:
    """In EnvPool, one class serves all games, and its options name the game and the mode."""
    if rules != "Procgen":
        return None
    game = options.pop("env_name", "bigfish")
    mode = _MODES.get(options.pop("distribution_mode", 1), "")
    id = f"{game.capitalize()}{mode.capitalize()}-v0"
    return id if id in FAMILY.ids else None


_missing = later(f"{__name__}.files", "missing")

FAMILY = Family(
    name="procgen",
    module=native,
    picture=lambda env_type: drawing(15),
    missing=lambda env_type: _missing(),
    meanings=later(f"{__name__}.meanings", "meanings"),
    library=lambda id: "Procgen",
    extra="procgen",
    bench=tuple(Case(f"{game.capitalize()}Easy-v0", 64) for game in _GAMES),
    envpool=EnvPoolNames(rules=lambda id: "Procgen", base=_base, translate=_translate),
)
