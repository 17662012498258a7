# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Inputs for EnvPool and for this package.

Nothing here imports either library, so that EnvPool can be asked on a Python that has it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from tests.adapters.compat.outcomes import BEHAVIOURS, Outcome, accepted, behaviour, listing
from tests.adapters.compat.wrappers import of_wrappers


def cartpole(library: Any, env_type: str = "gym", **options: Any) -> Any:
    return library.make("CartPole-v1", env_type=env_type, **{"num_envs": 2} | options)


def started(library: Any, env_type: str = "gym", **options: Any) -> Any:
    pool = cartpole(library, env_type, **options)
    pool.reset()
    return pool


def pendulum(library: Any, **options: Any) -> Any:
    pool = library.make("Pendulum-v1", env_type="gym", num_envs=2, **options)
    pool.reset()
    return pool


def first(result: Any) -> Any:
    """The observations of a reset."""
    return result[0] if isinstance(result, tuple) else result


# --- Making a pool --------------------------------------------------------------------------------


def _made(**options: Any) -> Outcome:
    return lambda library: accepted(lambda: library.make_gym("CartPole-v1", **options))


for _what, _options in {
    "`num_envs=0`": {"num_envs": 0},
    "`batch_size` above `num_envs`": {"num_envs": 2, "batch_size": 3},
    "`batch_size=0`": {"batch_size": 0},
    "`num_threads=0`": {"num_threads": 0},
    "`max_num_players=0`": {"max_num_players": 0},
    "`seed=-1`": {"seed": -1},
    "`seed=2**31`": {"seed": 2**31},
    "`seed=np.int64(3)`": {"seed": np.int64(3)},
    "`seed=1.5`": {"seed": 1.5},
    "a list of seeds": {"num_envs": 2, "seed": [3, 5]},
    "an array of seeds": {"num_envs": 2, "seed": np.array([3, 5])},
    "a list of too few seeds": {"num_envs": 3, "seed": [3, 5]},
    "`seed` and `env_seed`": {"num_envs": 2, "seed": [3, 5], "env_seed": [3, 5]},
    "an option that does not exist": {"no_such_option": 1},
    "`max_episode_steps=0`": {"max_episode_steps": 0},
    '`autoreset_mode="SameStep"`': {"autoreset_mode": "SameStep"},
    "`legacy_step=True`": {"legacy_step": True},
    "`gym_reset_return_info=False`": {"gym_reset_return_info": False},
    '`render_mode="ansi"`': {"render_mode": "ansi"},
    "`render_width=64`": {"render_mode": "rgb_array", "render_width": 64, "render_height": 64},
    "`from_pixels=True` of tasks without MuJoCo": {"from_pixels": True},
    "`base_path`": {"base_path": "/"},
}.items():
    BEHAVIOURS[_what] = _made(**_options)


@behaviour("an id that does not exist")
def _(library: Any) -> object:
    return accepted(lambda: library.make_gym("NoSuchEnv-v0"))


@behaviour("an `env_type` that does not exist")
def _(library: Any) -> object:
    return accepted(lambda: library.make("CartPole-v1", env_type="numpy"))


@behaviour("`make(id)` without `env_type`")
def _(library: Any) -> object:
    return type(library.make("CartPole-v1")).__name__


@behaviour("seed by default")
def _(library: Any) -> object:
    return library.make_spec("CartPole-v1").config.seed


@listing("keys of `config`")
def _(library: Any) -> object:
    return library.make_gym("Catch-v0").config


@listing("public members of a spec")
def _(library: Any) -> object:
    return [name for name in dir(library.make_spec("CartPole-v1")) if not name.startswith("_")]


@behaviour("classes of which `make_gym(...)` is an instance")
def _(library: Any) -> object:
    return _classes(library.make_gym("CartPole-v1"))


@behaviour("classes of which `make_gymnasium(...)` is an instance")
def _(library: Any) -> object:
    return _classes(library.make_gymnasium("CartPole-v1"))


def _classes(pool: Any) -> str:
    known = {
        "gymnasium.Env": gymnasium.Env,
        "gymnasium.vector.VectorEnv": gymnasium.vector.VectorEnv,
    }
    return ", ".join(f"`{name}`" for name, one in known.items() if isinstance(pool, one))


