// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Which arrays each type of observation has.
#include "layout.h"

#include <algorithm>
#include <limits>

namespace pp::highway {
namespace {

using Of = ViewSettings::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const char* name_of(Attribute attribute) {
  switch (attribute) {
    case Attribute::kState:
      return "state";
    case Attribute::kDerivative:
      return "derivative";
    case Attribute::kReferenceState:
      return "reference_state";
  }
  return "";
}

// A Dict of equal leaves, with these keys.
SpaceNode dict_of(const std::vector<const char*>& keys, const Leaf& leaf,
                  const MakeLeaf& make_leaf) {
  SpaceNode node;
  node.kind = SpaceKind::kDict;
  for (const char* const key : keys) {
    node.children.push_back(make_leaf(leaf));
    node.children.back().name = key;
  }
  return node;
}

Leaf leaf_of(const Settings& settings, const ViewSettings& view) {
  const Leaf unbounded{DType::kFloat32, {}, -kInfinity, kInfinity};
  Leaf leaf = unbounded;
  switch (view.kind) {
    case Of::kGoal:
      leaf.dtype = DType::kFloat64;
      leaf.shape = {view.features.size()};
      break;
    case Of::kAttributes:
      leaf.dtype = DType::kFloat64;
      leaf.shape = {4, 1};
      break;
    case Of::kGrid:
      leaf.shape = {view.features.size(), view.grid_shape[0], view.grid_shape[1]};
      if (view.as_image) leaf = {DType::kUInt8, leaf.shape, 0.0, 255.0};
      break;
    case Of::kTimeToCollision:
      leaf = {DType::kFloat32, {3, 3, time_steps(settings, view)}, 0.0, 1.0};
      break;
    case Of::kLidar: {
      const double most = view.normalize ? 1.0 : view.maximum_range;
      leaf = {DType::kFloat32, {view.cells, 2}, -most, most};
      break;
    }
    default:
      leaf.shape = {view.vehicles_count, view.features.size()};
  }
  return leaf;
}

}  // namespace

std::size_t time_steps(const Settings& settings, const ViewSettings& view) {
  return static_cast<std::size_t>(view.horizon / (1.0 / settings.policy_frequency));
}

std::vector<Attribute> sorted_attributes(const ViewSettings& view) {
  std::vector<Attribute> sorted = view.attributes;
  std::ranges::sort(sorted, {}, [](Attribute one) { return std::string_view(name_of(one)); });
  return sorted;
}

// The parts of a Tuple are seen by the first agent, also within an agent's own.
std::vector<Look> looks_of(const ViewSettings& view, std::size_t agents, std::size_t agent) {
  std::vector<Look> looks;
  const auto add = [&](const ViewSettings& part, std::size_t of) {
    for (const Look& look : looks_of(part, agents, of)) looks.push_back(look);
  };
  if (view.kind == Of::kMultiAgent) {
    for (std::size_t i = 0; i < agents; ++i) add(view.parts[0], i);
  } else if (view.kind == Of::kTuple) {
    for (const ViewSettings& part : view.parts) add(part, 0);
  } else {
    looks.push_back({&view, agent});
  }
  return looks;
}

std::vector<Leaf> leaves_of(const Settings& settings, const ViewSettings& view) {
  std::vector<Leaf> leaves;
  space_of(settings, view, [&](const Leaf& leaf) {
    leaves.push_back(leaf);
    return SpaceNode();
  });
  return leaves;
}

SpaceNode space_of(const Settings& settings, const ViewSettings& view, const MakeLeaf& make_leaf) {
  if (view.kind == Of::kMultiAgent || view.kind == Of::kTuple) {
    SpaceNode node;
    node.kind = SpaceKind::kTuple;
    const bool of_agents = view.kind == Of::kMultiAgent;
    const std::size_t count = of_agents ? settings.agents : view.parts.size();
    for (std::size_t i = 0; i < count; ++i) {
      node.children.push_back(space_of(settings, view.parts[of_agents ? 0 : i], make_leaf));
    }
    return node;
  }
  const Leaf leaf = leaf_of(settings, view);
  if (view.kind == Of::kGoal) {
    return dict_of({"achieved_goal", "desired_goal", "observation"}, leaf, make_leaf);
  }
  if (view.kind == Of::kAttributes) {
    std::vector<const char*> keys;
    for (const Attribute attribute : sorted_attributes(view)) keys.push_back(name_of(attribute));
    return dict_of(keys, leaf, make_leaf);
  }
  return make_leaf(leaf);
}

}  // namespace pp::highway
