# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool's tests of Gymnasium's MuJoCo robots and of the DeepMind Control Suite."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.adapters.compat.envpool_tests.cases import (
    Ask,
    case,
    full,
    inner,
    plays_the_same,
    renders,
    same,
    zeros,
)

SAME = "mujoco_gym_deterministic_test.py"
SUITE = "mujoco_dmc_suite_deterministic_test.py"
EXTRA = "mujoco_dmc_suite_ext_deterministic_test.py"
HALF = "HalfCheetah-v5"
SMALL = {"render_width": 64, "render_height": 48}
ROBOTS = {
    "ant": "Ant-v5",
    "half_cheetah": HALF,
    "hopper": "Hopper-v5",
    "humanoid": "Humanoid-v5",
    "humanoid_standup": "HumanoidStandup-v5",
    "inverted_double_pendulum": "InvertedDoublePendulum-v5",
    "inverted_pendulum": "InvertedPendulum-v5",
    "pusher": "Pusher-v5",
    "reacher": "Reacher-v5",
    "swimmer": "Swimmer-v5",
    "walker2d": "Walker2d-v5",
}
# Tests of the suite: ids, the observations that are compared, and those that may be alike with
# other seeds.
Domain = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
_HUMANOID = ("joint_angles", "head_height", "extremities", "torso_vertical", "com_velocity")
_ARM = ("arm_pos", "arm_vel", "touch", "hand_pos", "target_pos")


def _tasks(domain: str, tasks: str) -> tuple[str, ...]:
    return tuple(f"{domain}{task}-v1" for task in tasks.split())


DOMAINS: dict[str, Domain] = {
    "acrobot": (_tasks("Acrobot", "Swingup SwingupSparse"), ("orientations", "velocity"), ()),
    "ball_in_cup": (("BallInCupCatch-v1",), ("position", "velocity"), ("velocity",)),
    "cartpole": (
        _tasks("Cartpole", "Balance ThreePoles BalanceSparse Swingup SwingupSparse TwoPoles"),
        ("position", "velocity"),
        (),
    ),
    "cheetah": (("CheetahRun-v1",), ("position", "velocity"), ()),
    "finger": (
        _tasks("Finger", "Spin TurnHard TurnEasy"),
        ("position", "velocity", "touch", "target_position", "dist_to_target"),
        (),
    ),
    "fish": (
        _tasks("Fish", "Swim Upright"),
        ("joint_angles", "upright", "velocity", "target"),
        ("joint_angles",),
    ),
    "hopper": (_tasks("Hopper", "Hop Stand"), ("position", "velocity", "touch"), ()),
    "humanoid": (
        _tasks("Humanoid", "Walk RunPureState Stand Run"),
        (*_HUMANOID, "velocity", "position"),
        (),
    ),
    "manipulator": (
        _tasks("Manipulator", "BringBall BringPeg InsertBall InsertPeg"),
        (*_ARM, "object_pos", "object_vel"),
        (),
    ),
    "pendulum": (("PendulumSwingup-v1",), ("orientation", "velocity"), ()),
    "point_mass": (_tasks("PointMass", "Easy Hard"), ("position", "velocity"), ("velocity",)),
    "reacher": (_tasks("Reacher", "Easy Hard"), ("position", "to_target", "velocity"), ()),
    "swimmer": (
        _tasks("Swimmer", "Swimmer6 Swimmer15"),
        ("joints", "to_target", "body_velocities"),
        (),
    ),
    "walker": (_tasks("Walker", "Run Stand Walk"), ("orientations", "height", "velocity"), ()),
}
EXTRA_DOMAINS: dict[str, Domain] = {
    "humanoid_CMU": (_tasks("HumanoidCMU", "Run Stand Walk"), (*_HUMANOID, "velocity"), ()),
    "dog": (
        _tasks("Dog", "Walk Fetch Stand Trot Run"),
        (
            *("joint_angles", "joint_velocites", "torso_pelvis_height", "z_projection"),
            *("torso_com_velocity", "inertial_sensors", "foot_forces", "touch_sensors"),
            *("actuator_state", "ball_state", "target_position"),
        ),
        (),
    ),
    "lqr": (_tasks("Lqr", "Lqr21 Lqr62"), ("position", "velocity"), ()),
    "quadruped": (
        _tasks("Quadruped", "Walk Escape Run Fetch"),
        (
            *("egocentric_state", "torso_velocity", "torso_upright", "imu", "force_torque"),
            *("origin", "rangefinder", "ball_state", "target_position"),
        ),
        ("egocentric_state",),
    ),
    "stacker": (_tasks("Stacker", "Stack2 Stack4"), (*_ARM, "box_pos", "box_vel"), ("box_vel",)),
}


