# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO in one file, for numbers and for pictures, with discrete and with continuous actions.

    python examples/ppo.py                          # CartPole-v1, until its mean return is 475
    python examples/ppo.py Pong-v5                  # until it is 18
    python examples/ppo.py Ant-v5 --batch-size 32   # until it is 5,000; in async mode

The command `parallel-pool train` runs this file. It needs torch and uses a GPU if there is one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import torch
from gymnasium import spaces
from torch import nn

torch.distributions.Distribution.set_default_validate_args(False)  # checks take time


@dataclass
class Settings:
    """What a training run depends on.

    Attributes:
        id: of the environment.
        total_steps: time steps of all environments together.
        num_envs, batch_size, num_threads: of the pool. With a batch_size below num_envs the policy
            acts for the environments that are ready while the others step.
        horizon: time steps of each environment between two updates.
        epochs, minibatches: how often an update goes through its data, and in how many parts.
        learning_rate: of Adam at the start; it falls to zero at the end of `total_steps`.
        gamma, lambda_, clip, entropy: discount, trace decay, range of the ratio, entropy bonus.
        normalize_rewards: whether rewards are divided by the deviation of discounted returns.
        convolutions: channels, kernel size and stride of each layer that sees pictures.
        hidden: units of the dense layers.
        deviation: of continuous actions at the start.
        goal: the mean return at which to stop.
        late_episodes: of how many episodes, the latest, the mean return is.
        seed: of the environments and of the policy.
        options: of the environment.
    """

    id: str = "CartPole-v1"
    total_steps: int = 300_000
    num_envs: int = 32
    batch_size: int | None = None
    num_threads: int | None = None
    horizon: int = 64
    epochs: int = 6
    minibatches: int = 4
    learning_rate: float = 1e-3
    gamma: float = 0.99
    lambda_: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    normalize_rewards: bool = False
    convolutions: tuple[tuple[int, int, int], ...] = ((32, 8, 4), (64, 4, 2), (64, 3, 1))
    hidden: tuple[int, ...] = (64, 64)
    deviation: float = 1.0
    goal: float | None = None
    late_episodes: int = 100
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, id: str, **given: Any) -> Settings:
        """Defaults that suit the environment, and what was given; None stands for the default."""
        spec = parallel_pool.make_spec(id)
        own: dict[str, Any] = {}
        if is_picture(spec.observation_space):
            own = {"total_steps": 10_000_000, "num_envs": 32, "horizon": 128, "epochs": 3}
            own |= {"minibatches": 8, "learning_rate": 5e-4, "clip": 0.1, "hidden": (512,)}
        elif isinstance(spec.action_space, spaces.Box):
            own = {"total_steps": 5_000_000, "num_envs": 64, "horizon": 64, "epochs": 4}
            own |= {"minibatches": 8, "entropy": 0.0, "normalize_rewards": True}
        own |= RECIPES.get(id, {})
        return cls(id, **(own | {key: value for key, value in given.items() if value is not None}))


# Settings that were tuned for single environments.
RECIPES: dict[str, dict[str, Any]] = {
    "CartPole-v1": {"goal": 475.0},
    "Pong-v5": {
        "goal": 18.0,
        "late_episodes": 64,
        "total_steps": 4_000_000,
        "num_envs": 64,
        "horizon": 64,
        "epochs": 3,
        "minibatches": 8,
        "learning_rate": 1e-3,
        # Small pictures and a small network make a time step of training several times cheaper.
        "options": {"img_height": 42, "img_width": 42, "stack_num": 2},
        "convolutions": ((16, 8, 4), (32, 3, 2)),
        "hidden": (256,),
    },
    "Ant-v5": {
        "goal": 5000.0,
        "late_episodes": 64,
        "epochs": 10,  # a time step costs more than learning from it
        "learning_rate": 3e-4,
        "lambda_": 0.9,
        "hidden": (128, 128),
        # Large random actions cost more than they explore.
        "deviation": 0.37,
        # As in earlier versions of Ant.
        "options": {"include_cfrc_ext_in_observation": False},
    },
}


