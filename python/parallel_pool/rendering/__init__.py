# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pictures of environments: their references draw them, fed with the rows' states.

A reference's module, and pygame, are imported when something is rendered first.
"""

from parallel_pool.rendering.view import View, render_metadata

__all__ = ["View", "render_metadata"]
