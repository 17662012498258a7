# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Runs a script that was written for EnvPool: ``python -m parallel_pool.compat script.py ...``."""

from __future__ import annotations

import argparse
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from parallel_pool.compat.modules import install
from parallel_pool.compat.registration import VERSIONS


def main(arguments: Sequence[str] | None = None) -> None:
    """Installs the package as ``envpool`` and runs a script as Python itself would.

    Args:
        arguments: the arguments of the command line; None: those of this process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m parallel_pool.compat", description="Runs a script written for EnvPool."
    )
    parser.add_argument("--like", choices=VERSIONS, default=VERSIONS[0], help="EnvPool release")
    parser.add_argument("-m", action="store_true", dest="module", help="run SCRIPT as a module")
    parser.add_argument("script", metavar="SCRIPT")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="...", help="script arguments")
    given = parser.parse_args(arguments)
    install(given.like)
    sys.argv = [given.script, *given.rest]
    if given.module:
        runpy.run_module(given.script, run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, str(Path(given.script).resolve().parent))
        runpy.run_path(given.script, run_name="__main__")


if __name__ == "__main__":
    main()
