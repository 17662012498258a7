// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Shared workers divide their time fairly: simulated workers and clients with invented costs, so
// that nothing is timed.
#include <parallel_pool/core/threads/fair_share.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "check.h"

namespace pp::testing {
namespace {

constexpr double kLongestNs = 1'000'000.0;

// A client whose tasks take between these times, and which has tasks from `from` on until `until`.
struct Client {
  double shortest_ns, longest_ns;
  double from_ns = 0;
  double until_ns = 1e300;
  double got_ns = 0;
};

class Machine {
 public:
  Machine(std::vector<Client> clients, std::size_t workers, std::uint32_t seed)
      : clients_(std::move(clients)), free_at_(workers, 0.0), random_(seed) {
    for (std::size_t i = 0; i < clients_.size(); ++i) share_.enter(i);
    begun_.resize(clients_.size());
  }

  // Until every worker has got so far; each free one takes the next task.
  void run_until(double end_ns) {
    while (true) {
      const auto worker = std::min_element(free_at_.begin(), free_at_.end());
      const double now = *worker;
      if (now >= end_ns) return;
      settle(now);
      for (std::size_t i = 0; i < clients_.size(); ++i) {
        if (!begun_[i] && has_tasks(i, now)) {
          begun_[i] = true;
          share_.begin(i);
        }
      }
      const std::size_t client =
          share_.pick([&](std::size_t i) { return i < clients_.size() && has_tasks(i, now); });
      if (client == FairShare::kNobody) {
        for (std::size_t i = 0; i < clients_.size(); ++i) {
          check(!has_tasks(i, now), "no worker is idle while there are tasks");
        }
        *worker = now + 1000;
        continue;
      }
      std::uniform_real_distribution<double> cost(clients_[client].shortest_ns,
                                                  clients_[client].longest_ns);
      const double ns = cost(random_);
      under_way_.push_back({now + ns, client, ns});
      *worker = now + ns;
    }
  }
  double got(std::size_t client) const { return clients_[client].got_ns; }

 private:
  struct UnderWay {
    double end_ns;
    std::size_t client;
    double ns;
  };

  bool has_tasks(std::size_t i, double now) const {
    return clients_[i].from_ns <= now && now < clients_[i].until_ns;
  }
  // Accounts for the tasks that are over.
  void settle(double now) {
    std::erase_if(under_way_, [&](const UnderWay& task) {
      if (task.end_ns > now) return false;
      share_.account(task.client, task.ns);
      clients_[task.client].got_ns += task.ns;
      return true;
    });
  }

  FairShare share_;
  std::vector<Client> clients_;
  std::vector<double> free_at_;
  std::vector<bool> begun_;
  std::vector<UnderWay> under_way_;
  std::mt19937 random_;
};

// What clients may differ by: the tasks under way, and the lead.
double most_apart(std::size_t workers) {
  return 2.0 * static_cast<double>(workers) * kLongestNs + FairShare::kLeadNs;
}

void busy_clients_get_equal_time_whatever_their_tasks_take() {
  std::mt19937 random(7);
  for (std::uint32_t round = 0; round < 60; ++round) {
    const std::size_t workers = 1 + random() % 8;
    std::vector<Client> clients(2 + random() % 6);
    for (Client& client : clients) {
      std::uniform_real_distribution<double> exponent(3.0, 6.0);
      const double a = std::pow(10.0, exponent(random)), b = std::pow(10.0, exponent(random));
      client = {std::min(a, b), std::max(a, b)};
    }
    Machine machine(clients, workers, round);
    for (int slice = 1; slice <= 20; ++slice) {  // at any time, not only in the end
      machine.run_until(slice * 20e6);
      for (std::size_t i = 1; i < clients.size(); ++i) {
        const double apart = std::abs(machine.got(i) - machine.got(0));
        check(apart <= most_apart(workers), "round " + std::to_string(round) + ": clients are " +
                                                std::to_string(apart) + " ns apart");
      }
    }
  }
}

// Neither does it make up for the time before, nor do the others.
void a_client_that_comes_later_shares_from_then_on() {
  const double from = 100e6, end = 300e6;
  for (const std::size_t workers : {1u, 3u}) {
    Machine machine({{50e3, 200e3}, {1e3, 5e3, from}}, workers, 3);
    machine.run_until(from);
    check(machine.got(0) > 0.98 * static_cast<double>(workers) * from, "alone it gets all");
    const double before = machine.got(0);
    machine.run_until(end);
    const double apart = std::abs(machine.got(0) - before - machine.got(1));
    check(apart <= most_apart(workers), "apart: " + std::to_string(apart));
  }
}

void what_a_client_leaves_goes_to_the_others() {
  Machine machine({{20e3, 40e3, 0, 100e6}, {20e3, 40e3}}, 2, 5);
  machine.run_until(100e6);
  const double before = machine.got(1);
  machine.run_until(200e6);
  check(machine.got(1) - before > 0.98 * 2 * 100e6);
}

}  // namespace
}  // namespace pp::testing

int main() {
  pp::testing::busy_clients_get_equal_time_whatever_their_tasks_take();
  pp::testing::a_client_that_comes_later_shares_from_then_on();
  pp::testing::what_a_client_leaves_goes_to_the_others();
}
