// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Requests to workers, and their answers.
//
// Protocol
//   1. A request is posted to each worker's channel under one number, with a task in the worker's
//      queue that makes it read. Neither waits, so a worker gets both or none.
//   2. The worker answers under the same number. Of all that arrives only that is taken.
//   3. Where a call ends before the answer is there, the rest of the request is still written and the
//      answer read and dropped, by whatever call waits next. Until then the worker gets no other
//      request: so at most one is in its queue.
#include "requests.h"

#include <algorithm>

#include "channel_binding.h"

namespace pp {

using namespace std::chrono_literals;

namespace {
constexpr auto kLook = 50ms;
constexpr auto kLookAtStart = 2ms;
}  // namespace

// --- What Python holds -------------------------------------------------------------------------

Request::Request(ProcessPool& pool, const std::string& name) : pool_(pool) {
  call_.emplace(pool, known(name));
}

// The guard keeps the name for messages of other calls.
const char* Request::known(const std::string& name) {
  for (const char* one : {"clone", "get_state", "set_state", "set_config"}) {
    if (name == one) return one;
  }
  return "call";
}

ProcessPool& Request::pool() const {
  if (!call_) throw Error(ErrorKind::kValue, "the request was released");
  return pool_;
}

nb::list Request::ask(const std::vector<std::pair<std::uint32_t, nb::bytes>>& messages) {
  return pool().ask(messages);
}
void Request::check_idle(const Envs& envs) {
  for (const std::uint32_t env : envs) pool().status_.check_idle(env);
}
void Request::check_clone(nb::handle from_ids, nb::handle to_ids) {
  pool().check_clone(from_ids, to_ids);
}
void Request::note_clone(nb::handle from_ids, nb::handle to_ids, bool failed) {
  pool().note_clone(from_ids, to_ids, failed);
}
nb::bytes Request::save(std::uint32_t env) { return pool().save(env); }
void Request::check_load(const Envs& envs) { pool().status_.check_all_idle(envs); }
void Request::note_load(const Envs& envs, const std::vector<nb::bytes>& states) {
  pool().note_load(envs, states);
}

// --- Asking ------------------------------------------------------------------------------------

nb::list ProcessPool::ask(const std::vector<std::pair<std::uint32_t, nb::bytes>>& messages) {
  std::vector<std::uint32_t> asked;
  for (const auto& [worker, bytes] : messages) asked.push_back(worker);
  wait_for_answers(asked, [&] {
    bool ready = true;
    for (const std::uint32_t worker : asked) ready &= can_be_asked(worker);
    return ready;
  });
  std::vector<std::uint64_t> numbers;
  for (const auto& [worker, bytes] : messages) {
    post(worker, bytes);
    numbers.push_back(workers_[worker].asked);
  }
  std::vector<nb::object> answers(asked.size());
  wait_for_answers(asked, [&] {
    bool all = true;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (answers[i].is_valid()) continue;
      const Worker& worker = workers_[asked[i]];
      // The one that was asked may have ended, and another run in its place already.
      if (worker.state != WorkerState::kRuns || worker.asked != numbers[i]) {
        throw Error(ErrorKind::kPool, worker.death + ": it ended while it answered a call");
      }
      all &= read_answers(asked[i], &answers[i]);
    }
    return all;
  });
  nb::list result;
  for (const nb::object& answer : answers) result.append(answer);
  return result;
}

template <class Done>
void ProcessPool::wait_for_answers(std::span<const std::uint32_t> workers, Done&& done) {
  std::vector<pollfd> files;
  while (!done()) {
    files.clear();
    for (const std::uint32_t i : workers) {
      if (workers_[i].channel != nullptr) files.push_back(awaited(*workers_[i].channel));
    }
    wait_for_files(files, files.size() == workers.size() ? kLook : kLookAtStart);
    check_waiting("call");
    look_after_workers();
  }
}

// Whether a worker runs and has answered all earlier requests.
bool ProcessPool::can_be_asked(std::uint32_t i) {
  const Worker& worker = workers_[i];
  if (worker.state == WorkerState::kDead) throw Error(ErrorKind::kPool, worker.death);
  return worker.state == WorkerState::kRuns && read_answers(i, nullptr);
}

void ProcessPool::post(std::uint32_t i, const nb::bytes& message) {
  Worker& worker = workers_[i];
  worker.channel->post(worker.asked + 1, {message.c_str(), message.size()});
  ++worker.asked;
  worker.queue.write({.control = 1});
  worker.queue.publish();
  restless_ = true;
}

// Whether the latest request was answered. Takes its answer; others are dropped.
bool ProcessPool::read_answers(std::uint32_t i, nb::object* answer) {
  Worker& worker = workers_[i];
  worker.channel->advance();
  while (const Message* const message = worker.channel->front()) {
    if (message->number == worker.asked && answer != nullptr) {
      *answer = nb::bytes(message->bytes.data(), message->bytes.size());
    }
    worker.answered = message->number;
    worker.channel->pop();
    worker.channel->advance();
  }
  return worker.answered == worker.asked;
}

// Goes on with requests that nobody waits for.
void ProcessPool::settle() {
  for (std::uint32_t i = 0; i < workers_.size(); ++i) {
    const Worker& worker = workers_[i];
    if (worker.state == WorkerState::kRuns && worker.asked != worker.answered) {
      read_answers(i, nullptr);
    }
  }
}

}  // namespace pp
