// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A call that asks workers something, for as long as Python holds it: no other call comes between
// its parts. Only who has it can reach these parts, so neither another thread nor a signal handler
// gets in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "process_pool.h"
#include "process_pool_call.h"

namespace pp {

class Request {
 public:
  using Envs = std::vector<std::uint32_t>;

  Request(ProcessPool& pool, const std::string& name);

  void release() { call_.reset(); }

  // Has workers answer messages. Each comes after the tasks that its worker was given before.
  // Throws PoolError if a worker ends before it has answered.
  nb::list ask(const std::vector<std::pair<std::uint32_t, nb::bytes>>& messages);
  // Throws unless the environments are idle.
  void check_idle(const Envs& envs);
  // Throws unless `to[i]` may become a copy of `from[i]`.
  void check_clone(nb::handle from_ids, nb::handle to_ids);
  // It has become one; or, after a failure, nobody knows what it is.
  void note_clone(nb::handle from_ids, nb::handle to_ids, bool failed);
  // What the pool itself knows of an environment that can be saved, as bytes.
  nb::bytes save(std::uint32_t env);
  // Throws unless these are idle and each is named once.
  void check_load(const Envs& envs);
  // The environments have become what they were when `save` returned these bytes; or, without
  // states, nobody knows what they are.
  void note_load(const Envs& envs, const std::vector<nb::bytes>& states);

 private:
  ProcessPool& pool() const;
  static const char* known(const std::string& name);

  ProcessPool& pool_;
  std::optional<ProcessPool::Call> call_;
};

}  // namespace pp
