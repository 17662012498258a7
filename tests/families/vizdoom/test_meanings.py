# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The buttons and game variables that the tables name are those of the configurations, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from parallel_pool import registry
from parallel_pool.families.vizdoom import FAMILY, pool_settings, settings
from parallel_pool.families.vizdoom.files import folder
from parallel_pool.families.vizdoom.names import BUTTONS, FIRST_DELTA
from parallel_pool.meanings import Element, Meaning

pytest.importorskip("vizdoom")

# All maps have the same, and VizdoomCustom-v1 has the user's.
IDS = [id for id in FAMILY.ids if "-S" not in id and "Custom" not in id]
DELTAS = {
    "Look up by so much, or down if it is negative": "LOOK_UP_DOWN_DELTA",
    "Turn right by so much, or left if it is negative": "TURN_LEFT_RIGHT_DELTA",
    "Move right by so much, or left if it is negative": "MOVE_LEFT_RIGHT_DELTA",
}


def configured(id: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The buttons that the engine is told of."""
    told: list[list[int]] = []
    for module in (settings, pool_settings):
        facts = module.facts

        def record(*given: object, facts=facts) -> dict[str, object]:
            told.append(facts(*given)["buttons"])
            return facts(*given)

        monkeypatch.setattr(module, "facts", record)
    # Two scenarios need a file that ViZDoom does not bring, of which the buttons do not depend.
    missing = {"wad_path": str(folder() / "scenarios" / "basic.wad")} if "Battle" in id else {}
    registry.find(id).spec(missing)
    return [BUTTONS[number] for number in told[0]]


def named(meaning: Meaning) -> Iterator[str]:
    """The buttons that a table names."""
    if isinstance(meaning, tuple):
        for element in meaning:
            yield DELTAS.get(element.meaning) or button(element)
    elif not isinstance(meaning, str):
        for part in meaning.values():
            yield from named(part)


def button(element: Element) -> str:
    words = re.sub(r"^(1|0, or another number) to |, else 0$", "", element.meaning).upper()
    words = re.sub(r"WEAPON (\d)", r"WEAPON\1", words).replace("PREVIOUS", "PREV")
    return "SPEED" if words == "RUN" else words.replace(" ", "_")


@pytest.mark.parametrize("id", [*IDS, "VizdoomFreedoom1E1M1-S1-v0"])
def test_buttons(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    meanings = FAMILY.meanings(id)
    assert meanings is not None
    found = list(named(meanings.action))
    expected = configured(id, monkeypatch)
    if id.startswith("Vizdoom"):  # delta buttons are apart from the others
        expected.sort(key=lambda name: BUTTONS.index(name) >= FIRST_DELTA)
    if "PRESS_NOTHING" in found:  # Discrete actions begin with the last button
        pressed = [name for name in found if name not in DELTAS.values()]
        found = pressed[:0:-1] + found[len(pressed) :]
    assert found == expected
