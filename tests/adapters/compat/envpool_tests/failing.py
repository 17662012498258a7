# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The cases that fail with ``import envpool``, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.adapters.compat.envpool_tests import atari, box2d, core, grids, robots, simple
from tests.adapters.compat.envpool_tests.cases import CASES


@dataclass(frozen=True)
class Reason:
    """Why cases fail.

    Attributes:
        text: the sentence of the table.
        raises: the class and a part of the message of the exception.
        cases: which fail, as files and tests.
    """

    text: str
    raises: tuple[type[Exception], str]
    cases: tuple[tuple[str, str], ...]

    @property
    def names(self) -> list[str]:
        """The names of the cases."""
        return [f"{file}: {test}" for file, test in self.cases]


_EQUAL = "; here a rollout equals the reference's from the seed on"
_DEBUG = (
    "it sets the reference to {} of EnvPool's debug build, which EnvPool's own wheel lacks too"
    + _EQUAL
)

REASONS = (
    Reason(
        "it wants the seed 2**31 refused, which is accepted here",
        (AssertionError, "was accepted"),
        ((core.MAKE, "make_atari"),),
    ),
    Reason(
        "versions 2 and 3 and `Pusher-v4` are refused by name: Gymnasium has no such environments",
        (ValueError, "there is no environment 'Ant-v3'"),
        ((core.MAKE, "make_mujoco_gym"),),
    ),
    Reason(
        "the six WFC levels are refused by name",
        (AssertionError, ""),
        ((core.MAKE, "make_minigrid"), (grids.SAME, "randomized_envs_different_seed")),
    ),
    Reason(
        "it tests EnvPool's internal classes",
        (ModuleNotFoundError, "is a part of EnvPool that parallel_pool.compat does not have"),
        (
            *((core.DUMMY, test) for test in core.DUMMY_TESTS),
            (atari.POOLS, "raw_envpool"),
            *(("mujoco_egl_teardown_test.py", test) for test in robots.EGL_TESTS),
        ),
    ),
    Reason(
        "it loads trained networks from EnvPool's repository",
        (ModuleNotFoundError, "envpool.atari.atari_network"),
        (("atari_pretrain_test.py", "pong"), ("atari_pretrain_test.py", "breakout")),
    ),
    Reason(
        "it reads `action_array_spec` or `state_array_spec`, which describe EnvPool's memory",
        (AttributeError, "_array_spec"),
        (
            (atari.API, "_SpecTest.spec"),
            (atari.API, "_GymSyncTest.spec"),
            (atari.POOLS, "ram_info"),
            (robots.GYM_PIXELS, "pixel_envs_preserve_task_info_fields"),
        ),
    ),
    Reason(
        "it wants a warning that `seed` has no effect; here it has",
        (AssertionError, ""),
        ((atari.API, "seed_warning"),),
    ),
    Reason(
        "it wants int64 actions in a dict refused, which are converted here",
        (AssertionError, "were accepted"),
        ((atari.API, "_DMSyncTest.lowlevel_step"), (atari.API, "_DMSyncTest.highlevel_step")),
    ),
    Reason(
        "it wants exactly seven infos; here there are more",
        (AssertionError, ""),
        ((atari.API, "_GymSyncTest.lowlevel_step"), (atari.API, "_GymSyncTest.highlevel_step")),
    ),
    Reason(
        "it wants 210 rows of every game; screens have 210 to 250, as in ALE",
        (AssertionError, ""),
        ((atari.PICTURES, "render_succeeds_for_multiple_steps_for_all_tasks"),),
    ),
    Reason(
        "it reads Acrobot's info `state`, which Gymnasium does not have",
        (KeyError, "state"),
        ((simple.PICTURES, "render_matches_upstream_for_multiple_steps"),),
    ),
    Reason(
        "it compares with `Taxi-v3`, which Gymnasium 1.4 no longer has",
        (Exception, "Taxi"),
        ((simple.TOY, "taxi"),),
    ),
    Reason(
        "observations are Gymnasium's, a tuple, and not an array of three numbers",
        (AssertionError, ""),
        ((simple.TOY, "blackjack"),),
    ),
    Reason(
        "the heuristic's mean return over 30 episodes depends on the seeds: 271 where it wants "
        "274 to 294; each episode equals Gymnasium's of the same seed",
        (AssertionError, "LunarLander"),
        ((box2d.CORRECT, "lunar_lander_correctness"),),
    ),
    Reason(
        _DEBUG.format("infos"),
        (KeyError, ""),
        (
            *((box2d.ALIGN, test) for test in box2d.ALIGN_TESTS),
            *(("mujoco_gym_align_test.py", test) for test in robots.ROBOTS),
            (robots.GYM_PICTURES, "render_matches_official_reset_frame_for_all_available_tasks"),
        ),
    ),
    Reason(
        _DEBUG.format("observations"),
        (AttributeError, "qpos0"),
        (
            *(("mujoco_dmc_suite_align_test.py", test) for test in robots.DOMAINS),
            *(("mujoco_dmc_suite_ext_align_test.py", test) for test in robots.EXTRA_DOMAINS),
            (robots.SUITE_PICTURES, "render_matches_official_reset_frame_for_all_tasks"),
        ),
    ),
    Reason(
        "it sets the reference to EnvPool's private `_debug_states`" + _EQUAL,
        (AttributeError, "_debug_states"),
        (
            ("minigrid_align_test.py", "registered_minigrid_envs"),
            ("babyai_align_test.py", "registered_babyai_envs"),
            *(
                (f"{name}_render_test.py", test)
                for name in ("minigrid", "babyai")
                for test in (grids.ORACLE, grids.CONSISTENT)
            ),
            (grids.BABYAI_SAME, "registered_babyai_envs_same_seed"),
            (grids.BABYAI_SAME, "randomized_envs_different_seed"),
        ),
    ),
    Reason(
        "it reads the time limit of a level, which is None here: the limit is the option "
        "`max_steps`",
        (TypeError, "NoneType"),
        ((grids.SAME, "registered_minigrid_envs_same_seed"),),
    ),
    Reason(
        "each picture of BipedalWalker shows another ray of its lidar, as in Gymnasium",
        (AssertionError, ""),
        (
            (box2d.PICTURES, "bipedal_walker_render"),
            (box2d.PICTURES, "render_succeeds_for_multiple_steps_for_all_tasks"),
        ),
    ),
    Reason(
        "it makes a level from options, where this package has ids",
        (ValueError, "this package has no environment for"),
        (("minigrid_xla_test.py", "jitted_step_without_explicit_reset"),),
    ),
    Reason(
        "dm_control has no `frame_stack` of states; here it stacks frames of pixels",
        (Exception, "frame_stack"),
        ((robots.SUITE, "walker_frame_stack"),),
    ),
    Reason(
        "it reads frames as `pixels` on the dm face; here an observation of one array is `obs`",
        (AttributeError, "pixels"),
        (
            (robots.GYM_PIXELS, "make_spec_exposes_bchw_pixel_specs"),
            (robots.SUITE_PIXELS, "make_spec_exposes_bchw_pixel_specs"),
        ),
    ),
    Reason(
        "it replaces the private `_show_human_frame`; here a window of Gymnasium's opens",
        (Exception, ""),
        ((robots.GYM_PICTURES, "human_render_uses_python_viewer"),),
    ),
)


def table() -> Iterator[str]:
    """A row for each reason, with the tests that fail for it."""
    yield "| file | tests | why they fail here |"
    yield "|---|---|---|"
    for reason in REASONS:
        for file in dict.fromkeys(file for file, _ in reason.cases):
            yield f"| `{file}` | {_in_short(file, reason)} | {reason.text} |"


def _in_short(file: str, reason: Reason) -> str:
    own = [test for other, test in reason.cases if other == file]
    everything = [case.test for case in CASES.values() if case.file == file]
    if len(own) > 1 and {*own} == {*everything}:
        return f"all {len(own)}"
    return ", ".join(f"`{test}`" for test in own)


FAILING: dict[str, Reason] = {name: reason for reason in REASONS for name in reason.names}
