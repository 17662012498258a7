# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pictures of environments: their references draw them, fed with the rows' states.

A reference's module, and what it draws with, are imported when something is rendered first.
"""

from parallel_pool.rendering.view import (
    View,
    check_render_keywords,
    render_keywords,
    render_metadata,
)

__all__ = ["View", "check_render_keywords", "render_keywords", "render_metadata"]
