# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Written by `make golden`."""

"""
The handlers that XLA calls for each operation on a pool within a jitted program.
"""



STEP: int = 1

SEND: int = 2

RECV: int = 4

RESET: int = 8

ENV_ID: int = 16

MASK: int = 32

SEED: int = 64

def handler() -> object:
    """The handler for programs on the CPU, as JAX registers it."""

def cuda_handler() -> object:
    """The handler for programs on NVIDIA's GPUs."""

def add_endpoint(endpoint: object) -> int:
    """
    Makes a `parallel_pool.xla.endpoints.Endpoint` known: its number, the first word of tokens.
    """

def remove_endpoint(number: int) -> None:
    """Programs that call it get an error from now on."""

def renew_token(number: int) -> int:
    """
    The second word of a token that is valid now; older ones no longer are.
    """
