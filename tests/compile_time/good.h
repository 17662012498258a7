// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// An environment that compiles. The test spoils one line of it at a time.
#include <parallel_pool/core/author/check_environment.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

class Drift {
 public:
  struct Config {
    double wind = 0.1;
    std::string map = "4x4";
    static constexpr auto options() {
      return pp::option_list(pp::option("wind", &Config::wind, "How it blows."),
                             pp::option("map", &Config::map, "Where."));
    }
  };
  struct Action {
    pp::Row<std::int64_t> direction;
    pp::Row<std::int64_t, 3> gears;
  };
  struct Observation {
    pp::Row<float, 3> position;
    pp::Row<std::uint8_t, pp::kDynamic> image;
    pp::Row<std::int8_t, 4> lamps;
    pp::Text<32> sign;
    pp::Text<pp::kDynamic> letter;
  };
  struct Info {
    pp::Row<double> gust;
  };
  struct RenderState {
    pp::Row<double> angle;
  };
  struct ResetOptions {
    double low = 0.0;
    static constexpr auto options() {
      return pp::option_list(pp::option("low", &ResetOptions::low, "The start."));
    }
  };
  struct Shared {
    explicit Shared(const Config&) {}
  };

  static pp::Spec<Drift> spec(const Config&) {
    return {.observation = pp::dict<Observation>(
                {{"position", pp::box(&Observation::position, {-1, -2, -3}, {1, 2, 3})},
                 {"image", pp::box(&Observation::image, 0, 255, {8, 8})},
                 {"lamps", pp::multi_binary(&Observation::lamps)},
                 {"sign", pp::text(&Observation::sign)},
                 {"letter", pp::text(&Observation::letter, 200)}}),
            .action = pp::dict<Action>({{"direction", pp::discrete(&Action::direction, 2)},
                                        {"gears", pp::multi_discrete(&Action::gears, {2, 3, 4})}}),
            .info = pp::dict<Info>({{"gust", pp::value(&Info::gust)}}),
            .render_state = pp::dict<RenderState>({{"angle", pp::value(&RenderState::angle)}})};
  }

  Drift(const Config&, const Shared&) {}
  void reset(pp::Rng&, const ResetOptions&) {}
  pp::Transition step(const Action&, pp::Rng&) { return {}; }
  void observe(Observation& out) const { out.position = std::array<float, 3>{}; }
  void info(Info&) const {}
  void render_state(RenderState&) const {}
  void seed(const pp::SeedSequence&) {}
  void serialize(pp::StateIO& io) { io(angle_); }

 private:
  double angle_ = 0.0;
};
