# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The spaces of missions, as Minigrid's environments have them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from parallel_pool.native import NativeEnvType

_COLORS = ["blue", "green", "grey", "purple", "red", "yellow"]
_KINDS = ["key", "ball", "box"]
_FETCHES = ["get a", "go get a", "fetch a", "go fetch a", "you must fetch a"]


class MissionSpace(spaces.Space[str]):
    """All missions that a level may set: a sentence with gaps, and what each may be filled with.

    It equals Minigrid's own space of the same missions, and samples as it does.

    Args:
        sentence: with a ``{}`` for each gap.
        ordered_placeholders: the words for each gap, in order; None for a sentence without gaps.
    """

    def __init__(
        self, sentence: str, ordered_placeholders: Sequence[Sequence[str]] | None = None
    ) -> None:
        """See the class."""
        self._sentence = sentence
        self.ordered_placeholders = (
            None
            if ordered_placeholders is None
            else [list(words) for words in ordered_placeholders]
        )
        super().__init__(dtype=str)

    def mission_func(self, *words: str) -> str:
        """The mission with its gaps filled."""
        return self._sentence.format(*words)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """A random mission. Masks and probabilities are not supported, as in Minigrid."""
        if mask is not None or probability is not None:
            raise ValueError("a MissionSpace samples without mask and probability")
        gaps = self.ordered_placeholders or []
        return self.mission_func(*(words[self.np_random.integers(len(words))] for words in gaps))

    def contains(self, x: Any) -> bool:
        """Whether `x` is one of the missions."""
        gaps = self.ordered_placeholders or []
        return isinstance(x, str) and any(
            self.mission_func(*words) == x for words in itertools.product(*gaps)
        )

    def __eq__(self, other: object) -> bool:
        """Whether `other`, of this class or of Minigrid's, has the same missions."""
        gaps = self.ordered_placeholders
        if not hasattr(other, "mission_func") or not hasattr(other, "ordered_placeholders"):
            return False
        others = other.ordered_placeholders
        if gaps is None or others is None:
            return gaps is others and self.mission_func() == other.mission_func()
        same = [set(words) for words in gaps] == [set(words) for words in others]
        blanks = [""] * len(gaps)
        return same and self.mission_func(*blanks) == other.mission_func(*blanks)

    def __repr__(self) -> str:
        """The sentence and what fills its gaps."""
        return f"{type(self).__name__}({self._sentence!r}, {self.ordered_placeholders})"


class BabyAIMissionSpace(MissionSpace):
    """Any text, since BabyAI's missions are composed; a sample is ``"go"``, as in Minigrid."""

    def __init__(self) -> None:
        """See the class."""
        super().__init__("go")

    def contains(self, x: Any) -> bool:
        """True."""
        return True


_GOAL = "get to the green goal square"
_AVOID = f"avoid the lava and {_GOAL}"
_OPENING = f"find the opening and {_GOAL}"
_PICKUP = "pick up the {} {}"

# By the beginning of an id.
_MISSIONS: tuple[tuple[str, str, list[list[str]] | None], ...] = (
    ("BlockedUnlockPickup", _PICKUP, [_COLORS, ["box", "key"]]),
    ("DistShift", _GOAL, None),
    ("DoorKey", "use the key to open the door and then get to the goal", None),
    ("Dynamic-Obstacles", _GOAL, None),
    ("Empty", _GOAL, None),
    ("Fetch", "{} {} {}", [_FETCHES, _COLORS, ["key", "ball"]]),
    ("FourRooms", "reach the goal", None),
    ("GoToDoor", "go to the {} door", [_COLORS]),
    ("GoToObject", "go to the {} {}", [_COLORS, _KINDS]),
    (
        "LockedRoom",
        "get the {} key from the {} room, unlock the {} door and go to the goal",
        [_COLORS] * 3,
    ),
    ("Memory", "go to the matching object at the end of the hallway", None),
    ("MultiRoom", "traverse the rooms to get to the goal", None),
    ("ObstructedMaze", "pick up the {} ball", [_COLORS[:1]]),
    ("Playground", "", None),
    ("PutNear", "put the {} {} near the {} {}", [_COLORS, _KINDS] * 2),
    ("RedBlueDoors", "open the red door then the blue door", None),
    ("UnlockPickup", "pick up the {} box", [_COLORS]),
    ("Unlock", "open the door", None),
)


def mission_space(
    env_type: NativeEnvType, config: Mapping[str, object], node: Mapping[str, Any]
) -> MissionSpace:
    """The space of an environment's missions."""
    del node  # The mission is the only text there is.
    if env_type.id.startswith("BabyAI-"):
        return BabyAIMissionSpace()
    name = env_type.id.removeprefix("MiniGrid-")
    if "obstacle_type" in config:
        is_lava = str(config["obstacle_type"]).lower() == "lava"
        return MissionSpace(_AVOID if is_lava else _OPENING)
    if name.startswith("KeyCorridor"):
        return MissionSpace(_PICKUP, [_COLORS, [str(config["obj_type"])]])
    sentence, gaps = next((text, gaps) for start, text, gaps in _MISSIONS if name.startswith(start))
    return MissionSpace(sentence, gaps)


def decode_mission(mission: np.ndarray) -> str | np.ndarray:
    """The text of missions as EnvPool's faces have them: uint8 with zeros at the end.

    Args:
        mission: one mission of shape ``(bytes,)``, or a batch of shape ``(rows, bytes)``.

    Returns:
        A str, or an array of str objects of shape ``(rows,)``.
    """
    array = np.asarray(mission, dtype=np.uint8)
    if array.ndim == 1:
        return array.tobytes().partition(b"\0")[0].decode()
    return np.array([decode_mission(row) for row in array], dtype=object)
