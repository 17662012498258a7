# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a worker reports about the agents of an environment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# The info that says whose turn it is, where agents take turns.
MOVER = "agent_selection"


@dataclass(frozen=True)
class AgentFacts:
    """The agents of one environment.

    Attributes:
        names: the names of all possible agents.
        own_spaces: the observation space and the action space of each.
        shares: each agent's share of the common observation and action space, where spaces
            differ; see `parallel_pool.python_envs.agent_spaces`.
        takes_turns: whether one agent acts at a time.
    """

    names: tuple[str, ...]
    own_spaces: list[tuple[Any, Any]]
    shares: tuple[dict[Any, list[int]], dict[Any, list[int]]]
    takes_turns: bool
