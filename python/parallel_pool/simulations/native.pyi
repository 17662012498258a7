# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Callable, Sequence
from parallel_pool.native import NativeEnvType as EnvType, NativePool as Pool


__parallel_pool_abi__: int = 8

env_types: list[EnvType] = []

def task_type(definition: object) -> EnvType:
    """The environment type of a task's definition."""

class Program:
    """What to do with simulations: instructions and their counts."""

    def __init__(self, instructions: Sequence[tuple[str, int]]) -> None: ...

class Rules:
    """What a task computes for an environment, as instructions."""

    def __init__(self, constants: Sequence[float], lines: Sequence[tuple[str, Sequence[int]]], operands: Sequence[int], arrays: Sequence[tuple[int, int]], contacts: Sequence[int]) -> None: ...

class Batch:
    """The engine's side of a batch of simulations."""

    def __init__(self, models: list[object], lent: bool, of: Sequence[int], num_threads: int, bind_to: Sequence[Sequence[int]], workers: object | None) -> None: ...

    @property
    def closed(self) -> bool: ...

    @property
    def state_size(self) -> int: ...

    def close(self) -> None: ...

    def add_mirror(self, rows: int, row_bytes: int, offset: int, in_struct: bool, written: bool) -> None: ...

    def add_insertion(self, rows: int, row_bytes: int, offset: int, in_struct: bool) -> None: ...

    def set_copies(self, copies: Sequence[int], count: int) -> None: ...

    def add_parameter(self, rows: int, row_bytes: int, places: Sequence[int], computed: bool) -> None: ...

    def run(self, name: str, ids: object, program: Program) -> list[tuple[int, str, bool]] | None: ...

    def chosen(self, name: str, ids: object) -> list[int]: ...

    def check_callbacks(self) -> None: ...

    def set_const(self, ids: object) -> list[tuple[int, str, bool]] | None: ...

    def get_state(self, ids: object, states: int) -> list[tuple[int, str, bool]] | None: ...

    def set_state(self, ids: object, states: int) -> list[tuple[int, str, bool]] | None: ...

    def roll_out(self, ids: object, controls: int, steps: int, what: int, states: int, state_size: int, sensors: int) -> list[tuple[int, str, bool]] | None: ...

    def site_jacobian(self, ids: object, site: int, of_position: int, of_rotation: int) -> list[tuple[int, str, bool]] | None: ...

    def site_velocity(self, ids: object, site: int, velocities: int) -> list[tuple[int, str, bool]] | None: ...

    def rays(self, ids: object, count: int, points: int, directions: int, groups: int, fixed: bool, without_body: int, distances: int, geoms: int) -> list[tuple[int, str, bool]] | None: ...

    def heights(self, ids: object, geom: int, count: int, points: int, distances: int) -> list[tuple[int, str, bool]] | None: ...

    def copy(self, from_ids: object, to_ids: object) -> list[tuple[int, str, bool]] | None: ...

    def copy_to(self, i: int, data: int) -> list[tuple[int, str, bool]] | None: ...

def listen(library: str, call: Callable[[], object]) -> tuple[object, list[str]]:
    """
    Calls, and returns the result and what the library in this file warned of. Afterwards, the thread has the same EGL context as before.
    """

def show_in(data: int) -> None:
    """
    Simulations that this thread renders are copied into the data at this address; 0: none.
    """
