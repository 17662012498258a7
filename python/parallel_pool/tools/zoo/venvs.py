# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Virtual environments of the zoo: one for each package, with parallel_pool in it."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from parallel_pool.tools.zoo.catalogue import Package

_OURS = "parallel_pool"
_LOG_LINES = 6
# Lets pip build a package with those that are installed.
NOT_ISOLATED = "--no-build-isolation"


class InstallError(Exception):
    """A package could not be installed; the message ends with pip's last lines."""


def folder_of(package: Package) -> Path:
    """Where a package's environment lies: below the user's folder for caches."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / _OURS / "zoo" / package.name


def python_of(folder: Path) -> Path:
    """The interpreter of an environment."""
    return folder / "bin" / "python"


def install(package: Package, folder: Path) -> None:
    """Makes the environment anew, unless it has what the package asks for already.

    Args:
        package: what to install.
        folder: of the environment. Its file ``install.log`` has all that pip said.

    Raises:
        InstallError: pip failed.
    """
    wanted = repr((package.install, package.without_dependencies, _requirements(), sys.version))
    mark = folder / "installed.txt"
    if not (mark.exists() and mark.read_text() == wanted):
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        _pip(folder, package, [*package.install, *_requirements()])
        if package.without_dependencies:
            options = ["--no-deps"] if package.isolated_build else ["--no-deps", NOT_ISOLATED]
            _pip(folder, package, [*options, *package.without_dependencies])
        mark.write_text(wanted)
    _copy_this_installation(folder)


def _requirements() -> list[str]:
    """What parallel_pool needs, without its extras."""
    return [one for one in importlib.metadata.requires(_OURS) or () if "extra ==" not in one]


def _pip(folder: Path, package: Package, arguments: list[str]) -> None:
    path = os.pathsep.join((str(python_of(folder).parent), os.environ.get("PATH", os.defpath)))
    log = folder / "install.log"
    command = [str(python_of(folder)), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    with log.open("a") as file:
        done = subprocess.run(
            [*command, "install", *arguments],
            stdout=file,
            stderr=subprocess.STDOUT,
            env=dict(os.environ) | dict(package.variables) | {"PATH": path},
            check=False,
        )
    if done.returncode:
        raise InstallError(f"pip install {' '.join(arguments)} failed: {_end_of(log)}")


def _end_of(log: Path) -> str:
    """What went wrong, in pip's words."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines()]
    errors = [line for line in lines if line.lower().startswith("error")]
    shown = errors[:_LOG_LINES] or [line for line in lines if line][-_LOG_LINES:]
    return f"{'; '.join(shown)} (all of it: {log})"


def _copy_this_installation(folder: Path) -> None:
    """Puts the running parallel_pool, installed in whatever way, into an environment.

    The environment has the same interpreter, so that compiled modules fit.
    """
    ours = importlib.metadata.distribution(_OURS)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    to = folder / "lib" / version / "site-packages"
    for path in ours.files or ():
        if ".." in path.parts or "__pycache__" in path.parts:
            continue
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(str(ours.locate_file(path)), to / path)
