# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Lets the installed dm_control write the model of a match, and describes it to the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from parallel_pool.native import NativeEnvType
from parallel_pool.shared.mujoco import composer
from parallel_pool.shared.mujoco.library import library


def missing(env_type: NativeEnvType | None = None) -> str | None:
    """Says what has to be installed before a match can be made; see `parallel_pool.Family`."""
    return composer.missing("soccer")


def load_task(
    walker_type: str, team_size: int, disable_walker_contacts: bool, enable_field_box: bool
) -> Any:
    """The task of the environment that `dm_control.locomotion.soccer.load` makes of arguments.

    Raises:
        DependencyNotInstalled: dm_control or MuJoCo is missing.
    """

    def make() -> None:
        from dm_control.locomotion import soccer

        soccer.load(
            team_size,
            disable_walker_contacts=disable_walker_contacts,
            enable_field_box=enable_field_box,
            walker_type=soccer.WalkerType[walker_type],
        )

    return composer.task_of("soccer", make)


def _text(task: Any) -> str:
    """The XML of a match without what no player observes."""
    unseen = r'<(touch|rangefinder) [^>]*/>|<site name="//unnamed[^>]*/>'
    return re.sub(unseen, "", composer.text_of(task))


# A geom of the pitch, and the attributes that its size decides.
_GEOM = re.compile(r'<geom name="(ground|//unnamed_geom_(\d+)|(?:home|away)_goal/\w+)"[^>]*>')
_WALLS = range(1, 5)


def _pieces(text: str) -> list[str]:
    """The text between the numbers that the size of a pitch decides."""
    pieces, end = [], 0
    for geom in _GEOM.finditer(text):
        is_wall = geom[2] is not None and int(geom[2]) in _WALLS
        names = "pos" if is_wall else "size|pos|fromto"
        for found in re.finditer(rf' (?:{names})="([^"]*)"', geom[0]):
            pieces.append(text[end : geom.start() + found.start(1)])
            end = geom.start() + found.end(1)
    return [*pieces, text[end:]]


def describe(
    walker_type: str, team_size: int, disable_walker_contacts: bool, enable_field_box: bool
) -> dict[str, Any]:
    """What the engine has to know of a match.

    Args:
        walker_type: the name of one of dm_control's ``WalkerType``.
        team_size: the players of each team.
        disable_walker_contacts: as `dm_control.locomotion.soccer.load` takes it.
        enable_field_box: as `dm_control.locomotion.soccer.load` takes it.

    Returns:
        The members of ``MatchFacts`` in ``src/envs/soccer/facts.h``.

    Raises:
        DependencyNotInstalled: dm_control or MuJoCo is missing, or MuJoCo is too old.
    """
    task = load_task(walker_type, team_size, disable_walker_contacts, enable_field_box)
    text = _text(task)
    model = library().mujoco.MjModel.from_xml_string(text)
    names = [f"{team}{i}" for team in ("home", "away") for i in range(team_size)]
    owner = {model.body(f"{name}/").id: i for i, name in enumerate(names)}
    roots = model.body_rootid[model.geom_bodyid].tolist()
    ball = model.joint("soccer_ball/")
    make = {"BOXHEAD": _Boxhead, "ANT": _Ant}[walker_type]
    walkers = [make(model, name) for name in names]
    players = [_player(walkers, i) for i in range(len(names))]
    return {
        "physics": composer.describe_physics(model),
        "pieces": _pieces(text),
        "own": [(entry.name, entry.array, entry.is_scalar) for entry in walkers[0].own()],
        "players": players,
        "owners": [owner.get(root, -1) for root in roots],
        "actions": model.nu // len(names),
        "effector_numbers": 3 * len(walkers[0].effectors),
        "ball_geom": model.geom("soccer_ball/geom").id,
        "ball_qpos": int(ball.qposadr[0]),
        "ball_dof": int(ball.dofadr[0]),
        "ball_velocity": int(model.sensor("soccer_ball/linear_velocity").adr[0]),
    }


class _Entry(NamedTuple):
    """What a player observes of itself: elements of an array of the simulation, or "action"."""

    name: str
    array: str
    elements: list[int]
    is_scalar: bool = False