@behaviour("`is_vector_env`")
def _(library: Any) -> object:
    return cartpole(library).is_vector_env


@behaviour("`observation_space` of `make_gymnasium(..., num_envs=2)`")
def _(library: Any) -> object:
    space = library.make_gymnasium("CartPole-v1", num_envs=2).observation_space
    return "of a batch" if space.shape == (2, 4) else "of one environment"


@behaviour("`single_observation_space is observation_space`")
def _(library: Any) -> object:
    pool = cartpole(library)
    return pool.single_observation_space is pool.observation_space


@behaviour('`metadata["autoreset_mode"]`')
def _(library: Any) -> object:
    return cartpole(library).metadata["autoreset_mode"].value


@behaviour("setting `num_envs` and the single spaces")
def _(library: Any) -> object:
    pool = cartpole(library)
    for name in ("num_envs", "single_observation_space", "single_action_space"):
        setattr(pool, name, getattr(pool, name))
    return "allowed"


@behaviour("`pickle.dumps` of a pool")
def _(library: Any) -> object:
    return accepted(lambda: pickle.dumps(cartpole(library)))


# --- Episodes -------------------------------------------------------------------------------------


@behaviour("`reset()`")
def _(library: Any) -> object:
    return "observations, infos" if isinstance(cartpole(library).reset(), tuple) else "observations"


@behaviour("number of values of `step()`")
def _(library: Any) -> object:
    return len(started(library).step(np.zeros(2, int)))


@behaviour("the first `step()` before any reset")
def _(library: Any) -> object:
    pool = cartpole(library)
    return _is_first(pool.step(np.zeros(2, int))[-1])


@behaviour("the first `send()` before any reset")
def _(library: Any) -> object:
    pool = cartpole(library)
    pool.send(np.zeros(2, int))
    return _is_first(pool.recv()[-1])


def _is_first(infos: Any) -> str:
    return "first observations" if (infos["elapsed_step"] == 0).all() else "steps"


@behaviour("`reset(seed=3)`")
def _(library: Any) -> object:
    return _seeding(library, lambda pool: first(pool.reset(seed=3)))


@behaviour("`seed(3)`")
def _(library: Any) -> object:
    return _seeding(library, lambda pool: (pool.seed(3), first(pool.reset()))[1])


def _seeding(library: Any, seeded: Callable[[Any], np.ndarray]) -> str:
    one, other = (seeded(cartpole(library, seed=seed)) for seed in (1, 2))
    return "seeds" if (one == other).all() else "no effect"


@behaviour("`reset([1])`: a list of ids")
def _(library: Any) -> object:
    return accepted(lambda: started(library).reset([1]))


@behaviour('`reset(options={"reset_mask": ...})` that selects none')
def _(library: Any) -> object:
    mask = np.zeros(2, bool)
    return accepted(lambda: started(library).reset(options={"reset_mask": mask}))


@behaviour("an unknown option of `reset`")
def _(library: Any) -> object:
    return accepted(lambda: started(library).reset(options={"no_such_option": 1}))


def _end(library: Any, env_type: str) -> Any:
    """CartPole with a time limit at the step in which the pole falls."""
    options: dict[str, Any] = {"num_envs": 1, "seed": 5}
    pool = started(library, env_type, **options)
    steps = 0
    over = False
    while not over:
        steps += 1
        result = pool.step(np.zeros(1, np.int32))
        over = result[2][0] if env_type == "gym" else result.last()[0]
    pool = started(library, env_type, **options, max_episode_steps=steps)
    for _ in range(steps):
        result = pool.step(np.zeros(1, np.int32))
    return result


@behaviour("`terminated`, `truncated` where the rules end the last step of the time limit")
def _(library: Any) -> object:
    return ", ".join(str(bool(flag[0])) for flag in _end(library, "gym")[2:4])


@behaviour("`discount` where the rules end the last step of the time limit")
def _(library: Any) -> object:
    return float(_end(library, "dm").discount[0])


@behaviour("`discount` at the time limit")
def _(library: Any) -> object:
    pool = library.make_dm("Pendulum-v1", num_envs=1, max_episode_steps=1)
    pool.reset()
    return float(pool.step(np.zeros((1, 1), np.float32)).discount[0])


