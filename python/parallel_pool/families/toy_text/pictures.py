# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders toy text."""

from __future__ import annotations

from typing import Any

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.family import by_reference

_PACKAGE = "gymnasium.envs.toy_text"


def _last_action(state: RenderState) -> int | None:
    action = int(state["last_action"])
    return None if action < 0 else action


def _blackjack(env: Any, state: RenderState) -> None:
    total, card = int(state["player_sum"]), int(state["dealer_card"])
    env.player = [1, total - 11] if state["usable_ace"] else [total]  # any hand with this sum
    env.dealer = [card]
    env.dealer_top_card_suit = "CDHS"[state["dealer_suit"]]
    env.dealer_top_card_value_str = {1: "A", 10: "JQK"[state["dealer_face"]]}.get(card, str(card))


def _cliff_walking(env: Any, state: RenderState) -> None:
    env.s = int(state["tile"])


def _lake_map(state: RenderState) -> dict[str, Any]:
    return {"desc": state["map"].view("S1")}


def _frozen_lake(env: Any, state: RenderState) -> None:
    env.desc = _lake_map(state)["desc"]
    env.s = int(state["tile"])
    env.lastaction = _last_action(state)


def _taxi(env: Any, state: RenderState) -> None:
    env.s = int(state["state"])
    env.lastaction = _last_action(state)
    env.taxi_orientation = int(state["heading"])


_DRAWINGS = (
    Drawing(f"{_PACKAGE}.blackjack:BlackjackEnv", ("human", "rgb_array"), 4, _blackjack),
    Drawing(
        f"{_PACKAGE}.cliffwalking:CliffWalkingEnv",
        ("human", "rgb_array", "ansi"),
        4,
        _cliff_walking,
    ),
    Drawing(
        f"{_PACKAGE}.frozen_lake:FrozenLakeEnv",
        ("human", "ansi", "rgb_array"),
        4,
        _frozen_lake,
        _lake_map,
    ),
    Drawing(f"{_PACKAGE}.taxi:TaxiEnv", ("human", "ansi", "rgb_array"), 4, _taxi),
)

picture = by_reference(_DRAWINGS)
