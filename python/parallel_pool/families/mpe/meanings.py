# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the numbers of the particle games mean, for each kind of agent."""

from __future__ import annotations

from parallel_pool.family import rules_of
from parallel_pool.meanings import Element, Meanings

_VELOCITY = Element("The agent's own velocity, x and y", count=2)
_PLACE = Element("The agent's own position, x and y", count=2)
_MOVES = (
    Element("Do nothing"),
    Element("Push to the left"),
    Element("Push to the right"),
    Element("Push down"),
    Element("Push up"),
)


def _seen(count: int, what: str) -> Element:
    return Element(f"Position of each of {count} {what} relative to the agent", count=2 * count)


def _words(count: int) -> tuple[Element, ...]:
    return (Element("The word that is said", count=count),)


def _moving(**roles: tuple[Element, ...]) -> Meanings:
    """Agents of all roles move."""
    return Meanings(roles, dict.fromkeys(roles, _MOVES), of_agents=True)


_CRYPTO = _words(4)
_WORLD = (
    _VELOCITY,
    _PLACE,
    Element("Position of the obstacle, two foods and two forests relative to the agent", count=10),
    Element("Position of each of 5 other agents relative to the agent; 0 if hidden", count=10),
)
_FORESTS = Element("For each of 2 forests, 1 if the agent is in it, else -1", count=2)
_SAID = Element("The word of the leader", count=4)
_WORLD_ADVERSARY = (*_WORLD, Element("Velocities of the good agents", count=4), _FORESTS, _SAID)
_TREASURES = (
    Element(
        "For each of 7 other agents, the nearest first: relative position, velocity, and what it "
        "holds or takes",
        count=56,
    ),
    Element("For each of 6 treasures, the nearest first: relative position and type", count=24),
)

_MEANINGS = {
    "simple": _moving(agent=(_VELOCITY, _seen(1, "landmark"))),
    "simple_spread": _moving(
        agent=(
            _VELOCITY,
            _PLACE,
            _seen(3, "landmarks"),
            _seen(2, "other agents"),
            Element("Words of the other agents, always 0", count=4),
        )
    ),
    "simple_tag": _moving(
        adversary=(
            _VELOCITY,
            _PLACE,
            _seen(2, "obstacles"),
            _seen(3, "other agents"),
            Element("Velocity of the good agent", count=2),
        ),
        agent=(_VELOCITY, _PLACE, _seen(2, "obstacles"), _seen(3, "adversaries")),
    ),
    "simple_adversary": _moving(
        adversary=(_seen(2, "landmarks"), _seen(2, "good agents")),
        agent=(
            Element("Position of the goal relative to the agent", count=2),
            _seen(2, "landmarks"),
            _seen(2, "other agents"),
        ),
    ),
    "simple_push": _moving(
        adversary=(_VELOCITY, _seen(2, "landmarks"), _seen(1, "other agent")),
        agent=(
            _VELOCITY,
            Element("Position of the goal relative to the agent", count=2),
            Element("The agent's own colour", count=3),
            _seen(2, "landmarks"),
            Element("Colours of the landmarks", count=6),
            _seen(1, "adversary"),
        ),
    ),
    "simple_crypto": Meanings(
        {
            "eve": (Element("Alice's word", count=4),),
            "bob": (Element("The key", count=4), Element("Alice's word", count=4)),
            "alice": (Element("The message", count=4), Element("The key", count=4)),
        },
        {
            "eve": (Element("The message that is guessed", count=4),),
            "bob": (Element("The message that is guessed", count=4),),
            "alice": _CRYPTO,
        },
        of_agents=True,
    ),
    "simple_speaker_listener": Meanings(
        {
            "speaker": (Element("Colour of the listener's goal", count=3),),
            "listener": (
                _VELOCITY,
                _seen(3, "landmarks"),
                Element("The speaker's word", count=3),
            ),
        },
        {"speaker": _words(3), "listener": _MOVES},
        of_agents=True,
    ),
    "simple_reference": Meanings(
        {
            "agent": (
                _VELOCITY,
                _seen(3, "landmarks"),
                Element("Colour of the other agent's goal", count=3),
                Element("The other agent's word", count=10),
            )
        },
        {"agent": (Element("word * 5 + move: none, left, right, down, up", count=50),)},
        of_agents=True,
    ),
    "simple_world_comm": Meanings(
        {
            "leadadversary": _WORLD_ADVERSARY,
            "adversary": _WORLD_ADVERSARY,
            "agent": (*_WORLD, Element("Velocity of the other good agent", count=2), _FORESTS),
        },
        {
            "leadadversary": (Element("word * 5 + move: none, left, right, down, up", count=20),),
            "adversary": _MOVES,
            "agent": _MOVES,
        },
        of_agents=True,
    ),
    "simple_formation": _moving(agent=(_VELOCITY, _PLACE, _seen(1, "landmark, the centre"))),
    "simple_line": _moving(agent=(_VELOCITY, _PLACE, _seen(2, "landmarks, the ends of the line"))),
    "collect_treasure": _moving(
        collector=(
            _PLACE,
            _VELOCITY,
            Element("1 for the type of treasure that the agent holds", count=2),
            *_TREASURES,
        ),
        deposit=(_PLACE, _VELOCITY, *_TREASURES),
    ),
}


def meanings(id: str) -> Meanings | None:
    """What an id observes and takes."""
    return _MEANINGS.get(rules_of(id))
