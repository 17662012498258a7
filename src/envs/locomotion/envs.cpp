// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The locomotion tasks, their spaces and their ids.
#include <parallel_pool/bind.h>

#include <stdexcept>
#include <string>

#include "environment.h"
#include "shared/mujoco/bind_listen.h"

namespace pp::locomotion {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLongest = 1e5;  // seconds

struct Id {
  const char* id;
  TaskRules rules;
};
constexpr Id kTasks[]{
    {"DmcCmuHumanoidGoToTarget-v1",
     {"cmu_humanoid_go_to_target", 6, .005, 30, Aim::kTarget, std::nullopt}},
    {"DmcCmuHumanoidRunGaps-v1",
     {"cmu_humanoid_run_gaps", 6, .005, 30, Aim::kRun,
      CorridorRules{.kind = CorridorRules::Kind::kGaps,
                    .length = 100,
                    .width = 10,
                    .size = {.3, 2.5},
                    .gap = {.5, 1.25},
                    .spawn = 0.5,
                    .speed = 3.0,
                    .lowest = -0.5,
                    .may_fall = false}}},
    {"DmcCmuHumanoidRunWalls-v1",
     {"cmu_humanoid_run_walls", 6, .005, 30, Aim::kRun,
      CorridorRules{.kind = CorridorRules::Kind::kWalls,
                    .length = 100,
                    .width = 10,
                    .size = {1, 7},
                    .gap = {},
                    .spawn = 0.5,
                    .speed = 3.0,
                    .lowest = -0.5,
                    .may_fall = false}}},
    {"DmcRodentEscapeBowl-v1", {"rodent_escape_bowl", 20, .001, 20, Aim::kEscape, std::nullopt}},
    {"DmcRodentRunGaps-v1",
     {"rodent_run_gaps", 20, .001, 30, Aim::kRun,
      CorridorRules{.kind = CorridorRules::Kind::kGaps,
                    .length = 40,
                    .width = 2,
                    .size = {.4, .8},
                    .gap = {.05, .2},
                    .spawn = 5,
                    .speed = 1.0,
                    .lowest = -0.3,
                    .may_fall = true}}},
    {"DmcRodentTwoTouch-v1", {"rodent_two_touch", 20, .001, 30, Aim::kTouch, std::nullopt}}};

double limit_of(const Locomotion::Config& config) {
  return config.time_limit.value_or(config.rules->time_limit);
}

// The reference adds up the time of its physics' steps.
std::optional<std::int64_t> step_limit(const TaskRules& rules, double time_limit) {
  if (time_limit == kInfinity) return std::nullopt;
  double time = 0;
  std::int64_t steps = 0;
  do {
    for (std::int64_t i = 0; i < rules.sub_steps; ++i) time += rules.timestep;
    ++steps;
  } while (time < time_limit);
  return steps;
}

}  // namespace

void Locomotion::Config::validate() const {
  const double limit = limit_of(*this);
  if (!(limit > 0 && (limit <= kLongest || limit == kInfinity))) {
    throw std::invalid_argument("time_limit must be above 0 and at most 100000, or inf, got " +
                                std::to_string(limit));
  }
}

Spec<Locomotion> Locomotion::spec(const Config& config) {
  const std::shared_ptr<const TaskFacts> facts = load_task(config.request());
  std::vector<NamedSpace<Observation>> entries;
  std::size_t next = 0;
  for (const EntryFacts& entry : facts->entries) {
    if (entry.reading == Reading::kCamera) {
      entries.push_back({entry.name, box(&Observation::camera, 0, 255, entry.shape)});
      continue;
    }
    if (entry.reading == Reading::kStage) {
      entries.push_back({entry.name, box(&Observation::stage, 0, Touch::kStages - 1)});
      continue;
    }
    Space<Observation> space = box(&Observation::first, -kInfinity, kInfinity, entry.shape);
    space.node.slot_offset += next++ * sizeof(RowSlot);
    entries.push_back({entry.name, std::move(space)});
  }
  if (next > Observation::kMost) {
    throw std::runtime_error("the installed dm_control observes more entries than are known");
  }
  return {.observation = dict<Observation>(entries),
          .action = box(&Action::controls, Bound(facts->control_low), Bound(facts->control_high),
                        {facts->control_low.size()}),
          .render_state =
              dict<RenderState>({{"positions", value(&RenderState::positions, Presence::kAlways,
                                                     {facts->physics->model->facts().nq})},
                                 {"target", value(&RenderState::target)},
                                 {"model", value(&RenderState::model, Presence::kAlways,
                                                 {facts->physics->shown_bytes()})}})};
}

std::optional<std::int64_t> Locomotion::max_episode_steps(const Config& config) {
  return step_limit(*config.rules, limit_of(config));
}

}  // namespace pp::locomotion

NB_MODULE(native, m) {
  using namespace pp::locomotion;
  for (const auto& [id, rules] : kTasks) {
    Locomotion::Config defaults;
    defaults.rules = &rules;
    pp::bind_env<Locomotion>(
        m,
        {.id = id, .max_episode_steps = step_limit(rules, rules.time_limit), .defaults = defaults});
  }
  pp::mujoco::bind_listen(m);
}
