// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads what a configuration says of observations.
#include <algorithm>
#include <cmath>

#include "parts.h"

namespace pp::highway {
namespace {

constexpr std::int64_t kMostElements = 10'000'000;

struct Named {
  const char* name;
  Feature feature;
};
constexpr std::array<Named, 13> kFeatures{{{"presence", Feature::kPresence},
                                           {"x", Feature::kX},
                                           {"y", Feature::kY},
                                           {"vx", Feature::kVx},
                                           {"vy", Feature::kVy},
                                           {"heading", Feature::kHeading},
                                           {"cos_h", Feature::kCosH},
                                           {"sin_h", Feature::kSinH},
                                           {"cos_d", Feature::kCosD},
                                           {"sin_d", Feature::kSinD},
                                           {"long_off", Feature::kLongOff},
                                           {"lat_off", Feature::kLatOff},
                                           {"ang_off", Feature::kAngOff}}};

Feature feature_of(std::string_view name) {
  const auto found =
      std::ranges::find_if(kFeatures, [&](const Named& one) { return name == one.name; });
  return found == kFeatures.end() ? Feature::kUnknown : found->feature;
}

std::vector<Feature> read_features(const Reader& reader, std::vector<Feature> otherwise) {
  std::vector<Feature> features;
  for (const std::string& name : reader.texts("features")) {
    features.push_back(feature_of(name));
    if (features.back() == Feature::kUnknown) {
      reader.refuse("features",
                    "a list of presence, x, y, vx, vy, heading, cos_h, sin_h, cos_d, sin_d, "
                    "long_off, lat_off and ang_off");
    }
  }
  return features.empty() ? otherwise : features;
}

std::vector<FeatureRange> read_ranges(const Reader& reader) {
  std::vector<FeatureRange> ranges;
  if (!reader.has("features_range")) return ranges;
  const Reader inner = reader.at("features_range");
  for (const Tree::Entry& entry : *reader.tree("features_range").dict()) {
    const std::vector<double> range = inner.range(entry.key, {});
    if (range.empty() || range[0] == range[1]) inner.refuse(entry.key, "a list of two numbers");
    const Feature feature = feature_of(entry.key);
    if (feature != Feature::kUnknown) ranges.push_back({feature, range[0], range[1]});
  }
  return ranges;
}

ViewSettings read_kinematics(const Reader& reader) {
  ViewSettings view;
  using enum Feature;
  view.features = read_features(reader, {kPresence, kX, kY, kVx, kVy});
  // With one vehicle, the reference's observations do not fit their space.
  view.vehicles_count = static_cast<std::size_t>(reader.count("vehicles_count", 2, 1000, 5));
  view.ranges = read_ranges(reader);
  view.absolute = reader.flag("absolute", false);
  const std::string order = reader.text("order", "sorted");
  view.sorted = order == "sorted";
  view.shuffled = order == "shuffled";
  view.normalize = reader.flag("normalize", true);
  view.clip = reader.flag("clip", true);
  view.see_behind = reader.flag("see_behind", false);
  view.observe_intentions = reader.flag("observe_intentions", false);
  view.include_obstacles = reader.flag("include_obstacles", true);
  return view;
}

ViewSettings read_exit(const Reader& reader) {
  ViewSettings view = read_kinematics(reader);
  view.kind = ViewSettings::Kind::kExit;
  view.sorted = true;
  view.include_obstacles = false;
  return view;
}

ViewSettings read_goal(const Reader& reader) {
  using enum Feature;
  ViewSettings view;
  view.kind = ViewSettings::Kind::kGoal;
  view.features = read_features(reader, {kPresence, kX, kY, kVx, kVy});
  if (std::ranges::any_of(view.features, [](Feature feature) {
        return feature == kHeading || feature >= kLongOff;
      })) {
    reader.refuse("features", "a list of what goals have, which is no heading and no offset");
  }
  view.scales = reader.numbers("scales");
  if (view.scales.size() != view.features.size()) {
    reader.refuse("scales", "a list of one number for each feature");
  }
  return view;
}

std::array<std::array<double, 2>, 2> read_grid_size(const Reader& reader) {
  std::array<std::array<double, 2>, 2> size{{{-27.5, 27.5}, {-27.5, 27.5}}};
  if (!reader.has("grid_size")) return size;
  const Tree::List* const rows = reader.tree("grid_size").list();
  if (rows == nullptr || rows->size() != 2) reader.refuse("grid_size", "two lists of two numbers");
  for (std::size_t i = 0; i < 2; ++i) {
    const Tree row = dict({{"grid_size", (*rows)[i]}});
    const std::vector<double> range = Reader(row, "config").range("grid_size", {});
    if (range.empty()) reader.refuse("grid_size", "two lists of two numbers");
    size[i] = {range[0], range[1]};
  }
  return size;
}

void read_grid_features(const Reader& reader, ViewSettings& view) {
  using enum Feature;
  view.features = {kPresence, kVx, kVy, kOnRoad};
  if (!reader.has("features")) return;
  view.features.clear();
  for (const std::string& name : reader.texts("features")) {
    view.features.push_back(name == "on_road" ? kOnRoad : feature_of(name));
  }
  if (view.features.empty()) reader.refuse("features", "a list of at least one feature");
}

ViewSettings read_grid(const Reader& reader) {
  ViewSettings view;
  view.kind = ViewSettings::Kind::kGrid;
  read_grid_features(reader, view);
  view.grid_size = read_grid_size(reader);
  const std::vector<double> step = reader.range("grid_step", {5.0, 5.0});
  auto elements = static_cast<double>(view.features.size());
  for (std::size_t i = 0; i < 2; ++i) {
    view.grid_step[i] = step[i];
    const double cells = std::floor((view.grid_size[i][1] - view.grid_size[i][0]) / step[i]);
    if (!(cells >= 1.0) || !(step[i] > 0.0)) {
      reader.refuse("grid_step", "above 0 and not more than the grid");
    }
    elements *= cells;
    if (elements > kMostElements) reader.refuse("grid_step", "a step of fewer cells");
    view.grid_shape[i] = static_cast<std::size_t>(cells);
  }
  view.ranges = read_ranges(reader);
  if (view.ranges.empty()) {
    view.ranges = {{Feature::kVx, -80.0, 80.0}, {Feature::kVy, -80.0, 80.0}};
  }
  if (reader.flag("absolute", false)) {
    reader.refuse("absolute", "False, because the reference has no other grid");
  }
  view.aligned = reader.flag("align_to_vehicle_axes", false);
  view.clip = reader.flag("clip", true);
  view.as_image = reader.flag("as_image", false);
  return view;
}

ViewSettings read_time_to_collision(const Reader& reader) {
  ViewSettings view;
  view.kind = ViewSettings::Kind::kTimeToCollision;
  view.horizon = reader.number("horizon", 10.0);
  if (!(view.horizon > 0.0 && view.horizon <= 10000.0)) {
    reader.refuse("horizon", "above 0 and at most 10000");
  }
  return view;
}

ViewSettings read_lidar(const Reader& reader) {
  ViewSettings view;
  view.kind = ViewSettings::Kind::kLidar;
  view.cells = static_cast<std::size_t>(reader.count("cells", 1, 100'000, 16));
  view.maximum_range = reader.number("maximum_range", 60.0);
  view.normalize = reader.flag("normalize", true);
  return view;
}

ViewSettings read_attributes(const Reader& reader) {
  ViewSettings view;
  view.kind = ViewSettings::Kind::kAttributes;
  for (const std::string& name : reader.texts("attributes")) {
    if (name == "state") {
      view.attributes.push_back(Attribute::kState);
    } else if (name == "derivative") {
      view.attributes.push_back(Attribute::kDerivative);
    } else if (name == "reference_state") {
      view.attributes.push_back(Attribute::kReferenceState);
    } else {
      reader.refuse("attributes", "a list of state, derivative and reference_state");
    }
  }
  std::vector<Attribute> unique = view.attributes;
  std::ranges::sort(unique);
  if (unique.empty() || std::ranges::adjacent_find(unique) != unique.end()) {
    reader.refuse("attributes", "a list of state, derivative and reference_state, each once");
  }
  return view;
}

ViewSettings read_multi_agent(const Reader& reader, const Reader& all) {
  ViewSettings view;
  view.kind = ViewSettings::Kind::kMultiAgent;
  view.parts.push_back(read_view(reader.at("observation_config"), all));
  if (!view.parts[0].parts.empty()) {
    reader.refuse("observation_config", "of a type that has no others within it");
  }
  return view;
}

ViewSettings read_tuple(const Reader& reader, const Reader& all) {
  ViewSettings view;
  view.kind = ViewSettings::Kind::kTuple;
  const Tree::List* const parts = reader.tree("observation_configs").list();
  if (parts == nullptr || parts->empty()) {
    reader.refuse("observation_configs", "a list of dicts");
  }
  for (const Tree& part : *parts) {
    const Tree one = dict({{"observation_configs", part}});
    view.parts.push_back(read_view(Reader(one, reader.place()).at("observation_configs"), all));
    if (view.parts.back().kind == ViewSettings::Kind::kTuple) {
      reader.refuse("observation_configs", "a list of types other than TupleObservation");
    }
  }
  return view;
}

}  // namespace

ViewSettings read_view(const Reader& reader, const Reader& all) {
  const std::string type = reader.text("type");
  if (type == "Kinematics") return read_kinematics(reader);
  if (type == "ExitObservation") return read_exit(reader);
  if (type == "KinematicsGoal") return read_goal(reader);
  if (type == "OccupancyGrid") return read_grid(reader);
  if (type == "TimeToCollision") return read_time_to_collision(reader);
  if (type == "LidarObservation") return read_lidar(reader);
  if (type == "AttributesObservation") return read_attributes(reader);
  if (type == "MultiAgentObservation") return read_multi_agent(reader, all);
  if (type == "TupleObservation") return read_tuple(reader, all);
  if (type == "GrayscaleObservation") {
    reader.refuse("type",
                  "a type that is calculated (highway-env draws this one with pygame, which "
                  "make(id, backend=\"python\") runs in worker processes)");
  }
  reader.refuse("type",
                "AttributesObservation, ExitObservation, Kinematics, KinematicsGoal, "
                "LidarObservation, MultiAgentObservation, OccupancyGrid, TimeToCollision or "
                "TupleObservation");
}

}  // namespace pp::highway
