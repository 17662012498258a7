# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What is missing or damaged is said before the library, which would end the process, is called."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool.families.procgen import files

LIBRARY = "procgen/data/prebuilt/libenv.so"
PICTURE = "procgen/data/assets/kenney/sky.png"


@pytest.fixture(autouse=True)
def nothing_checked_before() -> None:
    files._checked.cache_clear()


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An unpacked wheel with one picture and a library that is none."""
    for name, content in ((LIBRARY, b"no library"), (PICTURE, b"a picture")):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_bytes(content)
    record = tmp_path / "procgen_mirror-0.10.7.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text(f"{LIBRARY},sha256=x,10\n{PICTURE},sha256=y,9\n{record.name},,\n")
    monkeypatch.setenv(files.FOLDER, str(tmp_path))
    return tmp_path


def refusal() -> str:
    with pytest.raises(DependencyNotInstalled) as raised:
        parallel_pool.make("procgen-coinrun-v0")
    return str(raised.value)


def test_making_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_PACKAGES", ("procgen_of_nobody",))
    monkeypatch.delenv(files.FOLDER, raising=False)
    for id in ("procgen-coinrun-v0", "CoinrunEasy-v0"):
        with pytest.raises(DependencyNotInstalled) as raised:
            parallel_pool.make(id)
        for part in (
            "pip install --no-deps procgen-mirror",
            "pip install 'parallel_pool[procgen]'",
            files.FOLDER,
        ):
            assert part in str(raised.value)
        assert id in parallel_pool.list_all_envs()


def test_a_folder_without_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(files.FOLDER, str(tmp_path / "none"))
    assert "where no unpacked wheel of Procgen is: expected procgen_gym/data" in refusal()


def test_an_older_cpu(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cpuinfo = wheel / "cpuinfo"
    cpuinfo.write_text("processor\t: 0\nflags\t\t: fpu sse2\n")
    monkeypatch.setattr(files, "_CPU", cpuinfo)
    assert "needs a CPU with AVX" in refusal()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda wheel: (wheel / PICTURE).unlink(), "is missing, expected 9 bytes"),
        (lambda wheel: (wheel / PICTURE).write_bytes(b""), "has 0 bytes, expected 9 bytes"),
        (lambda wheel: shutil.rmtree(wheel / "procgen_mirror-0.10.7.dist-info"), "has no list"),
        (lambda wheel: None, "libenv.so' cannot be loaded"),
    ],
)
def test_damaged_packages(wheel: Path, damage: Callable[[Path], None], message: str) -> None:
    damage(wheel)
    found = refusal()
    assert message in found
    if "cannot be loaded" in found:
        assert "apt install libgl1 libglib2.0-0" in found
