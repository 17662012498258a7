// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Saved states: exact continuation in another pool, and a load that does not fit changes nothing.
#include <parallel_pool/core/author/state_io.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "scripted_pool.h"
#include "walk.h"

namespace pp::testing {
namespace {

using examples::Walk;  // its steps draw random numbers

std::vector<std::string> save(Pool& pool) {
  const Pool::Call call(pool, "get_state");
  std::vector<std::string> states;
  for (std::uint32_t env = 0; env < pool.options().num_envs; ++env)
    pool.save(env, states.emplace_back());
  return states;
}

void load(Pool& pool, const std::vector<std::string>& states, bool known = false) {
  const Pool::Call call(pool, "set_state");
  std::vector<std::uint32_t> envs;
  std::vector<std::string_view> views;
  for (std::uint32_t env = 0; env < states.size(); ++env) {
    envs.push_back(env);
    views.push_back(states[env]);
  }
  pool.load(envs, views, known);
}

void a_loaded_pool_goes_on_exactly() {
  constexpr std::uint32_t kEnvs = 32;
  const DriverOptions<Walk> options{.pool = {.num_envs = kEnvs, .num_threads = 2},
                                    .rules = {.max_episode_steps = 4}};
  Driver<Walk> one(options);
  Driver<Walk> other(options);
  one.seed(3);
  one.reset();
  std::vector<std::int64_t> actions(kEnvs);
  for (std::uint32_t env = 0; env < kEnvs; ++env) actions[env] = env % 3 != 0;
  for (int i = 0; i < 7; ++i) one.step(actions.data());
  load(other.pool(), save(one.pool()));
  const std::size_t bytes = one.layout().bytes;
  for (int i = 0; i < 200; ++i) {
    actions[static_cast<std::size_t>(i) % kEnvs] ^= 1;
    const Result a = one.step(actions.data());
    const Result b = other.step(actions.data());
    check(std::memcmp(a.batch->columns()[0], b.batch->columns()[0], sizeof(float) * kEnvs) == 0 &&
          bytes > 0);
    for (std::uint32_t row = 0; row < kEnvs; ++row) {
      check_equal(one.reward(a, row), other.reward(b, row));
      check_equal(one.terminated(a, row), other.terminated(b, row));
    }
  }
}

void clone(Pool& pool, const EnvIds& from, const EnvIds& to) {
  const Pool::Call call(pool, "clone");
  pool.clone(from, to);
}

// Every environment takes over the state that its source had before the call, whatever the order.
void clones_have_the_states_that_were() {
  constexpr std::uint32_t kEnvs = 6;
  Driver<Walk> driver({.pool = {.num_envs = kEnvs, .num_threads = 1}, .rules = {}});
  driver.seed(3);
  driver.reset();
  const std::vector<std::int64_t> actions(kEnvs, 1);
  for (int i = 0; i < 3; ++i) driver.step(actions.data());
  const std::vector<EnvIds> froms = {{0, 0, 0}, {1, 2, 0}, {0, 1, 2, 3, 4},   {5, 5, 4, 4},
                                     {0, 1},    {},        {3, 2, 1, 0, 5, 5}};
  const std::vector<EnvIds> tos = {{1, 2, 3}, {0, 1, 2}, {1, 2, 3, 4, 5},   {4, 3, 5, 2},
                                   {0, 1},    {},        {0, 1, 2, 3, 4, 5}};
  for (std::size_t i = 0; i < froms.size(); ++i) {
    driver.step(actions.data());
    const std::vector<std::string> before = save(driver.pool());
    clone(driver.pool(), froms[i], tos[i]);
    std::vector<std::string> expected = before;
    for (std::size_t k = 0; k < tos[i].size(); ++k) expected[tos[i][k]] = before[froms[i][k]];
    check(save(driver.pool()) == expected, "each is what its source was");
  }
}

void clones_that_cannot_be_made_change_nothing() {
  ScriptedPool pool({.pool = {.num_envs = 4, .num_threads = 1}, .rules = {}, .config = {}});
  check_refused(ErrorKind::kResetNeeded, "env id 0 was never reset",
                [&] { clone(pool.pool(), {0}, {1}); });
  pool.reset();
  const std::vector<std::string> before = save(pool.pool());
  check_refused(ErrorKind::kValue, "got 2 from_ids and 1 to_ids",
                [&] { clone(pool.pool(), {0, 1}, {2}); });
  check_refused(ErrorKind::kValue, "env id 3 appears twice in to_ids",
                [&] { clone(pool.pool(), {0, 1, 2}, {3, 2, 3}); });
  check_refused(ErrorKind::kIndex, "env id 4 is out of range",
                [&] { clone(pool.pool(), {0}, {4}); });
  check(save(pool.pool()) == before);
  clone(pool.pool(), {0, 1}, {3, 2});  // no marks remained
}

void a_load_that_does_not_fit_changes_nothing() {
  ScriptedPool pool({.pool = {.num_envs = 3, .num_threads = 1}, .rules = {}, .config = {}});
  pool.reset();
  const std::vector<std::string> before = save(pool.pool());
  const Commands commands(3);
  pool.step(commands.data());
  const std::vector<std::string> now = save(pool.pool());
  std::vector<std::string> bad = before;
  bad[2].pop_back();
  check_refused(ErrorKind::kState, "cut short", [&] { load(pool.pool(), bad); });
  check(save(pool.pool()) == now, "undone");
  bad[2] += "123";
  check_refused(ErrorKind::kState, "reads only", [&] { load(pool.pool(), bad); });
  check(save(pool.pool()) == now, "undone");
  load(pool.pool(), before);
  check(save(pool.pool()) == before);
}

// Nothing is noted of what known states replace: those that were changed have to be reset.
void known_states_are_loaded_without_a_way_back() {
  ScriptedPool pool({.pool = {.num_envs = 3, .num_threads = 1}, .rules = {}, .config = {}});
  pool.reset();
  std::vector<std::string> states = save(pool.pool());
  const Commands commands(3);
  pool.step(commands.data());
  load(pool.pool(), states, true);
  check(save(pool.pool()) == states);
  states[1].pop_back();
  check_refused(ErrorKind::kState, "cut short", [&] { load(pool.pool(), states, true); });
  check_refused(ErrorKind::kResetNeeded, "env id 0", [&] { pool.step(commands.data()); });
  pool.reset();
  pool.step(commands.data());
}

void every_cut_of_a_state_is_refused() {
  struct Everything {
    std::array<float, 3> numbers{1, 2, 3};
    std::vector<std::vector<std::int16_t>> nested{{1, 2}, {}, {3}};
    std::string text = "text";
    bool flag = true;
    std::vector<bool> flags{true, false, true};
    void serialize(StateIO& io) { io(numbers, nested, text, flag, flags); }
  };
  Everything value;
  StateIO out;
  value.serialize(out);
  const std::string whole = out.bytes();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string cut = whole.substr(0, length);
    check_refused(ErrorKind::kState, "cut short", [&] {
      StateIO in(cut);
      Everything target;
      target.serialize(in);
    });
  }
  StateIO in(whole);
  Everything target{.numbers = {}, .nested = {}, .text = "", .flag = false, .flags = {}};
  target.serialize(in);
  in.finish();
  check(target.numbers == value.numbers && target.nested == value.nested &&
        target.text == value.text && target.flag && target.flags == value.flags);
}

// An environment whose author did not say what its state is.
class Forgetful : public Walk {
 public:
  using Walk::Walk;
  static Spec<Forgetful> spec(const Config& config) {
    const Spec<Walk> walk = Walk::spec(config);
    return {.observation = walk.observation, .action = walk.action, .info = walk.info};
  }

