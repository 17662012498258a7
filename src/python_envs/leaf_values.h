// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Converts between an environment's Python values and rows: writes observations, makes actions.
#pragma once

#include <parallel_pool/bindings/py_tree.h>
#include <parallel_pool/core/author/fields.h>

#include <cstddef>
#include <vector>

namespace pp {

// Writes observations. An array that has the leaf's dtype is copied as it is; anything else becomes
// what numpy.asarray makes of it, as in gymnasium.vector.
class ObservationWriter {
 public:
  ObservationWriter(const SpaceNode& root, const Fields& fields) : tree_(root), fields_(fields) {}

  // `rows` says where each leaf goes. Objects, which have no column, are appended to `objects`.
  // `count` values are one, or a row for each player. Throws Python's exception for a value that does
  // not fit.
  void write(nb::handle value, std::byte* const* rows, nb::list* objects,
             std::size_t count = 1) const {
    write(tree_, value, rows, objects, count);
  }

 private:
  void write(const PyTree& node, nb::handle value, std::byte* const* rows, nb::list* objects,
             std::size_t count) const;
  void write_leaf(const Field& field, nb::handle value, std::byte* to, std::size_t count) const;

  PyTree tree_;
  const Fields& fields_;
};

// Makes actions from the columns of an action store, a row for each environment or `players` rows:
// each a value of the environment's own, which it may keep or change.
class ActionMaker {
 public:
  ActionMaker(const SpaceNode& root, const Fields& fields, std::vector<const std::byte*> columns,
              std::size_t max_players);

  // The actions of `players` players are arrays with a leading axis; 0: the environment has none.
  // `objects` holds the values of leaves without columns, in order, or is null.
  nb::object make(std::size_t env, PyObject* objects, std::size_t players = 0) const;

 private:
  PyTree tree_;
  const Fields& fields_;
  std::vector<const std::byte*> columns_;
  std::size_t max_players_;  // 0: no rows of players
  std::vector<nb::object> dtypes_;
};

}  // namespace pp
