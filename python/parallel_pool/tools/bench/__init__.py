# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Measures the pool and its peers in one run, and replays it against its references.

`cases` lists what is measured, `contenders` the libraries, and `measure` the method. `report` and
`chart` show the results, and `replay` compares every bit. ``parallel-pool bench`` combines them.
"""
