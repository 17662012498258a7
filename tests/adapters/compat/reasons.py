# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Why this package differs from EnvPool: a sentence for each difference in behaviour."""

from __future__ import annotations

_CLASS = "a ValueError is the usual class for a wrong value"
_CAST = "it can be converted safely"
_END = "a terminated episode has no future to bootstrap from; a truncated one has"
_CLOSED = "the threads are gone"
_SEED = "the names say so"
_ABORT = "nothing that a caller passes may abort or block a process"

REASONS: dict[str, str] = {
    "`num_envs=0`": _CLASS,
    "`batch_size` above `num_envs`": _CLASS,
    "`max_num_players=0`": _CLASS,
    "`seed=-1`": "NumPy's seeds are not negative",
    "`seed=2**31`": "NumPy's seeds may be larger",
    "a list of too few seeds": _CLASS,
    "`seed` and `env_seed`": _CLASS,
    "`max_episode_steps=0`": "an episode has at least one step",
    '`autoreset_mode="SameStep"`': "the face has all three modes of Gymnasium",
    "`legacy_step=True`": "scripts written for gym before 0.26 expect four values",
    "`gym_reset_return_info=False`": "EnvPool 0.6 returned only observations",
    "`render_width=64`": "the reference renders in its own size; `import envpool` resizes",
    "`from_pixels=True` of tasks without MuJoCo": "an option that does not exist is a TypeError",
    "`base_path`": "there are no asset files; `import envpool` ignores it",
    "an id that does not exist": _CLASS,
    "an `env_type` that does not exist": _CLASS,
    "`make(id)` without `env_type`": "the Gymnasium face is the default",
    "seed by default": "a fixed default seed hides how much results vary",
    "keys of `config`": "there are no asset files; there is an option for old scripts",
    "public members of a spec": "the arrays are EnvPool's internals; its classes have `gen_config`",
    "classes of which `make_gymnasium(...)` is an instance": "the face is Gymnasium's own",
    "`observation_space` of `make_gymnasium(..., num_envs=2)`": "a `VectorEnv` has batched spaces",
    "setting `num_envs` and the single spaces": "CleanRL's scripts set them",
    "`pickle.dumps` of a pool": "the copy is a new pool with the same arguments",
    "`reset()`": "as in EnvPool 0.6; `gym_reset_return_info=True` returns both",
    "`reset(seed=3)`": _SEED,
    "`seed(3)`": _SEED,
    "`reset([1])`: a list of ids": _CAST,
    "an unknown option of `reset`": "an option that does not exist is a TypeError",
    "`terminated`, `truncated` where the rules end the last step of the time limit": _END,
    "`discount` at the time limit": _END,
    "`recv()` with nothing in flight": _ABORT,
    "`step()` after `close()`": _CLOSED,
    "Discrete actions of dtype float": "0.9 would silently become 0",
    "Discrete actions of dtype bool": "`import envpool` converts them as EnvPool does",
    "Discrete actions of shape `(n, 1)`": "scripts hand over what a network returns",
    "a list of actions": _CAST,
    "`step(0)`": "as in Gymnasium, where one action for many environments is a TypeError",
    "too few actions": _ABORT,
    "a Discrete action out of range": "the rules do not define it",
    "int64 actions in a dict": _CAST,
    "`env_id` as a list": _CAST,
    "`env_id` out of range": _ABORT,
    "float64 actions in a dict": _CAST,
    "Box actions of shape `(n,)`": "scripts hand over what a network returns",
    "a Box action that is NaN": "it would silently corrupt the state",
    "dtype of `reward_spec()`, `discount_spec()`": "float32 is the dtype of the data",
    "the spec of a value without bounds, such as `env_id`": "such bounds carry no information",
    "`render()` without ids": "Gymnasium's vector environments render all",
    "`render()` without a render mode": "as Gymnasium's environments",
    "`gymnasium.wrappers.vector.HumanRendering` of `make_gymnasium(...)`": (
        "it needs a frame of each environment, and EnvPool renders one"
    ),
}
