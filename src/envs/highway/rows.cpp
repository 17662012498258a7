// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Infos, and refusals of what has no room.
#include "rows.h"

#include <parallel_pool/error.h>

#include <algorithm>
#include <string>

#include "arithmetic/functions.h"

namespace pp::highway {
namespace {

using Info = InfoRows;

template <class Field, std::size_t Count>
Space<Info> one_of(Field (Info::*rows)[Count], std::size_t index, Presence presence) {
  return {detail::value(row_facts<Field>(offset_of(rows), index), presence, {})};
}

Space<Info> terms_space(const Scene& scene) {
  std::vector<NamedSpace<Info>> terms;
  for (std::size_t i = 0; i < scene.terms().size(); ++i) {
    const Scene::Term& term = scene.terms()[i];
    using Type = Scene::Term::Type;
    const auto space = term.type == Type::kBool  ? one_of(&Info::flags, i, Presence::kAlways)
                       : term.type == Type::kInt ? one_of(&Info::counts, i, Presence::kAlways)
                                                 : one_of(&Info::numbers, i, Presence::kAlways);
    terms.push_back({term.name, space, "A term of the reward, unweighted."});
  }
  return dict<Info>(terms);
}

Space<Info> action_space(const Settings& settings, Presence presence) {
  const std::size_t agents = settings.agents;
  if (settings.action.kind == ActionSettings::Kind::kContinuous) {
    const std::size_t size = settings.action.size();
    return settings.action.of_all_agents ? value(&Info::levers, presence, {agents, size})
                                         : value(&Info::levers, presence, {size});
  }
  return settings.action.of_all_agents ? value(&Info::choices, presence, {agents})
                                       : value(&Info::choice, presence);
}

}  // namespace

void refuse_arrays(std::size_t most) {
  throw Error(ErrorKind::kValue,
              "an observation may have at most " + std::to_string(most) + " arrays of one dtype");
}

SharedSetup::SharedSetup(const Options& options) {
  elementary::find();
  find_products();
  setup = std::make_shared<const Setup>(options.scene, options.config);
}

Space<Info> info_space(const Settings& settings, const Scene& scene) {
  const bool keeps_lane = settings.scene == SceneKind::kLaneKeeping;
  const Presence presence = keeps_lane ? Presence::kAfterReset : Presence::kAlways;
  std::vector<NamedSpace<Info>> infos{
      {"speed", value(&Info::speed, presence), "Speed of the first controlled vehicle, in m/s."},
      {"crashed", value(&Info::crashed, presence),
       "Whether the first controlled vehicle has crashed."},
      {"action", action_space(settings, presence),
       "The action; after a reset, the one that does nothing."}};
  if (!scene.terms().empty()) infos.push_back({"rewards", terms_space(scene)});
  if (settings.scene == SceneKind::kIntersection) {
    infos.push_back({"agents_rewards",
                     value(&Info::agents_rewards, Presence::kAlways, {settings.agents}),
                     "The reward of each agent."});
    infos.push_back({"agents_terminated",
                     value(&Info::agents_terminated, Presence::kAlways, {settings.agents}),
                     "Whether each agent has crashed or arrived."});
  }
  if (settings.scene == SceneKind::kExit) {
    infos.push_back({"is_success", value(&Info::success, Presence::kAfterStep),
                     "Whether the vehicle is on the exit lane."});
  }
  if (settings.scene == SceneKind::kParking) {
    const bool of_each = settings.view.kind == ViewSettings::Kind::kMultiAgent;
    infos.push_back({"is_success",
                     of_each ? value(&Info::successes, Presence::kAlways, {settings.agents})
                             : value(&Info::success),
                     "Whether the vehicle is at its goal."});
  }
  return dict<Info>(infos);
}

void write_info(const Game& game, Info& out) {
  const Settings& settings = game.settings();
  const Game::Told& told = game.told();
  out.speed = told.speed;
  out.crashed = told.crashed;
  const std::size_t size = settings.action.size();
  for (std::size_t i = 0; i < told.actions.size(); ++i) {
    if (settings.action.kind == ActionSettings::Kind::kContinuous) {
      std::copy_n(told.actions[i].levers, size, out.levers.values() + i * size);
    } else if (settings.action.of_all_agents) {
      out.choices[i] = told.actions[i].choice;
    } else {
      out.choice = told.actions[i].choice;
    }
  }
  const std::vector<Scene::Term>& terms = game.scene().terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double number = told.terms[i].number;
    if (terms[i].type == Scene::Term::Type::kBool) {
      out.flags[i] = number != 0.0;
    } else if (terms[i].type == Scene::Term::Type::kInt) {
      out.counts[i] = static_cast<std::int64_t>(number);
    } else {
      out.numbers[i] = number;
    }
  }
  if (settings.scene == SceneKind::kIntersection) {
    std::ranges::copy(told.rewards, out.agents_rewards.values());
    for (std::size_t i = 0; i < told.ended.size(); ++i) {
      out.agents_terminated[i] = told.ended[i] != 0;
    }
  }
  const bool of_each = settings.view.kind == ViewSettings::Kind::kMultiAgent;
  if (settings.scene == SceneKind::kParking && of_each) {
    for (std::size_t i = 0; i < told.succeeded.size(); ++i) {
      out.successes[i] = told.succeeded[i] != 0;
    }
  } else if (settings.scene == SceneKind::kExit || settings.scene == SceneKind::kParking) {
    out.success = told.succeeded[0] != 0;
  }
}

}  // namespace pp::highway
