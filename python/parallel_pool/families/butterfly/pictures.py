# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders Knights Archers Zombies with PettingZoo's own drawing, and reads its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from parallel_pool.drawing import Drawing, RenderState
from parallel_pool.native import NativeEnvType

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


@dataclass(frozen=True)
class Pictures:
    """What observations of pictures consist of.

    Attributes:
        background: uint8, (720, 1280, 3).
        sprites: by name, one picture, or one for each heading: uint8, (height, width, 4). They
            cover what lies behind them where the last number is not 0.
    """

    background: np.ndarray
    sprites: dict[str, list[np.ndarray]]


def read_pictures(headings: int) -> Pictures:
    """Reads the installed PettingZoo's pictures, turned by equal angles clockwise.

    Raises:
        DependencyNotInstalled: PettingZoo or pygame is missing; the message says how to install it.
    """
    try:
        import pygame
        from pettingzoo.butterfly.knights_archers_zombies.knights_archers_zombies import raw_env
        from pettingzoo.butterfly.knights_archers_zombies.src.img import get_image
    except ModuleNotFoundError as error:
        raise DependencyNotInstalled(
            f"obs_method='image' needs PettingZoo's pictures, and {error.name} is not installed: "
            'pip install "parallel_pool[render]"'
        ) from error
    # The angles that the reference asks for lie in -270 to 90.
    angles = [-360 / headings * i for i in range(headings)]
    angles = [angle if angle >= -270 else angle + 360 for angle in angles]
    sprites = {}
    for name in _IMAGES:
        image = get_image(f"img/{name}.png")
        turned = [pygame.transform.rotate(image, angle) for angle in angles]
        sprites[name] = [_pixels(one) for one in (turned if name in _TURNED else [image])]
    background = raw_env._generate_background(None)
    return Pictures(_by_rows(pygame.surfarray.array3d(background)), sprites)


def _by_rows(columns: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(columns.swapaxes(0, 1))


def _pixels(surface: Any) -> np.ndarray:
    import pygame

    alpha = pygame.surfarray.array_alpha(surface)
    return _by_rows(np.dstack([pygame.surfarray.array3d(surface), alpha]))


_DRAWINGS = {
    "knights_archers_zombies-v11": Drawing(
        "pettingzoo.butterfly.knights_archers_zombies.knights_archers_zombies:raw_env",
        ("human", "rgb_array"),
        15,
        _show,
        packages=("pettingzoo", "pygame"),
    )
}


def picture(env_type: NativeEnvType) -> Drawing | None:
    """How to render an environment."""
    return _DRAWINGS.get(env_type.id)
