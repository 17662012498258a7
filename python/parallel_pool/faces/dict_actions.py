# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Reads actions in the forms of EnvPool, where a dict may name their environments.

The form is ``{"action": ..., "env_id": ..., "players": {"env_id": ...}}``, or with the flat key
``"players.env_id"``. If the action space is a Dict, its entries may replace ``"action"``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parallel_pool.pool.arguments import check_is_batch, env_ids_of

Description = dict[str, Any]


class ActionReader:
    """Splits the caller's argument into actions and env ids."""

    def __init__(self, spec: Description, num_envs: int, sync: bool) -> None:
        """Takes the engine's description of the spaces, and facts of the pool."""
        self._action: Description = spec["action"]
        self._multi_player: bool = spec["multi_player"]
        self._own_keys = list(_children(self._action)) if self._action["kind"] == "Dict" else []
        self._num_envs = num_envs
        self._sync = sync

    def read(self, action: Any, env_id: Any) -> tuple[Any, Any]:
        """Returns the actions in the engine's form, and the env ids that they are for.

        Args:
            action: arrays in the structure of the space, or a dict as described above.
            env_id: the environments; takes precedence over the dict's.

        Raises:
            TypeError, ValueError, IndexError: the ids and actions do not fit each other.
        """
        if not isinstance(action, dict):
            check_is_batch(action)
            return action, env_id
        rest = dict(action)
        inner_id = rest.pop("env_id", None) if "env_id" not in self._own_keys else None
        env_id = inner_id if env_id is None else env_id
        owners = self._pop_owners(rest)
        actions = self._pop_actions(rest, [*action])
        if owners is None or not self._multi_player:
            return (
                actions,
                env_id,
            )  # as in EnvPool, a single player needs no ids
        if env_id is None and not self._sync:
            raise ValueError("players.env_id was given without env_id, which async mode needs too")
        ids = np.asarray(env_ids_of(env_id, self._num_envs))
        order = self._order(ids, np.asarray(env_ids_of(owners, self._num_envs)))
        return self._in_order(self._action, actions, order), env_id

    def _pop_owners(self, rest: dict[str, Any]) -> Any:
        """The environments of the players' rows, in either spelling."""
        players = rest.pop("players", {}) if "players" not in self._own_keys else {}
        if not isinstance(players, dict) or players.keys() - {"env_id"}:
            raise ValueError(
                f"actions['players'] must be a dict with the key env_id, got {players!r}"
            )
        return rest.pop("players.env_id", players.get("env_id"))

    def _pop_actions(self, rest: dict[str, Any], given: list[Any]) -> Any:
        """The actions without the ids; `given` are the keys of the caller's dict."""
        if "action" in self._own_keys or ("action" not in rest and self._own_keys):
            return rest
        if rest.keys() != {"action"}:
            raise ValueError(
                "a dict of actions must have the key 'action' and may have 'env_id' and 'players', "
                f"got {given}"
            )
        return rest["action"]

    @staticmethod
    def _order(ids: np.ndarray, owners: np.ndarray) -> np.ndarray:
        """The permutation that sorts action rows into the order of `ids`."""
        strange = owners[~np.isin(owners, ids)]
        if strange.size:
            raise ValueError(
                f"players.env_id contains environment {strange[0]}, but env_id does not"
            )
        by_id = np.argsort(ids, kind="stable")
        place = by_id[np.searchsorted(ids, owners, sorter=by_id)]
        return np.argsort(place, kind="stable")

    def _in_order(self, node: Description, value: Any, order: np.ndarray) -> Any:
        """The actions with their rows in that order. The engine refuses wrong structures later."""
        kind = node["kind"]
        if kind == "Dict" and isinstance(value, dict):
            children = _children(node)
            return {
                key: self._in_order(children[key], part, order) if key in children else part
                for key, part in value.items()
            }
        if kind == "Tuple" and isinstance(value, tuple | list):
            if len(value) != len(node["children"]):
                return value
            parts = zip(node["children"], value, strict=True)
            return tuple(self._in_order(child, part, order) for child, part in parts)
        if kind in ("Dict", "Tuple") or not node["per_player"]:
            return value
        array = np.asarray(value)
        if array.ndim == 0 or len(array) != len(order):
            raise ValueError(
                f"players.env_id has {len(order)} ids, but the actions have shape {array.shape}"
            )
        return array[order]


def _children(node: Description) -> dict[str, Description]:
    return {child["name"]: child for child in node["children"]}
