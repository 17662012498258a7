// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Knights and archers who keep zombies away, with the rules of PettingZoo's
// knights_archers_zombies_v11.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "entity_rows.h"
#include "pictures.h"
#include "sprites.h"

namespace pp::butterfly {

// Its steps are not kBoundedSteps: pictures of many agents take milliseconds.
class KnightsArchersZombies {
 public:
  struct Config {
    std::int64_t spawn_delay = 20;
    std::int64_t num_archers = 2;
    std::int64_t num_knights = 2;
    std::int64_t max_zombies = 10;
    std::int64_t max_arrows = 10;
    bool killable_knights = true;
    bool killable_archers = true;
    bool line_death = false;
    std::int64_t max_cycles = 900;
    std::string obs_method = "vector";
    static constexpr auto options() {
      return option_list(
          option("spawn_delay", &Config::spawn_delay, "How many time steps bring a new zombie."),
          option("num_archers", &Config::num_archers, "The number of archers."),
          option("num_knights", &Config::num_knights, "The number of knights."),
          option("max_zombies", &Config::max_zombies, "The most zombies at a time."),
          option("max_arrows", &Config::max_arrows, "The most arrows in flight."),
          option("killable_knights", &Config::killable_knights, "Zombies kill knights."),
          option("killable_archers", &Config::killable_archers, "Zombies kill archers."),
          option("line_death", &Config::line_death,
                 "Agents who leave the screen at the top or bottom die."),
          option("max_cycles", &Config::max_cycles,
                 "The time limit, unless max_episode_steps is given."),
          option("obs_method", &Config::obs_method,
                 "vector; vector-masked, which adds what kind of thing each row is; "
                 "vector-sequence, which leaves out the empty rows of vector-masked; or image."));
    }

    bool shows_pictures() const { return obs_method == "image"; }
    bool names_kinds() const {
      return obs_method == "vector-masked" || obs_method == "vector-sequence";
    }
  };

  // PettingZoo's pictures, if observations show them. Reading them needs the GIL.
  struct Shared {
    explicit Shared(const Config& config) {
      if (config.shows_pictures()) pictures = Pictures::read();
    }

    std::optional<Pictures> pictures;
  };
  struct Action {
    PlayerRows<std::int64_t> choice;  // forward, backward, turn left, turn right, attack, nothing
  };
  struct Observation {
    static constexpr bool kMayLeaveOutRows = true;  // it has one of the two

    PlayerRows<double, kDynamic> view;  // the agent itself, then all things that there may be
    PlayerRows<std::uint8_t, kDynamic> picture;  // of the screen around the agent
  };
  struct RenderState {
    // What the picture shows, from the back: its kind, place and direction; -1 where nothing is.
    Row<double, kDynamic> sprites;
    Row<double, kDynamic> state;  // all things, relative to nobody
    Row<std::uint8_t, kDynamic> screen;

    static constexpr bool kMayLeaveOutRows = true;  // it has a state or a screen
  };

  static Spec<KnightsArchersZombies> spec(const Config& config) {
    check(config);
    Spec<KnightsArchersZombies> spec{
        .observation =
            config.shows_pictures()
                ? box(&Observation::picture, 0, 255, {kSide, kSide, View::kColors})
                : box(&Observation::view, -1, 1, {room(config).all() + 1, width(config) + 1}),
        .action = discrete(&Action::choice, kChoices),
        .render_state = dict<RenderState>(
            {{"sprites", value(&RenderState::sprites, Presence::kAlways, {room(config).all(), 5})},
             {"state", state_space(config)}})};
    for (std::int64_t i = 0; i < config.num_archers; ++i) {
      spec.agents.push_back("archer_" + std::to_string(i));
    }
    for (std::int64_t i = 0; i < config.num_knights; ++i) {
      spec.agents.push_back("knight_" + std::to_string(i));
    }
    return spec;
  }
  static std::optional<std::int64_t> max_episode_steps(const Config& config) {
    return config.max_cycles;
  }

