// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A binary tree of boxes that finds what overlaps a box. Its leaves are the proxies of fixtures.
//
// Numbers of proxies decide the order of contacts, and with it the last bits of a simulation. They
// are the indices of the leaves in a pool of nodes, so the pool is handled as Box2D handles it: 16
// nodes at first, doubled when they run out; the free ones form a stack, new ones lie on it in
// ascending order. Inner nodes come from the same pool, so the tree's shape, rotations included,
// decides numbers as well.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry.h"

namespace pp::box2d {

class Tree {
 public:
  static constexpr std::int32_t kNone = -1;

  Tree() { clear(); }

  // As new, with its memory kept.
  void clear();

  // A leaf for a box, which is stored somewhat larger; returns its number.
  std::int32_t create_proxy(const Box& box, std::int32_t user);
  void destroy_proxy(std::int32_t proxy);
  // Returns whether the stored box had to be replaced.
  bool move_proxy(std::int32_t proxy, const Box& box, Vec2 displacement);

  const Box& stored_box(std::int32_t proxy) const { return nodes_[proxy].box; }
  std::int32_t user(std::int32_t proxy) const { return nodes_[proxy].user; }

  // Calls visit(proxy) for each leaf whose stored box overlaps.
  template <class Visit>
  void query(const Box& box, Visit&& visit) const {
    std::array<std::int32_t, kMaxDepth> stack;
    int size = 0;
    if (root_ != kNone) stack[size++] = root_;
    while (size > 0) {
      const std::int32_t index = stack[--size];
      const Node& node = nodes_[index];
      if (!overlap(node.box, box)) continue;
      if (node.is_leaf()) {
        visit(index);
      } else if (size + 2 <= kMaxDepth) {  // always, unless a forged state holds it
        stack[size++] = node.child1;
        stack[size++] = node.child2;
      }
    }
  }

  bool is_leaf(std::int32_t index) const {
    return index >= 0 && index < static_cast<std::int32_t>(nodes_.size()) &&
           nodes_[index].height == 0;
  }
  // Whether links and counts are those of a tree; for states that come from outside.
  bool is_sound(std::int32_t users) const;
  std::size_t leaf_count() const { return static_cast<std::size_t>(count_ + 1) / 2; }
  std::size_t node_count() const { return nodes_.size(); }  // free ones included

  template <class Io>
  void serialize(Io& io) {
    io(nodes_, root_, free_, count_);
  }

 private:
  static constexpr int kMaxDepth = 256;  // rotations keep the tree far flatter

  struct Node {
    Box box;
    std::int32_t parent = kNone;  // of a free node: the next free one
    std::int32_t child1 = kNone;
    std::int32_t child2 = kNone;
    std::int32_t height = -1;  // 0 for leaves, -1 for free nodes
    std::int32_t user = kNone;

    bool is_leaf() const { return child1 == kNone; }
    template <class Io>
    void serialize(Io& io) {
      io(box, parent, child1, child2, height, user);
    }
  };

  std::int32_t allocate();
  void release(std::int32_t node);
  void add_free_nodes(std::size_t capacity);
  void insert(std::int32_t leaf);
  void remove(std::int32_t leaf);
  std::int32_t best_sibling(const Box& box) const;
  float descent_cost(std::int32_t child, const Box& box, float inherited) const;
  void refit_from(std::int32_t node);
  std::int32_t balance(std::int32_t node);
  std::int32_t raise(std::int32_t node, bool second);
  void replace_child(std::int32_t parent, std::int32_t before, std::int32_t after);
  void refit(std::int32_t node);

  std::vector<Node> nodes_;
  std::int32_t root_ = kNone;
  std::int32_t free_ = kNone;
  std::int32_t count_ = 0;
};

}  // namespace pp::box2d
