# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The declaration of a family of environments, which everything else reads.

A family is an extension module and the facts about its ids that C++ does not state: other names,
rendering, requirements and benchmark cases. ``parallel_pool.families`` declares the families of
this package. Your own package declares its family in the same way, and passes it to
`parallel_pool.register` or names it with an entry point ``parallel_pool.envs``:

    from my_envs import native
    from parallel_pool import Family

    FAMILY = Family(name="my_envs", module=native, aliases={"OldCorridor-v0": "Corridor-v0"})
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from parallel_pool.native import EnvModule, NativeEnvType

if TYPE_CHECKING:
    from gymnasium import spaces
    from gymnasium.vector import VectorEnv

    from parallel_pool.drawing import Drawing
    from parallel_pool.meanings import Meanings


@dataclass(frozen=True)
class Case:
    """A case of ``parallel-pool bench``: every contender steps these environments.

    Attributes:
        id: the id of the environments.
        num_envs: the number of environments.
        num_threads: the number of threads that a contender with a thread pool may use.
        batch_size: the number of rows in a batch in async mode; None selects sync mode.
    """

    id: str
    num_envs: int
    num_threads: int = 1
    batch_size: int | None = None

    @property
    def rows(self) -> int:
        """The number of environments that one batch steps."""
        return self.batch_size or self.num_envs

    @property
    def label(self) -> str:
        """The case in words."""
        batches = f", batches of {self.batch_size}" if self.batch_size else ""
        return (
            f"{self.id}, {_counted(self.num_envs, 'environment')}{batches}, "
            f"{_counted(self.num_threads, 'thread')}"
        )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def rules_of(id: str) -> str:
    """``CartPole`` of ``CartPole-v1``."""
    return id.rpartition("-v")[0]