 private:
  using Walk::serialize;
};

// An environment that checks what it loads.
class Careful {
 public:
  struct Config {
    static constexpr auto options() { return option_list(); }
  };
  struct Action {
    Row<std::int64_t> value;
  };
  struct Observation {
    Row<std::int64_t> value;
  };
  static Spec<Careful> spec(const Config&) {
    return {.observation = box(&Observation::value, 0, 9), .action = discrete(&Action::value, 10)};
  }
  explicit Careful(const Config&) {}
  void reset(Rng&) { value_ = 1; }
  Transition step(const Action& action) {
    value_ = action.value;
    return {0.0, false};
  }
  void observe(Observation& observation) const { observation.value = value_; }
  void serialize(StateIO& io) {
    io(value_);
    if (io.reading() && (value_ < 0 || value_ > 9)) throw std::invalid_argument("no such value");
  }

 private:
  std::int64_t value_ = 0;
};

void states_that_an_environment_finds_wrong_are_refused() {
  Driver<Careful> driver({.pool = {.num_envs = 2, .num_threads = 1}, .rules = {}});
  driver.reset();
  const std::vector<std::string> good = save(driver.pool());
  const std::int64_t actions[] = {7, 8};
  driver.step(actions);
  const std::vector<std::string> later = save(driver.pool());
  // The value of the second environment is somewhere among these bytes: each is set to 99.
  int refused = 0;
  for (std::size_t at = 0; at < good[1].size(); ++at) {
    if (good[1][at] == later[1][at]) continue;
    std::vector<std::string> bad = good;
    bad[1][at] = 99;
    try {
      load(driver.pool(), bad);
    } catch (const Error& error) {
      check(error.kind() == ErrorKind::kState, error.what());
      refused += std::string_view(error.what()) == "no such value";
      check(save(driver.pool()) == later, "nothing was changed");
      continue;
    }
    load(driver.pool(), later);
  }
  check_equal(refused, 1);
}

// As one may be that a forged state has led astray: here an action does.
void an_environment_that_cannot_be_restored_has_to_be_reset() {
  Driver<Careful> driver({.pool = {.num_envs = 2, .num_threads = 1}, .rules = {}});
  driver.reset();
  std::vector<std::string> states = save(driver.pool());
  const std::int64_t actions[] = {99, 8};
  driver.step(actions);
  const std::string second = save(driver.pool())[1];
  states[1].pop_back();
  check_refused(ErrorKind::kState, "cut short", [&] { load(driver.pool(), states); });
  const Pool::Call call(driver.pool(), "get_state");
  check(driver.pool().status().needs_reset(0) && !driver.pool().status().needs_reset(1));
  std::string left;
  driver.pool().save(1, left);
  check(left == second);
}

// What the engine itself stores of an episode, after the generator: the phase, the steps left, and
// the number of players.
constexpr std::size_t kPhase = 48, kStepsLeft = kPhase + 1, kPlayers = kStepsLeft + 8;

template <class T>
std::string forged(std::string state, std::size_t place, T value) {
  std::memcpy(state.data() + place, &value, sizeof(value));
  return state;
}

void episodes_that_cannot_be_are_refused() {
  Driver<Walk> driver(
      {.pool = {.num_envs = 1, .num_threads = 1}, .rules = {.max_episode_steps = 4}});
  driver.reset();
  const std::string good = save(driver.pool())[0];
  check_refused(ErrorKind::kState, "no phase of an episode",
                [&] { load(driver.pool(), {forged(good, kPhase, std::uint8_t{3})}); });
  for (const std::int64_t steps :
       {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{0},
        std::int64_t{5}, std::numeric_limits<std::int64_t>::max()}) {
    check_refused(ErrorKind::kState, "steps until the time limit, expected 1 to 4",
                  [&] { load(driver.pool(), {forged(good, kStepsLeft, steps)}); });
  }
  check(save(driver.pool())[0] == good);
  load(driver.pool(), {forged(good, kStepsLeft, std::int64_t{1})});
  const std::int64_t action = 1;
  check(driver.truncated(driver.step(&action), 0));
}

// An environment whose state says how many players it has.
class Company {
 public:
  struct Config {
    static constexpr auto options() { return option_list(); }
  };
  struct Action {
    PlayerRows<std::int64_t> value;
  };
  struct Observation {
    PlayerRows<std::int64_t> value;
  };
  static Spec<Company> spec(const Config&) {
    return {.observation = box(&Observation::value, 0, 9),
            .action = discrete(&Action::value, 10),
            .max_players = 3};
  }
  explicit Company(const Config&) {}
  std::size_t players() const { return players_; }
  void reset(Rng&) { players_ = 2; }
  Transition step(const Action&, Rewards&, Rng&) { return {}; }
  void observe(Observation& observation) const {
    for (std::size_t player = 0; player < observation.value.size(); ++player) {
      observation.value[player] = 0;
    }
  }
  void serialize(StateIO& io) { io(players_); }

