# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Sample Factory's APPO learns CartPole on a pool."""

from __future__ import annotations

import tempfile

from parallel_pool.sample_factory import register
from sample_factory.algo.utils.misc import ExperimentStatus
from sample_factory.cfg.arguments import parse_full_cfg, parse_sf_args
from sample_factory.train import make_runner

OPTIONS = """
--algo=APPO --device=cpu --serial_mode=True --async_rl=False --batched_sampling=True
--num_workers=1 --num_envs_per_worker=1 --worker_num_splits=1 --use_env_info_cache=False
--use_rnn=False --recurrence=1 --rollout=32 --batch_size=512 --num_batches_per_epoch=4
--num_epochs=4 --encoder_mlp_layers 64 64 --nonlinearity=tanh --learning_rate=2e-3 --gamma=0.99
--reward_scale=0.1 --with_vtrace=False --normalize_input=False --normalize_returns=True
--max_policy_lag=1000 --set_workers_cpu_affinity=False --with_wandb=False --seed=0
"""


def main(steps: int = 100_000) -> float:
    """Trains, and returns the mean return of the last 100 episodes."""
    name = register("CartPole-v1", num_envs=64)
    with tempfile.TemporaryDirectory() as folder:
        arguments = [
            *OPTIONS.split(),
            f"--env={name}",
            f"--train_for_env_steps={steps}",
            f"--train_dir={folder}",
            "--experiment=example",
        ]
        parser, _ = parse_sf_args(arguments)
        _, runner = make_runner(parse_full_cfg(parser, arguments))
        assert runner.init() == ExperimentStatus.SUCCESS
        assert runner.run() == ExperimentStatus.SUCCESS
        returns = runner.policy_avg_stats["reward"][0]
        mean = float(sum(returns) / len(returns))
    print(f"mean return: {mean:.1f}")
    return mean


if __name__ == "__main__":
    main()