  KnightsArchersZombies(const Config& config, const Shared& shared)
      : config_(config),
        shared_(&shared),
        archers_(static_cast<std::size_t>(config.num_archers)),
        fighters_(archers_ + static_cast<std::size_t>(config.num_knights)),
        entities_(room(config), config.names_kinds()) {
    for (std::size_t i = 0; i < fighters_.size(); ++i) fighters_[i].is_archer = i < archers_;
  }

  std::size_t players() const { return rows_.size(); }
  std::size_t agent(std::size_t row) const { return rows_[row]; }

  // Time steps since the last zombie count on through resets, as in the reference.
  void reset(Rng&) {
    rows_.clear();
    for (std::size_t i = 0; i < fighters_.size(); ++i) {
      const bool is_archer = fighters_[i].is_archer;
      const auto number = static_cast<std::int32_t>(is_archer ? i : i - archers_);
      fighters_[i].stand_at(is_archer ? 400 : 800, 610, number % 10 * 50);
      rows_.push_back(static_cast<std::uint32_t>(i));
    }
    zombies_.clear();
    cycles_ = 0;
    entities_.list(fighters_, zombies_);
  }

  Transition step(const Action& action, PlayerResults& results, Rng& rng) {
    std::size_t count = 0;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      Fighter& fighter = fighters_[rows_[row]];
      if (!fighter.is_alive) continue;
      // An agent's score is its reward at its turn, but the first agent had its reward at once.
      results.reward[count] = count == 0 ? 0.0 : static_cast<double>(fighter.score);
      rows_[count++] = rows_[row];
      fighter.score = 0;
      take_turn(fighter, action.choice[row]);
    }
    rows_.resize(count);
    use_weapons();
    move_zombies(rng);
    entities_.list(fighters_, zombies_);
    return end_cycle(results);
  }

  void observe(Observation& out) const {
    const bool closed_up = config_.obs_method == "vector-sequence";
    for (std::size_t row = 0; row < players(); ++row) {
      const Fighter& fighter = fighters_[rows_[row]];
      if (config_.shows_pictures()) {
        look(fighter, out.picture[row].values());
      } else {
        auto view = out.view[row];
        entities_.observe(fighter, closed_up, view.begin(), view.end());
      }
    }
  }

  void render_state(RenderState& out) const {
    double* next = out.sprites.values();
    std::ranges::fill(out.sprites, -1.0);
    for_each_sprite([&](Kind kind, const Rect& rect, Direction direction, std::int32_t) {
      const auto x = static_cast<double>(rect.x);
      const auto y = static_cast<double>(rect.y);
      next = std::ranges::copy(
                 std::array{static_cast<double>(kind), x, y, direction.x, direction.y}, next)
                 .out;
    });
    if (config_.shows_pictures()) {
      draw({0, 0, kScreenWidth, kScreenHeight, out.screen.values()});
    } else {
      entities_.show(out.state.values());
    }
  }

  void serialize(StateIO& io) {
    std::vector<std::uint32_t> rows = rows_;
    std::vector<Fighter> fighters = fighters_;
    io(rows, fighters, zombies_);
    io.count(cycles_, "number of cycles");
    io.count(since_zombie_, "time steps since the last zombie");
    if (io.reading()) restore(io, std::move(rows), std::move(fighters));
  }

 private:
  static constexpr std::int64_t kChoices = 6;
  static constexpr std::int32_t kSide = 512;  // of an agent's picture
  static constexpr std::int32_t kArcherWait = 4;
  static constexpr std::int32_t kKnightWait = 7;

  static void check(const Config& config) {
    constexpr std::int64_t kMost = 1000;
    const auto count = [](std::string_view name, std::int64_t value) {
      if (value < 0 || value > kMost) {
        throw std::invalid_argument(std::string(name) + " must be 0 to " + std::to_string(kMost) +
                                    ", got " + std::to_string(value));
      }
    };
    count("num_archers", config.num_archers);
    count("num_knights", config.num_knights);
    count("max_zombies", config.max_zombies);
    count("max_arrows", config.max_arrows);
    if (config.num_archers + config.num_knights == 0) {
      throw std::invalid_argument("num_archers + num_knights must be at least 1, got 0");
    }
    if (config.max_cycles < 1) {
      throw std::invalid_argument("max_cycles must be at least 1, got " +
                                  std::to_string(config.max_cycles));
    }
    if (config.obs_method != "vector" && !config.names_kinds() && !config.shows_pictures()) {
      throw std::invalid_argument(
          "obs_method must be 'vector', 'vector-masked', 'vector-sequence' or 'image', got '" +
          config.obs_method + "'");
    }
  }