def is_picture(observations: spaces.Space[Any]) -> bool:
    """Whether observations have channels, height and width."""
    return isinstance(observations, spaces.Box) and len(observations.shape) == 3


class Policy(nn.Module):
    """An actor and a critic. Calling it with observations as the environment gives them acts."""

    def __init__(
        self, observations: spaces.Space[Any], actions: spaces.Space[Any], settings: Settings
    ) -> None:
        """Makes the networks for these spaces of one environment."""
        super().__init__()
        if not isinstance(observations, spaces.Box):
            raise ValueError(f"this PPO needs Box observations, got {observations}")
        self.is_picture = is_picture(observations)
        self.is_discrete = isinstance(actions, spaces.Discrete)
        if not self.is_discrete and not isinstance(actions, spaces.Box):
            raise ValueError(f"this PPO needs Discrete or Box actions, got {actions}")
        outputs = int(actions.n if self.is_discrete else np.prod(actions.shape))
        self.log_std = nn.Parameter(torch.full((outputs,), float(np.log(settings.deviation))))
        # Of the observations: their number, mean and variance. All pixels have one variance.
        self.count: torch.Tensor
        self.mean: torch.Tensor
        self.variance: torch.Tensor
        self.register_buffer("count", torch.zeros(()))
        self.register_buffer("mean", torch.zeros(observations.shape))
        self.register_buffer("variance", torch.ones(() if self.is_picture else observations.shape))
        self.body = nn.Sequential()
        if self.is_picture:
            channels = observations.shape[0]
            for filters, size, stride in settings.convolutions:
                self.body.extend([_layer(nn.Conv2d(channels, filters, size, stride)), nn.ReLU()])
                channels = filters
            inputs = self.body(torch.zeros(1, *observations.shape)).numel()
            self.body.extend([nn.Flatten(), *_dense(inputs, settings.hidden, nn.ReLU)])
            self.actor = _layer(nn.Linear(settings.hidden[-1], outputs), 0.01)
            self.critic = _layer(nn.Linear(settings.hidden[-1], 1), 1.0)
        else:
            inputs = int(np.prod(observations.shape))
            self.body.append(nn.Flatten())
            self.actor, self.critic = (
                nn.Sequential(
                    *_dense(inputs, settings.hidden, nn.Tanh),
                    _layer(nn.Linear(settings.hidden[-1], size), gain),
                )
                for size, gain in ((outputs, 0.01), (1, 1.0))
            )

    @torch.no_grad()
    def observe(self, observations: torch.Tensor) -> None:
        """Takes rows of observations into account for the normalisation.

        Of pictures, only the first call counts: it is enough, and many pixels take time.
        """
        if self.is_picture and self.count:
            return
        rows = observations.to(self.mean.device).float()
        number, mean, total = len(rows), rows.mean(0), self.count + len(rows)
        variance, drift = (rows - mean).square().mean(0), mean - self.mean
        if self.is_picture:
            variance = variance.mean()
        squares = self.variance * self.count + variance * number
        between = drift**2 * self.count * number / total if self.count else 0.0
        self.variance.copy_((squares + between) / total)
        self.mean += drift * number / total
        self.count.copy_(total)

    def features(self, observations: Any) -> torch.Tensor:
        """What the actor and the critic see of observations."""
        tensor = torch.as_tensor(observations, device=self.mean.device).float()
        tensor = (tensor - self.mean) * (self.variance + 1e-8).rsqrt()
        features: torch.Tensor = self.body(tensor if self.is_picture else tensor.clamp(-10, 10))
        return features

    def distribution(self, features: torch.Tensor) -> torch.distributions.Distribution:
        """Of the actions."""
        outputs = self.actor(features)
        if self.is_discrete:
            return torch.distributions.Categorical(logits=outputs)
        normal = torch.distributions.Normal(outputs, self.log_std.exp().expand_as(outputs))
        return torch.distributions.Independent(normal, 1)

    def values(self, features: torch.Tensor) -> torch.Tensor:
        """The expected return from each observation."""
        values: torch.Tensor = self.critic(features).squeeze(-1)
        return values

    @torch.no_grad()
    def __call__(self, observations: Any) -> Any:  # type: ignore[override]
        """Samples an action for each row of observations."""
        return self.distribution(self.features(observations)).sample().cpu().numpy()

    def save(self, path: Path, settings: Settings) -> None:
        """Writes the policy and its settings; `load` reads them."""
        torch.save({"settings": asdict(settings), "weights": self.state_dict()}, path)