def later(module: str, function: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is called first, not with the package."""

    def call(*args: Any) -> Any:
        return getattr(importlib.import_module(module), function)(*args)

    return call


@dataclass(frozen=True)
class EnvPoolNames:
    """How scripts written for EnvPool address a family.

    Attributes:
        module: the name of the family's module in ``envpool``, with dots where it is a submodule;
            None uses the family's own name.
        rules: a function that takes an id and returns the name of its class in EnvPool, without
            ``EnvSpec``.
        base: a function that returns the id for a class of EnvPool, or None if the family has no
            such environment. It takes the name of the class without ``EnvSpec`` and the options
            registered with it, from which it may remove some. None selects the newest id of the
            class.
        members: what else EnvPool's module contains, by name.
        tables: what else EnvPool's module ``registration`` of the family contains, by name.
        translate: a function that takes an id and options in EnvPool's spelling. It returns the id
            in this package's spelling and changes the options in place.
    """

    module: str | None = None
    rules: Callable[[str], str] = rules_of
    base: Callable[[str, dict[str, Any]], str | None] | None = None
    members: Mapping[str, object] = field(default_factory=dict)
    tables: Mapping[str, object] = field(default_factory=dict)
    translate: Callable[[str, dict[str, Any]], str] = lambda id, options: id


@dataclass(frozen=True)
class VectorPeer:
    """A vectorised environment of another library that equals an environment of a family.

    Attributes:
        library: the name of the library.
        make: a function that makes it, from the numbers of environments and threads.
        options: the options with which the family's environment equals it bit for bit.
        infos: the infos that both have.
    """

    library: str
    make: Callable[[int, int], VectorEnv[Any, Any, Any]]
    options: Mapping[str, Any] = field(default_factory=dict)
    infos: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Family:
    """The declaration of a family.

    Attributes:
        name: a Python identifier, which also names the family's documents and tests.
        module: the extension module, built with ``parallel_pool_add_module``.
        aliases: alternative ids, each with the id that it stands for.
        refused: ids that users may try and that do not exist, each with the reason in words.
        hint: a function that takes an unknown id and says in words what to use instead, or returns
            None if the id is none of this family's.
        gymnasium_names: the ids that have another name in Gymnasium, each with that name.
        picture: a function that returns how to render an environment. It returns None for an
            environment that draws itself (a ``picture`` in its ``RenderState``) or cannot be
            rendered.
        picture_fps: the frames per second of environments that draw themselves.
        missing: a function that says, in words, what must be installed before an environment can be
            made, or returns None. It is called when an environment is made, not on import.
        extra: the extra of ``pip install parallel_pool[...]`` that installs the requirements.
        envpool: how scripts written for EnvPool address the family.
        library: a function that returns the name of the library that an id equals, or "" where
            the id's reference says it: Gymnasium, or the module that the reference names.
        vector_peer: a function that returns the vectorised environment that an id equals where
            Gymnasium has no single environment that does, or None.
        meanings: a function that says what the observations and actions of an id mean with the
            default options, or returns None.
        methods: a function that returns what an id's environments have to call besides their
            options, by name. Each takes the environment's options before its own arguments.
        bench: the cases that ``parallel-pool bench`` measures.
        text_space: a function that returns the space of an observed text, from its options and the
            engine's description of the text (its ``"name"``, for one); None stands for
            Gymnasium's ``Text``.
        checks: what ``parallel-pool doctor`` checks, by name: functions that return whether the
            check passed, and the finding in words.
        carried: a function that pickles a function which registers the family where no package
            does, such as in an actor; None: a package does.
        numpy_infos: whether the reference returns a float among the infos as a NumPy scalar, where
            others return a Python float; from the id and the info's name.
    """

    name: str
    module: EnvModule
    aliases: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    hint: Callable[[str], str | None] = lambda id: None
    gymnasium_names: Mapping[str, str] = field(default_factory=dict)
    picture: Callable[[NativeEnvType], Drawing | None] = lambda env_type: None
    picture_fps: int = 15
    missing: Callable[[NativeEnvType], str | None] = lambda env_type: None
    extra: str | None = None
    envpool: EnvPoolNames = field(default_factory=EnvPoolNames)
    library: Callable[[str], str] = lambda id: ""
    vector_peer: Callable[[str], VectorPeer | None] = lambda id: None
    meanings: Callable[[str], Meanings | None] = lambda id: None
    methods: Callable[[str], Mapping[str, Callable[..., Any]]] = lambda id: {}
    bench: tuple[Case, ...] = ()
    text_space: Callable[
        [NativeEnvType, Mapping[str, object], dict[str, Any]], spaces.Space[str] | None
    ] = lambda env_type, config, node: None
    numpy_infos: Callable[[str, str], bool] = lambda id, name: False
    carried: Callable[[], bytes] | None = None
    checks: Mapping[str, Callable[[], tuple[bool, str]]] = field(default_factory=dict)

    @property
    def ids(self) -> list[str]:
        """The ids of the family's environments, in the order of the extension module."""
        return [env_type.id for env_type in self.module.env_types]

    def envpool_base(self, rules: str, options: dict[str, Any]) -> str | None:
        """The id for a class of EnvPool; see `EnvPoolNames.base`."""
        if self.envpool.base is not None:
            return self.envpool.base(rules, options)
        ids = [id for id in self.ids if self.envpool.rules(id) == rules]
        # The newest version of the plainest name: FrozenLake-v1 rather than FrozenLake8x8-v1.
        return max(ids, key=lambda id: (-len(rules_of(id)), id), default=None)


def by_reference(drawings: Iterable[Drawing]) -> Callable[[NativeEnvType], Drawing | None]:
    """Renders environments with their references, for ``Family(picture=...)``.

    Args:
        drawings: one for each class of reference, which ``Drawing.reference`` names.

    Returns:
        A function that finds the drawing for an environment. It looks up the class behind the
        Gymnasium id that is the environment's reference, and returns None if there is no drawing
        or the reference's package is not installed.
    """
    import gymnasium

    by_class = {drawing.reference: drawing for drawing in drawings}

    def find(env_type: NativeEnvType) -> Drawing | None:
        try:
            reference = env_type.reference and gymnasium.spec(env_type.reference)
        except gymnasium.error.Error:
            return None
        return by_class.get(str(reference.entry_point)) if reference else None

    return find
