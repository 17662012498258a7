# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What MetaWorld's tasks share: the arm, its observations, and goals by seed."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box

from parallel_pool.families.metaworld import FAMILY
from parallel_pool.families.metaworld.files import model_file
from parallel_pool.families.metaworld.goals import Goals, Numbers, goals_used
from parallel_pool.families.metaworld.reward_rows import Ids, Rows
from parallel_pool.families.metaworld.rewards import quaternions
from parallel_pool.simulations.batch import Batch
from parallel_pool.simulations.contacts import forward_moves_warm_start
from parallel_pool.simulations.models import Lent
from parallel_pool.simulations.rows import norm
from parallel_pool.simulations.task import Task

_HAND_LOW, _HAND_HIGH = [-0.525, 0.348, -0.0525, -1.0], [0.525, 1.025, 0.7, 1.0]
_FREE = [np.inf] * 14
_TURN = np.array([1.0, 0.0, 1.0, 0.0])
HAND = (0.0, 0.6, 0.2)
HAND_32 = np.array(HAND, np.float32).astype(np.float64)
NEAR_32 = np.array([0.0, 0.4, 0.2], np.float32).astype(np.float64)
NEAR = (0.0, 0.4, 0.2)

# How many states with a lowered hand a pool keeps, one for each position of the moved body. Each
# takes about 2 KB.
_MOST_LOWERED = 4096


@functools.cache
def model_of(file: str) -> Any:
    """A model, which tasks share, with the welds that the reference gives its mocap body."""
    import mujoco

    model = mujoco.MjModel.from_xml_path(str(model_file(file)))
    for i in range(model.neq):
        if model.eq_type[i] == mujoco.mjtEq.mjEQ_WELD:
            model.eq_data[i, :11] = [0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 5]
    return Lent(model)


