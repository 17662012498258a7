# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Statistics describe whole games before clipping, and the infos have the scores on all faces."""

from __future__ import annotations

from itertools import product
from typing import Any

import gymnasium
import numpy as np
import parallel_pool
import pytest

from tests.families.atari.pool_oracles import EnvPoolRules
from tests.support import spread

LIVES = {"episodic_life": True, "reward_clip": True}


class CountedRules(EnvPoolRules):
    """Adds up all points that ALE gives from the first observation of a game on."""

    def __init__(self, game: str, seed: int, **options: Any) -> None:
        super().__init__(game, seed, **options)
        self.score, self.length = 0.0, 0
        rules, ale = self, self.ale

        class Ale:
            def __getattr__(self, name: str) -> Any:
                return getattr(ale, name)

            def act(self, action: int) -> float:
                points: float = ale.act(action)
                rules.score += points
                return points

        self.ale = Ale()

    def play(self, action: int) -> tuple[float, bool, bool]:
        """Steps: reward, whether the episode ended, and whether the game did."""
        _, reward, terminated, truncated, _ = self.step(action)
        self.length += 1
        over = self.ale.game_over() or truncated
        return reward, terminated or truncated, over

    def begin(self) -> None:
        goes_on = self.length > 0 and not self.ale.game_over() and self.elapsed < self.limit
        self.reset()
        if not goes_on:
            self.score, self.length = 0.0, 0

    @property
    def limit(self) -> int:
        limit: int = self.given["max_episode_steps"]
        return limit


COUNTED: dict[str, tuple[str, dict[str, Any]]] = {
    "lives": ("breakout", LIVES),
    "episodic life": ("breakout", {"episodic_life": True}),
    "clipped rewards": ("breakout", {"reward_clip": True}),
    "short episodes": ("breakout", LIVES | {"max_episode_steps": 60}),
    "another game": ("space_invaders", LIVES),
}


@pytest.mark.parametrize(
    ("case", "mode"), spread(product(COUNTED, ["NextStep", "SameStep"]), [*COUNTED])
)
def test_statistics_are_alikes(case: str, mode: str) -> None:
    """The same games in ALE: score, length and the rows in which games end."""
    game, options = COUNTED[case]
    title = "".join(word.capitalize() for word in game.split("_"))
    envs = parallel_pool.make(
        f"{title}-v5", seed=4, autoreset_mode=mode, record_episode_statistics=True, **options
    )
    rules = CountedRules(game, 4, **options)
    rng = np.random.default_rng(1)
    envs.reset()
    rules.begin()
    told, resets = [], False
    for _ in range(2500):
        action = int(rng.integers(envs.single_action_space.n))
        _, rewards, terminated, truncated, infos = envs.step([action])
        if resets:
            rules.begin()
            resets = False
            assert "episode" not in infos
            continue
        reward, ended, over = rules.play(action)
        assert rewards[0] == reward
        assert (terminated | truncated)[0] == ended
        last = infos["final_info"] if mode == "SameStep" and ended else infos
        assert last["score"][0] == rules.score
        assert last["game_over"][0] == (ended and over)
        assert ("episode" in infos) == (ended and over)
        if ended and over:
            told.append(infos["episode"]["r"][0])
            assert (told[-1], infos["episode"]["l"][0]) == (rules.score, rules.length)
        if ended and mode == "SameStep":
            rules.begin()
        elif ended:
            resets = True
    assert len(told) > 2
    assert max(told) >= 1


def test_without_lives_and_clipping_they_are_gymnasiums() -> None:
    """RecordEpisodeStatistics counts the same where rewards are not clipped and lives not split."""
    own = parallel_pool.make("Breakout-v5", num_envs=2, seed=3, record_episode_statistics=True)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        parallel_pool.make("Breakout-v5", num_envs=2, seed=3)
    )
    count = 0
    own.reset()
    wrapped.reset()
    for actions in np.random.default_rng(0).integers(4, size=(400, 2)):
        infos, expected = own.step(actions)[4], wrapped.step(actions)[4]
        assert ("episode" in infos) == ("episode" in expected)
        if "episode" in infos:
            count += 1
            for key in "rl":
                assert np.array_equal(infos["episode"][key], expected["episode"][key])
    assert count > 2


def test_a_restarted_game_is_over_with_its_life() -> None:
    """AtariPreprocessing starts another game after a lost life."""
    envs = parallel_pool.make(
        "ALE-Breakout-v5", seed=1, episodic_life=True, record_episode_statistics=True
    )
    envs.reset()
    ended = 0
    for action in np.random.default_rng(0).integers(4, size=300):
        _, _, terminated, _, infos = envs.step([action])
        assert infos["game_over"][0] == terminated[0] == ("episode" in infos)
        ended += int(terminated[0])
    assert ended > 1


def test_a_seeded_reset_begins_a_new_count() -> None:
    envs = parallel_pool.make("Breakout-v5", seed=1, record_episode_statistics=True, **LIVES)
    envs.reset()
    lengths: list[int] = []
    for seed in (5, 5):
        _, infos = envs.reset(seed=seed)
        assert infos["score"][0] == 0
        steps = resets = 0
        while "episode" not in infos:
            _, _, terminated, truncated, infos = envs.step([2])
            steps += 1
            resets += int((terminated | truncated)[0])
        assert infos["episode"]["l"][0] == steps - (resets - 1)
        lengths.append(steps)
        envs.step([2])
        while not envs.step([2])[2][0]:  # a life, which the seeded reset interrupts
            pass
    assert lengths[0] == lengths[1]


@pytest.mark.parametrize("env_type", ["gym", "dm"])
def test_other_faces_tell_the_score(env_type: str) -> None:
    """The infos ``score`` and ``game_over`` are those of the Gymnasium face."""
    options: dict[str, Any] = {"num_envs": 2, "seed": 3, **LIVES}
    envs = parallel_pool.make("Breakout-v5", **options)
    other: Any = parallel_pool.make("Breakout-v5", env_type=env_type, **options)
    envs.reset()
    other.reset()
    over = 0
    for actions in np.random.default_rng(0).integers(4, size=(400, 2)):
        expected = envs.step(actions)[4]
        result = other.step(actions)
        for key in ("score", "game_over"):
            told = result[-1][key] if env_type == "gym" else getattr(result.observation, key)
            assert np.array_equal(told, expected[key])
        over += int(expected["game_over"].sum())
    assert over > 1
