// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Workers that several pools share. Each runs a task of the pool that has had the least of their
// time (fair_share.h).
//
// Protocol
//   Client: 1. join: take a free place, with release. 2. wake: as a pool wakes workers of its own.
//           3. leave: empty the place, then wait until no worker is inside the client.
//   Worker: 4. announce the client that it is about to ask; 5. look whether the client still has its
//           place, and go on with another one if not; 6. ask it or run its task; 7. withdraw the
//           announcement. Before it runs a task, it wakes an idle worker for those of others: a
//           caller that wakes a worker for each of many clients takes one that was woken, but has
//           not begun yet, for idle.
//
//   places_  written by clients, read by workers. Sequentially consistent in 3, 4 and 5: either the
//            worker sees that the place is empty, or the client sees the worker inside.
//   inside   written by its worker, read by clients that leave; release in 7, so that a client that
//            has left sees all that was done for it.
//   users_   how many keep the workers; acquire-release, so that the last one sees what others did.
#pragma once

#include <parallel_pool/core/threads/fair_share.h>
#include <parallel_pool/core/threads/fork_guard.h>
#include <parallel_pool/core/threads/workers.h>
#include <parallel_pool/core/threads/workers_api.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace pp {

class SharedWorkers {
 public:
  // Made with one user, who calls `release`.
  static SharedWorkers* make(std::size_t count, std::vector<std::vector<int>> bind_to);
  SharedWorkers(const SharedWorkers&) = delete;
  SharedWorkers& operator=(const SharedWorkers&) = delete;

  const WorkersApi& api() const { return api_; }
  std::size_t count() const { return workers_.count(); }
  bool forked() const { return fork_guard_.forked(); }
  // How many clients there are.
  std::size_t clients() const;

  void retain() { users_.fetch_add(1, std::memory_order_relaxed); }
  // The last call ends the threads and destroys this.
  void release();

 private:
  using Place = std::atomic<const WorkersClient*>;
  struct alignas(64) Inside {
    std::atomic<const WorkersClient*> client{nullptr};
  };
  class Visit;

  SharedWorkers(std::size_t count, std::vector<std::vector<int>> bind_to);
  ~SharedWorkers() = default;

  bool run_task(std::size_t worker);
  bool has_task(std::size_t worker);
  // Whether clients at other places have.
  bool others_have_tasks(std::size_t worker, std::size_t than);
  void* join(const WorkersClient& client);
  void leave(const Place& place);
  std::size_t index_of(const void* place) const;

  ForkGuard fork_guard_;
  std::atomic<std::uint32_t> users_{1};
  std::mutex joining_;  // held while a client joins
  std::array<Place, FairShare::kClients> places_{};
  // One after the last place that was ever taken: workers look no further.
  std::atomic<std::size_t> places_used_{0};
  std::unique_ptr<Inside[]> inside_;
  FairShare share_;
  WorkersApi api_;
  Workers workers_;  // last: threads end before what they use
};

}  // namespace pp
