// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writes what a picture shows.
#include "picture.h"

#include <parallel_pool/error.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "views/views.h"

namespace pp::highway {
namespace {

// A reset may choose another road and other numbers of vehicles, for which there is some room.
constexpr std::size_t kSpareLanes = 64;
constexpr std::size_t kMostEdges = 32;  // with as many lanes as the configuration says
constexpr std::size_t kSpareBodies = 256;

using LaneNumbers = std::array<double, 16>;
using BodyNumbers = std::array<double, 8>;

LaneNumbers numbers_of(const Lane& lane) {
  const auto line = [](Line one) { return static_cast<double>(one); };
  return {static_cast<double>(lane.shape),
          lane.traits.width,
          line(lane.traits.left),
          line(lane.traits.right),
          lane.start.x,
          lane.start.y,
          lane.end.x,
          lane.end.y,
          lane.amplitude,
          lane.pulsation,
          lane.phase,
          lane.center.x,
          lane.center.y,
          lane.radius,
          lane.start_phase,
          lane.sign * lane.length};
}

BodyNumbers numbers_of(const Body& body) {
  return {static_cast<double>(body.kind),
          body.position.x,
          body.position.y,
          body.heading,
          body.length,
          body.width,
          body.steering,
          body.crashed || body.hit ? 1.0 : 0.0};
}

std::size_t rays_of(const ViewSettings& view) {
  return view.kind == ViewSettings::Kind::kLidar ? view.cells : 0;
}

void check_room(const char* what, std::size_t count, std::size_t most) {
  if (count <= most) return;
  throw Error(ErrorKind::kValue, "a picture has room for " + std::to_string(most) + " " + what +
                                     ", got " + std::to_string(count));
}

}  // namespace

Space<PictureRows> picture_space(const Settings& settings) {
  const auto sum = [&](std::initializer_list<const char*> names) {
    std::size_t total = 0;
    for (const char* const name : names) {
      if (settings.reader().has(name)) {
        total += static_cast<std::size_t>(settings.reader().number(name));
      }
    }
    return total;
  };
  const std::size_t bodies = kSpareBodies + 2 * settings.agents +
                             sum({"vehicles_count", "other_vehicles", "initial_vehicle_count"});
  const std::size_t lanes =
      kSpareLanes + kMostEdges * sum({"lanes_count", "roundabout_lanes", "no_lanes"});
  constexpr Presence kAlways = Presence::kAlways;
  const std::vector<NamedSpace<PictureRows>> rows{
      {"counts", value(&PictureRows::counts, kAlways, {5})},
      {"lanes", value(&PictureRows::lanes, kAlways, {lanes, LaneNumbers().size()})},
      {"bodies", value(&PictureRows::bodies, kAlways, {bodies, BodyNumbers().size()})},
      {"rays", value(&PictureRows::rays, kAlways, {1 + rays_of(settings.view), 2})}};
  return dict<PictureRows>(rows);
}

void write_picture(const Game& game, PictureRows& out) {
  const World& world = game.world();
  const Network& network = world.road.network();
  const auto lanes = static_cast<std::size_t>(network.lanes());
  const std::vector<Body>& vehicles = world.road.vehicles();
  const std::vector<Body>& objects = world.road.objects();
  check_room("lanes", lanes, out.lanes.size() / LaneNumbers().size());
  check_room("bodies", vehicles.size() + objects.size(), out.bodies.size() / BodyNumbers().size());
  const ViewSettings& view = game.settings().view;
  const std::size_t rays = rays_of(view);
  check_room("rays", rays, out.rays.size() / 2);
  if (rays > 0) Views::scan(view, world, world.agent(0), out.rays.values());
  const std::array<std::size_t, 5> counts{lanes, vehicles.size(), objects.size(),
                                          world.agents.front(), rays};
  std::ranges::copy(counts, out.counts.values());
  double* at = out.lanes.values();
  for (std::size_t i = 0; i < lanes; ++i) {
    at = std::ranges::copy(numbers_of(network.lane(static_cast<std::int32_t>(i))), at).out;
  }
  at = out.bodies.values();
  for (const std::vector<Body>* const list : {&vehicles, &objects}) {
    for (const Body& body : *list) at = std::ranges::copy(numbers_of(body), at).out;
  }
}

}  // namespace pp::highway
