# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Every id keeps every rule, and the kit detects each broken rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool import registry, testing
from parallel_pool.testing.players import require_counted

from tests.families.facts import facts_of
from tests.support import IDS, newest

# Scripted-v0 fails on command, Contradiction-v0 has a spec that cannot be: tests of their own
# drive them.
DRIVEN_ELSEWHERE = ("Scripted-v0", "Contradiction-v0")
CONFORMING = [id for id in IDS if id not in DRIVEN_ELSEWHERE]
WITHOUT_RANDOMNESS = [
    "CliffWalking-v0",
    "CliffWalking-v1",
    "Echo-v0",
    "connect_four-v3",
    "pong-v3",
    "rps-v2",
    "tictactoe-v3",
]


@pytest.mark.parametrize("rule", testing.RULES)
@pytest.mark.parametrize("id", newest(CONFORMING))
def test_every_id_conforms(id: str, rule: str) -> None:
    is_random = id not in WITHOUT_RANDOMNESS and facts_of(id).shows_draws(id)
    testing.check(id, rules=[rule], random=is_random)


# For each rule, ways of breaking it, and the text that the message must contain.
BROKEN = {
    "spec_can_be": [("spec", "observation['position'] is named twice")],
    "observations_lie_in_their_space": [("bounds", "'position'"), ("discrete", "'side'")],
    "results_have_the_contract_s_types": [("reward", "not finite")],
    "seeds_decide_everything": [
        ("seed", "two pools"),
        ("stream", "different seeds change nothing"),
    ],
    "episodes_go_on_in_one_stream": [("stream", "all episodes start alike")],
    "schedules_change_nothing": [("global", "'position'")],
    "environments_share_nothing": [("global", "the number of environments changes")],
    "every_field_is_written": [("unwritten", "'position'")],
    "observing_changes_nothing": [("observe", "'position'")],
    "autoreset_modes_agree": [("observe", "differ")],
    "states_continue_exactly": [("state", "goes on differently")],
    "bad_actions_are_refused": [("info", "'distance'")],
    "pools_can_be_copied_and_closed": [("seed", "'position'")],
}
# The same mistakes in the rows of players, and those that only such environments can make.
OF_PLAYERS = {
    "players_are_counted": [("players", "players() is 4, but the spec allows max_players = 3")],
    "observations_lie_in_their_space": [
        ("bounds", "the observation['position'] of player 1 is"),
        ("discrete", "the observation['side'] of player 1 is"),
        ("round", "the observation['round'] is"),
    ],
    "seeds_decide_everything": [("crowd", "two pools"), *BROKEN["seeds_decide_everything"]],
    "schedules_change_nothing": [("crowd", "changes a trajectory"), ("global", "'position'")],
    "states_continue_exactly": [
        ("state", "a saved state is refused: the state holds"),
        ("throw", "out of breath"),
    ],
}
CASES = [
    (id, rule, broken, named)
    for id, table in {"Broken-v0": BROKEN, "BrokenPlayers-v0": BROKEN | OF_PLAYERS}.items()
    for rule, cases in table.items()
    for broken, named in cases
]


def test_every_rule_is_seen_broken() -> None:
    assert BROKEN.keys() | {"players_are_counted"} == testing.RULES.keys()


@pytest.mark.parametrize(("id", "rule", "broken", "named"), CASES)
def test_kit_sees_the_rule_broken(id: str, rule: str, broken: str, named: str) -> None:
    with pytest.raises(testing.ConformanceError, match=f"{id} breaks the rule '{rule}'") as seen:
        testing.check(id, config={"rule": broken}, rules=[rule])
    assert named in str(seen.value)


def test_check_runs_all_rules() -> None:
    testing.check("CartPole-v1")
    with pytest.raises(testing.ConformanceError):
        testing.check("Broken-v0", config={"rule": "state"})


@pytest.mark.parametrize("rules", [["foo"], ["spec_can_be", "foo"]])
def test_check_refuses_unknown_rules(rules: list[str]) -> None:
    expected = f"the rule 'foo' is unknown; known are: {', '.join(testing.RULES)}"
    with pytest.raises(ValueError, match=re.escape(expected)):
        testing.check("CartPole-v1", rules=rules)


@pytest.mark.parametrize(
    ("config", "random"),
    [
        ({"may_be_empty": True}, True),
        ({"max_num_players": 1}, False),  # only how many start is drawn
        ({"max_num_players": 9}, True),
    ],
)
def test_any_number_of_players_conforms(config: dict[str, Any], random: bool) -> None:
    """No player, one, and more players than environments."""
    testing.check("Crowd-v0", config=config, random=random)


def test_too_many_players_are_reported_by_the_first_rule_about_them() -> None:
    with pytest.raises(testing.ConformanceError, match="breaks the rule 'players_are_counted'"):
        testing.check("Crowd-v0", config={"too_many": True})


def mixed_up(result: Any) -> None:
    result[4]["players"]["env_id"] = result[4]["players"]["env_id"][::-1]


def crowded(result: Any) -> None:
    result[4]["players"]["env_id"][:] = 0


def renumbered(result: Any) -> None:
    result[4]["players"]["id"][0] = 1


def of_another_type(result: Any) -> None:
    result[4]["players"]["id"] = result[4]["players"]["id"].astype(np.int64)


def without_a_view(result: Any) -> None:
    result[0]["view"] = result[0]["view"][1:]


def without_a_round(result: Any) -> None:
    result[0]["round"] = result[0]["round"][1:]


def with_a_reward_too_many(result: Any) -> None:
    result[1] = np.zeros(13)


WRONG = {
    crowded: "an environment has 12 players, and its spec allows 4",
    mixed_up: r"infos['players']['env_id'] is not in the order of environments",
    renumbered: r"infos['players']['id'] does not count from 0",
    of_another_type: "has dtype int64, not int32",
    without_a_view: "the observation['view'] has 11 rows, not 12",
    without_a_round: "the observation['round'] has 3 rows, not 4",
    with_a_reward_too_many: "there are 13 rewards for 12 players",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_batches_that_tell_wrong_of_players(wrong: Callable[[Any], None]) -> None:
    """Checks errors that only the engine could make."""
    spec = registry.find("Crowd-v0").spec({})
    envs = parallel_pool.make("Crowd-v0", num_envs=4)
    observations, infos = envs.reset(seed=4)
    batch = [observations, np.zeros(12), np.zeros(4, bool), np.zeros(4, bool), infos]
    require_counted(spec, batch)
    wrong(batch)
    with pytest.raises(testing.ConformanceError, match=re.escape(WRONG[wrong])):
        require_counted(spec, batch)
