// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads descriptions of spaces.
#include "space_parsing.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <stdexcept>
#include <string>

namespace pp {
namespace {

constexpr std::array kDTypes = {DType::kBool,   DType::kInt8,    DType::kInt16,   DType::kInt32,
                                DType::kInt64,  DType::kUInt8,   DType::kUInt16,  DType::kUInt32,
                                DType::kUInt64, DType::kFloat16, DType::kFloat32, DType::kFloat64};

DType parse_dtype(const std::string& name) {
  for (const DType dtype : kDTypes) {
    if (name == numpy_name(dtype)) return dtype;
  }
  throw std::logic_error("no column has dtype " + name);
}

SpaceKind parse_kind(const std::string& name) {
  if (name == "Tuple") return SpaceKind::kTuple;
  if (name == "Dict") return SpaceKind::kDict;
  if (name == "Discrete") return SpaceKind::kDiscrete;
  if (name == "MultiDiscrete") return SpaceKind::kMultiDiscrete;
  if (name == "MultiBinary") return SpaceKind::kMultiBinary;
  if (name == "Box") return SpaceKind::kBox;
  return SpaceKind::kValue;  // an object
}

}  // namespace

SpaceNode parse_space(nb::dict description) {
  SpaceNode node;
  node.kind = parse_kind(nb::cast<std::string>(description["kind"]));
  node.name = nb::cast<std::string>(description["name"]);
  if (!node.is_leaf()) {
    for (const nb::handle child : description["children"]) {
      node.children.push_back(parse_space(nb::cast<nb::dict>(child)));
    }
    return node;
  }
  if (is_object(node)) {
    node.dtype = DType::kUInt8;
    return node;
  }
  node.per_player = nb::cast<bool>(description["per_player"]);
  node.dtype = parse_dtype(nb::cast<std::string>(description["dtype"]));
  node.shape = nb::cast<std::vector<std::size_t>>(nb::list(description["shape"]));
  if (node.kind == SpaceKind::kDiscrete) {
    node.nvec = {nb::cast<std::int64_t>(description["n"])};
    node.start = nb::cast<std::int64_t>(description["start"]);
  } else if (node.kind == SpaceKind::kMultiDiscrete) {
    node.nvec = nb::cast<std::vector<std::int64_t>>(description["nvec"]);
  }
  return node;
}

bool is_object(const SpaceNode& leaf) { return leaf.kind == SpaceKind::kValue; }

}  // namespace pp
