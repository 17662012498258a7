# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Pools on two nodes of Ray, which have addresses of their own."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator

import pytest

pytest.importorskip("ray", reason="needs Ray: `make test-adapters`")

from tests.adapters.ray.nodes import Cluster, Node, finish, line_of, why_not

# On busy CPUs, nodes take long to start.
pytestmark = pytest.mark.timeout(900)

FAR = """
import gymnasium

class Far(gymnasium.Env):
    observation_space = action_space = gymnasium.spaces.Discrete(2)
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    path = tmp_path_factory.mktemp("path")
    (path / "only_there.py").write_text(FAR)
    with Cluster(path) as made:
        yield made


@pytest.fixture(scope="module")
def second(cluster: Cluster) -> Node:
    return cluster.add()


def test_actors_on_two_nodes_equal_a_local_pool(cluster: Cluster, second: Node) -> None:
    """CarRacing's rows come through the object stores of both nodes, Pong's as single frames.

    And memory is lent within the head node only.
    """
    process = cluster.drive("""
for id, actions in (("CarRacing-v3", np.full((4, 3), 0.3)), ("Pong-v5", np.ones(4, int))):
    local = parallel_pool.make(id, num_envs=4, seed=1)
    ours = parallel_pool.ray.make(id, 4, num_actors=2, seed=1)
    say(*sorted(one["node"] for one in ours.actors()))
    assert_same(ours.reset(), local.reset())
    for _ in range(5):
        assert_same(ours.step(actions), local.step(actions))
    far = [k for k, one in enumerate(ours.actors()) if one["node"] != head]
    remote = ours._engine.remote
    assert [*remote._flight._receivers] == far * (id == "Pong-v5")
    assert [k for k, one in enumerate(remote._actors._borrowers) if one.loan() is None] == far
    ours.close()
""")
    one, other = finish(process)
    assert one == other
    assert one.split()[1] == second.address
    assert len(set(one.split())) == 2


def test_a_package_that_one_node_lacks(cluster: Cluster, second: Node) -> None:
    process = cluster.drive("""
import only_there
try:
    parallel_pool.ray.make(only_there.Far, 2, num_actors=2)
except parallel_pool.PoolError as error:
    say(str(error).splitlines()[0])
""")
    [line] = finish(process)
    node = re.escape(second.address)
    assert re.match(
        rf"actor \d \(pid \d+ on node {node}, .*\) lacks the package 'only_there', which Far needs",
        line,
    )


def test_a_node_that_dies(cluster: Cluster, second: Node) -> None:
    """Its environments resume on the other node, from their last states."""
    dying = cluster.add()
    process = cluster.drive(f"""
local = parallel_pool.make("CartPole-v1", num_envs=6, seed=1)
ours = parallel_pool.ray.make("CartPole-v1", 6, num_actors=3, seed=1, after_death="resume")
assert_same(ours.reset(), local.reset())
assert_same(ours.step(np.ones(6, int)), local.step(np.ones(6, int)))
[k] = [k for k, one in enumerate(ours.actors()) if one["node"] == {dying.address!r}]
lost = [2 * k, 2 * k + 1]
say("ready")
sys.stdin.readline()
try:
    ours.step(np.ones(6, int))
    say("nothing happened")
except parallel_pool.ray.ActorFailure as failure:
    assert failure.env_ids.tolist() == failure.resumed_env_ids.tolist() == lost
    say(failure.causes[lost[0]].split(":")[0])
others = [i for i in range(6) if i not in lost]
local.step(np.ones(4, int), others)
for _ in range(5):
    assert_same(ours.step(np.ones(6, int)), local.step(np.ones(6, int)))
say(ours.actors()[k]["node"])
""")
    assert line_of(process) == "ready"
    dying.kill()
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    cause, new_node = finish(process)
    assert re.match(rf"actor \d \(pid \d+ on node {re.escape(dying.address)}, .*\) died", cause)
    assert new_node != dying.address


def go_on(process: subprocess.Popen[str]) -> None:
    """Lets a driver that reads a line go on."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def test_a_slow_node_holds_up_its_own_rows_only(cluster: Cluster, second: Node) -> None:
    process = cluster.drive("""
local = parallel_pool.make("CartPole-v1", num_envs=8, seed=1)
ours = parallel_pool.ray.make("CartPole-v1", 8, 2, 2, seed=1)
[far] = [k for k, one in enumerate(ours.actors()) if one["node"] != head]
slow = set(range(4 * far, 4 * far + 4))
seen = {i: [] for i in range(8)}
def receive(timeout):
    observations, *_, infos = ours.recv(timeout)
    ids = infos["env_id"]
    for i, row in zip(ids.tolist(), observations):
        seen[i].append(row.copy())
    ours.send(np.zeros(len(ids), int), ids)
    return {*ids.tolist()}
ours.async_reset()
while not all(seen.values()):
    receive(120)
say("ready")
sys.stdin.readline()
before = [len(seen[i]) for i in slow]
for _ in range(40):
    receive(120)
# A stopped node has made no more than what it was asked for before.
assert max(len(seen[i]) - count for i, count in zip(slow, before)) <= 1
say("went on")
sys.stdin.readline()
while min(map(len, seen.values())) < 12:
    receive(120)
shown = local.reset()[0]
for t in range(12):
    assert_same(np.stack([seen[i][t] for i in range(8)]), shown)
    shown = local.step(np.zeros(8, int))[0]
""")
    assert line_of(process) == "ready"
    second.send(signal.SIGSTOP)
    go_on(process)
    try:
        assert line_of(process) == "went on"
    finally:
        second.send(signal.SIGCONT)
    go_on(process)
    assert finish(process) == []


def test_a_node_that_comes_late(cluster: Cluster, second: Node) -> None:
    """Actors wait for it when the pool is made, and when the only node with room has died."""
    process = cluster.drive("""
say("making")
ours = parallel_pool.ray.make(
    "CartPole-v1", 4, num_actors=2, seed=1, after_death="resume",
    actor_options={"resources": {"late": 1}},
)
local = parallel_pool.make("CartPole-v1", num_envs=4, seed=1)
assert_same(ours.reset(), local.reset())
say("ready")
sys.stdin.readline()
try:
    ours.step(np.ones(4, int))
except parallel_pool.ray.ActorFailure as failure:
    assert sorted(failure.resumed_env_ids) == [0, 1, 2, 3]
ours.send(np.ones(4, int))
try:
    ours.recv(timeout=0.5)
except TimeoutError:
    say("waits")
assert_same(ours.recv(timeout=240)[0], local.step(np.ones(4, int))[0])
for _ in range(3):
    assert_same(ours.step(np.ones(4, int)), local.step(np.ones(4, int)))
""")
    assert line_of(process) == "making"
    node = cluster.add('--resources={"late": 2}')
    assert line_of(process) == "ready"
    node.kill()
    go_on(process)
    assert line_of(process) == "waits"
    cluster.add('--resources={"late": 2}')
    assert finish(process) == []
