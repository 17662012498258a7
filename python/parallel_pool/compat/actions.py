# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Actions in the shapes and dtypes that EnvPool accepts beside those of the action space."""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.faces.dict_actions import ActionReader


class LenientReader(ActionReader):
    """Accepts discrete actions of shape ``(n, 1)`` or dtype bool or float, and flat Box actions.

    EnvPool converts them without a check. Anything else is left to the engine, which refuses it.
    """

    def read(self, action: Any, env_id: Any) -> tuple[Any, Any]:
        """See `ActionReader.read`."""
        actions, ids = super().read(action, env_id)
        if isinstance(actions, dict | tuple) or "shape" not in self._action:
            return actions, ids
        array = np.asarray(actions)
        inner = tuple(self._action["shape"])
        if self._action["kind"] == "Discrete" and array.dtype.kind in "bf":
            array = array.astype(np.int64)
        rows = len(array) if array.ndim else 0
        if array.shape != (rows, *inner) and array.size == rows * int(np.prod(inner)) > 0:
            array = array.reshape(rows, *inner)
        return array, ids
