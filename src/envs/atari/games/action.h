// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The actions of a player, and sets of them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace pp::atari {

enum class Action : std::uint8_t {
  kNoop = 0,
  kFire = 1,
  kUp = 2,
  kRight = 3,
  kLeft = 4,
  kDown = 5,
  kUpRight = 6,
  kUpLeft = 7,
  kDownRight = 8,
  kDownLeft = 9,
  kUpFire = 10,
  kRightFire = 11,
  kLeftFire = 12,
  kDownFire = 13,
  kUpRightFire = 14,
  kUpLeftFire = 15,
  kDownRightFire = 16,
  kDownLeftFire = 17,
  kReset = 40,  // the console's switch: never legal for a player, but a starting action
};

// A set of player actions 0..17.
class ActionSet {
 public:
  constexpr ActionSet() = default;
  constexpr ActionSet(std::initializer_list<int> actions) {
    for (const int action : actions) bits_ |= 1U << action;
  }
  static constexpr ActionSet range(int first, int last) {
    ActionSet set;
    for (int action = first; action <= last; ++action) set.bits_ |= 1U << action;
    return set;
  }

  constexpr bool contains(Action action) const {
    const auto number = static_cast<unsigned>(action);
    return number < 18 && ((bits_ >> number) & 1U) != 0;
  }
  constexpr ActionSet operator|(ActionSet other) const {
    other.bits_ |= bits_;
    return other;
  }
  constexpr bool operator==(const ActionSet&) const = default;

  // The members, ascending.
  std::vector<int> list() const {
    std::vector<int> out;
    for (int action = 0; action < 18; ++action) {
      if ((bits_ >> action) & 1U) out.push_back(action);
    }
    return out;
  }

 private:
  std::uint32_t bits_ = 0;
};

inline constexpr ActionSet kAllActions = ActionSet::range(0, 17);

}  // namespace pp::atari
