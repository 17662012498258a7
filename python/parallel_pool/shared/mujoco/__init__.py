# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What the C++ engine is told of the installed MuJoCo and of its models."""
