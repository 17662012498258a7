// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Which fixtures may have begun to touch: pairs whose stored boxes overlap, one of which has moved.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tree.h"

namespace pp::box2d {

class BroadPhase {
 public:
  // Numbers of proxies, the lower one first.
  using Pair = std::pair<std::int32_t, std::int32_t>;

  void clear() {
    tree_.clear();
    moved_.clear();
  }
  std::int32_t create_proxy(const Box& box, std::int32_t user) {
    moved_.push_back(tree_.create_proxy(box, user));
    return moved_.back();
  }
  void destroy_proxy(std::int32_t proxy) {
    std::replace(moved_.begin(), moved_.end(), proxy, Tree::kNone);
    tree_.destroy_proxy(proxy);
  }
  void move_proxy(std::int32_t proxy, const Box& box, Vec2 displacement) {
    if (tree_.move_proxy(proxy, box, displacement)) moved_.push_back(proxy);
  }
  bool overlaps(std::int32_t a, std::int32_t b) const {
    return overlap(tree_.stored_box(a), tree_.stored_box(b));
  }
  const Tree& tree() const { return tree_; }
  bool has_moves() const { return !moved_.empty(); }

  // The pairs that came near since the last call, ascending and each once. Only those with one of
  // the proxies of moving bodies matter, so others that have moved are compared with these alone.
  template <class IsMobile>
  const std::vector<Pair>& take_pairs(const std::vector<std::int32_t>& mobile,
                                      IsMobile&& is_mobile) {
    pairs_.clear();
    for (const std::int32_t proxy : moved_) {
      if (proxy == Tree::kNone) continue;
      const Box& box = tree_.stored_box(proxy);
      if (is_mobile(tree_.user(proxy))) {
        tree_.query(box, [&](std::int32_t other) { add(proxy, other); });
      } else {
        for (const std::int32_t other : mobile) {
          if (overlap(tree_.stored_box(other), box)) add(proxy, other);
        }
      }
    }
    moved_.clear();
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    return pairs_;
  }

  // Whether numbers lie within bounds; for states that come from outside.
  bool is_sound(std::int32_t users) const {
    return tree_.is_sound(users) && moved_.size() <= tree_.node_count() &&
           std::ranges::all_of(moved_, [&](std::int32_t proxy) {
             return proxy == Tree::kNone || tree_.is_leaf(proxy);
           });
  }
  template <class Io>
  void serialize(Io& io) {
    io(tree_, moved_);
  }

 private:
  void add(std::int32_t a, std::int32_t b) {
    if (a != b) pairs_.emplace_back(std::min(a, b), std::max(a, b));
  }

  Tree tree_;
  std::vector<std::int32_t> moved_;
  std::vector<Pair> pairs_;
};

}  // namespace pp::box2d
