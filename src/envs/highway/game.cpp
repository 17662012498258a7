// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Plays episodes.
#include "game.h"

#include <parallel_pool/error.h>

#include <algorithm>
#include <utility>

#include "road/numbers.h"

namespace pp::highway {
namespace {

// A number of float32 from [-1, 1] as one of a range, in the arithmetic of float32.
double spread(float lever, const std::array<double, 2>& range) {
  const float scaled = (lever - -1.0f) * static_cast<float>(range[1] - range[0]) / 2.0f;
  return static_cast<float>(range[0]) + scaled;
}

// The number `i` of numpy.linspace(-1, 1, count) of float32.
float grid_point(std::size_t i, std::size_t count) {
  if (count > 1 && i + 1 == count) return 1.0f;
  const float step = 2.0f / static_cast<float>(count - 1);
  return count == 1 ? -1.0f : static_cast<float>(i) * step + -1.0f;
}

bool has_same_spaces(const Setup& a, const Setup& b) {
  const auto shapes = [](const Setup& setup) {
    std::vector<std::pair<DType, std::vector<std::size_t>>> list;
    for (const Leaf& leaf : setup.leaves) list.emplace_back(leaf.dtype, leaf.shape);
    return list;
  };
  const ActionSettings& of_a = a.settings().action;
  const ActionSettings& of_b = b.settings().action;
  return shapes(a) == shapes(b) && a.settings().agents == b.settings().agents &&
         of_a.of_all_agents == of_b.of_all_agents && of_a.kind == of_b.kind &&
         of_a.size() == of_b.size() && of_a.choices() == of_b.choices() &&
         a.settings().view.kind == b.settings().view.kind;
}

}  // namespace

Setup::Setup(SceneKind kind, const Tree& config) : scene(make_scene(Settings(kind, config))) {
  scene->build(network);
  network.finish();
  leaves = leaves_of(settings(), settings().view);
}

Game::Game(std::shared_ptr<const Setup> setup) : first_setup_(setup), observation_(setup->leaves) {
  adopt(std::move(setup));
  make_room();
}

void Game::make_room() {
  const Settings& settings = this->settings();
  world_.road.clear(setup_->network);
  world_.road.linear = settings.linear;
  world_.road.target_speeds = settings.action.target_speeds;
  world_.agents.assign(settings.agents, 0);
  told_.actions.resize(settings.action.of_all_agents ? settings.agents : 1);
  told_.rewards.resize(settings.agents);
  told_.ended.resize(settings.agents);
  told_.succeeded.resize(settings.agents);
}

void Game::adopt(std::shared_ptr<const Setup> setup) {
  setup_ = std::move(setup);
  views_ = std::make_unique<Views>(setup_->settings());
}

void Game::change(const Tree& changes) {
  Tree config = settings().config;
  config.update(changes);
  auto changed = std::make_shared<const Setup>(settings().scene, config);
  if (!has_same_spaces(*setup_, *changed)) {
    throw Error(ErrorKind::kValue,
                "reset option 'config' would change the spaces, which all environments of a pool "
                "share: pass it as the option 'config' when you make the pool; got " +
                    changes.repr());
  }
  adopt(std::move(changed));
  is_changed_ = true;
}

void Game::reset(Rng& rng, const Tree* changes) {
  if (changes != nullptr && changes->dict() != nullptr && !changes->dict()->empty()) {
    change(*changes);
  }
  // The reference asks for the spaces, and so draws noise, before the road is new and after it.
  views_->draw_noise(rng);
  const Settings& settings = this->settings();
  Road& road = world_.road;
  road.clear(setup_->network);
  road.sees_connected_lanes = settings.connected_lanes;
  road.is_regulated = false;
  road.manners = {};
  road.linear = settings.linear;
  road.target_speeds = settings.action.target_speeds;
  world_.agents.clear();
  world_.time = 0.0;
  world_.frames = 0;
  scene().populate(world_, rng);
  views_->begin_episode();
  views_->draw_noise(rng);
  views_->observe(world_, rng, observation_);
  // The reference tells an action that it draws without a seed; this is the one that does nothing.
  AgentAction idle;
  const std::vector<Command>& commands = settings.action.commands;
  const auto found = std::ranges::find(commands, Command::kIdle);
  if (found != commands.end()) idle.choice = found - commands.begin();
  const std::vector<AgentAction> actions(
      settings.action.of_all_agents ? settings.agents : std::size_t{1}, idle);
  tell(actions);
}

void Game::apply(std::size_t agent, const AgentAction& action) {
  const ActionSettings& settings = this->settings().action;
  Body& body = world_.agent(agent);
  if (settings.kind == ActionSettings::Kind::kMeta) {
    world_.road.command(body, settings.commands[static_cast<std::size_t>(action.choice)]);
    return;
  }
  std::array<float, 2> levers{action.levers[0], action.levers[1]};
  if (settings.kind == ActionSettings::Kind::kDiscrete) {
    const std::size_t axis = settings.actions_per_axis;
    const auto choice = static_cast<std::size_t>(action.choice);
    const std::size_t first = settings.size() == 2 ? choice / axis : choice;
    levers = {grid_point(first, axis), grid_point(choice % axis, axis)};
  }
  if (settings.clip) {
    for (float& lever : levers) lever = lever < -1.0f ? -1.0f : lever > 1.0f ? 1.0f : lever;
  }
  if (settings.speed_range) {
    body.min_speed = (*settings.speed_range)[0];
    body.max_speed = (*settings.speed_range)[1];
  }
  const bool both = settings.size() == 2;
  body.acceleration = settings.longitudinal ? spread(levers[0], settings.acceleration_range) : 0.0;
  body.steering = settings.lateral ? spread(levers[both ? 1 : 0], settings.steering_range) : 0.0;
}

void Game::apply(std::span<const AgentAction> actions) {
  const std::size_t count = settings().action.of_all_agents ? settings().agents : 1;
  for (std::size_t i = 0; i < count; ++i) apply(i, actions[i]);
}

void Game::simulate(std::span<const AgentAction> actions) {
  const double dt = 1.0 / settings().simulation_frequency;
  for (std::int64_t i = 0; i < settings().frames; ++i) {
    if (!actions.empty() && !settings().manual_control && world_.frames % settings().frames == 0) {
      apply(actions);
    }
    world_.road.act();
    world_.road.step(dt, i + 1 == settings().frames);
    ++world_.frames;
  }
}

Transition Game::step(std::span<const AgentAction> actions, Rng& rng) {
  scene().before_step(world_);
  if (settings().scene == SceneKind::kLaneKeeping) {
    // It observes what it has before it moves.
    apply(actions);
    views_->observe(world_, rng, observation_);
    simulate({});
  } else {
    world_.time += 1.0 / settings().policy_frequency;
    simulate(actions);
    views_->observe(world_, rng, observation_);
  }
  tell(actions);
  const Transition transition{.reward = scene().reward(world_, told_.terms),
                              .terminated = scene().is_terminated(world_),
                              .truncated = scene().is_truncated(world_)};
  scene().after_step(world_, rng);
  return transition;
}

void Game::tell(std::span<const AgentAction> actions) {
  scene().measure(world_);
  told_.speed = world_.ego().speed;
  told_.crashed = world_.ego().crashed;
  told_.actions.assign(actions.begin(), actions.end());
  scene().rate(world_, actions, std::span(told_.terms).first(scene().terms().size()));
  const std::size_t agents = world_.agents.size();
  told_.rewards.resize(agents);
  told_.ended.resize(agents);
  told_.succeeded.resize(agents);
  for (std::size_t i = 0; i < agents; ++i) {
    told_.rewards[i] = scene().reward_of(world_, i);
    told_.ended[i] = scene().is_over_for(world_, i);
    told_.succeeded[i] = scene().is_success(world_, i);
  }
}

}  // namespace pp::highway
