# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The obstacles of a corridor in the text of a model, and models of them alone."""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import numpy as np

from parallel_pool.shared.mujoco import composer
from parallel_pool.shared.mujoco.layout import model_layout
from parallel_pool.shared.mujoco.library import library

# An obstacle of a corridor: a wall, or a platform behind the first.
_OBSTACLE = re.compile(r'<geom name="(?:wall|floor)_\d+"[^>]*>')
# Corridors with fewer platforms than others have geoms like this instead, so that all their models
# have the same sizes. No geom's mask lets it touch them, and they lie where the first platform is,
# so that the box around all platforms stays what it is. Frames do not show their group.
SPARE = (
    '<geom class="/" type="box" size=".01 .01 .01" pos=".1 0 -.2" mass="0" group="5"'
    ' contype="1073741824" conaffinity="0"/>'
)
# What obstacles change in a model: rows of bodies, of geoms and of the boxes around them. Those of
# bodies that never move come first, and are the same in a model that has no other bodies. Obstacles
# also change sums of masses, which nothing reads, and statistics, which only frames depend on.
_ARRAYS = (
    "body_conaffinity",
    "body_contype",
    "body_inertia",
    "body_ipos",
    "body_iquat",
    "body_mass",
    "bvh_aabb",
    "bvh_child",
    "bvh_depth",
    "bvh_nodeid",
    "geom_aabb",
    "geom_conaffinity",
    "geom_contype",
    "geom_group",
    "geom_pos",
    "geom_rbound",
    "geom_rgba",
    "geom_size",
)
_NO_PART: dict[str, Any] = {"part_blocks": []}


def with_nameless_obstacles(text: str) -> str:
    """The text of a model without the names of obstacles, which take up room too."""
    return _OBSTACLE.sub(lambda found: re.sub(r' name="[^"]*"', "", found[0], count=1), text)


def around_obstacles(text: str) -> dict[str, Any]:
    """Takes the text of a corridor apart at its obstacles.

    Returns:
        The members of ``ArenaFacts``: the text before the obstacles, that of an obstacle around its
        numbers, the text behind the obstacles, a geom instead of an obstacle, and their number.
    """
    found = list(_OBSTACLE.finditer(text))
    if not found:
        return {"before": "", "obstacle": [], "after": "", "spare": SPARE, "obstacles": 0}
    parts = re.split(r'(?<= size=")[^"]*|(?<= pos=")[^"]*', with_nameless_obstacles(found[0][0]))
    if len(parts) != 3 or " size=" not in parts[0] or " pos=" not in parts[1]:
        raise RuntimeError(
            f"the installed dm_control builds corridors in an unknown way ({composer.PAIR})"
        )
    return {
        "before": text[: found[0].start()],
        "obstacle": parts,
        "after": text[found[-1].end() :],
        "spare": SPARE,
        "obstacles": len(found),
    }


def describe_part(model: Any, text: str) -> dict[str, Any]:
    """What the engine has to know to compile the arena of an episode without the walker.

    Args:
        model: a `mujoco.MjModel` of a corridor.
        text: its text.

    Returns:
        The members of ``PartFacts`` in ``src/envs/locomotion/facts.h``. There are no blocks if
        episodes do not differ in obstacles, or if models are not as expected: then whole models are
        compiled.
    """
    if not _OBSTACLE.search(text):
        return _NO_PART
    alone = _without_what_moves(text)
    mujoco = library().mujoco
    one, other = (_other_obstacles(part) for part in (text, alone))
    part, wanted = (mujoco.MjModel.from_xml_string(other), mujoco.MjModel.from_xml_string(one))
    if not _proves(model, part, wanted):
        return _NO_PART
    places = model_layout(_ARRAYS)["model_offsets"]
    sizes = [getattr(part, name).nbytes for name in _ARRAYS]
    return {
        "part": around_obstacles(alone),
        "part_size": int(mujoco.mj_sizeModel(part)),
        "part_blocks": [(place, size, True) for place, size in zip(places, sizes, strict=True)],
    }


def _without_what_moves(text: str) -> str:
    """The text of a model of the bodies that never move, and of their geoms only."""
    root = ET.fromstring(text)
    _keep(root, lambda child: child.tag in {"compiler", "default", "option", "size", "worldbody"})
    for body in root.iterfind("worldbody"):
        _keep(body, lambda child: child.tag == "geom" or (child.tag == "body" and _stays(child)))
    used = {geom.get("class") for geom in root.iter("geom")}
    for defaults in list(root.iter("default")):
        _keep(
            defaults,
            lambda child: (
                child.tag != "default"
                or any(inner.get("class") in used for inner in child.iter("default"))
            ),
        )
    return ET.tostring(root, encoding="unicode")


def _keep(parent: ET.Element, is_wanted: Callable[[ET.Element], bool]) -> None:
    for child in list(parent):
        if not is_wanted(child):
            parent.remove(child)


def _stays(body: ET.Element) -> bool:
    return not any(joint.tag in {"joint", "freejoint"} for joint in body.iter())


def _other_obstacles(text: str) -> str:
    """The text with obstacles of other sizes in other places, and one of them left out."""
    corridor = around_obstacles(text)
    first, second, third = corridor["obstacle"]
    rng = np.random.RandomState(0)
    out: str = corridor["before"]
    for _ in range(corridor["obstacles"] - 1):
        size, place = (" ".join(map(repr, rng.uniform(0.1, 9, 3).tolist())) for _ in range(2))
        out += f"{first}{size}{second}{place}{third}"
    return f"{out}{SPARE}{corridor['after']}"


def _proves(model: Any, part: Any, wanted: Any) -> bool:
    """Whether the arrays of ``part``, a part of ``wanted``, turn the model into ``wanted``."""
    mujoco = library().mujoco
    model = copy.copy(model)
    if mujoco.mj_sizeModel(model) != mujoco.mj_sizeModel(wanted):
        return False
    for name in _ARRAYS:
        array, new = getattr(model, name), getattr(part, name)
        if len(new) > len(array):
            return False
        array[: len(new)] = new
    model.body_subtreemass[: part.nbody] = wanted.body_subtreemass[: part.nbody]
    for name in ("extent", "meaninertia", "meanmass", "meansize"):
        setattr(model.stat, name, getattr(wanted.stat, name))
    model.stat.center[:] = wanted.stat.center
    model.opt.disableflags = wanted.opt.disableflags
    return _bytes_of(model) == _bytes_of(wanted)


def _bytes_of(model: Any) -> bytes:
    mujoco = library().mujoco
    room = np.zeros(mujoco.mj_sizeModel(model), np.uint8)
    mujoco.mj_saveModel(model, None, room)
    return room.tobytes()
