# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Makes ``import envpool`` import this package, with `install`.

>>> import parallel_pool.compat
>>> parallel_pool.compat.install()
>>> import envpool
>>> env = envpool.make("CartPole-v1", env_type="gym", num_envs=4)
>>> observations, infos = env.reset()

To run a script without changing it: ``python -m parallel_pool.compat script.py``.
"""

from __future__ import annotations

from parallel_pool.compat.modules import install, uninstall

__all__ = ["install", "uninstall"]