@case(SAME, "registered_tasks", "mujoco")
def _(library: Any) -> None:
    tables = inner("mujoco.gym.registration").gym_mujoco_envs
    assert {name for name, versions, _ in tables if "v5" in versions} == {
        id.partition("-")[0] for id in ROBOTS.values()
    }
    for id in full((*ROBOTS.values(),), (HALF, "InvertedPendulum-v5", "Reacher-v5")):
        plays_the_same(library, id, bounds=True)


@case(SAME, "half_cheetah_supports_xml_file", "mujoco")
def _(library: Any) -> None:
    file = "half_cheetah_envpool.xml"
    assert library.make_spec(HALF, xml_file=file).config.xml_file == file
    library.make(HALF, env_type="gym", xml_file=file).reset()


@case(SAME, "half_cheetah_frame_stack", "mujoco")
def _(library: Any) -> None:
    assert library.make_spec(HALF, frame_stack=4).observation_space.shape == (4, 17)
    pool = library.make_gym(HALF, seed=0, frame_stack=4)
    first = pool.reset()[0]
    assert first.shape == (1, 4, 17)
    assert all(same(first[0, 0], first[0, i]) for i in (1, 2, 3))
    then = pool.step(zeros(pool.action_space, 1))[0]
    assert same(then[0, :-1], first[0, 1:])
    assert not same(then[0, -1], first[0, -1])


@case(SAME, "half_cheetah_frame_stack_one_matches_default", "mujoco")
def _(library: Any) -> None:
    pools = library.make_gym(HALF, seed=0), library.make_gym(HALF, seed=0, frame_stack=1)
    specs = library.make_spec(HALF), library.make_spec(HALF, frame_stack=1)
    assert {one.observation_space.shape for one in (*pools, *specs)} == {(17,)}
    results: list[Any] = [pool.reset()[0] for pool in pools]
    assert results[0].shape == (1, 17)
    assert same(*results)
    assert same(*(pool.step(zeros(pool.action_space, 1))[0] for pool in pools))


def _has_start(id: str) -> Ask:
    """The tests of alignment set the reference to the infos ``qpos0`` and ``qvel0``."""

    def ask(library: Any) -> None:
        infos = library.make_gymnasium(id).reset()[1]
        assert infos["qpos0"].size
        assert infos["qvel0"].size

    return ask


for _test, _id in ROBOTS.items():
    case("mujoco_gym_align_test.py", _test, "mujoco")(_has_start(_id))


def _told_start(ids: tuple[str, ...]) -> Ask:
    """The same of the suite, where they are observations."""
    return lambda library: [library.make_dm(id).reset().observation.qpos0 for id in ids] and None


def _same_suite(ids: tuple[str, ...], keys: tuple[str, ...], alike: tuple[str, ...]) -> Ask:
    return lambda library: [_same(library, id, keys, alike) for id in full(ids, ids[:2])] and None


def _same(library: Any, id: str, keys: tuple[str, ...], alike: tuple[str, ...]) -> None:
    """Equal seeds give equal rollouts; others differ, in the observations that are not `alike`."""
    pools = [library.make_dm(id, num_envs=4, seed=seed) for seed in (0, 0, 1)]
    spec = pools[0].action_spec()
    low, high = (-1, 1) if id.startswith("Lqr") else (spec.minimum, spec.maximum)
    rng = np.random.default_rng(0)
    steps = [pool.reset() for pool in pools]
    own = [key for key in keys if hasattr(steps[0].observation, key)]
    assert len(own) > 1
    differs = False
    for number in range(full(1000, 40) + 1):
        if number:
            actions = rng.uniform(low, high, (4, *spec.shape))
            steps = [pool.step(actions) for pool in pools]
        one, other, third = steps
        assert np.array_equal(one.step_type, other.step_type)
        assert same((one.reward, one.discount), (other.reward, other.discount))
        for key in own:
            seen = [getattr(step.observation, key) for step in steps]
            assert same(seen[0], seen[1])
            differs = differs or (key not in alike and not same(seen[0], seen[2]))
        differs = differs or not same(one.reward, third.reward)
    assert differs
    for pool in pools:
        pool.close()


