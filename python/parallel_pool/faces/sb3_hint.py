# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tells users of Stable-Baselines3 what to use when they hand a pool to an algorithm."""

from __future__ import annotations

import abc
import sys


class NamesWayOut(abc.ABCMeta):
    """The metaclass of pools that are no environments of Stable-Baselines3.

    An algorithm such as ``PPO("MlpPolicy", pool)`` refuses them with a message that contains their
    class, and formatting the class is the only time when it asks the pool anything. There, this
    raises the error that names the way out. Anybody else gets the class's usual text.
    It is an ABCMeta so that classes of users may derive from a pool and an abstract class.
    """

    def __format__(cls, format_spec: str) -> str:
        """The class's text; an error where Stable-Baselines3 asks."""
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if caller.partition(".")[0] == "stable_baselines3":
            raise TypeError(
                f"Stable-Baselines3 does not take a {cls.__name__}: use "
                "parallel_pool.sb3.make_vec_env(id, n_envs), or wrap a pool made with "
                "autoreset_mode='SameStep' in parallel_pool.sb3.PoolVecEnv"
            )
        return super().__format__(format_spec)
