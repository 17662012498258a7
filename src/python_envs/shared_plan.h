// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The layout of the segment. The pool and each worker compute it from the same arguments.
#pragma once

#include <parallel_pool/core/author/fields.h>
#include <parallel_pool/core/author/space.h>
#include <parallel_pool/core/batches/batch_layout.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared_parking.h"

namespace pp {

inline constexpr std::uint32_t kNoEnv = 0xffffffff;

// At the segment's start.
struct SharedHeader {
  static constexpr std::uint64_t kMagic = 0x31766e6579507070;  // "ppPyenv1"

  std::uint64_t magic = kMagic;
  std::uint64_t plan_hash = 0;
  alignas(64) SharedParking caller;                    // where the pool's calling thread sleeps
  alignas(64) std::atomic<std::uint64_t> reserved{0};  // see shared_results.h
  alignas(64) std::atomic<std::uint32_t> stop{0};      // set once, when the pool closes
};

// A batch that is being filled.
struct alignas(64) SharedSlot {
  std::atomic<std::uint64_t> columns{0};  // offset of its first column; 0: none
  std::atomic<std::uint64_t> written{0};  // see shared_results.h
  std::atomic<std::uint32_t> target{0xffffffff};
};

// What passes between the pool and one environment, beside actions and rows. An environment has one
// task at a time, so each side owns its half while the other one does not look.
struct EnvBox {
  // The pool's: bytes for the next task, pickled.
  alignas(64) std::uint64_t in_offset = 0;
  std::uint64_t in_capacity = 0;
  std::uint64_t in_bytes = 0;
  // The worker's: what the last result has beside its row.
  alignas(64) std::uint64_t out_offset = 0;
  std::uint64_t out_capacity = 0;
  std::uint64_t out_bytes = 0;   // of a pickle
  std::uint32_t out_kind = 0;    // a SideKind
  std::uint32_t out_schema = 0;  // of typed infos
  // Objects of the observation (object_lists.h) behind a typed info; no bytes: it has none.
  std::uint64_t objects_offset = 0;
  std::uint64_t objects_bytes = 0;
};

enum class SideKind : std::uint32_t { kNothing, kTypedInfo, kPickle, kFailure };

// Which infos a worker has learnt to write as numbers: a pickled example of each.
struct SchemaBox {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

struct WorkerBox {
  static constexpr std::size_t kMaxSchemas = 16;

  alignas(64) SharedParking parking;
  alignas(64) std::atomic<std::uint64_t> tail{0};  // of its queue, the pool's
  alignas(64) std::atomic<std::uint64_t> head{0};  // the worker's from here on
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::uint64_t> claim{0};             // see shared_results.h
  std::atomic<std::uint32_t> current_env{kNoEnv};  // whose code runs
  std::atomic<std::int64_t> busy_since{0};         // when it began, steady clock; 0: none runs
  std::uint64_t side_next = 0;                     // the first free byte of its side memory
  SchemaBox schemas[kMaxSchemas];
};

struct PlanOptions {
  std::uint32_t num_envs = 1;
  std::uint32_t batch_rows = 1;
  std::uint32_t num_workers = 1;
  std::uint32_t max_players = 0;  // rows of each environment; 0: no rows of players
  std::uint64_t unit = 0;         // bytes of side memory for each process; batches have kBatchUnits
};

class SharedPlan {
 public:
  static constexpr std::uint64_t kBatchUnits = 16;

  SharedPlan(const SpaceNode& observation, const SpaceNode& action, const PlanOptions& options);

  PlanOptions options;
  Fields observation, action;
  BatchLayout layout;
  std::uint32_t ring_size;
  std::uint32_t queue_size;  // entries of a worker's queue, a power of two

  std::uint64_t slots, workers, envs, queues;
  std::vector<std::uint64_t> actions;  // of each leaf's column
  std::uint64_t side, batches, end;

  bool multi_player() const { return options.max_players > 0; }
  // Values of an environment in a column of the actions or the observations.
  std::uint32_t slots_of_env() const { return multi_player() ? options.max_players : 1; }
  bool sync() const { return options.batch_rows == options.num_envs; }
  // The environments of worker w are first_env(w), ..., first_env(w + 1) - 1.
  std::uint32_t first_env(std::uint32_t worker) const {
    return static_cast<std::uint32_t>(std::uint64_t{options.num_envs} * worker /
                                      options.num_workers);
  }
  // Side memory of the pool (0) and of worker w (w + 1).
  std::uint64_t side_of(std::uint32_t process) const { return side + options.unit * process; }
  std::uint64_t queue_of(std::uint32_t worker) const {
    return queues + std::uint64_t{worker} * queue_size * sizeof(std::uint64_t);
  }
  std::uint64_t hash() const;

 private:
  std::uint64_t place(std::uint64_t bytes, std::uint64_t alignment = 64);
};

}  // namespace pp
