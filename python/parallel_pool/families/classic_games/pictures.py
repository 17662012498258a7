# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders PettingZoo's classic games with their own drawings and pictures."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.native import NativeEnvType

_CARDS = ("SJ", "HJ", "SQ", "HQ", "SK", "HK")


def _connect_four(reference: Any, state: RenderState) -> None:
    reference.board = state["tokens"].ravel().tolist()


def _tic_tac_toe(reference: Any, state: RenderState) -> None:
    if reference.screen is None:
        reference.reset()
    reference.board.squares = state["marks"].tolist()


def _leduc_holdem(reference: Any, state: RenderState) -> None:
    *hands, public = (None if card < 0 else _CARDS[card] for card in state["cards"].tolist())
    chips = state["chips"].tolist()

    def get_state(player: int) -> dict[str, Any]:
        return {"hand": hands[player], "my_chips": chips[player], "public_card": public}

    reference.env = SimpleNamespace(game=SimpleNamespace(get_state=get_state))


def _rock_paper_scissors(reference: Any, state: RenderState) -> None:
    if reference.screen is None:
        reference.reset()
    agents = reference.possible_agents
    reference.agents = [] if state["is_over"] else agents
    reference.state = dict(zip(agents, state["moves"].tolist(), strict=True))
    reference.history = state["history"].tolist()


def _drawing(
    module: str,
    fps: int,
    show: Callable[[Any, RenderState], None],
    size: str = "screen_height",
    *packages: str,
) -> Drawing:
    return Drawing(
        f"pettingzoo.classic.{module}:raw_env",
        ("human", "rgb_array"),
        fps,
        show,
        keywords=(size,),
        packages=("pettingzoo", "pygame", *packages),
        takes_options=True,
    )


_DRAWINGS = {
    "connect_four-v3": _drawing("connect_four.connect_four", 2, _connect_four, "screen_scaling"),
    "leduc_holdem-v4": _drawing(
        "rlcard_envs.leduc_holdem", 1, _leduc_holdem, "screen_height", "rlcard"
    ),
    "rps-v2": _drawing("rps.rps", 2, _rock_paper_scissors),
    "tictactoe-v3": _drawing("tictactoe.tictactoe", 1, _tic_tac_toe),
}


def picture(env_type: NativeEnvType) -> Drawing | None:
    """How to render an environment."""
    return _DRAWINGS.get(env_type.id)
