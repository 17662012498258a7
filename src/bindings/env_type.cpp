// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Describes spaces to Python.
#include <parallel_pool/bindings/env_type.h>

namespace pp {
namespace {

const char* kind_name(SpaceKind kind) {
  switch (kind) {
    case SpaceKind::kBox:
      return "Box";
    case SpaceKind::kDiscrete:
      return "Discrete";
    case SpaceKind::kMultiDiscrete:
      return "MultiDiscrete";
    case SpaceKind::kMultiBinary:
      return "MultiBinary";
    case SpaceKind::kText:
      return "Text";
    case SpaceKind::kValue:
      return "Value";
    case SpaceKind::kTuple:
      return "Tuple";
    case SpaceKind::kDict:
      return "Dict";
  }
  return "";
}

const char* presence_name(Presence presence) {
  switch (presence) {
    case Presence::kAlways:
      return "always";
    case Presence::kAfterStep:
      return "after_step";
    case Presence::kAfterReset:
      return "after_reset";
    case Presence::kEnvPool:
      return "envpool";
    case Presence::kSometimes:
      return "sometimes";
  }
  return "";
}

}  // namespace

nb::dict describe(const SpaceNode& node) {
  nb::dict out;
  out["kind"] = kind_name(node.kind);
  out["name"] = node.name;
  out["meaning"] = node.meaning;
  if (!node.is_leaf()) {
    nb::list children;
    for (const SpaceNode& child : node.children) children.append(describe(child));
    out["children"] = children;
    return out;
  }
  out["dtype"] = numpy_name(node.dtype);
  out["shape"] = nb::tuple(nb::cast(node.shape));
  out["per_player"] = node.per_player;
  if (!node.own.empty()) out["own"] = node.own;
  switch (node.kind) {
    case SpaceKind::kBox:
      out["low"] = node.low;
      out["high"] = node.high;
      break;
    case SpaceKind::kDiscrete:
      out["n"] = node.nvec[0];
      out["start"] = node.start;
      break;
    case SpaceKind::kMultiDiscrete:
      out["nvec"] = node.nvec;
      break;
    case SpaceKind::kText:
      out["charset"] = node.charset;
      break;
    case SpaceKind::kValue:
      out["presence"] = presence_name(node.presence);
      break;
    default:
      break;
  }
  return out;
}

}  // namespace pp
