# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tests of the DeepMind Control Suite, in an environment with the MuJoCo that dm_control takes."""
