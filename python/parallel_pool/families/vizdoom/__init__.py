# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""ViZDoom: first-person views of Doom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces

from parallel_pool.families.vizdoom import native
from parallel_pool.family import Case, EnvPoolNames, Family, later
from parallel_pool.native import NativeEnvType
from parallel_pool.rendering.own_picture import drawing


def _text_space(
    env_type: NativeEnvType, config: Mapping[str, object], node: dict[str, Any]
) -> spaces.Space[str]:
    """The reference's space of messages, which also holds the zero character."""
    return spaces.Text(32768, min_length=0, charset="".join(map(chr, range(127))))


def _base(rules: str, options: dict[str, Any]) -> str | None:
    """In EnvPool, one class serves all scenarios, and the options name the files."""
    return "VizdoomCustom-v1" if rules == "Vizdoom" else None


_missing = later(f"{__name__}.files", "missing")

FAMILY = Family(
    name="vizdoom",
    module=native,
    # They draw themselves. Told so, because some cannot be described without the user's files.
    picture=lambda env_type: drawing(35),
    missing=lambda env_type: _missing(),
    meanings=later(f"{__name__}.meanings", "meanings"),
    library=lambda id: "ViZDoom" if id.startswith("Vizdoom") else "EnvPool",
    extra="vizdoom",
    bench=(Case("D1Basic-v1", 4, num_threads=2), Case("VizdoomBasic-v1", 4, num_threads=2)),
    envpool=EnvPoolNames(rules=lambda id: "Vizdoom", base=_base),
    text_space=_text_space,
)
