// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls each type of observation, and writes the short ones: goals and attributes.
#include "views.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace pp::highway {

using Of = ViewSettings::Kind;

Arrays::Arrays(const std::vector<Leaf>& leaves) {
  std::size_t offset = 0;
  for (const Leaf& leaf : leaves) {
    const std::size_t size = leaf.elements() * size_of(leaf.dtype);
    offsets_.push_back(offset);
    sizes_.push_back(size);
    dtypes_.push_back(leaf.dtype);
    constexpr std::size_t kAlignment = 8;
    offset += (size + kAlignment - 1) / kAlignment * kAlignment;
  }
  bytes_.resize(offset);
}

void Arrays::serialize(StateIO& io) {
  io.block(reinterpret_cast<std::uint8_t*>(bytes_.data()), bytes_.size(), "size of observations");
}

Views::Views(const Settings& settings) : settings_(settings) {
  for (const Look& look : looks_of(settings.view, settings.agents)) eyes_.push_back({look, {}});
  state_noise_ = settings.reader().number("state_noise", 0.0);
  derivative_noise_ = settings.reader().number("derivative_noise", 0.0);
}

void Views::begin_episode() {
  for (Eye& eye : eyes_) {
    eye.ranges = eye.look.view->ranges;
    eye.has_ranges = !eye.ranges.empty();
  }
}

void Views::draw_noise(Rng& rng) const {
  for (const Eye& eye : eyes_) {
    for (const Attribute attribute : eye.look.view->attributes) {
      if (attribute == Attribute::kReferenceState) continue;
      for (int i = 0; i < 4; ++i) rng.uniform();
    }
  }
}

void Views::observe(const World& world, Rng& rng, Arrays& out) {
  std::size_t array = 0;
  for (Eye& eye : eyes_) {
    const ViewSettings& view = *eye.look.view;
    const Body& me = world.agent(eye.look.agent);
    switch (view.kind) {
      case Of::kGrid:
        grid(view, world, me, out.at<std::byte>(array++));
        break;
      case Of::kTimeToCollision:
        time_to_collision(view, world, me, out.at<float>(array++));
        break;
      case Of::kLidar:
        lidar(view, world, me, out.at<float>(array++));
        break;
      case Of::kGoal:
        goal(view, world, me, out, array);
        array += 3;
        break;
      case Of::kAttributes:
        attributes(view, world, me, rng, out, array);
        array += view.attributes.size();
        break;
      default:
        kinematics(eye, world, rng, out.at<float>(array++));
    }
  }
}

void Views::goal(const ViewSettings& view, const World& world, const Body& me, Arrays& out,
                 std::size_t first) {
  const Body& wanted = world.road.objects()[static_cast<std::size_t>(me.goal)];
  const Features mine(world, me, true);
  const Features goals(world, wanted, true);
  for (std::size_t i = 0; i < view.features.size(); ++i) {
    const double reached = mine.of(view.features[i]) / view.scales[i];
    out.at<double>(first)[i] = reached;
    out.at<double>(first + 1)[i] = goals.of(view.features[i]) / view.scales[i];
    out.at<double>(first + 2)[i] = reached;
  }
}

// Of the state, y, heading, lateral speed and yaw rate.
void Views::attributes(const ViewSettings& view, const World& world, const Body& me, Rng& rng,
                       Arrays& out, std::size_t first) const {
  constexpr std::array<std::size_t, 4> kShown{1, 2, 4, 5};
  const std::array<double, 6> state{me.position.x, me.position.y,    me.heading,
                                    me.speed,      me.lateral_speed, me.yaw_rate};
  const std::vector<Attribute> sorted = sorted_attributes(view);
  for (const Attribute attribute : view.attributes) {
    const auto index = std::ranges::find(sorted, attribute) - sorted.begin();
    double* const row = out.at<double>(first + static_cast<std::size_t>(index));
    if (attribute == Attribute::kReferenceState) {
      const Lane& lane = world.road.network().lane(world.kept_lane);
      const LanePoint at = lane.local(me.position);
      row[0] = state[1] - at.lateral;
      row[1] = lane.heading_at(at.longitudinal);
      row[2] = row[3] = 0.0;
      continue;
    }
    const bool is_state = attribute == Attribute::kState;
    const std::array<double, 6> shown = is_state ? state : Road::derivative(me, state);
    const double noise = is_state ? state_noise_ : derivative_noise_;
    for (std::size_t i = 0; i < 4; ++i) row[i] = shown[kShown[i]] + rng.uniform(-noise, noise);
  }
}

void Views::serialize(StateIO& io) {
  for (Eye& eye : eyes_) {
    io(eye.has_ranges);
    auto count = static_cast<std::uint32_t>(eye.ranges.size());
    io.within(count, 0, 1000, "number of ranges");
    if (io.reading()) eye.ranges.resize(count);
    for (FeatureRange& range : eye.ranges) {
      auto feature = static_cast<std::uint8_t>(range.feature);
      io.within(feature, 0, static_cast<std::uint8_t>(Feature::kUnknown), "feature");
      range.feature = static_cast<Feature>(feature);
      io.finite("range of a feature", range.low, range.high);
    }
  }
}

}  // namespace pp::highway
