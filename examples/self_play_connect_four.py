# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""PPO learns connect four against itself.

One network plays both sides of many games at once. What is good for the player who moves next is
bad for the one who just moved, so values and advantages change their sign from move to move. Three
in ten moves are random, so that it meets more positions than the ones it prefers.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
import parallel_pool
import torch
from torch import Tensor, nn

ID = "connect_four-v3"


class Player(nn.Module):
    """A policy over columns, and the value of a position for the player who moves."""

    def __init__(self, width: int = 192) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Flatten(),
            nn.Linear(6 * 7 * 2, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
        )
        self.policy = nn.Linear(width, 7)
        self.value = nn.Linear(width, 1)

    def forward(
        self, boards: Tensor, masks: Tensor
    ) -> tuple[torch.distributions.Categorical, Tensor]:
        """The legal moves' distribution and the values of positions.

        Args:
            boards: (rows, 6, 7, 2).
            masks: (rows, 7), 1 for legal moves.
        """
        hidden = self.body(boards.float())
        # Where a game is over nothing is legal, and nothing of that row is used.
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


@dataclass
class Moves:
    """Moves of many games: tensors of shape (moves, games, ...)."""

    boards: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    rewards: Tensor  # of the player who moved
    over: Tensor  # after the move
    own: Tensor  # False where the move was at random, or the step only started a new game


class SelfPlay:
    """Games that a player plays against itself.

    Args:
        games: the number of games at once.
        seed: of the network and of its choices.
    """

    def __init__(self, games: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.player = Player()
        self.optimizer = torch.optim.Adam(self.player.parameters(), lr=6e-4, eps=1e-5)
        self.envs = parallel_pool.make(ID, env_type="aec", num_envs=games, num_threads=1, seed=seed)
        self.envs.reset()

    def seen(self) -> tuple[Tensor, Tensor]:
        """The positions and legal moves of those whose turn it is."""
        observations = self.envs.last()[0]
        return (
            torch.from_numpy(observations["observation"]),
            torch.from_numpy(observations["action_mask"]),
        )

    @torch.no_grad()
    def play(self, length: int, at_random: float = 0.3) -> tuple[Moves, Tensor]:
        """Plays a number of moves in all games, a share of them at random.

        Returns:
            The moves, and the values of the positions after them.
        """
        rows = []
        envs = self.envs
        for _ in range(length):
            boards, masks = self.seen()
            choice, values = self.player(boards, masks)
            strays = torch.rand(len(boards)) < at_random
            anything = torch.multinomial(masks + 1e-9, 1).squeeze(1)
            actions = torch.where(strays, anything, choice.sample())
            movers, starts = envs.agent_selection, envs.terminations | envs.truncations
            envs.step(actions.numpy())
            rewards = envs.rewards[np.arange(envs.num_envs), movers]
            rows.append(
                (
                    boards,
                    masks,
                    actions,
                    choice.log_prob(actions),
                    values,
                    torch.from_numpy(rewards).float(),
                    torch.from_numpy(envs.terminations | envs.truncations),
                    ~strays & ~torch.from_numpy(starts),
                )
            )
        columns = [torch.stack(column) for column in zip(*rows, strict=True)]
        return Moves(*columns), self.player(*self.seen())[1]

    def learn(self, moves: Moves, next_values: Tensor, epochs: int = 3) -> None:
        """One update by PPO."""
        advantages = advantages_of(moves, next_values)
        returns = advantages + moves.values
        own = moves.own
        boards, masks = moves.boards[own], moves.masks[own]
        actions, old = moves.actions[own], moves.log_probs[own]
        advantages, returns = advantages[own], returns[own]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(epochs):
            for batch in torch.randperm(len(actions)).split(512):
                choice, values = self.player(boards[batch], masks[batch])
                ratio = (choice.log_prob(actions[batch]) - old[batch]).exp()
                gain = torch.min(
                    ratio * advantages[batch], ratio.clamp(0.8, 1.2) * advantages[batch]
                ).mean()
                error = (values - returns[batch]).square().mean()
                loss = -gain + 0.5 * error - 0.01 * choice.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
                self.optimizer.step()


def advantages_of(
    moves: Moves, next_values: Tensor, discount: float = 0.99, decay: float = 0.95
) -> Tensor:
    """Generalised advantages, each for the player who made the move."""
    advantages = torch.zeros_like(moves.values)
    after, following = next_values, torch.zeros_like(next_values)
    for t in reversed(range(len(moves.values))):
        goes_on = (~moves.over[t]).float()
        # The next position is the opponent's, so its value counts against the mover.
        error = moves.rewards[t] - discount * after * goes_on - moves.values[t]
        following = error - discount * decay * goes_on * following
        advantages[t] = following
        after = moves.values[t]
    return advantages


@torch.no_grad()
def share_won(player: Player, games: int, seed: int) -> float:
    """The share of games that a player wins against random moves, beginning every other game."""
    envs = parallel_pool.make(
        ID, env_type="aec", num_envs=games, num_threads=1, autoreset_mode="Disabled"
    )
    envs.reset()
    rng = np.random.default_rng(seed)
    side = np.arange(games) % 2  # the player's own
    results = np.zeros(games)
    over = np.zeros(games, bool)
    while not over.all():
        observations, masks = envs.last()[0], envs.action_mask
        choice, _ = player(torch.from_numpy(observations["observation"]), torch.from_numpy(masks))
        at_random = (rng.random(masks.shape) * masks).argmax(axis=1)
        moves = np.where(
            envs.agent_selection == side, choice.probs.argmax(dim=1).numpy(), at_random
        )
        envs.step(moves)
        ended = envs.terminations | envs.truncations
        results = np.where(ended & ~over, envs.rewards[np.arange(games), side], results)
        over |= ended
        if ended.any() and not over.all():
            envs.reset(options={"reset_mask": ended})  # plays on, and is not counted again
    return float((results > 0).mean())


def main(updates: int = 120, games: int = 128, length: int = 64, seed: int = 0) -> float:
    """Trains a player and returns the share of games that it wins against random moves."""
    torch.set_num_threads(1)
    training = SelfPlay(games, seed)
    for update in range(1, updates + 1):
        training.optimizer.param_groups[0]["lr"] = 6e-4 * (1 - (update - 1) / updates)
        training.learn(*training.play(length))
        if update % 20 == 0:
            won = share_won(training.player, 200, seed)
            print(f"{update * games * length} moves: wins {won:.1%} against random moves")
    return share_won(training.player, 1000, seed + 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(f"It wins {main(arguments.updates, seed=arguments.seed):.1%} of 1000 games.")
