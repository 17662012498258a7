// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The environment around a level: what is observed, how, and what a picture shows. The level and
// the form of observation are chosen at run time, so that all ids share few classes.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "level.h"
#include "observing.h"

namespace pp::minigrid {

// All that an id and its options say.
struct Setup {
  std::function<std::unique_ptr<Level>()> make_level;
  Layout layout;
  CommonConfig common;
  Form form = Form::kDict;
  std::int64_t actions = 7;
  bool is_babyai = false;

  // How missions are observed.
  std::size_t mission_bytes() const { return is_babyai ? 512 : 96; }
  std::size_t mission_words() const { return is_babyai ? 128 : 50; }
  std::int64_t known_words() const {
    return is_babyai ? static_cast<std::int64_t>(kWords.size()) : kReferenceWords;
  }
  std::int32_t view_size() const { return static_cast<std::int32_t>(common.agent_view_size); }
  std::int32_t tile_size() const { return static_cast<std::int32_t>(common.observation_tile_size); }
  bool shows_tiles() const { return form == Form::kRgb || form == Form::kRgbPartial; }

  // Of the image, which for the flat form has the mission's letters after it.
  std::vector<std::size_t> image_shape() const;
  // Of what is rendered.
  std::vector<std::size_t> picture_shape() const;
};

inline std::vector<std::size_t> Setup::image_shape() const {
  const auto v = static_cast<std::size_t>(view_size());
  const auto n = static_cast<std::size_t>(tile_size());
  const auto w = static_cast<std::size_t>(layout.width);
  const auto h = static_cast<std::size_t>(layout.height);
  switch (form) {
    case Form::kFull:
    case Form::kSymbolic:
      return {w, h, 3};
    case Form::kOneHot:
      return {v, v, static_cast<std::size_t>(kOneHotBits)};
    case Form::kRgb:
      return {h * n, w * n, 3};
    case Form::kRgbPartial:
      return {v * n, v * n, 3};
    case Form::kFlat:
      return {v * v * 3 + kFlatLength * kFlatLetters};
    default:
      return {v, v, 3};
  }
}

inline std::vector<std::size_t> Setup::picture_shape() const {
  const auto n = static_cast<std::size_t>(common.tile_size);
  const auto v = static_cast<std::size_t>(view_size());
  if (common.agent_pov) return {v * n, v * n, 3};
  return {static_cast<std::size_t>(layout.height) * n, static_cast<std::size_t>(layout.width) * n,
          3};
}

// The image, the direction and the mission.
template <class Pixel, class Mission>
struct DictObservation {
  Row<Pixel, kDynamic> image;
  Row<std::int64_t> direction;
  Mission mission;

  static Space<DictObservation> space(const Setup& setup);
};
// The image alone.
struct ImageObservation {
  Row<std::uint8_t, kDynamic> image;

  static Space<ImageObservation> space(const Setup& setup) {
    return box(&ImageObservation::image, 0, 255, setup.image_shape());
  }
};

// What an observation holds of the grid.
inline void write_image(const Setup& setup, const Tiles* tiles, const World& world,
                        std::uint8_t* out) {
  switch (setup.form) {
    case Form::kFull:
      return write_full(world, out);
    case Form::kOneHot:
      return write_one_hot(world, setup.view_size(), out);
    case Form::kRgb:
      return draw_grid(world, *tiles, setup.view_size(), setup.common.highlight, out);
    case Form::kRgbPartial:
      return draw_view(world, *tiles, setup.view_size(), out);
    default:
      return write_view(world, setup.view_size(), out);
  }
}

template <class Observed>
class GridEnv {
 public:
  static constexpr bool kBoundedSteps = true;

  using Config = Setup;
  using Observation = Observed;

  struct Action {
    Row<std::int64_t> move;  // left, right, forward, pick up, drop, toggle, done
  };
  // As EnvPool's.
  struct Info {
    Row<std::int32_t, 2> agent_pos;
    Row<std::int32_t> mission_id;
  };
  struct RenderState {
    Row<std::uint8_t, kDynamic> picture;
    Row<std::uint8_t, kDynamic> mission;
  };

  struct Shared {
    explicit Shared(const Setup& given) : setup(given) {
      if (setup.shows_tiles()) tiles.emplace(setup.tile_size());
    }
    const Tiles& picture_tiles() const {
      std::call_once(once_, [&] {
        picture_tiles_.emplace(static_cast<std::int32_t>(setup.common.tile_size));
      });
      return *picture_tiles_;
    }

    Setup setup;
    std::optional<Tiles> tiles;  // for observations

   private:
    mutable std::once_flag once_;
    mutable std::optional<Tiles> picture_tiles_;  // for what is rendered
  };

  static Spec<GridEnv> spec(const Setup& setup) {
    return {
        .observation = Observed::space(setup),
        .action = discrete(&Action::move, setup.actions),
        .info = dict<Info>({{"agent_pos", value(&Info::agent_pos, Presence::kEnvPool),
                             "Column and row of the agent."},
                            {"mission_id", value(&Info::mission_id, Presence::kEnvPool),
                             "Number of the mission among those of the level."}}),
        .render_state = dict<RenderState>(
            {{"picture", value(&RenderState::picture, Presence::kAlways, setup.picture_shape())},
             {"mission",
              value(&RenderState::mission, Presence::kAlways, {setup.mission_bytes()})}})};
  }

