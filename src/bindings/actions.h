// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks the actions that users pass in, once, and converts them to what the engine takes.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/bindings/py_tree.h>
#include <parallel_pool/core/episodes/env_group.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pp {

// The actions of some environments: one array for each leaf of the action space.
class Actions {
 public:
  // A row of a leaf's array that lies outside the space.
  struct BadValue {
    std::size_t leaf;
    std::size_t row;
    std::size_t element;
  };

  // `fields` outlives this.
  Actions(const Fields& fields, const SpaceNode& root);
  Actions(const Actions&) = delete;  // it points into itself
  Actions& operator=(const Actions&) = delete;

  // Takes the arrays of `value`: a row for each of `envs` environments or, in player fields, for
  // each of `players` players. An array that fits is used directly (without a GIL, a copy of it);
  // any other is converted or refused.
  void parse(nb::handle value, std::size_t envs, std::size_t players);

  // The same for one environment's action as it is alone, without the axis of rows.
  void parse_single(nb::handle value);

  // Whether all values are in range and finite.
  bool all_valid() const;
  // Finds the first bad row for which `ignored(leaf, row)` is false; false if there is none.
  template <class Ignored>
  bool find_bad_value(Ignored&& ignored, BadValue& bad) const {
    for (bad.leaf = 0; bad.leaf < arrays_.size(); ++bad.leaf) {
      for (bad.row = 0; bad.row < rows_[bad.leaf]; ++bad.row) {
        if (row_has_bad_value(bad) && !ignored(bad.leaf, bad.row)) return true;
      }
    }
    return false;
  }
  // Says what is wrong with a bad row, for an error message.
  std::string describe(const BadValue& bad) const;

  const std::byte* const* columns() const { return columns_.data(); }

  // Releases the arrays.
  void clear() {
    for (nb::object& array : arrays_) array.reset();
  }

 private:
  bool take_single(nb::handle value, const PyTree& leaf);
  nb::object fit(nb::handle value, const Field& field, std::size_t rows, const PyTree& leaf) const;
  bool row_has_bad_value(BadValue& bad) const;

  const Fields& fields_;
  PyTree tree_;
  std::vector<const PyTree*> leaves_;  // of the tree
  std::vector<nb::object> arrays_;
  std::vector<const std::byte*> columns_;
  std::vector<std::size_t> rows_;
  std::vector<std::int64_t> numbers_;  // what came as a number rather than an array
};

}  // namespace pp
