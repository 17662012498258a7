# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A single environment as a `gymnasium.Env`."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from parallel_pool import registry
from parallel_pool.errors import EnvironmentFailure, PoolClosedError, ResetNeededError
from parallel_pool.faces.single_members import SingleMembers
from parallel_pool.faces.vector_env import PoolVectorEnv
from parallel_pool.keywords import check_keywords, normalise_config
from parallel_pool.native import SingleStepResult
from parallel_pool.pool.info_rows import single_info
from parallel_pool.pool.json_values import stored
from parallel_pool.rendering import render_keywords
from parallel_pool.spaces import batch_of_one, single


class PoolEnv(SingleMembers, gymnasium.Env[Any, Any]):
    """A pool of one environment without autoreset and time limit, for `gymnasium.make`.

    Args:
        id: the environment's id.
        render_mode: one of ``metadata["render_modes"]``, or None.
        **config: the environment's own options.
    """

    _made_by_open = ("_engine", "_envs", "_step")
    # In a copy, the seed of the generator that it has from its original.
    _seed_of_original: int | None = None

    def __init__(self, id: str, render_mode: str | None = None, **config: Any) -> None:
        """See the class."""
        env_type = registry.find(id)
        check_keywords(config, env_type, ["seed", *render_keywords(env_type)])
        self._arguments = {
            "id": id,
            "max_episode_steps": _limit_of(id, config),
            "render_mode": render_mode,
            **config,
        }
        self._open()
        if self._envs.is_multi_player:
            self._envs.close()
            raise ValueError(
                f"{env_type.id} is a multi-player environment: it has a row for each player, which "
                "a gymnasium.Env cannot express; use parallel_pool.make or gymnasium.make_vec"
            )
        self.render_mode = render_mode
        self.metadata = {
            key: value for key, value in self._envs.metadata.items() if key != "autoreset_mode"
        }
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space

    def _open(self) -> None:
        """Makes the pool."""
        self._envs = PoolVectorEnv(
            num_threads=1, autoreset_mode=AutoresetMode.DISABLED, **self._arguments
        )
        engine = self._envs._engine
        self._step = engine.pool.step_single if engine.is_plain else self._step_as_batch
        self._engine = engine

    # --- Stepping -------------------------------------------------------------------------------

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Steps the environment.

        Args:
            action: an element of ``action_space``.

        Returns:
            Observation, reward (float), terminated, truncated and info. `truncated` is set only if
            the rules truncate, because `gymnasium.make` applies time limits. Scalars are Python
            values.

        Raises:
            InvalidActionError: the action is out of range, NaN or infinite; nothing was stepped.
            ResetNeededError: the episode has ended, or has not started.
            EnvironmentFailure: the rules threw an exception.
        """
        try:
            return self._step(action)
        except OF_STEPS as error:
            speak_of_one(error, self.action_space, action)
            raise

    def _step_as_batch(self, action: Any) -> SingleStepResult:
        """The same where results are processed on their way, or a window follows them."""
        actions = batch_of_one(self.action_space, action)
        observations, rewards, terminations, truncations, infos = self._envs.step(actions)
        return (
            single(self.observation_space, observations, 0),
            float(rewards[0]),
            bool(terminations[0]),
            bool(truncations[0]),
            single_info(infos, 0),
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts a new episode.

        Args:
            seed: a non-negative int of any size, which starts a new random stream; None continues
                the current one.
            options: the environment's reset options, for this reset only.

        Returns:
            Observation and info.

        Raises:
            TypeError, ValueError: the seed or an option is invalid; nothing was reset.
        """
        try:
            observations, infos = self._envs.reset(seed=seed, options=options)
        except _SPOKEN as error:
            speak_of_one(error, None, None)
            raise
        return single(self.observation_space, observations, 0), single_info(infos, 0)

    def render(self) -> Any:
        """Renders the current state of the environment with its reference.

        Returns:
            A uint8 array of shape ``(height, width, 3)`` in mode ``"rgb_array"``, a str in mode
            ``"ansi"``; None in mode ``"human"``, and, with a warning, without a render mode.

        Raises:
            ResetNeededError: the environment has not been reset.
            DependencyNotInstalled: a drawing library is missing; the extra ``render`` installs it.
        """
        try:
            frames = self._envs.render()
        except _SPOKEN as error:
            speak_of_one(error, None, None)
            raise
        return frames[0] if frames is not None else None

    # --- What is not stepping -------------------------------------------------------------------

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuses options; see `SingleMembers`."""
        if name == "spec" and value is not None:
            value.kwargs = stored(value.kwargs)  # JSON can store it then
        super().__setattr__(name, value)

    def __getstate__(self) -> tuple[dict[str, Any], bytes | None]:
        """See `SingleMembers`."""
        kept, saved = super().__getstate__()
        seed = None if saved is None else self._np_random_seed
        return kept | {"_seed_of_original": seed}, saved

    @property
    def _np_random(self) -> np.random.Generator | None:
        """The environment's own generator; None before the first reset."""
        if self._envs.closed:
            raise PoolClosedError("np_random was read from a closed environment")
        if self._envs.np_random_seed[0] is None:
            return None
        return self._envs.np_random[0]

    @_np_random.setter  # type: ignore[override]
    def _np_random(self, value: np.random.Generator) -> None:
        self._envs.np_random = (value,)
        self._seed_of_original = None

    @property
    def _np_random_seed(self) -> int | None:
        seed = self._envs.np_random_seed[0]
        # A state has the generator, and not its seed.
        return seed if seed != -1 or self._seed_of_original is None else self._seed_of_original

    @_np_random_seed.setter
    def _np_random_seed(self, value: int | None) -> None:
        pass  # the pool keeps the seeds

    def close(self) -> None:
        """Frees the environment."""
        self._envs.close()


# Exceptions whose messages speak of pools or of ids.
_SPEAK_OF_POOLS = (PoolClosedError, ResetNeededError)
_SPOKEN = (*_SPEAK_OF_POOLS, EnvironmentFailure)
OF_STEPS = (*_SPOKEN, TypeError, ValueError)


def of_one(message: str) -> str:
    """A pool's message in the words of a single environment, which has no ids and no rows."""
    message = re.sub(r"env id 0(?!:)", "the environment", message.removeprefix("env id 0: "))
    return message.replace("a closed pool", "a closed environment")


def speak_of_one(error: Exception, expected: Any, action: Any) -> None:
    """Puts the error of a step in the words of a single environment; `expected`: of actions."""
    if isinstance(error, EnvironmentFailure):
        text = f"the environment failed and needs a reset: {error.causes.get(0)}"
    elif str(error).startswith("actions"):
        text = f"action must be an element of {expected}, got {action!r}"
    else:
        text = of_one(str(error))
    error.args = (text,)


@contextlib.contextmanager
def speaking_of_one() -> Iterator[None]:
    """Raises a pool's errors in the words of a single environment."""
    try:
        yield
    except _SPOKEN as error:
        speak_of_one(error, None, None)
        raise


def _limit_of(id: str, config: Mapping[str, Any]) -> int:
    """The time limit that the options ask for; -1 where it is the id's own, `gymnasium.make`'s."""
    env_type = registry.find(id)
    registry.check_installed(env_type)
    options = {name: config[name] for name, _, _, _ in env_type.options if name in config}
    limit = env_type.episode_limit(normalise_config(env_type, options))
    return -1 if limit is None or limit == env_type.max_episode_steps else limit
