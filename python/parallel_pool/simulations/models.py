# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Reads the models of a batch, and refuses those that it cannot run."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parallel_pool.shared.mujoco.blocks import size_of_block
from parallel_pool.shared.mujoco.library import leave_out_useless_work, library
from parallel_pool.shared.mujoco.messages import with_warnings
from parallel_pool.simulations import native
from parallel_pool.simulations.fields import differing, parameter_of

# A `mujoco.MjModel`, a `mujoco.MjSpec`, or the path of an XML or MJB file.
Model = Any


@dataclass(frozen=True)
class Lent:
    """A `mujoco.MjModel` that nobody changes, so that batches share it instead of copying it."""

    model: Any


class ModelView:
    """A model that shares all arrays of another one, but for those of its own.

    It is a copy of the struct, whose pointers lead to the other's arrays. MuJoCo may step with it,
    and must not delete it.

    Args:
        model: a `mujoco.MjModel`.
    """

    def __init__(self, model: Any) -> None:
        """Copies the struct."""
        self._model = model
        size = size_of_block(model._address) // 8
        shown = (ctypes.c_uint64 * size).from_address(model._address)
        self._words = np.array(np.ctypeslib.as_array(shown))
        self._own: list[np.ndarray] = []

    @property
    def _address(self) -> int:
        """Of the struct, as `mujoco.MjModel` has it."""
        address: int = self._words.ctypes.data
        return address

    def own(self, name: str) -> np.ndarray:
        """Makes an array the view's own, and returns it.

        Args:
            name: of the array, as for `Batch.expand`.

        Raises:
            RuntimeError: this version of MuJoCo has its models in another way.
        """
        theirs = parameter_of(self._model, name)
        place = theirs.ctypes.data
        offset = place - int(self._model._address)
        if 0 <= offset < self._words.nbytes:  # in the struct itself, such as opt.gravity
            mine = self._words.view(np.uint8)[offset : offset + theirs.nbytes]
            return mine.view(theirs.dtype).reshape(theirs.shape)
        # Arrays without elements precede it at the same address.
        found = np.flatnonzero(self._words == place)
        if not len(found):
            raise RuntimeError("this version of MuJoCo has an unknown layout of models")
        mine = theirs.copy()
        self._words[found[-1]] = mine.ctypes.data
        self._own.append(mine)
        return mine


# MuJoCo's global callbacks, for which `mujoco` has functions get_mjcb_NAME and set_mjcb_NAME.
_CALLBACKS = ("passive", "control", "contactfilter", "sensor", "act_dyn", "act_gain", "act_bias")


def refuse_callbacks() -> None:
    """Refuses MuJoCo's global callbacks, which know no simulations but those of `mujoco.MjData`.

    Raises:
        ValueError: one is set.
    """
    mujoco = library().mujoco
    for name in _CALLBACKS:
        if getattr(mujoco, f"get_mjcb_{name}")() is not None:
            raise ValueError(
                f"mjcb_{name} is set: threads cannot call MuJoCo's global callbacks, so unset it "
                f"by mujoco.set_mjcb_{name}(None), and write what it computes to arrays, such as "
                "ctrl or qfrc_applied"
            )


def read_model(model: Model) -> Any:
    """A `mujoco.MjModel` of its own, which nobody else changes.

    Raises:
        DependencyNotInstalled: MuJoCo is missing or too old.
        TypeError: it is no model.
        OSError: there is no such file.
        ValueError: MuJoCo cannot compile it, or it needs a plugin; the message says why.
    """
    mujoco = library().mujoco
    if isinstance(model, Lent):
        read = model.model
    elif isinstance(model, str | os.PathLike):
        read = _read_file(Path(model).expanduser())
    elif isinstance(model, mujoco.MjSpec):
        read = with_warnings(native, model.compile)
    elif isinstance(model, mujoco.MjModel):
        read = with_warnings(native, lambda: model.__copy__())
    else:
        raise _no_model(model)
    if read.nplugin > 0:
        raise ValueError(
            f"the model has {read.nplugin} plugins, whose code may not be made for several "
            "threads: a batch runs models without plugins"
        )
    leave_out_useless_work(read)  # whose results it does not change
    return read


def check_source(source: Any) -> None:
    """Refuses what can be no model, without MuJoCo.

    Args:
        source: a model, as for `read_model`, or a function that returns one.

    Raises:
        TypeError: it is neither.
        OSError: there is no such file.
    """
    if isinstance(source, str | os.PathLike):
        _check_file(Path(source).expanduser())
    elif isinstance(source, type) or not (
        callable(source) or type(source).__name__ in ("MjModel", "MjSpec", "Lent")
    ):
        raise _no_model(source)


def _no_model(source: Any) -> TypeError:
    return TypeError(
        "model must be a mujoco.MjModel, a mujoco.MjSpec or the path of an XML or MJB file, "
        f"got {type(source).__name__}"
    )


def _check_file(path: Path) -> None:
    if not path.exists():
        hint = ""
        if "<" in str(path):
            hint = ": to give XML itself, use mujoco.MjModel.from_xml_string(...)"
        raise FileNotFoundError(f"there is no model file {str(path)[:200]!r}{hint}")
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder: expected an XML or MJB file")


def _read_file(path: Path) -> Any:
    _check_file(path)
    models = library().mujoco.MjModel
    load = models.from_binary_path if path.suffix == ".mjb" else models.from_xml_path
    return with_warnings(native, lambda: load(str(path)))


def read_models(model: Model | Sequence[Model]) -> list[Any]:
    """One model, or several of the same sizes.

    Raises:
        ValueError: there is none, or two of them differ; the message says in what.
    """
    if not isinstance(model, list | tuple):
        return [read_model(model)]
    if not model:
        raise ValueError("model is an empty sequence: expected at least one model")
    models = [read_model(one) for one in model]
    for number, other in enumerate(models[1:], 1):
        unlike = differing(models[0], other)
        if unlike:
            raise ValueError(
                f"the models of a batch must have the same sizes, but models 0 and {number} "
                f"differ in {', '.join(unlike[:8])}"
            )
    return models
