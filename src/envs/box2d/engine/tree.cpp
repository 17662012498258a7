// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "tree.h"

#include <algorithm>

namespace pp::box2d {

namespace {

constexpr std::size_t kFirstCapacity = 16;
constexpr Vec2 kMargin{0.1f, 0.1f};
constexpr float kPrediction = 2.0f;  // displacements ahead

}  // namespace

void Tree::clear() {
  nodes_.clear();
  root_ = free_ = kNone;
  count_ = 0;
  add_free_nodes(kFirstCapacity);
}

void Tree::add_free_nodes(std::size_t capacity) {
  const std::size_t before = nodes_.size();
  nodes_.resize(capacity);
  for (std::size_t i = before; i < capacity; ++i) {
    nodes_[i] = Node{};
    nodes_[i].parent = i + 1 < capacity ? static_cast<std::int32_t>(i + 1) : kNone;
  }
  free_ = static_cast<std::int32_t>(before);
}

std::int32_t Tree::allocate() {
  if (free_ == kNone) add_free_nodes(nodes_.size() * 2);
  const std::int32_t index = free_;
  free_ = nodes_[index].parent;
  nodes_[index] = Node{};
  nodes_[index].height = 0;
  ++count_;
  return index;
}

void Tree::release(std::int32_t index) {
  nodes_[index] = Node{};
  nodes_[index].parent = free_;
  free_ = index;
  --count_;
}

std::int32_t Tree::create_proxy(const Box& box, std::int32_t user) {
  const std::int32_t leaf = allocate();
  nodes_[leaf].box = {box.lower - kMargin, box.upper + kMargin};
  nodes_[leaf].user = user;
  insert(leaf);
  return leaf;
}

void Tree::destroy_proxy(std::int32_t proxy) {
  remove(proxy);
  release(proxy);
}

bool Tree::move_proxy(std::int32_t proxy, const Box& box, Vec2 displacement) {
  if (nodes_[proxy].box.contains(box)) return false;
  remove(proxy);
  Box larger{box.lower - kMargin, box.upper + kMargin};
  const Vec2 ahead = kPrediction * displacement;
  (ahead.x < 0.0f ? larger.lower.x : larger.upper.x) += ahead.x;
  (ahead.y < 0.0f ? larger.lower.y : larger.upper.y) += ahead.y;
  nodes_[proxy].box = larger;
  insert(proxy);
  return true;
}

float Tree::descent_cost(std::int32_t child, const Box& box, float inherited) const {
  const Node& node = nodes_[child];
  const float joined = join(box, node.box).perimeter();
  if (node.is_leaf()) return joined + inherited;
  return (joined - node.box.perimeter()) + inherited;
}

std::int32_t Tree::best_sibling(const Box& box) const {
  std::int32_t index = root_;
  while (!nodes_[index].is_leaf()) {
    const Node& node = nodes_[index];
    const float joined = join(node.box, box).perimeter();
    const float cost = 2.0f * joined;
    const float inherited = 2.0f * (joined - node.box.perimeter());
    const float cost1 = descent_cost(node.child1, box, inherited);
    const float cost2 = descent_cost(node.child2, box, inherited);
    if (cost < cost1 && cost < cost2) break;
    index = cost1 < cost2 ? node.child1 : node.child2;
  }
  return index;
}

void Tree::replace_child(std::int32_t parent, std::int32_t before, std::int32_t after) {
  if (parent == kNone) {
    root_ = after;
  } else if (nodes_[parent].child1 == before) {
    nodes_[parent].child1 = after;
  } else {
    nodes_[parent].child2 = after;
  }
}

void Tree::insert(std::int32_t leaf) {
  if (root_ == kNone) {
    root_ = leaf;
    nodes_[leaf].parent = kNone;
    return;
  }
  const std::int32_t sibling = best_sibling(nodes_[leaf].box);
  const std::int32_t grandparent = nodes_[sibling].parent;
  const std::int32_t parent = allocate();
  replace_child(grandparent, sibling, parent);
  nodes_[parent].parent = grandparent;
  nodes_[parent].child1 = sibling;
  nodes_[parent].child2 = leaf;
  nodes_[sibling].parent = parent;
  nodes_[leaf].parent = parent;
  refit_from(parent);
}

void Tree::remove(std::int32_t leaf) {
  if (leaf == root_) {
    root_ = kNone;
    return;
  }
  const std::int32_t parent = nodes_[leaf].parent;
  const std::int32_t grandparent = nodes_[parent].parent;
  const std::int32_t sibling =
      nodes_[parent].child1 == leaf ? nodes_[parent].child2 : nodes_[parent].child1;
  replace_child(grandparent, parent, sibling);
  nodes_[sibling].parent = grandparent;
  release(parent);
  refit_from(grandparent);
}

void Tree::refit(std::int32_t index) {
  Node& node = nodes_[index];
  const Node& a = nodes_[node.child1];
  const Node& b = nodes_[node.child2];
  node.height = 1 + std::max(a.height, b.height);
  node.box = join(a.box, b.box);
}

// Sets heights and boxes from a node up to the root.
void Tree::refit_from(std::int32_t index) {
  while (index != kNone) {
    index = balance(index);
    refit(index);
    index = nodes_[index].parent;
  }
}

// Returns the node that now stands in the place of `index`.
std::int32_t Tree::balance(std::int32_t index) {
  const Node& node = nodes_[index];
  if (node.is_leaf() || node.height < 2) return index;
  const int difference = nodes_[node.child2].height - nodes_[node.child1].height;
  if (difference > 1) return raise(index, true);
  if (difference < -1) return raise(index, false);
  return index;
}

// Puts a child in its parent's place. The parent becomes the child's first child; of the child's
// own two the first stays with it if strictly higher, else the second, and the other takes the
// child's place below the parent.
std::int32_t Tree::raise(std::int32_t index, bool second) {
  Node& node = nodes_[index];
  const std::int32_t raised = second ? node.child2 : node.child1;
  Node& child = nodes_[raised];
  const bool keeps_first = nodes_[child.child1].height > nodes_[child.child2].height;
  const std::int32_t kept = keeps_first ? child.child1 : child.child2;
  const std::int32_t moved = keeps_first ? child.child2 : child.child1;
  child.child1 = index;
  child.child2 = kept;
  child.parent = node.parent;
  node.parent = raised;
  replace_child(child.parent, index, raised);
  (second ? node.child2 : node.child1) = moved;
  nodes_[moved].parent = index;
  refit(index);
  refit(raised);
  return raised;
}

bool Tree::is_sound(std::int32_t users) const {
  const auto size = static_cast<std::int32_t>(nodes_.size());
  const auto valid = [&](std::int32_t i) { return i >= kNone && i < size; };
  if (nodes_.size() < kFirstCapacity) return false;  // none could be doubled
  if (!valid(root_) || !valid(free_) || count_ < 0 || count_ > size) return false;
  std::int32_t free_nodes = 0;
  for (std::int32_t i = free_; i != kNone; i = nodes_[i].parent) {
    if (!valid(nodes_[i].parent) || nodes_[i].height != -1 || ++free_nodes > size) return false;
  }
  std::int32_t inner = 0;
  std::int32_t leaves = 0;
  for (const Node& node : nodes_) {
    if (!valid(node.parent) || !valid(node.child1) || !valid(node.child2)) return false;
    if (node.height < 0) continue;
    const auto index = static_cast<std::int32_t>(&node - nodes_.data());
    if (node.is_leaf()) {
      if (node.child2 != kNone || node.height != 0 || node.user < 0 || node.user >= users) {
        return false;
      }
      ++leaves;
      continue;
    }
    if (node.child2 == kNone || node.child1 == node.child2) return false;
    for (const std::int32_t child : {node.child1, node.child2}) {
      if (nodes_[child].parent != index || nodes_[child].height < 0) return false;
      if (nodes_[child].height >= node.height) return false;
    }
    ++inner;
  }
  if (inner + leaves != count_ || free_nodes + count_ != size) return false;
  if (root_ == kNone) return count_ == 0;
  return nodes_[root_].height >= 0 && nodes_[root_].parent == kNone && leaves == inner + 1 &&
         nodes_[root_].height < kMaxDepth / 2;
}

}  // namespace pp::box2d
