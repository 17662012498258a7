# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every id keeps every rule, and the kit sees each rule broken."""

from __future__ import annotations

import parallel_pool
import pytest
from parallel_pool import testing

# Scripted-v0 fails on command, Contradiction-v0 has a spec that can not be, the others players:
# tests of their own drive them.
DRIVEN_ELSEWHERE = ("Scripted-v0", "Contradiction-v0", "Crowd-v0", "TugOfWar-v0")
IDS = [id for id in parallel_pool.list_all_envs() if id not in DRIVEN_ELSEWHERE]
WITHOUT_RANDOMNESS = ["CliffWalking-v0", "CliffWalking-v1", "Echo-v0"]


@pytest.mark.parametrize("rule", testing.RULES)
@pytest.mark.parametrize("id", IDS)
def test_every_id_conforms(id: str, rule: str) -> None:
    testing.check(id, rules=[rule], random=id not in WITHOUT_RANDOMNESS)


# For each rule a way of breaking it, and what the message must name.
BROKEN = {
    "spec_can_be": [("spec", "observation['position'] is named twice")],
    "observations_lie_in_their_space": [("bounds", "'position'"), ("discrete", "'side'")],
    "results_have_the_contract_s_types": [("reward", "not finite")],
    "seeds_decide_everything": [("seed", "two pools"), ("stream", "other seeds change nothing")],
    "episodes_go_on_in_one_stream": [("stream", "every episode begins alike")],
    "schedules_change_nothing": [("global", "'position'")],
    "environments_share_nothing": [("global", "beside it")],
    "every_field_is_written": [("unwritten", "'position'")],
    "observing_changes_nothing": [("observe", "'position'")],
    "autoreset_modes_agree": [("observe", "differ")],
    "states_continue_exactly": [("state", "goes on differently")],
    "bad_actions_are_refused": [("info", "'distance'")],
    "pools_can_be_copied_and_closed": [("seed", "'position'")],
}


def test_every_rule_is_seen_broken() -> None:
    assert BROKEN.keys() == testing.RULES.keys()


@pytest.mark.parametrize(
    ("rule", "broken", "named"),
    [(rule, broken, named) for rule, cases in BROKEN.items() for broken, named in cases],
)
def test_kit_sees_the_rule_broken(rule: str, broken: str, named: str) -> None:
    with pytest.raises(
        testing.ConformanceError, match=f"Broken-v0 breaks the rule '{rule}'"
    ) as seen:
        testing.check("Broken-v0", config={"rule": broken}, rules=[rule])
    assert named in str(seen.value)


def test_check_runs_all_rules() -> None:
    testing.check("CartPole-v1")
    with pytest.raises(testing.ConformanceError):
        testing.check("Broken-v0", config={"rule": "state"})


def test_players_are_not_known() -> None:
    """Said in words, once the spec was found to be possible."""
    testing.check("TugOfWar-v0", rules=["spec_can_be"])
    with pytest.raises(NotImplementedError, match="TugOfWar-v0 has players: beyond its spec, the"):
        testing.check("TugOfWar-v0")