class Sawyer(Goals, Task):
    """The base of all tasks.

    Derive from it and override `position`, `turn`, `place` and `judge`.

    Attributes:
        file: the model.
        hand_low: the lower bounds of the hand's position.
        hand_high: the upper bounds.
        hand_start: where the hand starts.
        goal_low: the lower bounds of the goal as observed; None: those of the hand.
        goal_high: the upper bounds.
        moved: the body of the model whose position depends on the goal, or "".
    """

    frame_skip = 5
    compiled = True
    after_reset = ()
    reset_options = ("sample_task",)
    max_episode_steps = 500
    action_space = Box(-1, 1, (4,), np.float32)
    observation_space = Box(-np.inf, np.inf, (39,), np.float64)

    file: ClassVar[str]
    hand_low: ClassVar[Numbers] = (-0.5, 0.40, 0.05)
    hand_high: ClassVar[Numbers] = (0.5, 1, 0.5)
    hand_start: ClassVar[Numbers] = HAND
    goal_low: ClassVar[Numbers | None] = None
    goal_high: ClassVar[Numbers | None] = None
    moved: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Names the model, which is read when the first pool is made."""
        if hasattr(cls, "file"):
            file = cls.file

            def model() -> Any:
                return model_of(file)

            cls.model = staticmethod(model)

    def __init__(
        self,
        terminate_on_success: bool = False,
        partially_observable: bool = False,
        drawn_after: Sequence[str] = (),
        goals_from: int = 0,
        task_select: str = "random",
        divided: bool = False,
        reward_function_version: str = "v2",
        total_tasks_per_cls: int | None = None,
    ) -> None:
        """See `make`.

        Args:
            terminate_on_success: whether episodes end with success.
            partially_observable: whether the goal is hidden.
            drawn_after: the ids of the tasks for which a benchmark draws goals before those of
                this one.
            goals_from: the number that is added to the seed to draw goals.
            task_select: ``"random"``: each episode has one of the goals; ``"pseudorandom"``: a goal
                is kept until a reset with the option ``sample_task``, and no goal comes again
                before all have been used.
            divided: whether the pool's environments divide the goals among themselves.
            reward_function_version: ``"v2"``, or ``"v1"`` for the older rewards.
            total_tasks_per_cls: how many of the 50 goals are used, in their order; None: all.
        """
        if reward_function_version not in ("v1", "v2"):
            raise ValueError(
                f"reward_function_version must be 'v1' or 'v2', got {reward_function_version!r}"
            )
        if task_select not in ("random", "pseudorandom"):
            raise ValueError(f"task_select must be 'random' or 'pseudorandom', got {task_select!r}")
        if goals_from < 0:
            raise ValueError(f"goals_from must be at least 0, got {goals_from}")
        if wrong := [id for id in drawn_after if id not in FAMILY.ids]:
            raise ValueError(f"drawn_after must be ids such as 'reach-v3', got {wrong[0]!r}")
        goals_used(total_tasks_per_cls, 1)
        self.total_tasks_per_cls = total_tasks_per_cls
        self.goals_from, self.task_select, self.divided = goals_from, task_select, divided
        self.terminate_on_success = terminate_on_success
        self.partially_observable = partially_observable
        self.drawn_after = drawn_after
        self.first_version = reward_function_version == "v1"

    def setup(self, sim: Batch) -> None:
        """Makes the arrays that all tasks have."""
        # The reference calls mj_forward, of which tasks need positions and, in `touching`, forces.
        self.goes_forward = forward_moves_warm_start()
        self.after_step = ("forward",) if self.goes_forward else ("kinematics",)
        for name in ("qpos", "qvel", "ctrl", "mocap_pos", "mocap_quat", "xpos", "xquat", "xmat"):
            sim.bind(name)
        for name in ("site_xpos", "site_xmat", "geom_xpos", "geom_xmat"):
            sim.bind(name)
        self._sites = {sim.model.site(i).name: i for i in range(sim.model.nsite)}
        self._bodies = {sim.model.body(i).name: i for i in range(sim.model.nbody)}
        self.geoms = {sim.model.geom(i).name: i for i in range(sim.model.ngeom)}
        self._mocap = sim.model.body("mocap").mocapid[0]
        if self.moved:
            self._body_pos = sim.expand("body_pos")
        goal_low = self.hand_low if self.goal_low is None else self.goal_low
        goal_high = self.hand_high if self.goal_high is None else self.goal_high
        if self.partially_observable:
            goal_low = goal_high = np.zeros(3)
        down, up = [*_HAND_LOW, *(-x for x in _FREE)], [*_HAND_HIGH, *_FREE]
        self._low, self._high = np.r_[down, down, goal_low], np.r_[up, up, goal_high]
        self.setup_goals(sim.num_envs)
        self._lowered: dict[bytes, np.ndarray] = {}
        self.target = self.array("target", 3)
        self.start = self.array("start", 3)
        self.init_tcp = self.array("init_tcp", 3)
        self.before = self.array("before", 18)
        self.current = self.array("current", 18)
        self.fresh = self.array("fresh", (), np.bool_)
        self.shown = self.array("shown", 39)
        if self.first_version:
            self.setup_v1(sim)

    def setup_v1(self, sim: Batch) -> None:
        """Makes the arrays of rewards of the version "v1"; tasks may add theirs.

        These are how high the object was at first, and how far it is from its goal at most.
        """
        self.height_v1 = self.array("height_v1")
        self.most_v1 = self.array("most_v1")

    # --- Reading --------------------------------------------------------------------------------

    def site(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """A copy of a site's positions, (n, 3)."""
        copied: np.ndarray = sim.site_xpos[ids, self._sites[name]].copy()
        return copied

    def body(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """A copy of a body's positions, (n, 3)."""
        copied: np.ndarray = sim.xpos[ids, self._bodies[name]].copy()
        return copied

    def body_quat_scipy(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """A body's quaternions as SciPy has them, the scalar last, (n, 4)."""
        return quaternions(sim.xmat[ids, self._bodies[name]])

    def body_quat(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """A body's quaternions, the scalar first, (n, 4)."""
        return sim.xquat[ids, self._bodies[name]]

    def geom(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """A copy of a geom's positions, (n, 3)."""
        return sim.geom_xpos[ids, self.geoms[name]].copy()

    def site_quat(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """A site's quaternions as SciPy has them, the scalar last, (n, 4)."""
        return quaternions(sim.site_xmat[ids, self._sites[name]])

    def geom_quat(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """A geom's quaternions as SciPy has them, the scalar last, (n, 4)."""
        return quaternions(sim.geom_xmat[ids, self.geoms[name]])

    def joint(self, sim: Batch, ids: Ids, name: str) -> np.ndarray:
        """The positions of a joint with one number, (n,)."""
        return sim.qpos[ids, sim.model.joint(name).qposadr[0]]

    def tcp(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The middle of the fingers' ends, (n, 3)."""
        right = sim.site_xpos[ids, self._sites["rightEndEffector"]]
        left = sim.site_xpos[ids, self._sites["leftEndEffector"]]
        result: np.ndarray = (right + left) / 2.0
        return result

    # --- What tasks override --------------------------------------------------------------------

    def position(self, sim: Batch, ids: Ids) -> np.ndarray:
        """Where the objects are: 3 or 6 numbers of each environment."""
        raise NotImplementedError

    def turn(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The quaternions of the objects: 4 or 8 numbers of each environment."""
        raise NotImplementedError

    def place(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Places the objects of a task at a reset, after the hand was lowered."""
        raise NotImplementedError

    def judge(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The outcome of a step.

        Returns:
            The reward, then the infos success, near_object, grasp_success, grasp_reward,
            in_place_reward and obj_to_target.
        """
        raise NotImplementedError

    def before_v1(self, sim: Batch, ids: np.ndarray) -> None:
        """Measures, before `place`, what rewards of the version "v1" need; by default nothing."""

    def measure_v1(self, sim: Batch, ids: np.ndarray, vectors: np.ndarray) -> None:
        """Measures what they need after `place`; by default nothing."""

    def judge_v1(self, r: Rows) -> tuple[np.ndarray, ...]:
        """The same as `judge`, with the reward of the version "v1"."""
        raise NotImplementedError

    # --- Episodes -------------------------------------------------------------------------------

    def body_place(self, vectors: np.ndarray) -> np.ndarray:
        """The position of the moved body, from the vectors of episodes."""
        return vectors[:, :3]

    def reset(self, sim: Batch, ids: np.ndarray, generators: Any) -> None:
        """Draws a goal, lowers the hand and places the object."""
        vectors = self.draw(ids, generators)
        if self.moved:
            self._body_pos[ids, self._bodies[self.moved]] = self.body_place(vectors)
        sim.mocap_pos[ids, self._mocap] = np.array(self.hand_start)
        sim.mocap_quat[ids, self._mocap] = _TURN
        sim.ctrl[ids] = [-1, 1]
        self.lower_hand(sim, ids)
        self.init_tcp[ids] = self.tcp(sim, ids)
        if self.first_version:
            self.before_v1(sim, ids)
        self.place(sim, ids, vectors)
        if self.first_version:
            self.measure_v1(sim, ids, vectors)
        self.fresh[ids] = True

    def lower_hand(self, sim: Batch, ids: np.ndarray) -> None:
        """Lowers the hand, which takes 250 MuJoCo steps.

        The result depends only on the position of the moved body. So the state before the last step
        is kept for later episodes with the same position. They make only the last step, which
        computes everything else from that state.
        """
        places = [b""] * len(ids)
        if self.moved:
            places = [row.tobytes() for row in self._body_pos[ids, self._bodies[self.moved]]]
        new = np.array([place not in self._lowered for place in places])
        if new.any():
            sim.step(249, ids[new])
        state = sim.get_state(ids)
        for k, place in enumerate(places):
            if new[k]:
                self._lowered[place] = state.physics[k].copy()
            else:
                state.physics[k] = self._lowered[place]
        while len(self._lowered) > _MOST_LOWERED:
            del self._lowered[next(iter(self._lowered))]
        sim.set_state(state, ids)
        sim.step(1, ids)

    def set_joint(self, sim: Batch, ids: np.ndarray, place: Any, still: Any, values: Any) -> None:
        """The reference's set_state: positions, some velocities 0, mj_forward."""
        sim.qpos[ids, place] = values
        if still is not None:
            sim.qvel[ids, still] = 0
        sim.forward(ids)

    def set_object(self, sim: Batch, ids: np.ndarray, values: np.ndarray) -> None:
        """Puts a free object somewhere, at rest."""
        self.set_joint(sim, ids, slice(9, 12), slice(9, 15), values)

    def act(self, sim: Batch, ids: Ids, actions: np.ndarray) -> None:
        """Moves the point that the hand follows, and the gripper."""
        move = np.clip(actions[:, :3], np.float32(-1), np.float32(1)) * np.float32(0.01)
        sim.mocap_pos[ids, self._mocap] = np.clip(
            sim.mocap_pos[ids, self._mocap] + move, self.hand_low, self.hand_high
        )
        sim.mocap_quat[ids, self._mocap] = _TURN
        sim.ctrl[ids, 0] = actions[:, 3]
        sim.ctrl[ids, 1] = -actions[:, 3]
        self.before[ids] = self.current[ids]
        self.fresh[ids] = False

    def observe(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The current and the previous 18 numbers, and the goal; not clipped after a reset."""
        fresh = self.fresh[ids]
        count = len(fresh)
        claws = sim.xpos[ids, self._bodies["rightclaw"]] - sim.xpos[ids, self._bodies["leftclaw"]]
        opened = np.clip(norm(claws) / 0.1, 0.0, 1.0)
        places, turns = self.position(sim, ids), self.turn(sim, ids)
        objects = places.shape[1] // 3
        parts = [sim.xpos[ids, self._bodies["hand"]], opened[:, None]]
        for k in range(objects):
            parts += [places[:, 3 * k : 3 * k + 3], turns[:, 4 * k : 4 * k + 4]]
        parts.append(np.zeros((count, 14 - 7 * objects)))
        now = np.concatenate(parts, -1)
        self.current[ids] = now
        goal = self.goal(sim, ids)
        if self.partially_observable:
            goal = np.zeros_like(goal)
        before = np.where(fresh[:, None], now, self.before[ids])
        raw = np.concatenate([now, before, goal], -1)
        clipped: np.ndarray = np.clip(raw, self._low, self._high)
        self.shown[ids] = clipped
        return np.where(fresh[:, None], raw, clipped)

    def goal(self, sim: Batch, ids: Ids) -> np.ndarray:
        """The goal as observed, (n, 3)."""
        goal: np.ndarray = self.target[ids]
        return goal

    def outcome(
        self, sim: Batch, ids: Ids, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, Mapping[str, np.ndarray]]:
        """The reward and what it consists of."""
        judge = self.judge_v1 if self.first_version else self.judge
        reward, success, near, grasped, grasp, in_place, distance = judge(
            Rows(self, sim, ids, actions)
        )
        count = len(reward)
        infos = {
            "success": success * 1.0,
            "near_object": near,
            "grasp_success": grasped,
            "grasp_reward": grasp,
            "in_place_reward": in_place,
            "obj_to_target": distance,
            "unscaled_reward": reward,
        }
        wide = {name: np.broadcast_to(one * 1.0, (count,)) for name, one in infos.items()}
        ended = wide["success"] == 1.0 if self.terminate_on_success else np.zeros(count, np.bool_)
        return wide["unscaled_reward"], ended, wide
