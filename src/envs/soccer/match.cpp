// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls the library in the order in which dm_control's composer does, with its draws.
#include "match.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

namespace pp::soccer {
namespace {

using mujoco::RawData;
using mujoco::RawModel;

constexpr std::int64_t kSubSteps = 5;
constexpr double kBallHeight = 0.5;
constexpr int kMostTries = 100;

struct RawSpec;

// How MuJoCo makes a model of a text.
struct Compiler {
  RawSpec* (*parse)(const char*, const void*, char*, int);
  RawModel* (*compile)(RawSpec*, const void*);
  const char* (*error)(RawSpec*);
  void (*delete_spec)(RawSpec*);

  explicit Compiler(const std::string& library) {
    find(library, "mj_parseXMLString", parse);
    find(library, "mj_compile", compile);
    find(library, "mjs_getError", error);
    find(library, "mj_deleteSpec", delete_spec);
  }

 private:
  template <class Function>
  static void find(const std::string& library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(mujoco::find_function(library, name));
  }
};

template <class T>
T value_at(const void* base, std::size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(base) + offset, sizeof(T));
  return value;
}

mujoco::ModelFacts facts_with(const mujoco::Model& model) {
  mujoco::ModelFacts facts = model.facts();
  facts.address = reinterpret_cast<std::uintptr_t>(model.raw());
  return facts;
}

}  // namespace

std::unique_ptr<mujoco::Data> Openings::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<mujoco::Data> data = std::move(idle_.back());
      idle_.pop_back();
      return data;
    }
  }
  return std::make_unique<mujoco::Data>(model_);
}

void Openings::put(std::unique_ptr<mujoco::Data> data) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(data));
}

Match::Match(std::shared_ptr<const MatchFacts> facts, std::shared_ptr<Openings> openings,
             const MatchRules& rules, std::uint32_t env_id)
    : facts_(std::move(facts)),
      openings_(std::move(openings)),
      rules_(rules),
      model_(std::make_shared<mujoco::Model>(facts_with(*facts_->model))),
      data_(model_),
      actions_(facts_->actions * players()) {
  data_.set_env_id(env_id);
}

void Match::seed(std::uint32_t seed) {
  random_.seed(seed);
  in_home_goal_ = in_away_goal_ = is_off_ = false;
}

// What the library warns of is counted in the data.
template <class Call>
void Match::run(mujoco::Data& data, int disabled, Call call) {
  const mujoco::Functions& functions = model_->functions();
  RawModel* const model = model_->raw();
  std::byte* const place = reinterpret_cast<std::byte*>(model) + facts_->disable_flags;
  const int kept = value_at<int>(place, 0);
  const int flags = kept | disabled;
  std::memcpy(place, &flags, sizeof(flags));
  const mujoco::Warnings warnings =
      mujoco::call_library(model_->facts().library, [&] { call(functions, model, data.raw()); });
  static_cast<void>(warnings);  // `check` makes errors of them
  std::memcpy(place, &kept, sizeof(kept));
}

void Match::forward() {
  run(0, [](const auto& library, auto* model, auto* data) { library.forward(model, data); });
}

int Match::warnings() const {
  int sum = 0;
  for (std::size_t i = 0; i < facts_->warning_names.size(); ++i) {
    sum += value_at<int>(data_.raw(), facts_->warnings + i * facts_->warning_stride);
  }
  return sum;
}

void Match::check(int warnings_before) const {
  if (warnings() <= warnings_before) return;
  std::string names;
  for (std::size_t i = 0; i < facts_->warning_names.size(); ++i) {
    if (value_at<int>(data_.raw(), facts_->warnings + i * facts_->warning_stride) == 0) continue;
    names += (names.empty() ? "" : ", ") + facts_->warning_names[i];
  }
  throw PhysicsError("Physics state is invalid. Warning(s) raised: " + names);
}

void Match::build() {
  pitch_ = Pitch(ratios_);
  const std::string text = pitch_.fill(facts_->pieces);
  const std::string& library = model_->facts().library;
  static const Compiler compiler(library);
  char error[500] = "";
  RawSpec* spec = nullptr;
  RawModel* made = nullptr;
  const mujoco::Warnings warnings = mujoco::call_library(library, [&] {
    spec = compiler.parse(text.c_str(), nullptr, error, sizeof(error));
    if (spec != nullptr) made = compiler.compile(spec, nullptr);
  });
  static_cast<void>(warnings);  // of dm_control's own models, users can do nothing about it
  const std::string why = made == nullptr && spec != nullptr ? compiler.error(spec) : error;
  if (spec != nullptr) compiler.delete_spec(spec);
  if (made == nullptr) throw std::runtime_error("MuJoCo refuses the model of a pitch: " + why);
  try {
    model_->become(made);
  } catch (...) {
    model_->functions().delete_model(made);
    throw;
  }
  model_->functions().delete_model(made);
}

