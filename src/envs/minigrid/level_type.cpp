// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How ids are bound: reading options, refusing those that cannot be, and the choice of the class of
// environments.
#include "level_type.h"

namespace pp::minigrid {
namespace {

// The same for all levels: what to do with a setup, by the form of its observation.
struct GroupMaker {
  SpecNodes (*spec)(const Setup&);
  std::unique_ptr<EnvGroup> (*make)(const Setup&, const EnvPlaces&, const EpisodeRules&);
  SettingsPointer (*make_settings)(const Setup&);
};

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
          [](const Setup& setup, const EnvPlaces& places,
             const EpisodeRules& rules) -> std::unique_ptr<EnvGroup> {
            return std::make_unique<TypedEnvGroup<Env>>(setup, places, rules);
          },
          [](const Setup& setup) { return make_settings<Env>(setup); }};
}

template <class Mission>
const GroupMaker& maker_with(Form form) {
  static const GroupMaker symbolic = maker_of<DictObservation<std::int64_t, Mission>>();
  static const GroupMaker pixels = maker_of<DictObservation<std::uint8_t, Mission>>();
  return form == Form::kSymbolic ? symbolic : pixels;
}

const GroupMaker& group_maker(const Setup& setup) {
  static const GroupMaker image = maker_of<ImageObservation>();
  if (setup.form == Form::kImage || setup.form == Form::kFlat) return image;
  if (setup.common.mission == "bytes") return maker_with<Row<std::uint8_t, kDynamic>>(setup.form);
  if (setup.common.mission == "tokens") return maker_with<Row<std::int64_t, kDynamic>>(setup.form);
  return maker_with<Text<kDynamic>>(setup.form);
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

// Refuses options that no level can have.
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

class LevelType final : public EnvType {
 public:
  LevelType(std::string level_id, std::unique_ptr<AnyLevel> level) : defaults_(std::move(level)) {
    id = std::move(level_id);
    reference = "minigrid:" + id;  // as gymnasium.make takes it, which imports the package
  }

  std::vector<OptionInfo> options() const override {
    return describe_options(defaults_->copy()->options());
  }
  std::vector<OptionInfo> reset_options() const override { return {}; }
  nb::dict resolve(nb::dict config) const override {
    const std::unique_ptr<AnyLevel> level = parse(config);
    set_up(level->copy());
    return dump_options(level->options());
  }
  SpecNodes spec(nb::dict config) const override {
    const Setup setup = set_up(parse(config));
    return group_maker(setup).spec(setup);
  }
  std::unique_ptr<EnvGroup> make_group(nb::dict config, const EnvPlaces& places,
                                       const EpisodeRules& rules) const override {
    const Setup setup = set_up(parse(config));
    return group_maker(setup).make(setup, places, rules);
  }
  SettingsPointer make_settings(nb::dict config) const override {
    const Setup setup = set_up(parse(config));
    return group_maker(setup).make_settings(setup);
  }
  std::shared_ptr<const void> parse_reset_options(nb::dict) const override {
    return std::make_shared<Nothing>();
  }

 private:
  std::unique_ptr<AnyLevel> parse(const nb::dict& config) const {
    std::unique_ptr<AnyLevel> level = defaults_->copy();
    set_options(level->options(), config, id + ": option");
    return level;
  }

  // Throws std::invalid_argument for options that cannot be.
  Setup set_up(std::shared_ptr<const AnyLevel> level) const {
    try {
      Setup setup;
      setup.common = level->common();
      setup.form = form_named(setup.common.observation);
      setup.is_babyai = id.starts_with("BabyAI");
      check_common(setup.common, setup.form, setup.is_babyai);
      setup.layout = level->layout();
      setup.actions = level->actions();
      level->make();  // it checks the rest
      setup.make_level = [level = std::move(level)] { return level->make(); };
      return setup;
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(id + ": " + error.what());
    }
  }

  std::unique_ptr<AnyLevel> defaults_;
};

nb::object as_object(const Preset& preset) {
  return std::visit(
      [](const auto& value) -> nb::object {
        if constexpr (std::is_same_v<decltype(value), const std::nullopt_t&>) {
          return nb::none();
        } else {
          return nb::cast(value);
        }
      },
      preset.value);
}

}  // namespace

void Adder::add(const char* id, std::unique_ptr<AnyLevel> level,
                std::initializer_list<Preset> presets) {
  nb::dict values;
  for (const Preset& preset : presets) {
    values[nb::str(preset.name.data(), preset.name.size())] = as_object(preset);
  }
  const BoundOptions options = level->options();
  const auto known = [&](const Preset& preset) {
    return std::ranges::find(options, preset.name, &BoundOption::name) != options.end();
  };
  if (!std::ranges::all_of(presets, known)) {
    throw std::logic_error(std::string(id) + " sets an option that its level does not have");
  }
  set_options(options, values, id);
  add_env_type(*module_, std::make_unique<LevelType>(id, std::move(level)));
}

}  // namespace pp::minigrid

NB_MODULE(native, m) {
  const pp::minigrid::Adder adder(m);
  pp::minigrid::add_minigrid(adder);
  pp::minigrid::add_babyai(adder);
}
