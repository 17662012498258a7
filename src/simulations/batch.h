// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A batch of simulations as Python drives it: one call at a time, without the GIL while they run.
#pragma once

#include <parallel_pool/bindings/arguments.h>
#include <parallel_pool/core/threads/call_guard.h>
#include <parallel_pool/core/threads/fork_guard.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "crowd.h"
#include "simulations.h"

namespace pp::mujoco {

class Batch {
 public:
  // A model of Python's for each number in `of`: copied, or `lent` if nobody changes it.
  Batch(nb::list models, bool lent, std::vector<std::uint32_t> of, std::size_t num_threads,
        std::vector<std::vector<int>> bind_to, nb::handle workers);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  bool closed() const { return calls_.closing(); }
  void close();

  // Python keeps the memory of rows and of copies of models.
  void add_mirror(std::uintptr_t rows, std::size_t row_bytes, std::ptrdiff_t offset, bool in_struct,
                  bool written);
  // Rows that programs write into a field where they say ("insert", number), numbered from 0.
  void add_insertion(std::uintptr_t rows, std::size_t row_bytes, std::ptrdiff_t offset,
                     bool in_struct);
  void set_copies(const std::vector<std::uintptr_t>& copies, std::size_t count);
  void add_parameter(std::uintptr_t rows, std::size_t row_bytes,
                     const std::vector<std::uintptr_t>& places, bool computed);

  // What MuJoCo reported: (simulation, text, whether it is an error), or None.
  nb::object run(const char* name, nb::handle ids, const Program& program);
  // The simulations that an argument of the call `name` names: each once; None: all.
  std::vector<std::uint32_t> chosen(const char* name, nb::handle ids);
  // Refuses MuJoCo's global callbacks.
  void check_callbacks() const;
  nb::object set_const(nb::handle ids);
  std::size_t state_size() const { return state_size_; }
  // Rows of so many numbers, one for each id.
  nb::object get_state(nb::handle ids, std::uintptr_t states);
  nb::object set_state(nb::handle ids, std::uintptr_t states);
  // Arrays have a row for each id; see Simulations.
  nb::object roll_out(nb::handle ids, std::uintptr_t controls, std::size_t steps, int what,
                      std::uintptr_t states, std::size_t state_size, std::uintptr_t sensors);
  nb::object site_jacobian(nb::handle ids, int site, std::uintptr_t of_position,
                           std::uintptr_t of_rotation);
  nb::object site_velocity(nb::handle ids, int site, std::uintptr_t velocities);
  nb::object rays(nb::handle ids, std::size_t count, std::uintptr_t points,
                  std::uintptr_t directions, std::uintptr_t groups, bool fixed, int without_body,
                  std::uintptr_t distances, std::uintptr_t geoms);
  nb::object heights(nb::handle ids, int geom, std::size_t count, std::uintptr_t points,
                     std::uintptr_t distances);
  nb::object copy(nb::handle from, nb::handle to);
  nb::object copy_to(std::uint32_t i, std::uintptr_t data);

  // --- Below without the GIL or its own call: for what drives the batch from C++ -----------------

  Simulations& simulations() { return *simulations_; }

 private:
  class Reports;  // what MuJoCo said in a call

  CallGuard& calls_of(const char* name);
  void parse_ids(nb::handle ids, std::vector<std::uint32_t>& out) const;
  // Simulations that may be named several times, and once.
  void parse_some(nb::handle ids, const char* name, std::vector<std::uint32_t>& out) const;
  void parse_once(nb::handle ids, const char* name, std::vector<std::uint32_t>& out) const;
  template <class Run>
  nb::object each(std::size_t count, Run&& run);

  ForkGuard fork_guard_;
  CallGuard calls_{"batch"};
  std::unique_ptr<Simulations> simulations_;  // none once it is closed
  std::size_t state_size_ = 0;
  std::unique_ptr<Crowd> crowd_;
  std::vector<std::uint32_t> ids_, more_ids_;  // of the current call
};

void bind_batch(nb::module_& m);

}  // namespace pp::mujoco
