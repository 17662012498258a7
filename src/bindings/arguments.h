// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What users pass in, checked once and turned into what the engine takes.
#pragma once

#include <parallel_pool/env_group.h>
#include <parallel_pool/seed_sequence.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "numpy_api.h"
#include "py_tree.h"

namespace pp {

// Env ids from an integer array of one dimension, or a sequence of integers. Whether they exist is
// the pool's to say; negative ones are refused here.
void parse_env_ids(nb::handle value, std::vector<std::uint32_t>& out);

// A seed: a non-negative integer of any size.
SeedWords parse_seed(nb::handle value);
nb::object seed_to_int(const SeedWords& words);

// The actions of some environments: one array for each leaf of the action space.
class Actions {
 public:
  // A row of a leaf's array that the space does not contain.
  struct Bad {
    std::size_t leaf;
    std::size_t row;
    std::size_t element;
  };

  // `fields` outlives this.
  Actions(const Fields& fields, const SpaceNode& root);
  Actions(const Actions&) = delete;  // it points into itself
  Actions& operator=(const Actions&) = delete;

  // Takes the arrays of `value`: a row for each of `envs` environments or, in player fields, for
  // each of `players` players. An array that fits is used as it is, any other is converted or
  // refused.
  void parse(nb::handle value, std::size_t envs, std::size_t players);

  // Whether all values are in range and finite.
  bool all_valid() const;
  // The first bad row that `ignored(leaf, row)` does not excuse; false if there is none.
  template <class Ignored>
  bool find_bad(Ignored&& ignored, Bad& bad) const {
    for (bad.leaf = 0; bad.leaf < arrays_.size(); ++bad.leaf) {
      for (bad.row = 0; bad.row < rows_[bad.leaf]; ++bad.row) {
        if (row_is_bad(bad) && !ignored(bad.leaf, bad.row)) return true;
      }
    }
    return false;
  }
  // What is wrong with a bad row, for an error message.
  std::string describe(const Bad& bad) const;

  const std::byte* const* columns() const { return columns_.data(); }

  // Lets go of the arrays.
  void clear() {
    for (nb::object& array : arrays_) array.reset();
  }

 private:
  nb::object fit(nb::handle value, const Field& field, std::size_t rows, const PyTree& leaf) const;
  bool row_is_bad(Bad& bad) const;

  const Fields& fields_;
  PyTree tree_;
  std::vector<const PyTree*> leaves_;  // of the tree
  std::vector<nb::object> arrays_;
  std::vector<const std::byte*> columns_;
  std::vector<std::size_t> rows_;
};

}  // namespace pp