// Of the first moment, only the point remains at which the solver begins.
void Match::open() {
  std::unique_ptr<mujoco::Data> first = openings_->take();
  std::vector<double> state(model_->state_size());
  const int parts = model_->facts().integration_state;
  run(*first, facts_->actuation_flag, [&](const auto& library, auto* model, auto* data) {
    library.reset_data(model, data);
    library.forward(model, data);
    library.get_state(model, data, state.data(), parts);
  });
  openings_->put(std::move(first));
  run(0, [&](const auto& library, auto* model, auto* data) {
    library.reset_data(model, data);
    library.set_state(model, data, state.data(), parts);
  });
}

void Match::reset() {
  // The reference draws the pitch twice, and takes the second.
  for (int i = 0; i < 2; ++i) {
    ratios_[0] = random_.uniform(0, 1);
    ratios_[1] = rules_.keep_aspect_ratio ? ratios_[0] : random_.uniform(0, 1);
  }
  build();
  open();
  place_all();
  look_at_ball();  // a goal of the last episode still counts, as in the reference
  std::ranges::fill(actions_, 0.0);
  const int before = warnings();
  run(facts_->actuation_flag,
      [](const auto& library, auto* model, auto* data) { library.forward(model, data); });
  check(before);
}

void Match::put_ball(double x, double y) {
  double* const position = data_[Array::kQpos] + facts_->ball_qpos;
  position[0] = x;
  position[1] = y;
  position[2] = kBallHeight;
  std::fill_n(data_[Array::kQvel] + facts_->ball_dof, 6, 0.0);
}

void Match::place(const PlayerFacts& player) {
  double* const positions = data_[Array::kQpos];
  for (std::size_t i = 0; i < 2; ++i) {
    const double range = pitch_.size[i] * 0.6;
    positions[player.position[i]] = random_.uniform(-range, range);
  }
  positions[player.position[2]] = 0;
  for (const std::size_t joint : player.joints) positions[joint] = 0;
  const double half = random_.uniform(-std::numbers::pi, std::numbers::pi) / 2;
  const std::array<double, 4> turn{numpy::cos(half), 0, 0, numpy::sin(half)};
  if (player.turn.size() == turn.size()) {
    const double length = numpy::norm(turn);
    for (std::size_t i = 0; i < turn.size(); ++i) positions[player.turn[i]] = turn[i] / length;
  } else {
    // Of the quaternion, the reference takes the angle again.
    const double w = turn[0];
    const double z = turn[3];
    positions[player.turn[0]] = numpy::arctan2(2 * (w * z), 1 - 2 * numpy::scalar_square(z));
  }
  for (const std::size_t dof : player.still) data_[Array::kQvel][dof] = 0;
}

bool Match::players_touch() const {
  const auto* const contacts = value_at<const std::byte*>(data_.raw(), facts_->contacts);
  const auto count = static_cast<std::size_t>(value_at<int>(data_.raw(), facts_->contact_count));
  for (std::size_t i = 0; i < count; ++i) {
    const auto geoms =
        value_at<std::array<int, 2>>(contacts, i * facts_->contact_stride + facts_->contact_geoms);
    if (geoms[0] < 0 || geoms[1] < 0) continue;
    const int first = facts_->owners[static_cast<std::size_t>(geoms[0])];
    const int second = facts_->owners[static_cast<std::size_t>(geoms[1])];
    if (first >= 0 && second >= 0 && first != second) return true;
  }
  return false;
}

// UniformInitializer. It means to keep players from the ball too, but does not.
void Match::place_all() {
  for (int tries = 0; tries <= kMostTries; ++tries) {
    const double x = pitch_.size[0] * 0.6;
    const double y = pitch_.size[1] * 0.6;
    const double ball_x = random_.uniform(-x, x);
    put_ball(ball_x, random_.uniform(-y, y));
    for (const PlayerFacts& player : facts_->players) place(player);
    forward();
    if (!players_touch()) return;
  }
  throw std::runtime_error("UniformInitializer: `max_retries` (100) exceeded.");
}

