"""Environments in C++ for parallel_pool, which finds FAMILY through an entry point."""

from parallel_pool import Family

from my_envs import my_envs_native

FAMILY = Family(
    name="my_envs",
    module=my_envs_native,
    aliases={"my_envs/Corridor-v0": "Corridor-v0"},  # further names of an id
    picture_fps=10,
)
