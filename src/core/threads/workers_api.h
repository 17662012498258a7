// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How pools of different modules share workers: functions and pointers only, since each module has
// classes of its own, perhaps of another compiler. A capsule of this name carries a WorkersApi.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pp {

inline constexpr char kWorkersCapsule[] = "parallel_pool.workers";
// Raised with every change of these structs.
inline constexpr std::uint32_t kWorkersVersion = 1;

// What workers ask of a client. No function throws, and any thread may call it.
struct WorkersClient {
  void* self;
  bool (*run_task)(void* self, std::size_t worker);  // whether there was one
  bool (*has_task)(void* self, std::size_t worker);
};

// What clients ask of workers. `handle` stands for a client that has joined.
struct WorkersApi {
  std::uint32_t version;
  std::uint32_t count;  // of threads
  void* self;
  // Keep the workers until as many calls of release; the last one ends the threads.
  void (*retain)(void* self);
  void (*release)(void* self);
  // Null if the threads cannot be started, or there is no place for another client.
  void* (*join)(void* self, const WorkersClient* client);
  // Returns when no thread is in a task of this client.
  void (*leave)(void* self, void* handle);
  void (*wake)(void* self, void* handle, std::size_t count, std::size_t most,
               bool tasks_may_be_long);
  bool (*have_cpus)(void* self, std::size_t threads);
  double (*waited_ns)(void* self);
};

}  // namespace pp
