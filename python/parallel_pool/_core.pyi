# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

from collections.abc import Sequence
from typing import Any

import numpy
from parallel_pool.native import NativeEnvType as EnvType, NativePool as Pool


def checked_integer(name: str, value: object, minimum: int) -> int:
    """An int of at least `minimum`, below 2**31."""

def checked_max_episode_steps(value: object, own: int | None) -> int | None:
    """The steps of an episode: None is the id's own limit, -1 is no limit."""

def check_batch_size(num_envs: int, batch_size: int) -> None:
    """
    Raises ValueError for a batch of more rows than there are environments.
    """

def check_autoreset_mode(value: object) -> None:
    """Raises ValueError unless the value names an autoreset mode."""

def checked_env_ids(value: object, num_envs: int, name: str) -> list[int]:
    """The env ids that an argument names."""

def spread_seed(seed: object, ids: Sequence[int], listed: int) -> list[int | None] | None:
    """
    A seed, or None for the stream there is, for each environment of `ids`. An int s stands for s + i. A sequence holds one for each of `ids`; one of `listed` entries holds one for each environment of the pool.
    """

class Workers:
    """Threads that several pools share."""

    def __init__(self, num_threads: int, thread_affinity_offset: int | None, numa: str | list[int]) -> None: ...

    @property
    def closed(self) -> bool: ...

    @property
    def pools(self) -> int: ...

    def capsule(self) -> object:
        """What `make_pool` of any module takes, at once."""

    def close(self) -> None: ...

class RunningMoments:
    """
    The mean and variance of all rows so far, as Gymnasium's `RunningMeanStd`.
    """

    def __init__(self, shape: Sequence[int], single: bool) -> None:
        """
        Of rows of this shape; `single`: in float32, until the first rows that are not.
        """

    def update(self, rows: numpy.ndarray) -> None:
        """Adds rows, at least one."""

    def normalize(self, rows: numpy.ndarray) -> numpy.ndarray:
        """(rows - mean) / sqrt(var + 1e-8) as float32; in place if the rows are."""

    @property
    def mean(self) -> numpy.ndarray: ...

    @mean.setter
    def mean(self, value: numpy.ndarray | float, /) -> None: ...

    @property
    def var(self) -> numpy.ndarray: ...

    @var.setter
    def var(self, value: numpy.ndarray | float, /) -> None: ...

    @property
    def count(self) -> float: ...

    @count.setter
    def count(self, arg: float, /) -> None: ...