  static std::size_t width(const Config& config) { return EntityRows::width(config.names_kinds()); }
  static Space<RenderState> state_space(const Config& config) {
    if (config.shows_pictures()) {
      return box(&RenderState::screen, 0, 255, {kScreenHeight, kScreenWidth, View::kColors});
    }
    return box(&RenderState::state, -1, 1, {room(config).all(), width(config)});
  }
  static EntityRows::Room room(const Config& config) {
    const auto knights = static_cast<std::size_t>(config.num_knights);
    return {static_cast<std::size_t>(config.num_archers) + knights, knights,
            static_cast<std::size_t>(config.max_arrows),
            static_cast<std::size_t>(config.max_zombies)};
  }

  // Calls show(kind, place, direction, heading) for all that the screen shows, from the back.
  template <class Show>
  void for_each_sprite(Show&& show) const {
    for (const Zombie& zombie : zombies_) show(kZombie, zombie.rect, kDown, 0);
    for (const Fighter& fighter : fighters_) {
      if (fighter.mace.is_active) show(kMace, fighter.mace.rect, fighter.mace.direction, 0);
      for (const Arrow& arrow : fighter.arrows) {
        show(kArrow, arrow.rect, arrow.direction, arrow.heading);
      }
    }
    for (const Fighter& fighter : fighters_) {
      if (!fighter.is_hit) {
        show(kind_of(fighter), fighter.rect, fighter.direction, fighter.heading);
      }
    }
  }

  void draw(const View& view) const {
    shared_->pictures->clear(view);
    for_each_sprite([&](Kind kind, const Rect& rect, Direction, std::int32_t heading) {
      shared_->pictures->draw(kind, heading, rect.x, rect.y, view);
    });
  }

  // The screen around an agent; black for one that is dead.
  void look(const Fighter& fighter, std::uint8_t* out) const {
    if (!fighter.is_alive) {
      std::fill_n(out, kSide * kSide * static_cast<int>(View::kColors), std::uint8_t{0});
      return;
    }
    draw({fighter.rect.x - kSide / 2, fighter.rect.y - kSide / 2, kSide, kSide, out});
  }

  std::int64_t arrows() const {
    std::size_t count = 0;
    for (const Fighter& fighter : fighters_) count += fighter.arrows.size();
    return static_cast<std::int64_t>(count);
  }

  void take_turn(Fighter& fighter, std::int64_t choice) {
    constexpr std::int64_t kAttack = 4;
    constexpr std::int64_t kNothing = 5;
    if (fighter.is_archer && choice == kAttack && arrows() >= config_.max_arrows) choice = kNothing;
    // While a knight attacks, it cannot do anything; an archer only cannot attack again.
    const bool may_have_to_wait = !fighter.is_archer || choice == kAttack;
    if (may_have_to_wait && fighter.wait > 0 && --fighter.wait > 0) return;
    if (choice < 2) {
      fighter.walk(choice == 0 ? 1 : -1);
    } else if (choice < kAttack) {
      fighter.turn(choice == 2 ? -1 : 1);
    } else if (choice == kAttack) {
      attack(fighter);
    }
    if (fighter.stay_inside() && config_.line_death) kill(fighter);
  }

  static void attack(Fighter& fighter) {
    const auto weapon = [&](std::int32_t side) {
      return Rect::centered(fighter.rect.center_x(), fighter.rect.center_y(), side, side);
    };
    if (fighter.is_archer) {
      fighter.wait = kArcherWait;
      fighter.arrows.push_back({weapon(kArrowSide), fighter.direction, fighter.heading});
    } else {
      fighter.wait = kKnightWait;
      fighter.mace = {true, Mace::kReach, weapon(kMaceSide), fighter.direction};
    }
  }

