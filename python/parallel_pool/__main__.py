# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""``python -m parallel_pool``."""

from __future__ import annotations

from parallel_pool.tools.cli import main

if __name__ == "__main__":
    main()
