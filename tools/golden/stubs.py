# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Writes the type stubs of the extension modules, which nanobind generates.

All modules of environments have the pools and environment types of `_core`. Their members are
stated once, in `parallel_pool.native`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from parallel_pool.families import FAMILIES

SOURCE = Path(__file__).parents[2] / "python" / "parallel_pool"
MODULES = [
    "parallel_pool._core",
    "parallel_pool._xla",
    "parallel_pool.simulations.native",
    "parallel_pool.python_envs.native",
    *filter(find_spec, (f"parallel_pool.families.{name}.native" for name in FAMILIES)),
]

HEADER = '''# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

'''


def stubs() -> dict[Path, Callable[[], str]]:
    """Each stub's file, and what makes its text."""
    return {path_of(name): partial(stub, name) for name in MODULES}


def path_of(module: str) -> Path:
    """The file of a module's stub in the source tree."""
    return SOURCE / Path(*module.split(".")[1:]).with_suffix(".pyi")


# The classes of the engine in a module's stub, and the line that stands for them.
ENGINE = re.compile(
    r"\n*^class Pool:.*?^class EnvType:.*?(?=^\S)"
    r"|\n*^from parallel_pool\._core import EnvType as EnvType, Pool as Pool\n*",
    re.DOTALL | re.MULTILINE,
)
PROTOCOLS = "\nfrom parallel_pool.native import NativeEnvType as EnvType, NativePool as Pool\n\n\n"


def stub(module: str) -> str:
    """The stub of a module, as it stands in the package."""
    text = ENGINE.sub(lambda _: PROTOCOLS, raw_stub(module))
    text = text.replace("env_types: list =", "env_types: list[EnvType] =")
    text = text.replace("aliases: dict =", "aliases: dict[str, str] =")
    return HEADER + text.replace("games: tuple =", "games: tuple[Game, ...] =")


def raw_stub(module: str) -> str:
    """What nanobind says of a module, asked in a process that has nothing else imported."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "stub.pyi"
        command = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "-m", module]
        subprocess.run([*command, "-o", str(out)], check=True)
        return out.read_text()
