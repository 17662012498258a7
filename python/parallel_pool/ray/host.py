# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The class of the actors. It travels by value, so that nodes without the package can say so."""

from __future__ import annotations

from typing import Any


def host_class() -> type:
    """The class; defined here, because pickle takes what a function defines by value."""

    class PoolHost:
        """Makes a `PoolActor` and passes on calls; answers tell what went wrong, and where."""

        def __init__(self) -> None:
            self._actor: Any = None
            self._lender: Any = None
            self._answer: Any = ("failed", "its pool was not made", None)

        def open(self, version: str, plan: bytes) -> Any:
            """Makes the pool."""
            try:
                self._answer = self._open(version, plan)
            except Exception as error:
                self._answer = self._failure(error)
            return self._answer

        def _open(self, version: str, plan: bytes) -> Any:
            import pickle

            import ray

            import parallel_pool

            if parallel_pool.__version__ != version:
                text = (
                    f"it has parallel_pool {parallel_pool.__version__}, the caller {version}: "
                    "install the same version on all nodes"
                )
                return "failed", text, None
            from parallel_pool.ray.actor import PoolActor
            from parallel_pool.ray.lending import Lender

            self._actor = PoolActor(pickle.loads(plan))
            self._lender = Lender(self._actor.shared_memory)
            node = ray.get_runtime_context().get_node_id()
            return "ok", self._actor.facts(), node, self._lender.offer()

        def _failure(self, error: Exception) -> Any:
            import pickle
            import traceback

            missing = error
            while missing is not None and not isinstance(missing, ModuleNotFoundError):
                missing = missing.__cause__ or missing.__context__  # type: ignore[assignment]
            if missing is not None and missing.name:
                package = missing.name.partition(".")[0]
                return "lacks", package, "".join(traceback.format_exception(error))
            text = f"{type(error).__name__}: {error}"
            try:
                pickled = pickle.dumps(error)
                pickle.loads(pickled)
            except Exception:
                pickled = None
            return "failed", text, pickled

        def do(self, request: bytes) -> Any:
            """Calls the pool's actor; what comes and what goes is made by its lender."""
            import pickle

            if self._lender is None:
                return pickle.dumps((pickle.dumps(self._answer), []))
            name, args, call, returned = pickle.loads(request)
            self._lender.take_back(returned)
            try:
                value = getattr(self._actor, name)(*args)
                answer = "ok", value if call is not None else self._actor.in_frames(value)
            except Exception as error:
                answer = self._failure(error)
            return self._lender.pack(call, answer)

        def where(self) -> dict[str, Any]:
            """The process, the node's address and the machine's name."""
            import os
            import socket

            import ray

            node = ray.util.get_node_ip_address()
            return {"pid": os.getpid(), "node": node, "host": socket.gethostname()}

    return PoolHost
