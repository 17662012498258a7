# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""How functions that make environments travel to workers."""

from __future__ import annotations

import io
import types
from collections import ChainMap
from typing import Any, ClassVar

import cloudpickle


def dumps(functions: object) -> bytes:
    """Pickles functions; the code of ``__main__`` keeps its file, which tracebacks show."""
    file = io.BytesIO()
    _Pickler(file).dump(functions)
    return file.getvalue()


def _reduce(code: types.CodeType) -> Any:
    """Cloudpickle's way, with the name of the file, which its newer versions leave out."""
    build, arguments = cloudpickle.Pickler.dispatch_table[types.CodeType](code)
    return build, tuple(
        code.co_filename if isinstance(one, str) and one == "<dynamic-code>" else one
        for one in arguments
    )


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    dispatch_table: ClassVar[Any] = ChainMap(
        {types.CodeType: _reduce}, cloudpickle.Pickler.dispatch_table
    )
