// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How clients join and leave, and how workers choose between them.
#include <parallel_pool/core/threads/shared_workers.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

namespace pp {

// A worker's stay with a client, if that is still there.
class SharedWorkers::Visit {
 public:
  Visit(SharedWorkers& workers, std::size_t worker, std::size_t place)
      : inside_(workers.inside_[worker].client),
        client_(workers.places_[place].load(std::memory_order_relaxed)) {
    if (client_ == nullptr) return;
    inside_.store(client_, std::memory_order_seq_cst);
    if (workers.places_[place].load(std::memory_order_seq_cst) != client_) {
      inside_.store(nullptr, std::memory_order_release);
      client_ = nullptr;
    }
  }
  ~Visit() {
    if (client_ != nullptr) inside_.store(nullptr, std::memory_order_release);
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  bool has_task(std::size_t worker) const {
    return client_ != nullptr && client_->has_task(client_->self, worker);
  }
  bool run_task(std::size_t worker) const {
    return client_ != nullptr && client_->run_task(client_->self, worker);
  }

 private:
  std::atomic<const WorkersClient*>& inside_;
  const WorkersClient* client_;
};

SharedWorkers* SharedWorkers::make(std::size_t count, std::vector<std::vector<int>> bind_to) {
  return new SharedWorkers(count, std::move(bind_to));
}

SharedWorkers::SharedWorkers(std::size_t count, std::vector<std::vector<int>> bind_to)
    : inside_(std::make_unique<Inside[]>(count)),
      workers_(
          {count, std::move(bind_to)}, [this](std::size_t worker) { return run_task(worker); },
          [this](std::size_t worker) { return has_task(worker); }) {
  api_ = {
      .version = kWorkersVersion,
      .count = static_cast<std::uint32_t>(count),
      .self = this,
      .retain = [](void* it) { static_cast<SharedWorkers*>(it)->retain(); },
      .release = [](void* it) { static_cast<SharedWorkers*>(it)->release(); },
      .join =
          [](void* it, const WorkersClient* client) {
            return static_cast<SharedWorkers*>(it)->join(*client);
          },
      .leave =
          [](void* it, void* place) {
            static_cast<SharedWorkers*>(it)->leave(*static_cast<Place*>(place));
          },
      .wake =
          [](void* it, void* place, std::size_t wanted, std::size_t most, bool may_be_long) {
            auto& workers = *static_cast<SharedWorkers*>(it);
            workers.share_.begin(workers.index_of(place));
            // Workers beyond a client's own number of threads are for it, too: the first ones may be
            // busy with others' tasks.
            workers.workers_.wake(std::min(wanted, most), workers.workers_.count(), may_be_long);
          },
      .have_cpus =
          [](void* it, std::size_t threads) {
            return static_cast<SharedWorkers*>(it)->workers_.have_cpus(threads);
          },
      .waited_ns = [](void* it) { return static_cast<SharedWorkers*>(it)->workers_.waited_ns(); }};
}

void SharedWorkers::release() {
  if (users_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  // In a forked child the threads do not exist, and locks may be held by nobody.
  if (!forked()) delete this;
}

std::size_t SharedWorkers::clients() const {
  std::size_t count = 0;
  for (const Place& place : places_) count += place.load(std::memory_order_relaxed) != nullptr;
  return count;
}

std::size_t SharedWorkers::index_of(const void* place) const {
  return static_cast<std::size_t>(static_cast<const Place*>(place) - places_.data());
}

void* SharedWorkers::join(const WorkersClient& client) {
  if (forked()) return nullptr;
  const std::lock_guard lock(joining_);
  try {
    workers_.start();
  } catch (const std::exception&) {
    return nullptr;
  }
  for (Place& place : places_) {
    if (place.load(std::memory_order_relaxed) != nullptr) continue;
    const std::size_t index = index_of(&place);
    share_.enter(index);
    place.store(&client, std::memory_order_seq_cst);
    if (index >= places_used_.load(std::memory_order_relaxed)) {
      places_used_.store(index + 1, std::memory_order_release);
    }
    return &place;
  }
  return nullptr;
}

void SharedWorkers::leave(const Place& place) {
  Place& own = places_[index_of(&place)];
  const WorkersClient* const client = own.load(std::memory_order_relaxed);
  own.store(nullptr, std::memory_order_seq_cst);
  for (std::size_t worker = 0; worker < workers_.count(); ++worker) {
    while (inside_[worker].client.load(std::memory_order_seq_cst) == client) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
}

bool SharedWorkers::run_task(std::size_t worker) {
  const std::size_t used = places_used_.load(std::memory_order_acquire);
  const std::size_t place = share_.pick([&](std::size_t candidate) {
    return candidate < used && Visit(*this, worker, candidate).has_task(worker);
  });
  if (place == FairShare::kNobody) return false;
  if (others_have_tasks(worker, place)) workers_.wake(1, workers_.count(), true);
  const auto start = std::chrono::steady_clock::now();
  const bool ran = Visit(*this, worker, place).run_task(worker);
  if (!ran) return false;
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
  share_.account(place, elapsed.count());
  return true;
}

bool SharedWorkers::has_task(std::size_t worker) {
  return others_have_tasks(worker, FairShare::kNobody);
}

bool SharedWorkers::others_have_tasks(std::size_t worker, std::size_t than) {
  const std::size_t used = places_used_.load(std::memory_order_acquire);
  for (std::size_t place = 0; place < used; ++place) {
    if (place != than && Visit(*this, worker, place).has_task(worker)) return true;
  }
  return false;
}

}  // namespace pp
