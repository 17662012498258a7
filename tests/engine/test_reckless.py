# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Whatever an environment's author throws or states becomes an exception that can be read."""

from __future__ import annotations

import parallel_pool
import pytest

from tests import registration  # noqa: F401

TEXTS = {"number": "an exception that is no std::exception", "bytes": "no text: \ufffd"}


@pytest.mark.parametrize("where", ["spec", "constructor"])
@pytest.mark.parametrize("thrown", TEXTS)
def test_what_is_thrown_while_a_pool_is_made(where: str, thrown: str) -> None:
    with pytest.raises(RuntimeError) as caught:
        parallel_pool.make("Reckless-v0", where=where, thrown=thrown)
    assert str(caught.value) == TEXTS[thrown]


@pytest.mark.parametrize("thrown", TEXTS)
def test_what_is_thrown_in_a_reset(thrown: str) -> None:
    envs = parallel_pool.make("Reckless-v0", where="reset", thrown=thrown)
    with pytest.raises(parallel_pool.EnvironmentFailure) as caught:
        envs.reset()
    assert caught.value.causes == {0: TEXTS[thrown]}


@pytest.mark.parametrize("size", [-1, -(2**63), 2**31, 2**61])
def test_a_size_that_cannot_be_names_its_field(size: int) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        parallel_pool.make("Reckless-v0", size=size)
    assert str(caught.value) == (
        f"spec: observation['speed'] has the shape ({size}), but must have from 1 to "
        "2147483647 elements"
    )


def test_without_states_the_id_is_named() -> None:
    envs = parallel_pool.make("Reckless-v0", num_envs=2, where="save")
    envs.reset()
    for call in (envs.get_state, lambda: envs.clone([0], [1])):
        with pytest.raises(NotImplementedError, match=r"^Reckless-v0: no states here$"):
            call()