  GridEnv(const Setup&, const Shared& shared)
      : shared_(&shared),
        level_(shared.setup.make_level()),
        world_(shared.setup.layout, shared.setup.view_size()) {}

  void reset(Rng& rng) {
    world_.begin();
    level_->generate(world_, rng);
  }

  Transition step(const Action& action, Rng& rng) {
    check_drawn();
    return level_->step(world_, static_cast<Move>(static_cast<std::int64_t>(action.move)), rng);
  }

  void observe(Observation& out) const {
    const Setup& setup = shared_->setup;
    check_drawn();
    if (world_.taken_next != kNoObject && looks_at_world(setup.form)) [[unlikely]] {
      World world = world_;
      world.take();
      return write(setup, world, out);
    }
    write(setup, world_, out);
  }

  void info(Info& out) const {
    out.agent_pos[0] = world_.agent.x;
    out.agent_pos[1] = world_.agent.y;
    out.mission_id = world_.mission_id;
  }

  void render_state(RenderState& out) const {
    World world = world_;
    if (world.taken_next != kNoObject) world.take();
    const Setup& setup = shared_->setup;
    const Tiles& tiles = shared_->picture_tiles();
    if (setup.common.agent_pov) {
      draw_view(world, tiles, setup.view_size(), out.picture.values());
    } else {
      draw_grid(world, tiles, setup.view_size(), setup.common.highlight, out.picture.values());
    }
    std::fill(out.mission.begin(), out.mission.end(), std::uint8_t{0});
    std::copy(world.mission.begin(), world.mission.end(), out.mission.begin());
  }

  void serialize(StateIO& io) {
    world_.serialize(io);
    level_->serialize(io);
    if (!io.checks()) return;
    const auto is_written = [](char letter) {
      return (letter >= 'a' && letter <= 'z') || letter == ' ' || letter == ',';
    };
    io.require(world_.mission.size() <= shared_->setup.mission_bytes() &&
                   std::ranges::all_of(world_.mission, is_written),
               "the state holds no mission");
    io.require(level_->is_sound(world_), "the state holds no task of this level");
  }

 private:
  void check_drawn() const {
    if (world_.agent == kNowhere) throw std::runtime_error("there is no level: reset failed");
  }

  // The reference's wrappers that look at the world see what is in hand from the start; the
  // agent's own view does not.
  static bool looks_at_world(Form form) {
    return form == Form::kFull || form == Form::kSymbolic || form == Form::kRgb ||
           form == Form::kRgbPartial;
  }

  void write(const Setup& setup, const World& world, Observation& out) const {
    const Tiles* const tiles = shared_->tiles ? &*shared_->tiles : nullptr;
    if constexpr (std::is_same_v<Observation, ImageObservation>) {
      write_image(setup, tiles, world, out.image.values());
      if (setup.form == Form::kFlat) {
        const std::size_t pixels = out.image.size() - kFlatLength * kFlatLetters;
        write_flat_mission(world.mission, out.image.values() + pixels);
      }
    } else {
      if constexpr (std::is_same_v<typename decltype(out.image)::value_type, std::int64_t>) {
        write_symbolic(world, out.image.values());
      } else {
        write_image(setup, tiles, world, out.image.values());
      }
      out.direction = world.direction;
      if constexpr (std::is_same_v<decltype(out.mission), Row<std::int64_t, kDynamic>>) {
        write_tokens(world.mission, out.mission.values(), out.mission.size());
      } else if constexpr (std::is_same_v<decltype(out.mission), Row<std::uint8_t, kDynamic>>) {
        std::ranges::fill(std::ranges::copy(world.mission, out.mission.begin()).out,
                          out.mission.end(), std::uint8_t{0});
      } else {
        out.mission = world.mission;
      }
    }
  }

  const Shared* shared_;
  std::unique_ptr<Level> level_;
  World world_;
};

template <class Pixel, class Mission>
Space<DictObservation<Pixel, Mission>> DictObservation<Pixel, Mission>::space(const Setup& setup) {
  using T = DictObservation;
  const auto image = [&] {
    if constexpr (std::is_same_v<Pixel, std::uint8_t>) {
      return box(&T::image, 0, 255, setup.image_shape());
    } else {
      std::vector<double> low, high;
      for (std::int32_t cell = 0; cell < setup.layout.width * setup.layout.height; ++cell) {
        low.insert(low.end(), {0.0, 0.0, -1.0});
        high.insert(high.end(), {setup.layout.width - 1.0, setup.layout.height - 1.0,
                                 static_cast<double>(Kind::kAgent)});
      }
      return box(&T::image, Bound(low), Bound(high), setup.image_shape());
    }
  };
  const auto mission = [&] {
    if constexpr (std::is_same_v<Mission, Row<std::int64_t, kDynamic>>) {
      const std::size_t size = setup.mission_words();
      return multi_discrete(&T::mission, std::vector<std::int64_t>(size, setup.known_words() + 1));
    } else if constexpr (std::is_same_v<Mission, Row<std::uint8_t, kDynamic>>) {
      return box(&T::mission, 0, 255, {setup.mission_bytes()});
    } else {
      return text(&T::mission, setup.mission_bytes());
    }
  };
  return dict<T>(
      {{"image", image()}, {"direction", discrete(&T::direction, 4)}, {"mission", mission()}});
}

}  // namespace pp::minigrid
