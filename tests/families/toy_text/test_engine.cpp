// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Pools of toy texts go on as bare loops do, at any schedule, and their steps allocate nothing.
#include "bare_rows.h"
#include "no_allocations.h"
#include "schedules.h"

int main() {
  using namespace pp::testing;
  trajectories_are_the_bare_loops<pp::toy_text::Blackjack>();
  trajectories_are_the_bare_loops<pp::toy_text::Catch>();
  trajectories_are_the_bare_loops<pp::toy_text::CliffWalking>();
  trajectories_are_the_bare_loops<pp::toy_text::FrozenLake>();
  trajectories_are_the_bare_loops<pp::toy_text::NChain>();
  trajectories_are_the_bare_loops<pp::toy_text::Taxi>();
  steps_allocate_nothing<pp::toy_text::Blackjack>("Blackjack");
  steps_allocate_nothing<pp::toy_text::FrozenLake>("FrozenLake");
}
