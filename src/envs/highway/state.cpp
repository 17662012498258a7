// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Saves and loads games. What is loaded may be anything, so all that is used as an index is checked,
// and numbers are held to sizes with which the rules can calculate.
#include <parallel_pool/error.h>

#include <cmath>
#include <exception>

#include "game.h"

namespace pp::highway {
namespace {

constexpr std::uint32_t kMostBodies = 200'000;

template <class... Numbers>
void moderate(StateIO& io, Numbers&... numbers) {
  constexpr double kMost = 1e9;
  io(numbers...);
  io.require(((std::abs(numbers) <= kMost) && ...), "the state holds numbers out of range");
}

void serialize_bodies(StateIO& io, std::vector<Body>& bodies, const Network& network) {
  auto count = static_cast<std::uint32_t>(bodies.size());
  io.within(count, 0, kMostBodies, "number of bodies");
  if (io.reading()) bodies.resize(count);
  for (Body& body : bodies) body.serialize(io, network);
}

}  // namespace

void Body::serialize(StateIO& io, const Network& network) {
  auto of_kind = static_cast<std::uint8_t>(kind);
  io.within(of_kind, 0, static_cast<std::uint8_t>(Kind::kLandmark), "kind of a body");
  kind = static_cast<Kind>(of_kind);
  moderate(io, position.x, position.y, heading, speed, length, width, diagonal, impact.x, impact.y);
  moderate(io, steering, acceleration, min_speed, max_speed, target_speed, timer, delta,
           least_gain);
  moderate(io, acceleration_parameters[0], acceleration_parameters[1], acceleration_parameters[2]);
  moderate(io, steering_parameters[0], steering_parameters[1], lateral_speed, yaw_rate);
  io(crashed, hit, checks_collisions, has_impact, changes_lanes, yields, has_moved);
  io.within(lane, 0, network.lanes() - 1, "lane");
  io.within(target_lane, 0, network.lanes() - 1, "target lane");
  io.within(speed_index, 0, 1'000'000, "index of a speed");
  io.within(goal, -1, static_cast<std::int32_t>(kMostBodies), "goal");
  route.serialize(io, network);
}

void Route::serialize(StateIO& io, const Network& network) {
  io(exists_);
  io.within(size_, 0, kMostParts, "size of a route");
  io.within(first_, 0, size_, "start of a route");
  for (std::size_t i = 0; i < size_; ++i) {
    RoutePart& part = parts_[i];
    io.within(part.edge, 0, network.edges() - 1, "edge of a route");
    io.within(part.id, kNoId, network.edge(part.edge).count - 1, "lane of a route");
  }
}

void Road::serialize(StateIO& io) {
  io(sees_connected_lanes, is_regulated);
  io.count(regulated_steps_, "number of frames");
  moderate(io, manners.distance_wanted, manners.comfort_acceleration, manners.comfort_braking);
  serialize_bodies(io, vehicles_, *network_);
  serialize_bodies(io, objects_, *network_);
  for (const Body& body : vehicles_) {
    io.require(body.is_vehicle(), "the state holds a vehicle that is none");
    io.require(body.kind != Kind::kMeta ||
                   static_cast<std::size_t>(body.speed_index) < target_speeds.size(),
               "the state holds a speed that is none of the list's");
  }
  for (const Body& body : objects_) {
    io.require(!body.is_vehicle(), "the state holds a vehicle among the obstacles");
  }
}

void Game::Told::serialize(StateIO& io) {
  io(speed, crashed);
  for (Value& term : terms) {
    io.within(reinterpret_cast<std::uint8_t&>(term.type), 0,
              static_cast<std::uint8_t>(Value::Type::kNumpyFloat), "type of a reward");
    io(term.number);
  }
  for (AgentAction& action : actions) io(action.choice, action.levers);
  for (double& reward : rewards) io(reward);
  for (std::uint8_t& flag : ended) io.within(flag, 0, 1, "flag");
  for (std::uint8_t& flag : succeeded) io.within(flag, 0, 1, "flag");
}

void Game::serialize_world(StateIO& io) {
  world_.road.serialize(io);
  for (std::uint32_t& agent : world_.agents) io(agent);
  moderate(io, world_.time);
  io.count(world_.frames, "number of frames");
  io.within(world_.kept_lane, 0, world_.road.network().lanes() - 1, "lane to keep");
  io.within(world_.lanes_left, 0, 1, "number of lanes");
  if (io.checks()) check_agents(io);
}

void Game::check_agents(const StateIO& io) const {
  const std::vector<Body>& vehicles = world_.road.vehicles();
  const auto objects = static_cast<std::int32_t>(world_.road.objects().size());
  const bool has_goals = settings().scene == SceneKind::kParking;
  for (const std::uint32_t agent : world_.agents) {
    io.require(agent < vehicles.size(), "the state holds no such vehicle");
    const Body& body = vehicles[agent];
    io.require(body.kind == settings().action.vehicle(), "the state holds another kind of agent");
    io.require(!has_goals || (body.goal >= 0 && body.goal < objects), "the state holds no goal");
  }
}

// A changed configuration comes first: the rest depends on it.
void Game::serialize(StateIO& io) {
  io(is_changed_);
  if (io.reading() && !is_changed_ && setup_ != first_setup_) adopt(first_setup_);
  if (is_changed_) {
    Tree config = settings().config;
    config.serialize(io);
    if (io.reading()) {
      try {
        auto setup = std::make_shared<const Setup>(settings().scene, config);
        io.require(setup->leaves.size() == setup_->leaves.size() &&
                       setup->settings().agents == settings().agents,
                   "the state has a configuration of other spaces");
        adopt(std::move(setup));
      } catch (const std::exception& error) {
        throw Error(ErrorKind::kState, error.what());
      }
    }
  }
  if (io.reading()) make_room();
  serialize_world(io);
  views_->serialize(io);
  observation_.serialize(io);
  told_.serialize(io);
}

}  // namespace pp::highway
