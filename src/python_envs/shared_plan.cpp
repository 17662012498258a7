// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Computes the layout.
#include "shared_plan.h"

#include <parallel_pool/core/pool/pool_options.h>

#include <bit>

namespace pp {

SharedPlan::SharedPlan(const SpaceNode& observation_node, const SpaceNode& action_node,
                       const PlanOptions& plan_options)
    : options(plan_options),
      observation(Fields::of_leaves(observation_node)),
      action(Fields::of_leaves(action_node)),
      layout(observation, Fields(), options.batch_rows, slots_of_env(), multi_player(), false),
      end(sizeof(SharedHeader)) {
  if (multi_player()) layout.add_player_flags();
  ring_size = batches_in_use(options.num_envs, options.batch_rows);
  // A task for each environment, and one for the worker itself.
  queue_size = std::bit_ceil(options.num_envs / options.num_workers + 3);
  slots = place(ring_size * sizeof(SharedSlot));
  workers = place(options.num_workers * sizeof(WorkerBox));
  envs = place(options.num_envs * sizeof(EnvBox));
  queues = place(std::uint64_t{options.num_workers} * queue_size * sizeof(std::uint64_t));
  for (const Field& field : action) {
    actions.push_back(place(std::uint64_t{field.row_bytes} * options.num_envs * slots_of_env()));
  }
  constexpr std::uint64_t kPage = 4096;
  side = place(options.unit * (options.num_workers + 1), kPage);
  batches = place(options.unit * kBatchUnits, kPage);
}

std::uint64_t SharedPlan::place(std::uint64_t bytes, std::uint64_t alignment) {
  const std::uint64_t offset = (end + alignment - 1) / alignment * alignment;
  end = offset + bytes;
  return offset;
}

// Not a digest of all there is, but of what follows from it.
std::uint64_t SharedPlan::hash() const {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint64_t value :
       {slots, workers, envs, queues, side, batches, end, std::uint64_t{layout.bytes},
        std::uint64_t{options.num_envs}, std::uint64_t{options.batch_rows},
        std::uint64_t{options.num_workers}, std::uint64_t{options.max_players},
        std::uint64_t{sizeof(WorkerBox)}}) {
    hash = (hash ^ value) * 0x100000001b3;
  }
  return hash;
}

}  // namespace pp