class Normalizer:
    """Normalises batches; see `Normalization` in Python."""

    def __init__(self, observations: RunningMoments | None, returns: RunningMoments | None, discounted: numpy.ndarray, resetting: numpy.ndarray, gamma: float, per_episode: bool, same_step: bool) -> None: ...

    @property
    def update(self) -> bool: ...

    @update.setter
    def update(self, arg: bool, /) -> None: ...

    def observed(self, rows: numpy.ndarray) -> numpy.ndarray:
        """Adds observations to the moments and normalises them."""

    def rewarded(self, rewards: numpy.ndarray, terminated: numpy.ndarray, truncated: numpy.ndarray, ids: numpy.ndarray | None = None) -> numpy.ndarray:
        """
        Adds returns to the moments and normalises the rewards of these environments.
        """

    def stepped(self, result: tuple[Any, Any, Any, Any, dict[str, Any]], ids: numpy.ndarray | None = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """
        The results of a step with both normalised. The rows are those of `ids`, else of the infos' env_id, else of all environments in order.
        """

class RolloutWriter:
    """Writes the steps of a pool into a rollout."""

    def __init__(self, observations: Sequence[object], actions: Sequence[object], rewards: object, terminated: object, truncated: object, valid: object, starts: object, pending: object, next_step: bool) -> None: ...

    def episodes(self) -> list[tuple[int, int, float, int]]:
        """The episodes that ended: time, environment, return and length."""

    def add_episode(self, t: int, env: int, sum: float, steps: int) -> None: ...

    def clear_episodes(self) -> None: ...

    def write(self, t: int, actions: object, result: tuple[object, ...]) -> None:
        """
        Writes what a step of all environments returned. Actions and observations are the value of the only leaf, or a tuple of those of all leaves.
        """

    def scatter_actions(self, times: object, ids: object, actions: object) -> None:
        """Writes the actions of some environments, each at its time."""

    def scatter(self, times: object, ids: object, result: tuple[object, ...]) -> None:
        """
        Writes what came back for some environments, each at its time, which moves on.
        """

class FrameStacks:
    """Stacks of frames that store each frame once."""

    def __init__(self, frames: object, rows: int, stack: int) -> None: ...

    def begin(self, stacks: object) -> None:
        """Forgets all, and puts a stack of each environment into row 0."""

    def write(self, row: int, stacks: object, ids: object) -> None:
        """Puts the stacks of environments into a row."""

    def gather(self, rows: object, out: object) -> None:
        """Copies stacks into `out`; of each, `row * environments + environment`."""

    def state(self) -> tuple[bytes, bytes]:
        """What there is beside the frames, for `restore`."""

    def restore(self, slots: bytes, spare: bytes) -> None:
        """Takes what `state` returned of stacks with equal frames."""

class FrameStream:
    """One end of a stream of stacks of frames that sends each frame once."""

    def __init__(self, envs: int, stack: int, frame_bytes: int) -> None: ...

    def forget(self) -> None:
        """Sends whole stacks next."""

    def plan(self, ids: object, stacks: object, codes: object) -> int:
        """
        Writes what each frame of the stacks is, and returns how many frames are sent.
        """

    def encode(self, ids: object, stacks: object, codes: object, frames: object) -> None:
        """Copies the frames that are sent."""

    def decode(self, number: int, first: bool, ids: object, codes: object, frames: object, out: object) -> None:
        """Writes the stacks of a batch into `out`; batches come in their order."""

def generalized_advantages(trajectories: tuple[object, ...], gamma: float, gae_lambda: float, advantages: object, returns: object) -> None:
    """
    Writes generalised advantage estimates and returns. `trajectories`: rewards, values, terminated, truncated, valid; with SameStep final_rows and final_values, else two None.
    """

def v_trace(trajectories: tuple[object, ...], gamma: float, rho_clip: float, c_clip: float, logprobs: object, target_logprobs: object, advantages: object, returns: object) -> None:
    """Writes V-trace's advantages and corrected values."""

def gather_rows(source: object, rows: object, out: object) -> None:
    """Copies rows of `source`, whose leading axes count as one, into `out`."""

ABI_VERSION: int = 8

VERSION: str = '1.0.0'

def sealed(payload: bytes) -> bytes:
    """A checksum of 8 bytes, and the payload."""

def writable_bytes(out: object) -> memoryview:
    """
    The bytes of a buffer without gaps. Raises TypeError if it is none, or is read-only.
    """

def all_begin_with(values: object, prefix: bytes) -> bool:
    """
    Whether all are bytes, or memoryviews without gaps, that begin with these.
    """

def unsealed(state: bytes, begin: int = 0) -> bytes:
    """
    The payload that was sealed at `begin`. Raises StateError if it is damaged.
    """

def allowed_cpus() -> list[int]:
    """CPU numbers that the calling thread may use."""

def available_parallelism(numa: str | list[int] = 'auto') -> int:
    """
    CPUs' worth of time this process may use: affinity mask, cgroup quota and NUMA nodes.
    """

def numa_nodes(allowed: list[int] | None = None, root: str = '/sys/devices/system') -> dict[int, list[int]]:
    """
    The CPUs of each NUMA node that this process may use, one of each core first.
    """

def place(num_envs: int, num_threads: int, thread_affinity_offset: int | None = None, numa: str | list[int] = 'auto', nodes: dict[int, list[int]] | None = None) -> tuple[list[tuple[int, int, int]], list[tuple[int, list[int]]]]:
    """
    How a pool spreads over NUMA nodes, by default this machine's. Of each part: its node (-1 is the whole machine), its first environment and one after its last. Of each worker: its part, and the CPUs that it is bound to.
    """

def checked_numa(value: object) -> str | list[int]:
    """'auto', 'off' or a list of nodes."""

def cgroup_quota(cpu_max: str) -> float:
    """The quota of a cgroup's cpu.max text in CPUs; 0 means none."""

def process_quota(membership: str = '/proc/self/cgroup', root: str = '/sys/fs/cgroup') -> float:
    """
    The smallest quota of the cgroups that a process is in, in CPUs; 0 means none.
    """

def parse_cpu_list(text: str) -> list[int]:
    """'0-3,8' as [0, 1, 2, 3, 8]."""

def seed_sequence(entropy: int | list[int], n_words: int) -> list[int]:
    """numpy.random.SeedSequence(entropy).generate_state(n_words)."""

class Pcg64Generator:
    """numpy.random.Generator(PCG64(seed))."""

    def __init__(self, seed: int | list[int]) -> None: ...

    @property
    def state(self) -> object: ...

    def save(self) -> bytes: ...

    def load(self, arg: bytes, /) -> None: ...

    def next64(self) -> int: ...

    def next32(self) -> int: ...

    def random(self) -> float: ...

    def random_float(self) -> float: ...

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float: ...

    def integers_int8(self, arg0: int, arg1: int, /) -> int: ...

    def integers_int16(self, arg0: int, arg1: int, /) -> int: ...

    def integers_int32(self, arg0: int, arg1: int, /) -> int: ...

    def integers_int64(self, arg0: int, arg1: int, /) -> int: ...

    def integers_uint8(self, arg0: int, arg1: int, /) -> int: ...

    def integers_uint16(self, arg0: int, arg1: int, /) -> int: ...

    def integers_uint32(self, arg0: int, arg1: int, /) -> int: ...

    def integers_uint64(self, arg0: int, arg1: int, /) -> int: ...

    def standard_normal(self) -> float: ...

    def standard_normal_float(self) -> float: ...

    def normal(self, arg0: float, arg1: float, /) -> float: ...

    def lognormal(self, arg0: float, arg1: float, /) -> float: ...

    def standard_exponential(self) -> float: ...

    def exponential(self, arg: float, /) -> float: ...

    def standard_gamma(self, arg: float, /) -> float: ...

    def gamma(self, arg0: float, arg1: float, /) -> float: ...

    def beta(self, arg0: float, arg1: float, /) -> float: ...

    def chisquare(self, arg: float, /) -> float: ...

    def noncentral_chisquare(self, arg0: float, arg1: float, /) -> float: ...

    def f(self, arg0: float, arg1: float, /) -> float: ...

    def standard_cauchy(self) -> float: ...

    def standard_t(self, arg: float, /) -> float: ...

    def pareto(self, arg: float, /) -> float: ...

    def weibull(self, arg: float, /) -> float: ...

    def power(self, arg: float, /) -> float: ...

    def laplace(self, arg0: float, arg1: float, /) -> float: ...

    def gumbel(self, arg0: float, arg1: float, /) -> float: ...

    def logistic(self, arg0: float, arg1: float, /) -> float: ...

    def rayleigh(self, arg: float, /) -> float: ...

    def wald(self, arg0: float, arg1: float, /) -> float: ...

    def vonmises(self, arg0: float, arg1: float, /) -> float: ...

    def triangular(self, arg0: float, arg1: float, arg2: float, /) -> float: ...

    def poisson(self, arg: float, /) -> int: ...

    def binomial(self, arg0: int, arg1: float, /) -> int: ...

    def negative_binomial(self, arg0: float, arg1: float, /) -> int: ...

    def geometric(self, arg: float, /) -> int: ...

    def logseries(self, arg: float, /) -> int: ...

    def zipf(self, arg: float, /) -> int: ...

    def hypergeometric(self, arg0: int, arg1: int, arg2: int, /) -> int: ...

    def choice(self, arg: int, /) -> int: ...

    def choice_p(self, arg: Sequence[float], /) -> int: ...

    def shuffle(self, arg: Sequence[int], /) -> list[int]: ...

class Mt19937Generator:
    """numpy.random.Generator(MT19937(seed))."""

    def __init__(self, seed: int | list[int]) -> None: ...

    @property
    def state(self) -> object: ...

    def save(self) -> bytes: ...

    def load(self, arg: bytes, /) -> None: ...

    def next64(self) -> int: ...

    def next32(self) -> int: ...

    def random(self) -> float: ...

    def random_float(self) -> float: ...

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float: ...

    def integers_int8(self, arg0: int, arg1: int, /) -> int: ...

    def integers_int16(self, arg0: int, arg1: int, /) -> int: ...

    def integers_int32(self, arg0: int, arg1: int, /) -> int: ...

    def integers_int64(self, arg0: int, arg1: int, /) -> int: ...

    def integers_uint8(self, arg0: int, arg1: int, /) -> int: ...

    def integers_uint16(self, arg0: int, arg1: int, /) -> int: ...

    def integers_uint32(self, arg0: int, arg1: int, /) -> int: ...

    def integers_uint64(self, arg0: int, arg1: int, /) -> int: ...

    def standard_normal(self) -> float: ...

    def standard_normal_float(self) -> float: ...

    def normal(self, arg0: float, arg1: float, /) -> float: ...

    def lognormal(self, arg0: float, arg1: float, /) -> float: ...

    def standard_exponential(self) -> float: ...

    def exponential(self, arg: float, /) -> float: ...

    def standard_gamma(self, arg: float, /) -> float: ...

    def gamma(self, arg0: float, arg1: float, /) -> float: ...

    def beta(self, arg0: float, arg1: float, /) -> float: ...

    def chisquare(self, arg: float, /) -> float: ...

    def noncentral_chisquare(self, arg0: float, arg1: float, /) -> float: ...

    def f(self, arg0: float, arg1: float, /) -> float: ...

    def standard_cauchy(self) -> float: ...

    def standard_t(self, arg: float, /) -> float: ...

    def pareto(self, arg: float, /) -> float: ...

    def weibull(self, arg: float, /) -> float: ...

    def power(self, arg: float, /) -> float: ...

    def laplace(self, arg0: float, arg1: float, /) -> float: ...

    def gumbel(self, arg0: float, arg1: float, /) -> float: ...

    def logistic(self, arg0: float, arg1: float, /) -> float: ...

    def rayleigh(self, arg: float, /) -> float: ...

    def wald(self, arg0: float, arg1: float, /) -> float: ...

    def vonmises(self, arg0: float, arg1: float, /) -> float: ...

    def triangular(self, arg0: float, arg1: float, arg2: float, /) -> float: ...

    def poisson(self, arg: float, /) -> int: ...

    def binomial(self, arg0: int, arg1: float, /) -> int: ...

    def negative_binomial(self, arg0: float, arg1: float, /) -> int: ...

    def geometric(self, arg: float, /) -> int: ...

    def logseries(self, arg: float, /) -> int: ...

    def zipf(self, arg: float, /) -> int: ...

    def hypergeometric(self, arg0: int, arg1: int, arg2: int, /) -> int: ...

    def choice(self, arg: int, /) -> int: ...

    def choice_p(self, arg: Sequence[float], /) -> int: ...

    def shuffle(self, arg: Sequence[int], /) -> list[int]: ...

    def seed_legacy(self, seed: int | list[int]) -> None:
        """Seeds as numpy.random.RandomState(seed)."""

def sin(arg: float, /) -> float: ...

def cos(arg: float, /) -> float: ...

def sin_float(arg: float, /) -> float: ...

def cos_float(arg: float, /) -> float: ...

def sqrt(arg: float, /) -> float: ...

def square(arg: float, /) -> float: ...

def square_float(arg: float, /) -> float: ...

def power(arg0: float, arg1: float, /) -> float: ...

def power_float(arg0: float, arg1: float, /) -> float: ...

def remainder(arg0: float, arg1: float, /) -> float: ...

def positive_remainder(arg0: float, arg1: float, /) -> float: ...

def clip(arg0: float, arg1: float, arg2: float, /) -> float: ...

def clip_float(arg0: float, arg1: float, arg2: float, /) -> float: ...
