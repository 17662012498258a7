# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""An author outside: a bare virtual environment, and a folder to work in."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outsider:
    """A virtual environment without anything of the source tree, and a folder to work in."""

    venv: Path
    folder: Path

    @property
    def python(self) -> Path:
        return self.venv / "bin" / "python"

    def run(self, *command: str | Path, cwd: Path | None = None) -> str:
        """Runs a program of the virtual environment; fails with all it wrote unless it succeeds."""
        program, *arguments = command
        here = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [self.venv / "bin" / program, *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=cwd or self.folder,
            env=here | {"PATH": f"{self.venv / 'bin'}:{os.environ['PATH']}"},
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def ask(self, code: str) -> str:
        """What a Python program prints, with warnings as errors."""
        return self.run("python", "-W", "error", "-c", code)
