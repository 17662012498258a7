# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What a pool raises when one of its actors has died."""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.errors import EnvironmentFailure


class ActorFailure(EnvironmentFailure):
    """An actor died, and with it the results of its environments that were in flight.

    Another actor has taken its place. The environments that resume from a saved state can be
    stepped at once; all others need a reset.

    Attributes:
        lost_env_ids: int32 array of all environments that the actor held, in flight or not.
        resumed_env_ids: int32 array of those that resume from their last saved state.
        resumed_observations: their observations in that state, in this order; None without any.
    """

    def __init__(
        self,
        causes: dict[int, str],
        good_env_ids: np.ndarray,
        batch: tuple[Any, ...] | None,
        lost: list[int],
        resumed: list[int],
        observations: Any,
    ) -> None:
        """See the attributes."""
        super().__init__(causes, good_env_ids, batch)
        self.lost_env_ids = np.array(lost, dtype=np.int32)
        self.resumed_env_ids = np.array(resumed, dtype=np.int32)
        self.resumed_observations = observations