void Match::look_at_ball() {
  ball_in_goals_ = {pitch_.home_goal.holds(ball()), pitch_.away_goal.holds(ball())};
  if (ball_in_goals_[0]) in_home_goal_ = true;
  if (ball_in_goals_[1]) in_away_goal_ = true;
  is_off_ = !rules_.has_field_box && !pitch_.field.holds(ball());
}

void Match::throw_in() {
  const double x = random_.uniform(0.7, 0.9);
  const double y = random_.uniform(0.7, 0.9);
  put_ball(ball()[0] * x, ball()[1] * y);
}

// The reference computes everything anew when it first looks at the ball after a change. That moves
// the point at which the solver begins.
void Match::step() {
  const int before = warnings();
  std::ranges::copy(actions_, data_[Array::kCtrl]);
  if (is_off_) {
    forward();
    throw_in();
  }
  in_home_goal_ = in_away_goal_ = is_off_ = false;
  for (std::int64_t i = 0; i < kSubSteps; ++i) {
    // Nothing depends on the sensors but what is observed at the end.
    const bool is_last = i + 1 == kSubSteps;
    run(is_last ? 0 : facts_->sensor_flag, [&](const auto& library, auto* model, auto* data) {
      library.step2(model, data);
      if (i == 0) {
        // What step1 would do besides is a part of `forward`.
        library.check_pos(model, data);
        library.check_vel(model, data);
        library.forward(model, data);
      } else {
        library.step1(model, data);
      }
    });
    look_at_ball();
  }
  check(before);
  if (!rules_.terminate_on_goal && scored()) place_all();
}

std::optional<Team> Match::scored() const {
  if (in_home_goal_) return Team::kAway;
  if (in_away_goal_) return Team::kHome;
  return std::nullopt;
}

double Match::speed_to_ball(std::size_t player) const {
  std::array<double, 2> way{ball()[0] - root(player)[0], ball()[1] - root(player)[1]};
  const double length = numpy::norm(way) + 1e-7;
  for (double& x : way) x /= length;
  const double* const velocity = data_[Array::kCvel] + 6 * facts_->players[player].root + 3;
  return numpy::dot(way, {velocity, 2});
}

namespace {
double distance(const double* a, const double* b) {
  const std::array<double, 3> way{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return numpy::norm(way);
}
}  // namespace

bool Match::is_closest(std::size_t player) const {
  std::size_t closest = player;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < players(); ++i) {
    if (team(i) != team(player)) continue;
    const double length = distance(ball(), root(i));
    if (!(length < least)) continue;
    least = length;
    closest = i;
  }
  return closest == player;
}

double Match::ball_speed_to_goal(std::size_t player) const {
  const Zone<3>& goal = team(player) == Team::kHome ? pitch_.away_goal : pitch_.home_goal;
  std::array<double, 3> way{};
  for (std::size_t i = 0; i < 3; ++i) way[i] = (goal.upper[i] + goal.lower[i]) / 2.0 - ball()[i];
  const double length = numpy::norm(way);
  if (length != 0) {
    for (double& x : way) x /= length;
  }
  return numpy::dot(way, {data_[Array::kSensordata] + facts_->ball_velocity, 3});
}

double Match::distance_to_mates(std::size_t player) const {
  std::array<double, 10> distances{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < players(); ++i) {
    if (i == player || team(i) != team(player)) continue;
    distances[count++] = distance(root(player), root(i));
  }
  return count == 0 ? 0.0 : numpy::mean({distances.data(), count});
}

void Match::serialize(StateIO& io) {
  std::array<double, 2> ratios = ratios_;
  io.finite("pitch", ratios);
  for (const double ratio : ratios) {
    io.require(ratio == -1 || (ratio >= 0 && ratio <= 1), "the state holds no possible pitch");
  }
  if (io.reading() && ratios != ratios_) {
    ratios_ = ratios;
    if (ratios_[0] >= 0) build();
  }
  io(random_, in_home_goal_, in_away_goal_, is_off_, ball_in_goals_[0], ball_in_goals_[1]);
  io.block(actions_.data(), actions_.size(), "the actions");
  data_.serialize(io, {});
  // What the second half of a step needs of the first.
  if (io.reading()) {
    run(0, [](const auto& library, auto* model, auto* data) { library.step1(model, data); });
  }
  data_.set_computed();
  for (std::size_t i = 0; i < mujoco::kArrays; ++i) {
    if (model_->facts().kept.has[i]) continue;
    const auto array = static_cast<Array>(i);
    io.block(data_[array], data_.size(array), mujoco::kArrayNames[i]);
  }
}

}  // namespace pp::soccer
