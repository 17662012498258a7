// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Shares items among threads in parts: a few for each thread, so that slow items even out.
#include "crowd.h"

#include <parallel_pool/core/numerics/float_mode.h>
#include <parallel_pool/core/threads/shared_crew.h>
#include <parallel_pool/core/threads/workers.h>

#include <algorithm>
#include <utility>

namespace pp::mujoco {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kPartsOfThread = 4;
constexpr auto kSignalInterval = 50ms;

}  // namespace

Crowd::Crowd(std::size_t num_threads, std::vector<std::vector<int>> bind_to,
             const WorkersApi* workers)
    : num_threads_(num_threads) {
  const auto run = [this, goes_on = GoesOn([this] {
                            return !cancelled_.load(std::memory_order_relaxed);
                          })](std::size_t) { return run_part(goes_on); };
  const auto see = [this](std::size_t) { return left_.load(std::memory_order_relaxed) > 0; };
  if (workers != nullptr) {
    crew_ = std::make_unique<SharedCrew>(*workers, run, see);
  } else if (num_threads > 1) {
    crew_ =
        std::make_unique<Workers>(Workers::Options{num_threads - 1, std::move(bind_to)}, run, see);
  }
}

Crowd::~Crowd() { stop(); }

void Crowd::stop() {
  if (crew_ != nullptr) crew_->stop();
}

bool Crowd::run_part(const GoesOn& goes_on) {
  std::uint32_t left = left_.load(std::memory_order_acquire);
  do {
    if (left == 0) return false;
  } while (!left_.compare_exchange_weak(left, left - 1, std::memory_order_acq_rel,
                                        std::memory_order_acquire));
  const std::uint32_t parts = parts_;
  const std::size_t first = (parts - left) * part_;
  const std::size_t last = std::min(first + part_, count_);
  const StandardFloatMode float_mode;
  for (std::size_t k = first; k < last && goes_on(); ++k) (*work_)(k, goes_on);
  if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == parts) parking_.wake();
  return true;
}

bool Crowd::look(const std::function<bool()>& pause) {
  const auto now = std::chrono::steady_clock::now();
  if (now - looked_ < kSignalInterval) return true;
  looked_ = now;
  return pause();
}

bool Crowd::each(std::size_t count, const Work& work, const std::function<bool()>& pause) {
  if (count == 0) return true;
  const std::size_t threads = crew_ == nullptr ? 1 : std::min(num_threads_, count);
  looked_ = std::chrono::steady_clock::now();
  work_ = &work;
  count_ = count;
  part_ = std::max<std::size_t>(count / (threads * kPartsOfThread), 1);
  parts_ = static_cast<std::uint32_t>((count + part_ - 1) / part_);
  cancelled_.store(false, std::memory_order_relaxed);
  done_.store(0, std::memory_order_relaxed);
  if (threads > 1) crew_->start();
  left_.store(parts_, std::memory_order_release);
  if (threads > 1) {
    spin_.allow(crew_->have_cpus(threads));
    crew_->wake(threads - 1, threads - 1, true);
  }
  bool goes_on = true;
  const GoesOn check = [&] {
    if (goes_on && !look(pause)) {
      goes_on = false;
      cancelled_.store(true, std::memory_order_relaxed);
    }
    return goes_on;
  };
  while (run_part(check)) {
  }
  const auto all_done = [&] { return done_.load(std::memory_order_acquire) == parts_; };
  while (!spin_.until(all_done)) {
    const std::uint32_t ticket = parking_.announce();
    if (all_done()) {
      parking_.retract();
      break;
    }
    const auto asleep = std::chrono::steady_clock::now();
    parking_.park_until(ticket, asleep + kSignalInterval);
    spin_.slept(std::chrono::steady_clock::now() - asleep);
    check();
  }
  return goes_on;
}

}  // namespace pp::mujoco
