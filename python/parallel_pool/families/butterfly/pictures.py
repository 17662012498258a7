# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders Knights Archers Zombies with PettingZoo's own drawing and pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from parallel_pool.rendering.drawing import Drawing, RenderState

# What a row of ``sprites`` shows, by its first number.
_IMAGES = ("zombie", "archer", "knight", "mace", "arrow")
_TURNED = ("archer", "knight", "arrow")


def _show(reference: Any, state: RenderState) -> None:
    from pygame.sprite import Group

    layers: dict[str, Any] = {name: Group() for name in ("zombies", "weapons", "players")}
    for kind, *place in state["sprites"].tolist():
        if kind < 0:
            break
        name = _IMAGES[int(kind)]
        layer = "weapons" if name in ("mace", "arrow") else "players"
        layers["zombies" if name == "zombie" else layer].add(_sprite(name, *place))
    reference.zombie_list = layers["zombies"]
    reference.player_list = layers["players"]
    reference.agent_map = {"all": SimpleNamespace(weapons=layers["weapons"])}


def _sprite(name: str, x: float, y: float, along: float, down: float) -> Any:
    import pygame
    from pettingzoo.butterfly.knights_archers_zombies.src.img import get_image

    sprite: Any = pygame.sprite.Sprite()
    sprite.image = get_image(f"img/{name}.png")
    if name in _TURNED:
        angle = pygame.Vector2(along, down).angle_to(pygame.Vector2(0, -1))
        sprite.image = pygame.transform.rotate(sprite.image, angle)
    sprite.rect = sprite.image.get_rect(topleft=(int(x), int(y)))
    return sprite


DRAWINGS = {
    "knights_archers_zombies-v11": Drawing(
        "pettingzoo.butterfly.knights_archers_zombies.knights_archers_zombies:raw_env",
        ("human", "rgb_array"),
        15,
        _show,
        packages=("pettingzoo", "pygame"),
    )
}
