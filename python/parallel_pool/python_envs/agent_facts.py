# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a worker tells of the agents of an environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# The info that says whose turn it is, where agents take turns.
MOVER = "agent_selection"


@dataclass(frozen=True)
class AgentFacts:
    """The agents of one environment.

    Attributes:
        names: of all agents that there may be.
        own_spaces: the observation space and the action space of each.
        shares: of agents in the common spaces, where they have unlike ones; see
            `parallel_pool.python_envs.agent_spaces`.
        takes_turns: whether one agent acts at a time.
    """

    names: tuple[str, ...]
    own_spaces: list[tuple[Any, Any]]
    shares: tuple[dict[Any, list[int]], dict[Any, list[int]]]
    takes_turns: bool
