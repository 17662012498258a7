# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The reference: PettingZoo's own environments, alone and many beside each other."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("pygame")

TURNS = ["connect_four-v3", "leduc_holdem-v4", "tictactoe-v3"]


def module_of(id: str) -> Any:
    """PettingZoo's module of an environment."""
    if id.startswith("leduc"):
        pytest.importorskip("rlcard")
    from pettingzoo.utils.env_logger import EnvLogger

    EnvLogger.suppress_output()  # it tells of each illegal move
    with old_names():
        return importlib.import_module(f"pettingzoo.classic.{id.replace('-', '_')}")


def old_names() -> warnings.catch_warnings[None]:
    """Imports modules whose names newer versions would rather not have imported."""
    return warnings.catch_warnings(action="ignore", category=DeprecationWarning)


def reference(id: str, **config: Any) -> Any:
    """One game in turns."""
    return module_of(id).env(**config)


def parallel_reference(id: str, **config: Any) -> Any:
    """One game in which all act at once."""
    return module_of(id).parallel_env(**config)


def pick(rng: np.random.Generator, mask: np.ndarray, illegal: float) -> int:
    """A legal action, or any with a probability."""
    if rng.random() < illegal or not mask.any():
        return int(rng.integers(len(mask)))
    return int(rng.choice(np.flatnonzero(mask)))


class TurnGames:
    """Games in turns, driven as a pool drives them."""

    def __init__(self, make: Callable[[], Any], count: int, resets: bool) -> None:
        """With `resets`, a game that is over is reset by its next step."""
        self.games = [make() for _ in range(count)]
        self.resets = resets

    def reset(self, i: int, seed: int | None) -> None:
        self.games[i].reset(seed=seed)

    def over(self, i: int) -> bool:
        game = self.games[i]
        return any(game.terminations.values()) or any(game.truncations.values())

    def step(self, i: int, action: int) -> None:
        if self.over(i) and self.resets:
            self.reset(i, None)
        else:
            self.games[i].step(action)

    def facts(self, i: int) -> dict[str, Any]:
        """All that can be seen of a game."""
        game = self.games[i]
        agents = game.possible_agents
        return {
            "agent_selection": agents.index(game.agent_selection),
            "observations": [game.observe(agent) for agent in agents],
            "rewards": [float(game.rewards[agent]) for agent in agents],
            "cumulative": [float(game.unwrapped._cumulative_rewards[agent]) for agent in agents],
            "terminations": [game.terminations[agent] for agent in agents],
            "truncations": [game.truncations[agent] for agent in agents],
        }