def load(path: Path) -> tuple[Policy, Settings]:
    """A policy that `Policy.save` wrote, and the settings that it was trained with."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    settings = Settings(**saved["settings"])
    spec = parallel_pool.make_spec(settings.id, **settings.options)
    policy = Policy(spec.observation_space, spec.action_space, settings)
    policy.load_state_dict(saved["weights"])
    return policy, settings


def _layer(layer: Any, gain: float = 2**0.5) -> nn.Module:
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    made: nn.Module = layer
    return made


def _dense(inputs: int, hidden: tuple[int, ...], activation: type[nn.Module]) -> list[nn.Module]:
    layers: list[nn.Module] = []
    for units in hidden:
        layers += [_layer(nn.Linear(inputs, units)), activation()]
        inputs = units
    return layers


class RewardScale:
    """Divides rewards by the standard deviation of the discounted returns so far."""

    def __init__(self, settings: Settings) -> None:
        """Nothing was counted yet."""
        self.gamma = settings.gamma
        self.running = torch.zeros(settings.num_envs)
        self.count, self.mean, self.variance = 0, 0.0, 0.0

    def apply(self, rollout: Any) -> None:
        """Counts the rewards of a rollout, and then divides them."""
        ended = (rollout.terminated | rollout.truncated | ~rollout.valid).float()
        returns = torch.zeros_like(rollout.rewards)
        for t, rewards in enumerate(rollout.rewards):
            returns[t] = self.gamma * self.running + rewards
            self.running = returns[t] * (1 - ended[t])
        number, drift = returns.numel(), float(returns.mean()) - self.mean
        total = self.count + number
        squares = self.variance * self.count + float(returns.var(unbiased=False)) * number
        self.variance = (squares + drift**2 * self.count * number / total) / total
        self.mean += drift * number / total
        self.count = total
        rollout.rewards /= (self.variance + 1e-8) ** 0.5


@torch.inference_mode()
def collect(rollout: Any, policy: Policy, actions: spaces.Space[Any]) -> None:
    """Fills a rollout; in async mode, the policy acts for the environments that are ready."""
    observations = rollout.begin()
    while not rollout.full:
        features = policy.features(observations)
        distribution = policy.distribution(features)
        chosen = distribution.sample()
        rollout.put(policy.values(features), distribution.log_prob(chosen))
        clipped = chosen.cpu().numpy()
        if isinstance(actions, spaces.Box):
            clipped = np.clip(clipped, actions.low, actions.high)
        observations = rollout.step(clipped, keep=chosen)
    rollout.put(values=policy.values(policy.features(observations)))


def update(
    policy: Policy, optimizer: torch.optim.Optimizer, rollout: Any, settings: Settings
) -> None:
    """PPO's clipped update. Minibatches leave out the steps that only reset."""
    device = policy.mean.device
    rollout.compute_advantages(settings.gamma, settings.lambda_)
    for _ in range(settings.epochs):
        for batch in rollout.minibatches(settings.minibatches):
            features = policy.features(batch.observations)
            distribution = policy.distribution(features)
            logprobs = distribution.log_prob(batch.actions.to(device))
            ratio = (logprobs - batch.logprobs.to(device)).exp()
            gain = batch.advantages.to(device)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip) * gain
            loss = -torch.min(ratio * gain, clipped).mean()
            errors = policy.values(features) - batch.returns.to(device)
            loss = loss + 0.5 * (errors**2).mean()
            loss = loss - settings.entropy * distribution.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


@dataclass
class Progress:
    """Where a training run is: time steps done, seconds taken, mean return of late episodes."""

    steps: int
    seconds: float
    mean_return: float
    interrupted: bool = False  # true in the last entry if Ctrl-C ended the run


