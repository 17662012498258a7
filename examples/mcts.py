# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Monte Carlo tree search that knows nothing of a game but how to copy and step it.

The pool holds the game that is played, an environment for each node of the tree, and environments
for random play. `clone` makes a node's environment from its parent's.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, field

import numpy as np
import parallel_pool


@dataclass
class Node:
    """A state that the search has reached.

    Attributes:
        env_id: the environment that is in this state.
        reward: the reward of the step that led here.
        ended: whether the episode is over here.
        children: by action.
        visits, value: how often the search came through here, and the mean return from here on.
    """

    env_id: int
    reward: float = 0.0
    ended: bool = False
    children: dict[int, Node] = field(default_factory=dict)
    visits: int = 0
    value: float = 0.0


class Search:
    """Plans with a pool whose environment 0 is the game.

    Args:
        id: an environment with Discrete actions and `get_state`.
        simulations: the number of nodes that a search adds to its tree.
        rollouts: the number of random continuations of each new node.
        depth: the length of a continuation, in time steps.
        discount: of a reward one time step later.
        seed: of the game and of all random choices.
        **options: options of the environment.
    """

    def __init__(
        self,
        id: str,
        *,
        simulations: int,
        rollouts: int,
        depth: int,
        discount: float,
        seed: int,
        **options: object,
    ) -> None:
        self.nodes = np.arange(1, simulations + 2)
        self.rollouts = np.arange(simulations + 2, simulations + 2 + rollouts)
        self.envs = parallel_pool.make(
            id, num_envs=simulations + 2 + rollouts, seed=seed, num_threads=1, **options
        )
        self.actions = int(self.envs.single_action_space.n)
        self.depth, self.discount = depth, discount
        self.random = np.random.default_rng(seed)
        self.envs.reset()

    def play(self, moves: int) -> float:
        """Plays the game; its return."""
        total = 0.0
        for _ in range(moves):
            reward, ended = self.step(0, self.best_action())
            total += reward
            if ended:
                break
        return total

    def best_action(self) -> int:
        """The action that most simulations chose first."""
        free = iter(self.nodes.tolist())
        root = Node(next(free))
        self.envs.clone([0], [root.env_id])
        for env_id in free:
            self.simulate(root, env_id)
        return max(root.children, key=lambda action: root.children[action].visits)

    def simulate(self, root: Node, free: int) -> None:
        """Adds a node, estimates its value, and tells its ancestors."""
        path = [root]
        while not path[-1].ended and len(path[-1].children) == self.actions:
            path.append(self.most_promising(path[-1]))
        if not path[-1].ended:
            path.append(self.grow(path[-1], free))
        value = 0.0 if path[-1].ended else self.estimate(path[-1].env_id)
        for node in reversed(path):
            node.visits += 1
            node.value += (value - node.value) / node.visits
            value = node.reward + self.discount * value

    def most_promising(self, node: Node) -> Node:
        """The child with the highest upper confidence bound; values are scaled to [0, 1]."""
        returns = {
            action: child.reward + self.discount * child.value
            for action, child in node.children.items()
        }
        low, high = min(returns.values()), max(returns.values())

        def bound(action: int) -> float:
            explored = math.sqrt(2 * math.log(node.visits) / node.children[action].visits)
            return (returns[action] - low) / (high - low or 1.0) + explored

        return node.children[max(returns, key=bound)]

    def grow(self, node: Node, env_id: int) -> Node:
        """A new child: a copy of its parent's environment, one step later."""
        untried = [action for action in range(self.actions) if action not in node.children]
        action = int(self.random.choice(untried))
        self.envs.clone([node.env_id], [env_id])
        reward, ended = self.step(env_id, action)
        node.children[action] = Node(env_id, reward, ended)
        return node.children[action]

    def estimate(self, env_id: int) -> float:
        """The mean discounted return of random play from here."""
        count = len(self.rollouts)
        self.envs.clone(np.full(count, env_id), self.rollouts)
        going, total = np.ones(count, dtype=bool), np.zeros(count)
        for i in range(self.depth):
            actions = self.random.integers(self.actions, size=count)
            _, rewards, terminated, truncated, _ = self.envs.step(actions, self.rollouts)
            total += going * rewards * self.discount**i
            going &= ~(terminated | truncated)
        return float(total.mean())

    def step(self, env_id: int, action: int) -> tuple[float, bool]:
        """Steps one environment; its reward, and whether the episode is over."""
        _, rewards, terminated, truncated, _ = self.envs.step([action], [env_id])
        return float(rewards[0]), bool(terminated[0] or truncated[0])


def cartpole(moves: int = 200, seed: int = 0) -> float:
    """Balances the pole without any training; the number of time steps."""
    search = Search("CartPole-v1", simulations=24, rollouts=16, depth=25, discount=0.98, seed=seed)
    return search.play(moves)


def assault(moves: int = 40, seed: int = 0) -> float:
    """Plays an Atari game from its emulator alone; the score."""
    search = Search(
        "Assault-v5",
        simulations=18,
        rollouts=4,
        depth=12,
        discount=0.99,
        seed=seed,
        repeat_action_probability=0.0,
        reward_clip=False,
    )
    return search.play(moves)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("cartpole", "assault"))
    parser.add_argument("--moves", type=int, default=200)
    arguments = parser.parse_args()
    play = {"cartpole": cartpole, "assault": assault}[arguments.game]
    print(play(arguments.moves))