@behaviour("the step after an episode's end")
def _(library: Any) -> object:
    pool = library.make_gym("Pendulum-v1", num_envs=1, max_episode_steps=1)
    pool.reset()
    pool.step(np.zeros((1, 1), np.float32))
    _, rewards, _, truncated, infos = pool.step(np.zeros((1, 1), np.float32))
    return f"reward {rewards[0]:g}, truncated {truncated[0]}, step {infos['elapsed_step'][0]}"


@behaviour("`recv()` with nothing in flight")
def _(library: Any) -> object:
    return accepted(lambda: started(library).recv())


@behaviour("`step()` after `close()`")
def _(library: Any) -> object:
    pool = started(library)
    pool.close()
    return accepted(lambda: pool.step(np.zeros(2, int)))


# --- Actions --------------------------------------------------------------------------------------


def _stepped(actions: Any, ids: Any = None) -> Outcome:
    return lambda library: accepted(lambda: started(library).step(actions, ids))


for _what, _arguments in {
    "Discrete actions of dtype float": (np.array([0.9, 0.0]),),
    "Discrete actions of dtype bool": (np.array([True, False]),),
    "Discrete actions of shape `(n, 1)`": (np.zeros((2, 1), int),),
    "a list of actions": ([0, 1],),
    "`step(0)`": (0,),
    "too few actions": (np.zeros(1, int),),
    "a Discrete action out of range": (np.array([0, 7]),),
    "int64 actions in a dict": ({"action": np.zeros(2, np.int64)},),
    "`env_id` as a list": (np.zeros(1, int), [1]),
    "`env_id` as int64": (np.zeros(1, int), np.array([1])),
    "`env_id` out of range": (np.zeros(1, int), np.array([9])),
}.items():
    BEHAVIOURS[_what] = _stepped(*_arguments)

for _what, _action in {
    "float64 actions in a dict": {"action": np.ones((2, 1), np.float64)},
    "Box actions of shape `(n,)`": np.zeros(2, np.float32),
    "Box actions out of bounds": np.full((2, 1), 9, np.float32),
    "a Box action that is NaN": np.full((2, 1), np.nan, np.float32),
}.items():
    BEHAVIOURS[_what] = lambda library, action=_action: accepted(  # type: ignore[misc]
        lambda: pendulum(library).step(action)
    )


# --- The dm face ----------------------------------------------------------------------------------


@behaviour("dtype of `reward_spec()`, `discount_spec()`")
def _(library: Any) -> object:
    pool = cartpole(library, "dm")
    return f"{pool.reward_spec().dtype}, {pool.discount_spec().dtype}"


@behaviour("dtype of rewards and discounts on the dm face")
def _(library: Any) -> object:
    step = cartpole(library, "dm").reset()
    return f"{step.reward.dtype}, {step.discount.dtype}"


@behaviour("the spec of a value without bounds, such as `env_id`")
def _(library: Any) -> object:
    spec = cartpole(library, "dm").observation_spec().env_id
    return f"`{type(spec).__name__}`" + (" of all int32" if hasattr(spec, "minimum") else "")


@behaviour("shape of the bounds of a spec, where all are the same")
def _(library: Any) -> object:
    return np.shape(library.make_dm("Catch-v0").observation_spec().obs.minimum)


@behaviour("the dm face's observation")
def _(library: Any) -> object:
    observation = cartpole(library, "dm").reset().observation
    return f"`{type(observation).__name__}` of {', '.join(sorted(observation._fields))}"


# --- Pictures -------------------------------------------------------------------------------------


@behaviour("`render()` without ids")
def _(library: Any) -> object:
    frames = started(library, render_mode="rgb_array").render()
    return f"{len(frames)} of 2 frames"


@behaviour("`render(1)`, `render([1, 0])`")
def _(library: Any) -> object:
    pool = started(library, render_mode="rgb_array")
    return f"{pool.render(1).shape}, {pool.render([1, 0]).shape}"


@behaviour("`render()` without a render mode")
def _(library: Any) -> object:
    return "a warning, None" if started(library).render() is None else "frames"


# --- Wrappers of Gymnasium ------------------------------------------------------------------------

BEHAVIOURS.update(of_wrappers())
