# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What all faces share: the engine's pool, its arguments, results and saved states."""