class _Walker:
    """Finds in a model what belongs to a player.

    Attributes:
        name: the player's.
        root: its root body.
        effectors: the names of its end effectors.
        bodies: the names of the bodies whose places it observes.
        torso: what the names of the sensors in its torso begin with.
        joints: those which it observes.
        position: the elements of qpos that hold where it stands.
        turn: the elements of qpos that hold its turn, an angle or a quaternion.
        still: the elements of qvel that are 0 where a player is placed.
        zero: the elements of qpos that are 0 there.
    """

    effectors: tuple[str, ...]
    bodies: tuple[str, ...] = ()
    torso: str
    joints: list[Any]
    position: list[int]
    turn: list[int]
    still: list[int]
    zero: list[int]

    def __init__(self, model: Any, name: str, root: str) -> None:
        """Looks in a `mujoco.MjModel`."""
        self.model = model
        self.name = name
        self.root: int = model.body(f"{name}/{root}").id
        self.actions = [i for i in range(model.nu) if self._actuator(i).startswith(f"{name}/")]

    def _actuator(self, number: int) -> str:
        name: str = self.model.actuator(number).name
        return name

    def joint(self, name: str) -> Any:
        """A joint by its name."""
        return self.model.joint(f"{self.name}/{name}")

    def sensors(self, names: Iterable[str]) -> list[int]:
        """The elements of sensors, one after the other."""
        found = [self.model.sensor(f"{self.name}/{name}") for name in names]
        return [int(sensor.adr[0]) + i for sensor in found for i in range(int(sensor.dim[0]))]

    def begin(self, names: Iterable[str]) -> int:
        """Where the elements of sensors begin that follow each other."""
        elements = self.sensors(names)
        if elements != list(range(elements[0], elements[0] + len(elements))):
            raise RuntimeError(
                f"the installed dm_control orders sensors in an unknown way ({composer.PAIR})"
            )
        return elements[0]

    def own(self) -> list[_Entry]:
        """What it observes of itself, in the order of the reference."""
        torso = {kind: [f"{self.torso}_{kind}"] for kind in ("accel", "gyro", "vel")}
        entries = [
            _Entry("body_height", "xpos", [3 * self.root + 2], is_scalar=True),
            _Entry(
                "end_effectors_pos",
                "sensordata",
                self.sensors(f"{body}_end_effector" for body in self.effectors),
            ),
            _Entry("joints_pos", "qpos", [int(joint.qposadr[0]) for joint in self.joints]),
            _Entry("joints_vel", "qvel", [int(joint.dofadr[0]) for joint in self.joints]),
            _Entry("prev_action", "action", list(range(len(self.actions)))),
            _Entry("sensors_accelerometer", "sensordata", self.sensors(torso["accel"])),
            _Entry("sensors_gyro", "sensordata", self.sensors(torso["gyro"])),
            _Entry("sensors_velocimeter", "sensordata", self.sensors(torso["vel"])),
            _Entry("world_zaxis", "xmat", [9 * self.root + i for i in (6, 7, 8)]),
        ]
        if self.bodies:
            places = {
                "appendages_pos": [f"{body}_appendage" for body in self.effectors],
                "bodies_pos": [f"{body}_ego_body_pos" for body in self.bodies],
                "bodies_quats": [f"{body}_ego_body_quat" for body in self.bodies],
            }
            entries = [
                _Entry(name, "sensordata", self.sensors(of)) for name, of in places.items()
            ] + entries
        return entries


class _Boxhead(_Walker):
    """It slides along three axes, steers about the vertical one, rolls, and kicks."""

    effectors = ("head_body",)
    torso = "sensor_torso"

    def __init__(self, model: Any, name: str) -> None:
        """See the base class."""
        super().__init__(model, name, "head_body")
        along = [self.joint(f"root_{axis}/") for axis in "xyz"]
        kick, steer, roll = self.joint("kick"), self.joint("steer"), self.joint("roll")
        self.joints = [kick]
        self.position = [int(joint.qposadr[0]) for joint in along]
        self.turn = [int(steer.qposadr[0])]
        self.still = [int(joint.dofadr[0]) for joint in (*along, steer)]
        self.zero = [int(kick.qposadr[0]), int(roll.qposadr[0])]


class _Ant(_Walker):
    """It moves freely on four legs with two joints each."""

    torso = "torso"

    def __init__(self, model: Any, name: str) -> None:
        """See the base class."""
        super().__init__(model, name, "torso")
        legs = ("front_left", "front_right", "back_right", "back_left")
        parts = ("leg", "aux", "foot")
        self.effectors = tuple(f"{leg}_foot" for leg in legs)
        self.bodies = ("torso", *(f"{leg}_{part}" for leg in legs for part in parts))
        self.joints = [model.joint(int(model.actuator_trnid[i, 0])) for i in self.actions]
        root = self.joint("")
        place, velocity = int(root.qposadr[0]), int(root.dofadr[0])
        self.position = [place + i for i in range(3)]
        self.turn = [place + i for i in range(3, 7)]
        self.still = [velocity + i for i in range(6)]
        self.zero = [int(joint.qposadr[0]) for joint in self.joints]


def _player(walkers: Sequence[_Walker], number: int) -> dict[str, Any]:
    """The members of ``PlayerFacts``."""
    walker = walkers[number]
    size = len(walkers) // 2
    home, away = range(size), range(size, 2 * size)
    mates, opponents = (home, away) if number in home else (away, home)
    prefixes = [(f"teammate_{i}", k) for i, k in enumerate(k for k in mates if k != number)]
    prefixes += [(f"opponent_{i}", k) for i, k in enumerate(opponents)]
    return {
        "root": walker.root,
        "own": [entry.elements for entry in walker.own()],
        "position": walker.position,
        "turn": walker.turn,
        "joints": walker.zero,
        "still": walker.still,
        "velocimeter": walker.begin([f"{walker.torso}_vel"]),
        "end_effectors": walker.begin(f"{body}_end_effector" for body in walker.effectors),
        "ball_angular_velocity": walker.begin(["ball_ego_angvel"]),
        "ball_position": walker.begin(["ball_ego_pos"]),
        "ball_linear_velocity": walker.begin(["ball_ego_linvel"]),
        "others": [
            (
                k,
                walker.begin(f"{body}_{prefix}_end_effector" for body in walker.effectors),
                walker.begin([f"{prefix}_ego_linear_velocity"]),
                walker.begin([f"{prefix}_ego_position"]),
                walker.begin(f"{prefix}_ego_orientation_{axis}" for axis in "xyz"),
            )
            for prefix, k in prefixes
        ],
    }