 private:
  std::uint32_t players_ = 0;
};

void players_that_cannot_be_are_refused() {
  Driver<Company> driver({.pool = {.num_envs = 1, .num_threads = 1}, .rules = {}});
  driver.reset();
  const std::string good = save(driver.pool())[0];
  const auto load_counts = [&](std::uint32_t of_engine, std::uint32_t of_rules) {
    load(driver.pool(), {forged(forged(good, kPlayers, of_engine), kPlayers + 4, of_rules)});
  };
  for (const std::uint32_t count : {0u, 1u, 3u, 0xffff'ffffu}) {
    const std::string message =
        "the state holds " + std::to_string(count) + " players, but its environment has 2";
    check_refused(ErrorKind::kState, message, [&] { load_counts(count, 2); });
  }
  check_refused(ErrorKind::kState, "more players than its environment may have",
                [&] { load_counts(4, 4); });
  check_equal(driver.pool().group().players(0), 2u);
  load_counts(3, 3);
  check_equal(driver.pool().group().players(0), 3u);
}

void what_has_no_state_is_refused() {
  Driver<Forgetful> driver({.pool = {.num_envs = 2, .num_threads = 1}, .rules = {}});
  driver.reset();
  const std::string why = "this environment cannot save its state";
  check_refused(ErrorKind::kUnsupported, why, [&] { save(driver.pool()); });
  check_refused(ErrorKind::kUnsupported, why, [&] { clone(driver.pool(), {0}, {1}); });
  ScriptedPool pool({.pool = {.num_envs = 2, .num_threads = 1}, .rules = {}, .config = {}});
  check_refused(ErrorKind::kResetNeeded, "env id 0 was never reset", [&] { save(pool.pool()); });
}

}  // namespace
}  // namespace pp::testing

int main() {
  pp::testing::a_loaded_pool_goes_on_exactly();
  pp::testing::a_load_that_does_not_fit_changes_nothing();
  pp::testing::clones_have_the_states_that_were();
  pp::testing::clones_that_cannot_be_made_change_nothing();
  pp::testing::every_cut_of_a_state_is_refused();
  pp::testing::an_environment_that_cannot_be_restored_has_to_be_reset();
  pp::testing::episodes_that_cannot_be_are_refused();
  pp::testing::known_states_are_loaded_without_a_way_back();
  pp::testing::players_that_cannot_be_are_refused();
  pp::testing::states_that_an_environment_finds_wrong_are_refused();
  pp::testing::what_has_no_state_is_refused();
}
