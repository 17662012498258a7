"""What every user of an environment relies on: the kit that parallel_pool's own are tested with."""

from parallel_pool import testing

test_corridor = testing.conformance_test("Corridor-v0")
