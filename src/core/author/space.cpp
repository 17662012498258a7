// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes the nodes of space trees.
#include <parallel_pool/core/author/space.h>

namespace pp {

SpaceNode::SpaceNode() = default;
SpaceNode::~SpaceNode() = default;
SpaceNode::SpaceNode(const SpaceNode&) = default;
SpaceNode::SpaceNode(SpaceNode&&) noexcept = default;
SpaceNode& SpaceNode::operator=(const SpaceNode&) = default;
SpaceNode& SpaceNode::operator=(SpaceNode&&) noexcept = default;

Bound::Bound(double value) : values{value} {}
Bound::Bound(std::initializer_list<double> list) : values(list) {}
Bound::Bound(std::vector<double> list) : values(std::move(list)) {}
Bound::Bound(const double* list, std::size_t count) : values(list, list + count) {}
Bound::Bound(const Bound&) = default;
Bound::Bound(Bound&&) noexcept = default;
Bound& Bound::operator=(const Bound&) = default;
Bound& Bound::operator=(Bound&&) noexcept = default;
Bound::~Bound() = default;

Extents::Extents() = default;
Extents::Extents(std::initializer_list<std::size_t> list) : values(list) {}
Extents::Extents(std::vector<std::size_t> list) : values(std::move(list)) {}
Extents::Extents(const Extents&) = default;
Extents::Extents(Extents&&) noexcept = default;
Extents& Extents::operator=(const Extents&) = default;
Extents& Extents::operator=(Extents&&) noexcept = default;
Extents::~Extents() = default;

namespace detail {

SpaceNode leaf(SpaceKind kind, const RowFacts& facts, const Extents& shape) {
  SpaceNode node;
  node.kind = kind;
  node.slot_offset = facts.slot_offset;
  node.dtype = facts.dtype;
  node.per_player = facts.per_player;
  if (facts.is_dynamic) {
    node.shape = shape.values;
  } else {
    node.shape.assign(facts.shape.begin(), facts.shape.end());
  }
  return node;
}

SpaceNode box(const RowFacts& facts, Bound&& low, Bound&& high, const Extents& shape) {
  SpaceNode node = leaf(SpaceKind::kBox, facts, shape);
  node.low = std::move(low.values);
  node.high = std::move(high.values);
  return node;
}

SpaceNode discrete(const RowFacts& facts, std::int64_t n, std::int64_t start) {
  SpaceNode node = leaf(SpaceKind::kDiscrete, facts);
  node.nvec = {n};
  node.start = start;
  return node;
}

SpaceNode multi_discrete(const RowFacts& facts, std::vector<std::int64_t>&& nvec) {
  SpaceNode node = leaf(SpaceKind::kMultiDiscrete, facts, {nvec.size()});
  node.nvec = std::move(nvec);
  return node;
}

SpaceNode text(const RowFacts& facts, std::string_view charset, const Extents& shape) {
  SpaceNode node = leaf(SpaceKind::kText, facts, shape);
  node.charset = charset;
  return node;
}

SpaceNode value(const RowFacts& facts, Presence presence, const Extents& shape) {
  SpaceNode node = leaf(SpaceKind::kValue, facts, shape);
  node.presence = presence;
  return node;
}

SpaceNode parent(SpaceKind kind, std::size_t children) {
  SpaceNode node;
  node.kind = kind;
  node.children.reserve(children);
  return node;
}
void add_child(SpaceNode& parent, const SpaceNode& child) { parent.children.push_back(child); }

NamedNode::NamedNode(std::string_view name, SpaceNode&& space, std::string_view meaning)
    : node(std::move(space)) {
  node.name = name;
  node.meaning = meaning;
}

}  // namespace detail
}  // namespace pp
