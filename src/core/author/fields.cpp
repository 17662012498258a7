// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Lists the leaves of space trees.
#include <parallel_pool/core/author/fields.h>
#include <parallel_pool/core/author/space_check.h>

#include <stdexcept>

namespace pp {

Fields::Fields() = default;
Fields::~Fields() = default;
Fields::Fields(const Fields&) = default;
Fields::Fields(Fields&&) noexcept = default;
Fields& Fields::operator=(const Fields&) = default;
Fields& Fields::operator=(Fields&&) noexcept = default;

Fields::Fields(const SpaceNode& space, const StructFacts& facts, const std::string& what) {
  std::vector<bool> seen(facts.rows);
  check_space(space, what, [&](const SpaceNode& leaf, const std::string& path) {
    const std::size_t index = leaf.slot_offset / sizeof(RowSlot);
    if (index >= facts.rows || seen[index]) {
      throw std::logic_error("spec: " + path + " names a field that was named before");
    }
    seen[index] = true;
    list_.push_back({leaf, leaf.elements() * size_of(leaf.dtype)});
  });
  if (list_.size() != facts.rows && !facts.may_leave_out_rows) {
    throw std::logic_error("spec: the " + what + " struct has " + std::to_string(facts.rows) +
                           " fields, but its space names " + std::to_string(list_.size()));
  }
}

Fields Fields::of_leaves(const SpaceNode& root) {
  Fields fields;
  fields.add_leaves(root);
  return fields;
}

void Fields::add_leaves(const SpaceNode& node) {
  if (node.is_leaf()) list_.push_back({node, node.elements() * size_of(node.dtype)});
  for (const SpaceNode& child : node.children) add_leaves(child);
}

}  // namespace pp
