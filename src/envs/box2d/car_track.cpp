// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "car_track.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <stdexcept>

#include "doubles.h"

namespace pp::box2d {

namespace {

constexpr int kCheckpoints = 12;
constexpr double kPi2 = 2 * std::numbers::pi;
constexpr double kTrackRadius = 900 / Track::kScale;
constexpr double kDetail = 21 / Track::kScale;
constexpr double kTurnRate = 0.31;
constexpr double kRoadWidth = 40 / Track::kScale;
constexpr double kBorder = 8 / Track::kScale;
constexpr std::ptrdiff_t kMinBorders = 4;
constexpr double kStartAlpha = kPi2 * (-0.5) / kCheckpoints;
constexpr int kMaxPoints = 2500;

struct Checkpoint {
  double alpha, x, y;
};

std::array<Checkpoint, kCheckpoints> draw_checkpoints(Rng& rng) {
  std::array<Checkpoint, kCheckpoints> checkpoints;
  for (int c = 0; c < kCheckpoints; ++c) {
    const double noise = rng.uniform(0, kPi2 * 1 / kCheckpoints);
    double alpha = kPi2 * c / kCheckpoints + noise;
    double radius = rng.uniform(kTrackRadius / 3, kTrackRadius);
    if (c == 0) alpha = 0;
    if (c == kCheckpoints - 1) alpha = kPi2 * c / kCheckpoints;
    if (c == 0 || c == kCheckpoints - 1) radius = 1.5 * kTrackRadius;
    checkpoints[c] = {alpha, radius * std::cos(alpha), radius * std::sin(alpha)};
  }
  return checkpoints;
}

// The first checkpoint ahead of an angle, which is put a turn back where there is none.
const Checkpoint* next_checkpoint(const std::array<Checkpoint, kCheckpoints>& checkpoints,
                                  double& alpha, int& next) {
  for (;;) {
    do {
      const Checkpoint& candidate = checkpoints[next % kCheckpoints];
      if (alpha <= candidate.alpha) return &candidate;
      ++next;
    } while (next % kCheckpoints != 0);
    alpha -= kPi2;
  }
}

}  // namespace

void Track::create(Rng& rng) {
  while (!try_points(rng)) {
  }
  create_tiles();
}

// Refuses what a state from outside may hold and no picture can show. Roads stay within the field.
void Track::check() const {
  constexpr double furthest = 1.5 * kField;
  const bool is_sound =
      points.size() <= kMaxPoints && std::ranges::all_of(points, [](const TrackPoint& p) {
        return std::isfinite(p.beta) && std::abs(p.x) <= furthest && std::abs(p.y) <= furthest;
      });
  if (!is_sound) throw std::invalid_argument("the state holds no road");
}

// Drives from checkpoint to checkpoint for some laps.
bool Track::try_points(Rng& rng) {
  const auto checkpoints = draw_checkpoints(rng);
  points.clear();
  double x = 1.5 * kTrackRadius;
  double y = 0;
  double beta = 0;
  int next = 0;
  int laps = 0;
  bool was_on_other_side = false;
  for (int left = kMaxPoints; left > 0; --left) {
    double alpha = std::atan2(y, x);
    if (was_on_other_side && alpha > 0) {
      ++laps;
      was_on_other_side = false;
    }
    if (alpha < 0) {
      was_on_other_side = true;
      alpha += kPi2;
    }
    const Checkpoint* to = next_checkpoint(checkpoints, alpha, next);
    const double r1x = std::cos(beta);
    const double r1y = std::sin(beta);
    double projection = r1x * (to->x - x) + r1y * (to->y - y);
    while (beta - alpha > 1.5 * std::numbers::pi) beta -= kPi2;
    while (beta - alpha < -1.5 * std::numbers::pi) beta += kPi2;
    const double beta_before = beta;
    projection *= kScale;
    const double turn = std::min(kTurnRate, std::abs(0.001 * projection));
    if (projection > 0.3) beta -= turn;
    if (projection < -0.3) beta += turn;
    x += -r1y * kDetail;
    y += r1x * kDetail;
    points.push_back({alpha, beta_before * 0.5 + beta * 0.5, x, y});
    if (laps > 4) break;
  }
  return keep_one_lap();
}

// The last lap that was driven in full; it has to close.
bool Track::keep_one_lap() {
  std::ptrdiff_t begin = -1;
  std::ptrdiff_t end = -1;
  for (auto i = static_cast<std::ptrdiff_t>(points.size()) - 1; begin == -1; --i) {
    if (i <= 0) return false;
    const bool passes_start = points[i].alpha > kStartAlpha && points[i - 1].alpha <= kStartAlpha;
    if (!passes_start) continue;
    (end == -1 ? end : begin) = i;
  }
  points.erase(points.begin() + end - 1, points.end());
  points.erase(points.begin(), points.begin() + begin);
  if (points.empty()) return false;
  const TrackPoint& first = points.front();
  const TrackPoint& last = points.back();
  const double dx = std::cos(first.beta) * (first.x - last.x);
  const double dy = std::sin(first.beta) * (first.y - last.y);
  return !(std::sqrt(dx * dx + dy * dy) > kDetail);
}

// Bends in which the road turns sharply to one side for some points get a border there.
void Track::find_sharp_bends() {
  const auto count = static_cast<std::ptrdiff_t>(points.size());
  is_sharp_.assign(points.size(), 0);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    bool is_sharp = true;
    double side = 0;
    for (std::ptrdiff_t k = 0; k < kMinBorders; ++k) {
      const double turn = point(i - k).beta - point(i - k - 1).beta;
      is_sharp = is_sharp && std::abs(turn) > kTurnRate * 0.2;
      side += sign(turn);
    }
    is_sharp_[index(i)] = is_sharp && std::abs(side) == kMinBorders;
  }
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    for (std::ptrdiff_t k = 0; k < kMinBorders; ++k) is_sharp_[index(i - k)] |= is_sharp_[index(i)];
  }
}

void Track::create_tiles() {
  find_sharp_bends();
  tiles.clear();
  borders.clear();
  border_of.assign(points.size(), -1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const TrackPoint& p = points[i];
    const TrackPoint& q = point(static_cast<std::ptrdiff_t>(i) - 1);
    const double cos1 = std::cos(p.beta), sin1 = std::sin(p.beta);
    const double cos2 = std::cos(q.beta), sin2 = std::sin(q.beta);
    tiles.push_back({{{p.x - kRoadWidth * cos1, p.y - kRoadWidth * sin1},
                      {p.x + kRoadWidth * cos1, p.y + kRoadWidth * sin1},
                      {q.x + kRoadWidth * cos2, q.y + kRoadWidth * sin2},
                      {q.x - kRoadWidth * cos2, q.y - kRoadWidth * sin2}}});
    if (!is_sharp_[i]) continue;
    const double side = sign(q.beta - p.beta);
    const double inner = side * kRoadWidth;
    const double outer = side * (kRoadWidth + kBorder);
    border_of[i] = static_cast<int>(borders.size());
    borders.push_back({{{p.x + inner * cos1, p.y + inner * sin1},
                        {p.x + outer * cos1, p.y + outer * sin1},
                        {q.x + outer * cos2, q.y + outer * sin2},
                        {q.x + inner * cos2, q.y + inner * sin2}}});
  }
}

}  // namespace pp::box2d
