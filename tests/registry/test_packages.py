# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Entry points of other packages: what they add; a broken one affects nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from parallel_pool import _core, registry


@dataclass(frozen=True)
class Site:
    """A folder of installed packages that precedes all others on the path."""

    folder: Path

    def install(self, package: str, module: str, source: str) -> None:
        """A package whose entry point names a module of this source."""
        (self.folder / f"{module}.py").write_text(source)
        info = self.folder / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[parallel_pool.envs]\n{module} = {module}\n")

    def run(self, code: str, *flags: str, before: str = "") -> subprocess.CompletedProcess[str]:
        prelude = (
            f"import sys; sys.path.insert(0, {str(self.folder)!r})\n{before}\n"
            "import parallel_pool as p\n"
        )
        done = subprocess.run(
            [sys.executable, *flags, "-c", prelude + code],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
        )
        assert done.returncode == 0, done.stderr
        return done


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


TAKEN = registry.families()[0].module
BROKEN = {
    "raises": ("raise OSError('libphysics.so is missing')", "OSError: libphysics.so is missing"),
    "is no module of environments": (
        "",
        "PoolError: module 'games' has no environments: expected a parallel_pool.Family, or an "
        "extension module that was built with parallel_pool_add_module and calls pp::bind_env",
    ),
    "has another ABI version": (
        "__parallel_pool_abi__ = 0\nenv_types = []",
        "PoolError: module 'games' was built for ABI version 0 of parallel_pool, this is version "
        f"{_core.ABI_VERSION}: build it again",
    ),
    "adds an id that exists": (
        f"from {TAKEN.__name__} import *\nfrom {TAKEN.__name__} import __parallel_pool_abi__",
        "PoolError: module 'games' adds ids that exist already: "
        f"{min(one.id for one in TAKEN.env_types)!r} of module {TAKEN.__name__!r}",
    ),
}
ASK = (
    "print(len(p.make('CartPole-v1').reset()))\n"
    "try:\n    p.make('Chess-v0')\n"
    "except p.errors.UnknownEnvironmentError as error:\n    print(error)"
)


@pytest.mark.parametrize("case", BROKEN)
def test_broken_package_is_named(case: str, site: Site) -> None:
    """A warning on import names it, and so does the error about a missing id."""
    source, why = BROKEN[case]
    site.install("fine-games", "games", source)
    done = site.run(ASK)
    assert done.stdout.splitlines()[0] == "2"
    assert "there is no environment 'Chess-v0'" in done.stdout
    assert f"; the package 'fine-games' failed to load: {why}" in done.stdout
    assert "RuntimeWarning: the environments of package 'fine-games' are missing" in (done.stderr)
    assert why in done.stderr


def test_broken_package_breaks_no_import(site: Site) -> None:
    """The import works even if warnings are errors."""
    site.install("fine-games", "games", "raise OSError('libphysics.so is missing')")
    done = site.run(ASK, "-W", "error")
    assert "libphysics.so is missing" in done.stdout
    assert done.stderr == ""


def test_doctor_names_it(site: Site) -> None:
    site.install("fine-games", "games", "raise OSError('libphysics.so is missing')")
    code = (
        "from parallel_pool.tools.doctor import examine\nprint([f for f in examine() if not f.ok])"
    )
    done = site.run(code)
    assert "package 'fine-games': OSError: libphysics.so is missing" in done.stdout


def test_one_broken_package_leaves_the_others(site: Site) -> None:
    """Their ids are added; here those of the test environments, under their module's name."""
    site.install("a-broken-one", "broken", "raise OSError")
    site.install("games", "games_entry", "")
    info = site.folder / "games-1.0.dist-info" / "entry_points.txt"
    info.write_text("[parallel_pool.envs]\ngames = parallel_pool.test_envs\n")
    done = site.run("print('Corridor-v0' in p.list_all_envs(), p.make('Corridor-v0').spec.id)")
    assert done.stdout == "True parallel_pool/Corridor-v0\n"


def test_archives_are_searched(site: Site) -> None:
    """Packages may also lie in an archive on the path."""
    site.install("games", "games", "")
    info = site.folder / "games-1.0.dist-info"
    (info / "entry_points.txt").write_text(
        "[parallel_pool.envs]\ngames = parallel_pool.test_envs\n"
    )
    archive = shutil.make_archive(str(site.folder.parent / "games"), "zip", site.folder)
    shutil.rmtree(info)
    done = site.run(
        "print('Corridor-v0' in p.list_all_envs())", before=f"sys.path.append({archive!r})"
    )
    assert done.stdout == "True\n"


def test_metadata_is_read_only_where_needed(site: Site) -> None:
    """`importlib.metadata` takes a quarter of the time of the import."""
    read = "print('importlib.metadata' in sys.modules)"
    before = "import gymnasium; sys.modules.pop('importlib.metadata', None)"
    assert site.run(read, before=before).stdout == "False\n"