  static void kill(Fighter& fighter) {
    fighter.is_alive = false;
    fighter.is_hit = true;
    fighter.mace.is_active = false;
  }

  void use_weapons() {
    for (Fighter& fighter : fighters_) {
      if (fighter.mace.is_active) fighter.mace.swing(fighter.rect, fighter.direction);
      for (Arrow& arrow : fighter.arrows) arrow.fly();
      std::erase_if(fighter.arrows, [](const Arrow& arrow) { return !arrow.is_on_screen(); });
    }
    const auto strike = [&](const Rect& weapon) {
      return std::erase_if(zombies_, [&](const Zombie& z) { return weapon.overlaps(z.rect); });
    };
    for (Fighter& fighter : fighters_) {
      if (fighter.mace.is_active) {
        fighter.score += static_cast<std::int64_t>(strike(fighter.mace.rect));
      }
      std::erase_if(fighter.arrows, [&](const Arrow& arrow) {
        const auto hits = static_cast<std::int64_t>(strike(arrow.rect));
        fighter.score += hits;
        return hits > 0;
      });
    }
  }

  void move_zombies(Rng& rng) {
    for (const Zombie& zombie : zombies_) {
      for (Fighter& fighter : fighters_) {
        if (fighter.is_hit || !zombie.rect.overlaps(fighter.rect)) continue;
        fighter.is_hit = true;
        if (fighter.is_archer ? config_.killable_archers : config_.killable_knights) kill(fighter);
      }
    }
    for (Zombie& zombie : zombies_) zombie.walk(rng);
    if (static_cast<std::int64_t>(zombies_.size()) < config_.max_zombies &&
        ++since_zombie_ == config_.spawn_delay) {
      since_zombie_ = 0;
      zombies_.push_back(Zombie::at_top(rng));
    }
  }

  Transition end_cycle(PlayerResults& results) {
    const bool is_over =
        std::ranges::any_of(zombies_, [](const Zombie& z) { return z.rect.y > Zombie::kBottom; }) ||
        std::ranges::all_of(fighters_, [](const Fighter& fighter) { return fighter.is_hit; });
    const bool time_is_up = ++cycles_ == config_.max_cycles;
    // A state that was made by hand may hold a game that goes on with no row.
    if (rows_.empty()) return {.terminated = true};
    std::size_t told = rows_.size() - 1;  // the last, if nobody lives
    for (std::size_t row = rows_.size(); row-- > 0;) {
      const bool is_alive = fighters_[rows_[row]].is_alive;
      if (is_alive) told = row;
      results.terminated[row] = is_over || !is_alive;
      results.truncated[row] = time_is_up;
    }
    results.reward[told] = results.reward[told] + static_cast<double>(fighters_[rows_[told]].score);
    return {.terminated = is_over, .truncated = time_is_up};
  }

  void restore(const StateIO& io, std::vector<std::uint32_t> rows, std::vector<Fighter> fighters) {
    const bool fits =
        fighters.size() == fighters_.size() && rows.size() <= fighters.size() &&
        std::ranges::adjacent_find(rows, std::ranges::greater_equal{}) == rows.end() &&
        (rows.empty() || rows.back() < fighters.size()) &&
        static_cast<std::int64_t>(zombies_.size()) <= config_.max_zombies &&
        std::ranges::all_of(fighters, [](const Fighter& fighter) {
          return fighter.mace.is_possible() && !(fighter.is_archer && fighter.mace.is_active);
        });
    if (fits) {
      rows_ = std::move(rows);
      fighters_ = std::move(fighters);
    }
    io.require(fits && arrows() <= config_.max_arrows, "the state holds no game of these options");
    entities_.list(fighters_, zombies_);
  }

  Config config_;
  const Shared* shared_;
  std::size_t archers_;
  std::vector<Fighter> fighters_;    // all agents, archers first
  std::vector<std::uint32_t> rows_;  // the agents whose rows the last batch has
  std::vector<Zombie> zombies_;
  std::int64_t cycles_ = 0;
  std::int64_t since_zombie_ = 0;
  EntityRows entities_;
};

}  // namespace pp::butterfly
