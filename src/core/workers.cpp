// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The worker threads' life.
#include "workers.h"

#include <pthread.h>

#include <csignal>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "cpu.h"
#include "float_mode.h"
#include "spin.h"

namespace pp {
namespace {

// What debuggers and profilers show.
void name_thread(std::size_t index) {
#if defined(__linux__)
  const std::string name = "pool-worker-" + std::to_string(index % 1000);
  pthread_setname_np(pthread_self(), name.c_str());
#else
  (void)index;
#endif
}

// Threads inherit the signal mask of their creator. Workers block every signal, so that handlers
// (Python's among them) run in the threads that expect them.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

Workers::Workers(Options options, std::function<bool(std::size_t)> run_task,
                 std::function<bool(std::size_t)> has_task)
    : options_(std::move(options)),
      run_task_(std::move(run_task)),
      has_task_(std::move(has_task)),
      places_(std::make_unique<Place[]>(options_.count)) {}

void Workers::start() {
  if (!threads_.empty()) return;
  const AllSignalsBlocked guard;
  threads_.reserve(options_.count);
  try {
    for (std::size_t i = 0; i < options_.count; ++i) {
      threads_.emplace_back([this, i] { loop(i); });
    }
  } catch (const std::system_error& error) {
    // A few threads do the work of many, none does not.
    if (threads_.empty()) {
      throw std::runtime_error("the system gave none of " + std::to_string(options_.count) +
                               " threads: " + error.what());
    }
  }
}

void Workers::stop() {
  stop_.store(true, std::memory_order_relaxed);
  wake(options_.count);
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Workers::loop(std::size_t index) {
  name_thread(index);
  if (!options_.pin_to.empty()) {
    pin_current_thread(options_.pin_to[index % options_.pin_to.size()]);
  }
  const StandardFloatMode float_mode;
  const auto has_news = [this, index] {
    return has_task_(index) || stop_.load(std::memory_order_relaxed);
  };
  Parking& parking = places_[index].parking;
  AdaptiveSpin spin;
  while (!stop_.load(std::memory_order_relaxed)) {
    if (run_task_(index) || spin.until(has_news)) continue;
    const std::uint32_t ticket = parking.announce();
    if (has_news()) {
      parking.retract();
    } else {
      const auto start = Parking::Clock::now();
      parking.park(ticket);
      spin.slept(Parking::Clock::now() - start);
    }
  }
}

}  // namespace pp