def planned_steps(settings: Settings) -> int:
    """The time steps of a run that reaches no goal: whole rollouts, and at least one."""
    rollout = settings.num_envs * settings.horizon
    return max(settings.total_steps // rollout, 1) * rollout


def make_pool(settings: Settings) -> Any:
    """The environments of a training run."""
    return parallel_pool.make(
        settings.id,
        num_envs=settings.num_envs,
        batch_size=settings.batch_size,
        num_threads=settings.num_threads,
        seed=settings.seed,
        record_episode_statistics=True,
        array_type="torch",
        **settings.options,
    )


def train(
    settings: Settings,
    show: Callable[[Progress], None] = lambda progress: None,
    device: str | None = None,
    make: Callable[[Settings], Any] = make_pool,
) -> tuple[Policy, list[Progress]]:
    """Trains a policy until it reaches the goal or has made all steps.

    Ctrl-C ends it early; before the end of the first rollout, it is raised as usual.

    Args:
        settings: of the run.
        show: called after each rollout.
        device: of torch; None takes a GPU if there is one.
        make: makes the environments.

    Returns:
        The policy, on the CPU, and the progress after each rollout.
    """
    torch.manual_seed(settings.seed)
    where = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    with make(settings) as envs:
        spaces_of_one = envs.single_observation_space, envs.single_action_space
        policy = Policy(*spaces_of_one, settings).to(where)
        torch.set_num_threads(1)  # small networks gain nothing from more
        optimizer = torch.optim.Adam(
            policy.parameters(), lr=settings.learning_rate, eps=1e-5, fused=True
        )
        updates = planned_steps(settings) // (settings.num_envs * settings.horizon)
        # Pictures stay bytes; float64 would take twice the memory.
        is_bytes = envs.single_observation_space.dtype == np.uint8
        dtype = np.uint8 if is_bytes else np.float32
        rollout = envs.rollout(settings.horizon, observation_dtype=dtype)
        scale, returns = RewardScale(settings), np.zeros(0)
        history, start = [], time.monotonic()
        try:
            for number in range(updates):
                collect(rollout, policy, envs.single_action_space)
                if number > 0:  # the first rollout only tells what observations are like
                    for group in optimizer.param_groups:
                        group["lr"] = settings.learning_rate * (1 - number / updates)
                    if settings.normalize_rewards:
                        scale.apply(rollout)
                    update(policy, optimizer, rollout, settings)
                policy.observe(rollout.observations[:-1].flatten(0, 1))
                ended = [episode_return for _, _, episode_return, _ in rollout.episodes]
                returns = np.append(returns, ended)[-settings.late_episodes :]
                mean = float(returns.mean()) if len(returns) else float("nan")
                steps = (number + 1) * settings.num_envs * settings.horizon
                history.append(Progress(steps, time.monotonic() - start, mean))
                show(history[-1])
                if len(returns) == settings.late_episodes and mean >= (settings.goal or np.inf):
                    break
        except KeyboardInterrupt:
            if not history:
                raise
            history[-1].interrupted = True
    return policy.cpu(), history


def main() -> None:
    """Trains what the command line names, and prints the progress."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("id", nargs="?", default="CartPole-v1")
    parser.add_argument("--steps", type=int, dest="total_steps")
    parser.add_argument("--num-envs", type=int)
    parser.add_argument("--batch-size", type=int)
    parser.add_argument("--num-threads", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--device")
    parser.add_argument("--save", type=Path, help="file for the policy")
    given = vars(parser.parse_args())
    id, device, path = given.pop("id"), given.pop("device"), given.pop("save")
    settings = Settings.of(id, **given)

    def show(progress: Progress) -> None:
        print(
            f"{progress.steps:10,} steps, {progress.seconds:6.1f} s, "
            f"return {progress.mean_return:8.1f}",
            flush=True,
        )

    policy, _ = train(settings, show, device)
    if path is not None:
        policy.save(path, settings)


if __name__ == "__main__":
    main()
