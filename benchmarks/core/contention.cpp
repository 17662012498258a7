// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Measures the cost of each operation on shared data, alone and while another CPU does the same.
// Prints CSV. benchmarks/scale/contention.py estimates from it how pools scale to many CPUs.
#include <parallel_pool/core/queues/action_buffer_queue.h>
#include <parallel_pool/core/threads/cpu.h>
#include <parallel_pool/core/threads/parking.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

namespace pp::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

template <class Run>
double time_ns(Run&& run) {
  const auto start = Clock::now();
  run();
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

void report(const char* name, const char* quantity, double value, const char* unit) {
  std::printf("%s,%s,%.4g,%s\n", name, quantity, value, unit);
  std::fflush(stdout);
}

constexpr int kRounds = 51;

// Binds the calling thread to a CPU: the scheduler must not put two threads on one.
void bind_to_cpu(std::size_t place) {
  static const std::vector<int> cpus = allowed_cpus();
  bind_current_thread({cpus[place % cpus.size()]});
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// How long `threads` threads take that `run` together: the median over the rounds in which they
// did. Where one of them lost its CPU, they began or ended far apart, and the round says nothing.
// NaN if there was no such round, as on a machine that is too busy to measure this.
template <class Prepare, class Run>
double together_ns(std::size_t threads, Prepare&& prepare, Run&& run) {
  std::vector<double> took;
  for (int round = 0; round < kRounds; ++round) {
    prepare();
    std::atomic<std::size_t> waiting{threads};
    std::vector<Clock::time_point> begins(threads), ends(threads);
    const auto take_part = [&](std::size_t i) {
      bind_to_cpu(i);
      --waiting;
      while (waiting > 0) {
      }
      begins[i] = Clock::now();
      run();
      ends[i] = Clock::now();
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(take_part, i);
    take_part(0);
    for (std::thread& other : others) other.join();
    const auto [first, last] = std::ranges::minmax(begins);
    const auto [first_end, last_end] = std::ranges::minmax(ends);
    if (last - first + (last_end - first_end) > (last_end - first) / 10) continue;
    took.push_back(std::chrono::duration<double, std::nano>(last_end - first).count());
  }
  return took.empty() ? std::nan("") : median(took);
}

struct Costs {
  double push_ns;        // a task, by the caller
  double pop_ns;         // a chunk of one, alone
  double shared_pop_ns;  // the same while another CPU takes too: for both, one after the other
  double publish_ns;     // a count of written rows, alone
  double shared_publish_ns;
  double move_ns;          // of a line to another CPU that waits for it
  double wake_ns;          // a sleeper, for who wakes it
  double wake_latency_ns;  // until it runs
};

void measure_queue(Costs& costs) {
  constexpr std::uint32_t kTasks = 1 << 15;
  const std::vector<Task> tasks(kTasks);
  ActionBufferQueue queue(kTasks);
  const auto fill = [&] { queue.push(tasks); };
  const auto take_all = [&] {
    Task taken[ChunkPolicy::kMaxTasks];
    while (queue.pop(taken, {.fixed = 1}) > 0) {
    }
  };
  costs.push_ns = together_ns(1, take_all, fill) / kTasks;
  take_all();
  costs.pop_ns = together_ns(1, fill, take_all) / kTasks;
  costs.shared_pop_ns = together_ns(2, fill, take_all) / kTasks;
}

void measure_publish(Costs& costs) {
  constexpr int kCounts = 1 << 15;
  alignas(64) static std::atomic<std::uint32_t> written{0};
  const auto publish = [] {
    for (int i = 0; i < kCounts; ++i) written.fetch_add(1, std::memory_order_acq_rel);
  };
  costs.publish_ns = together_ns(1, [] {}, publish) / kCounts;
  costs.shared_publish_ns = together_ns(2, [] {}, publish) / (2 * kCounts);
}

// Two CPUs change a line in turns: how long it takes until the other one sees a change.
void measure_move(Costs& costs) {
  constexpr std::uint32_t kTurns = 1 << 10;
  alignas(64) static std::atomic<std::uint32_t> turn{0};
  static std::atomic<std::uint32_t> players{0};
  const auto play = [] {
    for (std::uint32_t mine = players++ % 2; mine < kTurns; mine += 2) {
      while (turn.load(std::memory_order_acquire) != mine) {
      }
      turn.fetch_add(1, std::memory_order_acq_rel);
    }
  };
  costs.move_ns = together_ns(2, [] { turn = 0; }, play) / kTurns;
}

// The median: a wake-up that meets a CPU in deep sleep or another thread takes as long as it takes.
void measure_wake(Costs& costs) {
  constexpr int kWakes = 400;
  Parking parking;
  std::atomic<bool> asleep{false}, stop{false};
  std::atomic<Clock::time_point> woken{};
  std::thread sleeper([&] {
    bind_to_cpu(1);
    while (!stop) {
      const std::uint32_t ticket = parking.announce();
      asleep = true;
      parking.park(ticket);
      woken = Clock::now();
    }
  });
  std::vector<double> took, latency;
  for (int i = 0; i < kWakes; ++i) {
    while (!asleep) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    asleep = false;
    const auto start = Clock::now();
    stop = i == kWakes - 1;
    took.push_back(time_ns([&] { parking.wake(); }));
    while (!stop && !asleep) std::this_thread::yield();
    latency.push_back(std::chrono::duration<double, std::nano>(woken.load() - start).count());
  }
  sleeper.join();
  costs.wake_ns = median(took);
  latency.pop_back();
  costs.wake_latency_ns = median(latency);
}

}  // namespace
}  // namespace pp::benchmarks

int main() {
  using namespace pp::benchmarks;
  Costs costs{};
  measure_queue(costs);
  measure_publish(costs);
  measure_move(costs);
  measure_wake(costs);
  std::puts("case,quantity,value,unit");
  report("a task", "push", costs.push_ns, "ns");
  report("a chunk", "pop", costs.pop_ns, "ns");
  report("a chunk", "pop beside another core", costs.shared_pop_ns, "ns");
  report("rows", "publish", costs.publish_ns, "ns");
  report("rows", "publish beside another core", costs.shared_publish_ns, "ns");
  report("a line", "move to another CPU", costs.move_ns, "ns");
  report("a sleeper", "wake", costs.wake_ns, "ns");
  report("a sleeper", "wake until it runs", costs.wake_latency_ns, "ns");
}
