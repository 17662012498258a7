// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The nested dicts and tuples around the arrays of an action or a batch.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <vector>

#include "xla_ffi.h"

namespace pp {

class Structure {
 public:
  // Takes what `parallel_pool.xla.layout.structure_of` returns.
  explicit Structure(nanobind::handle description);

  // The structure around the program's arrays from `next` on; `next` is then behind them.
  nanobind::object pack(const xla::Values& from, std::int64_t& next) const;

  // Writes the arrays of a batch into the results from `next` on. What a batch lacks becomes zeros.
  void unpack(nanobind::handle value, const xla::Values& to, std::int64_t& next) const;

 private:
  enum class Kind { kArray, kAction, kConverted, kTuple, kDict };

  Kind kind_;
  std::vector<Structure> parts_;
  std::vector<nanobind::object> keys_;  // of a dict
  std::string name_;                    // of an array, for messages
  nanobind::object convert_;            // what makes a list of arrays of a value
  int dtype_ = 0;                       // of an action's array in the pool, NumPy's number
  mutable nanobind::object kept_;       // an action's array; used again once nobody holds it
  std::int64_t count_ = 1;              // of arrays that it makes
};

}  // namespace pp