NEEDED = ("mujoco", "dm_control")
for _test, (_ids, _keys, _alike) in DOMAINS.items():
    case(SUITE, _test, *NEEDED)(_same_suite(_ids, _keys, _alike))
    case("mujoco_dmc_suite_align_test.py", _test, *NEEDED)(_told_start(_ids))
for _test, (_ids, _keys, _alike) in EXTRA_DOMAINS.items():
    case(EXTRA, _test, *NEEDED)(_same_suite(_ids, _keys, _alike))
    case("mujoco_dmc_suite_ext_align_test.py", _test, *NEEDED)(_told_start(_ids))


@case(SUITE, "walker_frame_stack", *NEEDED)
def _(library: Any) -> None:
    pool = library.make_dm("WalkerWalk-v1", seed=0, frame_stack=4)
    spec = pool.observation_spec()
    assert (spec.orientations.shape, spec.height.shape, spec.velocity.shape) == (
        *((4, 14), (4,)),
        (4, 9),
    )


@case(SUITE, "walker_frame_stack_one_matches_default", *NEEDED)
def _(library: Any) -> None:
    pools = [library.make_dm("WalkerWalk-v1", seed=0, **more) for more in ({}, {"frame_stack": 1})]
    one, other = (pool.reset().observation for pool in pools)
    action = np.zeros((1, *pools[0].action_spec().shape), pools[0].action_spec().dtype)
    then, later = (pool.step(action).observation for pool in pools)
    for key, width in (("orientations", (14,)), ("height", ()), ("velocity", (9,))):
        assert {getattr(pool.observation_spec(), key).shape for pool in pools} == {width}
        assert getattr(one, key).shape == (1, *width)
        assert same(getattr(one, key), getattr(other, key))
        assert same(getattr(then, key), getattr(later, key))


# --- Pictures -------------------------------------------------------------------------------------

GYM_PIXELS = "mujoco_gym_pixel_observation_test.py"
SUITE_PIXELS = "mujoco_dmc_pixel_observation_test.py"
GYM_PICTURES = "mujoco_render_test.py"
SUITE_PICTURES = "mujoco_dmc_render_test.py"
OPENGL = "OpenGL"  # what needs a screen, or a library that draws without one


def _pixel_spec(id: str) -> Ask:
    def ask(library: Any) -> None:
        spec = library.make_spec(id, from_pixels=True, frame_stack=3, **SMALL)
        for space in (spec.observation_space, spec.gymnasium_observation_space):
            assert (space.shape, space.dtype) == ((9, 48, 64), np.uint8)
        told = spec.observation_spec()
        assert (told.pixels.shape, told.pixels.dtype) == ((9, 48, 64), np.uint8)
        assert told.env_id is not None

    return ask


def _pixels(id: str, stack: int) -> Ask:
    """The newest frame is what ``render`` shows, and older ones move to the front."""

    def ask(library: Any) -> None:
        pool = library.make_gymnasium(
            id, seed=0, from_pixels=True, frame_stack=stack, render_mode="rgb_array", **SMALL
        )
        seen = pool.reset()[0]
        assert (seen.shape, seen.dtype) == ((1, 3 * stack, 48, 64), np.uint8)
        assert all(np.array_equal(seen[:, :3], seen[:, i : i + 3]) for i in range(0, 3 * stack, 3))
        for _ in range(3):
            assert np.array_equal(seen[:, -3:], pool.render(env_ids=[0]).transpose(0, 3, 1, 2))
            before, seen = seen, pool.step(zeros(pool.action_space, 1))[0]
            assert np.array_equal(seen[:, :-3], before[:, 3:])
        assert np.array_equal(seen[:, -3:], pool.render(env_ids=[0]).transpose(0, 3, 1, 2))
        pool.close()

    return ask


