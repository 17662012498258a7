# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The source package: complete without git, and fit for a package index."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
from email import message_from_string
from pathlib import Path

import pytest

pytest.importorskip("scikit_build_core")

ROOT = Path(__file__).parents[2]
# What the build reads.
BUILT_FROM = ("src", "cmake", "python", "licenses", "tools/packaging")


def build(kind: str, source: Path, into: Path) -> Path:
    """A source package or a wheel of a source tree, as pip builds it, without git."""
    code = f"import scikit_build_core.build as build; build.build_{kind}({str(into)!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=source,
        env={"PATH": f"{Path(sys.executable).parent}:/nowhere" if kind == "sdist" else PATH},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = into.iterdir()
    return built


PATH = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package of this tree, in a folder."""
    folder = tmp_path_factory.mktemp("sdist")
    package = build("sdist", ROOT, tmp_path_factory.mktemp("built"))
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    [root] = folder.iterdir()
    return root


def files_of(root: Path, *folders: str) -> set[str]:
    return {
        str(path.relative_to(root))
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_it_holds_all_that_is_built(unpacked: Path) -> None:
    expected = files_of(ROOT, *BUILT_FROM)
    assert files_of(unpacked, *BUILT_FROM) == expected
    for name in ("CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml"):
        assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes()


def test_it_makes_itself_again(unpacked: Path, tmp_path: Path) -> None:
    """Outside a repository, without git on the path."""
    again = build("sdist", unpacked, tmp_path)
    with tarfile.open(again) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names == files_of(unpacked, ".")


def test_long_description(unpacked: Path) -> None:
    """Links and pictures have full addresses, and files of this tree behind them."""
    metadata = message_from_string((unpacked / "PKG-INFO").read_text())
    text = metadata.get_payload()
    assert isinstance(text, str)
    assert metadata["Description-Content-Type"] == "text/markdown"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    source, tag = project["urls"]["Source"], f"v{project['version']}"
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert targets
    here = []
    for target in targets:
        assert re.match("https://|#", target), f"{target} leads nowhere on a package index"
        path = re.match(rf"https://[\w./-]*?/(?:blob/)?{re.escape(tag)}/([^#]+)", target)
        if path:
            here.append(path[1])
    assert [path for path in here if not (ROOT / path).exists()] == []
    relative = re.findall(r"\]\((?!https:|#)([^)#\s]+)", (ROOT / "README.md").read_text())
    assert sorted(here) == sorted(relative)
    assert metadata["Project-URL"]
    assert any(source in url for url in metadata.get_all("Project-URL", []))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_it_makes_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    """Other tests install the wheel; here it only has to be built."""
    wheel = build("wheel", unpacked, tmp_path)
    assert wheel.name.startswith("parallel_pool-")
