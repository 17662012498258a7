# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Without its package, ViZDoom's ids are listed and making them says what to install."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError

import parallel_pool
import pytest
from gymnasium.error import DependencyNotInstalled
from parallel_pool.families.vizdoom import files
from parallel_pool.tools.bench.cases import all_cases, left_out


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (None, "ViZDoom's environments need the package vizdoom 1.3.2"),
        ("1.4.0", "ViZDoom's engine is known in version 1.3.2 only, but 1.4.0 is installed"),
    ],
)
def test_making_says_what_to_install(
    found: str | None, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if found is None:
            raise PackageNotFoundError(name)
        return found

    monkeypatch.setattr(files, "version", version)
    for id in ("VizdoomBasic-v1", "D1Basic-v1"):
        with pytest.raises(DependencyNotInstalled) as raised:
            parallel_pool.make(id)
        assert message in str(raised.value)
        assert "pip install 'parallel_pool[vizdoom]'" in str(raised.value)
    assert "VizdoomBasic-v1" in parallel_pool.list_all_envs()
    if found is None:
        assert message in left_out()["VizdoomBasic-v1"]
        assert not {"VizdoomBasic-v1", "D1Basic-v1"} & {case.id for case in all_cases()}


def test_the_known_version_lacks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "version", lambda name: "1.3.2")
    assert files.missing() is None
