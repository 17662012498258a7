// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The arithmetic of dm_control's pitch.py, in its order.
#include "pitch.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string_view>

namespace pp::soccer {
namespace {

constexpr std::array<double, 2> kSmallest{32, 24}, kLargest{48, 36};
constexpr double kSide = 32.0 / 6.0;

// Between which corners of the box from -1 to 1 a post of a goal stands.
struct Post {
  std::string_view name;
  double ends[6];
};
constexpr Post kPosts[]{
    {"right_post", {1, -1, -1, 1, -1, 1}},      {"left_post", {1, 1, -1, 1, 1, 1}},
    {"top_post", {1, -1, 1, 1, 1, 1}},          {"right_base", {1, -1, -1, -1, -1, -1}},
    {"left_base", {1, 1, -1, -1, 1, -1}},       {"back_base", {-1, -1, -1, -1, 1, -1}},
    {"right_support", {-1, -1, -1, .2, -1, 1}}, {"right_top_support", {.2, -1, 1, 1, -1, 1}},
    {"left_support", {-1, 1, -1, .2, 1, 1}},    {"left_top_support", {.2, 1, 1, 1, 1, 1}}};

// Writes numbers into the gaps of a text, one group of them into each.
class Writer {
 public:
  explicit Writer(const std::vector<std::string>& pieces) : pieces_(pieces), text_(pieces.at(0)) {}

  void put(std::initializer_list<double> numbers) {
    for (const double number : numbers) {
      char digits[32];
      const auto [end, error] = std::to_chars(digits, digits + sizeof(digits), number);
      static_cast<void>(error);  // there is room
      text_.append(digits, end);
      text_ += ' ';
    }
    if (++next_ == pieces_.size()) refuse();
    text_ += pieces_[next_];
  }
  bool is_full() const { return next_ + 1 == pieces_.size(); }
  std::string finish() {
    if (!is_full()) refuse();
    return std::move(text_);
  }

 private:
  [[noreturn]] static void refuse() {
    throw std::runtime_error("the installed dm_control builds soccer's pitch in an unknown way");
  }

  const std::vector<std::string>& pieces_;
  std::string text_;
  std::size_t next_ = 0;
};

void put_goal(Writer& out, double direction, const std::array<double, 3>& position,
              const std::array<double, 3>& size) {
  const double radius = 0.07 * (size[0] + size[1] + size[2]) / 3.0;
  const double flip[3] = {direction, direction, 1};
  for (const Post& post : kPosts) {
    double own = radius;
    if (post.name.find("top") != std::string_view::npos) own *= 1.01;
    if (post.name.find("support") != std::string_view::npos) own *= 0.75;
    double ends[6];
    for (std::size_t i = 0; i < 6; ++i) {
      ends[i] = post.ends[i] * flip[i % 3] * size[i % 3] + position[i % 3];
    }
    out.put({own});
    out.put({ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]});
  }
}

// The walls around the field that only the ball touches, with holes for the goals.
void put_field_box(Writer& out, const Zone<2>& field, const std::array<double, 3>& goal) {
  const double half_x = (field.upper[0] - field.lower[0]) / 2.0;
  const double half_y = (field.upper[1] - field.lower[1]) / 2.0;
  constexpr double kHeight = 20.0, kThickness = 1.0;
  const double corner_y = 0.5 * (half_y + goal[1]);
  const double corner_size = 0.5 * (half_y - goal[1]);
  const double top_z = kHeight + goal[2];
  const double top_size = kHeight - goal[2];
  const double x = half_x + kThickness;
  const double y = half_y + kThickness;
  for (const double side : {-1.0, 1.0}) {
    out.put({half_x, kThickness, kHeight});
    out.put({0, side * y, kHeight});
  }
  for (const double side : {-1.0, 1.0}) {
    out.put({kThickness, corner_size, kHeight});
    out.put({side * x, -corner_y, kHeight});
    out.put({kThickness, goal[1], top_size});
    out.put({side * x, 0, top_z});
    out.put({kThickness, corner_size, kHeight});
    out.put({side * x, corner_y, kHeight});
  }
}

}  // namespace

Pitch::Pitch(const std::array<double, 2>& ratios) {
  for (std::size_t i = 0; i < 2; ++i) {
    size[i] = kSmallest[i] + ratios[i] * (kLargest[i] - kSmallest[i]);
  }
  goal_size_ = {kSide / 2, size[1] * 0.33, kSide / 2};
  home_goal = Zone<3>({-size[0] + goal_size_[0] + 0.0, 0, goal_size_[2]}, goal_size_);
  away_goal = Zone<3>({size[0] - goal_size_[0] - 0.0, 0, goal_size_[2]}, goal_size_);
  field = Zone<2>({0, 0}, {size[0] - 2 * goal_size_[0], size[1] - 2 * goal_size_[0]});
}

std::string Pitch::fill(const std::vector<std::string>& pieces) const {
  Writer out(pieces);
  const double grid = std::max(size[0], size[1]) * (1.0 / 100);
  out.put({size[0] - 2 * goal_size_[0], size[1] - 2 * goal_size_[0], grid});
  for (const double y : {-size[1], size[1]}) out.put({0, y, 0});
  for (const double x : {-size[0], size[0]}) out.put({x, 0, 0});
  put_goal(out, 1, {-size[0] + goal_size_[0] + 0.0, 0, goal_size_[2]}, goal_size_);
  put_goal(out, -1, {size[0] - goal_size_[0] - 0.0, 0, goal_size_[2]}, goal_size_);
  const double width = goal_size_[0];  // of the stripes around the field
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 0.0, 1.0}) {
      if (x == 0 && y == 0) continue;
      out.put({x == 0 ? size[0] - 2 * width : width, y == 0 ? size[1] - 2 * width : width, grid});
      out.put({x * (size[0] - width), y * (size[1] - width), 0});
    }
  }
  if (!out.is_full()) put_field_box(out, field, goal_size_);
  return out.finish();
}

}  // namespace pp::soccer
