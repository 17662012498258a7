# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Atari 2600 games."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from parallel_pool.errors import UnknownEnvironmentError
from parallel_pool.families.atari import native
from parallel_pool.families.atari.names import find_game
from parallel_pool.family import Case, EnvPoolNames, Family, VectorPeer, later

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv


def _base(rules: str, options: dict[str, Any]) -> str | None:
    """In EnvPool, one class serves all games, and the option ``task`` names the game."""
    if rules != "Atari":
        return None
    return f"{find_game(str(options.pop('task', 'pong'))).envpool_title}-v5"


def _translate(id: str, options: dict[str, Any]) -> str:
    """EnvPool's number for the game's own mode and difficulty is -1.

    It has no games of several players, whose ids end otherwise.
    """
    if not id.endswith("-v5"):
        return id
    options.setdefault("mode", -1)
    options.setdefault("difficulty", -1)
    return id


# Gymnasium's ids of raw games, before ALE/Pong-v5.
_RAW_ID = re.compile(r"(?:ALE/)?(\w+?)(-ram)?(NoFrameskip|Deterministic)?-v\d")


def _hint(id: str) -> str | None:
    """What to use instead of an id of a raw game, such as ``PongNoFrameskip-v4``."""
    raw = _RAW_ID.fullmatch(id)
    if raw is None or not (raw[2] or raw[3]):
        return None
    try:
        title = find_game(raw[1]).title
    except UnknownEnvironmentError:
        return None
    ram = ", and obs_type='ram' observes the memory" if raw[2] else ""
    return (
        f"it is a raw game that wrappers preprocess; '{title}-v5' and 'ALE-{title}-v5' preprocess "
        f"by themselves, with the options frame_skip, stack_num and repeat_action_probability{ram}"
    )


def _vector_peer(id: str) -> VectorPeer | None:
    """ale-py's vector environment of a game, for the ids of EnvPool."""
    if not id.endswith("-v5") or id.startswith("ALE-"):
        return None
    return VectorPeer(
        "ale-py",
        partial(_ale_py, find_game(id.removesuffix("-v5")).name),
        {"preset": "ale"},
        ("lives", "frame_number", "episode_frame_number"),
    )


def _ale_py(game: str, num_envs: int, num_threads: int) -> VectorEnv[Any, Any, Any]:
    from ale_py import ALEInterface, LoggerMode
    from ale_py.vector_env import AtariVectorEnv

    # It writes into its class's metadata, which would be those of all vector environments.
    own = type("AtariVectorEnv", (AtariVectorEnv,), {"metadata": {}})
    ALEInterface.setLoggerMode(LoggerMode.Error)
    envs: VectorEnv[Any, Any, Any] = own(game, num_envs, num_threads=num_threads)
    return envs


FAMILY = Family(
    name="atari",
    module=native,
    aliases=native.aliases,
    hint=_hint,
    # Gymnasium would take `parallel_pool/Blackjack-v5` for a newer version of the card game.
    gymnasium_names={"Blackjack-v5": "AtariBlackjack-v5"},
    envpool=EnvPoolNames(
        rules=lambda id: "Atari",
        base=_base,
        translate=_translate,
        tables={"atari_game_list": sorted(game.name for game in native.games)},
    ),
    vector_peer=_vector_peer,
    library=lambda id: "ale-py" if id.endswith("-v5") else "PettingZoo",
    meanings=later(f"{__name__}.meanings", "meanings"),
    bench=(Case("Pong-v5", 8), Case("Pong-v5", 64, num_threads=2, batch_size=16)),
)
