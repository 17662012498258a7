# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Adapters are tested where their library is; in environments made for them it must be."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A module that skips itself for want of a library fails where the library was asked for."""
    report = yield
    if report.outcome == "skipped" and os.environ.get("ADAPTERS_REQUIRED"):
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid}: {report.longrepr}"
    return report


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Torch computes in one thread."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
