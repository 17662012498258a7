# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Environments of the zoo's own, of kinds that users write themselves."""

from __future__ import annotations

import functools
import socket
import threading
from string import ascii_letters
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

_WORDS = ("north", "south", "a lamp", "a key", "nothing")
_TURNS = 20


class Riddles(gymnasium.Env[str, str]):
    """Is played in words: observes a text and takes one, as text adventures do."""

    observation_space = spaces.Text(64, charset=f"{ascii_letters} ")
    action_space = spaces.Text(16, charset=ascii_letters)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """A new game."""
        super().reset(seed=seed)
        self._turns = 0
        return "You are in a dark room", {"score": 0}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """One turn."""
        self._turns += 1
        seen = _WORDS[self.np_random.integers(len(_WORDS))]
        text = f"You say {action} and see {seen}"
        return text, float(len(action)), seen == "a key", self._turns == _TURNS, {"seen": seen}


class Client(gymnasium.Env[np.ndarray, np.int64]):
    """Asks a server of its own on loopback for every step, as environments of simulators do."""

    observation_space = spaces.Box(-1e6, 1e6, (4,), np.float64)
    action_space = spaces.Discrete(2)

    def __init__(self) -> None:
        """Starts the server in a thread, and connects to it."""
        listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=_serve, args=(listener,), daemon=True).start()
        self._socket = socket.create_connection(listener.getsockname())
        self._turns = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A new episode."""
        super().reset(seed=seed)
        self._turns = 0
        return self._ask(self.np_random.normal(size=4)), {}

    def step(self, action: np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """One exchange with the server."""
        self._turns += 1
        told = self._ask(np.full(4, float(action)))
        return told, float(told.sum()), False, self._turns == _TURNS, {}

    def _ask(self, values: np.ndarray) -> np.ndarray:
        self._socket.sendall(values.tobytes())
        return np.frombuffer(self._socket.recv(32, socket.MSG_WAITALL))

    def close(self) -> None:
        """Ends the connection, and with it the server."""
        self._socket.close()


def _serve(listener: socket.socket) -> None:
    """Adds up what it gets."""
    connection, _ = listener.accept()
    listener.close()
    total = np.zeros(4)
    while len(got := connection.recv(32, socket.MSG_WAITALL)) == 32:
        total = 0.5 * total + np.frombuffer(got)
        connection.sendall(total.tobytes())


class JaxEnv(gymnasium.Env[np.ndarray, np.int64]):
    """An environment of functions over states, as those of JAX are, for one agent.

    Args:
        reset: takes a key; returns a state and an observation.
        step: takes a state, an action and a key; returns a state, an observation, a reward and
            whether the episode is over.
        actions: how many there are.
    """

    def __init__(self, reset: Any, step: Any, actions: int) -> None:
        """Compiles the functions."""
        import jax

        self._jax = jax
        self._reset, self._step = jax.jit(reset), jax.jit(step)
        self._key = jax.random.PRNGKey(0)
        shown = jax.eval_shape(reset, self._key)[1]
        dtype = np.dtype(shown.dtype).type
        is_bool = dtype is np.bool_
        low, high = (0, 1) if is_bool else (-np.inf, np.inf)
        self.observation_space = spaces.Box(low, high, shown.shape, dtype)
        self.action_space = spaces.Discrete(actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A new episode."""
        super().reset(seed=seed)
        if seed is not None:
            self._key = self._jax.random.PRNGKey(seed)
        self._key, key = self._jax.random.split(self._key)
        self._state, observation = self._reset(key)
        return np.asarray(observation), {}

    def step(self, action: np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """One step."""
        self._key, key = self._jax.random.split(self._key)
        self._state, observation, reward, over = self._step(self._state, action, key)
        return np.asarray(observation), float(reward), bool(over), False, {}


def pgx_game(name: str) -> JaxEnv:
    """A game of PGX; the reward is that of the player who moved."""
    return JaxEnv(*_pgx_functions(name))


# JAX compiles a function once for all environments of a process, if it is the same one.
@functools.cache
def _pgx_functions(name: str) -> tuple[Any, Any, int]:
    import pgx

    env = pgx.make(name)

    def reset(key: Any) -> tuple[Any, Any]:
        state = env.init(key)
        return state, state.observation

    def step(state: Any, action: Any, key: Any) -> tuple[Any, Any, Any, Any]:
        mover = state.current_player
        state = env.step(state, action, key)
        return state, state.observation, state.rewards[mover], state.terminated

    return reset, step, env.num_actions


def craftax_game(name: str) -> JaxEnv:
    """An environment of Craftax."""
    return JaxEnv(*_craftax_functions(name))


@functools.cache
def _craftax_functions(name: str) -> tuple[Any, Any, int]:
    from craftax.craftax_env import make_craftax_env_from_name

    env = make_craftax_env_from_name(name, auto_reset=False)
    params = env.default_params

    def reset(key: Any) -> tuple[Any, Any]:
        observation, state = env.reset(key, params)
        return state, observation

    def step(state: Any, action: Any, key: Any) -> tuple[Any, Any, Any, Any]:
        observation, state, reward, over, _ = env.step(key, state, action, params)
        return state, observation, reward, over

    return reset, step, env.action_space(params).n
