// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The module: the classes of environments that all levels share, and MiniGrid's ids.
#include "level_type.h"
#include "minigrid/levels/ids.h"

namespace pp::minigrid {
namespace {

template <class Observation>
GroupMaker maker_of() {
  using Env = GridEnv<Observation>;
  check_environment<Env>();
  return {[](const Setup& setup) {
            Spec<Env> spec = Env::spec(setup);
            fields_of(spec);  // throws if the spec contradicts itself
            return SpecNodes{.observation = std::move(spec.observation.node),
                             .action = std::move(spec.action.node),
                             .info = std::move(spec.info.node),
                             .render_state = std::move(spec.render_state.node)};
          },
          [](const Setup& setup, std::uint32_t num_envs,
             const EpisodeRules& rules) -> std::unique_ptr<EnvGroup> {
            return std::make_unique<TypedEnvGroup<Env>>(setup, num_envs, rules);
          },
          [](const Setup& setup) { return make_settings<Env>(setup); }};
}

template <class Mission>
const GroupMaker& maker_with(Form form) {
  static const GroupMaker symbolic = maker_of<DictObservation<std::int64_t, Mission>>();
  static const GroupMaker pixels = maker_of<DictObservation<std::uint8_t, Mission>>();
  return form == Form::kSymbolic ? symbolic : pixels;
}

void check_mission(const CommonConfig& config, Form form) {
  const std::string& mission = config.mission;
  if (mission != "text" && mission != "bytes" && mission != "tokens") {
    throw std::invalid_argument("mission must be 'text', 'bytes' or 'tokens', got '" + mission +
                                "'");
  }
  if ((form == Form::kImage || form == Form::kFlat) && mission != "text") {
    throw std::invalid_argument("mission='" + mission + "' has no place in observation='" +
                                config.observation + "', which is a single array");
  }
}

}  // namespace

const GroupMaker& group_maker(const Setup& setup) {
  static const GroupMaker image = maker_of<ImageObservation>();
  if (setup.form == Form::kImage || setup.form == Form::kFlat) return image;
  if (setup.common.mission == "bytes") return maker_with<Row<std::uint8_t, kDynamic>>(setup.form);
  if (setup.common.mission == "tokens") return maker_with<Row<std::int64_t, kDynamic>>(setup.form);
  return maker_with<Text<kDynamic>>(setup.form);
}

void check_common(const CommonConfig& config, Form form, bool is_babyai) {
  check_between("agent_view_size", config.agent_view_size, 3, kMaxViewSize);
  if (config.agent_view_size % 2 == 0) {
    throw std::invalid_argument("agent_view_size must be odd, got " +
                                std::to_string(config.agent_view_size));
  }
  if (config.max_steps) {
    check_between("max_steps", *config.max_steps, 1, std::int64_t{1} << 53);
  }
  check_between("tile_size", config.tile_size, 1, 256);
  check_between("observation_tile_size", config.observation_tile_size, 1, 256);
  check_between("screen_size", config.screen_size, 1, 1 << 14);
  check_mission(config, form);
  if (form == Form::kFlat && is_babyai) {
    throw std::invalid_argument(
        "observation='flat' is for MiniGrid's missions, of at most 96 characters; BabyAI's are "
        "longer");
  }
}

void add_minigrid(nb::module_& module) {
  Adder add(module);
  each_minigrid(add);
}

}  // namespace pp::minigrid

NB_MODULE(native, m) {
  pp::minigrid::add_minigrid(m);
  pp::minigrid::add_babyai(m);
}
