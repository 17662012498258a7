# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What single environments of all faces have: options as attributes, and copies that continue."""

from __future__ import annotations

from functools import partial
from typing import Any

from parallel_pool import registry
from parallel_pool.pool.engine import Engine


class SingleMembers:
    """Members of an environment over an engine of one, which it has as ``_engine``."""

    _engine: Engine
    # What a copy makes for itself, by `_open`.
    _made_by_open: tuple[str, ...] = ("_engine",)

    def _open(self) -> None:
        """Makes the engine."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        """The value of an option, as `PoolVectorEnv.get_attr` has it."""
        engine = self.__dict__.get("_engine")  # missing while a copy is made
        methods = {} if engine is None else registry.methods(engine.setup.env_type.id)
        if engine is not None and name in methods:
            return partial(methods[name], engine.setup.config)
        if engine is None or name not in engine.setup.config:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return engine.setup.config[name]

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuses options, which would not reach the rules."""
        engine = self.__dict__.get("_engine")
        if engine is not None and name in engine.setup.config and not hasattr(type(self), name):
            raise AttributeError(
                f"the option {name!r} of {engine.setup.env_type.id} is fixed once the environment "
                "is made: give it when you make it, or change options of a pool by set_config"
            )
        super().__setattr__(name, value)

    def __getstate__(self) -> tuple[dict[str, Any], bytes | None]:
        """What a copy consists of: it continues as this environment would."""
        kept = {name: value for name, value in vars(self).items() if name not in self._made_by_open}
        return kept, self._engine.state_of_one()

    def __setstate__(self, state: tuple[dict[str, Any], bytes | None]) -> None:
        """Makes an engine of the copy's own, with the state."""
        kept, saved = state
        self.__dict__.update(kept)
        self._open()
        if saved is not None:
            self._engine.set_state([0], [saved])
