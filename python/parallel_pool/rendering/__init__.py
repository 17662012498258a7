# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Renders environments: their references draw frames from the states of the rows.

The module of a reference and its drawing libraries are imported with the first frame.
"""

from parallel_pool.rendering.view import (
    View,
    check_render_keywords,
    render_keywords,
    render_metadata,
)

__all__ = ["View", "check_render_keywords", "render_keywords", "render_metadata"]
