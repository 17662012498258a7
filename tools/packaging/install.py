# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Installs this package and what some extras need, and says how far it is.

``python -m tools.packaging.install FOLDER EXTRA... [--define NAME=VALUE]`` makes a virtual
environment in the folder if there is none. The wheel is built once, into ``build/wheel``, while its
dependencies are installed. It needs nothing but Python.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from tools.packaging.requirements import requirements

WHEELS, LOG = Path("build/wheel"), Path("build/install.log")
_COUNT = re.compile(r"\[(\d+)/(\d+)\]")
_MANY = 10  # Checks of the compiler have fewer files.


def main() -> None:
    """Reads the command line; the exit code is 1 if something fails."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("extras", nargs="*")
    parser.add_argument("--define", action="append", default=[], help="a variable for CMake")
    given = parser.parse_args()
    python = given.folder / "bin" / "python"
    shutil.rmtree(WHEELS, ignore_errors=True)
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("w", buffering=1) as log:
        if not python.exists():
            _run([sys.executable, "-m", "venv", given.folder], log, f"making {given.folder}")
        pip = [python, "-m", "pip", "--disable-pip-version-check"]
        install = [*pip, "install", "--no-compile", *requirements(given.extras)]
        dependencies = subprocess.Popen(install, stdout=log, stderr=log)
        _build([*pip, "wheel", "-v", "--no-deps", "-w", WHEELS, "."], given.define, log)
        _wait(dependencies, log, "installing what it needs")
        again = [*pip, "install", "--no-compile", "--no-deps", "--force-reinstall"]
        _run([*again, *WHEELS.glob("*.whl")], log, "installing it")
        if list(given.folder.glob("lib/python*/site-packages/pygame-*.dist-info")):
            # Minigrid asks for pygame, Gymnasium for pygame-ce: both have the same files, and
            # those of the latter count.
            _run([*pip, "uninstall", "--yes", "pygame"], log, "")
            _run([*again, "pygame-ce"], log, "")


def _build(command: list[str | Path], defines: Sequence[str], log: TextIO) -> None:
    """Builds the wheel, and shows how many files are compiled."""
    flags = [f"-Ccmake.define.{define}" for define in defines]
    start, shown = time.monotonic(), 0.0
    process = subprocess.Popen(
        [*command, *flags], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        log.write(line)
        found = _COUNT.search(line)
        now = time.monotonic() - start
        if found and int(found[2]) >= _MANY and (sys.stdout.isatty() or now - shown > 20):
            _say(f"compiling {found[1]} of {found[2]} files, {now:.0f} s")
            shown = now
    if sys.stdout.isatty():
        print()
    _wait(process, log, "compiling")


def _say(text: str) -> None:
    """A line that the next one replaces, on a terminal."""
    print(f"\r\033[K{text}" if sys.stdout.isatty() else text, end="", flush=True)
    if not sys.stdout.isatty():
        print(flush=True)


def _run(command: Sequence[str | Path], log: TextIO, what: str) -> None:
    if what:
        print(what, flush=True)
    _wait(subprocess.Popen(command, stdout=log, stderr=log), log, what)


def _wait(process: subprocess.Popen[str] | subprocess.Popen[bytes], log: TextIO, what: str) -> None:
    """Waits for the end; after a failure, the end of the log says why."""
    if process.wait() != 0:
        print(f"{what} failed; the end of {LOG}:", file=sys.stderr)
        print(*LOG.read_text(errors="replace").splitlines()[-25:], sep="\n", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
