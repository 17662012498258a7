# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Tensors on a named device, and the buffers through which batches reach a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import parallel_pool
import pytest
from parallel_pool.testing.compare import assert_same

torch = pytest.importorskip("torch", reason="needs torch: `make test-adapters`")


class Event:
    """What CUDA's event is to the buffers, and a record of its calls."""

    calls: list[tuple[str, int]] = []  # noqa: RUF012
    count = 0

    def __init__(self) -> None:
        self.number = Event.count
        Event.count += 1

    def record(self) -> None:
        Event.calls.append(("record", self.number))

    def synchronize(self) -> None:
        Event.calls.append(("synchronize", self.number))


@pytest.fixture
def staging() -> Any:
    """Copies to the CPU as if it were a GPU."""
    from parallel_pool.pool.tensors import Staging

    Event.calls, Event.count = [], 0
    return Staging(torch.device("cpu"), pinned=False, make_event=Event)


def batch(number: int, rows: int = 3) -> tuple[Any, ...]:
    nested = {"a": np.full((rows, 2), number, np.float32), "b": (np.full(rows, number),)}
    return nested, np.full(rows, float(number)), np.zeros(rows, bool)


def test_buffers_hand_on_what_they_were_given(staging: Any) -> None:
    """Results stay as they are when the buffers and the arrays are written again."""
    given = [batch(i, rows=3 if i < 4 else 5) for i in range(8)]
    results = [staging.copy(values) for values in given]
    for values in given:
        values[1][:] = -1
    for i, (nested, rewards, flags) in enumerate(results):
        rows = 3 if i < 4 else 5
        assert torch.equal(nested["a"], torch.full((rows, 2), float(i)))
        assert torch.equal(nested["b"][0], torch.full((rows,), i))
        assert torch.equal(rewards, torch.full((rows,), float(i), dtype=torch.float64))
        assert flags.dtype == torch.bool


def test_a_buffer_waits_for_its_last_reader(staging: Any) -> None:
    """Two buffers take turns: each is written only after the event of the batch before the last."""
    for i in range(5):
        staging.copy(batch(i))
    turns = [number for _, number in Event.calls[::2]]
    assert turns in ([0, 1, 0, 1, 0], [1, 0, 1, 0, 1])
    names = [name for name, _ in Event.calls]
    assert names == ["synchronize", "record"] * 5
    assert [number for _, number in Event.calls[1::2]] == turns


def test_buffers_are_kept(staging: Any) -> None:
    """The same memory serves every other batch."""
    places = []
    for i in range(6):
        staging.copy(batch(i))
        places.append([buffer.data_ptr() for buffer in staging._slots[0]._buffers])
    assert places[0] == places[2] == places[4]
    assert places[1] == places[3] == places[5]
    assert not set(places[0]) & set(places[1])


def test_the_cpu_by_name() -> None:
    """As without a name: nothing is copied."""
    options: dict[str, Any] = {"num_envs": 2, "array_type": "torch", "seed": 0}
    for device in ("cpu", torch.device("cpu")):
        envs = parallel_pool.make("CartPole-v1", **options, device=device)
        assert envs.result_options.device == "cpu"
        observations = envs.reset()[0]
        assert_same(
            observations.numpy(), parallel_pool.make("CartPole-v1", num_envs=2, seed=0).reset()[0]
        )
        assert envs.spec.kwargs["device"] == "cpu"


def test_another_device() -> None:
    """Every device of torch, such as one without memory: shapes, dtypes and actions from there."""
    envs = parallel_pool.make("Echo-v0", num_envs=2, array_type="torch", device="meta")
    observations, _ = envs.reset(seed=0)
    assert observations["boxes"]["matrix"].device.type == "meta"
    assert observations["pair"][0].shape == (2, 3)
    envs = parallel_pool.make("CartPole-v1", num_envs=2, array_type="torch", device="meta")
    envs.reset(seed=0)
    results = envs.step(torch.tensor([0, 1]))[:4]
    assert [tensor.device.type for tensor in results] == ["meta"] * 4
    assert [tensor.dtype for tensor in results[1:]] == [torch.float64, torch.bool, torch.bool]


def test_states_do_not_depend_on_the_device() -> None:
    one = parallel_pool.make("CartPole-v1", array_type="torch", device="meta", seed=0)
    one.reset()
    parallel_pool.make("CartPole-v1").set_state(None, one.get_state())


def test_a_gpu() -> None:
    """The whole way, where there is one."""
    if not torch.cuda.is_available():
        pytest.skip("needs a GPU")
    own = parallel_pool.make("CartPole-v1", num_envs=4, array_type="torch", device="cuda", seed=0)
    plain = parallel_pool.make("CartPole-v1", num_envs=4, seed=0)
    results = [own.reset()[0]]
    expected = [plain.reset()[0]]
    for i in range(50):
        actions = torch.full((4,), i % 2, device="cuda")
        results.append(own.step(actions)[0])
        expected.append(plain.step(actions.cpu().numpy())[0])
    for one, other in zip(results, expected, strict=True):
        assert one.device.type == "cuda"
        assert_same(one.cpu().numpy(), other)


@pytest.mark.parametrize("device", ["cuda", "cuda:0"])
def test_a_device_that_is_not_there(device: str) -> None:
    if torch.cuda.is_available():
        pytest.skip("it is there")
    with pytest.raises(ValueError, match=f"device='{device}' cannot be used: .*"):
        parallel_pool.make("CartPole-v1", array_type="torch", device=device)


def test_nonsense() -> None:
    with pytest.raises(ValueError, match="device='moon' cannot be used: Expected one of cpu"):
        parallel_pool.make("CartPole-v1", array_type="torch", device="moon")
    with pytest.raises(ValueError, match="device='cuda' needs array_type='torch': NumPy arrays"):
        parallel_pool.make("CartPole-v1", device="cuda")
    parallel_pool.make("CartPole-v1", array_type="torch", device=None).close()
