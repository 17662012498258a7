"""Trains PPO on the task: pip install 'parallel_pool[sb3]', then python train.py."""

import my_robot  # noqa: F401 - which registers the id
from parallel_pool.sb3 import make_vec_env
from stable_baselines3 import PPO

envs = make_vec_env("my_robot-v0", n_envs=32)
model = PPO("MlpPolicy", envs, n_steps=64, batch_size=512, device="cpu", verbose=1)
model.learn(200_000)
model.save("my_robot")
