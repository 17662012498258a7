"""Checks the rules that every user relies on, with parallel_pool's conformance kit."""

from parallel_pool import testing

test_corridor = testing.conformance_test("Corridor-v0")