def _all_pixels(family: str, some: tuple[str, ...]) -> Ask:
    """One frame a time, of all of EnvPool's tasks that are here."""

    def ask(library: Any) -> None:
        for id in full(_drawn_ids(family), some):
            _pixels(id, 1)(library)

    return ask


def _drawn_ids(family: str) -> tuple[str, ...]:
    """The ids of EnvPool's family that this package has."""
    if family == "gym":
        return tuple(
            id.replace("v5", version)
            for version in ("v5", "v4")
            for id in ROBOTS.values()
            if (version, id) != ("v4", "Pusher-v5")
        )
    return tuple(id for ids, *_ in (DOMAINS | EXTRA_DOMAINS).values() for id in ids)


for _file, _one, _others, _modules in (
    (GYM_PIXELS, "Ant-v4", ("Ant-v5", "Reacher-v5"), ("mujoco",)),
    (SUITE_PIXELS, "AcrobotSwingup-v1", ("CheetahRun-v1",), NEEDED),
):
    _family = "gym" if _file == GYM_PIXELS else "dmc"
    case(_file, "make_spec_exposes_bchw_pixel_specs", *_modules)(_pixel_spec(_one))
    case(_file, "frame_stack_rolls_in_channel_dimension", *_modules, OPENGL)(_pixels(_one, 3))
    case(_file, f"all_{_family}_tasks_align_with_render_for_three_steps", *_modules, OPENGL)(
        _all_pixels(_family, _others)
    )


@case(GYM_PIXELS, "pixel_envs_preserve_task_info_fields", "mujoco", OPENGL)
def _(library: Any) -> None:
    pools = [
        library.make_gymnasium("Ant-v4", seed=0, **more)
        for more in ({}, {"from_pixels": True, "render_mode": "rgb_array", **SMALL})
    ]
    assert same(*(pool.reset()[1] for pool in pools))
    assert same(*(pool.step(zeros(pool.action_space, 1))[-1] for pool in pools))
    assert "info:reward_ctrl" in pools[1].spec.state_array_spec


@case(GYM_PICTURES, "rgb_array_render_is_batch_consistent_and_state_invariant", "mujoco", OPENGL)
def _(library: Any) -> None:
    renders(library, "Ant-v5", (48, 64, 3), **SMALL)


@case(GYM_PICTURES, "render_succeeds_for_multiple_steps_for_all_tasks", "mujoco", OPENGL)
def _(library: Any) -> None:
    for id in full(_drawn_ids("gym"), (HALF, "Pusher-v5")):
        renders(library, id, (72, 96, 3), render_width=96, render_height=72)


@case(GYM_PICTURES, "render_matches_official_reset_frame_for_all_available_tasks", "mujoco")
def _(library: Any) -> None:
    _has_start("Ant-v5")(library)


@case(GYM_PICTURES, "human_render_uses_python_viewer", "mujoco", OPENGL)
def _(library: Any) -> None:
    pool = library.make_gym("Ant-v5", render_mode="human", render_width=32, render_height=24)
    shown: list[Any] = []
    pool._show_human_frame = shown.append
    pool.reset()
    assert pool.render() is None
    assert [frame.shape for frame in shown] == [(24, 32, 3)]


@case(SUITE_PICTURES, "rgb_array_render_is_batch_consistent", *NEEDED, OPENGL)
def _(library: Any) -> None:
    renders(library, "WalkerWalk-v1", (72, 96, 3), render_width=96, render_height=72)


@case(SUITE_PICTURES, "render_succeeds_for_all_tasks", *NEEDED, OPENGL)
def _(library: Any) -> None:
    for id in full(_drawn_ids("dmc"), ("CheetahRun-v1", "FishSwim-v1")):
        renders(library, id, (72, 96, 3), render_width=96, render_height=72)


@case(SUITE_PICTURES, "render_matches_official_reset_frame_for_all_tasks", *NEEDED)
def _(library: Any) -> None:
    _told_start(("CheetahRun-v1",))(library)


# Both import EnvPool's own OpenGL context.
EGL_TESTS = (
    "pixel_env_teardown_exits_cleanly_for_all_gl_families",
    "async_pixel_envs_do_not_share_egl_context_concurrently",
)
for _test in EGL_TESTS:
    case("mujoco_egl_teardown_test.py", _test)(lambda library: inner("python.glfw_context"))
