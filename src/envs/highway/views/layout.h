// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The arrays that an observation consists of, and the Tuples and Dicts around them.
#pragma once

#include <parallel_pool/env.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "highway/config/settings.h"

namespace pp::highway {

struct Leaf {
  DType dtype;
  std::vector<std::size_t> shape;
  double low, high;

  std::size_t elements() const {
    std::size_t count = 1;
    for (const std::size_t extent : shape) count *= extent;
    return count;
  }
};

// One observation that is no Tuple of others: what is seen, and by which agent.
struct Look {
  const ViewSettings* view;
  std::size_t agent;
};
// In the order of the arrays.
std::vector<Look> looks_of(const ViewSettings& view, std::size_t agents, std::size_t agent = 0);
std::vector<Leaf> leaves_of(const Settings& settings, const ViewSettings& view);

// The space of an observation; `make_leaf` makes the nodes of arrays, in their order.
using MakeLeaf = std::function<SpaceNode(const Leaf&)>;
SpaceNode space_of(const Settings& settings, const ViewSettings& view, const MakeLeaf& make_leaf);

// The time steps that TimeToCollision looks ahead.
std::size_t time_steps(const Settings& settings, const ViewSettings& view);

// The attributes in the order of a Dict's keys, which are sorted.
std::vector<Attribute> sorted_attributes(const ViewSettings& view);

}  // namespace pp::highway
