# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Rollouts of tensors: a learner gets what a careful loop of its own would give it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import parallel_pool
import pytest

from tests.snippets import run_document

torch = pytest.importorskip("torch", reason="needs torch: `make test-adapters`")

pytestmark = pytest.mark.usefixtures("one_thread")
ENVS, STEPS, GAMMA, DECAY = 16, 40, 0.98, 0.9


def pool(id: str, **keywords: Any) -> Any:
    return parallel_pool.make(id, num_envs=ENVS, num_threads=2, seed=3, **keywords)


@pytest.mark.parametrize(
    ("id", "options"),
    [("CartPole-v1", {}), ("Pendulum-v1", {"max_episode_steps": 30}), ("Pong-v5", {})],
)
def test_weights_equal_those_of_a_loop_by_hand(id: str, options: dict[str, Any]) -> None:
    """With the same permutations: bit for bit, over three updates."""
    results = []
    for by_hand in (True, False):
        torch.manual_seed(0)
        envs = pool(id, array_type="numpy" if by_hand else "torch", **options)
        shape, space = envs.single_observation_space.shape, envs.single_action_space
        width = int(np.prod(shape))
        net = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(width, 4))
        optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)

        def act(net: Any, obs: Any, space: Any = space) -> Any:
            with torch.no_grad():
                outputs = net(obs.float())
                if space.shape:
                    return outputs[:, :1] + torch.randn(ENVS, 1), outputs[:, 3]
                choices = torch.multinomial(outputs[:, :2].softmax(-1), 1)[:, 0]
                return choices, outputs[:, 3]

        collect = hand_made(envs, act, net) if by_hand else pooled(envs, act, net)
        for _ in range(3):
            for observations, actions, advantages, returns in next(collect):
                loss = (net(observations.float())[:, 3] - returns) ** 2 * advantages
                loss = loss + net(observations.float())[:, 0] * actions.float().reshape(-1)
                optimizer.zero_grad()
                loss.mean().backward()
                optimizer.step()
        results.append(torch.cat([weights.flatten() for weights in net.parameters()]))
        envs.close()
    assert torch.equal(*results)
    assert results[0].isfinite().all()


def pooled(envs: Any, act: Any, net: Any) -> Any:
    rollout = envs.rollout(STEPS)
    while True:
        obs = rollout.begin()
        for t in range(STEPS):
            actions, rollout.values[t] = act(net, obs)
            obs = rollout.step(actions)
        rollout.values[-1] = act_value(net, obs)
        rollout.compute_advantages(GAMMA, DECAY)
        yield ((b.observations, b.actions, b.advantages, b.returns) for b in rollout.minibatches(3))


def act_value(net: Any, obs: Any) -> Any:
    with torch.no_grad():
        return net(obs.float())[:, 3]


KEYS = ("obs", "act", "val", "valid", "rew", "term", "end")


def hand_made(envs: Any, act: Any, net: Any) -> Any:
    obs, fresh = torch.from_numpy(envs.reset()[0]), torch.zeros(ENVS)
    while True:
        rows: dict[str, list[Any]] = {key: [] for key in KEYS}
        for _ in range(STEPS):
            actions, values = act(net, obs)
            for key, value in zip(KEYS[:4], (obs, actions, values, 1 - fresh), strict=True):
                rows[key].append(value)
            after, rewards, terminated, truncated, _ = envs.step(actions.numpy())
            fresh = torch.from_numpy(terminated | truncated).float()
            rows["rew"].append(torch.from_numpy(rewards).float())
            rows["term"].append(torch.from_numpy(terminated).float())
            rows["end"].append(torch.maximum(fresh, 1 - rows["valid"][-1]))
            obs = torch.from_numpy(after)
        data = {key: torch.stack(value) for key, value in rows.items()}
        values = torch.cat([data["val"], act_value(net, obs)[None]])
        advantages, running = torch.zeros(STEPS, ENVS), torch.zeros(ENVS)
        for t in reversed(range(STEPS)):
            delta = data["rew"][t] + GAMMA * values[t + 1] * (1 - data["term"][t]) - values[t]
            running = delta + GAMMA * DECAY * (1 - data["end"][t]) * running
            advantages[t] = running
        keep = data["valid"].bool()
        columns = data["obs"], data["act"], advantages, advantages + values[:-1]
        kept = [column[keep] for column in columns]
        parts = torch.randperm(len(kept[0])).tensor_split(3)
        yield [[column[part] for column in kept] for part in parts]


