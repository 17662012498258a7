// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What a complete batch says about the environments and about the work that it took.
#include <parallel_pool/core/pool/pool.h>

#include <algorithm>

namespace pp {

ReceivedBatch Pool::receive() {
  ReceivedBatch received;
  received.batch = state_queue_.take(received.rows, received.failures);
  account(received);
  if (flight_.masked) received.rows = options_.num_envs;
  received.failures = group_->complete(*received.batch, received.rows, received.failures);
  deliver(received);
  flight_.masked = false;
  flight_.in_order = false;
  return received;
}

// Tells the schedule what sharing has brought, if the batch was one of shared steps.
void Pool::account(const ReceivedBatch& received) {
  if (flight_.shares_steps && flight_.spent_ns > 0)
    schedule_.record_shared(work_of(received), flight_.spent_ns);
  flight_.spent_ns = 0;
}

Work Pool::work_of(const ReceivedBatch& received) const {
  const auto* kinds = received.batch->column<RowKind>(layout_.kind);
  const auto began =
      static_cast<std::size_t>(std::count(kinds, kinds + received.rows, RowKind::kReset));
  Work work{.steps = received.rows - began, .resets = began};
  if (rules_.autoreset == AutoresetMode::kSameStep) {
    const bool* terminated = received.batch->column<bool>(layout_.terminated);
    const bool* truncated = received.batch->column<bool>(layout_.truncated);
    for (std::uint32_t row = 0; row < received.rows; ++row) {
      work.resets += terminated[row] | truncated[row];
    }
  }
  return work;
}

// Notes what the batch says about its environments, before the user can change it.
void Pool::deliver(const ReceivedBatch& received) {
  const Batch& batch = *received.batch;
  const bool* terminated = batch.column<bool>(layout_.terminated);
  const bool* truncated = batch.column<bool>(layout_.truncated);
  const bool may_end = rules_.autoreset != AutoresetMode::kSameStep;
  if (flight_.in_order && received.failures == 0) {
    status_.deliver_all(terminated, truncated, may_end);
  } else {
    const auto* env_ids = batch.column<std::int32_t>(layout_.env_id);
    const auto* kinds = batch.column<RowKind>(layout_.kind);
    status_.deliver_rows(received.rows, env_ids, kinds, terminated, truncated, may_end);
  }
  if (status_.counts_needed() || received.failures > 0) status_.count_blocked();
}

}  // namespace pp
