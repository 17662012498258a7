// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Starts, runs and stops the workers.
#include <parallel_pool/core/numerics/float_mode.h>
#include <parallel_pool/core/threads/cpu.h>
#include <parallel_pool/core/threads/signals.h>
#include <parallel_pool/core/threads/spin.h>
#include <parallel_pool/core/threads/thread_name.h>
#include <parallel_pool/core/threads/workers.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace pp {
namespace {

// So many sleepers are woken one after the other before it pays to have one of them wake others.
constexpr std::uint32_t kHandedOver = 4;

}  // namespace

Workers::Workers(Options options, std::function<bool(std::size_t)> run_task,
                 std::function<bool(std::size_t)> has_task)
    : options_(std::move(options)),
      run_task_(std::move(run_task)),
      has_task_(std::move(has_task)),
      places_(std::make_unique<Place[]>(options_.count)) {}

void Workers::start() {
  if (!threads_.empty()) return;
  cpus_ = cpus_to_spare();
  std::set<int> bound_to;
  for (const std::vector<int>& cpus : options_.bind_to) bound_to.insert(cpus.begin(), cpus.end());
  const bool all_bound = options_.bind_to.size() >= options_.count &&
                         std::ranges::none_of(options_.bind_to, &std::vector<int>::empty);
  if (all_bound) cpus_ = std::min(cpus_, bound_to.size());
  const AllSignalsBlocked guard;
  threads_.reserve(options_.count);
  try {
    for (std::size_t i = 0; i < options_.count; ++i) {
      threads_.emplace_back([this, i] { loop(i); });
    }
  } catch (const std::system_error& error) {
    // Fewer threads than requested can do the work; no thread cannot.
    if (threads_.empty()) {
      throw std::runtime_error("the system gave none of " + std::to_string(options_.count) +
                               " threads: " + error.what());
    }
  }
}

void Workers::stop() {
  stop_.store(true, std::memory_order_relaxed);
  wake({0, static_cast<std::uint32_t>(threads_.size())});
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Workers::wake(std::size_t count, std::size_t most, bool tasks_may_be_long) {
  most = std::min(most, threads_.size());
  std::size_t last = std::min(count, most);
  if (tasks_may_be_long && count < most) {
    std::size_t idle = 0;
    for (last = 0; last < most && idle < count; ++last) {
      idle += !places_[last].busy.load(std::memory_order_relaxed);
    }
  }
  wake({0, static_cast<std::uint32_t>(last)});
}

// Any thread; workers as well.
void Workers::wake(Part part) {
  while (part.first < part.last) {
    Place& place = places_[part.first++];
    const std::uint32_t rest = part.last - part.first;
    if (rest < kHandedOver) {
      place.parking.wake();
      continue;
    }
    const Part upper{part.first + rest / 2, part.last};
    const Part before = place.to_wake.exchange(upper, std::memory_order_acq_rel);
    part.last = upper.first;
    // Asleep: it wakes them. Awake: it may not look there for long.
    if (!place.parking.wake()) wake(place.to_wake.exchange(Part{}, std::memory_order_acq_rel));
    wake(before);  // from somebody's earlier call, not begun yet
  }
}

void Workers::wake_those_handed_to(Place& place) {
  wake(place.to_wake.exchange(Part{}, std::memory_order_acq_rel));
}

void Workers::begin_sharing() {
  callers_cpu_.store(current_cpu(), std::memory_order_relaxed);
  sharings_.fetch_add(1, std::memory_order_relaxed);
}

double Workers::waited_ns() const {
  double sum = 0;
  for (std::size_t i = 0; i < options_.count; ++i) {
    sum += places_[i].waited_ns.load(std::memory_order_relaxed);
  }
  return sum;
}

void Workers::loop(std::size_t index) {
  name_this_thread("pool-worker-" + std::to_string(index % 1000));
  if (index < options_.bind_to.size()) bind_current_thread(options_.bind_to[index]);
  const StandardFloatMode float_mode;
  Place& place = places_[index];
  AdaptiveSpin spin;
  spin.allow(have_cpus(options_.count));
  std::uint32_t sharings = 0;
  while (!stop_.load(std::memory_order_relaxed)) {
    place.busy.store(true, std::memory_order_relaxed);
    const bool ran = run_task_(index);
    place.busy.store(false, std::memory_order_relaxed);
    if (ran) continue;
    const std::uint32_t begun = sharings_.load(std::memory_order_relaxed);
    if (begun != sharings) {
      sharings = begun;
      spin.renew();
      leave_cpu(callers_cpu_.load(std::memory_order_relaxed));
    }
    wait(place, index, spin);
  }
}

void Workers::wait(Place& place, std::size_t index, AdaptiveSpin& spin) {
  const auto has_news = [&] { return has_task_(index) || stop_.load(std::memory_order_relaxed); };
  const auto start = Parking::Clock::now();
  if (!spin.until(has_news)) {
    const std::uint32_t ticket = place.parking.announce();
    if (has_news()) {
      place.parking.retract();
    } else {
      const auto asleep = Parking::Clock::now();
      place.parking.park(ticket);
      spin.slept(Parking::Clock::now() - asleep);
    }
    wake_those_handed_to(place);
  }
  const std::chrono::duration<double, std::nano> time = Parking::Clock::now() - start;
  const double before = place.waited_ns.load(std::memory_order_relaxed);
  place.waited_ns.store(before + time.count(), std::memory_order_relaxed);
}

}  // namespace pp
