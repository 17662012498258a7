# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures the pool beside its rivals, in one run, and replays it against its references.

`cases` says what is measured, `contenders` who takes part, `measure` how; `report` and `chart` show
the results, `replay` compares every bit. The command ``parallel-pool bench`` puts them together.
"""
