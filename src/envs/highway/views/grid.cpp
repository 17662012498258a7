// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A grid around a vehicle: features of those who are in a cell, and where there is road.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "highway/road/numbers.h"
#include "views.h"

namespace pp::highway {
namespace {

class Cells {
 public:
  Cells(const ViewSettings& view, const Body& me)
      : view_(view), turn_{cosine(me.heading), -sine(me.heading)} {}

  // The cell at a place as seen from the vehicle, or null.
  double* at(double* layer, Point place) const {
    if (view_.aligned) place = turn_.of(forms.turn, place);
    const double row = std::floor((place.x - view_.grid_size[0][0]) / view_.grid_step[0]);
    const double column = std::floor((place.y - view_.grid_size[1][0]) / view_.grid_step[1]);
    const auto rows = static_cast<double>(view_.grid_shape[0]);
    const auto columns = static_cast<double>(view_.grid_shape[1]);
    if (!(0.0 <= row && row < rows && 0.0 <= column && column < columns)) return nullptr;
    return layer + static_cast<std::size_t>(row) * view_.grid_shape[1] +
           static_cast<std::size_t>(column);
  }

 private:
  const ViewSettings& view_;
  Turn turn_;  // back by the heading
};

const FeatureRange* range_of(const ViewSettings& view, Feature feature) {
  const auto found = std::ranges::find(view.ranges, feature, &FeatureRange::feature);
  return found == view.ranges.end() ? nullptr : &*found;
}

// A vehicle as another one sees it.
class Seen {
 public:
  Seen(const ViewSettings& view, const World& world, const Features& mine, const Body& body)
      : view_(view), mine_(mine), features_(world, body, true) {}

  double of(Feature feature) const {
    double value = features_.of(feature);
    if (is_relative(feature)) value -= mine_.of(feature);
    const FeatureRange* const range = range_of(view_, feature);
    return range == nullptr ? value : map_linearly(value, range->low, range->high, -1.0, 1.0);
  }
  // Where it is; where places are normalized, with what that loses.
  Point place() const { return {place(Feature::kX), place(Feature::kY)}; }

 private:
  double place(Feature feature) const {
    const FeatureRange* const range = range_of(view_, feature);
    const double value = of(feature);
    return range == nullptr ? value : map_linearly(value, -1.0, 1.0, range->low, range->high);
  }

  const ViewSettings& view_;
  const Features& mine_;
  Features features_;
};

// Points along each lane, as numpy.arange makes them.
void fill_road(const ViewSettings& view, const World& world, const Body& me, const Cells& cells,
               double* layer) {
  constexpr double kPerception = 100.0;
  const double spacing = std::min(view.grid_step[0], view.grid_step[1]);
  const Network& network = world.road.network();
  for (std::int32_t number = 0; number < network.lanes(); ++number) {
    const Lane& lane = network.lane(number);
    const double origin = lane.longitudinal(me.position);
    const double start = origin - kPerception;
    const auto count =
        static_cast<std::int64_t>(std::ceil((origin + kPerception - start) / spacing));
    const double second = start + spacing;
    const double step = second - start;
    for (std::int64_t i = 0; i < count; ++i) {
      const double at = i == 1 ? second : start + static_cast<double>(i) * step;
      const Point place = lane.position(clip(at, 0.0, lane.length), 0.0);
      double* const cell = cells.at(layer, place - me.position);
      if (cell != nullptr) *cell = 1.0;
    }
  }
}

// NaN becomes 0.
void write(std::span<const double> cells, const ViewSettings& view, void* out) {
  auto* const bytes = static_cast<std::uint8_t*>(out);
  auto* const floats = static_cast<float*>(out);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    double value = cells[i];
    if (view.clip) value = clip(value, -1.0, 1.0);
    if (view.as_image) {
      value = (clip(value, -1.0, 1.0) + 1.0) / 2.0 * 255.0;
      bytes[i] = std::isnan(value) ? std::uint8_t{0} : static_cast<std::uint8_t>(value);
    } else {
      floats[i] = std::isnan(value) ? 0.0f : static_cast<float>(value);
    }
  }
}

}  // namespace

void Views::grid(const ViewSettings& view, const World& world, const Body& me, void* out) {
  const std::size_t layer_size = view.grid_shape[0] * view.grid_shape[1];
  cells_.assign(view.features.size() * layer_size, std::numeric_limits<double>::quiet_NaN());
  const Cells cells(view, me);
  for (std::size_t k = 0; k < view.features.size(); ++k) {
    if (view.features[k] == Feature::kOnRoad)
      fill_road(view, world, me, cells, &cells_[k * layer_size]);
  }
  // The first on the road are written last.
  const std::vector<Body>& vehicles = world.road.vehicles();
  const Features mine(world, me, true);
  for (std::size_t i = vehicles.size(); i-- > 0;) {
    const Seen seen(view, world, mine, vehicles[i]);
    double* const cell = cells.at(cells_.data(), seen.place());
    if (cell == nullptr) continue;
    for (std::size_t k = 0; k < view.features.size(); ++k) {
      if (view.features[k] < Feature::kOnRoad) cell[k * layer_size] = seen.of(view.features[k]);
    }
  }
  write(cells_, view, out);
}

}  // namespace pp::highway
