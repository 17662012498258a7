// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Converts between an environment's Python values and rows: writes observations, makes actions.
#pragma once

#include <parallel_pool/bindings/py_tree.h>
#include <parallel_pool/core/author/fields.h>

#include <cstddef>
#include <string>
#include <vector>

#include "space_parsing.h"

namespace pp {

// Writes observations. An array that has the leaf's dtype is copied as it is; anything else becomes
// what numpy.asarray makes of it, as in gymnasium.vector.
class ObservationWriter {
 public:
  ObservationWriter(const SpaceNode& root, const Fields& fields) : tree_(root), fields_(fields) {}

  // `rows` says where each leaf goes that has a column. `count` values are one, or a row for each
  // player. Throws Python's exception for a value that does not fit.
  void write(nb::handle value, std::byte* const* rows, std::size_t count = 1) const {
    for_leaves(tree_, value, [&](const Field& field, std::size_t leaf, nb::handle part) {
      if (!is_object(field.leaf)) write_leaf(field, part, rows[leaf], count);
    });
  }
  // The parts of a value that have no columns, in order.
  nb::list objects(nb::handle value) const {
    nb::list objects;
    for_leaves(tree_, value, [&](const Field& field, std::size_t, nb::handle part) {
      if (is_object(field.leaf)) objects.append(part);
    });
    return objects;
  }

 private:
  // Calls `visit(field, leaf, value)` for each leaf.
  template <class Visit>
  void for_leaves(const PyTree& node, nb::handle value, const Visit& visit) const;
  void write_leaf(const Field& field, nb::handle value, std::byte* to, std::size_t count) const;

  PyTree tree_;
  const Fields& fields_;
};

template <class Visit>
void ObservationWriter::for_leaves(const PyTree& node, nb::handle value, const Visit& visit) const {
  if (node.is_leaf()) {
    visit(fields_[node.leaf()], node.leaf(), value);
  } else if (node.kind() == SpaceKind::kDict) {
    for (const PyTree& child : node.children()) {
      const nb::object item = checked(PyObject_GetItem(value.ptr(), child.name().ptr()));
      for_leaves(child, item, visit);
    }
  } else {
    const nb::object items = checked(PySequence_Tuple(value.ptr()));
    const auto size = static_cast<std::size_t>(PyTuple_GET_SIZE(items.ptr()));
    if (size != node.children().size()) {
      throw nb::value_error(("observation" + node.place() + " has " + std::to_string(size) +
                             " entries, expected " + std::to_string(node.children().size()))
                                .c_str());
    }
    for (std::size_t i = 0; i < size; ++i) {
      for_leaves(node.children()[i], PyTuple_GET_ITEM(items.ptr(), static_cast<Py_ssize_t>(i)),
                 visit);
    }
  }
}

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