def test_a_learner_reads_one_rollout_while_another_is_filled() -> None:
    envs = pool("CartPole-v1", array_type="torch")
    rollouts = [envs.rollout(STEPS), envs.rollout(STEPS)]
    sums: list[float] = []

    def learn(rollout: Any) -> None:
        sums.extend(
            float(sum(batch.observations.double().sum() for batch in rollout.minibatches(4)))
            for _ in range(20)
        )

    for turn in range(4):
        rollout = rollouts[turn % 2]
        obs = rollout.begin()
        learner = threading.Thread(target=learn, args=(rollouts[1 - turn % 2],))
        if turn > 0:
            learner.start()
        for _ in range(STEPS):
            obs = rollout.step((obs[:, 2] > 0).long())
        if turn > 0:
            learner.join()
            np.testing.assert_allclose(sums, sums[0], rtol=1e-9)
        sums.clear()
    envs.close()


def test_tensors_share_the_memory() -> None:
    """Members, rows, minibatches and memory of the caller; a seeded generator repeats."""
    envs = pool("Pendulum-v1", array_type="torch")
    mine = torch.zeros(9, ENVS, 3).share_memory_()
    rollout = envs.rollout(8, out={"observations": mine})
    row = rollout.begin()
    assert row.data_ptr() == mine.data_ptr() == rollout.observations.data_ptr()
    for t in range(8):
        rollout.actions[t].uniform_(-1, 1)
        row = rollout.step(rollout.actions[t])
        assert torch.equal(mine[t + 1], row)
    rollout.compute_advantages(0.9, 0.9)
    rollout.compute_vtrace(0.9, torch.zeros(8, ENVS))
    orders = [
        torch.cat([b.rows for b in rollout.minibatches(3, torch.Generator().manual_seed(1))])
        for _ in range(2)
    ]
    assert torch.equal(*orders)
    with pytest.raises(ValueError, match="give memory of the CPU"):
        envs.rollout(8, out={"observations": torch.zeros(9, ENVS, 3, device="meta")})
    envs.close()
    with (
        pool("Pendulum-v1", array_type="torch", device="meta") as envs,
        pytest.raises(ValueError, match="rollouts lie on the CPU, but the pool has device='meta'"),
    ):
        envs.rollout(8)


def test_actions_may_have_gradients() -> None:
    envs = pool("Pendulum-v1", array_type="torch")
    rollout = envs.rollout(1)
    rollout.begin()
    rollout.step(torch.zeros(ENVS, 1, requires_grad=True))
    assert rollout.full
    envs.close()


def test_the_page_runs() -> None:
    assert run_document(Path(__file__).parents[3] / "docs" / "rollouts.md") == []


def test_pinned_memory(monkeypatch: Any) -> None:
    """All of a rollout's own memory, where a GPU is there; here, one that is made up."""
    plain_zeros, sizes = torch.zeros, []

    def zeros(size: int, pin_memory: bool, **keywords: Any) -> torch.Tensor:
        assert pin_memory
        sizes.append(size)
        return plain_zeros(size, **keywords)

    with monkeypatch.context() as patch:
        patch.setattr(torch, "zeros", zeros)
        pinned, plain = (
            parallel_pool.make("Pendulum-v1", num_envs=3, seed=1, array_type="torch").rollout(
                4, pin_memory=pin
            )
            for pin in (True, False)
        )
    for rollout in (pinned, plain):
        rollout.begin()
        for _ in range(4):
            rollout.step(np.ones((3, 1), np.float32))
    assert sum(sizes) == sum(array.nbytes for array in plain.arrays().values())
    for name, array in plain.arrays().items():
        assert torch.equal(array, getattr(pinned, name)), name


@pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU is there")
def test_pinned_memory_without_a_gpu() -> None:
    envs = parallel_pool.make("CartPole-v1", array_type="torch")
    with pytest.raises(ValueError, match="pin_memory=True cannot be used: "):
        envs.rollout(2, pin_memory=True)
    with pytest.raises(ValueError, match="make the pool with array_type='torch'"):
        parallel_pool.make("CartPole-v1").rollout(2, pin_memory=True)
