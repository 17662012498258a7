// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Combines buttons depth first, in the order of their numbers and released before pressed.
#include "action_set.h"

#include <parallel_pool/error.h>

#include <algorithm>
#include <string>

namespace pp::vizdoom {
namespace {

constexpr std::size_t kMostFound = std::size_t{1} << 20;
constexpr int kSpeed = 8;
constexpr int kFirstWeapon = 21, kAfterWeapons = 31;
// Each opposite of the button after it.
constexpr std::array kOpposites{10, 12, 14, 16, 18, 31, 35};

class Combiner {
 public:
  Combiner(const std::vector<int>& buttons, bool force_speed, const AllDeltaSteps& deltas)
      : force_speed_(force_speed), deltas_(deltas), values_(buttons.size()) {
    index_.fill(kAbsent);
    for (std::size_t i = 0; i < buttons.size(); ++i) {
      index_[static_cast<std::size_t>(buttons[i])] = static_cast<int>(i);
    }
  }

  std::vector<std::vector<double>> run() {
    combine(0);
    return std::move(found_);
  }

 private:
  static constexpr int kAbsent = -1;

  bool has(int button) const { return index_[static_cast<std::size_t>(button)] != kAbsent; }
  double& value(int button) {
    return values_[static_cast<std::size_t>(index_[static_cast<std::size_t>(button)])];
  }
  void combine_pressed(int button, int next) {
    value(button) = 1;
    combine(next);
    value(button) = 0;
  }

  void combine(int button) {
    if (button == layout::kButtons) {
      add();
    } else if (button >= layout::kBinaryButtons) {
      combine_delta(button);
    } else if (button == kFirstWeapon) {
      combine(kAfterWeapons);
      for (int weapon = kFirstWeapon; weapon < kAfterWeapons; ++weapon) {
        if (has(weapon)) combine_pressed(weapon, kAfterWeapons);
      }
    } else if (std::ranges::find(kOpposites, button) != kOpposites.end() && has(button) &&
               has(button + 1)) {
      combine(button + 2);
      combine_pressed(button, button + 2);
      combine_pressed(button + 1, button + 2);
    } else if (has(button)) {
      if (button != kSpeed || !force_speed_) combine(button + 1);
      combine_pressed(button, button + 1);
    } else {
      combine(button + 1);
    }
  }

  void combine_delta(int button) {
    const DeltaSteps& steps = deltas_[static_cast<std::size_t>(button - layout::kBinaryButtons)];
    if (steps.count <= 1 || !has(button)) return combine(button + 1);
    const float step = (steps.greatest - steps.least) / static_cast<float>(steps.count - 1);
    float next = steps.least;
    for (int i = 0; i < steps.count; ++i, next += step) {
      value(button) = next;
      combine(button + 1);
    }
  }

  void add() {
    if (found_.size() == kMostFound) {
      throw Error(ErrorKind::kValue, "use_combined_action: there are more than " +
                                         std::to_string(kMostFound) + " combinations of " +
                                         std::to_string(values_.size()) + " buttons");
    }
    found_.push_back(values_);
  }

  const bool force_speed_;
  const AllDeltaSteps& deltas_;
  std::array<int, layout::kButtons> index_;
  std::vector<double> values_;
  std::vector<std::vector<double>> found_;
};

}  // namespace

std::vector<std::vector<double>> action_set(const std::vector<int>& buttons, bool force_speed,
                                            const AllDeltaSteps& deltas) {
  return Combiner(buttons, force_speed, deltas).run();
}

}  // namespace pp::vizdoom
